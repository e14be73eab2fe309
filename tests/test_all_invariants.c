// Where a contact is on both bodies, and what a screw leaves as it is: r and h of a point, and its time but
// for that of the contact [Buss05, section 7], with the formulas for any radius.

#include "all_laws.h"

// Coordinates of a point about the axis of the screw.
typedef struct about_axis {
    real r, y, phi;
} about_axis;

static about_axis look_from_axis(const toi_motion* m, rvec x)
{
    rvec axis = r3_unit(r3_wide(m->axis)), d = r3_sub(x, r3_wide(m->point));
    rvec u = r3_unit(fabsl(axis.x) < 0.6L ? r3_cross(axis, r3(1, 0, 0)) : r3_cross(axis, r3(0, 1, 0)));
    rvec v = r3_cross(axis, u);
    real a = r3_dot(d, u), b = r3_dot(d, v);
    return (about_axis){hypotl(a, b), r3_dot(d, axis), atan2l(b, a)};
}

// Back along the screw from time s to time 0.
static rvec at_start(const toi_motion* m, rvec x, real s)
{
    rvec axis = r3_unit(r3_wide(m->axis)), d = r3_sub(x, r3_wide(m->point));
    real turn = -s * (real)m->angle, along = r3_dot(d, axis);
    rvec across = r3_sub(d, r3_scale(along, axis));
    rvec turned = r3_add(r3_scale(cosl(turn), across), r3_scale(sinl(turn), r3_cross(axis, across)));
    turned = r3_add(turned, r3_scale(along - s * (real)m->advance, axis));
    return r3_add(r3_wide(m->point), turned);
}

static rvec vertex_of(const law_pair* p, int k, uint32_t v, toi_pose pose)
{
    const double* x = p->sample[k].vertices + 3 * (size_t)v;
    return r3_wide(toi_pose_point(pose, (toi_vec3){x[0], x[1], x[2]}));
}

// How far a point is from the plane of a face, the line of an edge, or a vertex.
static real distance_to(const law_pair* p, int k, toi_feature f, toi_pose pose, rvec x)
{
    if (f.kind == TOI_FEATURE_VERTEX) {
        return r3_length(r3_sub(x, vertex_of(p, k, f.index[0], pose)));
    }
    if (f.kind == TOI_FEATURE_EDGE) {
        rvec a = vertex_of(p, k, f.index[0], pose), b = vertex_of(p, k, f.index[1], pose);
        rvec e = r3_unit(r3_sub(b, a));
        return r3_length(r3_cross(e, r3_sub(x, a)));
    }
    const uint32_t* corner = p->sample[k].indices + p->sample[k].face_offsets[f.index[0]];
    rvec a = vertex_of(p, k, corner[0], pose), b = vertex_of(p, k, corner[1], pose);
    rvec n = r3_unit(r3_cross(r3_sub(b, a), r3_sub(vertex_of(p, k, corner[2], pose), a)));
    return fabsl(r3_dot(n, r3_sub(x, a)));
}

static real most_invariant;
static uint32_t checked;

static void assert_invariants(const law_pair* p, const toi_contact* c)
{
    const toi_motion* m = &p->body[1].motion;
    real s = (real)c->time, th = (real)m->angle, g = (real)m->advance;
    rvec point = r3_wide(c->point), start = at_start(m, point, s);
    real gap = distance_to(p, 0, c->a, p->body[0].motion.pose, point);
    gap = r_max(gap, distance_to(p, 1, c->b, m->pose, start));
    assert_true(gap < 1e-12L);
    // The point of B is the vertex or on the edge, found without the motion where it can be.
    rvec of_b = c->b.kind == TOI_FEATURE_VERTEX ? vertex_of(p, 1, c->b.index[0], m->pose) : start;
    about_axis a = look_from_axis(m, point), b = look_from_axis(m, of_b);
    real length2 = g * g + a.r * a.r * th * th, length = sqrtl(length2), best = 1.0L;
    for (int lift = -3; lift <= 3; ++lift) {
        real turned = a.phi - b.phi + 2.0L * 3.14159265358979323846264L * lift, rise = a.y - b.y;
        real time = (g * rise + a.r * a.r * th * turned) / length2;
        real aside = a.r * (th * rise - g * turned) / length;
        best = fminl(best, r_max(fabsl(time - s) * length, fabsl(aside)));
    }
    assert_true(fabsl(a.r - b.r) < 1e-12L);
    assert_true(best < 1e-12L);
    most_invariant = r_max(most_invariant, best);
}

static void check_invariants(law_pair* p, law_pair* q, const sp_pair* pair, uint32_t index)
{
    (void)q;
    (void)pair;
    toi_query_def def = {.min_properness = index % 2 == 0 ? 0.0 : -0.1, .leaving = index % 3 == 0};
    ask_law_pair(p, &def, &one);
    for (uint32_t i = 0; i < one.count; ++i) {
        if (!one.contacts[i].sustained && one.contacts[i].time_error < 1e-11) {
            assert_invariants(p, &one.contacts[i]);
            ++checked;
        }
    }
}

static void the_invariants_of_the_screw_hold_for_every_contact(void** state)
{
    (void)state;
    most_invariant = 0.0L;
    checked = 0;
    for_each_pair(48, check_invariants);
    printf("h and t of %u within %.3Lg\n", checked, most_invariant);
    assert_true(checked > 400);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(the_invariants_of_the_screw_hold_for_every_contact),
    };
    return cmocka_run_group_tests(cases, open_shapes, close_shapes);
}
