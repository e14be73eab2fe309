// Every claim of [RationalBoxes] that docs/methods/boxes-paper.md corrects: as printed it fails, ours is
// right. O1 to O8, the numbers of the rows there; test_box_paper_errata_motion.c has the rest.

#include "box_paper_support.h"

static const toi_vec3 unit[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

// A rests around the origin; B at a time.
typedef struct still {
    double e[3], h[3];
    toi_quat turn;
    toi_vec3 b[3], at;
} still;

static double get(toi_vec3 v, int k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

static void columns_of(toi_quat q, toi_vec3 b[3])
{
    ti_mat3 m = m3_from_quat(q_normalize(q)), t = m3_transposed(&m);
    memcpy(b, t.row, 3 * sizeof *b);
}

static still random_still(test_random* random)
{
    still s;
    s.turn = q_normalize(box_any_quat(random));
    columns_of(s.turn, s.b);
    for (int k = 0; k < 3; ++k) {
        s.e[k] = random_between(random, 0.2, 1.2);
        s.h[k] = random_between(random, 0.2, 1.2);
    }
    s.at = v3_scale(2.0, box_any_vec(random));
    return s;
}

static void signs_of(const still* s, int sign[9])
{
    for (int k = 0; k < 9; ++k) {
        sign[k] = get(s->b[k % 3], k / 3) > 0.0 ? 1 : -1;
    }
}

static toi_vec3 corner(const toi_vec3 axis[3], const double half[3], const int sign[3])
{
    toi_vec3 p = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; ++k) {
        p = v3_madd(p, sign[k] * half[k], axis[k]);
    }
    return p;
}

static toi_vec3 normal_of(const still* s, const ti_gauss_pair* p)
{
    toi_vec3 n = p->kind == GAUSS_FV   ? unit[p->i]
                 : p->kind == GAUSS_VF ? s->b[p->j]
                                       : v3_cross(unit[p->i], s->b[p->j]);
    return v3_scale(p->side, n);
}

// A vertex of A, and one of B as the sum of its centre and a corner.
static toi_vec3 on_a(const still* s, const ti_gauss_pair* p)
{
    return corner(unit, s->e, p->sign_a);
}

static toi_vec3 on_b(const still* s, const ti_gauss_pair* p)
{
    return corner(s->b, s->h, p->sign_b);
}

// How far apart they are along all fifteen axes, by corners.
static double apart(const still* s)
{
    box_body a = box_resting(v3(s->e[0], s->e[1], s->e[2]));
    box_body b = box_resting(v3(s->h[0], s->h[1], s->h[2]));
    b.motion.rotation = &s->turn;
    b.motion.translation = &s->at;
    return (double)box_separation(&a, &b, 0.0L);
}

// ---- O1 and O2: right as they are

typedef struct edges {
    int a[3], b[3]; // of each box the signs of its axes, 0 along the edge
} edges;

// Section IV-B: the arcs of A that have a point of B in both octants beside them cross the arc between these;
// those around an octant without a point cross two arcs each. `point` has the octant of A in which each of
// the six points of B is, or NULL where there is none: B's axis j with its sign at [octant].
typedef struct octants {
    int axis[8], sign[8]; // sign 0: no point
} octants;

static int octant_of(const int sign[3])
{
    return (sign[0] > 0) | (sign[1] > 0) << 1 | (sign[2] > 0) << 2;
}

// Returns false where an octant would have two points.
static bool fill_octants(const int sign[9], octants* o)
{
    memset(o, 0, sizeof *o);
    for (int j = 0; j < 3; ++j) {
        for (int s = -1; s <= 1; s += 2) {
            const int of[3] = {s * sign[j], s * sign[3 + j], s * sign[6 + j]};
            int k = octant_of(of);
            if (o->sign[k] != 0) {
                return false;
            }
            o->axis[k] = j;
            o->sign[k] = s;
        }
    }
    return true;
}

// An arc of A between the octants k and l, and that of B between its points p and q. Of B the edge that can
// touch is the one opposite, as its normals face A.
static void take_edges(const octants* o, int k, int l, int p, int q, edges* to)
{
    memset(to, 0, sizeof *to);
    for (int i = 0; i < 3; ++i) {
        int a = k >> i & 1, b = l >> i & 1;
        to->a[i] = a != b ? 0 : 2 * a - 1;
    }
    to->b[o->axis[p]] = -o->sign[p];
    to->b[o->axis[q]] = -o->sign[q];
}

static uint32_t pair_edges(const octants* o, edges list[24])
{
    uint32_t count = 0;
    for (int k = 0; k < 8; ++k) {
        for (int i = 0; i < 3; ++i) {
            int l = k ^ 1 << i;
            if (k < l && o->sign[k] != 0 && o->sign[l] != 0) {
                take_edges(o, k, l, k, l, &list[count++]);
            }
            for (int j = 1; j < 3 && o->sign[k] == 0; ++j) {
                take_edges(o, k, l, l, k ^ 1 << (i + j) % 3, &list[count++]);
            }
        }
    }
    return count;
}

static bool has_edges(const edges* list, uint32_t count, const ti_gauss_pair* p)
{
    for (uint32_t k = 0; k < count; ++k) {
        if (memcmp(list[k].a, p->sign_a, sizeof p->sign_a) == 0 &&
            memcmp(list[k].b, p->sign_b, sizeof p->sign_b) == 0) {
            return true;
        }
    }
    return false;
}

static void o1_the_lemma_and_the_pairing_of_edges_are_right(void** state)
{
    (void)state;
    test_random random = random_start(1);
    for (int i = 0; i < 2000; ++i) {
        still s = random_still(&random);
        int sign[9];
        octants o;
        edges list[24];
        ti_gauss_pair pairs[GAUSS_PAIRS];
        signs_of(&s, sign);
        assert_true(fill_octants(sign, &o));
        assert_int_equal(pair_edges(&o, list), 18);
        ti_gauss_pairs(sign, pairs);
        for (int k = 0; k < GAUSS_PAIRS; ++k) {
            assert_true(pairs[k].kind != GAUSS_EE || has_edges(list, 18, &pairs[k]));
        }
    }
}

static void o2_the_relative_motion_is_right_for_rows(void** state)
{
    (void)state;
    test_random random = random_start(2);
    for (int i = 0; i < 100; ++i) {
        // p M, of rows, is a rotation by the transposed matrix; M1^-1 is the same by the matrix.
        toi_quat q1 = q_normalize(box_any_quat(&random)), q2 = q_normalize(box_any_quat(&random));
        ti_mat3 m1 = m3_from_quat(q1), m2 = m3_from_quat(q2);
        toi_vec3 t1 = box_any_vec(&random), t2 = box_any_vec(&random), p = box_any_vec(&random);
        toi_vec3 world = v3_add(m3_apply(&m2, p), t2); // p M2
        toi_vec3 right = m3_apply_transposed(&m1, v3_sub(world, t1));
        toi_vec3 other = v3_add(m3_apply(&m2, m3_apply_transposed(&m1, v3_sub(p, t1))), t2); // p M1^-1 M2
        toi_vec3 back = v3_add(m3_apply(&m1, right), t1);
        assert_near(v3_length(v3_sub(back, world)), 0.0, 1e-14);
        assert_true(v3_length(v3_sub(other, right)) > 1e-6);
    }
}

// ---- O3

static void o3_scale_in_a_motion_does_not_take_normals_along_as_vectors(void** state)
{
    (void)state;
    test_random random = random_start(3);
    double worst = 0.0;
    for (int i = 0; i < 1000; ++i) {
        still s = random_still(&random);
        toi_vec3 scale = random_between_vec(&random, 0.5, 1.5);
        toi_vec3 axis[3]; // of B, as the scaled frame of A sees them
        for (int k = 0; k < 3; ++k) {
            axis[k] = v3(s.b[k].x / scale.x, s.b[k].y / scale.y, s.b[k].z / scale.z);
        }
        toi_vec3 printed = axis[0], right = v3_cross(axis[1], axis[2]);
        double along = v3_dot(printed, right) / (v3_length(printed) * v3_length(right));
        worst = fmax(worst, acos(fmin(along, 1.0)));
        assert_near(v3_dot(right, axis[1]), 0.0, 1e-14);
        assert_near(v3_dot(right, axis[2]), 0.0, 1e-14);
    }
    print_message("normals are up to %.0f degrees off\n", worst * 57.29577951308232);
    assert_true(worst > 0.5);
}

// ---- O4 and O6: which vertices, and with which sign

typedef enum variant { RIGHT, SAME_OCTANT, SUM } variant;

// "Origin inside": by the value of every plane at the origin, outward positive.
static bool inside(const still* s, variant how)
{
    int sign[9];
    ti_gauss_pair pairs[GAUSS_PAIRS];
    signs_of(s, sign);
    ti_gauss_pairs(sign, pairs);
    bool in = true;
    for (int k = 0; k < GAUSS_PAIRS; ++k) {
        const ti_gauss_pair* p = &pairs[k];
        toi_vec3 n = normal_of(s, p), v = on_a(s, p), w = on_b(s, p);
        if (how == SAME_OCTANT && p->kind == GAUSS_FV) {
            w = v3_negate(w);
        } else if (how == SAME_OCTANT && p->kind == GAUSS_VF) {
            v = v3_negate(v);
        }
        w = v3_add(s->at, w);
        double d = how == SUM && p->kind == GAUSS_EE ? v3_dot(n, v3_add(v, w)) : v3_dot(n, v3_sub(v, w));
        in = in && d >= 0.0;
    }
    return in;
}

static uint32_t agreements(variant how, uint64_t seed)
{
    test_random random = random_start(seed);
    uint32_t count = 0;
    for (int i = 0; i < 2000; ++i) {
        still s = random_still(&random);
        count += inside(&s, how) == (apart(&s) <= 0.0);
    }
    print_message("%u of 2000 are told right\n", count);
    return count;
}

static void o4_the_vertex_is_that_of_the_opposite_octant(void** state)
{
    (void)state;
    assert_true(agreements(SAME_OCTANT, 4) < 1800);
    assert_int_equal(agreements(RIGHT, 4), 2000);
}

static void o6_edges_are_apart_by_their_difference_not_their_sum(void** state)
{
    (void)state;
    assert_true(agreements(SUM, 6) < 1800);
    assert_int_equal(agreements(RIGHT, 6), 2000);
}

// ---- O5

static void o5_the_plane_of_a_moving_face_has_minus_x(void** state)
{
    (void)state;
    test_random random = random_start(5);
    double most = 0.0;
    for (int i = 0; i < 100; ++i) {
        still s = random_still(&random);
        toi_vec3 n = s.b[0], v = box_any_vec(&random);
        double d = -v3_dot(n, s.at) - s.h[0]; // n . y + d = 0 on the face at h b_0
        toi_vec3 y = v3_madd(s.at, s.h[0], s.b[0]);
        double along = box_any(&random), across = box_any(&random);
        y = v3_madd(v3_madd(y, along, s.b[1]), across, s.b[2]);
        toi_vec3 x = v3_sub(v, y); // of the sum of v and the mirrored face
        assert_near(-v3_dot(n, x) + v3_dot(n, v) + d, 0.0, 1e-14);
        most = fmax(most, fabs(v3_dot(n, x) + v3_dot(n, v) + d));
    }
    assert_true(most > 0.5);
}

// ---- O7

static void o7_all_other_planes_have_the_origin_inside_not_outside(void** state)
{
    (void)state;
    test_random random = random_start(7);
    uint32_t printed = 0, right = 0;
    for (int i = 0; i < 500; ++i) {
        still s = random_still(&random); // moved to the place where its plane of least D is zero
        int sign[9], least = 0;
        ti_gauss_pair pairs[GAUSS_PAIRS];
        double d[GAUSS_PAIRS];
        signs_of(&s, sign);
        ti_gauss_pairs(sign, pairs);
        for (int k = 0; k < GAUSS_PAIRS; ++k) {
            toi_vec3 n = normal_of(&s, &pairs[k]);
            double reach = v3_dot(n, v3_sub(on_a(&s, &pairs[k]), on_b(&s, &pairs[k])));
            d[k] = reach / v3_dot(n, s.at); // share of the way to the plane
            least = d[k] > 0.0 && (d[least] <= 0.0 || d[k] < d[least]) ? k : least;
        }
        s.at = v3_scale(d[least], s.at);
        bool all_positive = true, all_negative = true;
        for (int k = 0; k < GAUSS_PAIRS; ++k) {
            toi_vec3 w = v3_add(s.at, on_b(&s, &pairs[k]));
            double value = v3_dot(normal_of(&s, &pairs[k]), v3_sub(on_a(&s, &pairs[k]), w));
            all_positive = all_positive && (k == least || value >= -1e-14);
            all_negative = all_negative && (k == least || value <= 1e-14);
        }
        assert_near(apart(&s), 0.0, 1e-13);
        printed += all_negative;
        right += all_positive;
    }
    assert_int_equal(printed, 0);
    assert_int_equal(right, 500);
}

// ---- O8

static const toi_vec3 head_on[] = {{-3.0, 0.0, 0.0}, {3.0, 0.0, 0.0}};

static void o8_parallel_edges_are_no_event(void** state)
{
    (void)state;
    still s = {.e = {0.5, 0.5, 0.5}, .h = {0.5, 0.5, 0.5}, .b = {unit[0], unit[1], unit[2]}};
    int sign[9];
    ti_gauss_pair pairs[GAUSS_PAIRS];
    signs_of(&s, sign);
    ti_gauss_pairs(sign, pairs);
    uint32_t zero = 0, all = 0;
    for (int t = 34; t < 67; ++t) { // while they overlap
        s.at = v3_madd(head_on[0], t / 100.0, v3_sub(head_on[1], head_on[0]));
        bool one = false, others = true;
        for (int k = 0; k < GAUSS_PAIRS; ++k) {
            toi_vec3 w = v3_add(s.at, on_b(&s, &pairs[k]));
            double d = v3_dot(normal_of(&s, &pairs[k]), v3_sub(on_a(&s, &pairs[k]), w));
            one = one || d == 0.0;
            others = others && d >= 0.0;
        }
        zero += one && others;
        ++all;
    }
    assert_int_equal(zero, all); // as printed: each of these times is one of collision
    box_body a = box_resting(v3(0.5, 0.5, 0.5)), b = a;
    b.motion.translation = head_on;
    b.motion.translation_count = 2;
    box_paper paper = {.search.limit = 0};
    box_paper_solve(&a, &b, &paper);
    assert_int_equal(paper.search.count, 1);
    assert_near(paper.spans[0].enter, 1.0 / 3.0, 1e-14);
    assert_near(paper.spans[0].exit, 2.0 / 3.0, 1e-14);
    assert_int_equal(paper.search.counts.intervals, 1); // six R are zero all the time, and T is not
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(o1_the_lemma_and_the_pairing_of_edges_are_right),
        cmocka_unit_test(o2_the_relative_motion_is_right_for_rows),
        cmocka_unit_test(o3_scale_in_a_motion_does_not_take_normals_along_as_vectors),
        cmocka_unit_test(o4_the_vertex_is_that_of_the_opposite_octant),
        cmocka_unit_test(o5_the_plane_of_a_moving_face_has_minus_x),
        cmocka_unit_test(o6_edges_are_apart_by_their_difference_not_their_sum),
        cmocka_unit_test(o7_all_other_planes_have_the_origin_inside_not_outside),
        cmocka_unit_test(o8_parallel_edges_are_no_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
