// First contact on straight paths over the reals: the queries of ccd-queries/ and the cases of
// notes/deform-cases.md, each with an answer that others found; what scaling, shifts and order change.

#include "cmocka_toi.h"
#include "narrow/deform/exact.h"
#include "query_support.h"
#include "support/primitive_families.h"
#include "support/primitive_truth.h"

#include <flint/flint.h>
#include <float.h>

// The times of the files are rounded down, from the middle of an interval of 2^-75 around them.
#define FILE_ERROR 0x1p-76

static bool is_time_of_file(double time, const truth_contact* truth)
{
    return truth->contact ? fabs(time - truth->below) <= FILE_ERROR : time == truth->near;
}

static void check_query(const file_query* q)
{
    truth_contact truth = truth_first_contact(&q->query);
    ti_exact_contact found = ti_primitive_exact(&q->query);
    bool fine = truth.contact == q->contact && is_time_of_file(q->time, &truth) &&
                found.contact == truth.contact && found.t_nearest == truth.near &&
                found.t_below == truth.below;
    if (!fine) {
        print_error("%s: contact %d at %a; truth %d at %a (%a); found %d at %a (%a)\n", q->id, q->contact,
                    q->time, truth.contact, truth.near, truth.below, found.contact, found.t_nearest,
                    found.t_below);
    }
    assert_true(fine);
}

static void check_file(const char* name, int queries, int contacts)
{
    query_file* file = open_queries(name);
    if (file == NULL) {
        skip();
    }
    file_query q;
    int count = 0, contact_count = 0;
    while (query_file_next(file, &q)) {
        check_query(&q);
        ++count;
        contact_count += q.contact;
    }
    assert_true(query_file_is_done(file));
    query_file_close(file);
    assert_int_equal(count, queries);
    assert_int_equal(contact_count, contacts);
}

static void decides_handcrafted_queries(void** state)
{
    (void)state;
    check_file("handcrafted", 3642, 219);
}

static void decides_queries_of_a_simulation(void** state)
{
    (void)state;
    check_file("simulation", 7100, 1100);
}

static void decides_kinematic_queries(void** state)
{
    (void)state;
    check_file("kinematic", 3100, 100);
}

static void decides_queries_that_touch_at_one_point(void** state)
{
    (void)state;
    check_file("touching", 720, 720);
    check_file("nearmiss", 240, 0);
}

static void decides_degenerate_and_parallel_queries(void** state)
{
    (void)state;
    check_file("degenerate", 720, 450);
    check_file("parallel", 200, 0);
}

static void decides_the_cases_that_others_reported(void** state)
{
    (void)state;
    query_file* file = open_queries(QUERY_CASES);
    if (file == NULL) {
        skip();
    }
    file_query q;
    int count = 0;
    for (; query_case_next(file, &q); ++count) {
        truth_contact truth = truth_first_contact(&q.query);
        ti_exact_contact found = ti_primitive_exact(&q.query);
        assert_int_equal(found.contact, q.contact);
        assert_int_equal(truth.contact, q.contact);
        assert_true(found.t_nearest == truth.near && found.t_below == truth.below);
        if (q.contact) {
            assert_near(found.t_nearest, q.time, 0.5 * pow(10.0, -QUERY_CASE_DIGITS));
        }
    }
    query_file_close(file);
    assert_int_equal(count, QUERY_CASE_COUNT);
}

// ---- what does not change answers

enum { LAW_ROUNDS = 2600 };

static gen_random start(uint64_t seed)
{
    return (gen_random){random_start(seed).state};
}

static void assert_same(const ti_exact_contact* a, const ti_exact_contact* b)
{
    assert_int_equal(a->contact, b->contact);
    assert_true(a->t_nearest == b->t_nearest);
    assert_true(a->t_below == b->t_below);
}

static toi_vec3 times(toi_vec3 v, toi_vec3 factor)
{
    return (toi_vec3){factor.x * v.x, factor.y * v.y, factor.z * v.z};
}

static const toi_vec3 factors[] = {
    {0x1p-960, 0x1p-960, 0x1p-960}, {0x1p1000, 0x1p1000, 0x1p1000}, {0x1p1000, 1.0, 0x1p-1000}};

static void powers_of_two_do_not_change_answers(void** state)
{
    (void)state;
    gen_random random = start(3);
    for (int i = 0; i < LAW_ROUNDS; ++i) {
        primitive_family family = i % 2 == 0 ? FAMILY_SMALL_WHOLE : FAMILY_RANDOM;
        toi_primitive_query q = primitive_draw(&random, family), scaled = q;
        toi_vec3 factor = factors[i % 3]; // of each coordinate
        for (int k = 0; k < TOI_PRIMITIVE_MOST_VERTICES; ++k) {
            scaled.start[k] = times(q.start[k], factor);
            scaled.end[k] = times(q.end[k], factor);
        }
        ti_exact_contact a = ti_primitive_exact(&q), b = ti_primitive_exact(&scaled);
        assert_same(&a, &b);
    }
}

static toi_vec3 shifted(toi_vec3 v, double by)
{
    return (toi_vec3){v.x + by, v.y - by, v.z + 3.0 * by};
}

static void exact_shifts_do_not_change_answers(void** state)
{
    (void)state;
    gen_random random = start(4);
    for (int i = 0; i < LAW_ROUNDS; ++i) {
        toi_primitive_query q = primitive_draw(&random, i % 2 == 0 ? FAMILY_WHOLE : FAMILY_COLLAPSING),
                            moved = q;
        for (int k = 0; k < TOI_PRIMITIVE_MOST_VERTICES; ++k) {
            moved.start[k] = shifted(q.start[k], 0x1p40);
            moved.end[k] = shifted(q.end[k], -0x1p40);
        }
        ti_exact_contact a = ti_primitive_exact(&q), b = ti_primitive_exact(&moved);
        assert_same(&a, &b);
    }
}

static void swap(toi_vec3* a, toi_vec3* b)
{
    toi_vec3 c = *a;
    *a = *b;
    *b = c;
}

// The corners of a face, the ends of an edge, and the two edges.
static void the_order_of_vertices_does_not_change_answers(void** state)
{
    (void)state;
    gen_random random = start(5);
    for (int i = 0; i < LAW_ROUNDS; ++i) {
        primitive_family family = (primitive_family)(i % FAMILIES);
        toi_primitive_query q = primitive_draw(&random, family), other = q;
        if (q.kind == TOI_PRIMITIVE_EE) {
            for (int k = 0; k < 2; ++k) {
                swap(&other.start[k], &other.start[k + 2]);
                swap(&other.end[k], &other.end[k + 2]);
            }
            swap(&other.start[0], &other.start[1]);
            swap(&other.end[0], &other.end[1]);
        } else if (q.kind != TOI_PRIMITIVE_VV) {
            int last = q.kind == TOI_PRIMITIVE_VF ? 3 : 2;
            swap(&other.start[1], &other.start[last]);
            swap(&other.end[1], &other.end[last]);
        }
        ti_exact_contact a = ti_primitive_exact(&q), b = ti_primitive_exact(&other);
        assert_same(&a, &b);
    }
}

// A query that meets first at its end or start when time runs backwards.
static void time_can_run_backwards(void** state)
{
    (void)state;
    gen_random random = start(6);
    for (int i = 0; i < LAW_ROUNDS; ++i) {
        toi_primitive_query q = primitive_draw(&random, (primitive_family)(i % FAMILIES)), back = q;
        for (int k = 0; k < TOI_PRIMITIVE_MOST_VERTICES; ++k) {
            swap(&back.start[k], &back.end[k]);
        }
        ti_exact_contact a = ti_primitive_exact(&q), b = ti_primitive_exact(&back);
        assert_int_equal(a.contact, b.contact);
        assert_int_equal(ti_primitive_exact_start(&back), b.contact && b.t_nearest == 0.0);
        if (a.contact) {
            assert_true(a.t_below <= 1.0 - b.t_below);
        }
    }
}

// ---- by hand

// A vertex that falls at speed 1 from height `height` onto a face, `away` from its border.
static toi_primitive_query falling(double height, double away)
{
    return (toi_primitive_query){.kind = TOI_PRIMITIVE_VF,
                                 .start = {{-away, 0.25, height}, {0, 0, 0}, {0, 1, 0}, {1, 0, 0}},
                                 .end = {{-away, 0.25, height - 1.0}, {0, 0, 0}, {0, 1, 0}, {1, 0, 0}}};
}

static void tells_the_smallest_distances_from_none(void** state)
{
    (void)state;
    toi_primitive_query q = falling(0.5, 0.0);
    assert_true(ti_primitive_exact(&q).contact);
    assert_true(ti_primitive_exact(&q).t_nearest == 0.5);
    q = falling(0.5, DBL_TRUE_MIN);
    assert_false(ti_primitive_exact(&q).contact);
    q = falling(DBL_TRUE_MIN, 0.0); // its end is rounded to -1
    assert_true(ti_primitive_exact(&q).contact);
    assert_true(ti_primitive_exact(&q).t_nearest == DBL_TRUE_MIN);
    assert_false(ti_primitive_exact_start(&q));
    q = falling(0.0, 0.0);
    assert_true(ti_primitive_exact_start(&q));
}

// Along x the second vertex is ahead by 2^53 + 2 j + 1 at time 0 and by that - 2^54 at time 1.
static void rounds_ties_to_even(void** state)
{
    (void)state;
    for (int j = 0; j < 8; ++j) {
        toi_primitive_query q = {.kind = TOI_PRIMITIVE_VV};
        q.start[0].x = -1.0;
        q.end[0].x = 0x1p53 - 1.0;
        q.start[1].x = 0x1p53 + 2.0 * j;
        q.end[1].x = 2.0 * j;
        double below = (0x1p52 + j) * 0x1p-53; // the time is half a unit after it
        ti_exact_contact found = ti_primitive_exact(&q);
        assert_true(found.contact);
        assert_true(found.t_below == below);
        assert_true(found.t_nearest == (j % 2 == 0 ? below : below + 0x1p-53));
    }
}

static int leave(void** state)
{
    (void)state;
    flint_cleanup();
    return 0;
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(decides_handcrafted_queries),
        cmocka_unit_test(decides_queries_of_a_simulation),
        cmocka_unit_test(decides_kinematic_queries),
        cmocka_unit_test(decides_queries_that_touch_at_one_point),
        cmocka_unit_test(decides_degenerate_and_parallel_queries),
        cmocka_unit_test(decides_the_cases_that_others_reported),
        cmocka_unit_test(powers_of_two_do_not_change_answers),
        cmocka_unit_test(exact_shifts_do_not_change_answers),
        cmocka_unit_test(the_order_of_vertices_does_not_change_answers),
        cmocka_unit_test(time_can_run_backwards),
        cmocka_unit_test(tells_the_smallest_distances_from_none),
        cmocka_unit_test(rounds_ties_to_even),
    };
    return cmocka_run_group_tests(cases, NULL, leave);
}
