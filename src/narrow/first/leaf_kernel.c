// Two triangles: links along the direction of their exact distance until they touch or the time is over.

#include "math/distance.h"
#include "narrow/first/kernel.h"

// The turning direction is tried where the last link shortened the distance by less than this factor.
static const double SLOW_GAIN = 0.15;

// A triangle as points, its last corner twice.
typedef struct triangle_points {
    double x[4], y[4], z[4];
    ti_shape shape;
} triangle_points;

// Two triangles at work.
typedef struct ti_leaf {
    triangle_points a, b;
    ti_match match;
    uint32_t triangles[4]; // as in record_link
} ti_leaf;

static void load_triangle(const ti_track* k, uint32_t index, triangle_points* t)
{
    const ti_triangle* triangle = &k->mesh->triangles[index];
    double longest = 0.0;
    for (uint32_t i = 0; i < 4; ++i) {
        toi_vec3 v = k->mesh->local[triangle->vertex[i < 3 ? i : 2]];
        double length = v3_length(v);
        t->x[i] = v.x;
        t->y[i] = v.y;
        t->z[i] = v.z;
        longest = length > longest ? length : longest;
    }
    t->shape = (ti_shape){t->x, t->y, t->z, 4, NULL, NULL, k->scale, k->scale * longest * (1.0 + 0x1p-50)};
}

// Corners of both in the axes of A, from its centre.
static void place_corners(const ti_frame* f, const ti_leaf* leaf, toi_vec3 a[3], toi_vec3 b[3])
{
    for (uint32_t i = 0; i < 3; ++i) {
        a[i] = shape_point(&leaf->a.shape, i);
        b[i] = v3_add(frame_from_b(f, shape_point(&leaf->b.shape, i)), f->offset);
    }
}

static ti_gap gap_at(const ti_frame* f, const ti_leaf* leaf)
{
    toi_vec3 a[3], b[3];
    place_corners(f, leaf, a, b);
    return ti_triangle_gap(a, b);
}

// The separation along the gap's normal. It equals the distance where the triangles are apart; where an edge
// of one pierces the other it does not, and the distance is zero.
static ti_apart apart_along(const ti_frame* f, const ti_match* match, toi_vec3 n)
{
    ti_farthest a = shape_farthest(match->a, n, 0);
    ti_farthest b = shape_farthest(match->b, v3_negate(frame_to_b(f, n)), 0);
    return (ti_apart){n, (v3_dot(n, f->offset) - b.value) - a.value, a.index, b.index};
}

// The best separation along the normals of all pairs of features. Of slivers two edges may be equally near to
// rounding while only the normal of one keeps the rest apart.
static ti_apart apart_along_any(const ti_frame* f, const ti_leaf* leaf, ti_apart best)
{
    toi_vec3 a[3], b[3];
    place_corners(f, leaf, a, b);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            for (int kind = TI_GAP_VF; kind <= TI_GAP_EE; ++kind) {
                ti_gap gap = ti_feature_gap((ti_gap_kind)kind, i, j, a, b);
                ti_apart apart = apart_along(f, &leaf->match, gap.normal);
                best = apart.now > best.now ? apart : best;
            }
        }
    }
    return best;
}

// The distance, and a direction that keeps that much apart if there is one.
static ti_apart measure(const ti_frame* f, const ti_leaf* leaf, ti_gap* gap)
{
    *gap = gap_at(f, leaf);
    ti_apart apart = apart_along(f, &leaf->match, gap->normal);
    return apart.now > 0.5 * gap->distance ? apart : apart_along_any(f, leaf, apart);
}

static toi_vec3 turn_of_gap(const ti_frame* f, const ti_gap* g, const triangle_points* a,
                            const triangle_points* b)
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

// A contact within tolerance stands where the links before happened to end. Where one more covers the rest of
// the window and the triangles are nearer still at its end, it is put off to there: a motion that is cut at a
// contact has it at its end.
static void put_off_to_end(ti_search* search, const ti_leaf* leaf, const ti_apart* apart, double end)
{
    double time = search->best, distance = search->found->distance;
    ti_match match = leaf->match;
    match.rest = ti_span_between(time, end);
    ti_step step = ti_link_fixed(search, &match, apart);
    if (!(step.span >= match.rest) || !(end > time)) {
        return;
    }
    record_link(search, &step, end, leaf->triangles);
    frame_at(search->duel, end, &search->frame);
    ti_gap gap = gap_at(&search->frame, leaf);
    if (gap.distance <= distance) {
        stop_search(search, TI_OUTCOME_CONTACT, &gap, gap.distance);
    }
}

// What is known of two triangles that no link needs to be tried for: they touch, or the direction at hand is
// wrong (an edge of one pierces the other, or they are too thin for their distance to be computed).
static bool settled(ti_search* search, const ti_gap* gap, double separation)
{
    const ti_duel* duel = search->duel;
    bool near = !(gap->distance > duel->separation + duel->tolerance);
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
    load_triangle(&duel->body[0], a, &leaf->a);
    load_triangle(&duel->body[1], b, &leaf->b);
    leaf->match = (ti_match){.a = &leaf->a.shape, .b = &leaf->b.shape};
    leaf->triangles[0] = a;
    leaf->triangles[1] = a + 1;
    leaf->triangles[2] = b;
    leaf->triangles[3] = b + 1;
}

// Advances two triangles from `time`. Ends with a link that covers the rest, or lowers search->best to the
// time where it stopped.
void ti_chain_triangles(ti_search* search, uint32_t a, uint32_t b, double time)
{
    const ti_duel* duel = search->duel;
    const toi_vec3 no_turn = {0.0, 0.0, 0.0};
    ti_leaf leaf;
    load_leaf(duel, a, b, &leaf);
    double distance_before = HUGE_VAL;
    for (;;) {
        if (search->frame.time != time) {
            frame_at(duel, time, &search->frame);
        }
        ++search->effort->leaves;
        ti_gap gap;
        ti_apart apart = measure(&search->frame, &leaf, &gap);
        double end = search->best;
        if (settled(search, &gap, apart.now)) {
            if (search->best < end && search->found->outcome == TI_OUTCOME_CONTACT) {
                put_off_to_end(search, &leaf, &apart, end);
            }
            return;
        }
        leaf.match.rest = ti_span_between(time, end);
        bool slow = gap.distance > SLOW_GAIN * distance_before;
        toi_vec3 turn = slow ? turn_of_gap(&search->frame, &gap, &leaf.a, &leaf.b) : no_turn;
        ti_step step = leaf_step(search, &leaf.match, &apart, turn);
        double next = ti_step_end(search, &step, leaf.match.rest);
        bool limit = !(search->effort->steps < search->effort->max_steps);
        if (!(next > time) || limit) {
            stop_search(search, limit ? TI_OUTCOME_LIMIT : TI_OUTCOME_PRECISION, &gap, gap.distance);
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
