// How long polygons whose corners go straight keep away from the origin, proved link by link, four at once.

#ifndef TI_NARROW_DEFORM_WALK_H
#define TI_NARROW_DEFORM_WALK_H

#include "narrow/deform/coplanar.h"
#include "narrow/deform/step.h"

#define WALK_DEFAULT_TOLERANCE 1e-12 // of the largest coordinate of a corner
#define WALK_LEAST_TOLERANCE 6.0     // in rounding bounds

#define ti_walk_look_first TI_KERNEL(ti_walk_look_first)
#define ti_walk_on TI_KERNEL(ti_walk_on)

// What one query is to its lane.
typedef struct walker {
    const toi_primitive_query* query; // NULL: the lane is idle
    ti_advance* out;
    lane_scale scale;
    double tolerance; // as asked, raised for rounding
    coplanar_cubic cubic;
    bool has_cubic;
    double span;          // that the cubic last proved
    uint32_t close_looks; // within the tolerance
} walker;

// All that one call works on.
typedef struct walk {
    const toi_primitive_def* def;
    uint32_t most_steps;
    double until;
    bool cubic; // what it proves is of use
    lanes lanes;
    walker walker[LANES];
} walk;

static inline walk walk_of(toi_primitive_kind kind, const toi_primitive_def* def, double until)
{
    return (walk){.def = def,
                  .until = until,
                  .most_steps = def->max_steps > 0 ? def->max_steps : TOI_PRIMITIVE_DEFAULT_STEPS,
                  .cubic = kind == TOI_PRIMITIVE_VF || kind == TOI_PRIMITIVE_EE,
                  .lanes.corners = ti_corners[kind].count};
}

// The first look of all lanes. Returns bits of those whose direction separates up to time 1.
int ti_walk_look_first(lanes* l);

// A step of all lanes.
void ti_walk_on(walk* w);

// The rounding bound of a separation by a unit direction is at most this, as sum |n_k| M_k <= sqrt(3) M.
static inline double most_error(double size, double separation)
{
    return STEP_BOUND * (1.75 * size + separation);
}

// The tolerance of a query that is to be scaled by 2^-exponent to `size`.
static inline double walk_tolerance(const toi_primitive_def* def, int exponent, double size,
                                    double separation)
{
    double asked = def->tolerance > 0.0 ? ti_scale(def->tolerance, -exponent) : WALK_DEFAULT_TOLERANCE * size;
    return d_max(asked, WALK_LEAST_TOLERANCE * most_error(size, separation));
}

// How the walk of a lane ends, where it is.
static inline void walk_report(const lanes* l, int lane, ti_advance_end end, lane_scale scale,
                               double tolerance, ti_advance* out)
{
    out->end = end;
    out->t = l->t[lane];
    if (end == TI_ADVANCE_CLEAR) {
        return;
    }
    out->distance = ti_scale(l->distance[lane], scale.exponent);
    out->close = end == TI_ADVANCE_CONTACT && l->distance[lane] - l->separation[lane] > l->tolerance[lane];
    out->error = ti_scale(l->error[lane], scale.exponent);
    out->tolerance = ti_scale(tolerance, scale.exponent);
    out->toward = v3(l->toward[0][lane], l->toward[1][lane], l->toward[2][lane]);
    for (int i = 0; i < MOST_CORNERS; ++i) {
        out->corner[i] = i < l->corners ? l->corner[i][lane] : 0.0;
    }
}

// Makes the query of a lane its walker's, after the first look.
static inline void walk_start(walk* w, int lane, const toi_primitive_query* query, lane_scale scale,
                              double tolerance, ti_advance* out)
{
    walker* k = &w->walker[lane];
    out->steps = 1;
    out->links = 0;
    k->query = query;
    k->out = out;
    k->scale = scale;
    k->tolerance = tolerance;
    k->has_cubic = false;
    k->close_looks = 0;
    lane_set_planes(&w->lanes, lane);
}

// A lane with a query, before the first look. Returns whether it is to walk: one whose polygon is always the
// origin is answered.
static inline bool walk_enter(walk* w, lanes* l, int lane, const toi_primitive_query* query,
                              lane_scale* scale, ti_advance* out)
{
    *scale = lane_enter(l, lane, query);
    if (!(scale->size > 0.0)) {
        *out = (ti_advance){.end = TI_ADVANCE_STUCK, .corner = {1.0}};
        return false;
    }
    l->separation[lane] = ti_scale(w->def->separation, -scale->exponent);
    l->tolerance[lane] = walk_tolerance(w->def, scale->exponent, scale->size, l->separation[lane]);
    return true;
}

#endif
