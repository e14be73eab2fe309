// Two triangles: links along the direction of their exact distance until they touch or the time is over.

#include "math/distance.h"
#include "narrow/first/kernel.h"
#include "narrow/first/lanes.h"

// The turning direction is tried from the first link on that shortened the distance by less than this factor.
static const double SLOW_GAIN = 0.15;
// A cheap direction is good enough where it covers this part of the rest, and is not tried where the
// separation along it is below so many tolerances.
static const double CHEAP_PART = 0.05, CHEAP_TOLERANCES = 8.0;
// Closest points are known where the separation along their difference is at least this part of it.
static const double KNOWN_PART = 1.0 - 0x1p-20;

// Two triangles at work.
typedef struct ti_leaf {
    ti_few_points a, b;
    ti_match match;
    uint32_t triangles[4]; // as in record_link
} ti_leaf;

// Corners of both in the axes of A, from its centre.
static void place_corners(const ti_frame* f, const ti_leaf* leaf, toi_vec3 a[3], toi_vec3 b[3])
{
    for (uint32_t i = 0; i < 3; ++i) {
        a[i] = shape_point(&leaf->a.shape, i);
        b[i] = v3_add(frame_from_b(f, shape_point(&leaf->b.shape, i)), f->offset);
    }
}

// Three corners of a triangle in the lanes, or its three edges; the last lane is free.
static ti_w3 in_lanes(const toi_vec3 v[3], toi_vec3 last)
{
    return (ti_w3){
        {v[0].x, v[1].x, v[2].x, last.x}, {v[0].y, v[1].y, v[2].y, last.y}, {v[0].z, v[1].z, v[2].z, last.z}};
}

static ti_v4 lanes_apart(ti_w3 n, const toi_vec3 a[3], const toi_vec3 b[3])
{
    ti_v4 low = f4_min(f4_min(w3_dot(n, w3_set(b[0])), w3_dot(n, w3_set(b[1]))), w3_dot(n, w3_set(b[2])));
    ti_v4 high = f4_max(f4_max(w3_dot(n, w3_set(a[0])), w3_dot(n, w3_set(a[1]))), w3_dot(n, w3_set(a[2])));
    return low - high;
}

// Of the normals of both, the cross products of their edges and the difference of their centres the
// direction that keeps the triangles farthest apart: where they are not near each other, nearly as good as
// that of their distance.
static toi_vec3 best_axis(const toi_vec3 a[3], const toi_vec3 b[3])
{
    toi_vec3 between = v3_sub(v3_add(v3_add(b[0], b[1]), b[2]), v3_add(v3_add(a[0], a[1]), a[2]));
    toi_vec3 ea[3], eb[3];
    for (int i = 0; i < 3; ++i) {
        ea[i] = v3_sub(a[i == 2 ? 0 : i + 1], a[i]);
        eb[i] = v3_sub(b[i == 2 ? 0 : i + 1], b[i]);
    }
    const toi_vec3 other[3] = {v3_cross(ea[0], ea[1]), v3_cross(eb[0], eb[1]), between};
    ti_w3 edges = in_lanes(eb, eb[0]), best = w3_set(between);
    ti_v4 most = f4_set(-HUGE_VAL);
    for (int i = 0; i < 3; ++i) {
        ti_w3 n = w3_cross(w3_set(ea[i]), edges);
        n.x[3] = other[i].x;
        n.y[3] = other[i].y;
        n.z[3] = other[i].z;
        n = w3_unit_towards(n, w3_set(between));
        ti_v4 apart = lanes_apart(n, a, b);
        ti_m4 better = (ti_m4)(apart > most);
        most = f4_select(better, apart, most);
        best = w3_select(better, n, best);
    }
    int lane = 0;
    for (int i = 1; i < 4; ++i) {
        lane = most[i] > most[lane] ? i : lane;
    }
    return w3_lane(best, lane);
}

// The best separation along the normals of all pairs of features. Of slivers two edges may be equally near to
// rounding while only the normal of one keeps the rest apart.
static ti_apart apart_along_any(const ti_frame* f, const ti_leaf* leaf, const toi_vec3 a[3],
                                const toi_vec3 b[3], ti_apart best)
{
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            for (int kind = TI_GAP_VF; kind <= TI_GAP_EE; ++kind) {
                ti_gap gap = ti_feature_gap((ti_gap_kind)kind, i, j, a, b);
                ti_apart apart = apart_along(f, &leaf->match, gap.normal, 0, 0);
                best = apart.now > best.now ? apart : best;
            }
        }
    }
    return best;
}

// The distance, and a direction that keeps that much apart if there is one. The features that carried the
// gap before, if any, are tried first: a separation along their normal that is as large as their distance
// proves it the distance of the triangles.
static ti_apart measure(const ti_frame* f, const ti_leaf* leaf, ti_gap* gap)
{
    toi_vec3 a[3], b[3];
    place_corners(f, leaf, a, b);
    if (gap->proper) {
        ti_gap known = ti_feature_gap(gap->kind, gap->a, gap->b, a, b);
        ti_apart apart = apart_along(f, &leaf->match, known.normal, 0, 0);
        if (known.proper && apart.now > 0.0 && apart.now >= KNOWN_PART * known.distance) {
            *gap = known;
            return apart;
        }
    }
    *gap = ti_triangle_gap(a, b);
    ti_apart apart = apart_along(f, &leaf->match, gap->normal, 0, 0);
    return apart.now > 0.5 * gap->distance ? apart : apart_along_any(f, leaf, a, b, apart);
}

static toi_vec3 turn_of_gap(const ti_frame* f, const ti_gap* g, const ti_few_points* a,
                            const ti_few_points* b)
{
    toi_vec3 wa = f->spin_a, wb = frame_from_b(f, f->spin_b);
    if (g->kind != TI_GAP_EE) {
        return g->kind == TI_GAP_VF ? wb : wa;
    }
    if (!g->proper) {
        return v3_scale(0.5, v3_add(wa, wb));
    }
    uint32_t i = (uint32_t)g->a, j = (uint32_t)g->b;
    toi_vec3 ea = v3_sub(shape_point(&a->shape, i == 2 ? 0 : i + 1), shape_point(&a->shape, i));
    toi_vec3 eb = v3_sub(shape_point(&b->shape, j == 2 ? 0 : j + 1), shape_point(&b->shape, j));
    return ti_edge_turn(ea, frame_from_b(f, eb), wa, wb);
}

// Everything before `time` is of no more interest: a contact there, or a place where nothing more is proved.
static void stop_search(ti_search* search, ti_outcome outcome, const ti_gap* gap, double distance)
{
    *search->found = (ti_found){.outcome = outcome, .time = search->frame.time, .distance = distance};
    search->found->normal = frame_to_world(&search->frame, gap->normal);
    ti_found_contact(search, gap->point_a, gap->point_b);
    search->best = search->frame.time;
}

static ti_step leaf_step(const ti_search* search, const ti_match* match, const ti_apart* apart, toi_vec3 turn)
{
    ti_step step = ti_link_fixed(search, match, apart);
    step = ti_try_orbit(search, match, apart->normal, step);
    return ti_try_turn(search, match, apart, turn, step);
}

// A contact within tolerance stands where the links before happened to end. Where few more cover the rest of
// the window and the triangles are nearer still, it is put off to there: a motion that is cut at a contact
// has it at its end.
static void put_off_to_end(ti_search* search, ti_leaf* leaf, ti_apart apart, double end)
{
    while (search->best < end) {
        double time = search->best;
        leaf->match.rest = ti_span_between(time, end);
        ti_step step = ti_link_fixed(search, &leaf->match, &apart);
        double next = step.span >= leaf->match.rest ? end : ti_time_after(time, step.span);
        if (!(step.span >= TI_PUT_OFF_PART * leaf->match.rest) || !(next > time)) {
            return;
        }
        record_link(search, &step, next, leaf->triangles);
        frame_at(search->duel, next, &search->frame);
        ti_gap gap = {.proper = false};
        apart = measure(&search->frame, leaf, &gap);
        if (!(gap.distance <= search->found->distance)) {
            return;
        }
        stop_search(search, TI_OUTCOME_CONTACT, &gap, gap.distance);
    }
}

// What is known of two triangles that no link needs to be tried for: they touch, or the direction at hand is
// wrong (an edge of one pierces the other, or they are too thin for their distance to be computed).
static bool settled(ti_search* search, const ti_gap* gap, double separation)
{
    const ti_duel* duel = search->duel;
    bool near = !(gap->distance > duel->near);
    bool crossing = !(separation > 0.5 * gap->distance);
    if (!near && !crossing) {
        return false;
    }
    if (!duel->moves && duel->separation == 0.0) {
        search->least = 0.0; // the start is decided exactly, and says free
        return true;
    }
    stop_search(search, near ? TI_OUTCOME_CONTACT : TI_OUTCOME_PRECISION, gap, near ? gap->distance : 0.0);
    return true;
}

static void load_leaf(const ti_duel* duel, uint32_t a, uint32_t b, ti_leaf* leaf)
{
    load_triangles(&duel->body[0], a, a + 1, &leaf->a);
    load_triangles(&duel->body[1], b, b + 1, &leaf->b);
    leaf->match = (ti_match){.a = &leaf->a.shape, .b = &leaf->b.shape};
    leaf->triangles[0] = a;
    leaf->triangles[1] = a + 1;
    leaf->triangles[2] = b;
    leaf->triangles[3] = b + 1;
}

// A link along a cheap direction: of most pairs no more is needed. Returns the time that it leads to, or
// `time` where it leads not far.
static double cheap_step(ti_search* search, ti_leaf* leaf, double time)
{
    const ti_duel* duel = search->duel;
    ti_frame* f = &search->frame;
    if (f->time != time) {
        frame_at(duel, time, f);
    }
    toi_vec3 a[3], b[3];
    place_corners(f, leaf, a, b);
    ti_apart apart = apart_along(f, &leaf->match, best_axis(a, b), 0, 0);
    if (!(apart.now > duel->target + CHEAP_TOLERANCES * duel->tolerance)) {
        return time;
    }
    leaf->match.rest = ti_span_between(time, search->best);
    ti_step step = ti_link_fixed(search, &leaf->match, &apart);
    step = ti_try_orbit(search, &leaf->match, apart.normal, step);
    double next = ti_step_end(search, &step, leaf->match.rest);
    if (!(next > time) || !(step.span > CHEAP_PART * leaf->match.rest)) {
        return time;
    }
    record_link(search, &step, next, leaf->triangles);
    return next;
}

// What it means that a link leads nowhere.
static ti_outcome stuck_at(const ti_duel* duel, const ti_gap* gap, bool limit)
{
    if (gap->distance <= duel->separation + duel->tolerance) {
        return TI_OUTCOME_CONTACT;
    }
    return limit ? TI_OUTCOME_LIMIT : TI_OUTCOME_PRECISION;
}

// Advances two triangles from `time`. Ends with a link that covers the rest, or lowers search->best to the
// time where it stopped.
void ti_chain_triangles(ti_search* search, uint32_t a, uint32_t b, double time)
{
    const ti_duel* duel = search->duel;
    const toi_vec3 no_turn = {0.0, 0.0, 0.0};
    ti_leaf leaf;
    load_leaf(duel, a, b, &leaf);
    time = cheap_step(search, &leaf, time);
    if (time >= search->best) {
        return;
    }
    double distance_before = HUGE_VAL;
    bool slow = false;
    ti_gap gap = {.proper = false};
    for (;;) {
        if (search->frame.time != time) {
            frame_at(duel, time, &search->frame);
        }
        ++search->effort->leaves;
        ti_apart apart = measure(&search->frame, &leaf, &gap);
        double end = search->best;
        if (settled(search, &gap, apart.now)) {
            if (search->best < end && search->found->outcome == TI_OUTCOME_CONTACT) {
                put_off_to_end(search, &leaf, apart, end);
            }
            return;
        }
        leaf.match.rest = ti_span_between(time, end);
        slow = slow || gap.distance > SLOW_GAIN * distance_before;
        toi_vec3 turn = slow ? turn_of_gap(&search->frame, &gap, &leaf.a, &leaf.b) : no_turn;
        ti_step step = leaf_step(search, &leaf.match, &apart, turn);
        double next = ti_step_end(search, &step, leaf.match.rest);
        bool limit = !(search->effort->steps < search->effort->max_steps);
        if (!(next > time) || limit) {
            stop_search(search, stuck_at(duel, &gap, limit), &gap, gap.distance);
            return;
        }
        record_link(search, &step, next, leaf.triangles);
        if (next >= end) {
            return;
        }
        distance_before = gap.distance;
        time = next;
    }
}
