// Facets as polygons in the frame of a pair: their corners, and what is seen on them.

#include "core/memory.h"
#include "math/predicates.h"
#include "narrow/trace/touch_parts.h"

// Room for the corners of a large polygon.
static toi_vec3* large_room(const touch_pair* pair, touch_room* room, uint32_t count)
{
    if (count > room->capacity) {
        toi_allocator with = ti_allocator_or_default(pair->list->allocator);
        ti_release(&with, room->more);
        room->more = ti_allocate(&with, count, sizeof *room->more);
        room->capacity = room->more != NULL ? count : 0;
    }
    return room->more;
}

bool ti_touch_corners(touch_pair* pair, int side, touch_polygon* p)
{
    const touch_body* b = &pair->body[side];
    touch_room* room = &pair->room[side];
    const uint32_t* vertex = b->features->corner + p->facet->corner_begin;
    uint32_t count = facet_corner_count(p->facet);
    toi_vec3* x = room->own;
    if (count > TOUCH_CORNERS) {
        x = large_room(pair, room, count);
        if (x == NULL) {
            return false;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        x[i] = touch_point(b, vertex[i]);
    }
    p->x = x;
    p->vertex = vertex;
    p->count = count;
    return true;
}

void ti_touch_outline_make(touch_outline* o, const touch_polygon* p, toi_vec3 view, double slack)
{
    o->p = p;
    o->view = view;
    o->slack = slack;
    for (uint32_t i = 0; p->count <= TOUCH_CORNERS && i < p->count; ++i) {
        o->inward[i] = v3_cross(view, touch_edge(p, i));
        o->start[i] = v3_dot(o->inward[i], p->x[i]);
        o->room[i] = slack * v3_norm1(o->inward[i]);
    }
}

// Whether x, in the plane of the polygon, is nearer to a side than the slack, or a little more: as much as
// touch_side_slack allows.
static bool is_on_a_side(const touch_outline* o, toi_vec3 x)
{
    for (uint32_t i = 0; i < o->p->count; ++i) {
        toi_vec3 d = v3_sub(x, v3_nearest_on_segment(o->p->x[i], touch_edge(o->p, i), x));
        if (v3_dot(d, d) <= 3.0 * o->slack * o->slack) {
            return true;
        }
    }
    return false;
}

// By the number of sides that a ray crosses, in the two coordinates in which the plane shows best. x is on no
// side, so rounding cannot matter.
static bool is_inside_by_parity(const touch_polygon* p, toi_vec3 x)
{
    toi_vec3 n = p->normal;
    int axis = fabs(n.y) > fabs(n.x) ? 1 : 0;
    axis = fabs(n.z) > fabs(v3_coordinate(n, axis)) ? 2 : axis;
    toi_vec3 q = v3_along(x, axis);
    bool inside = false;
    toi_vec3 before = v3_along(p->x[p->count - 1], axis);
    for (uint32_t i = 0; i < p->count; ++i) {
        toi_vec3 now = v3_along(p->x[i], axis);
        if ((now.y > q.y) != (before.y > q.y) &&
            q.x < now.x + (before.x - now.x) * ((q.y - now.y) / (before.y - now.y))) {
            inside = !inside;
        }
        before = now;
    }
    return inside;
}

bool ti_touch_holds(const touch_outline* o, toi_vec3 x)
{
    const touch_polygon* p = o->p;
    bool inside = p->facet->convex, outside = false;
    if (inside && p->count <= TOUCH_CORNERS) {
        for (uint32_t i = 0; i < p->count; ++i) {
            double side = v3_dot(o->inward[i], x) - o->start[i];
            outside |= !(side >= -o->room[i]);
            inside &= side >= 0.0;
        }
    } else {
        for (uint32_t i = 0; p->facet->convex && i < p->count; ++i) {
            double side = touch_side(o, i, x);
            outside |= !(side >= -touch_side_slack(o, i));
            inside &= side >= 0.0;
        }
    }
    if (inside || outside) {
        return inside;
    }
    // At a sharp corner what is near the lines of both sides may be far from it.
    toi_vec3 foot = v3_madd(x, -touch_height(p, x) / v3_dot(p->normal, o->view), o->view);
    return is_on_a_side(o, foot) || (!p->facet->convex && is_inside_by_parity(p, foot));
}

const ti_crease* ti_touch_crease(const touch_body* b, uint32_t tail, uint32_t head)
{
    const ti_features* f = b->features;
    for (uint32_t i = f->tip_crease_first[tail]; i < f->tip_crease_first[tail + 1]; ++i) {
        const ti_crease* crease = &f->creases[f->tip_crease[i]];
        if (crease->vertex[crease->vertex[0] == tail] == head) {
            return touch_crease_counts(b, crease) ? crease : NULL;
        }
    }
    return NULL;
}
