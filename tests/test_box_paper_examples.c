// The three examples of [RationalBoxes] as scenes/boxes-*.json has them, with the counts that the paper
// tells; and the first of them with its printed matrix, corrected.

#include "box_paper_support.h"
#include "scene/scene.h"

typedef struct example {
    ti_scene scene;
    box_body a, b;
    box_paper paper;
} example;

static box_body body_of(const ti_scene_body* body)
{
    assert_int_equal(body->shape, TI_SHAPE_BOX);
    if (body->motion.kind == TOI_MOTION_STATIC) {
        return box_resting(body->size);
    }
    assert_int_equal(body->motion.rational_count, 1);
    return (box_body){.motion = body->motion.rationals[0], .half = body->size};
}

static void open_example(const char* name, example* e)
{
    ti_scene_error error;
    memset(&e->paper.search, 0, sizeof e->paper.search);
    if (ti_scene_load(test_source_path(name), NULL, &e->scene, &error) != TOI_OK) {
        fail_msg("%s", error.text);
    }
    e->a = body_of(&e->scene.bodies[0]);
    e->b = body_of(&e->scene.bodies[1]);
    box_paper_solve(&e->a, &e->b, &e->paper);
    assert_false(e->paper.search.undecided);
    assert_int_equal(e->paper.search.counts.touches, 0);
}

static void assert_counts(const example* e, uint32_t intervals, uint32_t outside, uint32_t dropped,
                          uint32_t left)
{
    const ti_paper_counts* c = &e->paper.search.counts;
    assert_int_equal(c->intervals, intervals);
    assert_int_equal(c->outside, outside);
    assert_int_equal(c->dropped, dropped);
    assert_int_equal(c->left, left);
}

// Apart just before and after, touching at both ends, by corners in long double.
static void assert_span(const example* e, double enter, double exit, double within)
{
    const ti_paper_span* s = &e->paper.spans[0];
    assert_int_equal(e->paper.search.count, 1);
    assert_near(s->enter, enter, within);
    assert_near(s->exit, exit, within);
    assert_near((double)box_separation(&e->a, &e->b, (box_real)s->enter), 0.0, 1e-12);
    assert_near((double)box_separation(&e->a, &e->b, (box_real)s->exit), 0.0, 1e-12);
    assert_true(box_separation(&e->a, &e->b, (box_real)(s->enter - 1e-6)) > 0.0L);
    assert_true(box_separation(&e->a, &e->b, (box_real)(s->exit + 1e-6)) > 0.0L);
    assert_true(box_separation(&e->a, &e->b, 0.5L * (box_real)(s->enter + s->exit)) < 0.0L);
}

static void assert_pair(const ti_gauss_pair* p, ti_gauss_kind kind, int i, int side)
{
    assert_int_equal(p->kind, kind);
    assert_int_equal(p->i, i);
    assert_int_equal(p->side, side);
}

static void linear_has_one_interval_and_touches_opposite_faces(void** state)
{
    (void)state;
    example e;
    open_example("scenes/boxes-linear.json", &e);
    assert_counts(&e, 1, 0, 0, 1);
    assert_span(&e, 0.47257, 0.74213, 5e-6);
    assert_pair(&e.paper.spans[0].enter_pair, GAUSS_FV, 1, -1);
    assert_pair(&e.paper.spans[0].exit_pair, GAUSS_FV, 1, 1);
    assert_int_equal(e.paper.search.counts.degree, 1);
    ti_scene_release(&e.scene);
}

static void degree_2_enters_and_leaves_edge_on_edge(void** state)
{
    (void)state;
    example e;
    open_example("scenes/boxes-edges.json", &e);
    assert_counts(&e, 15, 3, 8, 4);
    assert_span(&e, 0.654, 0.889, 5e-4);
    assert_int_equal(e.paper.spans[0].enter_pair.kind, GAUSS_EE);
    assert_int_equal(e.paper.spans[0].exit_pair.kind, GAUSS_EE);
    assert_int_equal(e.paper.search.counts.degree, 3); // not 5, as the paper has it
    ti_scene_release(&e.scene);
}

static void degree_4_passes_clear(void** state)
{
    (void)state;
    example e;
    open_example("scenes/boxes-clear.json", &e);
    assert_counts(&e, 17, 2, 11, 4);
    assert_int_equal(e.paper.search.count, 0);
    assert_int_equal(e.paper.search.counts.degree, 8);
    ti_scene_release(&e.scene);
}

// ---- the matrix (6), with 0.16 in place of -0.16 and the first axis turned around, so that it is a rotation
// up to its two digits: its rows are the axes of B.

typedef struct numbers {
    double coefficients[2][3];
    uint32_t degree;
} numbers;

static ti_poly poly_of(ti_polys* p, const numbers* n)
{
    return ti_poly_make(
        p, &(ti_poly_list){
               .coefficients = &n->coefficients[0][0], .lanes = 3, .degree = n->degree, .stride = 3});
}

static ti_box_frame frame_of(ti_polys* p, const double rows[3][3], const numbers* way, const double half[3])
{
    ti_box_frame f = {.rigid = true, .half = {half[0], half[1], half[2]}};
    for (int i = 0; i < 3; ++i) {
        numbers axis = {{{rows[0][i], rows[1][i], rows[2][i]}}, 0};
        f.axis[i] = poly_of(p, &axis);
        f.normal[i] = f.axis[i];
    }
    const double ones[4] = {1.0, 1.0, 1.0, 1.0};
    f.norm = ti_poly_make(p, &(ti_poly_list){.coefficients = ones, .lanes = 4, .stride = 4});
    f.volume = f.norm;
    f.weight = f.norm;
    f.center = poly_of(p, way);
    return f;
}

static void the_printed_matrix_corrected_gives_the_times_of_the_paper(void** state)
{
    (void)state;
    static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const double rows[3][3] = {{0.88, -0.16, 0.46}, {0.07, -0.90, -0.43}, {0.48, 0.41, -0.78}};
    static const double half_a[3] = {10.0, 5.709, 10.0}, half_b[3] = {1.0, 2.0, 1.246};
    const numbers rest = {.degree = 0};
    const numbers way = {{{-28.35, -36.86, 0.0}, {-28.35 + 45.11, -36.86 + 60.69, 0.0}}, 1};
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_polys p = {.arena = &arena, .plain = true};
    ti_box_frame a = frame_of(&p, unit, &rest, half_a), b = frame_of(&p, rows, &way, half_b);
    ti_paper_span span;
    ti_paper_search search = {.spans = &span, .capacity = 1};
    assert_true(ti_box_paper_frames(&p, &a, &b, &search));
    assert_int_equal(search.count, 1);
    double reach = 5.709 + 0.16 * 1.0 + 0.90 * 2.0 + 0.41 * 1.246;
    assert_near(span.enter, (36.86 - reach) / 60.69, 1e-14);
    assert_near(span.exit, (36.86 + reach) / 60.69, 1e-14);
    assert_near(span.enter, 0.47257, 5e-6);
    assert_near(span.exit, 0.74213, 5e-6);
    assert_pair(&span.enter_pair, GAUSS_FV, 1, -1);
    assert_pair(&span.exit_pair, GAUSS_FV, 1, 1);
    assert_int_equal(search.counts.intervals, 1);
    ti_arena_destroy(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_has_one_interval_and_touches_opposite_faces),
        cmocka_unit_test(degree_2_enters_and_leaves_edge_on_edge),
        cmocka_unit_test(degree_4_passes_clear),
        cmocka_unit_test(the_printed_matrix_corrected_gives_the_times_of_the_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
