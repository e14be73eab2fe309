// Whole numbers of any size, in limbs of 64 bits that a pool hands out from front to back. They serve where
// expansions (math/expansion.h) would over- or underflow: a product of 24 differences of coordinates, as the
// roots of math/form_time.h need, has a place among the exponents of a double only where all the bits of the
// coordinates are within 2^87 of each other.

#ifndef TI_MATH_INTEGER_H
#define TI_MATH_INTEGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Room for limbs. Where it runs out, numbers become 0 and `full` is set: the caller asks it in the end, and
// throws away what was found.
typedef struct ti_limbs {
    uint64_t* room;
    size_t count, used;
    bool full;
} ti_limbs;

// sign times the limbs, the lowest first and the highest not 0; sign is 0 where there are none. The limbs
// belong to a pool and are never written again: numbers are copied and passed by value.
typedef struct ti_integer {
    const uint64_t* limb;
    uint32_t count;
    int sign;
} ti_integer;

#define Z_ZERO ((ti_integer){0})

// m 2^shift, shift at least 0
ti_integer ti_integer_shifted(ti_limbs* pool, uint64_t m, uint32_t shift);

// x 2^-exponent, which must be a whole number; x is finite.
ti_integer ti_integer_from_double(ti_limbs* pool, double x, int exponent);

ti_integer ti_integer_add(ti_limbs* pool, ti_integer a, ti_integer b);
ti_integer ti_integer_sub(ti_limbs* pool, ti_integer a, ti_integer b);
ti_integer ti_integer_mul(ti_limbs* pool, ti_integer a, ti_integer b);
ti_integer ti_integer_times(ti_limbs* pool, ti_integer a, uint64_t m);

// a b - c d
ti_integer ti_integer_minor(ti_limbs* pool, ti_integer a, ti_integer b, ti_integer c, ti_integer d);

// Gives back what was taken since the mark, pool->used then, but for these numbers, all of the pool, which
// move to the front of it. Sorts the list.
void ti_integer_keep(ti_limbs* pool, size_t mark, ti_integer** number, int count);

static inline ti_integer z_negate(ti_integer a)
{
    return (ti_integer){a.limb, a.count, -a.sign};
}

static inline ti_integer z_magnitude(ti_integer a)
{
    return (ti_integer){a.limb, a.count, a.sign * a.sign};
}

// The number of bits of the magnitude.
uint32_t ti_integer_bits(ti_integer a);

// a 2^-exponent, off by at most 2^-52 of itself where it is at least 2^-1022 in magnitude, else by at most
// 2^-1074. It must be below 2^1023.
double ti_integer_to_double(ti_integer a, int exponent);

// The largest k for which x 2^-k is a whole number; x is finite and not 0.
int ti_lowest_bit(double x);

// The lower of a number and the lowest bit of x; zero has none.
static inline int z_lower_bit(int lowest, double x)
{
    int own = x != 0.0 ? ti_lowest_bit(x) : lowest;
    return own < lowest ? own : lowest;
}

#endif
