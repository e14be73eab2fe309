// Polytopes in closed form and at rest, boxes as polytopes, contacts, and memory.

#include "cmocka_toi.h"
#include "core/arena.h"
#include "core/cpu.h"
#include "failing_allocator.h"
#include "math/vec3.h"
#include "narrow/boxes/polytope_event.h"
#include "narrow/boxes/polytope_solve.h"
#include "narrow/boxes/sharpen.h"
#include "random_point.h"

enum { ROOM = 16 };

static const toi_quat upright[] = {{1.0, 0.0, 0.0, 0.0}};

typedef struct path {
    toi_vec3 points[3];
    uint32_t count;
} path;

static toi_rational moves(const path* p)
{
    return (toi_rational){
        .rotation = upright, .rotation_count = 1, .translation = p->points, .translation_count = p->count};
}

static void cube(double half, toi_vec3 points[8])
{
    for (int i = 0; i < 8; ++i) {
        points[i] = v3(i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half);
    }
}

static void solve(const ti_polytope* a, const ti_polytope* b, const toi_rational* motion_a,
                  const toi_rational* motion_b, ti_polytope_search* search)
{
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_polys p = {.arena = &arena, .plain = !ti_cpu_has_avx2()};
    ti_moving_polytope first = {.shape = a, .motion = *motion_a}, second = {.shape = b, .motion = *motion_b};
    search->capacity = ROOM;
    search->blur = 1e-13;
    assert_true(ti_polytope_solve(&p, &first, &second, search));
    assert_true(search->complete && search->count <= ROOM);
    ti_arena_destroy(&arena);
}

// ---- closed forms

typedef struct row {
    const char* name;
    uint32_t count_a, count_b;
    toi_vec3 a[4], b[4]; // of 8 points the unit cube
    path path;           // of B; A rests
    double enter, exit;
    double within;
    toi_contact_kind kind;
} row;

static const row table[] = {
    {"cubes head on",
     8,
     8,
     {{0, 0, 0}},
     {{0, 0, 0}},
     {{{-3, 0, 0}, {3, 0, 0}}, 2},
     1.0 / 3,
     2.0 / 3,
     1e-12,
     TOI_CONTACT_FV},
    {"beside, touching",
     8,
     8,
     {{0, 0, 0}},
     {{0, 0, 0}},
     {{{-3, 1, 0}, {3, 1, 0}}, 2},
     1.0 / 3,
     2.0 / 3,
     1e-12,
     TOI_CONTACT_FV},
    {"a bounce",
     8,
     8,
     {{0, 0, 0}},
     {{0, 0, 0}},
     {{{-2, 0, 0}, {0, 0, 0}, {-2, 0, 0}}, 3},
     0.5,
     0.5,
     2e-6,
     TOI_CONTACT_NONE},
    {"resting",
     8,
     8,
     {{0, 0, 0}},
     {{0, 0, 0}},
     {{{-0.5, 0, 1}, {0.5, 0, 1}}, 2},
     0.0,
     1.0,
     0.0,
     TOI_CONTACT_NONE},
    {"the same cube", 8, 8, {{0, 0, 0}}, {{0, 0, 0}}, {{{0, 0, 0}}, 1}, 0.0, 1.0, 0.0, TOI_CONTACT_NONE},
    {"points", 1, 1, {{0, 0, 0}}, {{0, 0, 0}}, {{{-1, 0, 0}, {1, 0, 0}}, 2}, 0.5, 0.5, 1e-12, TOI_CONTACT_FV},
    {"a point through a cube",
     8,
     1,
     {{0, 0, 0}},
     {{0, 0, 0}},
     {{{-1, 0, 0}, {1, 0, 0}}, 2},
     0.25,
     0.75,
     1e-12,
     TOI_CONTACT_FV},
    {"segments that cross",
     2,
     2,
     {{-1, 0, 0}, {1, 0, 0}},
     {{0, -1, 0}, {0, 1, 0}},
     {{{0, 0, -1}, {0, 0, 3}}, 2},
     0.25,
     0.25,
     1e-12,
     TOI_CONTACT_FV},
    {"a segment through a triangle",
     3,
     2,
     {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}},
     {{0, 0, -1}, {0, 0, 1}},
     {{{0, 0, -3}, {0, 0, 3}}, 2},
     1.0 / 3,
     2.0 / 3,
     1e-12,
     TOI_CONTACT_FV},
    {"triangles in one plane",
     3,
     3,
     {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}},
     {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}},
     {{{0, -4, 0}, {0, 4, 0}}, 2},
     0.25,
     0.75,
     1e-12,
     TOI_CONTACT_NONE},
};

static void make_shape(uint32_t count, const toi_vec3 points[4], ti_polytope* shape)
{
    toi_vec3 corners[8];
    cube(0.5, corners);
    assert_int_equal(ti_polytope_hull(count == 8 ? corners : points, count, NULL, shape), TOI_OK);
}

static void closed_forms_hold(void** state)
{
    (void)state;
    static const path rest = {{{0.0, 0.0, 0.0}}, 1};
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        const row* r = &table[i];
        ti_polytope a, b;
        ti_polytope_span spans[ROOM];
        ti_polytope_search search = {.spans = spans};
        toi_rational still = moves(&rest), moving = moves(&r->path);
        make_shape(r->count_a, r->a, &a);
        make_shape(r->count_b, r->b, &b);
        solve(&a, &b, &still, &moving, &search);
        if (search.count != 1 || search.nodes > 400) {
            fail_msg("%s: %u spans, %u nodes", r->name, search.count, search.nodes);
        }
        if (!(spans[0].enter <= r->enter + 1e-15 && spans[0].exit >= r->exit - 1e-15 &&
              fabs(spans[0].enter - r->enter) <= r->within && fabs(spans[0].exit - r->exit) <= r->within)) {
            fail_msg("%s: from %.17g to %.17g", r->name, spans[0].enter, spans[0].exit);
        }
        assert_true(r->kind == TOI_CONTACT_NONE || spans[0].enter_touch.kind != TOI_CONTACT_NONE);
        ti_polytope_release(&a, NULL);
        ti_polytope_release(&b, NULL);
    }
}

static void what_passes_by_does_not_touch(void** state)
{
    (void)state;
    static const path rest = {{{0.0, 0.0, 0.0}}, 1}, beside = {{{-3, 1 + 1e-9, 0}, {3, 1 + 1e-9, 0}}, 2};
    ti_polytope a;
    ti_polytope_search search = {0};
    toi_rational still = moves(&rest), moving = moves(&beside);
    make_shape(8, NULL, &a);
    solve(&a, &a, &still, &moving, &search);
    assert_int_equal(search.count, 0);
    ti_polytope_release(&a, NULL);
}

// ---- boxes

static void boxes_as_polytopes_meet_as_boxes_do(void** state)
{
    (void)state;
    test_random random = random_start(14);
    uint32_t touched = 0;
    for (int i = 0; i < 100; ++i) {
        toi_quat q[3];
        toi_vec3 way[3] = {{-2.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {2.0, 0.0, 0.0}}, corners[8];
        static const path rest = {{{0.0, 0.0, 0.0}}, 1};
        for (int k = 0; k < 3; ++k) {
            toi_vec3 v = random_point(&random, 1.0);
            q[k] = (toi_quat){2.0, v.x, v.y, v.z};
            way[k].y = random_between(&random, -0.9, 0.9);
            way[k].z = random_between(&random, -0.9, 0.9);
        }
        toi_rational moving = {
            .rotation = q, .rotation_count = 3, .translation = way, .translation_count = 3};
        toi_rational still = moves(&rest);
        ti_polytope shape;
        ti_polytope_span spans[ROOM];
        ti_polytope_search search = {.spans = spans};
        cube(0.5, corners);
        assert_int_equal(ti_polytope_hull(corners, 8, NULL, &shape), TOI_OK);
        assert_int_equal(shape.face_count, 6);
        assert_int_equal(shape.edge_count, 12);
        solve(&shape, &shape, &still, &moving, &search);

        ti_arena arena;
        ti_arena_init(&arena, NULL, 0);
        ti_polys p = {.arena = &arena, .plain = true};
        const ti_moving_box boxes[2] = {{.motion = still, .half = {0.5, 0.5, 0.5}},
                                        {.motion = moving, .half = {0.5, 0.5, 0.5}}};
        ti_box_frame f = ti_box_frame_rational(&p, &boxes[0], 0.0, 1.0);
        ti_box_frame g = ti_box_frame_rational(&p, &boxes[1], 0.0, 1.0);
        ti_box_system system;
        ti_box_span box_spans[ROOM];
        ti_box_search box_search = {.plain = true, .spans = box_spans, .capacity = ROOM};
        assert_true(ti_box_system_make(&p, &f, &g, &system));
        assert_true(ti_box_solve(&arena, &system, &box_search));
        assert_int_equal(box_search.count, search.count);
        for (uint32_t k = 0; k < search.count; ++k) {
            assert_near(spans[k].enter, box_spans[k].enter, 1e-11);
            assert_near(spans[k].exit, box_spans[k].exit, 1e-11);
        }
        touched += search.count;
        ti_arena_destroy(&arena);
        ti_polytope_release(&shape, NULL);
    }
    assert_in_range(touched, 50, 150);
}

// ---- contacts

static void contacts_are_where_they_touch(void** state)
{
    (void)state;
    static const path rest = {{{0.0, 0.0, 0.0}}, 1}, above = {{{0.1, 0.1, 4.0}, {0.1, 0.1, 0.0}}, 2};
    static const toi_vec3 tip[4] = {{0.0, 0.0, -1.0}, {1.0, 0.0, 1.0}, {-1.0, 1.0, 1.0}, {-1.0, -1.0, 1.0}};
    ti_polytope a, b;
    ti_polytope_span spans[ROOM];
    ti_polytope_search search = {.spans = spans};
    toi_rational still = moves(&rest), moving = moves(&above);
    make_shape(8, NULL, &a);
    make_shape(4, tip, &b);
    solve(&a, &b, &still, &moving, &search);
    assert_int_equal(search.count, 1);
    assert_near(spans[0].enter, 0.625, 1e-12);
    ti_placed_polytope first = {&a, ti_rational_place(&still, spans[0].enter)};
    ti_placed_polytope second = {&b, ti_rational_place(&moving, spans[0].enter)};
    toi_contact contact;
    ti_polytope_event(&first, &second, &spans[0].enter_touch, &contact);
    assert_int_equal(contact.kind, TOI_CONTACT_FV);
    assert_int_equal(contact.b.index[0], 0);
    assert_near(contact.normal.z, 1.0, 1e-15);
    assert_near(contact.point.x, 0.1, 1e-12);
    assert_near(contact.point.z, 0.5, 1e-11);
    assert_true(contact.gap < 1e-11);
    ti_polytope_release(&a, NULL);
    ti_polytope_release(&b, NULL);
}

// ---- memory

static void without_memory_nothing_is_made(void** state)
{
    (void)state;
    toi_vec3 solid[12], flat[5];
    test_random random = random_start(15);
    for (int i = 0; i < 12; ++i) {
        solid[i] = random_between_vec(&random, 0.0, 1.0);
        flat[i % 5] = random_between_vec(&random, 0.0, 1.0);
        flat[i % 5].z = 0.0;
    }
    for (int kind = 0; kind < 3; ++kind) {
        toi_status status = TOI_ERROR_MEMORY;
        uint64_t calls = 0;
        for (uint64_t at = 1; status != TOI_OK; ++at) {
            failing_allocator f = failing_allocator_make(at, false);
            toi_allocator allocator = failing_allocator_use(&f);
            ti_polytope p;
            status = kind == 0   ? ti_polytope_hull(solid, 12, &allocator, &p)
                     : kind == 1 ? ti_polytope_hull(flat, 5, &allocator, &p)
                                 : ti_polytope_dop(solid, 12, 13, &allocator, &p);
            assert_true(status == TOI_OK || status == TOI_ERROR_MEMORY);
            if (status == TOI_OK) {
                ti_polytope_release(&p, &allocator);
            }
            assert_int_equal(f.live, 0);
            calls = at;
        }
        assert_true(calls > 9);
    }
}

static void without_memory_there_is_no_answer(void** state)
{
    (void)state;
    static const path rest = {{{0.0, 0.0, 0.0}}, 1}, way = {{{-3, 0.2, 0.1}, {3, 0, 0}}, 2};
    ti_polytope shape;
    make_shape(8, NULL, &shape);
    ti_moving_polytope a = {.shape = &shape, .motion = moves(&rest)},
                       b = {.shape = &shape, .motion = moves(&way)};
    bool solved = false;
    uint32_t failed = 0;
    for (size_t limit = 1; !solved; limit += 1 + limit / 16) {
        ti_arena arena;
        ti_arena_init(&arena, NULL, limit);
        ti_polys p = {.arena = &arena, .plain = true};
        ti_polytope_search search = {.blur = 1e-15};
        solved = ti_polytope_solve(&p, &a, &b, &search);
        failed += !solved;
        ti_arena_destroy(&arena);
    }
    assert_true(failed > 5);
    ti_polytope_release(&shape, NULL);
}

static void wrong_arguments_are_refused(void** state)
{
    (void)state;
    static const toi_vec3 one = {0.0, 0.0, 0.0};
    ti_polytope p;
    assert_int_equal(ti_polytope_hull(&one, 0, NULL, &p), TOI_ERROR_INVALID);
    assert_int_equal(ti_polytope_dop(&one, 1, 2, NULL, &p), TOI_ERROR_INVALID);
    assert_int_equal(ti_polytope_dop(&one, 1, 14, NULL, &p), TOI_ERROR_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_forms_hold),
        cmocka_unit_test(what_passes_by_does_not_touch),
        cmocka_unit_test(boxes_as_polytopes_meet_as_boxes_do),
        cmocka_unit_test(contacts_are_where_they_touch),
        cmocka_unit_test(without_memory_nothing_is_made),
        cmocka_unit_test(without_memory_there_is_no_answer),
        cmocka_unit_test(wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
