// Motions of every kind as rational ones, against ball arithmetic by the formulas of docs/motions.md.

#include "cmocka_toi.h"
#include "math/pose.h"
#include "support/exact_rational.h"

enum { TIMES = 6, KINDS = TOI_MOTION_RATIONAL };

// What was seen of motions of a kind.
typedef struct tally {
    uint32_t motions, pieces, exact;
    double worst; // share of the bound, of those that have one
} tally;

static exact_piece piece_of(const toi_motion* m, uint32_t index)
{
    double from = index > 0 ? m->rationals[index - 1].until : 0.0;
    return (exact_piece){from, m->rationals[index].until, &m->rationals[index], {0.0, 0.0, 0.0}};
}

static toi_rational_motion convert(const toi_motion* m, double radius, double tolerance)
{
    const toi_rational_def def = {.tolerance = tolerance};
    toi_rational_motion made;
    toi_error error = {0};
    if (toi_motion_to_rational(m, radius, &def, &made, &error) != TOI_OK ||
        toi_motion_check(&made.motion, &error) != TOI_OK) {
        fail_msg("kind %d, %u: %s", (int)m->kind, (unsigned)error.index, error.text);
    }
    assert_int_equal(made.motion.kind, TOI_MOTION_RATIONAL);
    assert_true(made.bound >= 0.0 && isfinite(made.bound));
    return made;
}

// A motion with the bound 0 has quaternions of its own that are not quite of length 1, and so their mean by
// nlerp is not quite that of their directions.
static void judge(gen_random* random, const toi_motion* m, double radius, double tolerance, exact_pose* exact,
                  tally* all)
{
    toi_rational_motion made = convert(m, radius, tolerance);
    double allowed = made.bound > 0.0 ? made.bound + 0x1p-53 * (16.0 * radius) : 0x1p-53 * (16.0 * radius);
    for (int k = 0; k < TIMES; ++k) {
        exact_piece p = piece_of(&made.motion, gen_below(random, made.motion.rational_count));
        double t = exact_piece_time(random, &p, k);
        exact_pose_set(exact, m, t);
        double off = exact_piece_most(random, exact, &p, t, radius);
        if (!(off <= allowed)) {
            fail_msg("kind %d is %g off at %.17g, bound %g", (int)m->kind, off, t, made.bound);
        }
        all->worst = fmax(all->worst, made.bound > 0.0 ? off / made.bound : 0.0);
    }
    ++all->motions;
    all->pieces += made.motion.rational_count;
    all->exact += made.bound == 0.0;
    toi_rational_motion_release(&made);
}

static void every_kind_stays_within_its_bound(void** state)
{
    (void)state;
    static const double tolerances[] = {1e-3, 1e-9, 1e-12, 0.0};
    gen_random random = {random_start(1).state};
    tally all[KINDS] = {{0, 0, 0, 0.0}};
    exact_pose exact;
    exact_pose_init(&exact);
    for (int k = 0; k < 800; ++k) {
        gen_lists lists;
        toi_motion m;
        gen_motion_random(&random, 1.0, 3.0, &m, &lists);
        double radius = gen_size(&random, 1e-3, 10.0);
        judge(&random, &m, radius, tolerances[k % 4] * radius, &exact, &all[m.kind]);
    }
    for (int kind = 0; kind < KINDS; ++kind) {
        print_message("kind %d: %u motions, %u pieces, %u exact; at most %.3f of the bound\n", kind,
                      all[kind].motions, all[kind].pieces, all[kind].exact, all[kind].worst);
        bool fitted = kind != TOI_MOTION_STATIC && kind != TOI_MOTION_TRANSLATION;
        assert_true(all[kind].motions > 20 && (!fitted || all[kind].worst > 0.1));
    }
    assert_int_equal(all[TOI_MOTION_STATIC].exact, all[TOI_MOTION_STATIC].motions);
    exact_pose_clear(&exact);
}

// Turns and axes of any size, near and far, and bodies that are points.
static void small_and_large_turns_stay_within_the_bound(void** state)
{
    (void)state;
    gen_random random = {random_start(2).state};
    tally all = {0};
    exact_pose exact;
    exact_pose_init(&exact);
    for (int k = 0; k < 600; ++k) {
        toi_motion m = gen_motion_turning(&random, k % 2 == 0 ? TOI_MOTION_SCREW : TOI_MOTION_SPIN);
        double radius = k % 5 == 0 ? 0.0 : gen_size(&random, 1e-3, 1e3);
        double tolerance = gen_size(&random, 1e-12, 1e-3) * radius;
        judge(&random, &m, radius, tolerance, &exact, &all);
    }
    print_message("%u pieces; at most %.3f of the bound\n", all.pieces, all.worst);
    assert_true(all.exact == 0 && all.worst > 0.1);
    exact_pose_clear(&exact);
}

// Keys whose distances and turns are of very different sizes, so that pieces of any size have to meet.
static void keys_of_any_size_are_joined(void** state)
{
    (void)state;
    gen_random random = {random_start(3).state};
    tally all = {0};
    exact_pose exact;
    exact_pose_init(&exact);
    for (int k = 0; k < 400; ++k) {
        toi_key keys[GEN_KEYS];
        toi_pose at = {.position = gen_vector(&random, 1e-9, 1e9)};
        at.quaternion = gen_quaternion(&random);
        for (uint32_t i = 0; i < GEN_KEYS; ++i) {
            double half = 0.5 * gen_size(&random, 1e-12, 3.0);
            toi_vec3 n = gen_direction(&random);
            toi_quat turn = {cos(half), sin(half) * n.x, sin(half) * n.y, sin(half) * n.z};
            keys[i] = (toi_key){i / (GEN_KEYS - 1.0), at};
            at.quaternion = q_mul(turn, at.quaternion);
            at.position = v3_add(at.position, gen_vector(&random, 1e-9, 1e9));
            at.position = k % 7 == 0 ? v3(0.0, 0.0, 0.0) : at.position;
        }
        toi_motion m = {.kind = TOI_MOTION_KEYFRAMES, .path = (toi_path)(k % 3), .keys = keys};
        m.key_count = GEN_KEYS;
        double radius = gen_size(&random, 1e-3, 1e3);
        double tolerance = gen_size(&random, 1e-15, 1.0) * radius;
        judge(&random, &m, radius, tolerance, &exact, &all);
    }
    print_message("%u pieces; at most %.3f of the bound\n", all.pieces, all.worst);
    assert_true(all.exact > 50);
    exact_pose_clear(&exact);
}

// Moves go on from where doubles got to.
static void moves_of_any_size_are_joined(void** state)
{
    (void)state;
    gen_random random = {random_start(4).state};
    tally all = {0};
    exact_pose exact;
    exact_pose_init(&exact);
    for (int k = 0; k < 300; ++k) {
        toi_move moves[GEN_MOVES];
        toi_motion m = {.kind = TOI_MOTION_MOVES, .moves = moves, .move_count = GEN_MOVES};
        m.pose.position = gen_vector(&random, 1e-9, 1e9);
        m.pose.quaternion = gen_quaternion(&random);
        for (int i = 0; i < GEN_MOVES; ++i) {
            toi_move* move = &moves[i];
            *move = (toi_move){.kind = gen_chance(&random, 0.7) ? TOI_MOVE_ROTATION : TOI_MOVE_TRANSLATION};
            move->by = gen_vector(&random, 1e-9, 1e9);
            move->point = gen_vector(&random, 1e-9, 1e9);
            move->axis = gen_direction(&random);
            move->angle = gen_size(&random, 1e-12, 1e2);
        }
        double radius = gen_size(&random, 1e-3, 1e3);
        double tolerance = gen_size(&random, 1e-15, 1.0) * radius;
        judge(&random, &m, radius, tolerance, &exact, &all);
    }
    print_message("%u pieces; at most %.3f of the bound\n", all.pieces, all.worst);
    exact_pose_clear(&exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_stays_within_its_bound),
        cmocka_unit_test(small_and_large_turns_stay_within_the_bound),
        cmocka_unit_test(keys_of_any_size_are_joined),
        cmocka_unit_test(moves_of_any_size_are_joined),
    };
    return cmocka_run_group_tests(tests, NULL, exact_end);
}
