// What the kernel of overlaps carries along, and its first part: two convex bodies of few sides.

#ifndef TI_NARROW_TRACE_OVERLAP_HULLS_H
#define TI_NARROW_TRACE_OVERLAP_HULLS_H

#include "narrow/trace/overlap.h"

#include "narrow/trace/path.h"
#include "narrow/trace/put.h"
#include "narrow/trace/sides.h"
#include "narrow/trace/walk_bound.h"
#include "narrow/trace/walk_sweep.h"

// Triangles that are searched for a direction.
enum { MOST_OPEN = 16 };

typedef struct look {
    const ti_overlap_query* query;
    const ti_course* course;
    double margin;
    ti_points m; // points and sides of M from the pivot, where it stands
    ti_sides sides;
    ti_v4 low[3], high[3]; // a box around M in the frame, and more by the margin, in every lane
    uint32_t asked;
    uint32_t open[MOST_OPEN]; // triangles of S that cross nothing and are not known to be apart from M
    uint32_t open_count;      // perhaps more than there is room for
    bool has_triangles;       // of M, four at a time, from the pivot
    ti_four triangles[TI_OVERLAP_TRIANGLES / 4];
    double x[3][TI_OVERLAP_POINTS], side[4][TI_MOST_SIDES];
} look;

// ---- two convex bodies of few sides

// The largest separation along the sides of both.
static inline double apart_by_sides(const look* l, const ti_couple* p)
{
    const ti_place start = {0.0, 1.0, 0.0};
    const ti_stand stand = stand_at(l->course, &start);
    ti_side_view view;
    view_body(l->course, &stand, p, 1, &view);
    double best = pick_of(&view, 1, 0.0).value;
    if (best > l->margin) {
        return best;
    }
    view_body(l->course, &stand, p, 0, &view);
    return d_max(best, pick_of(&view, 0, 0.0).value);
}

// A convex body: its sides in the frame, the origin of its local coordinates and their unit.
typedef struct shell {
    const toi_mesh* mesh;
    const ti_sides* sides;
    toi_vec3 base;
    double unit;
} shell;

static inline uint32_t at_most(uint32_t i, uint32_t last)
{
    return i < last ? i : last;
}

// Whether the points, moved by `shift`, are all behind each facet of a convex body: then its surface is apart
// from their hull. Facets of a solid that is wound the other way round look inwards, its sides do not.
static inline bool are_behind(const look* l, const ti_points* x, toi_vec3 shift, const shell* around)
{
    const toi_mesh* mesh = around->mesh;
    const ti_facet* f = mesh->features.facets;
    const uint32_t last = around->sides->count - 1;
    const ti_v4 margin = f4_set(l->margin + around->unit * mesh->features.flatness);
    const ti_v4 outwards = f4_set(mesh->info.edges_convex == 0 ? -around->unit : around->unit);
    for (uint32_t g = 0; 4 * g <= last; ++g) {
        const uint32_t i = 4 * g;
        const ti_v4 offset = {f[i].offset, f[at_most(i + 1, last)].offset, f[at_most(i + 2, last)].offset,
                              f[at_most(i + 3, last)].offset};
        ti_w3 n = side_lanes(around->sides, g);
        ti_v4 most = f4_set(-HUGE_VAL);
        for (uint32_t k = 0; k < x->count; ++k) {
            most = f4_max(w3_dot(n, (ti_w3){f4_set(x->x[k]), f4_set(x->y[k]), f4_set(x->z[k])}), most);
        }
        ti_v4 facet = w3_dot(n, w3_set(around->base)) + outwards * offset;
        if (m4_bits((ti_m4)(most + w3_dot(n, w3_set(shift)) < facet - margin)) != 15) {
            return false;
        }
    }
    return mesh->info.faces_degenerate == 0;
}

// Whether the smaller of two convex bodies is in the other.
static inline bool is_nested(const look* l, const ti_couple* p)
{
    const ti_course* c = l->course;
    const toi_mesh *m = l->query->m, *s = l->query->s;
    if (m->radius < s->radius) {
        return are_behind(l, p->m, c->pivot, &(shell){s, p->sides_s, {0.0, 0.0, 0.0}, 1.0});
    }
    const shell around = {m, p->sides_m, c->base, ti_scale(1.0, m->exponent - c->exponent)};
    return are_behind(l, p->s, v3_negate(c->pivot), &around);
}

// Whether the centre of M seems to be in a convex body.
static inline bool is_centre_inside(const look* l, const ti_sides* s)
{
    ti_v4 most = f4_set(-HUGE_VAL);
    for (uint32_t g = 0; g < s->normal.count / 4; ++g) {
        most = f4_max(w3_dot(side_lanes(s, g), w3_set(l->course->pivot)) - f4_load(s->offset + 4 * g), most);
    }
    return m4_bits((ti_m4)(most < f4_set(0.0))) == 15;
}

// Whether two convex bodies are apart, as far as their sides tell.
static inline bool hulls_apart(const look* l, const ti_couple* p)
{
    if (is_centre_inside(l, p->sides_s)) {
        return is_nested(l, p);
    }
    return apart_by_sides(l, p) > l->margin || is_nested(l, p);
}

#endif
