// Checks certificates in whole numbers, link by link: coefficients of polynomials in time have to be
// positive, or larger than multiples of lengths. Nothing is rounded, whatever the doubles are.

#include "math/vec3.h"
#include "narrow/deform/check.h"
#include "narrow/deform/exact_parts.h"

#include <math.h>

// Limbs for one link: enough for doubles of any size beside each other, in a link whose times and directions
// are of usual ones.
enum { VERIFY_LIMBS = 1 << 15 };

// A query over the time of a link.
typedef struct moving {
    toi_primitive_kind kind;
    form3 vertex[TOI_PRIMITIVE_MOST_VERTICES];
    ti_integer separation; // in the unit of the vertices
} moving;

static int lower3(int lowest, toi_vec3 v)
{
    return z_lower_bit(z_lower_bit(z_lower_bit(lowest, v.x), v.y), v.z);
}

// (one - t) x + t y
static ti_integer between(ti_limbs* pool, ti_integer x, ti_integer y, ti_integer t, ti_integer one)
{
    ti_integer first = ti_integer_mul(pool, ti_integer_sub(pool, one, t), x);
    ti_integer second = ti_integer_mul(pool, t, y);
    return ti_integer_add(pool, first, second);
}

static void read_moving(ti_limbs* pool, const toi_primitive_query* q, double separation,
                        const toi_primitive_link* link, moving* m)
{
    uint32_t count = toi_primitive_vertex_count(q->kind);
    int unit = z_lower_bit(1024, separation),
        time_unit = z_lower_bit(z_lower_bit(0, link->t_from), link->t_to);
    for (uint32_t i = 0; i < count; ++i) {
        unit = lower3(lower3(unit, q->start[i]), q->end[i]);
    }
    ti_integer one = ti_integer_from_double(pool, 1.0, time_unit);
    ti_integer from = ti_integer_from_double(pool, link->t_from, time_unit),
               to = ti_integer_from_double(pool, link->t_to, time_unit);
    for (uint32_t i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            ti_integer x = ti_integer_from_double(pool, v3_coordinate(q->start[i], k), unit);
            ti_integer y = ti_integer_from_double(pool, v3_coordinate(q->end[i], k), unit);
            ti_integer first = between(pool, x, y, from, one);
            ti_integer last = between(pool, x, y, to, one);
            m->vertex[i].at[k] = form_between(first, last);
        }
    }
    m->kind = q->kind;
    m->separation = ti_integer_mul(pool, ti_integer_from_double(pool, separation, unit), one);
}

// x > s (sqrt(a) + sqrt(b)), for s, a and b that are not negative: by squares, twice.
static bool exceeds(ti_limbs* pool, ti_integer x, ti_integer s, ti_integer a, ti_integer b)
{
    if (x.sign <= 0) {
        return false;
    }
    ti_integer s2 = ti_integer_mul(pool, s, s);
    ti_integer square = ti_integer_sub(pool, ti_integer_mul(pool, x, x),
                                       ti_integer_mul(pool, s2, ti_integer_add(pool, a, b)));
    if (square.sign <= 0) {
        return false;
    }
    ti_integer mixed =
        ti_integer_mul(pool, ti_integer_mul(pool, s2, s2), ti_integer_mul(pool, a, b)); // (s^2 sqrt(a b))^2
    ti_integer rest =
        ti_integer_sub(pool, ti_integer_mul(pool, square, square), ti_integer_times(pool, mixed, 4));
    return rest.sign > 0;
}

// Squared length of coefficient i of a vector.
static ti_integer length2(ti_limbs* pool, const form3* v, int i)
{
    ti_integer sum = Z_ZERO;
    for (int k = 0; k < 3; ++k) {
        sum = ti_integer_add(pool, sum, ti_integer_mul(pool, v->at[k].c[i], v->at[k].c[i]));
    }
    return sum;
}

static ti_form dot(ti_limbs* pool, const form3* a, const form3* b)
{
    ti_form sum = ti_form_mul(pool, &a->at[0], &b->at[0]);
    for (int k = 1; k < 3; ++k) {
        ti_form term = ti_form_mul(pool, &a->at[k], &b->at[k]);
        sum = ti_form_add(pool, &sum, &term);
    }
    return sum;
}

static form3 turning(ti_limbs* pool, const toi_primitive_link* link)
{
    int unit = lower3(lower3(1024, link->direction), link->direction_end);
    form3 n;
    for (int k = 0; k < 3; ++k) {
        ti_integer first = ti_integer_from_double(pool, v3_coordinate(link->direction, k), unit);
        ti_integer last = ti_integer_from_double(pool, v3_coordinate(link->direction_end, k), unit);
        n.at[k] = form_between(first, last);
    }
    return n;
}

// Coefficients of n.(a - b), a quadratic, against the separation times what is even between the lengths of n
// at both ends.
static bool separates(ti_limbs* pool, const moving* m, const form3* n, uint32_t a, uint32_t b)
{
    form3 apart = ti_form3_sub(pool, &m->vertex[a], &m->vertex[b]);
    ti_form along = dot(pool, n, &apart);
    ti_integer first = length2(pool, n, 0), last = length2(pool, n, 1), zero = Z_ZERO;
    return exceeds(pool, along.c[0], m->separation, first, zero) &&
           exceeds(pool, along.c[1], m->separation, first, last) &&
           exceeds(pool, along.c[2], m->separation, last, zero);
}

static bool direction_holds(ti_limbs* pool, const moving* m, const toi_primitive_link* link)
{
    uint32_t first_b = m->kind == TOI_PRIMITIVE_EE ? 2 : 1, count = toi_primitive_vertex_count(m->kind);
    form3 n = turning(pool, link);
    for (uint32_t a = 0; a < first_b; ++a) {
        for (uint32_t b = first_b; b < count; ++b) {
            size_t mark = pool->used;
            if (!separates(pool, m, &n, a, b) || pool->full) {
                return false;
            }
            pool->used = mark;
        }
    }
    return true;
}

// Coefficients of the determinant, a cubic, against the separation times those of the length of the cross
// product, a quadratic raised to a cubic.
static bool planes_hold(ti_limbs* pool, const moving* m)
{
    if (m->kind != TOI_PRIMITIVE_VF && m->kind != TOI_PRIMITIVE_EE) {
        return false;
    }
    bool edges = m->kind == TOI_PRIMITIVE_EE;
    const form3* v = m->vertex;
    form3 p = edges ? ti_form3_sub(pool, &v[1], &v[0]) : ti_form3_sub(pool, &v[2], &v[1]);
    form3 q = edges ? ti_form3_sub(pool, &v[3], &v[2]) : ti_form3_sub(pool, &v[3], &v[1]);
    form3 w = edges ? ti_form3_sub(pool, &v[0], &v[2]) : ti_form3_sub(pool, &v[0], &v[1]);
    form3 cross = ti_form3_cross(pool, &p, &q);
    ti_form volume = dot(pool, &cross, &w);
    volume = volume.c[0].sign < 0 ? ti_form_negate(&volume) : volume;
    ti_integer s = m->separation, zero = Z_ZERO;
    ti_integer first = length2(pool, &cross, 0), middle = length2(pool, &cross, 1),
               last = length2(pool, &cross, 2);
    return exceeds(pool, volume.c[0], s, first, zero) && exceeds(pool, volume.c[1], s, first, middle) &&
           exceeds(pool, volume.c[2], s, middle, last) && exceeds(pool, volume.c[3], s, last, zero) &&
           !pool->full;
}

static bool link_holds(const toi_primitive_query* query, double separation, const toi_primitive_link* link)
{
    uint64_t room[VERIFY_LIMBS];
    ti_limbs pool = {.room = room, .count = VERIFY_LIMBS};
    bool finite = v3_finite(link->direction) && v3_finite(link->direction_end);
    if (!finite || !(link->t_from >= 0.0 && link->t_from < link->t_to && link->t_to <= 1.0)) {
        return false;
    }
    moving m;
    read_moving(&pool, query, separation, link, &m);
    toi_vec3 none = {0.0, 0.0, 0.0};
    bool planes = v3_equal(link->direction, none) && v3_equal(link->direction_end, none);
    return !pool.full && (planes ? planes_hold(&pool, &m) : direction_holds(&pool, &m, link));
}

toi_status toi_primitive_verify(const toi_primitive_query* query, double separation,
                                const toi_primitive_link* links, uint32_t link_count, double* t_proved)
{
    bool separated = separation >= 0.0 && isfinite(separation);
    if (!ti_primitive_query_is_valid(query) || !separated || (!links && link_count > 0) || !t_proved) {
        return TOI_ERROR_INVALID;
    }
    double proved = 0.0;
    for (uint32_t i = 0; i < link_count; ++i) {
        if (links[i].t_from != proved || !link_holds(query, separation, &links[i])) {
            break;
        }
        proved = links[i].t_to;
    }
    *t_proved = proved;
    return TOI_OK;
}
