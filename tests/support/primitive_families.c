// Draws points of a family, then changes some of them.

#include "support/primitive_families.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { VERTICES = TOI_PRIMITIVE_MOST_VERTICES };

const char* primitive_family_name(primitive_family family)
{
    static const char* const name[] = {"small whole", "whole",  "coplanar", "collapsing", "decimal",
                                       "far",         "tiny",   "huge",     "shared",     "parallel",
                                       "powers",      "random", "touching", "extreme"};
    return name[family];
}

static double whole(gen_random* random, int most)
{
    return (double)gen_below(random, 2 * (uint32_t)most + 1) - most;
}

static double power(gen_random* random, int most)
{
    double exponent = whole(random, most), sign = whole(random, 1);
    return ldexp(sign, (int)exponent);
}

static double any_finite(gen_random* random)
{
    double x = HUGE_VAL;
    while (!isfinite(x)) {
        uint64_t bits = gen_bits(random);
        memcpy(&x, &bits, sizeof x);
    }
    return gen_below(random, 4) == 0 ? whole(random, 1) * DBL_TRUE_MIN : x;
}

static double draw_number(gen_random* random, primitive_family family)
{
    switch (family) {
    case FAMILY_SMALL_WHOLE:
    case FAMILY_COLLAPSING:
    case FAMILY_COPLANAR:
        return whole(random, 2);
    case FAMILY_WHOLE:
    case FAMILY_SHARED:
    case FAMILY_TOUCHING:
        return whole(random, 9);
    case FAMILY_DECIMAL:
        return 0.1 * whole(random, 9);
    case FAMILY_FAR:
        return 1e6 + gen_between(random, -1.0, 1.0);
    case FAMILY_TINY:
        return 1e-305 * whole(random, 9);
    case FAMILY_HUGE:
        return 1e100 * gen_between(random, -1.0, 1.0);
    case FAMILY_POWERS:
        return power(random, 30);
    case FAMILY_EXTREME:
        return any_finite(random);
    default:
        return gen_between(random, -1.0, 1.0);
    }
}

static toi_vec3 draw_vector(gen_random* random, primitive_family family)
{
    double x = draw_number(random, family), y = draw_number(random, family);
    return (toi_vec3){x, y, draw_number(random, family)};
}

// Coordinates by powers of two that have nothing to do with each other: all stay finite.
static void stretch(gen_random* random, toi_primitive_query* q)
{
    double factor[3];
    for (int k = 0; k < 3; ++k) {
        factor[k] = ldexp(1.0, (int)whole(random, 600));
    }
    for (int i = 0; i < VERTICES; ++i) {
        const toi_vec3 *a = &q->start[i], *b = &q->end[i];
        q->start[i] = (toi_vec3){factor[0] * a->x, factor[1] * a->y, factor[2] * a->z};
        q->end[i] = (toi_vec3){factor[0] * b->x, factor[1] * b->y, factor[2] * b->z};
    }
}

// In the plane x + y + z = 0 or z = 1, exactly.
static void flatten(gen_random* random, toi_primitive_query* q)
{
    bool slanted = gen_below(random, 2) == 0;
    for (int i = 0; i < VERTICES; ++i) {
        q->start[i].z = slanted ? -(q->start[i].x + q->start[i].y) : 1.0;
        q->end[i].z = slanted ? -(q->end[i].x + q->end[i].y) : 1.0;
    }
}

// Two vertices at the same place, or three on a line, at the start, at the end, in the middle, or always.
static void collapse(gen_random* random, toi_primitive_query* q)
{
    uint32_t i = gen_below(random, VERTICES), k = (i + 1) % VERTICES, l = (i + 2) % VERTICES;
    uint32_t when = gen_below(random, 4);
    toi_vec3 *a = q->start, *b = q->end;
    if (gen_below(random, 2) == 0) {
        a[l] = (toi_vec3){2.0 * a[k].x - a[i].x, 2.0 * a[k].y - a[i].y, 2.0 * a[k].z - a[i].z};
        b[l] = (toi_vec3){2.0 * b[k].x - b[i].x, 2.0 * b[k].y - b[i].y, 2.0 * b[k].z - b[i].z};
    } else if (when == 2) { // a[i] + b[i] = a[k] + b[k]
        b[k] = (toi_vec3){a[i].x + b[i].x - a[k].x, a[i].y + b[i].y - a[k].y, a[i].z + b[i].z - a[k].z};
    } else {
        a[k] = when != 1 ? a[i] : a[k];
        b[k] = when != 0 ? b[i] : b[k];
    }
}

static void share(gen_random* random, toi_primitive_query* q)
{
    uint32_t i = gen_below(random, VERTICES), k = gen_below(random, VERTICES);
    if (gen_below(random, 2) == 0) {
        q->start[k] = q->start[i];
    }
    if (gen_below(random, 2) == 0) {
        q->end[k] = q->end[i];
    }
}

// The edges from 0 to 1 and from 2 to 3 get long and nearly parallel, and near to each other.
static void align(gen_random* random, toi_vec3 x[VERTICES])
{
    double length = gen_between(random, 1.0, 100.0);
    for (int i = 0; i < VERTICES; ++i) {
        x[i].x = i % 2 == 0 ? -length : length;
        x[i].y *= 1e-3;
        x[i].z *= 1e-3;
    }
}

// The point of the vertices in a simplex of whole weights that add up to 4, times 4.
static toi_vec3 mix(gen_random* random, const toi_vec3* x, int count)
{
    toi_vec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < 4; ++i) {
        toi_vec3 p = x[gen_below(random, (uint32_t)count)];
        sum = (toi_vec3){sum.x + p.x, sum.y + p.y, sum.z + p.z};
    }
    return sum;
}

// Coordinates become multiples of 4, and the first vertex gets to a point of the others at time 0, 1 or 1/2.
// It is on the face or edge of a query of VF or VE, and on the edge of one of EE; of VV it is where the other
// is.
static void touch(gen_random* random, toi_primitive_query* q)
{
    int first = q->kind == TOI_PRIMITIVE_EE ? 2 : 1;
    int count = q->kind == TOI_PRIMITIVE_VF ? 3 : (q->kind == TOI_PRIMITIVE_VV ? 1 : 2);
    uint32_t when = gen_below(random, 3);
    toi_vec3 at[VERTICES];
    for (int i = 0; i < VERTICES; ++i) {
        toi_vec3 *a = &q->start[i], *b = &q->end[i];
        at[i] = when == 0 ? *a : (when == 1 ? *b : (toi_vec3){a->x + b->x, a->y + b->y, a->z + b->z});
        *a = (toi_vec3){4.0 * a->x, 4.0 * a->y, 4.0 * a->z};
        *b = (toi_vec3){4.0 * b->x, 4.0 * b->y, 4.0 * b->z};
    }
    toi_vec3 p = mix(random, at + first, count);
    if (when == 0) {
        q->start[0] = p;
    } else if (when == 1) {
        q->end[0] = p;
    } else { // 4 times the sum of two places: twice the place at time 1/2, in the new coordinates
        q->end[0] = (toi_vec3){p.x - q->start[0].x, p.y - q->start[0].y, p.z - q->start[0].z};
    }
}

static toi_primitive_query draw_plain(gen_random* random, primitive_family family)
{
    // Half of them with a face or two edges that have the most to go wrong.
    static const toi_primitive_kind kinds[] = {TOI_PRIMITIVE_VF, TOI_PRIMITIVE_EE, TOI_PRIMITIVE_VF,
                                               TOI_PRIMITIVE_EE, TOI_PRIMITIVE_VE, TOI_PRIMITIVE_VV};
    toi_primitive_query q = {.kind = kinds[gen_below(random, 6)]};
    for (int i = 0; i < VERTICES; ++i) {
        q.start[i] = draw_vector(random, family);
        q.end[i] = draw_vector(random, family);
    }
    switch (family) {
    case FAMILY_COPLANAR:
        flatten(random, &q);
        break;
    case FAMILY_COLLAPSING:
        collapse(random, &q);
        break;
    case FAMILY_SHARED:
        share(random, &q);
        break;
    case FAMILY_PARALLEL:
        align(random, q.start);
        align(random, q.end);
        break;
    case FAMILY_TOUCHING:
        touch(random, &q);
        break;
    default:
        break;
    }
    return q;
}

toi_primitive_query primitive_draw(gen_random* random, primitive_family family)
{
    if (family != FAMILY_EXTREME || gen_below(random, 4) == 0) {
        return draw_plain(random, family);
    }
    toi_primitive_query q = draw_plain(random, (primitive_family)gen_below(random, FAMILIES));
    stretch(random, &q);
    return q;
}
