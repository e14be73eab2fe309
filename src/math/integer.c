// Sums and products of whole numbers, by the rules of school.

#include "math/integer.h"

#include "core/assert.h"
#include "math/rounding.h"

__extension__ typedef unsigned __int128 wide;

enum { LIMB_BITS = 64 };

// Room for `count` limbs, or NULL. What is not used of it is given back by `cut`.
static uint64_t* take(ti_limbs* pool, size_t count)
{
    if (count > pool->count - pool->used) {
        pool->full = true;
        return NULL;
    }
    uint64_t* limb = pool->room + pool->used;
    pool->used += count;
    return limb;
}

// The number of the last `count` limbs taken, without zeros at its head.
static ti_integer cut(ti_limbs* pool, const uint64_t* limb, size_t count, int sign)
{
    size_t most = count;
    while (count > 0 && limb[count - 1] == 0) {
        --count;
    }
    pool->used -= most - count;
    return count > 0 ? (ti_integer){limb, (uint32_t)count, sign} : Z_ZERO;
}

// Limbs that several numbers share are moved once.
void ti_integer_keep(ti_limbs* pool, size_t mark, ti_integer** number, int count)
{
    for (int i = 1; i < count; ++i) {
        ti_integer* own = number[i];
        int k = i;
        for (; k > 0 && number[k - 1]->limb > own->limb; --k) {
            number[k] = number[k - 1];
        }
        number[k] = own;
    }
    uint64_t* to = pool->room + mark;
    const uint64_t *end = to, *last = NULL;
    pool->used = mark;
    for (int i = 0; i < count; ++i) {
        ti_integer* own = number[i];
        if (own->limb < end) {
            continue;
        }
        if (own->limb != last) {
            last = own->limb;
            to = pool->room + pool->used;
            memmove(to, last, own->count * sizeof *to);
            pool->used += own->count;
        }
        own->limb = to;
    }
}

// ---- from and to doubles

ti_integer ti_integer_shifted(ti_limbs* pool, uint64_t m, uint32_t shift)
{
    uint32_t whole = shift / LIMB_BITS, rest = shift % LIMB_BITS;
    uint64_t* limb = take(pool, whole + 2);
    if (limb == NULL) {
        return Z_ZERO;
    }
    memset(limb, 0, whole * sizeof *limb);
    limb[whole] = m << rest;
    limb[whole + 1] = rest > 0 ? m >> (LIMB_BITS - rest) : 0;
    return cut(pool, limb, whole + 2, 1);
}

// |x| = mantissa 2^exponent
static uint64_t mantissa_of(double x, int* exponent)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int biased = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits & 0xfffffffffffffu;
    *exponent = biased > 0 ? biased - 1075 : -1074;
    return biased > 0 ? fraction | 1ull << 52 : fraction;
}

int ti_lowest_bit(double x)
{
    int exponent;
    uint64_t m = mantissa_of(x, &exponent);
    return exponent + __builtin_ctzll(m);
}

ti_integer ti_integer_from_double(ti_limbs* pool, double x, int exponent)
{
    int own;
    uint64_t m = mantissa_of(x, &own);
    if (m == 0) {
        return Z_ZERO;
    }
    if (own < exponent) {
        TI_ASSERT(exponent - own < 53 && m << (LIMB_BITS - (exponent - own)) == 0);
        m >>= exponent - own;
        own = exponent;
    }
    ti_integer a = ti_integer_shifted(pool, m, (uint32_t)(own - exponent));
    a.sign = x < 0.0 ? -a.sign : a.sign;
    return a;
}

uint32_t ti_integer_bits(ti_integer a)
{
    return a.count > 0 ? a.count * LIMB_BITS - (uint32_t)__builtin_clzll(a.limb[a.count - 1]) : 0;
}

// The 64 highest bits are the magnitude short of at most 2^-63 of it, and become a double by one rounding.
// The power of two rounds once more where the result is below 2^-1022.
double ti_integer_to_double(ti_integer a, int exponent)
{
    if (a.count == 0) {
        return 0.0;
    }
    uint64_t top = a.limb[a.count - 1];
    int spare = __builtin_clzll(top);
    if (spare > 0 && a.count > 1) {
        top = top << spare | a.limb[a.count - 2] >> (LIMB_BITS - spare);
    } else {
        top <<= spare;
    }
    double x = ti_scale((double)top, (int)ti_integer_bits(a) - LIMB_BITS - exponent);
    return a.sign > 0 ? x : -x;
}

// ---- sums

// |a| + |b|, a at least as long as b
static ti_integer join(ti_limbs* pool, ti_integer a, ti_integer b, int sign)
{
    uint64_t* limb = take(pool, a.count + 1);
    if (limb == NULL) {
        return Z_ZERO;
    }
    wide carry = 0;
    for (uint32_t i = 0; i < a.count; ++i) {
        carry += (wide)a.limb[i] + (i < b.count ? b.limb[i] : 0);
        limb[i] = (uint64_t)carry;
        carry >>= LIMB_BITS;
    }
    limb[a.count] = (uint64_t)carry;
    return cut(pool, limb, a.count + 1, sign);
}

// |a| - |b|, which is at least 0
static ti_integer reduce(ti_limbs* pool, ti_integer a, ti_integer b, int sign)
{
    uint64_t* limb = take(pool, a.count);
    if (limb == NULL) {
        return Z_ZERO;
    }
    uint64_t borrow = 0;
    for (uint32_t i = 0; i < a.count; ++i) {
        wide difference = (wide)a.limb[i] - (i < b.count ? b.limb[i] : 0) - borrow;
        limb[i] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> LIMB_BITS) & 1;
    }
    return cut(pool, limb, a.count, sign);
}

static bool less(ti_integer a, ti_integer b)
{
    if (a.count != b.count) {
        return a.count < b.count;
    }
    for (uint32_t i = a.count; i-- > 0;) {
        if (a.limb[i] != b.limb[i]) {
            return a.limb[i] < b.limb[i];
        }
    }
    return false;
}

ti_integer ti_integer_add(ti_limbs* pool, ti_integer a, ti_integer b)
{
    if (a.sign == 0 || b.sign == 0) {
        return a.sign == 0 ? b : a;
    }
    if (a.sign == b.sign) {
        return a.count < b.count ? join(pool, b, a, a.sign) : join(pool, a, b, a.sign);
    }
    return less(a, b) ? reduce(pool, b, a, b.sign) : reduce(pool, a, b, a.sign);
}

ti_integer ti_integer_sub(ti_limbs* pool, ti_integer a, ti_integer b)
{
    return ti_integer_add(pool, a, z_negate(b));
}

// ---- products

ti_integer ti_integer_mul(ti_limbs* pool, ti_integer a, ti_integer b)
{
    if (a.sign == 0 || b.sign == 0) {
        return Z_ZERO;
    }
    uint64_t* limb = take(pool, a.count + b.count);
    if (limb == NULL) {
        return Z_ZERO;
    }
    for (uint32_t k = 0; k < b.count; ++k) {
        uint64_t carry = 0, factor = b.limb[k];
        for (uint32_t i = 0; i < a.count; ++i) {
            uint64_t before = k > 0 ? limb[i + k] : 0;
            wide sum = (wide)a.limb[i] * factor + before + carry; // at most 2^128 - 1
            limb[i + k] = (uint64_t)sum;
            carry = (uint64_t)(sum >> LIMB_BITS);
        }
        limb[a.count + k] = carry;
    }
    return cut(pool, limb, a.count + b.count, a.sign * b.sign);
}

ti_integer ti_integer_times(ti_limbs* pool, ti_integer a, uint64_t m)
{
    return ti_integer_mul(pool, a, (ti_integer){&m, 1, 1});
}

ti_integer ti_integer_minor(ti_limbs* pool, ti_integer a, ti_integer b, ti_integer c, ti_integer d)
{
    ti_integer left = ti_integer_mul(pool, a, b), right = ti_integer_mul(pool, c, d);
    return ti_integer_sub(pool, left, right);
}
