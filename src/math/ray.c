// Crossings of an axis-parallel ray with a triangle, with symbolic moves of its start.

#include "math/ray.h"

// Turns the frame so that the ray runs along +z.
static toi_vec3 turned(toi_vec3 a, ti_direction direction)
{
    toi_vec3 b = v3_along(a, direction % 3);
    if (direction >= TI_RAY_X_BACK) {
        b.z = -b.z;
    }
    return b;
}

// Corners are above, level with or below the start along an axis. True when all three are strictly on one
// side.
static bool sides(const ti_mean* start, const toi_vec3 t[3], int axis, int side[3])
{
    for (int i = 0; i < 3; ++i) {
        side[i] = ti_compare_mean(t[i], start, axis);
    }
    return side[0] != 0 && side[0] == side[1] && side[0] == side[2];
}

// Whether the start, in the plane of the triangle, is in the closed triangle.
static bool within(const ti_mean* start, const toi_vec3 t[3])
{
    for (int axis = 0; axis < 3; ++axis) {
        int turn = ti_orient2d(t[0], t[1], t[2], axis);
        if (turn == 0) {
            continue;
        }
        for (int i = 0; i < 3; ++i) {
            if (ti_orient2d_mean(t[i], t[(i + 1) % 3], start, axis) == -turn) {
                return false;
            }
        }
        return true;
    }
    return false;
}

// Whether the start, moved along x and infinitely less along y, is inside the triangle as seen along z: the
// parity of the edges that a ray towards +x crosses. An edge is crossed when one end is above the moved start
// (strictly above the start itself), the other not, and the start is strictly to the left of it: a start on
// the edge has moved to its right.
static bool inside_seen(const ti_mean* start, const toi_vec3 t[3], const int side_y[3])
{
    bool inside = false;
    for (int i = 0; i < 3; ++i) {
        int next = (i + 1) % 3;
        bool above = side_y[i] > 0, next_above = side_y[next] > 0;
        if (above == next_above) {
            continue;
        }
        int turn = next_above ? ti_orient2d_mean(t[i], t[next], start, 2)
                              : ti_orient2d_mean(t[next], t[i], start, 2);
        inside = inside != (turn > 0);
    }
    return inside;
}

ti_ray_hit ti_ray_crosses(const ti_mean* start, ti_direction direction, const toi_vec3 triangle[3])
{
    ti_ray_hit hit = {false, false};
    ti_mean p = {.count = start->count};
    for (int i = 0; i < start->count; ++i) {
        p.point[i] = turned(start->point[i], direction);
    }
    toi_vec3 t[3];
    for (int i = 0; i < 3; ++i) {
        t[i] = turned(triangle[i], direction);
    }

    int side_x[3], side_y[3], side_z[3];
    if (sides(&p, t, 1, side_y) || (sides(&p, t, 0, side_x) && side_x[0] < 0) ||
        (sides(&p, t, 2, side_z) && side_z[0] < 0)) {
        return hit;
    }

    bool inside = inside_seen(&p, t, side_y);
    bool may_be_on = side_x[0] != side_x[1] || side_x[0] != side_x[2] || side_x[0] == 0;
    if (!inside && !may_be_on) {
        return hit;
    }
    int side = ti_orient3d_mean(t[0], t[1], t[2], &p);
    if (side == 0) {
        // In the plane, the move forward has put the start above it.
        hit.on = within(&p, t);
        return hit;
    }
    // Seen with a positive turn, the positive side is above.
    hit.crosses = inside && side * ti_orient2d(t[0], t[1], t[2], 2) < 0;
    return hit;
}
