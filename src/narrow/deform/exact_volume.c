// The volume that four vertices span as a form in time, in whole numbers of a fixed number of limbs, as most
// coordinates allow: a tenth of what numbers of any size cost.

#include "math/rounding.h"
#include "math/vec3.h"
#include "narrow/deform/exact_parts.h"

__extension__ typedef __int128 whole;
__extension__ typedef unsigned __int128 wide;

// Coordinates are below 2^118 units, so differences are below 2^119, coefficients of the normal, of at most
// four products, below 2^240, and those of the volume, of at most three of these and three of half as much
// times a difference, below 2^362.
enum { COORDINATE_BITS = 118, ONE = 2, TWO = 4, THREE = EXACT_VOLUME_LIMBS };

// sum += a b, or sum -= a b: two's complements of count + 2, count, and 2 limbs.
static inline void add_product(uint64_t* sum, const uint64_t* a, int count, const uint64_t* b, bool minus)
{
    uint64_t p[THREE] = {0};
    for (int k = 0; k < ONE; ++k) {
        uint64_t carry = 0;
        for (int i = 0; i < count; ++i) {
            wide t = (wide)a[i] * b[k] + p[i + k] + carry;
            p[i + k] = (uint64_t)t;
            carry = (uint64_t)(t >> 64);
        }
        p[count + k] = carry;
    }
    // As unsigned numbers a and b are 2^(64 count) and 2^128 more where they are negative.
    uint64_t a_sign = 0 - (a[count - 1] >> 63), b_sign = 0 - (b[ONE - 1] >> 63), borrow = 0;
    for (int i = 0; i < ONE; ++i) {
        wide t = (wide)p[count + i] - (b[i] & a_sign) - borrow;
        p[count + i] = (uint64_t)t;
        borrow = (uint64_t)(t >> 64) & 1;
    }
    borrow = 0;
    for (int i = 0; i < count; ++i) {
        wide t = (wide)p[ONE + i] - (a[i] & b_sign) - borrow;
        p[ONE + i] = (uint64_t)t;
        borrow = (uint64_t)(t >> 64) & 1;
    }
    uint64_t flip = 0 - (uint64_t)minus, carry = minus;
    for (int i = 0; i < count + ONE; ++i) {
        wide t = (wide)sum[i] + (p[i] ^ flip) + carry;
        sum[i] = (uint64_t)t;
        carry = (uint64_t)(t >> 64);
    }
}

// A difference of vertices at time 0 and at time 1, or the three coefficients of the normal.
typedef struct short_vector {
    uint64_t at[3][ONE];
} short_vector;

typedef struct short_normal {
    uint64_t at[3][TWO];
} short_normal;

// sum += a x b
static void add_cross(short_normal* sum, const short_vector* a, const short_vector* b)
{
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        add_product(sum->at[k], a->at[i], ONE, b->at[j], false);
        add_product(sum->at[k], a->at[j], ONE, b->at[i], true);
    }
}

static void add_dot(uint64_t* sum, const short_normal* n, const short_vector* w)
{
    for (int k = 0; k < 3; ++k) {
        add_product(sum, n->at[k], TWO, w->at[k], false);
    }
}

static short_vector difference(toi_vec3 a, toi_vec3 b, int unit)
{
    short_vector d;
    for (int k = 0; k < 3; ++k) {
        whole x = (whole)ti_scale(v3_coordinate(a, k), -unit) - (whole)ti_scale(v3_coordinate(b, k), -unit);
        d.at[k][0] = (uint64_t)x;
        d.at[k][1] = (uint64_t)((wide)x >> 64);
    }
    return d;
}

static bool is_short(const toi_primitive_query* query, int unit)
{
    double most = 0.0;
    for (int i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        for (int k = 0; k < 3; ++k) {
            double a = fabs(v3_coordinate(query->start[i], k)), b = fabs(v3_coordinate(query->end[i], k));
            most = a > most ? a : most;
            most = b > most ? b : most;
        }
    }
    return most > 0.0 && ti_exponent_above(most) - unit <= COORDINATE_BITS;
}

// The number of the limbs, which become its magnitude.
static ti_integer integer_of(uint64_t limb[THREE])
{
    int sign = limb[THREE - 1] >> 63 ? -1 : 1;
    uint64_t flip = sign < 0 ? UINT64_MAX : 0, carry = sign < 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < THREE; ++i) {
        wide t = (wide)(limb[i] ^ flip) + carry;
        limb[i] = (uint64_t)t;
        carry = (uint64_t)(t >> 64);
        count = limb[i] != 0 ? i + 1 : count;
    }
    return count > 0 ? (ti_integer){limb, count, sign} : Z_ZERO;
}

bool ti_exact_volume(const toi_primitive_query* query, int unit, exact_limbs* room, ti_form* volume)
{
    if (!is_short(query, unit)) {
        return false;
    }
    static const int vf[3][2] = {{2, 1}, {3, 1}, {0, 1}}, ee[3][2] = {{1, 0}, {3, 2}, {2, 0}};
    const int(*pair)[2] = query->kind == TOI_PRIMITIVE_EE ? ee : vf;
    short_vector a[3], b[3];
    for (int i = 0; i < 3; ++i) {
        a[i] = difference(query->start[pair[i][0]], query->start[pair[i][1]], unit);
        b[i] = difference(query->end[pair[i][0]], query->end[pair[i][1]], unit);
    }
    short_normal first = {0}, both = {0}, last = {0};
    add_cross(&first, &a[0], &a[1]);
    add_cross(&both, &a[0], &b[1]);
    add_cross(&both, &b[0], &a[1]);
    add_cross(&last, &b[0], &b[1]);
    *room = (exact_limbs){0};
    add_dot(room->limb[0], &first, &a[2]);
    add_dot(room->limb[1], &first, &b[2]);
    add_dot(room->limb[1], &both, &a[2]);
    add_dot(room->limb[2], &both, &b[2]);
    add_dot(room->limb[2], &last, &a[2]);
    add_dot(room->limb[3], &last, &b[2]);
    volume->degree = 3;
    for (int i = 0; i <= 3; ++i) {
        volume->c[i] = integer_of(room->limb[i]);
    }
    return true;
}
