// Sorting whose result does not depend on the algorithm, and radix sort of keys.

#ifndef TI_CORE_SORT_H
#define TI_CORE_SORT_H

#include "toi/base.h"

// Negative, zero or positive as a comes before, is or comes after b. A total order: zero only for a == b.
// Whoever has equal keys breaks the tie by the index, so that there is one right result.
typedef int ti_compare(uint32_t a, uint32_t b, const void* context);

// Sorts indices in place, in O(n log n) comparisons at worst, without memory.
void ti_sort_indices(uint32_t* indices, size_t count, ti_compare* compare, const void* context);

typedef struct ti_key_value {
    uint64_t key;
    uint32_t value;
} ti_key_value;

// Sorts by key, in linear time; items with equal keys keep their order. `scratch` has room for count items.
void ti_sort_keys(ti_key_value* items, ti_key_value* scratch, size_t count);

// A key that orders as the number does: -0 just before 0, NaN at either end.
uint64_t ti_sort_key_double(double value);

#endif
