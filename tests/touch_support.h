// Touches for tests: of two placed bodies, and whether they are where they say.

#ifndef TOI_TESTS_TOUCH_SUPPORT_H
#define TOI_TESTS_TOUCH_SUPPORT_H

#include "closest_brute.h"
#include "cmocka_toi.h"
#include "math/rounding.h"
#include "narrow/trace/touch.h"
#include "toi/trace.h"

static inline ti_still touch_still(const toi_mesh* mesh, toi_pose pose, uint32_t sides)
{
    ti_still s;
    ti_still_prepare(&(toi_placed){mesh, pose, sides}, &s);
    return s;
}

// A corner of a mesh as the exact pose has it.
static inline rvec touch_exact(const ti_still* s, uint32_t vertex)
{
    rquat q = rq_wide(s->pose.quaternion);
    return r3_add(rq_turn(q, r3_wide(toi_mesh_vertex(s->mesh, vertex))), r3_wide(s->pose.position));
}

// How far a point is from a feature of a body, of a face its nearest triangle.
static inline real touch_off_feature(const ti_still* s, toi_feature f, toi_vec3 point)
{
    rvec x = r3_wide(point), v[3];
    if (f.kind != TOI_FEATURE_FACE) {
        int count = f.kind == TOI_FEATURE_EDGE ? 2 : 1;
        for (int i = 0; i < count; ++i) {
            v[i] = touch_exact(s, f.index[i]);
        }
        return brute_hulls(&x, 1, v, count).distance;
    }
    toi_mesh_info info;
    real best = HUGE_VALL;
    toi_mesh_get_info(s->mesh, &info);
    for (uint32_t i = 0; i < info.triangles; ++i) {
        uint32_t corner[3];
        if (toi_mesh_triangle(s->mesh, i, corner) == f.index[0]) {
            for (int k = 0; k < 3; ++k) {
                v[k] = touch_exact(s, corner[k]);
            }
            best = r_min(best, brute_hulls(&x, 1, v, 3).distance);
        }
    }
    return best;
}

// The points of a touch lie on its features and are the gap apart along the normal, all within `room`.
static inline void touch_check(const ti_still* a, const ti_still* b, const ti_touch* t, double within,
                               double room)
{
    assert_near(v3_length(t->normal), 1.0, 1e-14);
    if (t->kind == TOI_CONTACT_FF && t->shape == TI_TOUCH_FACE_FACE) {
        assert_true(t->gap <= 0.0);
        return;
    }
    room += 8.0 * TI_U * v3_length(t->point_a); // the points are those of the world
    toi_vec3 d = v3_sub(v3_sub(t->point_b, t->point_a), v3_scale(t->gap, t->normal));
    assert_true(v3_length(d) <= room);
    assert_true(t->gap >= 0.0 && t->gap <= within + room);
    // Corners that count as on a face though they are outside of it by the slack.
    assert_true(touch_off_feature(a, t->a, t->point_a) <= (real)(2.0 * TI_TOUCH_SLACK * room));
    assert_true(touch_off_feature(b, t->b, t->point_b) <= (real)(2.0 * TI_TOUCH_SLACK * room));
}

static inline bool touch_equal(const ti_touch* x, const ti_touch* y)
{
    const toi_vec3 p[6] = {x->point_a, x->point_b, x->normal, y->point_a, y->point_b, y->normal};
    return x->kind == y->kind && x->shape == y->shape && memcmp(&x->a, &y->a, sizeof x->a) == 0 &&
           memcmp(&x->b, &y->b, sizeof x->b) == 0 && memcmp(p, p + 3, sizeof *p * 3) == 0 &&
           x->gap == y->gap && x->face_a == y->face_a && x->face_b == y->face_b;
}

#endif
