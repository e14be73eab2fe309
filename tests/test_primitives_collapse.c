// Edges and faces that shrink as they touch: some of the four vertices come together in one point. What is
// called a contact is within the tolerance then too, and `weight` says where.

#include "random_point.h"

#include "toi/primitives.h"

#include <math.h>

enum { QUERIES = 40000 / TEST_SHARE };

#define SIZE 2.0 // no coordinates differ by more

// Random ones, half of them multiples of 1/8; the vertices of the bits come together at the end.
static toi_primitive_query draw(test_random* random, toi_primitive_kind kind, uint32_t bits)
{
    toi_primitive_query q = {.kind = kind};
    toi_vec3 hit = random_point(random, 0.5 * SIZE);
    bool whole = random_below(random, 2) == 0;
    for (uint32_t i = 0; i < 4; ++i) {
        toi_vec3 at[2] = {random_point(random, 0.5 * SIZE), random_point(random, 0.5 * SIZE)};
        at[1] = bits >> i & 1 ? hit : at[1];
        for (int k = 0; k < 2 && whole; ++k) {
            at[k] =
                (toi_vec3){rint(8.0 * at[k].x) / 8.0, rint(8.0 * at[k].y) / 8.0, rint(8.0 * at[k].z) / 8.0};
        }
        q.start[i] = at[0];
        q.end[i] = at[1];
    }
    return q;
}

static long double between(double start, double end, double t)
{
    return (1.0L - (long double)t) * (long double)start + (long double)t * (long double)end;
}

// How far apart the points are that a result names, at its t_free.
static long double distance_of(const toi_primitive_query* q, const toi_primitive_result* r)
{
    long double x = 0.0L, y = 0.0L, z = 0.0L;
    for (int i = 0; i < 4; ++i) {
        const toi_vec3 *start = &q->start[i], *end = &q->end[i];
        bool is_a = i < (q->kind == TOI_PRIMITIVE_EE ? 2 : 1);
        long double weight = (long double)(is_a ? r->weight[i] : -r->weight[i]);
        x += weight * between(start->x, end->x, r->t_free);
        y += weight * between(start->y, end->y, r->t_free);
        z += weight * between(start->z, end->z, r->t_free);
    }
    return sqrtl(x * x + y * y + z * z);
}

static void contacts_are_within_the_tolerance(void** state)
{
    (void)state;
    test_random random = random_start(8);
    uint32_t contacts = 0;
    for (uint32_t i = 0; i < 2 * QUERIES; ++i) {
        toi_primitive_query q = draw(&random, i % 2 ? TOI_PRIMITIVE_EE : TOI_PRIMITIVE_VF, i / 2 % 16);
        toi_primitive_result r;
        assert_int_equal(toi_primitive_contact(&q, NULL, &r), TOI_OK);
        if (r.answer != TOI_ANSWER_CONTACT) {
            continue;
        }
        ++contacts;
        // The tolerance, and as much where the two lines are nearly one, which leaves the points open.
        assert_true(r.gap <= 1e-12 * SIZE);
        assert_true(distance_of(&q, &r) <= 2e-12L * (long double)SIZE);
    }
    assert_true(contacts > QUERIES / 2);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(contacts_are_within_the_tolerance),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
