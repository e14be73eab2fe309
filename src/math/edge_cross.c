// Most edges do not pass through, and are seen apart along an axis, also where all is in one plane and the
// sides of planes could only be told by long arithmetic.

#include "math/edge_cross.h"

#include "math/predicates.h"

// The axis along which the triangle seems largest.
static int widest_axis(const toi_vec3 t[3])
{
    toi_vec3 n = v3_cross(v3_sub(t[1], t[0]), v3_sub(t[2], t[0]));
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    return x > y ? (x > z ? 0 : 2) : (y > z ? 1 : 2);
}

// Whether a line through the edge, or through a side of the triangle, parts them as they are seen along the
// axis: all of one on one side of it, and of the other nothing there.
static bool seen_apart(toi_vec3 p, toi_vec3 q, const toi_vec3 t[3], int axis)
{
    int s0 = ti_orient2d(p, q, t[0], axis);
    if (s0 != 0 && s0 == ti_orient2d(p, q, t[1], axis) && s0 == ti_orient2d(p, q, t[2], axis)) {
        return true;
    }
    int turn = ti_orient2d(t[0], t[1], t[2], axis);
    for (int k = 0; k < 3 && turn != 0; ++k) {
        toi_vec3 v = t[k], w = t[k < 2 ? k + 1 : 0];
        if (ti_orient2d(v, w, p, axis) * turn < 0 && ti_orient2d(v, w, q, axis) * turn < 0) {
            return true;
        }
    }
    return false;
}

bool ti_edge_crosses(toi_vec3 p, toi_vec3 q, const toi_vec3 face[3])
{
    if (seen_apart(p, q, face, widest_axis(face))) {
        return false;
    }
    ti_plane plane = ti_plane_through(face[0], face[1], face[2]);
    if (ti_plane_side(&plane, p) * ti_plane_side(&plane, q) >= 0) {
        return false;
    }
    int turn = ti_orient3d(p, q, face[0], face[1]);
    return turn != 0 && turn == ti_orient3d(p, q, face[1], face[2]) &&
           turn == ti_orient3d(p, q, face[2], face[0]);
}
