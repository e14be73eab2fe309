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

// The facet of a body that the centre of the other is highest over.
static uint32_t facet_below(const touch_body* b, toi_vec3 center)
{
    uint32_t best = 0;
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < b->features->facet_count; ++i) {
        touch_polygon plane = touch_plane(b, i);
        double height = touch_height(&plane, center);
        best = height > most ? i : best;
        most = height > most ? height : most;
    }
    return best;
}

// That facet is asked first: most of the others are then worse at one point already.
static double part_by(const touch_pair* pair, int side, double best)
{
    const touch_body *b = &pair->body[side], *other = &pair->body[1 - side];
    uint32_t hint = other->mesh->support.vertex[0];
    uint32_t first = facet_below(b, other->turned ? other->shift : v3(0.0, 0.0, 0.0));
    touch_polygon plane = touch_plane(b, first);
    best = fmax(best, lowest_over(other, &plane, best, &hint));
    for (uint32_t i = 0; i < b->features->facet_count; ++i) {
        plane = touch_plane(b, i);
        double apart = i == first ? best : lowest_over(other, &plane, best, &hint);
        best = apart > best ? apart : best;
    }
    return best;
}

// ---- few facets

// The kernels, compiled twice.
void ti_touch_span_plain(const touch_view* view, const ti_facet* facets, uint32_t count, touch_spans* spans);
void ti_touch_span_avx2(const touch_view* view, const ti_facet* facets, uint32_t count, touch_spans* spans);

static ti_mat3 transposed(const ti_mat3* m)
{
    return (ti_mat3){{{m->row[0].x, m->row[1].x, m->row[2].x},
                      {m->row[0].y, m->row[1].y, m->row[2].y},
                      {m->row[0].z, m->row[1].z, m->row[2].z}}};
}

static touch_view view_of(const touch_pair* pair, int side)
{
    const touch_body *a = &pair->body[0], *b = &pair->body[1];
    if (side == 0) {
        return (touch_view){transposed(&b->put), v3_negate(b->shift), a->scale, &b->mesh->support.points};
    }
    ti_mat3 turn = b->turn;
    for (int i = 0; a->scale != 1.0 && i < 3; ++i) {
        turn.row[i] = v3_scale(a->scale, turn.row[i]);
    }
    return (touch_view){turn, m3_apply_transposed(&b->turn, b->shift), b->scale, &a->mesh->support.points};
}

// Heights of the other body over all facets. Returns the largest of the lowest.
static double span_all(touch_pair* pair, int side)
{
    const ti_features* f = pair->body[side].features;
    touch_view view = view_of(pair, side);
    touch_spans* spans = &pair->spans[side];
    double best = -HUGE_VAL;
    (pair->avx2 ? ti_touch_span_avx2 : ti_touch_span_plain)(&view, f->facets, f->facet_count, spans);
    for (uint32_t i = 0; i < f->facet_count; ++i) {
        best = spans->low[i] > best ? spans->low[i] : best;
    }
    return best;
}

static bool has_few_facets(const touch_pair* pair)
{
    return pair->body[0].features->facet_count <= TOUCH_FACETS &&
           pair->body[1].features->facet_count <= TOUCH_FACETS;
}

double ti_touch_part(touch_pair* pair)
{
    if (!has_few_facets(pair)) {
        return part_by(pair, 0, part_by(pair, 1, -HUGE_VAL));
    }
    double best = span_all(pair, 1);
    return best > pair->reach + pair->slack ? best : fmax(best, span_all(pair, 0));
}

// Facets of A with one of B that A is in front of.
static bool meet_facet(touch_pair* pair, touch_polygon* b)
{
    bool loaded = false;
    const ti_features* f = pair->body[0].features;
    for (uint32_t i = 0; i < f->facet_count; ++i) {
        if (v3_dot(f->facets[i].normal, b->normal) > -TOUCH_FACING ||
            pair->spans[0].high[i] < -2.0 * pair->slack) {
            continue;
        }
        touch_polygon a = touch_plane(&pair->body[0], i);
        if ((!loaded && !ti_touch_corners(pair, 1, b)) || !ti_touch_corners(pair, 0, &a)) {
            return false;
        }
        loaded = true;
        ti_touch_facets(pair, &a, b, false);
    }
    return true;
}

bool ti_touch_parted(touch_pair* pair)
{
    if (!has_few_facets(pair)) {
        return ti_touch_walk(pair);
    }
    for (uint32_t i = 0; i < pair->body[1].features->facet_count; ++i) {
        if (pair->spans[1].high[i] >= -2.0 * pair->slack) {
            touch_polygon b = touch_plane(&pair->body[1], i);
            if (!meet_facet(pair, &b)) {
                return false;
            }
        }
    }
    return true;
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
