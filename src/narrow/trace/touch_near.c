// Nearest places: two features whose closest points are inside of them, where the direction between these
// leads out of both bodies, so that nothing of them nearby is closer.
//
// A direction out of the body at a vertex has all sides of its facets behind, at a crease both (or all) of
// its facets. What rounding leaves open is taken: the direction is right within `doubt`, and a side that is v
// long may be in front by 2 e + doubt v. Where bodies touch the direction between closest points says
// nothing: then normals of faces and products of edges are tried alone, and these are all that the directions
// that part two touching corners can be made of.

#include "narrow/trace/touch_parts.h"

// A direction that leads out, right within `doubt`.
typedef struct outward {
    toi_vec3 n;
    double doubt;
} outward;

// Normals of facets are right within this.
#define NORMAL_DOUBT (64.0 * TI_U)

static bool is_behind(const touch_pair* pair, const outward* out, toi_vec3 side)
{
    return v3_dot(out->n, side) <= 2.0 * pair->rounding + out->doubt * v3_norm1(side);
}

// The sides of one facet at its corner. One that takes up more than half a turn also has what is opposite of
// both.
static bool sector_behind(const touch_pair* pair, const touch_body* b, const outward* out, ti_sector sector)
{
    const ti_facet* facet = &b->features->facets[sector.facet];
    const uint32_t* corner = b->features->corner;
    toi_vec3 x = touch_point(b, corner[sector.corner]);
    toi_vec3 next = v3_sub(touch_point(b, corner[facet_next(facet, sector.corner)]), x);
    toi_vec3 last = v3_sub(touch_point(b, corner[facet_previous(facet, sector.corner)]), x);
    if (!is_behind(pair, out, next) || !is_behind(pair, out, last)) {
        return false;
    }
    if (facet->convex || v3_dot(v3_cross(next, last), touch_normal(b, sector.facet)) >= 0.0) {
        return true;
    }
    return is_behind(pair, out, v3_negate(next)) && is_behind(pair, out, v3_negate(last));
}

static bool leads_out_of_vertex(const touch_pair* pair, int side, uint32_t vertex, outward out)
{
    const touch_body* b = &pair->body[side];
    const ti_features* f = b->features;
    for (uint32_t i = f->sector_first[vertex]; i < f->sector_first[vertex + 1]; ++i) {
        if (!sector_behind(pair, b, &out, f->sector[i])) {
            return false;
        }
    }
    for (uint32_t i = f->tip_crease_first[vertex]; i < f->tip_crease_first[vertex + 1]; ++i) {
        const ti_crease* crease = &f->creases[f->tip_crease[i]];
        uint32_t other = crease->vertex[crease->vertex[0] == vertex];
        if (crease_wing_count(crease) == 0 &&
            !is_behind(pair, &out, v3_sub(touch_point(b, other), touch_point(b, vertex)))) {
            return false;
        }
    }
    return true;
}

static bool leads_out_of_crease(const touch_pair* pair, int side, const ti_crease* crease, outward out)
{
    const touch_body* b = &pair->body[side];
    const ti_features* f = b->features;
    for (uint32_t w = crease->wing_begin; w < crease->wing_end; ++w) {
        const ti_facet* facet = &f->facets[f->wing[w]];
        uint32_t tail = f->wing_corner[w];
        toi_vec3 edge =
            v3_sub(touch_point(b, f->corner[facet_next(facet, tail)]), touch_point(b, f->corner[tail]));
        if (!is_behind(pair, &out, v3_cross(touch_normal(b, f->wing[w]), edge))) {
            return false;
        }
    }
    return true;
}

static outward reversed(outward out)
{
    return (outward){v3_negate(out.n), out.doubt};
}

// ---- faces of the manifold

// The facet of a body, among those at a vertex, that looks most along n; the lowest face of those that do so
// alike.
static uint32_t face_along(const touch_body* b, uint32_t vertex, toi_vec3 n)
{
    const ti_features* f = b->features;
    uint32_t face = TI_NONE;
    double best = -HUGE_VAL;
    for (uint32_t i = f->sector_first[vertex]; i < f->sector_first[vertex + 1]; ++i) {
        uint32_t facet = f->sector[i].facet;
        double along = v3_dot(touch_normal(b, facet), n);
        along = touch_two_sided(b, &f->facets[facet]) ? fabs(along) : along;
        bool alike = fabs(along - best) <= NORMAL_DOUBT;
        if ((!alike && along > best) || (alike && f->facets[facet].face < face)) {
            face = f->facets[facet].face;
            best = along;
        }
    }
    return face != TI_NONE ? face : ti_touch_face_at_vertex(b->mesh, vertex);
}

static uint32_t face_along_crease(const touch_body* b, const ti_crease* crease, toi_vec3 n)
{
    const ti_features* f = b->features;
    uint32_t face = TI_NONE;
    double best = -HUGE_VAL;
    for (uint32_t w = crease->wing_begin; w < crease->wing_end; ++w) {
        double along = v3_dot(touch_normal(b, f->wing[w]), n);
        along = touch_two_sided(b, &f->facets[f->wing[w]]) ? fabs(along) : along;
        if (along > best) {
            face = f->facets[f->wing[w]].face;
            best = along;
        }
    }
    return face != TI_NONE ? face : ti_touch_face_at_crease(b, crease);
}

// ---- adding

static toi_feature vertex_name(uint32_t v)
{
    return (toi_feature){TOI_FEATURE_VERTEX, {v, 0}};
}

static toi_feature face_name(uint32_t f)
{
    return (toi_feature){TOI_FEATURE_FACE, {f, 0}};
}

// Swaps the bodies of a touch that was made as if the first were A.
static ti_touch for_side(ti_touch t, int side)
{
    if (side == 0) {
        return t;
    }
    static const ti_touch_shape mirrored[] = {
        [TI_TOUCH_VERTEX_FACE] = TI_TOUCH_FACE_VERTEX, [TI_TOUCH_FACE_VERTEX] = TI_TOUCH_VERTEX_FACE,
        [TI_TOUCH_EDGE_EDGE] = TI_TOUCH_EDGE_EDGE,     [TI_TOUCH_VERTEX_VERTEX] = TI_TOUCH_VERTEX_VERTEX,
        [TI_TOUCH_VERTEX_EDGE] = TI_TOUCH_EDGE_VERTEX, [TI_TOUCH_EDGE_VERTEX] = TI_TOUCH_VERTEX_EDGE,
        [TI_TOUCH_FACE_FACE] = TI_TOUCH_FACE_FACE};
    return (ti_touch){.kind = t.kind == TOI_CONTACT_VF ? TOI_CONTACT_FV : t.kind,
                      .shape = mirrored[t.shape],
                      .a = t.b,
                      .b = t.a,
                      .point_a = t.point_b,
                      .point_b = t.point_a,
                      .normal = v3_negate(t.normal),
                      .edge_a = t.edge_b,
                      .edge_b = t.edge_a,
                      .gap = t.gap,
                      .face_a = t.face_b,
                      .face_b = t.face_a,
                      .nearest = t.nearest};
}

static void add_vertex(touch_pair* pair, int side, ti_touch touch)
{
    touch.kind = TOI_CONTACT_VF;
    touch.gap = touch.gap > 0.0 ? touch.gap : 0.0;
    touch.nearest = true;
    touch = for_side(touch, side);
    ++pair->nearest;
    ti_touch_add(pair, &touch);
}

// ---- a vertex and a facet

void ti_touch_vertex_facet(touch_pair* pair, int side, uint32_t vertex, const touch_polygon* p)
{
    const touch_body *b = &pair->body[side], *other = &pair->body[1 - side];
    toi_vec3 x = touch_point(b, vertex);
    double height = touch_height(p, x), sign = 1.0;
    if (height < 0.0 && touch_two_sided(other, p->facet)) {
        sign = -1.0;
    }
    height *= sign;
    if (!(ti_is_within(height, pair->reach) && height >= -pair->slack)) {
        return;
    }
    touch_outline outline;
    // Farther apart, what is just outside of the facet is nearest to its side.
    ti_touch_outline_make(&outline, p, p->normal, height > pair->slack ? pair->outline : pair->slack);
    outward down = {v3_scale(-sign, p->normal), NORMAL_DOUBT};
    if (!ti_touch_holds(&outline, x) || !leads_out_of_vertex(pair, side, vertex, down)) {
        return;
    }
    ti_touch touch = {
        .shape = TI_TOUCH_VERTEX_FACE, .a = vertex_name(vertex), .b = face_name(p->facet->face)};
    touch.point_a = x;
    touch.point_b = v3_madd(x, height, down.n);
    touch.normal = down.n;
    touch.gap = height;
    touch.face_a = face_along(b, vertex, down.n);
    touch.face_b = p->facet->face;
    add_vertex(pair, side, touch);
}

// ---- closest points that are apart

// The direction between two points that are farther apart than the slack and within reach.
static bool direction_between(const touch_pair* pair, toi_vec3 from, toi_vec3 to, outward* out, double* gap)
{
    toi_vec3 d = v3_sub(to, from);
    *gap = v3_length(d);
    if (!(*gap > pair->slack && ti_is_within(*gap, pair->reach))) {
        return false;
    }
    *out = (outward){v3_scale(1.0 / *gap, d), 2.0 * pair->rounding / *gap};
    return true;
}

void ti_touch_vertices(touch_pair* pair, uint32_t a, uint32_t b)
{
    const touch_body *body_a = &pair->body[0], *body_b = &pair->body[1];
    ti_touch touch = {.shape = TI_TOUCH_VERTEX_VERTEX, .a = vertex_name(a)};
    touch.point_a = touch_point(body_a, a);
    touch.point_b = touch_point(body_b, b);
    outward out;
    if (!direction_between(pair, touch.point_a, touch.point_b, &out, &touch.gap) ||
        !leads_out_of_vertex(pair, 0, a, out) || !leads_out_of_vertex(pair, 1, b, reversed(out))) {
        return;
    }
    touch.b = face_name(ti_touch_face_at_vertex(body_b->mesh, b));
    touch.normal = out.n;
    touch.face_a = face_along(body_a, a, out.n);
    touch.face_b = face_along(body_b, b, v3_negate(out.n));
    add_vertex(pair, 0, touch);
}

void ti_touch_vertex_crease(touch_pair* pair, int side, uint32_t vertex, const ti_crease* crease)
{
    const touch_body *b = &pair->body[side], *other = &pair->body[1 - side];
    toi_vec3 start = touch_point(other, crease->vertex[0]);
    toi_vec3 edge = v3_sub(touch_point(other, crease->vertex[1]), start);
    ti_touch touch = {.shape = TI_TOUCH_VERTEX_EDGE, .a = vertex_name(vertex), .edge_b = edge};
    touch.point_a = touch_point(b, vertex);
    double length2 = v3_dot(edge, edge), share = v3_dot(v3_sub(touch.point_a, start), edge) / length2;
    if (!(share >= 0.0 && share <= 1.0)) {
        return;
    }
    touch.point_b = v3_madd(start, share, edge);
    outward out;
    if (!direction_between(pair, touch.point_a, touch.point_b, &out, &touch.gap) ||
        !leads_out_of_vertex(pair, side, vertex, out) ||
        !leads_out_of_crease(pair, 1 - side, crease, reversed(out))) {
        return;
    }
    touch.b = face_name(ti_touch_face_at_crease(other, crease));
    touch.normal = out.n;
    touch.face_a = face_along(b, vertex, out.n);
    touch.face_b = face_along_crease(other, crease, v3_negate(out.n));
    add_vertex(pair, side, touch);
}

// ---- two creases

// Two edges whose common perpendicular meets both inside.
typedef struct crossing {
    toi_vec3 edge[2], point[2], between, across;
    double least; // length of the shorter edge
    double sine2; // of the angle between them
} crossing;

static bool cross_inside(const touch_pair* pair, const ti_crease* a, const ti_crease* b, crossing* c)
{
    toi_vec3 p = touch_point(&pair->body[0], a->vertex[0]), q = touch_point(&pair->body[1], b->vertex[0]);
    c->edge[0] = v3_sub(touch_point(&pair->body[0], a->vertex[1]), p);
    c->edge[1] = v3_sub(touch_point(&pair->body[1], b->vertex[1]), q);
    c->across = v3_cross(c->edge[0], c->edge[1]);
    double cc = v3_dot(c->across, c->across), uu = v3_dot(c->edge[0], c->edge[0]);
    double ww = v3_dot(c->edge[1], c->edge[1]);
    toi_vec3 r = v3_sub(q, p);
    double s = v3_dot(v3_cross(r, c->edge[1]), c->across), t = v3_dot(v3_cross(r, c->edge[0]), c->across);
    if (!(cc > 0.0 && s > 0.0 && s < cc && t > 0.0 && t < cc)) {
        return false;
    }
    c->point[0] = v3_madd(p, s / cc, c->edge[0]);
    c->point[1] = v3_madd(q, t / cc, c->edge[1]);
    c->between = v3_sub(c->point[1], c->point[0]);
    c->sine2 = cc / (uu * ww);
    c->least = sqrt(uu < ww ? uu : ww);
    return true;
}

// The direction out of A along the perpendicular: of the product of the edges or the difference of the points
// what is better known. False where neither is: then the edges are one line but for rounding, and what
// touches there are their ends.
static bool perpendicular(const touch_pair* pair, const crossing* c, double gap, outward* out)
{
    double by_product = 4.0 * pair->rounding / (c->least * sqrt(c->sine2));
    double by_points = gap > 0.0 ? 2.0 * pair->rounding / gap : HUGE_VAL;
    if (!(by_product <= 0.125 || by_points <= 0.125)) {
        return false;
    }
    if (by_points < by_product) {
        *out = (outward){v3_scale(1.0 / gap, c->between), by_points};
        return true;
    }
    double side = gap > pair->slack && v3_dot(c->across, c->between) < 0.0 ? -1.0 : 1.0;
    *out = (outward){v3_scale(side / v3_length(c->across), c->across), by_product};
    return true;
}

static bool leads_out_of_both(const touch_pair* pair, const ti_crease* a, const ti_crease* b, outward out)
{
    return leads_out_of_crease(pair, 0, a, out) && leads_out_of_crease(pair, 1, b, reversed(out));
}

void ti_touch_creases(touch_pair* pair, const ti_crease* a, const ti_crease* b)
{
    crossing c;
    if (!cross_inside(pair, a, b, &c)) {
        return;
    }
    double gap = v3_length(c.between);
    outward out;
    if (!ti_is_within(gap, pair->reach) || !perpendicular(pair, &c, gap, &out)) {
        return;
    }
    if (!leads_out_of_both(pair, a, b, out)) {
        out = reversed(out);
        if (gap > pair->slack || !leads_out_of_both(pair, a, b, out)) {
            return;
        }
    }
    const touch_body* body = pair->body;
    ti_touch touch = {TOI_CONTACT_EE,
                      TI_TOUCH_EDGE_EDGE,
                      .a = ti_touch_crease_name(&body[0], a),
                      .b = ti_touch_crease_name(&body[1], b),
                      .point_a = c.point[0],
                      .point_b = c.point[1],
                      .normal = out.n,
                      .edge_a = c.edge[0],
                      .edge_b = c.edge[1],
                      .gap = gap,
                      .nearest = true};
    touch.face_a = face_along_crease(&body[0], a, out.n);
    touch.face_b = face_along_crease(&body[1], b, v3_negate(out.n));
    ++pair->nearest;
    ti_touch_add(pair, &touch);
}
