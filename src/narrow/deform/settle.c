// What a query is told, from how far its proof got: doubles where they settle it, exact arithmetic where they
// cannot.

#include "narrow/deform/settle.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "math/vec3.h"
#include "narrow/deform/cut.h"
#include "narrow/deform/exact.h"

// In errors of rounded positions: the proof ends between half of that and that, which leaves them apart.
#define CUT_ROOM 8.0

static void set_clear(toi_primitive_result* result)
{
    uint32_t steps = result->steps, links = result->link_count;
    *result = (toi_primitive_result){.answer = TOI_ANSWER_CLEAR,
                                     .start = TOI_START_FREE,
                                     .t_free = 1.0,
                                     .t_exact = HUGE_VAL,
                                     .steps = steps,
                                     .link_count = links};
}

// From A to B; zero where they are in one place.
static toi_vec3 normal_of(toi_vec3 toward)
{
    double most = d_max(d_max(fabs(toward.x), fabs(toward.y)), fabs(toward.z));
    if (!(most > 0.0)) {
        return v3(0.0, 0.0, 0.0);
    }
    toi_vec3 n = ti_scale3(toward, -ti_exponent_above(most));
    return v3_scale(-1.0 / v3_length(n), n);
}

// Gap, closest points and normal at the time the proof ended.
static void set_witness(toi_primitive_kind kind, const ti_advance* a, toi_primitive_result* result)
{
    const ti_corner_table* corners = &ti_corners[kind];
    for (int i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        result->weight[i] = 0.0;
    }
    for (int i = 0; i < corners->count; ++i) {
        result->weight[corners->a[i]] += a->corner[i];
        result->weight[corners->b[i]] += a->corner[i];
    }
    result->gap = a->distance;
    result->normal = normal_of(a->toward);
}

// The witness at another time.
static void set_witness_at(const toi_primitive_query* query, double t, bool avx2,
                           toi_primitive_result* result)
{
    ti_advance at;
    (avx2 ? ti_nearest_avx2 : ti_nearest_plain)(query, t, &at);
    set_witness(query->kind, &at, result);
}

// Without a tolerance. What the proof got is kept where it is more.
static void settle_exactly(const toi_primitive_query* query, bool avx2, toi_primitive_result* result)
{
    ti_exact_contact exact = {.contact = true};
    bool free = result->t_free > 0.0 || !ti_primitive_exact_start(query);
    if (free) {
        exact = ti_primitive_exact(query);
    }
    if (!exact.contact) {
        set_clear(result);
        return;
    }
    result->answer = TOI_ANSWER_CONTACT;
    result->start = free ? TOI_START_FREE : TOI_START_TOUCHING;
    result->t_free = d_max(result->t_free, exact.t_below);
    result->t_exact = exact.t_nearest;
    set_witness_at(query, result->t_free, avx2, result);
}

void ti_primitive_settle(const toi_primitive_query* query, const toi_primitive_def* def, const ti_advance* a,
                         bool avx2, toi_primitive_result* result)
{
    result->steps = a->steps;
    result->link_count = a->links;
    if (a->end == TI_ADVANCE_CLEAR) {
        set_clear(result);
        return;
    }
    double gap = a->distance - def->separation;
    bool near = a->end == TI_ADVANCE_CONTACT || (a->end == TI_ADVANCE_STUCK && gap <= a->tolerance);
    result->answer = near ? TOI_ANSWER_CONTACT : TOI_ANSWER_UNDECIDED;
    result->start = a->t > 0.0              ? TOI_START_FREE
                    : gap < -2.0 * a->error ? TOI_START_TOUCHING
                                            : TOI_START_UNKNOWN;
    result->t_free = a->t;
    result->t_exact = HUGE_VAL;
    set_witness(query->kind, a, result);
    // At the start doubles cannot tell a touch from the smallest gap, and nearby they get no further.
    if (def->exact || (def->separation == 0.0 && (a->t == 0.0 || a->close))) {
        settle_exactly(query, avx2, result);
        result->t_exact = def->exact ? result->t_exact : HUGE_VAL;
    }
}

typedef struct span {
    double least, most;
} span;

static span span_of(const toi_vec3* v, uint32_t first, uint32_t end, int axis)
{
    span s = {v3_coordinate(v[first], axis), v3_coordinate(v[first], axis)};
    for (uint32_t i = first + 1; i < end; ++i) {
        double x = v3_coordinate(v[i], axis);
        s.least = d_min(s.least, x);
        s.most = d_max(s.most, x);
    }
    return s;
}

// On which side of B along an axis A stays farther away than the separation: 1 above, -1 below, 0 neither.
// Without an error: a difference of doubles that is rounded to more than a double is more than that.
static int side_along(const toi_primitive_query* q, int axis, double separation)
{
    uint32_t count = toi_primitive_vertex_count(q->kind), first_b = q->kind == TOI_PRIMITIVE_EE ? 2 : 1;
    span a = span_of(q->start, 0, first_b, axis), b = span_of(q->start, first_b, count, axis);
    span c = span_of(q->end, 0, first_b, axis), d = span_of(q->end, first_b, count, axis);
    if (a.least - b.most > separation && c.least - d.most > separation) {
        return 1;
    }
    return b.least - a.most > separation && d.least - c.most > separation ? -1 : 0;
}

// Most queries end here, at a tenth of the cost of a direction.
static bool clear_along_axis(const toi_primitive_query* q, const toi_primitive_def* def,
                             toi_primitive_result* result)
{
    for (int axis = 0; axis < 3; ++axis) {
        int side = side_along(q, axis, def->separation);
        if (side != 0) {
            if (def->link_capacity > 0) {
                toi_vec3 n = {axis == 0 ? side : 0, axis == 1 ? side : 0, axis == 2 ? side : 0};
                def->links[0] = (toi_primitive_link){0.0, 1.0, n, n};
            }
            result->steps = 0;
            result->link_count = 1;
            set_clear(result);
            return true;
        }
    }
    return false;
}

double ti_primitive_answer(const toi_primitive_query* query, const toi_primitive_def* def, bool avx2,
                           toi_primitive_result* result)
{
    if (clear_along_axis(query, def, result)) {
        return 1.0;
    }
    ti_advance a;
    (avx2 ? ti_advance_avx2 : ti_advance_plain)(query, def, 1.0, &a);
    ti_primitive_settle(query, def, &a, avx2, result);
    return a.t;
}

// How far the proof gets with a tolerance, alone.
static double advance_until(const toi_primitive_query* query, double tolerance, bool avx2)
{
    const toi_primitive_def def = {.tolerance = tolerance};
    ti_advance a;
    (avx2 ? ti_advance_avx2 : ti_advance_plain)(query, &def, 1.0, &a);
    return a.t;
}

// The time at which two primitives that are apart at time 0 can be cut: where the proof ended, t, or where it
// did not come near the contact, before `latest`. Where coordinates are so large beside differences that
// rounding them takes more than the tolerance, the proof is repeated with more of one.
static double free_until(const toi_primitive_query* query, double t, double latest, bool avx2)
{
    if (t < 0.25 * latest) {
        return ti_primitive_cut_before(query, latest);
    }
    if (!(t > 0.0) || ti_primitive_cut_is_clear(query, t)) {
        return t;
    }
    double sooner = advance_until(query, CUT_ROOM * ti_primitive_cut_error(query), avx2);
    bool clear = sooner > 0.0 && sooner < t && ti_primitive_cut_is_clear(query, sooner);
    return clear ? sooner : ti_primitive_cut_before(query, t);
}

void ti_primitive_settle_cut(const toi_primitive_query* query, const toi_primitive_def* def, double proved,
                             bool avx2, toi_primitive_result* result)
{
    bool apart = result->answer == TOI_ANSWER_CONTACT && result->start == TOI_START_FREE;
    if (!apart || !(def->exact || result->t_free != proved)) {
        return;
    }
    double t = free_until(query, proved, result->t_free, avx2);
    if (t != result->t_free) {
        result->t_free = t;
        set_witness_at(query, t, avx2, result);
    }
}
