// Quicksort with a heap sort for bad luck [Musser97], and radix sort by bytes from the lowest.

#include "core/sort.h"

#include "core/assert.h"

#include <string.h>

enum { SHORT_RUN = 16 };

typedef struct order {
    ti_compare* compare;
    const void* context;
} order;

static bool before(const order* by, uint32_t a, uint32_t b)
{
    return by->compare(a, b, by->context) < 0;
}

static void swap_indices(uint32_t* a, uint32_t* b)
{
    uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

static void insertion_sort(uint32_t* v, size_t count, const order* by)
{
    for (size_t i = 1; i < count; ++i) {
        uint32_t moved = v[i];
        size_t j = i;
        for (; j > 0 && before(by, moved, v[j - 1]); --j) {
            v[j] = v[j - 1];
        }
        v[j] = moved;
    }
}

static void sift_down(uint32_t* v, size_t root, size_t count, const order* by)
{
    for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && before(by, v[child], v[child + 1])) {
            ++child;
        }
        if (!before(by, v[root], v[child])) {
            return;
        }
        swap_indices(&v[root], &v[child]);
        root = child;
    }
}

static void heap_sort(uint32_t* v, size_t count, const order* by)
{
    for (size_t i = count / 2; i-- > 0;) {
        sift_down(v, i, count, by);
    }
    for (size_t end = count; end-- > 1;) {
        swap_indices(&v[0], &v[end]);
        sift_down(v, 0, end, by);
    }
}

// The median of three at the quarters. At the ends they would be bad for orders that rise and then fall.
static uint32_t pick_pivot(const uint32_t* v, size_t count, const order* by)
{
    uint32_t a = v[count / 4], b = v[count / 2], c = v[count - 1 - count / 4];
    if (before(by, b, a)) {
        swap_indices(&a, &b);
    }
    if (before(by, c, b)) {
        b = before(by, c, a) ? a : c;
    }
    return b;
}

// Splits in two: nothing in the first `result` comes after the pivot, nothing in the rest before it. Both
// parts have at least one item. The bounds hold even if `compare` is no order.
static size_t partition(uint32_t* v, size_t count, const order* by)
{
    uint32_t pivot = pick_pivot(v, count, by);
    size_t i = 0, j = count - 1;
    for (;;) {
        while (i < count - 1 && before(by, v[i], pivot)) {
            ++i;
        }
        while (j > 0 && before(by, pivot, v[j])) {
            --j;
        }
        if (i >= j) {
            break;
        }
        swap_indices(&v[i++], &v[j--]);
    }
    size_t split = i == j && before(by, v[i], pivot) ? i + 1 : i;
    return split == 0 ? 1 : split < count ? split : count - 1;
}

// Recursion goes into the smaller part, so it is at most 64 deep.
static void intro_sort(uint32_t* v, size_t count, int bad_splits_left, const order* by)
{
    while (count > SHORT_RUN) {
        if (bad_splits_left-- == 0) {
            heap_sort(v, count, by);
            return;
        }
        size_t split = partition(v, count, by);
        bool first_smaller = split < count - split;
        if (first_smaller) {
            intro_sort(v, split, bad_splits_left, by);
            v += split;
            count -= split;
        } else {
            intro_sort(v + split, count - split, bad_splits_left, by);
            count = split;
        }
    }
    insertion_sort(v, count, by);
}

static bool is_in_total_order(const uint32_t* v, size_t count, const order* by)
{
    for (size_t i = 1; i < count; ++i) {
        if (v[i - 1] != v[i] && (!before(by, v[i - 1], v[i]) || before(by, v[i], v[i - 1]))) {
            return false;
        }
    }
    return true;
}

void ti_sort_indices(uint32_t* indices, size_t count, ti_compare* compare, const void* context)
{
    order by = {compare, context};
    int bad_splits = 2;
    for (size_t n = count; n > 1; n /= 2) {
        bad_splits += 2;
    }
    intro_sort(indices, count, bad_splits, &by);
    TI_ASSERT(is_in_total_order(indices, count, &by));
    (void)is_in_total_order;
}

enum { BYTES = 8, BYTE_VALUES = 256 };

static unsigned byte_of(uint64_t key, int byte)
{
    return (unsigned)(key >> (8 * byte)) & 0xffu;
}

// One stable pass by one byte; `next` holds where the first item of each byte value goes.
static void scatter(const ti_key_value* from, ti_key_value* to, size_t count, int byte,
                    size_t next[BYTE_VALUES])
{
    for (size_t i = 0; i < count; ++i) {
        to[next[byte_of(from[i].key, byte)]++] = from[i];
    }
}

// Turns counts into first positions. @return false if all items have one value, so that a pass changes
// nothing
static bool counts_to_positions(size_t counts[BYTE_VALUES], size_t total)
{
    size_t position = 0;
    for (int value = 0; value < BYTE_VALUES; ++value) {
        size_t here = counts[value];
        if (here == total) {
            return false;
        }
        counts[value] = position;
        position += here;
    }
    return true;
}

void ti_sort_keys(ti_key_value* items, ti_key_value* scratch, size_t count)
{
    size_t counts[BYTES][BYTE_VALUES];
    memset(counts, 0, sizeof counts);
    for (size_t i = 0; i < count; ++i) {
        for (int byte = 0; byte < BYTES; ++byte) {
            ++counts[byte][byte_of(items[i].key, byte)];
        }
    }
    ti_key_value *from = items, *to = scratch;
    for (int byte = 0; byte < BYTES; ++byte) {
        if (!counts_to_positions(counts[byte], count)) {
            continue;
        }
        scatter(from, to, count, byte, counts[byte]);
        ti_key_value* kept = from;
        from = to;
        to = kept;
    }
    if (from != items && count > 0) {
        memcpy(items, from, count * sizeof *items);
    }
}

// Doubles order as their bits do once negative ones are flipped whole and the others get the top bit.
uint64_t ti_sort_key_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t top = UINT64_C(1) << 63;
    return bits & top ? ~bits : bits | top;
}
