// Two facets: the corners of their common part, and whether they cross.
//
// Facets that face each other are seen along the direction halfway between their normals: so nothing depends
// on which of them is taken first, nor on how a plane is cut into facets.
//
// The corners of the common part of two polygons are the corners of each that are on the other, and the
// points where their sides cross. A corner as near to the other's side as rounding may be off is on it; sides
// cross where the ends of each are on both sides of the other by more than that. So each corner is one or the
// other, or both in one place, of which one is dropped later.

#include "narrow/trace/touch_parts.h"

// Heights of the corners of one polygon over the plane of another.
typedef struct range {
    double least, most;
} range;

// Two facets that face each other.
typedef struct common {
    touch_pair* pair;
    const touch_polygon* p[2]; // of A, of B
    toi_vec3 out[2];           // their normals on the sides that face each other
    toi_vec3 across;           // unit, from A to B, halfway between one normal and the other reversed
    double tilt;               // 1 - the cosine of the angle between these
    touch_outline seen[2];     // along `across`
    touch_outline own[2];      // along their normals, once `has_own`
    bool has_own[2];
} common;

static range heights_over(const touch_polygon* plane, const touch_polygon* p)
{
    range r = {HUGE_VAL, -HUGE_VAL};
    for (uint32_t i = 0; i < p->count; ++i) {
        double h = touch_height(plane, p->x[i]);
        r.least = h < r.least ? h : r.least;
        r.most = h > r.most ? h : r.most;
    }
    return r;
}

static bool within_reach(const touch_pair* pair, double height)
{
    return ti_is_within(height, pair->reach) && height >= -pair->slack;
}

// Facets so parallel that it does not matter along which normal they are seen: what is apart by 4 moves by
// less than a rounding bound.
static bool are_parallel(const common* c)
{
    return c->tilt <= 0x1p-96;
}

// A vertex of the body `side`, from which the face of the other is `gap` away along `way`.
static void add_vertex(const common* c, int side, uint32_t i, toi_vec3 way, double gap, double tilt)
{
    ti_touch* t = ti_touch_push(c->pair);
    if (t == NULL) {
        return;
    }
    toi_feature v = {TOI_FEATURE_VERTEX, {c->p[side]->vertex[i], 0}};
    toi_feature f = {TOI_FEATURE_FACE, {c->p[1 - side]->facet->face, 0}};
    toi_vec3 x = c->p[side]->x[i], foot = v3_madd(x, gap, way);
    t->kind = side == 0 ? TOI_CONTACT_VF : TOI_CONTACT_FV;
    t->shape = side == 0 ? TI_TOUCH_VERTEX_FACE : TI_TOUCH_FACE_VERTEX;
    t->a = side == 0 ? v : f;
    t->b = side == 0 ? f : v;
    t->point_a = side == 0 ? x : foot;
    t->point_b = side == 0 ? foot : x;
    t->normal = side == 0 ? way : v3_negate(way);
    t->edge_a = t->edge_b = v3(0.0, 0.0, 0.0);
    t->gap = gap > 0.0 ? gap : 0.0;
    t->tilt = tilt;
    t->face_a = c->p[0]->facet->face;
    t->face_b = c->p[1]->facet->face;
    t->nearest = false;
}

// A corner of one polygon over the other: where it is seen on that along `across`, or its foot is on it. The
// foot names the gap where it is on the polygon. Returns whether it is seen.
static bool add_corner(common* c, int side, uint32_t i, double height, bool look)
{
    const touch_polygon* other = c->p[1 - side];
    toi_vec3 x = c->p[side]->x[i], down = v3_negate(c->out[1 - side]);
    bool near =
        within_reach(c->pair, height) && touch_tip_counts(&c->pair->body[side], c->p[side]->vertex[i]);
    if (!near && !look) {
        return false;
    }
    bool seen = ti_touch_holds(&c->seen[1 - side], x), below = seen;
    if (near && !are_parallel(c)) {
        if (!c->has_own[1 - side]) {
            ti_touch_outline_make(&c->own[1 - side], other, other->normal, c->pair->outline);
            c->has_own[1 - side] = true;
        }
        below = ti_touch_holds(&c->own[1 - side], x);
    }
    if (near && below) {
        add_vertex(c, side, i, down, height, 0.0);
    } else if (near && seen) {
        toi_vec3 way = side == 0 ? c->across : v3_negate(c->across);
        double gap = height / v3_dot(down, way);
        if (ti_is_within(gap, c->pair->reach)) {
            add_vertex(c, side, i, way, gap, c->tilt);
        }
    }
    return seen;
}

// True where the corners of this polygon are all of the common part's.
static bool add_corners(common* c, int side)
{
    const touch_polygon* p = c->p[side];
    double offset = v3_dot(c->out[1 - side], c->p[1 - side]->normal) * c->p[1 - side]->offset;
    bool all = c->p[1 - side]->facet->convex;
    for (uint32_t i = 0; i < p->count; ++i) {
        double height = v3_dot(c->out[1 - side], p->x[i]) - offset;
        bool seen = add_corner(c, side, i, height, all);
        all = all && seen;
    }
    return all;
}

// Whether two numbers are on both sides of zero by more than a slack.
static bool parted(double a, double b, double slack)
{
    return (a > slack && b < -slack) || (a < -slack && b > slack);
}

// Side i of the facet of A and side k of that of B, whose ends are at `ends` on the sides of side i.
static void add_crossing(const common* c, uint32_t i, uint32_t k, const double ends[2])
{
    const touch_polygon *a = c->p[0], *b = c->p[1];
    uint32_t next = i + 1 < a->count ? i + 1 : 0, after = k + 1 < b->count ? k + 1 : 0;
    double s0 = touch_side(&c->seen[1], k, a->x[i]), s1 = touch_side(&c->seen[1], k, a->x[next]);
    if (!parted(s0, s1, touch_side_slack(&c->seen[1], k))) {
        return;
    }
    toi_vec3 edge_a = touch_edge(a, i), edge_b = touch_edge(b, k);
    toi_vec3 on_a = v3_madd(a->x[i], s0 / (s0 - s1), edge_a);
    toi_vec3 on_b = v3_madd(b->x[k], ends[0] / (ends[0] - ends[1]), edge_b);
    double gap = v3_dot(c->across, v3_sub(on_b, on_a));
    const ti_crease *crease_a, *crease_b;
    if (!within_reach(c->pair, gap) ||
        (crease_a = ti_touch_crease(&c->pair->body[0], a->vertex[i], a->vertex[next])) == NULL ||
        (crease_b = ti_touch_crease(&c->pair->body[1], b->vertex[k], b->vertex[after])) == NULL) {
        return;
    }
    ti_touch touch = {.kind = TOI_CONTACT_EE,
                      .shape = TI_TOUCH_EDGE_EDGE,
                      .a = ti_touch_crease_name(&c->pair->body[0], crease_a),
                      .b = ti_touch_crease_name(&c->pair->body[1], crease_b),
                      .point_a = on_a,
                      .point_b = on_b,
                      .normal = c->across,
                      .edge_a = edge_a,
                      .edge_b = edge_b,
                      .gap = gap > 0.0 ? gap : 0.0,
                      .tilt = c->tilt,
                      .face_a = a->facet->face,
                      .face_b = b->facet->face};
    ti_touch_add(c->pair, &touch);
}

static void add_crossings(const common* c)
{
    const touch_polygon *a = c->p[0], *b = c->p[1];
    for (uint32_t i = 0; i < a->count; ++i) {
        double slack = touch_side_slack(&c->seen[0], i), ends[2];
        ends[0] = touch_side(&c->seen[0], i, b->x[b->count - 1]);
        for (uint32_t k = 0; k < b->count; ++k) {
            ends[1] = touch_side(&c->seen[0], i, b->x[k]);
            if (parted(ends[0], ends[1], slack)) {
                add_crossing(c, i, k > 0 ? k - 1 : b->count - 1, ends);
            }
            ends[0] = ends[1];
        }
    }
}

// Both facets from one of their sides each: 1 for the front, -1 for the back.
static void meet_facing(touch_pair* pair, const touch_polygon* a, const touch_polygon* b, const range over[2],
                        const double sign[2])
{
    range ab = sign[0] > 0.0 ? over[0] : (range){-over[0].most, -over[0].least};
    range ba = sign[1] > 0.0 ? over[1] : (range){-over[1].most, -over[1].least};
    if (ab.least > pair->reach || ba.least > pair->reach || ab.most < -pair->slack ||
        ba.most < -pair->slack) {
        return;
    }
    common c;
    c.pair = pair;
    c.p[0] = a;
    c.p[1] = b;
    c.has_own[0] = c.has_own[1] = false;
    c.out[0] = v3_scale(sign[0], a->normal);
    c.out[1] = v3_scale(sign[1], b->normal);
    toi_vec3 d = v3_sub(c.out[0], c.out[1]), s = v3_add(c.out[0], c.out[1]);
    c.across = v3_scale(1.0 / v3_length(d), d);
    c.tilt = 0.5 * v3_dot(s, s);
    ++pair->sources;
    ti_touch_outline_make(&c.seen[1], b, v3_scale(-sign[1], c.across), pair->outline);
    if (add_corners(&c, 0)) {
        return;
    }
    ti_touch_outline_make(&c.seen[0], a, v3_scale(sign[0], c.across), pair->outline);
    if (!add_corners(&c, 1)) {
        add_crossings(&c);
    }
}

// ---- crossing

// Whether x, on a facet up to the slack, is also beside a side of it that others can rest on: then what
// passes there touches.
static bool is_at_a_crease(const touch_pair* pair, int side, const touch_polygon* p, toi_vec3 x)
{
    for (uint32_t i = 0; i < p->count; ++i) {
        toi_vec3 d = v3_sub(x, v3_nearest_on_segment(p->x[i], touch_edge(p, i), x));
        if (v3_dot(d, d) <= pair->slack * pair->slack &&
            ti_touch_crease(&pair->body[side], p->vertex[i], p->vertex[i + 1 < p->count ? i + 1 : 0]) !=
                NULL) {
            return true;
        }
    }
    return false;
}

// Whether a segment passes through the inside of a facet of body `side`.
static bool passes_through(const touch_pair* pair, int side, const touch_polygon* facet,
                           const toi_vec3 end[2], toi_vec3* point)
{
    double h0 = touch_height(facet, end[0]), h1 = touch_height(facet, end[1]);
    if (!parted(h0, h1, pair->slack)) {
        return false;
    }
    touch_outline outline;
    ti_touch_outline_make(&outline, facet, facet->normal, pair->slack);
    *point = v3_madd(end[0], h0 / (h0 - h1), v3_sub(end[1], end[0]));
    return ti_touch_holds(&outline, *point) && !is_at_a_crease(pair, side, facet, *point);
}

// Whether a side of p does.
static bool sides_pass_through(const touch_pair* pair, int side, const touch_polygon* facet,
                               const touch_polygon* p, toi_vec3* point)
{
    for (uint32_t i = 0; i < p->count; ++i) {
        const toi_vec3 end[2] = {p->x[i], p->x[i + 1 < p->count ? i + 1 : 0]};
        if (passes_through(pair, side, facet, end, point)) {
            return true;
        }
    }
    return false;
}

static void add_meeting(touch_pair* pair, uint32_t face_a, uint32_t face_b, toi_vec3 point, toi_vec3 normal)
{
    ti_touch touch = {TOI_CONTACT_FF,
                      TI_TOUCH_FACE_FACE,
                      .a = {TOI_FEATURE_FACE, {face_a, 0}},
                      .b = {TOI_FEATURE_FACE, {face_b, 0}},
                      .point_a = point,
                      .point_b = point,
                      .normal = normal,
                      .face_a = face_a,
                      .face_b = face_b};
    pair->sources += 2; // of any faces
    ti_touch_add(pair, &touch);
}

static void meet_crossing(touch_pair* pair, const touch_polygon* a, const touch_polygon* b)
{
    toi_vec3 point;
    if (sides_pass_through(pair, 0, a, b, &point) || sides_pass_through(pair, 1, b, a, &point)) {
        toi_vec3 n = v3_sub(a->normal, b->normal);
        double length = v3_length(n);
        add_meeting(pair, a->facet->face, b->facet->face, point,
                    length > 0.0 ? v3_scale(1.0 / length, n) : a->normal);
    }
}

void ti_touch_wire(touch_pair* pair, int side, const ti_crease* wire, const touch_polygon* p)
{
    const touch_body* b = &pair->body[side];
    const toi_vec3 end[2] = {touch_point(b, wire->vertex[0]), touch_point(b, wire->vertex[1])};
    toi_vec3 point;
    if (passes_through(pair, 1 - side, p, end, &point)) {
        uint32_t face[2] = {p->facet->face, p->facet->face};
        face[side] = ti_touch_face_at_crease(b, wire);
        add_meeting(pair, face[0], face[1], point, side == 0 ? v3_negate(p->normal) : p->normal);
    }
}

void ti_touch_facets(touch_pair* pair, const touch_polygon* a, const touch_polygon* b, bool may_cross)
{
    range over[2] = {heights_over(a, b), heights_over(b, a)};
    double cosine = v3_dot(a->normal, b->normal);
    bool back[2] = {touch_two_sided(&pair->body[0], a->facet), touch_two_sided(&pair->body[1], b->facet)};
    for (int i = 0; i < 4; ++i) {
        const double sign[2] = {i & 1 ? -1.0 : 1.0, i & 2 ? -1.0 : 1.0};
        if ((sign[0] > 0.0 || back[0]) && (sign[1] > 0.0 || back[1]) &&
            sign[0] * sign[1] * cosine <= -TOUCH_FACING) {
            meet_facing(pair, a, b, over, sign);
        }
    }
    if (may_cross && parted(over[0].least, over[0].most, pair->slack) &&
        parted(over[1].least, over[1].most, pair->slack)) {
        meet_crossing(pair, a, b);
    }
}
