// What the tests of queries on straight vertex paths share: asking with a certificate, and what every answer
// keeps.

#ifndef TOI_TESTS_PRIMITIVE_CHECK_H
#define TOI_TESTS_PRIMITIVE_CHECK_H

#include "cmocka_toi.h"
#include "support/primitive_links.h"
#include "toi/primitives.h"

enum { CHECK_LINKS = 512 };

// An answer with its certificate.
typedef struct checked_answer {
    toi_primitive_result result;
    toi_primitive_link links[CHECK_LINKS];
} checked_answer;

static inline void ask(const toi_primitive_query* q, toi_primitive_def def, checked_answer* a)
{
    def.links = a->links;
    def.link_capacity = CHECK_LINKS;
    assert_int_equal(toi_primitive_contact(q, &def, &a->result), TOI_OK);
}

static inline toi_primitive_result ask_plain(const toi_primitive_query* q, double separation)
{
    toi_primitive_def def = {.separation = separation};
    toi_primitive_result result;
    assert_int_equal(toi_primitive_contact(q, &def, &result), TOI_OK);
    return result;
}

// What holds of every answer, whatever the query: ranges, weights, and that the certificate reaches as far as
// the answer says, by the library's check and by the one of the tests. Answers that exact arithmetic gave go
// beyond theirs. Returns how many links were checked.
static inline uint32_t check_answer(const toi_primitive_query* q, double separation, const checked_answer* a)
{
    const toi_primitive_result* r = &a->result;
    assert_true(r->t_free >= 0.0 && r->t_free <= 1.0);
    assert_true(r->link_count <= CHECK_LINKS);
    double proved = -1.0, until = -1.0;
    assert_int_equal(toi_primitive_verify(q, separation, a->links, r->link_count, &proved), TOI_OK);
    assert_true(primitive_links_hold(q, separation, a->links, r->link_count, &until));
    assert_true(proved == until);
    if (r->answer == TOI_ANSWER_CLEAR) {
        assert_true(r->t_free == 1.0 && r->start == TOI_START_FREE && r->gap == 0.0);
        return r->link_count;
    }
    assert_true(until <= r->t_free);
    uint32_t first_b = q->kind == TOI_PRIMITIVE_EE ? 2 : 1, count = toi_primitive_vertex_count(q->kind);
    double of_a = 0.0, of_b = 0.0;
    for (uint32_t i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        assert_true(r->weight[i] >= 0.0 && (i < count || r->weight[i] == 0.0));
        of_a += i < first_b ? r->weight[i] : 0.0;
        of_b += i >= first_b ? r->weight[i] : 0.0;
    }
    assert_near(of_a, 1.0, 1e-14);
    assert_near(of_b, 1.0, 1e-14);
    return r->link_count;
}

static inline toi_primitive_query make_query(toi_primitive_kind kind, const double (*x)[3])
{
    toi_primitive_query q = {.kind = kind};
    uint32_t count = toi_primitive_vertex_count(kind);
    for (uint32_t i = 0; i < count; ++i) {
        q.start[i] = (toi_vec3){x[i][0], x[i][1], x[i][2]};
        q.end[i] = (toi_vec3){x[count + i][0], x[count + i][1], x[count + i][2]};
    }
    return q;
}

#endif
