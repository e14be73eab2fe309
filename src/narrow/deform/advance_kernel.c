// How long the polygon of one query keeps away from the origin, with its links, and what is nearest at a
// time.

#include "narrow/deform/walk.h"

#define ti_advance_run TI_KERNEL(ti_advance)
#define ti_nearest_run TI_KERNEL(ti_nearest)

ti_advance_kernel ti_advance_run;
ti_nearest_kernel ti_nearest_run;

void ti_advance_run(const toi_primitive_query* query, const toi_primitive_def* def, double until,
                    ti_advance* out)
{
    walk w = walk_of(query->kind, def, until);
    lane_scale scale;
    if (!walk_enter(&w, &w.lanes, 0, query, &scale, out)) {
        return;
    }
    double tolerance = w.lanes.tolerance[0];
    ti_walk_look_first(&w.lanes);
    walk_start(&w, 0, query, scale, tolerance, out);
    while (w.walker[0].query) {
        ti_walk_on(&w);
    }
}

void ti_nearest_run(const toi_primitive_query* query, double t, ti_advance* out)
{
    lanes l = {.corners = ti_corners[query->kind].count};
    lane_scale scale = lane_enter(&l, 0, query);
    *out = (ti_advance){.end = TI_ADVANCE_STUCK, .t = t, .corner = {1.0}};
    if (!(scale.size > 0.0)) {
        return;
    }
    ti_w3 corner[MOST_CORNERS];
    corners_at(&l, l.corners, f4_set(t), corner);
    nearest near = nearest_of(corner, l.corners);
    for (int i = 0; i < l.corners; ++i) {
        out->corner[i] = near.corner[i][0];
    }
    out->toward = w3_lane(near.point, 0);
    out->distance = ti_scale(v3_length(out->toward), scale.exponent);
}
