// Where the making of a hull begins: a tetrahedron, and the order in which the other points follow.

#include "bvh/hull_start.h"

#include "core/hash.h"
#include "core/memory.h"
#include "math/predicates.h"

// Points that are in one plane, line or place to this part of their size have no hull made: a body that is
// flat but for rounding would make nearly every sign a slow one. Coordinates are within [-1, 1].
static const double FLAT_HEIGHT = 0x1p-44;

// ---- first tetrahedron

// How far a point seems to be from the point, line or plane through the known corners.
static double distance_beyond(const toi_vec3 p[3], int known, toi_vec3 q)
{
    toi_vec3 d = v3_sub(q, p[0]);
    if (known == 1) {
        return v3_length(d);
    }
    toi_vec3 along = v3_sub(p[1], p[0]);
    if (known == 2) {
        return v3_length(v3_cross(along, d)) / v3_length(along);
    }
    toi_vec3 normal = v3_cross(along, v3_sub(p[2], p[0]));
    return fabs(v3_dot(normal, d)) / v3_length(normal);
}

// The point that is farthest from what the known corners span, TI_NONE where none is far enough.
static uint32_t find_corner(const toi_vec3* points, uint32_t count, const toi_vec3 p[3], int known)
{
    uint32_t best = TI_NONE;
    double most = FLAT_HEIGHT;
    for (uint32_t i = 0; i < count; ++i) {
        double distance = distance_beyond(p, known, points[i]);
        if (distance > most) {
            most = distance;
            best = i;
        }
    }
    return best;
}

bool ti_hull_corners(const toi_vec3* points, uint32_t count, uint32_t corner[4])
{
    toi_vec3 p[4] = {points[0]};
    corner[0] = find_corner(points, count, p, 1);
    for (int known = 1; known < 4; ++known) {
        if (corner[known - 1] == TI_NONE) {
            return false;
        }
        p[known - 1] = points[corner[known - 1]];
        corner[known] = find_corner(points, count, p, known);
    }
    if (corner[3] == TI_NONE) {
        return false;
    }
    int side = ti_orient3d(p[0], p[1], p[2], points[corner[3]]);
    if (side > 0) {
        uint32_t swap = corner[1];
        corner[1] = corner[2];
        corner[2] = swap;
    }
    return side != 0;
}

// ---- order

// Every third bit of the result is one of the ten bits of `a`.
static uint64_t spread_bits(uint32_t a)
{
    uint64_t bits = a;
    bits = (bits | bits << 16) & 0x030000ff;
    bits = (bits | bits << 8) & 0x0300f00f;
    bits = (bits | bits << 4) & 0x030c30c3;
    return (bits | bits << 2) & 0x09249249;
}

// Half of the points, by the hash of their place, come in the last round, half of the others in the one
// before and so on; within a round they follow a Z-shaped curve through space [Morton66], so that the next
// point is near and walks are short. Coordinates are within [-1, 1].
static uint64_t key_of(toi_vec3 p, uint32_t i)
{
    uint64_t bits = ti_hash_u64(i + UINT64_C(0x9e3779b97f4a7c15)) | UINT64_C(1) << 31, round = 31;
    for (; (bits & 1) == 0; bits >>= 1) {
        --round;
    }
    uint64_t place = 0;
    for (int k = 0; k < 3; ++k) {
        place |= spread_bits((uint32_t)(511.5 * (1.0 + v3_coordinate(p, k)))) << k;
    }
    return round << 32 | place;
}

ti_key_value* ti_hull_order(const toi_vec3* points, uint32_t count, const toi_allocator* allocator)
{
    ti_key_value* order = ti_allocate(allocator, count, sizeof *order);
    ti_key_value* scratch = ti_allocate(allocator, count, sizeof *scratch);
    if (order == NULL || scratch == NULL) {
        ti_release(allocator, order);
        ti_release(allocator, scratch);
        return NULL;
    }
    for (uint32_t i = 0; i < count; ++i) {
        order[i] = (ti_key_value){key_of(points[i], i), i};
    }
    ti_sort_keys(order, scratch, count);
    ti_release(allocator, scratch);
    return order;
}
