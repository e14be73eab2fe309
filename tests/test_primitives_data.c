// The queries of ccd-queries/ and the cases of notes/deform-cases.md, with their exact answers.

#include "primitive_check.h"
#include "query_support.h"

// What is checked of every query: no contact is missed, no time is late, and the certificate holds. `checked`
// counts links, and `positives` what is not clear without a contact, by kind.
typedef struct tally {
    uint32_t queries, contacts, positives[TOI_PRIMITIVE_VV + 1], undecided;
    uint64_t checked;
} tally;

static void judge(const file_query* q, double tolerance, bool certified, tally* t)
{
    checked_answer a;
    ask(&q->query, (toi_primitive_def){.tolerance = tolerance}, &a);
    bool clear = a.result.answer == TOI_ANSWER_CLEAR;
    if ((q->contact && clear) || (q->contact && a.result.t_free > q->time)) {
        fail_msg("%s: answer %d, t_free %.17g, contact at %.17g", q->id, a.result.answer, a.result.t_free,
                 q->time);
    }
    if (!clear && a.result.t_free == 0.0) {
        assert_true(q->contact && q->time == 0.0);
    }
    const toi_primitive_def exactly = {.exact = true};
    toi_primitive_result exact;
    assert_int_equal(toi_primitive_contact(&q->query, &exactly, &exact), TOI_OK);
    assert_int_equal(exact.answer, q->contact ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR);
    assert_true(q->contact ? fabs(exact.t_exact - q->time) <= 0x1p-53 : isinf(exact.t_exact));
    t->checked += certified ? check_answer(&q->query, 0.0, &a) : 0;
    ++t->queries;
    t->contacts += q->contact;
    t->positives[q->query.kind] += !clear && !q->contact;
    t->undecided += a.result.answer == TOI_ANSWER_UNDECIDED;
}

// The certificates of one query in `every` are checked.
static bool judge_file(const char* name, double tolerance, uint32_t every, tally* t)
{
    query_file* file = open_queries(name);
    if (file == NULL) {
        return false;
    }
    file_query q;
    while (query_file_next(file, &q)) {
        judge(&q, tolerance, t->queries % every == 0, t);
    }
    assert_true(query_file_is_done(file));
    query_file_close(file);
    printf("%-12s tolerance %.0e: %u queries, %u contacts, false positives %u VF and %u EE, %u undecided, "
           "%llu links "
           "checked\n",
           name, tolerance, t->queries, t->contacts, t->positives[TOI_PRIMITIVE_VF],
           t->positives[TOI_PRIMITIVE_EE], t->undecided, (unsigned long long)t->checked);
    return true;
}

// What may be reported without a contact: the goal at the tolerance 1e-6, and what was measured at the
// default.
typedef struct goal {
    const char* name;
    uint32_t queries, vf, ee, default_vf, default_ee;
} goal;

static const goal goals[] = {
    {"handcrafted", 3642, 41, 54, 41, 47}, {"simulation", 7100, 0, 0, 0, 0}, {"kinematic", 3100, 0, 0, 0, 0},
    {"touching", 720, 0, 0, 0, 0},         {"nearmiss", 240, 2, 6, 0, 0},    {"degenerate", 720, 2, 6, 2, 3},
    {"parallel", 200, 1, 0, 0, 0},
};

static void no_contact_of_the_queries_is_missed(void** state)
{
    (void)state;
    enum { EVERY = 16 * TEST_SHARE };
    for (size_t i = 0; i < sizeof goals / sizeof goals[0]; ++i) {
        tally wide = {0}, narrow = {0};
        if (!judge_file(goals[i].name, 1e-6, EVERY, &wide)) {
            skip();
        }
        assert_int_equal(wide.queries, goals[i].queries);
        assert_true(wide.positives[TOI_PRIMITIVE_VF] <= goals[i].vf);
        assert_true(wide.positives[TOI_PRIMITIVE_EE] <= goals[i].ee);
        assert_true(wide.checked > 0);
        judge_file(goals[i].name, 0.0, EVERY, &narrow);
        assert_true(narrow.positives[TOI_PRIMITIVE_VF] <= goals[i].default_vf);
        assert_true(narrow.positives[TOI_PRIMITIVE_EE] <= goals[i].default_ee);
    }
}

// Long edges that turn while they are nearly parallel, with a separation: none is left undecided, and every
// link holds.
static void parallel_edges_are_decided_with_a_separation(void** state)
{
    (void)state;
    static const double separations[] = {1e-5, 1e-4, 5e-4};
    const char* path = test_data_path("ccd-queries/parallel.csv.gz");
    if (path == NULL) {
        skip();
    }
    for (int i = 0; i < 3; ++i) {
        query_file* file = query_file_open(path);
        assert_non_null(file);
        file_query q;
        uint32_t queries = 0, steps = 0;
        while (query_file_next(file, &q)) {
            checked_answer a;
            ask(&q.query, (toi_primitive_def){.separation = separations[i]}, &a);
            assert_true(a.result.answer != TOI_ANSWER_UNDECIDED);
            check_answer(&q.query, separations[i], &a);
            steps += a.result.steps;
            ++queries;
        }
        query_file_close(file);
        assert_true(queries == 200 && steps <= 10 * queries);
    }
}

// All but the digits of the time is exact in the text.
static void all_known_cases_are_right(void** state)
{
    (void)state;
    query_file* file = open_queries(QUERY_CASES);
    if (file == NULL) {
        skip();
    }
    file_query q;
    uint32_t cases = 0;
    while (query_case_next(file, &q)) {
        toi_primitive_result r;
        assert_int_equal(toi_primitive_contact(&q.query, NULL, &r), TOI_OK);
        if ((r.answer == TOI_ANSWER_CONTACT) != q.contact || r.answer == TOI_ANSWER_UNDECIDED) {
            fail_msg("%s: answer %d", q.id, r.answer);
        }
        if (q.contact) { // the slowest ones come together at 2e-8 of their size
            assert_true(r.t_free <= q.time + 1e-9 && r.t_free >= q.time - 1e-4);
            assert_true(q.time == 0.0 || r.t_free > 0.0);
        }
        const toi_primitive_def exact = {.exact = true};
        assert_int_equal(toi_primitive_contact(&q.query, &exact, &r), TOI_OK);
        assert_int_equal(r.answer, q.contact ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR);
        assert_near(r.t_exact, q.contact ? q.time : HUGE_VAL, 1e-9);
        ++cases;
    }
    query_file_close(file);
    assert_int_equal(cases, QUERY_CASE_COUNT);
}

static void scale(toi_primitive_query* q, int power)
{
    for (int i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        toi_vec3* v[2] = {&q->start[i], &q->end[i]};
        for (int k = 0; k < 2; ++k) {
            *v[k] = (toi_vec3){ldexp(v[k]->x, power), ldexp(v[k]->y, power), ldexp(v[k]->z, power)};
        }
    }
}

static void assert_scaled(const toi_primitive_result* a, const toi_primitive_result* b, int power)
{
    assert_int_equal(a->answer, b->answer);
    assert_int_equal(a->start, b->start);
    assert_int_equal(a->steps, b->steps);
    assert_int_equal(a->link_count, b->link_count);
    assert_true(a->t_free == b->t_free);
    assert_true(ldexp(a->gap, power) == b->gap);
    assert_memory_equal(a->weight, b->weight, sizeof a->weight);
    assert_memory_equal(&a->normal, &b->normal, sizeof a->normal);
}

// Powers of two that take no number of the file beyond the normal range; the smallest is 2^-1022.
static void scaling_by_powers_of_two_changes_no_bit(void** state)
{
    (void)state;
    static const char* const names[] = {"simulation", "touching"};
    static const int powers[] = {-700, -100, -1, 3, 500, 1000};
    for (size_t f = 0; f < sizeof names / sizeof names[0]; ++f) {
        query_file* file = open_queries(names[f]);
        if (file == NULL) {
            skip();
        }
        file_query q;
        for (uint32_t n = 0; query_file_next(file, &q); ++n) {
            toi_primitive_result plain = ask_plain(&q.query, 0.0), kept = ask_plain(&q.query, 0x1p-10);
            int power = powers[n % (sizeof powers / sizeof powers[0])];
            scale(&q.query, power);
            toi_primitive_result scaled = ask_plain(&q.query, 0.0);
            assert_scaled(&plain, &scaled, power);
            scaled = ask_plain(&q.query, ldexp(1.0, power - 10));
            assert_scaled(&kept, &scaled, power);
        }
        query_file_close(file);
    }
}

static toi_primitive_result ask_exactly(const toi_primitive_query* q)
{
    const toi_primitive_def def = {.exact = true};
    toi_primitive_result result;
    assert_int_equal(toi_primitive_contact(q, &def, &result), TOI_OK);
    return result;
}

static void check_scaled(const toi_primitive_query* q)
{
    static const int powers[] = {-800, -53, 1, 40, 900};
    toi_primitive_result plain = ask_plain(q, 0.0), exact = ask_exactly(q);
    for (size_t i = 0; i < sizeof powers / sizeof powers[0]; ++i) {
        toi_primitive_query scaled = *q;
        scale(&scaled, powers[i]);
        toi_primitive_result r = ask_plain(&scaled, 0.0);
        assert_scaled(&plain, &r, powers[i]);
        r = ask_exactly(&scaled);
        assert_scaled(&exact, &r, powers[i]);
        assert_true(r.t_exact == exact.t_exact);
    }
}

// Multiples of 2^-26 below 2^5, moved by whole multiples of 2^-26 below 2^20: no sum is rounded. In exact
// mode t_free is a time at which the motion can be cut, which depends on where it is.
static void check_moved(toi_primitive_query q, test_random* random)
{
    toi_primitive_query moved = q;
    toi_vec3 by = {0.0, 0.0, 0.0};
    double* b[3] = {&by.x, &by.y, &by.z};
    for (int k = 0; k < 3; ++k) {
        *b[k] = ldexp((double)(random_bits(random) >> 18), -26) - 0x1p19;
    }
    for (int i = 0; i < 2 * TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        toi_vec3* v = i < TOI_PRIMITIVE_MOST_VERTICES ? &q.start[i] : &q.end[i - TOI_PRIMITIVE_MOST_VERTICES];
        toi_vec3* w =
            i < TOI_PRIMITIVE_MOST_VERTICES ? &moved.start[i] : &moved.end[i - TOI_PRIMITIVE_MOST_VERTICES];
        *v = (toi_vec3){ldexp(nearbyint(ldexp(v->x, 26)), -26), ldexp(nearbyint(ldexp(v->y, 26)), -26),
                        ldexp(nearbyint(ldexp(v->z, 26)), -26)};
        *w = (toi_vec3){v->x + by.x, v->y + by.y, v->z + by.z};
        assert_true(w->x - by.x == v->x && w->y - by.y == v->y && w->z - by.z == v->z);
    }
    toi_primitive_result plain = ask_plain(&q, 0.0), other = ask_plain(&moved, 0.0);
    assert_memory_equal(&plain, &other, sizeof plain);
    plain = ask_plain(&q, 0x1p-10), other = ask_plain(&moved, 0x1p-10);
    assert_memory_equal(&plain, &other, sizeof plain);
    plain = ask_exactly(&q), other = ask_exactly(&moved);
    assert_int_equal(plain.answer, other.answer);
    assert_int_equal(plain.start, other.start);
    assert_true(plain.t_exact == other.t_exact && (plain.t_free > 0.0) == (other.t_free > 0.0));
}

// Also as a vertex and an edge, and two vertices.
static void known_cases_scaled_and_moved_have_the_same_answers(void** state)
{
    (void)state;
    query_file* file = open_queries(QUERY_CASES);
    if (file == NULL) {
        skip();
    }
    file_query q;
    test_random random = random_start(20261134);
    uint32_t cases = 0;
    for (; query_case_next(file, &q); ++cases) {
        const toi_primitive_kind kinds[] = {q.query.kind, TOI_PRIMITIVE_VE, TOI_PRIMITIVE_VV};
        for (int k = 0; k < 3; ++k) {
            q.query.kind = kinds[k];
            check_scaled(&q.query);
            for (int i = 0; i < 10; ++i) {
                check_moved(q.query, &random);
            }
        }
    }
    query_file_close(file);
    assert_int_equal(cases, QUERY_CASE_COUNT);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(no_contact_of_the_queries_is_missed),
        cmocka_unit_test(parallel_edges_are_decided_with_a_separation),
        cmocka_unit_test(all_known_cases_are_right),
        cmocka_unit_test(scaling_by_powers_of_two_changes_no_bit),
        cmocka_unit_test(known_cases_scaled_and_moved_have_the_same_answers),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
