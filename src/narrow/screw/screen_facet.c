// Virtual edges of a facet: along the line where it stops facing forward, along the half-plane phi = pi where
// the screen is cut open (the faces of figures 10 and 11), and along sides that are no creases [Buss05,
// sections 4.2 and 8].

#include "narrow/screw/screen_parts.h"

typedef ti_screen_crossing crossing;

typedef struct side {
    uint32_t v[2]; // smaller number first, as creases have it
    double value[2];
    bool reverse; // the facet runs from v[1] to v[0]
} side;

static side side_of(const ti_screen_frame* f, const ti_screen_body* body, uint32_t facet, uint32_t i)
{
    const ti_facet* it = &body->mesh->features.facets[facet];
    const uint32_t* corner = body->mesh->features.corner;
    uint32_t v = corner[i], w = corner[i + 1 < it->corner_end ? i + 1 : it->corner_begin];
    side s = {.reverse = w < v};
    s.v[0] = s.reverse ? w : v;
    s.v[1] = s.reverse ? v : w;
    for (int k = 0; k < 2; ++k) {
        s.value[k] = ti_screen_side(f, body, body->normal[facet], body->x[s.v[k]]);
    }
    return s;
}

static bool is_crease(const ti_features* features, const uint32_t v[2])
{
    for (uint32_t i = features->tip_crease_first[v[0]]; i < features->tip_crease_first[v[0] + 1]; ++i) {
        const ti_crease* crease = &features->creases[features->tip_crease[i]];
        if (crease->vertex[0] == v[0] && crease->vertex[1] == v[1]) {
            return true;
        }
    }
    return false;
}

static toi_status add_flat_sides(const ti_screen_frame* f, ti_screen_body* body, uint32_t facet)
{
    const ti_facet* it = &body->mesh->features.facets[facet];
    toi_status status = TOI_OK;
    for (uint32_t i = it->corner_begin; i < it->corner_end && status == TOI_OK; ++i) {
        side s = side_of(f, body, facet, i);
        if (is_crease(&body->mesh->features, s.v)) {
            continue;
        }
        ti_screen_span span = {{body->x[s.v[0]], body->x[s.v[1]]},
                               {body->phi[s.v[0]], body->phi[s.v[1]]},
                               {TI_NONE, TI_NONE},
                               TI_NONE,
                               {TI_NONE, TI_NONE},
                               {TI_NONE, TI_NONE}};
        span.facet[s.reverse ? 1 : 0] = facet;
        status = ti_screen_add_span(f, body, &span);
    }
    return status;
}

static toi_status push_crossing(ti_array* crossings, toi_vec3 x, uint32_t part, int sign)
{
    crossing* c = ti_array_push(crossings);
    if (c == NULL) {
        return TOI_ERROR_MEMORY;
    }
    *c = (crossing){x, part, sign};
    return TOI_OK;
}

// A virtual edge from each point where the boundary leaves a part to the next one, where it comes back. All
// of them are on one line, so where a facet that is not convex leaves several times the edges run over each
// other, and what they do not bound cancels.
static toi_status add_outlines(const ti_screen_frame* f, ti_screen_body* body, uint32_t facet)
{
    const ti_facet* it = &body->mesh->features.facets[facet];
    ti_array* crossings = &body->crossings;
    crossings->count = 0;
    toi_status status = TOI_OK;
    for (uint32_t i = it->corner_begin; i < it->corner_end && status == TOI_OK; ++i) {
        side s = side_of(f, body, facet, i);
        ti_screen_cut cut;
        if (ti_screen_cut_side(body->x[s.v[0]], body->x[s.v[1]], s.value[0], s.value[1], &cut)) {
            uint32_t leaves = s.value[s.reverse ? 1 : 0] < 0.0 ? 0 : 1;
            status = push_crossing(crossings, cut.x, 2 * facet + leaves, 0);
        }
    }
    const crossing* at = crossings->data;
    for (size_t i = 0; i < crossings->count && status == TOI_OK; ++i) {
        const crossing *from = &at[i], *to = &at[i + 1 < crossings->count ? i + 1 : 0];
        if (!ti_screen_keeps(body, from->part)) {
            continue;
        }
        ti_screen_span span = {
            {from->x, to->x},   {ti_screen_azimuth(f, from->x), ti_screen_azimuth(f, to->x)},
            {TI_NONE, TI_NONE}, TI_NONE,
            {TI_NONE, TI_NONE}, {from->part, TI_NONE}};
        status = ti_screen_add_span(f, body, &span);
        ti_screen_cut cut;
        if (status == TOI_OK && ti_screen_cut_azimuth(f, from->x, to->x, &cut)) {
            status = push_crossing(&body->half_plane, cut.x, from->part, from->x.x >= 0.0 ? 1 : -1);
        }
    }
    return status;
}

static toi_status collect_half_plane(const ti_screen_frame* f, ti_screen_body* body, uint32_t facet)
{
    const ti_facet* it = &body->mesh->features.facets[facet];
    toi_status status = TOI_OK;
    for (uint32_t i = it->corner_begin; i < it->corner_end && status == TOI_OK; ++i) {
        side s = side_of(f, body, facet, i);
        ti_screen_cut cut;
        if (!ti_screen_cut_azimuth(f, body->x[s.v[0]], body->x[s.v[1]], &cut)) {
            continue;
        }
        uint32_t part = ti_screen_part_at(facet, s.value, cut.u);
        bool down = (body->x[s.v[0]].x >= 0.0) != s.reverse;
        status = push_crossing(&body->half_plane, cut.x, part, down ? 1 : -1);
    }
    return status;
}

// The part from p to q of the half-plane, at its azimuth +pi or -pi.
static toi_status add_radial(ti_screen_body* body, const crossing* p, const crossing* q, double phi)
{
    ti_screen_edge* edge = ti_array_push(&body->edges);
    if (edge == NULL) {
        return TOI_ERROR_MEMORY;
    }
    *edge = (ti_screen_edge){.x = {p->x, q->x},
                             .phi = {phi, phi},
                             .u = {0.0, 1.0},
                             .crease = TI_NONE,
                             .vertex = {TI_NONE, TI_NONE},
                             .part = {p->part, TI_NONE},
                             .lifts = body->lifts[p->part]};
    return TOI_OK;
}

// Where the boundary arrives at azimuth pi the part goes on along the half-plane to where the boundary comes
// back from there; the same on its other side, at -pi, in the other direction.
static toi_status add_cut(ti_screen_body* body, const crossing* p, const crossing* q)
{
    if (p->sign < 0) {
        const crossing* swap = p;
        p = q;
        q = swap;
    }
    toi_status status = add_radial(body, p, q, TOI_PI);
    return status == TOI_OK ? add_radial(body, q, p, -TOI_PI) : status;
}

// Where the axis pierces the facet: G of figure 11.
static crossing axis_point(const ti_screen_frame* f, const ti_screen_body* body, uint32_t part, int sign)
{
    uint32_t facet = part / 2;
    toi_vec3 n = body->normal[facet];
    toi_vec3 x = body->x[body->mesh->features.corner[body->mesh->features.facets[facet].corner_begin]];
    double y = x.y + (n.x * x.x + n.z * (f->rho + x.z)) / n.y;
    const double* range = body->boxes[facet].y;
    return (crossing){v3(0.0, d_min(d_max(y, range[0]), range[1]), -f->rho), part, sign};
}

// Joins the crossings of one part along the half-plane in pairs, from the axis outwards. Their number is odd
// where the facet goes around the axis, and then the axis itself is the first of them.
static toi_status add_cuts(const ti_screen_frame* f, ti_screen_body* body, uint32_t part)
{
    crossing* at = body->half_plane.data;
    size_t count = 0;
    for (size_t i = 0; i < body->half_plane.count; ++i) {
        crossing moved = at[i];
        if (moved.part != part) {
            continue;
        }
        // The ones of this part go to the front, nearest to the axis first; the others keep their place or
        // move back.
        size_t k = i;
        for (; k > count; --k) {
            at[k] = at[k - 1];
        }
        for (k = count++; k > 0 && at[k - 1].x.z < moved.x.z; --k) {
            at[k] = at[k - 1];
        }
        at[k] = moved;
    }
    toi_status status = TOI_OK;
    size_t first = count % 2;
    if (first == 1) {
        crossing pole = axis_point(f, body, part, -at[0].sign);
        status = add_cut(body, &pole, &at[0]);
    }
    for (size_t i = first; i + 1 < count && status == TOI_OK; i += 2) {
        status = add_cut(body, &at[i], &at[i + 1]);
    }
    return status;
}

toi_status ti_screen_clip_facet(const ti_screen_frame* f, ti_screen_body* body, uint32_t facet)
{
    const ti_screen_box* box = &body->boxes[facet];
    toi_status status = body->flat_sides ? add_flat_sides(f, body, facet) : TOI_OK;
    body->half_plane.count = 0;
    if (status == TOI_OK && !f->straight) {
        status = add_outlines(f, body, facet);
    }
    // Else no side meets the half-plane.
    if (status == TOI_OK && !f->straight && box->phi[0] == -TOI_PI && box->phi[1] == TOI_PI) {
        status = collect_half_plane(f, body, facet);
        for (uint32_t part = 2 * facet; part < 2 * facet + 2 && status == TOI_OK; ++part) {
            status = ti_screen_keeps(body, part) ? add_cuts(f, body, part) : TOI_OK;
        }
    }
    return status;
}
