// All contacts of a threaded rod in a nut: none along the thread, several hundred at once across it.
//
// The radius is 0.5 + 0.06 tri, tri a wave from -1 to 1 of the angle and the height, that of the nut larger
// by 0.08. A shift by s along the axis lowers the clearance by 4 0.06 s / pitch, so for a pitch of 0.3 they
// meet after 0.1.

#include "all_support.h"

#include "core/memory.h"
#include "motion/relative.h"
#include "narrow/screw/screw.h"

enum { AROUND = 24, NUT_ROWS = 30, ROD_ROWS = 60 };

static const double PITCH = 0.3;
static all_answer all;
static toi_mesh *rod, *nut;

static double wave(double x)
{
    x -= floor(x);
    return x < 0.5 ? 4.0 * x - 1.0 : 3.0 - 4.0 * x;
}

// Rows of vertices about y from `low` on, 0.05 apart; a radius of 0 is the thread.
static uint32_t add_rows(mesh_sample* s, uint32_t rows, double low, double play, double radius)
{
    uint32_t first = s->vertex_count;
    for (uint32_t i = 0; i < (rows + 1) * AROUND; ++i) {
        double turn = (double)(i % AROUND) / AROUND, y = low + 0.05 * (i / AROUND);
        double r = radius > 0.0 ? radius : 0.5 + play + 0.06 * wave(turn - y / PITCH);
        sample_vertex(s, r * sin(2.0 * PI * turn), y, r * cos(2.0 * PI * turn));
    }
    return first;
}

static void add_sides(mesh_sample* s, uint32_t first, uint32_t rows, bool inwards)
{
    for (uint32_t i = 0; i < rows * AROUND; ++i) {
        uint32_t row = first + i / AROUND * AROUND, p = row + i % AROUND, q = row + (i + 1) % AROUND;
        uint32_t quad[4] = {p, q, q + AROUND, p + AROUND};
        sample_face(s, (uint32_t[]){quad[0], quad[inwards ? 2 : 1], quad[inwards ? 1 : 2]}, 3);
        sample_face(s, (uint32_t[]){quad[0], quad[inwards ? 3 : 2], quad[inwards ? 2 : 3]}, 3);
    }
}

static toi_mesh* make_rod(void)
{
    mesh_sample s = {.vertices = NULL};
    add_rows(&s, ROD_ROWS, -1.5, 0.0, 0.0);
    add_sides(&s, 0, ROD_ROWS, false);
    uint32_t low = sample_vertex(&s, 0, -1.5, 0), high = sample_vertex(&s, 0, 1.5, 0),
             top = ROD_ROWS * AROUND;
    for (uint32_t i = 0; i < AROUND; ++i) {
        uint32_t j = (i + 1) % AROUND;
        sample_face(&s, (uint32_t[]){low, j, i}, 3);
        sample_face(&s, (uint32_t[]){high, top + i, top + j}, 3);
    }
    return sample_mesh(&s);
}

static toi_mesh* make_nut(void)
{
    mesh_sample s = {.vertices = NULL};
    add_rows(&s, NUT_ROWS, -0.75, 0.08, 0.0);
    uint32_t out = add_rows(&s, NUT_ROWS, -0.75, 0.0, 1.0), top = NUT_ROWS * AROUND;
    add_sides(&s, 0, NUT_ROWS, true);
    add_sides(&s, out, NUT_ROWS, false);
    for (uint32_t i = 0; i < AROUND; ++i) {
        uint32_t j = (i + 1) % AROUND;
        sample_quad(&s, i, j, out + j, out + i);
        sample_quad(&s, top + i, top + out + i, top + out + j, top + j);
    }
    return sample_mesh(&s);
}

static int open_meshes(void** state)
{
    (void)state;
    rod = make_rod();
    nut = make_nut();
    toi_mesh_info info[2];
    toi_mesh_get_info(rod, &info[0]);
    toi_mesh_get_info(nut, &info[1]);
    return info[0].closed && info[1].closed && info[0].triangles == 2928 && info[1].triangles == 2976 ? 0
                                                                                                      : -1;
}

static int close_meshes(void** state)
{
    (void)state;
    toi_mesh_destroy(rod);
    toi_mesh_destroy(nut);
    return 0;
}

static void a_rod_that_follows_its_thread_touches_nothing(void** state)
{
    (void)state;
    static const double angles[] = {0.5, 1.5, 3.0, 0.99 * 6.283185307179586, 9.0};
    toi_body a = at_rest(nut, v3(0, 0, 0), upright);
    for (size_t i = 0; i < 2 * sizeof angles / sizeof angles[0]; ++i) {
        double angle = i % 2 == 0 ? angles[i / 2] : -angles[i / 2];
        toi_body b = screwing(rod, at(0, 0, 0), v3(0, 0, 0), v3(0, 1, 0), angle, PITCH * angle / (2.0 * PI));
        ask_all(&a, &b, NULL, &all);
        assert_all(&all, 0, TOI_ANSWER_CLEAR, TOI_START_FREE);
    }
}

// One contact for each vertex: 153, and the corners of the nut's mouth where only edges are proper.
static void a_rod_pushed_by_half_a_pitch_is_met_everywhere_at_once(void** state)
{
    (void)state;
    toi_body a = at_rest(nut, v3(0, 0, 0), upright);
    for (int down = 0; down < 2; ++down) {
        toi_body b = moving_by(rod, v3(0, 0, 0), upright, v3(0, (down ? -0.5 : 0.5) * PITCH, 0));
        ask_all(&a, &b, NULL, &all);
        uint32_t vertices = 0, edges = 0;
        for (uint32_t i = 0; i < all.count; ++i) {
            const toi_contact* c = &all.contacts[i];
            bool at_once = fabs(c->time - 2.0 / 3.0) < 3e-8; // the tolerance over the speed
            vertices += at_once && c->kind == TOI_CONTACT_FV;
            edges += at_once && c->kind == TOI_CONTACT_EE;
        }
        assert_int_equal(vertices, 153);
        assert_int_equal(edges, 10);
        assert_near(all.result.t_hit, 2.0 / 3.0, 3e-8);
        assert_int_equal(count_kind(&all, TOI_CONTACT_VF), 0);
    }
}

// Each pair of features for itself: 330 times a vertex and a facet, and edges that cross in one place between
// their ends.
static void before_they_are_merged_there_are_331(void** state)
{
    (void)state;
    toi_body a = at_rest(nut, v3(0, 0, 0), upright);
    toi_body b = moving_by(rod, v3(0, 0, 0), upright, v3(0, 0.5 * PITCH, 0));
    ti_screw_terms terms = {.max_model_error = 1e-6, .max_pieces = 1};
    ti_screw_walk walk;
    ti_screw screw;
    ti_screw_walk_begin(&a, &b, &terms, &walk);
    assert_true(ti_screw_walk_next(&walk, &screw));
    ti_screw_pair pair;
    ti_screw_pair_set(nut, rod, &screw, 0.0, &pair);
    pair.min_properness = 0.0;
    pair.leaving = pair.first_only = false;
    toi_allocator allocator = ti_allocator_or_default(NULL);
    ti_array found = ti_array_make(sizeof(ti_screw_contact), &allocator);
    ti_screw_effort effort = {.max_steps = UINT64_MAX, .complete = true};
    assert_int_equal(ti_screw_find(&pair, &effort, &found), TOI_OK);
    const ti_screw_contact* c = found.data;
    uint32_t vertices = 0, crossings = 0;
    for (size_t i = 0; i < found.count; ++i) {
        bool at_once = fabs(c[i].s - 2.0 / 3.0) < 3e-8;
        vertices += at_once && c[i].kind == TOI_CONTACT_FV;
        crossings += at_once && c[i].kind == TOI_CONTACT_EE && !c[i].at_end;
    }
    assert_int_equal(vertices, 330);
    assert_int_equal(crossings, 1);
    ti_array_release(&found);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_rod_that_follows_its_thread_touches_nothing),
        cmocka_unit_test(a_rod_pushed_by_half_a_pitch_is_met_everywhere_at_once),
        cmocka_unit_test(before_they_are_merged_there_are_331),
    };
    return cmocka_run_group_tests(cases, open_meshes, close_meshes);
}
