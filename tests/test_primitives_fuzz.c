// Random queries of families that are hard, against the exact answer (support/primitive_truth.h), and every
// certificate that is taken against polynomials over the rationals. TOI_PRIMITIVE_ROUNDS sets how many.

#include "primitive_check.h"
#include "support/primitive_families.h"
#include "support/primitive_truth.h"

enum { ROUNDS = 104000, CHECKED_EVERY = 64, LAWS_EVERY = 32 };

static uint32_t rounds(void)
{
    const char* text = getenv("TOI_PRIMITIVE_ROUNDS");
    return text != NULL ? (uint32_t)strtoul(text, NULL, 10) : ROUNDS / TEST_SHARE;
}

typedef struct tally {
    uint32_t queries, contacts, positives, undecided;
    uint64_t links;
} tally;

static void fail_query(const toi_primitive_query* q, primitive_family family, const toi_primitive_result* r,
                       const truth_contact* truth)
{
    print_error("%s, kind %d, answer %d, t_free %.17g, exact %.17g\n", primitive_family_name(family), q->kind,
                r->answer, r->t_free, truth->near);
    for (uint32_t i = 0; i < toi_primitive_vertex_count(q->kind); ++i) {
        print_error("%a %a %a  to  %a %a %a\n", q->start[i].x, q->start[i].y, q->start[i].z, q->end[i].x,
                    q->end[i].y, q->end[i].z);
    }
    fail();
}

static void judge(const toi_primitive_query* q, primitive_family family, bool checked, tally* t)
{
    truth_contact truth = truth_first_contact(q);
    checked_answer a;
    ask(q, (toi_primitive_def){0}, &a);
    const toi_primitive_result* r = &a.result;
    bool clear = r->answer == TOI_ANSWER_CLEAR;
    if ((truth.contact && (clear || r->t_free > truth.below)) ||
        (!clear && r->t_free == 0.0 && truth.below > 0.0) ||
        (r->start == TOI_START_TOUCHING && truth.near > 0.0)) {
        fail_query(q, family, r, &truth);
    }
    t->links += checked ? check_answer(q, 0.0, &a) : 0;
    ++t->queries;
    t->contacts += truth.contact;
    t->positives += !clear && !truth.contact;
    t->undecided += r->answer == TOI_ANSWER_UNDECIDED;
}

static void no_contact_is_missed_and_no_time_late(void** state)
{
    (void)state;
    test_random seed = random_start(20261129);
    gen_random random = {random_bits(&seed)};
    uint32_t each = rounds() / FAMILIES;
    for (int family = 0; family < FAMILIES; ++family) {
        tally t = {0};
        for (uint32_t i = 0; i < each; ++i) {
            toi_primitive_query q = primitive_draw(&random, (primitive_family)family);
            judge(&q, (primitive_family)family, i % CHECKED_EVERY == 0, &t);
        }
        printf("%-12s %u queries, %u contacts, %u false positives, %u undecided, %llu links checked\n",
               primitive_family_name((primitive_family)family), t.queries, t.contacts, t.positives,
               t.undecided, (unsigned long long)t.links);
        assert_true(t.links > 0);
    }
}

// The exact time for a separation is not at hand: certificates are checked, and that it is not after the
// touch.
static void certificates_with_a_separation_hold(void** state)
{
    (void)state;
    test_random seed = random_start(20261130);
    gen_random random = {random_bits(&seed)};
    tally t = {0};
    for (uint32_t i = 0; i < rounds() / CHECKED_EVERY; ++i) {
        primitive_family family = (primitive_family)gen_below(&random, FAMILIES);
        toi_primitive_query q = primitive_draw(&random, family);
        double size = 0.0;
        for (int k = 0; k < 4; ++k) {
            size = fmax(size, fabs(q.start[k].x - q.start[0].x));
        }
        double separation = size * gen_size(&random, 1e-6, 0.3);
        checked_answer a;
        ask(&q, (toi_primitive_def){.separation = separation}, &a);
        t.links += check_answer(&q, separation, &a);
        t.contacts += a.result.answer == TOI_ANSWER_CONTACT;
        t.undecided += a.result.answer == TOI_ANSWER_UNDECIDED;
        ++t.queries;
        truth_contact truth = truth_first_contact(&q);
        if (truth.contact && (a.result.answer == TOI_ANSWER_CLEAR || a.result.t_free > truth.below)) {
            fail_query(&q, family, &a.result, &truth);
        }
    }
    printf("%u queries with a separation, %u contacts, %u undecided, %llu links checked\n", t.queries,
           t.contacts, t.undecided, (unsigned long long)t.links);
    assert_true(t.links > 0 && t.contacts > 0);
}

static void add(toi_vec3* v, toi_vec3 by)
{
    *v = (toi_vec3){v->x + by.x, v->y + by.y, v->z + by.z};
}

// Whole numbers moved by whole numbers: no sum is rounded.
static void shifts_that_are_exact_change_no_bit(void** state)
{
    (void)state;
    test_random seed = random_start(20261131);
    gen_random random = {random_bits(&seed)};
    for (uint32_t i = 0; i < rounds() / LAWS_EVERY; ++i) {
        toi_primitive_query q = primitive_draw(&random, FAMILY_WHOLE);
        toi_primitive_result plain = ask_plain(&q, 0.0);
        double x = gen_below(&random, 1u << 30), y = gen_below(&random, 1u << 30),
               z = gen_below(&random, 1u << 30);
        for (int k = 0; k < TOI_PRIMITIVE_MOST_VERTICES; ++k) {
            add(&q.start[k], (toi_vec3){x, y, z});
            add(&q.end[k], (toi_vec3){-x, y, -z});
            add(&q.end[k], (toi_vec3){2.0 * x, -2.0 * y, 0.0});
        }
        toi_primitive_result moved = ask_plain(&q, 0.0);
        assert_memory_equal(&plain, &moved, sizeof plain);
    }
}

// A with B, ends of edges, corners of faces in another order: the same answer, and times within the
// tolerance.
static void order_changes_nothing_but_rounding(void** state)
{
    (void)state;
    static const int orders[2][2][4] = {{{0, 2, 3, 1}, {0, 3, 2, 1}}, {{2, 3, 0, 1}, {1, 0, 3, 2}}};
    test_random seed = random_start(20261132);
    gen_random random = {random_bits(&seed)};
    for (uint32_t i = 0; i < rounds() / LAWS_EVERY; ++i) {
        toi_primitive_query q = primitive_draw(&random, FAMILY_RANDOM), other = q;
        if (q.kind != TOI_PRIMITIVE_VF && q.kind != TOI_PRIMITIVE_EE) {
            continue;
        }
        const int* order = orders[q.kind == TOI_PRIMITIVE_EE][i % 2];
        for (int k = 0; k < 4; ++k) {
            other.start[k] = q.start[order[k]];
            other.end[k] = q.end[order[k]];
        }
        toi_primitive_result a = ask_plain(&q, 0.0), b = ask_plain(&other, 0.0);
        assert_int_equal(a.answer, b.answer);
        assert_near(a.t_free, b.t_free, 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(no_contact_is_missed_and_no_time_late),
        cmocka_unit_test(certificates_with_a_separation_hold),
        cmocka_unit_test(shifts_that_are_exact_change_no_bit),
        cmocka_unit_test(order_changes_nothing_but_rounding),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
