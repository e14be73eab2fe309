// Laws of space and time: what may not change when a pair is scaled, shifted, cut, split, reversed, or seen
// from a frame that moves.

#include "law_support.h"
#include "support/move_at.h"

static gen_pair pair, other;

// Whether the bodies come within tolerance about the time t and do not touch: then both clear and contact are
// right.
static bool is_borderline(const gen_pair* p, const toi_result* r, double t)
{
    oracle_mesh a, b;
    oracle_pair seen;
    gen_oracle_mesh(&p->a, &a);
    gen_oracle_mesh(&p->b, &b);
    oracle_pair_init(&seen, &a, &p->motion_a, &b, &p->motion_b);
    real d = oracle_pair_distance(&seen, t, HUGE_VALL).distance;
    for (double step = 1e-6; step > 1e-16; step *= 0.7) {
        double side[2] = {fmax(t - step, 0.0), fmin(t + step, 1.0)};
        for (int i = 0; i < 2; ++i) {
            real next = oracle_pair_distance(&seen, side[i], d).distance;
            t = next < d ? side[i] : t;
            d = r_min(d, next);
        }
    }
    oracle_mesh_release(&a);
    oracle_mesh_release(&b);
    d -= (real)p->separation;
    return d > 0.0L && d < 1.1L * (real)r->work.tolerance + (real)r->work.rounding;
}

// ---- scaling and shifting

static toi_vec3 scaled(toi_vec3 a, int k)
{
    return (toi_vec3){ldexp(a.x, k), ldexp(a.y, k), ldexp(a.z, k)};
}

static void scale_motion(toi_motion* m, gen_lists* lists, int k)
{
    m->pose.position = scaled(m->pose.position, k);
    m->end.position = scaled(m->end.position, k);
    m->point = scaled(m->point, k);
    m->by = scaled(m->by, k);
    m->advance = ldexp(m->advance, k);
    for (uint32_t i = 0; i < m->key_count; ++i) {
        lists->keys[i].pose.position = scaled(lists->keys[i].pose.position, k);
    }
    for (uint32_t i = 0; i < m->move_count; ++i) {
        lists->moves[i].by = scaled(lists->moves[i].by, k);
        lists->moves[i].point = scaled(lists->moves[i].point, k);
    }
}

static void scale_pair(gen_pair* p, int k)
{
    for (uint32_t i = 0; i < 3 * p->a.vertex_count; ++i) {
        p->a.vertices[i] = ldexp(p->a.vertices[i], k);
    }
    for (uint32_t i = 0; i < 3 * p->b.vertex_count; ++i) {
        p->b.vertices[i] = ldexp(p->b.vertices[i], k);
    }
    scale_motion(&p->motion_a, &p->lists_a, k);
    scale_motion(&p->motion_b, &p->lists_b, k);
    p->separation = ldexp(p->separation, k);
}

static void scaling_by_powers_of_two_gives_the_same_bits_scaled(void** state)
{
    (void)state;
    static const int powers[] = {-300, -64, 3, 64, 300};
    for (uint64_t i = 0; i < PAIRS; ++i) {
        gen_pair_random(25, i, i % 5 == 0, &pair);
        int k = powers[i % 5];
        copy_pair(&other, &pair);
        scale_pair(&other, k);
        toi_result r = ask(&pair), s = ask(&other);
        assert_int_equal(r.answer, s.answer);
        assert_int_equal(r.start, s.start);
        assert_int_equal(r.kind, s.kind);
        assert_true(r.t_free == s.t_free && r.t_hit == s.t_hit);
        assert_true(ldexp(r.gap, k) == s.gap);
        assert_true(same_feature(r.a, s.a) && same_feature(r.b, s.b));
        assert_memory_equal(&r.normal, &s.normal, sizeof r.normal);
        toi_vec3 point = scaled(r.point, k);
        assert_true(point.x == s.point.x && point.y == s.point.y && point.z == s.point.z);
        assert_int_equal(r.work.steps, s.work.steps);
        assert_int_equal(r.work.nodes, s.work.nodes);
        assert_true(ldexp(r.work.tolerance, k) == s.work.tolerance);
    }
}

// On a grid, so that a shift by 2^20 is exact.
static void round_vector(toi_vec3* a)
{
    *a = (toi_vec3){ldexp(round(ldexp(a->x, 28)), -28), ldexp(round(ldexp(a->y, 28)), -28),
                    ldexp(round(ldexp(a->z, 28)), -28)};
}

static void round_motion(toi_motion* m, gen_lists* lists)
{
    round_vector(&m->pose.position);
    round_vector(&m->end.position);
    if (m->kind != TOI_MOTION_SPIN) {
        round_vector(&m->point);
    }
    for (uint32_t i = 0; i < m->key_count; ++i) {
        round_vector(&lists->keys[i].pose.position);
    }
    for (uint32_t i = 0; i < m->move_count; ++i) {
        round_vector(&lists->moves[i].point);
    }
}

static bool has_moves(const gen_pair* p)
{
    return p->motion_a.kind == TOI_MOTION_MOVES || p->motion_b.kind == TOI_MOTION_MOVES;
}

static void a_shift_by_two_to_the_20_changes_nothing(void** state)
{
    (void)state;
    for (uint64_t i = 0; i < PAIRS; ++i) {
        gen_pair_random(26, i, false, &pair);
        round_motion(&pair.motion_a, &pair.lists_a);
        round_motion(&pair.motion_b, &pair.lists_b);
        copy_pair(&other, &pair);
        toi_vec3 by = {0x1p20, -0x1p20, 0x1p20};
        gen_motion_shift(&other.motion_a, &other.lists_a, by);
        gen_motion_shift(&other.motion_b, &other.lists_b, by);
        toi_result r = ask(&pair), s = ask(&other);
        // The start is that of the posed doubles, which are rounded more far away; so are the joints of
        // moves, which may make a touch of what was a hair apart.
        bool joints = has_moves(&pair) && r.answer != s.answer;
        if (joints) {
            const gen_pair* apart = r.answer == TOI_ANSWER_CLEAR ? &pair : &other;
            assert_true(is_borderline(apart, &s, fmin(r.t_free, s.t_free)));
        } else if (r.start == TOI_START_FREE && r.t_free > 0.0) {
            assert_same_event(i, &r, &s);
        }
    }
}

// ---- time

// What a list of moves does from the time t to `end` or the end of the move, whichever comes first. Returns
// that time; `span` is when the move runs.
static double part_of_move(const toi_motion* m, double t, double end, toi_move* part)
{
    double span[2];
    toi_motion move = move_at(m, t, span);
    double to = fmin(span[1], end), share = (to - t) / (span[1] - span[0]);
    *part = (toi_move){.kind = move.kind == TOI_MOTION_ROTATION ? TOI_MOVE_ROTATION : TOI_MOVE_TRANSLATION,
                       .by = {share * move.by.x, share * move.by.y, share * move.by.z},
                       .point = move.point,
                       .axis = move.axis,
                       .angle = share * move.angle};
    return to;
}

static void part_of_moves(const toi_motion* m, double t0, double t1, toi_motion* part, gen_lists* lists)
{
    double from = fmin(t0, t1), end = fmax(t0, t1), until[GEN_MOVES + 1];
    uint32_t count = 0;
    toi_move moves[GEN_MOVES + 1];
    for (double t = from; t < end; ++count) {
        until[count] = t; // backwards it ends here
        t = part_of_move(m, t, end, &moves[count]);
        until[count] = t0 < t1 ? (t - t0) / (t1 - t0) : (t0 - until[count]) / (t0 - t1);
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t k = t0 < t1 ? i : count - 1 - i;
        lists->moves[i] = moves[k];
        lists->moves[i].until = until[k];
        if (t0 > t1) {
            lists->moves[i].angle = -moves[k].angle;
            lists->moves[i].by = (toi_vec3){-moves[k].by.x, -moves[k].by.y, -moves[k].by.z};
        }
    }
    part->moves = lists->moves;
    part->move_count = count;
}

// The motion from t0 to t1, which may be before t0. False for kinds that it cannot be written as.
static bool part_of(const toi_motion* m, double t0, double t1, toi_motion* part, gen_lists* lists)
{
    double share = t1 - t0;
    if (m->kind == TOI_MOTION_KEYFRAMES || (m->kind == TOI_MOTION_BETWEEN && m->path == TOI_PATH_NLERP)) {
        return false;
    }
    *part = *m;
    part->pose = toi_motion_pose(m, t0);
    part->end = toi_motion_pose(m, t1);
    part->by = (toi_vec3){share * m->by.x, share * m->by.y, share * m->by.z};
    part->angle = share * m->angle;
    part->advance = share * m->advance;
    if (m->kind == TOI_MOTION_MOVES) {
        part_of_moves(m, t0, t1, part, lists);
    }
    return true;
}

static bool part_of_pair(double t0, double t1)
{
    copy_pair(&other, &pair);
    return part_of(&pair.motion_a, t0, t1, &other.motion_a, &other.lists_a) &&
           part_of(&pair.motion_b, t0, t1, &other.motion_b, &other.lists_b);
}

static void a_motion_cut_at_t_free_is_clear_or_just_in_contact_at_its_end(void** state)
{
    (void)state;
    uint32_t cut = 0, clear = 0;
    for (uint64_t i = 0; i < 2 * PAIRS; ++i) {
        gen_pair_random(27, i, false, &pair);
        toi_result r = ask(&pair);
        if (r.answer != TOI_ANSWER_CONTACT || r.t_free == 0.0 || !part_of_pair(0.0, r.t_free)) {
            continue;
        }
        toi_result s = ask(&other);
        // Where bodies close slowly the time within which the gap goes from the tolerance to what can still
        // be proved is longer; in other seeds also without moves.
        double end = has_moves(&pair) ? 1.0 - 1e-6 : 1.0 - 1e-12;
        bool good =
            s.start == TOI_START_FREE && (s.answer == TOI_ANSWER_CLEAR ||
                                          (s.answer == TOI_ANSWER_CONTACT && s.t_free >= end && s.gap > 0.0));
        if (!good) {
            print_error("pair %llu: t_free %.17g, then answer %d start %d t_free 1 - %.3g gap %.3g\n",
                        (unsigned long long)i, r.t_free, (int)s.answer, (int)s.start, 1.0 - s.t_free, s.gap);
        }
        assert_true(good);
        ++cut;
        clear += s.answer == TOI_ANSWER_CLEAR;
    }
    printf("%u cut, %u clear\n", cut, clear);
    assert_true(cut > PAIRS / 4);
}

static void the_first_contact_of_two_halves_is_that_of_the_whole(void** state)
{
    (void)state;
    uint32_t split = 0;
    for (uint64_t i = 0; i < PAIRS; ++i) {
        gen_pair_random(28, i, i % 5 == 0, &pair);
        toi_result r = ask(&pair);
        if (!part_of_pair(0.0, 0.5)) {
            continue;
        }
        toi_result first = ask(&other);
        assert_true(part_of_pair(0.5, 1.0));
        toi_result second = ask(&other);
        bool hit = first.answer == TOI_ANSWER_CONTACT || second.answer == TOI_ANSWER_CONTACT;
        if ((r.answer == TOI_ANSWER_CONTACT) != hit) {
            double t_half = first.answer == TOI_ANSWER_CONTACT ? 0.5 * first.t_hit : 0.5 + 0.5 * second.t_hit;
            assert_true(is_borderline(&pair, &r, hit ? t_half : r.t_hit));
            continue;
        }
        double t = first.answer == TOI_ANSWER_CONTACT ? 0.5 * first.t_free : 0.5 + 0.5 * second.t_free;
        assert_near(t, r.t_free, 1e-6);
        ++split;
    }
    assert_true(split > PAIRS / 4);
}

static void clear_stays_clear_backwards(void** state)
{
    (void)state;
    enum { ALL = PAIRS * TEST_SHARE }; // few of them are clear and far
    uint32_t reversed = 0;
    for (uint64_t i = 0; i < ALL; ++i) {
        gen_pair_random(29, i, i % 5 == 0, &pair);
        toi_result r = ask(&pair);
        bool far = r.gap - pair.separation >= 10.0 * r.work.tolerance;
        if (r.answer != TOI_ANSWER_CLEAR || !far || !part_of_pair(1.0, 0.0)) {
            continue;
        }
        assert_int_equal(ask(&other).answer, TOI_ANSWER_CLEAR);
        ++reversed;
    }
    assert_true(reversed > ALL / 20);
}

// Adds a steady translation. False for kinds that it cannot be written as.
static bool carry(toi_motion* m, toi_vec3 by)
{
    bool joins = m->kind == TOI_MOTION_BETWEEN && m->path != TOI_PATH_SCREW;
    if (m->kind == TOI_MOTION_STATIC) {
        m->kind = TOI_MOTION_TRANSLATION;
        m->by = (toi_vec3){0.0, 0.0, 0.0};
    }
    m->by = (toi_vec3){m->by.x + by.x, m->by.y + by.y, m->by.z + by.z};
    m->end.position =
        (toi_vec3){m->end.position.x + by.x, m->end.position.y + by.y, m->end.position.z + by.z};
    return m->kind == TOI_MOTION_TRANSLATION || m->kind == TOI_MOTION_SPIN || joins;
}

static void a_frame_that_moves_along_sees_the_same(void** state)
{
    (void)state;
    uint32_t carried = 0;
    for (uint64_t i = 0; i < 3 * PAIRS; ++i) {
        gen_pair_random(30, i, i % 5 == 0, &pair);
        copy_pair(&other, &pair);
        double size = fabs(pair.a.vertices[0]);
        toi_vec3 by = {3.0 * size, -2.0 * size, size};
        if (!carry(&other.motion_a, by) || !carry(&other.motion_b, by)) {
            continue;
        }
        toi_result r = ask(&pair), s = ask(&other);
        assert_same_event(i, &r, &s);
        ++carried;
    }
    assert_true(carried > PAIRS / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scaling_by_powers_of_two_gives_the_same_bits_scaled),
        cmocka_unit_test(a_shift_by_two_to_the_20_changes_nothing),
        cmocka_unit_test(a_motion_cut_at_t_free_is_clear_or_just_in_contact_at_its_end),
        cmocka_unit_test(the_first_contact_of_two_halves_is_that_of_the_whole),
        cmocka_unit_test(clear_stays_clear_backwards),
        cmocka_unit_test(a_frame_that_moves_along_sees_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
