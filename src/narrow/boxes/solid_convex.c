// Let no vertex be farther above the plane of a triangle than d. A point below all planes sees every triangle
// from inside, so that the surface, which is closed, winds around it: it is in the body. And every point x of
// the hull is at most d above each plane. With c in the middle, at least r below each, the point
// x + d/(r + d) (c - x) is above none, so in the body, and x is at most d |c - x|/r from it.
//
// Rounding, with u = 2^-53. Edges e and f from a corner have coordinates within u; a product of their
// coordinates is within 3 u, a difference of two is within 8 u |e| |f| in all, for the three of the normal n
// together 14 u |e| |f|. The way to a vertex is within 2 u of its length, the dot product adds 4 u |n|, and
// the division by a length that errs by 4 u as much again: 14 u |e| |f|/|n| + 16 u times that length is less
// than what is taken here. A sliver, whose plane is not known well, so counts as far off.

#include "narrow/boxes/solid_convex.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "motion/length.h"

static const double MOST_OFF = 0x1p-36;  // of the radius
static const double MOST_BLUR = 0x1p-40; // of a plane
static const double MOST_WORK = 0x1p26;

// In units in which the radius is about 1, so that no product leaves the range of doubles.
static toi_vec3 vertex_of(const toi_mesh* mesh, uint32_t i)
{
    toi_vec3 v = mesh->vertices[i];
    return v3(ti_scale(v.x, -mesh->exponent), ti_scale(v.y, -mesh->exponent), ti_scale(v.z, -mesh->exponent));
}

typedef struct plane {
    toi_vec3 corner, normal; // outwards, of length 1
    double blur;             // of a height, as a share of the distance from the corner
} plane;

static plane plane_of(const toi_mesh* mesh, uint32_t triangle, double outwards)
{
    const uint32_t* v = mesh->triangles[triangle].vertex;
    toi_vec3 corner = vertex_of(mesh, v[0]);
    toi_vec3 e = v3_sub(vertex_of(mesh, v[1]), corner), f = v3_sub(vertex_of(mesh, v[2]), corner);
    toi_vec3 n = v3_cross(e, f);
    double length = v3_length(n);
    double blur = TI_U * (16.0 * (v3_length(e) * v3_length(f) / length) + 20.0);
    return (plane){corner, v3_scale(outwards / length, n), blur};
}

static toi_vec3 middle_of(const toi_mesh* mesh)
{
    double share = 1.0 / (double)(mesh->vertex_count - mesh->info.vertices_unused);
    toi_vec3 sum = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        sum = ti_vertex_used(mesh, i) ? v3_madd(sum, share, vertex_of(mesh, i)) : sum;
    }
    return sum;
}

// 1 where the faces look outwards, as the first one does.
static double side_of(const toi_mesh* mesh, toi_vec3 middle)
{
    plane p = plane_of(mesh, 0, 1.0);
    return v3_dot(p.normal, v3_sub(middle, p.corner)) < 0.0 ? 1.0 : -1.0;
}

// The most that a vertex may be above a plane.
static double most_above(const toi_mesh* mesh, const plane* p)
{
    double most = 0.0;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        if (ti_vertex_used(mesh, i)) {
            toi_vec3 way = v3_sub(vertex_of(mesh, i), p->corner);
            most = d_max(v3_dot(p->normal, way) + p->blur * v3_length(way), most);
        }
    }
    return most;
}

static bool may_be_convex(const toi_mesh* mesh)
{
    const toi_mesh_info* info = &mesh->info;
    double work = (double)mesh->triangle_count * (double)mesh->vertex_count;
    return info->closed && info->manifold && info->oriented && info->components == 1 &&
           info->faces_degenerate == 0 && work <= MOST_WORK;
}

bool ti_mesh_is_nearly_convex(const toi_mesh* mesh, double* off)
{
    *off = 0.0;
    if (mesh->info.convex || !may_be_convex(mesh)) {
        return mesh->info.convex;
    }
    toi_vec3 c = middle_of(mesh);
    double outwards = side_of(mesh, c), above = 0.0, below = HUGE_VAL;
    double radius = ti_scale(mesh->radius, -mesh->exponent);
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        plane p = plane_of(mesh, i, outwards);
        if (!(p.blur <= MOST_BLUR)) { // also where it has no area
            return false;
        }
        toi_vec3 way = v3_sub(c, p.corner);
        below = d_min(-(v3_dot(p.normal, way) + p.blur * v3_length(way)), below);
        above = d_max(most_above(mesh, &p), above);
    }
    // The hull is within twice the radius of the middle, which is in it.
    double far = (above * (2.0 * radius / below)) * (1.0 + 0x1p-40);
    *off = ti_scale(far, mesh->exponent);
    return below > 0.0 && far <= MOST_OFF * radius;
}
