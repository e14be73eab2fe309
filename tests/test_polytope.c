// Intervals of overlap of convex polytopes: random motions against all axes in long double, boxes as
// polytopes, closed forms without thickness, resting contact, and memory.

#include "core/arena.h"
#include "core/cpu.h"
#include "narrow/boxes/polytope_solve.h"
#include "random_curves.h"
#include "support/number_hash.h"
#include "support/polytope_oracle.h"

#include <stdlib.h>

// Two of 700,000 motions take more than 20,000 nodes, the limit otherwise: that of a matrix that flattens one
// by 2,000 takes 202,753.
enum { ROOM = 32, MOST_POINTS = 72, MOST_NODES = 1000000 };

typedef struct solid {
    polytope_body body;
    ti_polytope shape;
} solid;

static void solve(const solid* a, const solid* b, bool plain, ti_polytope_span spans[ROOM],
                  ti_polytope_search* search)
{
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_polys p = {.arena = &arena, .plain = plain || !ti_cpu_has_avx2()};
    ti_moving_polytope bodies[2] = {{.shape = &a->shape, .motion = a->body.motion},
                                    {.shape = &b->shape, .motion = b->body.motion}};
    search->blur = 1e-13;
    search->max_nodes = MOST_NODES;
    search->spans = spans;
    search->capacity = ROOM;
    assert_true(ti_polytope_solve(&p, &bodies[0], &bodies[1], search));
    assert_true(search->count <= ROOM);
    ti_arena_destroy(&arena);
}

// ---- random motions

typedef struct random_body {
    random_curves curves;
    toi_vec3 points[MOST_POINTS];
    solid solid;
} random_body;

typedef enum shape_kind { HULL, DOP, POLYGON, SEGMENT, POINT } shape_kind;

static toi_vec3 on_sphere(test_random* random, toi_vec3 size)
{
    toi_vec3 p = random_bell_vec(random, 1.0);
    double length = v3_length(p);
    return v3(size.x * p.x / length, size.y * p.y / length, size.z * p.z / length);
}

// The oracle takes the vertices of a k-DOP as they are, which holds the points.
static void take_vertices(const toi_vec3* from, random_body* r)
{
    const ti_polytope* p = &r->solid.shape;
    for (uint32_t f = 0; f < p->face_count; ++f) {
        for (uint32_t i = 0; i < r->solid.body.count; ++i) {
            assert_true(v3_dot(p->normals[f], v3_sub(from[i], p->center)) <= p->heights[f]);
        }
    }
    assert_true(p->vertex_count <= MOST_POINTS);
    for (uint32_t i = 0; i < p->vertex_count; ++i) {
        r->points[i] = v3_add(p->center, p->vertices[i]);
    }
    r->solid.body.count = p->vertex_count;
}

static void draw_shape(test_random* random, shape_kind kind, random_body* r)
{
    static const uint32_t most[] = {17, 17, 9, 3, 1};
    toi_vec3 size = random_between_vec(random, 0.2, 1.0);
    bool aside = random_below(random, 2) == 1;
    toi_vec3 offset = random_bell_vec(random, aside ? 1.0 : 0.0);
    offset.y = aside ? 0.5 : 0.0;
    toi_vec3 points[MOST_POINTS], axis = on_sphere(random, v3(1.0, 1.0, 1.0));
    polytope_body* body = &r->solid.body;
    body->count = kind == POINT ? 1 : 4 + random_below(random, most[kind]);
    for (uint32_t i = 0; i < body->count; ++i) {
        toi_vec3 p = on_sphere(random, size);
        p.z = kind == POLYGON ? 0.0 : p.z;
        p = kind == SEGMENT ? v3_scale(p.z, axis) : p;
        points[i] = kind == POLYGON ? p : v3_add(offset, p);
    }
    toi_status status = kind == DOP ? ti_polytope_dop(points, body->count, 3 + random_below(random, 11), NULL,
                                                      &r->solid.shape)
                                    : ti_polytope_hull(points, body->count, NULL, &r->solid.shape);
    assert_int_equal(status, TOI_OK);
    memcpy(r->points, points, body->count * sizeof *points);
    if (kind == DOP) {
        take_vertices(points, r);
    }
    body->points = r->points;
    polytope_body_prepare(body);
}

static void draw_motion(test_random* random, bool affine, bool moves, random_body* r)
{
    const random_curves_def def = {moves ? 5 : 1, moves ? 9 : 1, 0.7, affine};
    r->solid.body.motion = random_curve(random, &def, &r->curves);
}

static bool within(const ti_polytope_span* spans, uint32_t count, double t)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (t >= spans[i].enter && t <= spans[i].exit) {
            return true;
        }
    }
    return false;
}

// How near an event has to be to where they touch: a hundred-billionth of half the way. That holds where they
// come nearer at this rate at least, in the last millionth of the motion before the event, or go apart after
// it: those that graze are slower there, and only the span says how near they are.
#define NEAR (1e-11 * CURVE_SCALE)
static const double RATE = 0.01, WHILE = 1e-6;

static real apart_at(const random_body* a, const random_body* b, real t)
{
    return polytope_separation(&a->solid.body, &b->solid.body, t);
}

// Never later, never earlier, and no farther apart than the span says.
static double judge_event(const random_body* a, const random_body* b, double t, double blur, double before)
{
    if (!(t > 0.0 && t < 1.0)) {
        return 0.0;
    }
    real apart = apart_at(a, b, (real)t);
    bool grazes = !(apart_at(a, b, (real)t + (real)before) - apart > (real)(RATE * WHILE));
    if (!(apart > -1e-17L && apart <= (real)blur && (grazes || blur <= NEAR))) {
        fail_msg("event at %.17g: apart %.3g, blur %.3g, %s", t, (double)apart, blur,
                 grazes ? "grazing" : "across");
    }
    return grazes ? 0.0 : blur;
}

static double judge(const random_body* a, const random_body* b, const ti_polytope_span* spans, uint32_t count,
                    int samples)
{
    double worst = 0.0, limit = NEAR;
    for (uint32_t i = 0; i < count; ++i) {
        limit = fmax(fmax(spans[i].enter_blur, spans[i].exit_blur), limit);
        worst = fmax(worst, judge_event(a, b, spans[i].enter, spans[i].enter_blur, -WHILE));
        worst = fmax(worst, judge_event(a, b, spans[i].exit, spans[i].exit_blur, WHILE));
    }
    for (int i = 0; i <= samples; ++i) {
        double t = (double)i / samples;
        real apart = apart_at(a, b, (real)t);
        bool in = within(spans, count, t);
        if (!(in || apart > 0.0L) || (in && apart >= (real)limit)) {
            fail_msg("at %.17g: %s, apart %.3g", t, in ? "in" : "out", (double)apart);
        }
    }
    return worst;
}

// TOI_POLYTOPE_MOTIONS sets another count, 100000 by hand, and TOI_POLYTOPE_SEED leaves out other seeds.
static void compare_with_all_axes(uint64_t seed, uint32_t motions, const shape_kind kinds[2], double events)
{
    const char* wanted = getenv("TOI_POLYTOPE_MOTIONS");
    motions = wanted != NULL ? (uint32_t)strtoul(wanted, NULL, 10) : motions / TEST_SHARE;
    const char* only = getenv("TOI_POLYTOPE_SEED");
    if (only != NULL && strtoul(only, NULL, 10) != seed) {
        return;
    }
    test_random random = random_start(seed);
    uint32_t touched = 0, several = 0, nodes = 0, most_nodes = 0;
    double worst = 0.0;
    uint64_t hash = number_hash_start;
    static random_body a, b;
    for (uint32_t i = 0; i < motions; ++i) {
        if (i % 8 == 0) {
            ti_polytope_release(&a.solid.shape, NULL);
            ti_polytope_release(&b.solid.shape, NULL);
            draw_shape(&random, kinds[0], &a);
            draw_shape(&random, kinds[1], &b);
        }
        draw_motion(&random, i % 3 == 2, i % 2 == 1, &a);
        draw_motion(&random, i % 5 == 4, true, &b);
        ti_polytope_span spans[ROOM], other[ROOM];
        ti_polytope_search search = {0}, plain = {0};
        solve(&a.solid, &b.solid, false, spans, &search);
        worst = fmax(worst, judge(&a, &b, spans, search.count, kinds[0] == DOP ? 12 : 40));
        solve(&a.solid, &b.solid, true, other, &plain);
        assert_int_equal(plain.count, search.count);
        assert_int_equal(plain.nodes, search.nodes);
        for (uint32_t k = 0; k < search.count; ++k) {
            assert_true(spans[k].enter == other[k].enter && spans[k].exit == other[k].exit);
        }
        assert_true(search.complete);
        touched += search.count > 0;
        several += search.count > 1;
        nodes += search.nodes;
        most_nodes = search.nodes > most_nodes ? search.nodes : most_nodes;
        number_hash(&hash, search.count);
        for (uint32_t k = 0; k < search.count; ++k) {
            number_hash(&hash, spans[k].enter);
            number_hash(&hash, spans[k].exit);
        }
    }
    ti_polytope_release(&a.solid.shape, NULL);
    ti_polytope_release(&b.solid.shape, NULL);
    print_message("hash %016llx; %u of %u touch, %u more than once; widest %.2g; %u nodes, most %u\n",
                  (unsigned long long)hash, touched, motions, several, worst, nodes, most_nodes);
    assert_in_range(touched, (uint32_t)(events * motions), motions - 1);
}

static void hulls_agree_with_all_axes(void** state)
{
    (void)state;
    compare_with_all_axes(7, 200, (const shape_kind[2]){HULL, HULL}, 0.2);
}

static void dops_agree_with_all_axes(void** state)
{
    (void)state;
    compare_with_all_axes(8, 40, (const shape_kind[2]){DOP, HULL}, 0.2);
}

static void polygons_agree_with_all_axes(void** state)
{
    (void)state;
    compare_with_all_axes(9, 200, (const shape_kind[2]){POLYGON, HULL}, 0.1);
    compare_with_all_axes(10, 200, (const shape_kind[2]){POLYGON, POLYGON}, 0.1);
}

static void points_and_segments_agree_with_all_axes(void** state)
{
    (void)state;
    compare_with_all_axes(11, 200, (const shape_kind[2]){SEGMENT, HULL}, 0.05);
    compare_with_all_axes(12, 200, (const shape_kind[2]){HULL, POINT}, 0.05);
    compare_with_all_axes(13, 200, (const shape_kind[2]){SEGMENT, POLYGON}, 0.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hulls_agree_with_all_axes),
        cmocka_unit_test(dops_agree_with_all_axes),
        cmocka_unit_test(polygons_agree_with_all_axes),
        cmocka_unit_test(points_and_segments_agree_with_all_axes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
