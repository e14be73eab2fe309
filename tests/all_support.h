// Queries for all contacts of a pair, for tests.

#ifndef TOI_TESTS_ALL_SUPPORT_H
#define TOI_TESTS_ALL_SUPPORT_H

#include "first_support.h"
#include "mesh_samples.h"
#include "random_point.h"

enum { ALL_CONTACTS = 4096 };

typedef struct all_answer {
    toi_result result;
    toi_contact contacts[ALL_CONTACTS];
    uint32_t count;
} all_answer;

static inline const char* contact_name(toi_contact_kind kind)
{
    static const char* const names[] = {"none", "VF", "FV", "EE", "FF"};
    return names[kind];
}

static inline void print_answer(const all_answer* all)
{
    const toi_result* r = &all->result;
    print_error("answer %d start %d t_free %.17g t_hit %.17g, %u contacts, %u groups, model error %g\n",
                r->answer, r->start, r->t_free, r->t_hit, r->contact_count, r->group_count, r->model_error);
    for (uint32_t i = 0; i < all->count && i < 40; ++i) {
        const toi_contact* c = &all->contacts[i];
        print_error("%s %u,%u/%u,%u t %.17g +- %.1e until %.17g (%.6g %.6g %.6g) n (%.3f %.3f %.3f) "
                    "proper %.4g approach %.4g%s%s%s\n",
                    contact_name(c->kind), c->a.index[0], c->a.index[1], c->b.index[0], c->b.index[1],
                    c->time, c->time_error, c->until, c->point.x, c->point.y, c->point.z, c->normal.x,
                    c->normal.y, c->normal.z, c->properness, c->approach, c->entering ? "" : " leaving",
                    c->tangent ? " tangent" : "", c->sustained ? " sustained" : "");
    }
}

// What must hold of every contact of every answer.
static inline bool is_well_formed(const all_answer* all)
{
    const toi_result* r = &all->result;
    bool ok = all->count == r->contact_count || r->contact_count > ALL_CONTACTS;
    for (uint32_t i = 0; i < all->count; ++i) {
        const toi_contact* c = &all->contacts[i];
        ok = ok && c->time >= 0.0 && c->time <= 1.0 && c->until >= c->time && c->until <= 1.0;
        ok = ok && (i == 0 || (c[-1].time <= c->time && c[-1].group <= c->group));
        ok = ok && fabs(v3_length(c->normal) - 1.0) < 1e-12 && c->properness >= -1.0 && c->properness <= 1.0;
        ok = ok && c->group < r->group_count && (c->sustained || c->until == c->time);
        ok = ok && c->time_error >= 0.0 && c->model_error >= 0.0 && isfinite(v3_length(c->point));
        ok = ok && c->kind >= TOI_CONTACT_VF && c->kind <= TOI_CONTACT_EE;
    }
    return ok;
}

static inline void ask_all(const toi_body* a, const toi_body* b, const toi_query_def* settings,
                           all_answer* all)
{
    toi_query_def def = settings != NULL ? *settings : (toi_query_def){.tolerance = 0.0};
    def.contacts = all->contacts;
    def.contact_capacity = ALL_CONTACTS;
    memset(&all->result, 0x55, sizeof all->result);
    assert_int_equal(toi_all_contacts(a, b, &def, &all->result), TOI_OK);
    all->count = all->result.contact_count < ALL_CONTACTS ? all->result.contact_count : ALL_CONTACTS;
    if (!is_well_formed(all)) {
        print_answer(all);
        fail_msg("not well formed");
    }
}

static inline uint32_t count_kind(const all_answer* all, toi_contact_kind kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->count; ++i) {
        count += all->contacts[i].kind == kind;
    }
    return count;
}

static inline toi_body screwing(const toi_mesh* mesh, toi_pose pose, toi_vec3 point, toi_vec3 axis,
                                double angle, double advance)
{
    return (toi_body){.mesh = mesh,
                      .motion = {.kind = TOI_MOTION_SCREW,
                                 .pose = pose,
                                 .point = point,
                                 .axis = axis,
                                 .angle = angle,
                                 .advance = advance}};
}

static inline toi_pose at(double x, double y, double z)
{
    return (toi_pose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

// A prism from z = -half to half over an outline, counter-clockwise. Vertex i of the outline is vertex i
// below and n + i above.
static inline toi_mesh* make_prism(const double* outline, uint32_t n, double half)
{
    mesh_sample s = {.vertices = NULL};
    uint32_t low[16], high[16];
    for (uint32_t i = 0; i < 2 * n; ++i) {
        sample_vertex(&s, outline[2 * (i % n)], outline[2 * (i % n) + 1], i < n ? -half : half);
    }
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t j = (i + 1) % n;
        low[n - 1 - i] = i;
        high[i] = n + i;
        sample_face(&s, (uint32_t[]){i, j, n + j, n + i}, 4);
    }
    sample_face(&s, low, n);
    sample_face(&s, high, n);
    return sample_mesh(&s);
}

// A tetrahedron with its vertex 0 at `tip` and the others around tip + up, `wide` from there.
static inline toi_mesh* make_spike(toi_vec3 tip, toi_vec3 up, double wide)
{
    toi_vec3 n = v3_scale(1.0 / v3_length(up), up);
    toi_vec3 x = v3_cross(n, fabs(n.x) < 0.5 ? v3(1, 0, 0) : v3(0, 1, 0));
    x = v3_scale(wide / v3_length(x), x);
    toi_vec3 y = v3_cross(n, x), v[4] = {tip};
    for (int i = 0; i < 3; ++i) {
        double angle = 2.0 * PI * i / 3.0;
        v[1 + i] = v3_madd(v3_madd(v3_add(tip, up), cos(angle), x), sin(angle), y);
    }
    static const uint32_t faces[12] = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};
    static const uint32_t offsets[5] = {0, 3, 6, 9, 12};
    return make_mesh(v, 4, faces, offsets, 4);
}

// ---- answers

static inline toi_quat random_turn(test_random* random)
{
    return q_normalize(random_coefficients(random, 1.0));
}

// The contacts that begin at a time, all of properness 0 up to rounding and entering.
static inline uint32_t count_level_at(const all_answer* all, double time, double error)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->count; ++i) {
        const toi_contact* c = &all->contacts[i];
        if (fabs(c->time - time) <= error) {
            assert_near(c->properness, 0.0, 1e-12);
            assert_true(c->entering);
            ++count;
        }
    }
    return count;
}

static inline void assert_all(const all_answer* all, uint32_t count, toi_answer answer, toi_start start)
{
    if (all->count != count || all->result.answer != answer || all->result.start != start) {
        print_answer(all);
        fail_msg("%u contacts, answer %d, start %d expected", count, answer, start);
    }
}

#endif
