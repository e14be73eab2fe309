// Numbers of bodies that come and go: the lowest that is free is used first.

#ifndef TI_WORLD_BODY_NUMBERS_H
#define TI_WORLD_BODY_NUMBERS_H

#include "core/array.h"

// Arrays of an object that has bodies, element by element by their numbers.
typedef struct ti_body_numbers {
    ti_array *bodies, *bounds;
    ti_array* free; // of uint32_t: a heap of the numbers that are free
} ti_body_numbers;

// The number of the next body; there is room for it, and to free it again. @return TI_NONE without memory
uint32_t ti_body_numbers_next(const ti_body_numbers* numbers);

// Uses the number that ti_body_numbers_next gave; what is at its places in the arrays is not set.
void ti_body_numbers_take(const ti_body_numbers* numbers, uint32_t body);

// Frees a number that is in use.
void ti_body_numbers_free(const ti_body_numbers* numbers, uint32_t body);

#endif
