// toi_screen_draw: records of a pair on its collision screen, and contacts on them.

#include "cmocka_toi.h"
#include "failing_allocator.h"
#include "screen_sample.h"

#include "scene/scene.h"

// Time at which the drawn edge passes the screen nearest to a mark, and how far the mark is from it in
// pixels.
static double time_on_edge(const toi_screen* screen, uint32_t body, toi_feature edge, toi_screen_mark mark,
                           double* distance)
{
    double best = HUGE_VAL, time = (double)NAN;
    for (uint32_t i = 0; i < screen->record_count; ++i) {
        const toi_screen_record* r = &screen->records[i];
        if (r->body != body || r->edge[0] != edge.index[0] || r->edge[1] != edge.index[1]) {
            continue;
        }
        double dr = r->to.r - r->from.r, dh = r->to.h - r->from.h, l2 = dr * dr + dh * dh;
        double w = l2 > 0.0 ? ((mark.r - r->from.r) * dr + (mark.h - r->from.h) * dh) / l2 : 0.0;
        w = fmin(fmax(w, 0.0), 1.0);
        double away = hypot(r->from.r + w * dr - mark.r, r->from.h + w * dh - mark.h);
        if (away < best) {
            best = away;
            time = r->from.t + w * (r->to.t - r->from.t);
        }
    }
    *distance = best;
    return time;
}

// [Buss05, section 6] with the whole difference of the times.
static void edges_cross_where_their_contact_is_and_at_its_time(void** state)
{
    (void)state;
    static const char* const names[] = {"scenes/tori.json", "scenes/linked-tori.json"};
    uint32_t checked = 0;
    for (int i = 0; i < 2; ++i) {
        sample s;
        sample_load(&s, names[i]);
        sample_draw(&s);
        for (uint32_t k = 0; k < s.count; ++k) {
            const toi_contact* c = &s.contacts[k];
            if (c->kind != TOI_CONTACT_EE) {
                continue;
            }
            double distance[2], time[2];
            toi_screen_mark mark = toi_screen_place(&s.screen, c);
            time[0] = time_on_edge(&s.screen, 0, c->a, mark, &distance[0]);
            time[1] = time_on_edge(&s.screen, 1, c->b, mark, &distance[1]);
            assert_true(distance[0] < 0.3 && distance[1] < 0.3); // a quarter of a pixel, and rounding
            assert_near(time[0] - time[1], c->time, 0.04);       // twice the resolution
            assert_near(time[1], mark.t, 0.02);
            ++checked;
        }
        sample_release(&s);
    }
    assert_true(checked >= 7);
}

static void the_size_of_the_screen_holds_all_its_records(void** state)
{
    (void)state;
    sample s;
    sample_load(&s, "scenes/tori.json");
    sample_draw(&s);
    const toi_screen* screen = &s.screen;
    uint32_t of[2] = {0, 0};
    for (uint32_t i = 0; i < screen->record_count; ++i) {
        const toi_screen_record* r = &screen->records[i];
        assert_true(r->row >= screen->first_row && r->row < screen->first_row + (int32_t)screen->rows);
        assert_true(r->from.h >= screen->first_column && r->to.h >= screen->first_column);
        assert_true(r->from.h <= screen->first_column + (double)screen->columns);
        assert_true(r->to.h <= screen->first_column + (double)screen->columns);
        ++of[r->body];
    }
    assert_true(of[0] > 100 && of[1] > 100);
    assert_near(screen->screw.angle, 0.489976922, 1e-9);
    assert_near(screen->screw.advance, -0.216728845, 1e-9);
    assert_false(screen->between_ends);
    sample_release(&s);
}

static toi_mesh* make_box(double half)
{
    double vertex[24];
    for (uint32_t i = 0; i < 24; ++i) {
        vertex[i] = (i / 3) >> (i % 3) & 1 ? half : -half;
    }
    static const uint32_t corner[24] = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4,
                                        2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
    static const uint32_t offset[7] = {0, 4, 8, 12, 16, 20, 24};
    toi_mesh_def def = {
        .vertices = vertex, .vertex_count = 8, .indices = corner, .face_offsets = offset, .face_count = 6};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

// A cube of side 1 that moves along z is drawn as a square: 12 pixels a side, whatever the unit.
static void a_cube_on_a_straight_way_is_a_square_of_its_size(void** state)
{
    (void)state;
    for (int exponent = -20; exponent <= 20; exponent += 20) {
        double unit = ldexp(1.0, exponent);
        toi_mesh* mesh = make_box(0.5 * unit);
        toi_body a = {.mesh = mesh, .motion = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}};
        toi_body b = {.mesh = mesh,
                      .motion = {.kind = TOI_MOTION_TRANSLATION,
                                 .pose = TOI_POSE_IDENTITY,
                                 .by = {0.0, 0.0, -4.0 * unit}}};
        b.motion.pose.position = (toi_vec3){0.25 * unit, 0.0, 3.0 * unit};
        toi_screen screen;
        assert_int_equal(toi_screen_draw(&a, &b, NULL, &screen), TOI_OK);
        assert_true(screen.straight && !screen.between_ends);
        assert_near(screen.pixel, unit / 12.0, 1e-12 * unit);
        assert_near(screen.screw.advance, 4.0 * unit, 1e-12 * unit);
        assert_near(screen.screw.axis.z, -1.0, 1e-12);
        // Sides of 12 pixels, shifted by 3 against each other; borders fall on the edges of pixels.
        uint32_t least = screen.rows < screen.columns ? screen.rows : screen.columns;
        uint32_t most = screen.rows < screen.columns ? screen.columns : screen.rows;
        assert_true(least >= 12 && least <= 14 && most >= 15 && most <= 17);
        toi_screen_release(&screen);
        assert_null(screen.records);
        toi_screen_release(&screen);
        toi_mesh_destroy(mesh);
    }
}

static void a_motion_that_is_no_screw_is_drawn_as_the_one_between_its_ends(void** state)
{
    (void)state;
    sample s;
    sample_load(&s, "scenes/cars.json");
    sample_draw(&s);
    assert_true(s.screen.between_ends);
    assert_true(s.screen.screw.model_error > 1e-4 && s.screen.screw.model_error < 1e-2);
    sample_release(&s);
}

static void queries_that_cannot_be_are_refused(void** state)
{
    (void)state;
    toi_mesh* mesh = make_box(1.0);
    toi_body a = {.mesh = mesh, .motion = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}};
    toi_body none = {.mesh = NULL, .motion = a.motion};
    toi_query_def bad = {.min_properness = 2.0}, fine = {.pixels = 100000000};
    toi_screen screen;
    assert_int_equal(toi_screen_draw(&a, &none, NULL, &screen), TOI_ERROR_INVALID);
    assert_int_equal(toi_screen_draw(&a, &a, &bad, &screen), TOI_ERROR_INVALID);
    assert_int_equal(toi_screen_draw(&a, NULL, NULL, &screen), TOI_ERROR_INVALID);
    assert_int_equal(toi_screen_draw(&a, &a, NULL, NULL), TOI_ERROR_INVALID);
    assert_int_equal(toi_screen_draw(&a, &a, &fine, &screen), TOI_ERROR_LIMIT);
    assert_int_equal(toi_screen_draw(&a, &a, NULL, &screen), TOI_OK); // nothing moves
    toi_screen_release(&screen);
    toi_screen_release(NULL);
    toi_mesh_destroy(mesh);
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    toi_mesh* mesh = make_box(1.0);
    toi_body a = {.mesh = mesh, .motion = {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}};
    toi_body b = {.mesh = mesh,
                  .motion = {.kind = TOI_MOTION_SCREW,
                             .pose = TOI_POSE_IDENTITY,
                             .axis = {0, 1, 0},
                             .angle = 1.0,
                             .advance = 0.5}};
    b.motion.pose.position.x = 3.0;
    toi_status status = TOI_ERROR_MEMORY;
    for (uint64_t n = 1; status != TOI_OK; ++n) {
        failing_allocator failing = failing_allocator_make(n, n % 2);
        toi_allocator allocator = failing_allocator_use(&failing);
        toi_query_def def = {.allocator = &allocator};
        toi_screen screen = {0};
        status = toi_screen_draw(&a, &b, &def, &screen);
        assert_true(status == TOI_OK || (status == TOI_ERROR_MEMORY && screen.records == NULL));
        toi_screen_release(&screen);
        assert_int_equal(failing.live, 0);
        assert_true(n < 1000);
    }
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(edges_cross_where_their_contact_is_and_at_its_time),
        cmocka_unit_test(the_size_of_the_screen_holds_all_its_records),
        cmocka_unit_test(a_cube_on_a_straight_way_is_a_square_of_its_size),
        cmocka_unit_test(a_motion_that_is_no_screw_is_drawn_as_the_one_between_its_ends),
        cmocka_unit_test(queries_that_cannot_be_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
