// Random walks by the paper's route: it is an estimate, but ends that are not free would be news. Counts for
// docs/methods/trace-paper.md come from trace_walk --method paper.

#include "cmocka_toi.h"
#include "support/trace_walk.h"

#include <fmpq.h>

static void walk_all_pairs(double angle, double separation)
{
    static tw_bodies bodies;
    tw_bodies_init(&bodies, 0.0);
    tw_row row = {.angle = angle,
                  .separation = separation,
                  .seed = 1,
                  .steps = 16,
                  .method = TOI_TRACE_PAPER,
                  .quiet = 1};
    tw_counts counts = {.least = HUGE_VAL};
    for (uint64_t i = 0; i < TW_PAIRS; ++i) {
        tw_walk(&bodies, &row, i, &counts);
    }
    tw_bodies_release(&bodies);
    assert_true(counts.moves[0] > 1000 && counts.moves[1] > 1000 && counts.hits[0] > 200 &&
                counts.hits[1] > 100);
    assert_int_equal(counts.meets[0], 0);
    assert_int_equal(counts.meets[1], 0);
}

static void walks_end_free_with_the_zone_of_the_published_system(void** state)
{
    (void)state;
    walk_all_pairs(10.0, 0.25);
    walk_all_pairs(170.0, 0.25);
}

static void walks_end_free_with_the_thinnest_zone(void** state)
{
    (void)state;
    walk_all_pairs(60.0, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_end_free_with_the_zone_of_the_published_system),
        cmocka_unit_test(walks_end_free_with_the_thinnest_zone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
