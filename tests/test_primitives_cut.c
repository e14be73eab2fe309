// Cutting a motion at t_free, as a caller does who goes on from there: end positions rounded to doubles.

#include "primitive_check.h"
#include "query_support.h"
#include "support/primitive_families.h"
#include "support/primitive_truth.h"

enum { ROUNDS = 26000 };

static double between(double x, double y, double t)
{
    double least = fmin(x, y), most = fmax(x, y);
    return t < 1.0 ? fmin(fmax((1.0 - t) * x + t * y, least), most) : y;
}

static toi_primitive_query cut(const toi_primitive_query* q, double t)
{
    toi_primitive_query c = *q;
    for (uint32_t i = 0; i < toi_primitive_vertex_count(q->kind); ++i) {
        const toi_vec3 *a = &q->start[i], *b = &q->end[i];
        c.end[i] = (toi_vec3){between(a->x, b->x, t), between(a->y, b->y, t), between(a->z, b->z, t)};
    }
    return c;
}

// `early`: contacts of what was cut that are named before 1 - 1e-12, as they are within the tolerance for
// long.
typedef struct tally {
    uint32_t exact, cut, clear, early;
} tally;

static void fail_cut(const toi_primitive_query* q, const char* what, double t, const toi_primitive_result* r)
{
    print_error("%s: kind %d, cut at %a: answer %d, start %d, t_free %.17g, gap %g\n", what, q->kind, t,
                r->answer, r->start, r->t_free, r->gap);
    for (uint32_t i = 0; i < toi_primitive_vertex_count(q->kind); ++i) {
        print_error("%a %a %a  to  %a %a %a\n", q->start[i].x, q->start[i].y, q->start[i].z, q->end[i].x,
                    q->end[i].y, q->end[i].z);
    }
    fail();
}

static toi_primitive_result answer_of(const toi_primitive_query* q, bool exact)
{
    toi_primitive_def def = {.exact = exact};
    toi_primitive_result r;
    assert_int_equal(toi_primitive_contact(q, &def, &r), TOI_OK);
    return r;
}

static void judge_exact(const toi_primitive_query* q, const char* what, tally* t)
{
    toi_primitive_result r = answer_of(q, true);
    if (r.answer != TOI_ANSWER_CONTACT || r.start == TOI_START_TOUCHING) {
        return;
    }
    toi_primitive_query c = cut(q, r.t_free);
    toi_primitive_result again = answer_of(&c, true);
    if (!(r.t_free > 0.0) || r.t_free > r.t_exact || again.answer != TOI_ANSWER_CLEAR ||
        truth_first_contact(&c).contact) {
        fail_cut(q, what, r.t_free, &again);
    }
    ++t->exact;
}

// The largest difference of coordinates.
static double size_of(const toi_primitive_query* q)
{
    double size = 0.0;
    uint32_t first_b = q->kind == TOI_PRIMITIVE_EE ? 2 : 1;
    for (uint32_t a = 0; a < first_b; ++a) {
        for (uint32_t b = first_b; b < toi_primitive_vertex_count(q->kind); ++b) {
            const toi_vec3 *s = q->start, *e = q->end;
            size =
                fmax(size, fmax(fmax(fabs(s[a].x - s[b].x), fabs(s[a].y - s[b].y)), fabs(s[a].z - s[b].z)));
            size =
                fmax(size, fmax(fmax(fabs(e[a].x - e[b].x), fabs(e[a].y - e[b].y)), fabs(e[a].z - e[b].z)));
        }
    }
    return size;
}

// Clear, or within the tolerance near the end and yet apart.
static void judge_default(const toi_primitive_query* q, const char* what, tally* t)
{
    toi_primitive_result r = answer_of(q, false);
    if (r.answer == TOI_ANSWER_CLEAR || r.start == TOI_START_TOUCHING) {
        return;
    }
    toi_primitive_query c = cut(q, r.t_free);
    toi_primitive_result again = answer_of(&c, false);
    ++t->cut;
    if (again.answer == TOI_ANSWER_CLEAR) {
        ++t->clear;
        return;
    }
    t->early += again.t_free < 1.0 - 1e-12;
    if (!(again.gap > 0.0 && again.gap <= 1e-12 * size_of(&c)) || again.start != TOI_START_FREE ||
        truth_first_contact(&c).contact) {
        fail_cut(q, what, r.t_free, &again);
    }
}

static void check_tally(const char* what, const tally* t)
{
    printf("%-12s exact: %u cut; else %u cut, %u of them clear, %u contacts before 1 - 1e-12\n", what,
           t->exact, t->cut, t->clear, t->early);
    assert_true(t->exact > 0 && t->early <= (t->cut + 99) / 100);
}

// Without exact arithmetic nothing is promised far from the origin, where rounding a position takes more than
// the tolerance.
static void random_motions_can_be_cut(void** state)
{
    (void)state;
    test_random seed = random_start(20261133);
    gen_random random = {random_bits(&seed)};
    for (int family = 0; family < FAMILIES; ++family) {
        tally t = {0};
        const char* name = primitive_family_name((primitive_family)family);
        for (uint32_t i = 0; i < ROUNDS / FAMILIES / TEST_SHARE; ++i) {
            toi_primitive_query q = primitive_draw(&random, (primitive_family)family);
            judge_exact(&q, name, &t);
            if (family != FAMILY_FAR) {
                judge_default(&q, name, &t);
            }
        }
        check_tally(name, &t);
    }
}

static void cut_file(const char* name, bool (*next)(query_file*, file_query*), uint32_t queries)
{
    query_file* file = open_queries(name);
    if (file == NULL) {
        skip();
    }
    file_query q;
    tally t = {0};
    uint32_t count = 0;
    for (; next(file, &q); ++count) {
        judge_exact(&q.query, q.id, &t);
        if (fabs(q.query.start[0].x) < 1e5) {
            judge_default(&q.query, q.id, &t);
        }
    }
    query_file_close(file);
    assert_int_equal(count, queries);
    check_tally(name, &t);
}

static void recorded_motions_can_be_cut(void** state)
{
    (void)state;
    cut_file("handcrafted", query_file_next, 3642);
    cut_file("simulation", query_file_next, 7100);
    cut_file("kinematic", query_file_next, 3100);
    cut_file("touching", query_file_next, 720);
    cut_file("degenerate", query_file_next, 720);
    cut_file(QUERY_CASES, query_case_next, QUERY_CASE_COUNT);
}

// From a start that is apart by less than a rounding of the place it is in.
static void the_smallest_gaps_can_be_cut(void** state)
{
    (void)state;
    static const double falling[8][3] = {{0.25, 0.25, 1.0},  {0, 0, 0}, {1, 0, 0}, {0, 1, 0},
                                         {0.25, 0.25, -1.0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    tally t = {0};
    for (int power = 0; power >= -1070; power -= 10) {
        toi_primitive_query q = make_query(TOI_PRIMITIVE_VF, falling);
        q.start[0].z = ldexp(1.0, power);
        judge_exact(&q, "gap", &t);
        judge_default(&q, "gap", &t);
        for (int i = 0; i < 4; ++i) { // where doubles are 2^-43 apart
            q.start[i].z += 512.0;
            q.end[i].z += 512.0;
        }
        judge_exact(&q, "gap far up", &t);
    }
    assert_true(t.exact > 100 && t.cut > 100);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(random_motions_can_be_cut),
        cmocka_unit_test(recorded_motions_can_be_cut),
        cmocka_unit_test(the_smallest_gaps_can_be_cut),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
