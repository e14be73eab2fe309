// Where moves lead, against ball arithmetic: every joint is within the rounding bound of the exact end of the
// move, and what the end of a long list is off by is no more than all of them.

#include "moves_support.h"

#include "motion/bounds.h"
#include "motion/path.h"
#include "motion/pieces.h"
#include "support/exact_motion.h"

#include <arb.h>

enum { POINTS = 4 };

// Upper bound of the distance of the exact place of v from x.
static double distance_from(const exact_pose* exact, toi_vec3 v, toi_vec3 x)
{
    const double c[3] = {x.x, x.y, x.z};
    arb_t p[3], d, sum;
    arb_init(d);
    arb_init(sum);
    for (int i = 0; i < 3; ++i) {
        arb_init(p[i]);
    }
    exact_pose_point(p, exact, v);
    for (int i = 0; i < 3; ++i) {
        arb_set_d(d, c[i]);
        arb_sub(d, p[i], d, EXACT_BITS);
        arb_addmul(sum, d, d, EXACT_BITS);
        arb_clear(p[i]);
    }
    arb_sqrtpos(sum, sum, EXACT_BITS);
    arf_t bound;
    arf_init(bound);
    arb_get_ubound_arf(bound, sum, EXACT_BITS);
    double distance = arf_get_d(bound, ARF_RND_UP);
    arf_clear(bound);
    arb_clear(d);
    arb_clear(sum);
    return distance;
}

// What the pose reached after a move is off by, in u L of the move.
static double joint_error(gen_random* random, const toi_motion* m, uint32_t piece, exact_pose* exact)
{
    ti_path path;
    ti_motion_piece(m, piece, &path);
    double span = path.t1 - path.t0, worst = 0.0;
    toi_motion alone = {.kind = TOI_MOTION_STATIC, .pose = path.start};
    if (piece < m->move_count) {
        alone = ti_move_motion(&m->moves[piece], path.start);
    }
    assert_true(span > 0.0);
    exact_pose_set(exact, &alone, 1.0);
    toi_pose reached = toi_motion_pose(m, path.t1);
    for (int i = 0; i < POINTS; ++i) {
        toi_vec3 v = gen_vector(random, 1e-3, 1e3);
        double off = distance_from(exact, v, toi_pose_point(reached, v));
        worst = fmax(worst, off / (0x1p-53 * ti_path_magnitude(&path, v3_length(v))));
    }
    return worst;
}

static void every_joint_is_within_the_bound_of_the_exact_end_of_its_move(void** state)
{
    (void)state;
    gen_random random = {random_start(61).state};
    gen_lists lists;
    exact_pose exact;
    exact_pose_init(&exact);
    double worst = 0.0;
    for (int i = 0; i < 500; ++i) {
        double far = gen_size(&random, 1.0, 1e9);
        toi_motion m = random_moves_motion(&random, 1.0, 3.0, &lists);
        gen_motion_shift(&m, &lists, v3_scale(far, gen_direction(&random)));
        for (uint32_t k = 0; k < ti_motion_piece_count(&m); ++k) {
            worst = fmax(worst, joint_error(&random, &m, k, &exact));
        }
    }
    printf("largest error of a joint %.2f u L\n", worst);
    assert_true(worst <= 32.0);
    exact_pose_clear(&exact);
}

// Two moves far from the origin: what the second piece carries for the jump is at least how far it starts
// from the exact end of the first, beyond what the lengths that show account for.
static void a_piece_carries_the_jump_at_its_start(void** state)
{
    (void)state;
    gen_random random = {random_start(62).state};
    exact_pose exact;
    exact_pose_init(&exact);
    double worst = 0.0;
    for (int i = 0; i < 2000; ++i) {
        toi_vec3 far = gen_vector(&random, 1e3, 1e12);
        toi_move moves[2] = {{.kind = TOI_MOVE_TRANSLATION, .by = gen_direction(&random)}, {0}};
        if (i % 2 == 1) {
            moves[0] = (toi_move){
                .kind = TOI_MOVE_ROTATION, .point = far, .axis = gen_direction(&random), .angle = 1.0};
        }
        moves[1].by = moves[0].by;
        toi_motion m = moves_of((toi_pose){far, gen_quaternion(&random)}, moves, 2);
        toi_motion alone = ti_move_motion(&moves[0], ti_pose_unit(m.pose));
        exact_pose_set(&exact, &alone, 1.0);
        ti_pieces pieces;
        ti_pieces_begin(&m, &pieces);
        assert_true(ti_pieces_jump(&pieces) == 0.0);
        ti_pieces_next(&pieces);
        double jump = distance_from(&exact, v3(0, 0, 0), pieces.path.start.position);
        double bound = 48.0 * 0x1p-53 * ti_pieces_jump(&pieces);
        worst = fmax(worst, jump / bound);
        assert_true(jump <= bound);
        assert_true((pieces.path.t1 - pieces.path.t0) * pieces.path.lever >= ti_pieces_jump(&pieces));
    }
    printf("largest jump %.3f of its bound\n", worst);
    assert_true(worst > 0.1); // far away a position has just its own rounding
    exact_pose_clear(&exact);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_joint_is_within_the_bound_of_the_exact_end_of_its_move),
        cmocka_unit_test(a_piece_carries_the_jump_at_its_start),
    };
    return cmocka_run_group_tests(cases, NULL, exact_end);
}
