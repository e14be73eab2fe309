// Two convex bodies. Their distance is the largest separation along any direction, and where a facet's normal
// gives it, the nearest places are on that facet: no others need to be looked for. Bodies in each other have
// a least depth along the normal of a facet or the product of two edges whose normals meet on the sphere of
// directions.

#include "narrow/trace/depth.h"
#include "narrow/trace/touch_parts.h"

// The lowest height of the points of a body over a plane, or some height that is not above `enough`. `hint`
// is a vertex that may be low.
static double lowest_over(const touch_body* b, const touch_polygon* plane, double enough, uint32_t* hint)
{
    double least = touch_height(plane, touch_point(b, *hint));
    const ti_support* support = &b->mesh->support;
    for (uint32_t i = 0; least > enough && i < support->points.count; ++i) {
        double h = touch_height(plane, touch_point(b, support->vertex[i]));
        if (h < least) {
            least = h;
            *hint = support->vertex[i];
        }
    }
    return least;
}

double ti_touch_part(const touch_pair* pair)
{
    double best = -HUGE_VAL;
    for (int side = 1; side >= 0; --side) {
        const touch_body *b = &pair->body[side], *other = &pair->body[1 - side];
        uint32_t hint = other->mesh->support.vertex[0];
        for (uint32_t i = 0; i < b->features->facet_count; ++i) {
            touch_polygon plane = touch_plane(b, i);
            best = fmax(best, lowest_over(other, &plane, best, &hint));
        }
    }
    return best;
}

// ---- depth

// How far a body reaches along n, and the middle of what reaches so far.
static double farthest(const touch_body* b, toi_vec3 n, double slack, toi_vec3* middle)
{
    const ti_support* s = &b->mesh->support;
    double most = -HUGE_VAL, count = 0.0;
    toi_vec3 sum = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < s->points.count; ++i) {
        most = fmax(most, v3_dot(n, touch_point(b, s->vertex[i])));
    }
    for (uint32_t i = 0; i < s->points.count; ++i) {
        toi_vec3 x = touch_point(b, s->vertex[i]);
        if (v3_dot(n, x) >= most - slack) {
            sum = v3_add(sum, x);
            count += 1.0;
        }
    }
    *middle = v3_scale(1.0 / count, sum);
    return most;
}

// The touch along a direction out of A.
static ti_touch deep_touch(const touch_pair* pair, toi_vec3 n)
{
    ti_touch t = {.kind = TOI_CONTACT_FF, .shape = TI_TOUCH_FACE_FACE, .normal = n};
    double a = farthest(&pair->body[0], n, pair->slack, &t.point_a);
    double b = farthest(&pair->body[1], v3_negate(n), pair->slack, &t.point_b);
    t.gap = -(a + b);
    return t;
}

// The facet of a body that looks most along n.
static uint32_t facet_along(const touch_body* b, toi_vec3 n)
{
    uint32_t best = 0;
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < b->features->facet_count; ++i) {
        double along = v3_dot(touch_normal(b, i), n);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return best;
}

static ti_touch name_deep(const touch_pair* pair, ti_touch t)
{
    uint32_t a = facet_along(&pair->body[0], t.normal), b = facet_along(&pair->body[1], v3_negate(t.normal));
    t.face_a = pair->body[0].features->facets[a].face;
    t.face_b = pair->body[1].features->facets[b].face;
    t.a = (toi_feature){TOI_FEATURE_FACE, {t.face_a, 0}};
    t.b = (toi_feature){TOI_FEATURE_FACE, {t.face_b, 0}};
    return t;
}

bool ti_touch_deep(const touch_pair* pair, const ti_still* a, const ti_still* b, ti_touch* touch)
{
    ti_depth found;
    if (!ti_depth_find(a->mesh, &a->pose, b->mesh, &b->pose, &found)) {
        return false;
    }
    *touch = name_deep(pair, deep_touch(pair, m3_apply_transposed(&a->rotation, found.normal)));
    return touch->gap < -pair->slack;
}

bool ti_touch_contains(const touch_pair* pair, int side)
{
    const touch_body *b = &pair->body[side], *other = &pair->body[1 - side];
    toi_vec3 middle;
    for (uint32_t i = 0; i < b->features->facet_count; ++i) {
        touch_polygon plane = touch_plane(b, i);
        if (!(farthest(other, plane.normal, pair->slack, &middle) < plane.offset - pair->slack)) {
            return false;
        }
    }
    return true;
}
