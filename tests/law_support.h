// What the tests of laws share: a query of a random pair, and whether two answers are about the same event.

#ifndef TOI_TESTS_LAW_SUPPORT_H
#define TOI_TESTS_LAW_SUPPORT_H

#include "cmocka_toi.h"

#include "support/generate.h"

enum { PAIRS = 250 / TEST_SHARE };

static inline void copy_pair(gen_pair* to, const gen_pair* from)
{
    *to = *from;
    gen_motion_point_to(&to->motion_a, &to->lists_a);
    gen_motion_point_to(&to->motion_b, &to->lists_b);
}

static inline toi_result ask(const gen_pair* p)
{
    toi_mesh *a = gen_toi_mesh(&p->a), *b = gen_toi_mesh(&p->b);
    toi_body body_a = {.mesh = a, .motion = p->motion_a}, body_b = {.mesh = b, .motion = p->motion_b};
    toi_query_def def = {.separation = p->separation};
    toi_result r = {0};
    assert_int_equal(toi_first_contact(&body_a, &body_b, &def, &r), TOI_OK);
    toi_mesh_destroy(a);
    toi_mesh_destroy(b);
    return r;
}

// Fails unless two answers about the same event are the same but for the tolerance.
static inline void assert_same_event(uint64_t index, const toi_result* r, const toi_result* s)
{
    bool same = r->answer == s->answer && r->start == s->start && fabs(r->t_free - s->t_free) <= 1e-6;
    if (!same) {
        print_error("pair %llu: answers %d and %d, starts %d and %d, times %.17g and %.17g\n",
                    (unsigned long long)index, (int)r->answer, (int)s->answer, (int)r->start, (int)s->start,
                    r->t_free, s->t_free);
    }
    assert_true(same);
}

static inline bool same_feature(toi_feature f, toi_feature g)
{
    return f.kind == g.kind && f.index[0] == g.index[0] &&
           (f.kind != TOI_FEATURE_EDGE || f.index[1] == g.index[1]);
}

#endif
