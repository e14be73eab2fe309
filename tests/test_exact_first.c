// Answers of first contact against Arb: at t_hit a distance that is at most what was promised, at t_free
// every two triangles apart, and along every link that is looked at a distance above zero. Enclosures, so
// what holds here is proved.

#include "cmocka_toi.h"

#include "support/exact_motion.h"
#include "support/generate.h"

enum { PAIRS = 150, LINKS = 1 << 14 };

static gen_pair pair;
static toi_link links[LINKS];

typedef struct scene {
    toi_mesh* mesh[2];
    toi_body body[2];
    oracle_mesh truth[2];
    oracle_pair seen;
    exact_pose pose[2];
} scene;

static void scene_open(scene* s, uint64_t seed, uint64_t index, bool separation)
{
    gen_pair_random(seed, index, separation, &pair);
    const gen_shape* shape[2] = {&pair.a, &pair.b};
    s->body[0].motion = pair.motion_a;
    s->body[1].motion = pair.motion_b;
    for (int i = 0; i < 2; ++i) {
        s->mesh[i] = gen_toi_mesh(shape[i]);
        s->body[i].mesh = s->mesh[i];
        gen_oracle_mesh(shape[i], &s->truth[i]);
        exact_pose_init(&s->pose[i]);
    }
    oracle_pair_init(&s->seen, &s->truth[0], &pair.motion_a, &s->truth[1], &pair.motion_b);
}

static void scene_close(scene* s)
{
    for (int i = 0; i < 2; ++i) {
        toi_mesh_destroy(s->mesh[i]);
        oracle_mesh_release(&s->truth[i]);
        exact_pose_clear(&s->pose[i]);
    }
}

static void set_poses(scene* s, double t)
{
    exact_pose_set(&s->pose[0], &pair.motion_a, t);
    exact_pose_set(&s->pose[1], &pair.motion_b, t);
}

// The largest (sign 1) or smallest (sign -1) n.x over the corners of a triangle.
static void triangle_support(arb_t out, const exact_pose* pose, const gen_shape* shape, const uint32_t* t,
                             arb_t n[3], int sign)
{
    arb_t x[3], s;
    arb_init(s);
    for (int i = 0; i < 3; ++i) {
        arb_init(x[i]);
    }
    for (int k = 0; k < 3; ++k) {
        const double* v = &shape->vertices[3 * t[k]];
        exact_pose_point(x, pose, (toi_vec3){v[0], v[1], v[2]});
        arb_zero(s);
        for (int i = 0; i < 3; ++i) {
            arb_addmul(s, n[i], x[i], EXACT_BITS);
        }
        if (k == 0) {
            arb_set(out, s);
        } else {
            (sign > 0 ? arb_max : arb_min)(out, out, s, EXACT_BITS);
        }
    }
    arb_clear(s);
    for (int i = 0; i < 3; ++i) {
        arb_clear(x[i]);
    }
}

// An enclosure of min n.b - max n.a over two triangles.
static void parted(arb_t out, const scene* s, uint32_t a, uint32_t b, arb_t n[3])
{
    arb_t low;
    arb_init(low);
    triangle_support(low, &s->pose[0], &pair.a, pair.a.triangles[a], n, 1);
    triangle_support(out, &s->pose[1], &pair.b, pair.b.triangles[b], n, -1);
    arb_sub(out, out, low, EXACT_BITS);
    arb_clear(low);
}

static void set_direction(arb_t n[3], rvec way)
{
    arb_set_d(n[0], (double)way.x);
    arb_set_d(n[1], (double)way.y);
    arb_set_d(n[2], (double)way.z);
}

static void keep_better(const rvec a[3], const rvec b[3], rvec n, rvec* best, real* most)
{
    real length = r3_length(n);
    for (int sign = -1; sign <= 1 && length > 0.0L; sign += 2) {
        rvec way = r3_scale((real)sign / length, n);
        real apart = oracle_triangles_apart(a, b, way);
        if (apart > *most) {
            *most = apart;
            *best = way;
        }
    }
}

// The direction that parts two triangles most: the difference of their closest points has few digits where
// they are close, so normals and crosses of edges are tried too.
static rvec best_direction(const rvec a[3], const rvec b[3], rvec way)
{
    rvec best = way;
    real most = -HUGE_VALL;
    keep_better(a, b, way, &best, &most);
    keep_better(a, b, r3_cross(r3_sub(a[1], a[0]), r3_sub(a[2], a[0])), &best, &most);
    keep_better(a, b, r3_cross(r3_sub(b[1], b[0]), r3_sub(b[2], b[0])), &best, &most);
    for (int k = 0; k < 9; ++k) {
        rvec e = r3_sub(a[(k / 3 + 1) % 3], a[k / 3]), f = r3_sub(b[(k % 3 + 1) % 3], b[k % 3]);
        keep_better(a, b, r3_cross(e, f), &best, &most);
        // Corner and edge: across the edge, towards the corner.
        keep_better(a, b, r3_cross(r3_cross(e, r3_sub(b[k % 3], a[k / 3])), e), &best, &most);
        keep_better(a, b, r3_cross(r3_cross(f, r3_sub(b[k % 3], a[k / 3])), f), &best, &most);
    }
    return best;
}

// Every two triangles at t: apart in long double by far, or apart by enclosures.
static uint32_t assert_apart(scene* s, double t)
{
    set_poses(s, t);
    oracle_pose pa = oracle_track_pose(&s->seen.track_a, t), pb = oracle_track_pose(&s->seen.track_b, t);
    uint32_t exact = 0;
    arb_t f, n[3];
    arb_init(f);
    for (int i = 0; i < 3; ++i) {
        arb_init(n[i]);
    }
    for (uint32_t k = 0; k < pair.a.triangle_count * pair.b.triangle_count; ++k) {
        uint32_t i = k / pair.b.triangle_count, j = k % pair.b.triangle_count;
        rvec a[3], b[3];
        for (int c = 0; c < 3; ++c) {
            a[c] = oracle_pose_point(&pa, s->truth[0].vertices[pair.a.triangles[i][c]]);
            b[c] = oracle_pose_point(&pb, s->truth[1].vertices[pair.b.triangles[j][c]]);
        }
        oracle_closest near = oracle_triangle_distance(a, b);
        if (near.distance > 1e-6L * s->seen.magnitude) {
            continue;
        }
        set_direction(n, best_direction(a, b, r3_sub(near.q, near.p)));
        parted(f, s, i, j, n);
        if (!arb_is_positive(f)) {
            print_error("%s and %s, t %.17g: triangles %u and %u, distance %.6Lg\n", pair.a.name, pair.b.name,
                        t, i, j, near.distance);
        }
        assert_true(arb_is_positive(f));
        ++exact;
    }
    arb_clear(f);
    for (int i = 0; i < 3; ++i) {
        arb_clear(n[i]);
    }
    return exact;
}

// The lengths of differences of corners are no distance, but a point of each triangle is enough: here the two
// closest points, found in long double and brought back to the meshes, where they are rounded.
static void assert_within(scene* s, double t, double most)
{
    oracle_closest c = oracle_pair_distance(&s->seen, t, HUGE_VALL);
    oracle_pose pa = oracle_track_pose(&s->seen.track_a, t), pb = oracle_track_pose(&s->seen.track_b, t);
    rvec p = rq_turn(rq_conjugate(pa.turn), r3_sub(c.p, pa.position));
    rvec q = rq_turn(rq_conjugate(pb.turn), r3_sub(c.q, pb.position));
    arb_t x[3], y[3], d;
    arb_init(d);
    for (int i = 0; i < 3; ++i) {
        arb_init(x[i]);
        arb_init(y[i]);
    }
    set_poses(s, t);
    exact_pose_point(x, &s->pose[0], r3_round(p));
    exact_pose_point(y, &s->pose[1], r3_round(q));
    for (int i = 0; i < 3; ++i) {
        arb_sub(x[i], x[i], y[i], EXACT_BITS);
        arb_addmul(d, x[i], x[i], EXACT_BITS);
    }
    arb_sqrt(d, d, EXACT_BITS);
    // Rounding the points to doubles moved each by half a unit in the last place of a coordinate.
    double moved = 0x1p-52 * (double)(s->seen.mesh_a->reach + s->seen.mesh_b->reach);
    arf_t bound;
    arf_init(bound);
    arf_set_d(bound, most + moved);
    assert_true(arf_cmp(arb_midref(d), bound) <= 0 && mag_cmp_2exp_si(arb_radref(d), -150) < 0);
    arf_clear(bound);
    arb_clear(d);
    for (int i = 0; i < 3; ++i) {
        arb_clear(x[i]);
        arb_clear(y[i]);
    }
}

static void contacts_are_where_they_are_said_to_be(void** state)
{
    (void)state;
    scene s;
    uint32_t contacts = 0, exact = 0;
    for (uint64_t i = 0; i < PAIRS; ++i) {
        scene_open(&s, 51, i, i % 5 == 0);
        toi_query_def def = {.separation = pair.separation};
        toi_result r;
        assert_int_equal(toi_first_contact(&s.body[0], &s.body[1], &def, &r), TOI_OK);
        if (r.answer == TOI_ANSWER_CONTACT) {
            assert_within(&s, r.t_hit, pair.separation + r.work.tolerance + r.work.rounding);
            ++contacts;
        }
        bool small = pair.a.triangle_count * pair.b.triangle_count < 3000;
        if (small && r.t_free > 0.0) {
            exact += assert_apart(&s, r.t_free);
        }
        scene_close(&s);
    }
    printf("%u contacts, %u pairs of triangles near t_free apart by enclosures\n", contacts, exact);
    assert_true(contacts > PAIRS / 3 && exact > PAIRS / 4);
}

// The direction of a link at a time, by quaternions in long double: off by less than the check takes off.
static rvec direction_at(const toi_link* link, double t)
{
    rvec n = r3_wide(link->direction), turn = r3_wide(link->turn);
    real rate = r3_length(turn);
    if (rate > 0.0L) {
        n = rq_turn(rq_axis_angle(r3_scale(1.0L / rate, turn), rate * ((real)t - (real)link->from)), n);
    }
    return n;
}

static void links_part_what_they_say(void** state)
{
    (void)state;
    gen_random random = {random_start(52).state};
    scene s;
    uint32_t checked = 0;
    arb_t f, n[3];
    arb_init(f);
    for (int i = 0; i < 3; ++i) {
        arb_init(n[i]);
    }
    for (uint64_t i = 0; i < PAIRS; ++i) {
        scene_open(&s, 52, i, false);
        toi_query_def def = {.links = links, .link_capacity = LINKS};
        toi_result r;
        assert_int_equal(toi_first_contact(&s.body[0], &s.body[1], &def, &r), TOI_OK);
        for (uint32_t k = 0; k < r.link_count; k += 1 + r.link_count / 4) {
            const toi_link* l = &links[k];
            double t = gen_chance(&random, 0.5) ? l->to : gen_between(&random, l->from, l->to);
            set_poses(&s, t);
            set_direction(n, direction_at(l, t));
            for (int trial = 0; trial < 12; ++trial) {
                uint32_t a = l->a_begin + gen_below(&random, l->a_end - l->a_begin), va[3], vb[3];
                uint32_t b = l->b_begin + gen_below(&random, l->b_end - l->b_begin);
                toi_mesh_triangle(s.mesh[0], a, va);
                toi_mesh_triangle(s.mesh[1], b, vb);
                arb_t low;
                arb_init(low);
                triangle_support(low, &s.pose[0], &pair.a, va, n, 1);
                triangle_support(f, &s.pose[1], &pair.b, vb, n, -1);
                arb_sub(f, f, low, EXACT_BITS);
                assert_true(arb_is_positive(f));
                arb_clear(low);
                ++checked;
            }
        }
        scene_close(&s);
    }
    printf("%u times two triangles along a link\n", checked);
    assert_true(checked > 10 * PAIRS);
    arb_clear(f);
    for (int i = 0; i < 3; ++i) {
        arb_clear(n[i]);
    }
}

// Two programs that share no formula but those of the page.
static void enclosures_hold_the_poses_of_the_oracle(void** state)
{
    (void)state;
    gen_random random = {random_start(53).state};
    gen_lists lists;
    exact_pose exact;
    exact_pose_init(&exact);
    arb_t x[3];
    for (int i = 0; i < 3; ++i) {
        arb_init(x[i]);
    }
    for (int i = 0; i < 1000; ++i) {
        toi_motion m;
        gen_motion_random(&random, 1.0, 3.0, &m, &lists);
        double t = gen_unit(&random);
        toi_vec3 v = gen_direction(&random);
        oracle_track track = {&m, {0.0, 0.0, 0.0}};
        oracle_pose pose = oracle_track_pose(&track, t);
        rvec y = oracle_pose_point(&pose, r3_wide(v));
        exact_pose_set(&exact, &m, t);
        exact_pose_point(x, &exact, v);
        const real c[3] = {y.x, y.y, y.z};
        for (int k = 0; k < 3; ++k) {
            // In two doubles, as there is no other way out.
            double high = arf_get_d(arb_midref(x[k]), ARF_RND_NEAR);
            arf_t rest;
            arf_init(rest);
            arf_set_d(rest, high);
            arf_sub(rest, arb_midref(x[k]), rest, EXACT_BITS, ARF_RND_NEAR);
            real value = (real)high + (real)arf_get_d(rest, ARF_RND_NEAR);
            arf_clear(rest);
            assert_true(fabsl(value - c[k]) < 1e-17L);
        }
    }
    for (int i = 0; i < 3; ++i) {
        arb_clear(x[i]);
    }
    exact_pose_clear(&exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enclosures_hold_the_poses_of_the_oracle),
        cmocka_unit_test(contacts_are_where_they_are_said_to_be),
        cmocka_unit_test(links_part_what_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, exact_end);
}
