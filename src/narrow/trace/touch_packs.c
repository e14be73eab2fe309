// Everything of one pack with everything of another, with culls by boxes in the axes of A.

#include "narrow/trace/touch_parts.h"

// ---- a pair of packs

// The smallest and largest height of a box over a plane.
static void box_over(const touch_polygon* plane, const touch_pack* p, double height[2])
{
    toi_vec3 middle = v3_scale(0.5, v3_add(p->lower, p->upper)), half = v3_sub(p->upper, middle);
    double across =
        (fabs(plane->normal.x) * half.x + fabs(plane->normal.y) * half.y) + fabs(plane->normal.z) * half.z;
    double at = touch_height(plane, middle);
    height[0] = at - across;
    height[1] = at + across;
}

static touch_pack box_of_points(const toi_vec3* x, uint32_t count)
{
    touch_pack p = {.lower = x[0], .upper = x[0]};
    for (uint32_t i = 1; i < count; ++i) {
        p.lower = v3_min(p.lower, x[i]);
        p.upper = v3_max(p.upper, x[i]);
    }
    return p;
}

// What the loops below pass on.
typedef struct meeting {
    touch_pair* pair;
    const touch_pack* pack[2];
    double wide;   // what boxes may be apart, rounding included
    uint64_t near; // facets of B that are within reach, from the first of its pack on
} meeting;

// The last bit stands for all facets from the 63rd on.
static uint64_t near_bit(const meeting* m, uint32_t facet)
{
    uint32_t place = facet - m->pack[1]->facet[0];
    return (uint64_t)1 << (place < 63 ? place : 63);
}

// What is a part of a facet is as far as that.
static bool may_be_near(const meeting* m, uint32_t facet)
{
    return m->pair->plain || (m->near & near_bit(m, facet)) != 0;
}

static bool tip_may_be_near(const meeting* m, uint32_t vertex)
{
    const ti_features* f = m->pair->body[1].features;
    uint32_t first = f->sector_first[vertex];
    return first == f->sector_first[vertex + 1] || may_be_near(m, f->sector[first].facet);
}

static bool crease_may_be_near(const meeting* m, const ti_crease* crease)
{
    const ti_features* f = m->pair->body[1].features;
    uint32_t lowest_wing = TI_NONE;
    for (uint32_t w = crease->wing_begin; w < crease->wing_end; ++w) {
        lowest_wing = f->wing[w] < lowest_wing ? f->wing[w] : lowest_wing;
    }
    return lowest_wing == TI_NONE || may_be_near(m, lowest_wing);
}

// How far behind a facet something can be and still touch it.
static double lowest(const touch_pair* pair, int side, const touch_polygon* p)
{
    return touch_two_sided(&pair->body[side], p->facet) ? -pair->reach : 0.0;
}

// Facets of A and one of B. `cut`: A has points on both sides of its plane.
static bool facets_with(const meeting* m, const touch_polygon* b, const touch_pack* box, bool cut)
{
    touch_pair* pair = m->pair;
    const touch_body* body = &pair->body[0];
    bool two_sided = touch_two_sided(&pair->body[1], b->facet);
    for (uint32_t i = m->pack[0]->facet[0]; i < m->pack[0]->facet[1]; ++i) {
        touch_polygon a = touch_plane(body, i);
        double cosine = v3_dot(a.normal, b->normal);
        cosine = two_sided || touch_two_sided(body, a.facet) ? -fabs(cosine) : cosine;
        if (!(cosine <= -TOUCH_FACING) && !cut) {
            continue;
        }
        double over[2];
        box_over(&a, box, over);
        if (!pair->plain && (over[0] > m->wide || over[1] < lowest(pair, 0, &a) - m->wide)) {
            continue;
        }
        if (!ti_touch_corners(pair, 0, &a)) {
            return false;
        }
        touch_pack own = box_of_points(a.x, a.count);
        if (pair->plain || !touch_boxes_apart(&own, box, m->wide)) {
            ti_touch_facets(pair, &a, b, cut);
        }
    }
    return true;
}

// Notes in `near` where the facet is within reach of the box of A.
static bool facet_of_b(meeting* m, uint32_t facet)
{
    touch_pair* pair = m->pair;
    touch_polygon b = touch_plane(&pair->body[1], facet);
    double over[2];
    box_over(&b, m->pack[0], over);
    if (!pair->plain && over[0] > m->wide) {
        return true;
    }
    if (!ti_touch_corners(pair, 1, &b)) {
        return false;
    }
    touch_pack box = box_of_points(b.x, b.count);
    if (!pair->plain && touch_boxes_apart(&box, m->pack[0], m->wide)) {
        return true;
    }
    m->near |= near_bit(m, facet);
    if (!pair->plain && over[1] < lowest(pair, 1, &b) - m->wide) {
        return true;
    }
    bool cut = !pair->convex && (pair->plain || (over[0] < 0.0 && !touch_boxes_apart(&box, m->pack[0], 0.0) &&
                                                 !ti_touch_polygon_apart(&b, m->pack[0])));
    if (!facets_with(m, &b, &box, cut)) {
        return false;
    }
    const ti_features* f = pair->body[0].features;
    for (uint32_t i = m->pack[0]->crease[0]; f->wires && i < m->pack[0]->crease[1]; ++i) {
        if (crease_wing_count(&f->creases[i]) == 0) {
            ti_touch_wire(pair, 0, &f->creases[i], &b);
        }
    }
    for (uint32_t i = m->pack[0]->tip[0]; !pair->settled && i < m->pack[0]->tip[1]; ++i) {
        double height = touch_height(&b, touch_point(&pair->body[0], f->tip[i]));
        if (fabs(height) <= m->wide && touch_tip_counts(&pair->body[0], f->tip[i])) {
            ti_touch_vertex_facet(pair, 0, f->tip[i], &b);
        }
    }
    return true;
}

// ---- vertices and creases of B

static touch_pack box_of_crease(const touch_body* b, const ti_crease* crease)
{
    const toi_vec3 end[2] = {touch_point(b, crease->vertex[0]), touch_point(b, crease->vertex[1])};
    return box_of_points(end, 2);
}

static bool far_from(const meeting* m, const touch_pack* a, const touch_pack* b)
{
    return !m->pair->plain && touch_boxes_apart(a, b, m->wide);
}

static bool tip_of_b(const meeting* m, uint32_t vertex)
{
    touch_pair* pair = m->pair;
    const touch_body* a = &pair->body[0];
    toi_vec3 x = touch_point(&pair->body[1], vertex);
    touch_pack at = {.lower = x, .upper = x};
    if (far_from(m, &at, m->pack[0])) {
        return true;
    }
    for (uint32_t i = m->pack[0]->facet[0]; i < m->pack[0]->facet[1]; ++i) {
        touch_polygon p = touch_plane(a, i);
        double height = touch_height(&p, x);
        if (!(height <= m->wide && height >= lowest(pair, 0, &p) - m->wide)) {
            continue;
        }
        if (!ti_touch_corners(pair, 0, &p)) {
            return false;
        }
        ti_touch_vertex_facet(pair, 1, vertex, &p);
    }
    const ti_features* f = a->features;
    for (uint32_t i = m->pack[0]->tip[0]; i < m->pack[0]->tip[1]; ++i) {
        toi_vec3 y = touch_point(a, f->tip[i]);
        touch_pack other = {.lower = y, .upper = y};
        if (touch_tip_counts(a, f->tip[i]) && !far_from(m, &at, &other)) {
            ti_touch_vertices(pair, f->tip[i], vertex);
        }
    }
    for (uint32_t i = m->pack[0]->crease[0]; i < m->pack[0]->crease[1]; ++i) {
        touch_pack other = box_of_crease(a, &f->creases[i]);
        if (touch_crease_counts(a, &f->creases[i]) && !far_from(m, &at, &other)) {
            ti_touch_vertex_crease(pair, 1, vertex, &f->creases[i]);
        }
    }
    return true;
}

// A segment of B and facets of A.
static bool wire_of_b(const meeting* m, const ti_crease* wire)
{
    for (uint32_t i = m->pack[0]->facet[0]; i < m->pack[0]->facet[1]; ++i) {
        touch_polygon p = touch_plane(&m->pair->body[0], i);
        if (!ti_touch_corners(m->pair, 0, &p)) {
            return false;
        }
        ti_touch_wire(m->pair, 1, wire, &p);
    }
    return true;
}

static void crease_of_b(const meeting* m, const ti_crease* crease)
{
    touch_pair* pair = m->pair;
    const touch_body* a = &pair->body[0];
    const ti_features* f = a->features;
    const toi_vec3 end[2] = {touch_point(&pair->body[1], crease->vertex[0]),
                             touch_point(&pair->body[1], crease->vertex[1])};
    touch_pack box = box_of_points(end, 2);
    if (far_from(m, &box, m->pack[0]) || (!pair->plain && ti_touch_edge_far(end, m->pack[0], m->wide))) {
        return;
    }
    for (uint32_t i = m->pack[0]->tip[0]; i < m->pack[0]->tip[1]; ++i) {
        toi_vec3 y = touch_point(a, f->tip[i]);
        touch_pack other = {.lower = y, .upper = y};
        if (touch_tip_counts(a, f->tip[i]) && !far_from(m, &box, &other)) {
            ti_touch_vertex_crease(pair, 0, f->tip[i], crease);
        }
    }
    for (uint32_t i = m->pack[0]->crease[0]; i < m->pack[0]->crease[1]; ++i) {
        touch_pack other = box_of_crease(a, &f->creases[i]);
        if (touch_crease_counts(a, &f->creases[i]) && !far_from(m, &box, &other)) {
            ti_touch_creases(pair, &f->creases[i], crease);
        }
    }
}

bool ti_touch_packs(touch_pair* pair, const touch_pack* a, const touch_pack* b)
{
    meeting m = {pair, {a, b}, pair->reach + 2.0 * pair->slack, 0};
    const ti_features* f = pair->body[1].features;
    for (uint32_t i = b->facet[0]; i < b->facet[1]; ++i) {
        if (!facet_of_b(&m, i)) {
            return false;
        }
    }
    for (uint32_t i = b->tip[0]; !pair->settled && i < b->tip[1]; ++i) {
        if (touch_tip_counts(&pair->body[1], f->tip[i]) && tip_may_be_near(&m, f->tip[i]) &&
            !tip_of_b(&m, f->tip[i])) {
            return false;
        }
    }
    for (uint32_t i = b->crease[0]; !pair->settled && i < b->crease[1]; ++i) {
        if (touch_crease_counts(&pair->body[1], &f->creases[i]) && crease_may_be_near(&m, &f->creases[i])) {
            crease_of_b(&m, &f->creases[i]);
        }
        if (crease_wing_count(&f->creases[i]) == 0 && !wire_of_b(&m, &f->creases[i])) {
            return false;
        }
    }
    return true;
}
