// Quickselect over triangles by distinct 64-bit keys: linear on average, a bounded number of passes for any
// input.

#include "bvh/select.h"

#include "core/assert.h"

// Rounds by the median of three, which settle nearly every input; after them the range of values is halved.
enum { SELECT_ROUNDS = 64 };

static void swap(uint64_t* keys, ti_triangle* triangles, uint32_t i, uint32_t j)
{
    uint64_t key = keys[i];
    keys[i] = keys[j];
    keys[j] = key;
    if (triangles != NULL) {
        ti_triangle triangle = triangles[i];
        triangles[i] = triangles[j];
        triangles[j] = triangle;
    }
}

static uint64_t median_of_three(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t lower = a < b ? a : b, upper = a < b ? b : a;
    return c < lower ? lower : c > upper ? upper : c;
}

// Moves the keys up to `pivot` to the front. Returns the first place behind them.
static uint32_t partition(uint64_t* keys, ti_triangle* triangles, uint32_t begin, uint32_t end,
                          uint64_t pivot)
{
    for (;;) {
        while (begin < end && keys[begin] <= pivot) {
            ++begin;
        }
        while (begin < end && keys[end - 1] > pivot) {
            --end;
        }
        if (begin == end) {
            return begin;
        }
        swap(keys, triangles, begin++, --end);
    }
}

// A pivot halfway between the least and the greatest key. It is below the greatest, so both parts get a key.
static uint64_t halfway(const uint64_t* keys, uint32_t begin, uint32_t end)
{
    uint64_t least = keys[begin], greatest = keys[begin];
    for (uint32_t i = begin + 1; i < end; ++i) {
        least = keys[i] < least ? keys[i] : least;
        greatest = keys[i] > greatest ? keys[i] : greatest;
    }
    return least + (greatest - least) / 2;
}

// The wanted boundary stays within [begin, end]. Halving the value range of distinct 64-bit keys ends after
// 64 rounds.
void ti_select(uint64_t* keys, ti_triangle* triangles, uint32_t begin, uint32_t end, uint32_t middle)
{
    TI_ASSERT(begin <= middle && middle <= end);
    for (int round = 0; begin < middle && middle < end && round < SELECT_ROUNDS + 65; ++round) {
        uint64_t pivot = median_of_three(keys[begin], keys[begin + (end - begin) / 2], keys[end - 1]);
        if (round >= SELECT_ROUNDS || end - begin == 2) {
            pivot = halfway(keys, begin, end);
        }
        uint32_t cut = partition(keys, triangles, begin, end, pivot);
        if (cut <= middle) {
            begin = cut;
        } else {
            end = cut;
        }
    }
    TI_ASSERT(begin >= middle || middle >= end);
}
