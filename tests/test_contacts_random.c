// The contacts of random hits: each pair of features is as far apart as it says, the point is between them,
// the normal points from the first to the second, and the first of the list is what is named without one.

#include "closest_brute.h"
#include "first_support.h"
#include "support/generate.h"

enum { ROOM = 256, PAIRS = 500 };

typedef struct hit {
    toi_body a, b;
    const toi_query_def* def;
    toi_result result;
} hit;

typedef struct tally {
    int hits, contacts, lists, swaps, kinds[5];
    double worst_point, worst_gap, worst_normal;
} tally;

static bool is_flat(const rvec p[4])
{
    rvec a = r3_sub(p[1], p[0]), b = r3_sub(p[2], p[0]), c = r3_sub(p[3], p[0]);
    return fabsl(r3_dot(a, r3_cross(b, c))) <= 1e-14L * r3_length(a) * r3_length(b) * r3_length(c);
}

// Corners of a feature in long double. None for faces that may not be their hull: polygons of more than four
// corners, and those that are not flat.
static int feature_points(const toi_body* body, toi_feature f, double t, rvec points[4])
{
    const uint32_t* corners = f.index;
    uint32_t count = f.kind == TOI_FEATURE_EDGE ? 2 : 1;
    if (f.kind == TOI_FEATURE_FACE) {
        count = toi_mesh_face(body->mesh, f.index[0], &corners);
    }
    toi_pose pose = toi_motion_pose(&body->motion, t);
    for (uint32_t i = 0; i < count && i < 4; ++i) {
        points[i] = r3_wide(toi_pose_point(pose, toi_mesh_vertex(body->mesh, corners[i])));
    }
    return count > 4 || (count == 4 && !is_flat(points)) ? 0 : (int)count;
}

static double coordinates_of(const toi_body* body, double t)
{
    toi_mesh_info info;
    toi_mesh_get_info(body->mesh, &info);
    return v3_length(toi_motion_pose(&body->motion, t).position) + v3_length(info.bounds.lower) +
           v3_length(info.bounds.upper);
}

static void check_contact(const hit* h, const toi_contact* c, tally* t)
{
    rvec a[4], b[4];
    int na = feature_points(&h->a, c->a, c->time, a), nb = feature_points(&h->b, c->b, c->time, b);
    assert_near(v3_length(c->normal), 1.0, 1e-13);
    assert_true(c->time == h->result.t_hit);
    if (na == 0 || nb == 0) {
        return;
    }
    // Touching starts are those of the posed doubles, which round more far from the origin.
    double posed = h->result.start == TOI_START_TOUCHING ? 0x1p-42 : 64 * 0x1p-53;
    // Posed doubles are off by rounding of their coordinates, besides the bound of the pair.
    double room =
        h->result.work.rounding + posed * (coordinates_of(&h->a, c->time) + coordinates_of(&h->b, c->time));
    double limit =
        h->def->separation + 1.02 * h->result.work.tolerance + 2.0 * h->result.work.rounding + room;
    assert_true(c->gap <= limit);
    brute_closest truth = brute_hulls(a, na, b, nb);
    rvec p = r3_wide(c->point);
    double to_a = (double)brute_hulls(a, na, &p, 1).distance,
           to_b = (double)brute_hulls(&p, 1, b, nb).distance;
    double gap_error = fabs((double)truth.distance - c->gap);
    double point_error = fmax(fabs(to_a - 0.5 * c->gap), fabs(to_b - 0.5 * c->gap));
    t->worst_gap = fmax(t->worst_gap, gap_error / room);
    t->worst_point = fmax(t->worst_point, point_error / room);
    ++t->contacts;
    ++t->kinds[c->kind];
    assert_true(gap_error <= room && point_error <= 2.0 * room);
    // Well above rounding the normal is the direction between the closest points.
    if (c->gap > 1e4 * room) {
        rvec n = r3_unit(r3_sub(truth.q, truth.p));
        double off = (double)r3_length(r3_sub(n, r3_wide(c->normal)));
        t->worst_normal = fmax(t->worst_normal, off * c->gap / room);
        assert_true(off <= 16.0 * room / c->gap);
    }
}

static bool in_order(const toi_contact* x, const toi_contact* y)
{
    uint32_t fx = x->kind == TOI_CONTACT_FV ? x->b.index[0] : x->a.index[0];
    uint32_t fy = y->kind == TOI_CONTACT_FV ? y->b.index[0] : y->a.index[0];
    if (x->kind != y->kind || x->kind != TOI_CONTACT_EE || fx != fy) {
        return x->kind != y->kind ? x->kind < y->kind : fx < fy;
    }
    if (x->a.index[1] != y->a.index[1]) {
        return x->a.index[1] < y->a.index[1];
    }
    return x->b.index[0] < y->b.index[0] || (x->b.index[0] == y->b.index[0] && x->b.index[1] < y->b.index[1]);
}

static bool names(const toi_result* r, const toi_contact* c)
{
    return r->kind == c->kind && same_feature(r->a, c->a) && same_feature(r->b, c->b);
}

// Without a list one of those that it would hold is named: the first where the search met no edge or corner,
// and at the start.
static void check_plain(const hit* h, const toi_contact* contacts)
{
    const toi_contact* first = contacts;
    toi_query_def plain_def = {.separation = h->def->separation};
    toi_result plain = ask(&h->a, &h->b, &plain_def);
    const toi_result* r = &h->result;
    assert_true(plain.answer == r->answer && plain.start == r->start && plain.t_hit == r->t_hit);
    assert_true(plain.contact_count == 1 && plain.gap >= r->gap);
    assert_true(names(r, first));
    const toi_contact* named = first;
    for (uint32_t i = 0; i < r->contact_count && i < ROOM && !names(&plain, named); ++i) {
        named = &contacts[i];
    }
    assert_true(r->contact_count > ROOM || names(&plain, named));
    // The same place and direction; where the gap is not much above rounding, the same but for that.
    double room = 1.1 * (r->work.tolerance + h->def->separation) + 1e-15 * coordinates_of(&h->a, r->t_hit);
    assert_true(v3_length(v3_sub(plain.point, named->point)) <= room);
    assert_true(v3_equal(r->point, first->point) && v3_equal(r->normal, first->normal));
}

static void check_hit(const hit* h, const toi_contact* contacts, tally* t)
{
    uint32_t count = h->result.contact_count;
    assert_true(count >= 1);
    ++t->hits;
    t->lists += count > 1;
    for (uint32_t i = 0; i < count && i < ROOM; ++i) {
        check_contact(h, &contacts[i], t);
        assert_true(i == 0 || in_order(&contacts[i - 1], &contacts[i]));
    }
    check_plain(h, contacts);
}

static void check_pairs(uint64_t seed, bool separation, tally* t)
{
    static gen_pair pair;
    static toi_contact contacts[ROOM];
    for (uint64_t i = 0; i < PAIRS; ++i) {
        gen_pair_random(seed, i, separation, &pair);
        hit h = {.a = {.mesh = gen_toi_mesh(&pair.a), .motion = pair.motion_a},
                 .b = {.mesh = gen_toi_mesh(&pair.b), .motion = pair.motion_b}};
        toi_query_def def = {.separation = pair.separation, .contacts = contacts, .contact_capacity = ROOM};
        h.def = &def;
        h.result = ask(&h.a, &h.b, &def);
        if (h.result.answer == TOI_ANSWER_CONTACT && h.result.start != TOI_START_OVERLAPPING) {
            check_hit(&h, contacts, t);
        }
        toi_mesh_destroy((toi_mesh*)(uintptr_t)h.a.mesh);
        toi_mesh_destroy((toi_mesh*)(uintptr_t)h.b.mesh);
    }
    printf("seed %llu: %d hits, %d contacts (VF %d, FV %d, EE %d), %d with more than one\n",
           (unsigned long long)seed, t->hits, t->contacts, t->kinds[TOI_CONTACT_VF], t->kinds[TOI_CONTACT_FV],
           t->kinds[TOI_CONTACT_EE], t->lists);
    printf("worst, of the rounding: gap %.3g, point %.3g, normal %.3g\n", t->worst_gap, t->worst_point,
           t->worst_normal);
    assert_true(t->hits > PAIRS / 4 && t->lists > 0);
}

static void contacts_are_where_their_features_are(void** state)
{
    (void)state;
    tally t = {0};
    check_pairs(81, false, &t);
    assert_true(t.kinds[TOI_CONTACT_VF] > 20 && t.kinds[TOI_CONTACT_FV] > 20 && t.kinds[TOI_CONTACT_EE] > 20);
}

static void contacts_at_a_separation_are_where_their_features_are(void** state)
{
    (void)state;
    tally t = {0};
    check_pairs(82, true, &t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_are_where_their_features_are),
        cmocka_unit_test(contacts_at_a_separation_are_where_their_features_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
