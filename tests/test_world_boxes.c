// Boxes on several threads, for the thread sanitizer too: the same answers as on one.

#include "cmocka_toi.h"
#include "support/solid_pairs.h"

#include <string.h>

enum { FROM = 6 };

static void threads_share_nothing_but_the_work(void** state)
{
    (void)state;
    static solid_pair drawn[FROM];
    toi_solid solids[2 * FROM];
    for (uint64_t i = 0; i < FROM; ++i) {
        solid_pair_random(31, i, (solid_family)(i % SOLID_FAMILIES), &drawn[i]);
        memcpy(&solids[2 * i], drawn[i].solids, sizeof drawn[i].solids);
    }
    toi_boxes_def def = {.solids = solids, .solid_count = 2 * FROM, .threads = 1};
    toi_boxes_result one, many;
    assert_int_equal(toi_boxes_check(&def, &one, NULL), TOI_OK);
    def.threads = 4;
    assert_int_equal(toi_boxes_check(&def, &many, NULL), TOI_OK);
    uint32_t intervals = 0;
    assert_int_equal(one.pair_count, FROM * (2 * FROM - 1));
    assert_int_equal(many.pair_count, one.pair_count);
    for (uint32_t i = 0; i < one.pair_count; ++i) {
        const toi_boxes_pair *x = &one.pairs[i], *y = &many.pairs[i];
        assert_int_equal(x->interval_count, y->interval_count);
        assert_true(x->a == y->a && x->b == y->b);
        for (uint32_t k = 0; k < x->interval_count; ++k, ++intervals) {
            assert_true(x->intervals[k].enter == y->intervals[k].enter);
            assert_true(x->intervals[k].exit == y->intervals[k].exit);
        }
    }
    assert_true(intervals > FROM);
    toi_boxes_result_release(&one);
    toi_boxes_result_release(&many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_share_nothing_but_the_work)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
