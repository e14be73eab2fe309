// Whether a mesh is the surface of a convex body: a proof, for queries rely on it.
//
// The check is that of Mehlhorn, Naeher, Seel, Seidel, Schilz, Schirra and Uhrig, "Checking geometric
// programs or verification of geometric structures", 1999, with exact signs throughout:
// 1. The mesh is a closed, connected, consistently oriented manifold of planar faces, and every edge is
// convex or flat.
// 2. A point o is strictly below every triangle.
// 3. A ray from o through one triangle meets no other.
// By 2 the projection of the surface from o onto a sphere around o turns no triangle over, so it covers the
// sphere some number of times, the same everywhere but at vertices around which it may wind more than once.
// By 3 that number is one, so it does not wind, and the surface is the border of a body that is star-shaped
// about o. By 1 that body is convex near every point inside an edge or face, and near a vertex too, where it
// is a cone that is star-shaped about the direction of o and has convex edges. A connected closed body that
// is convex near each of its points is convex (Tietze, Nakajima).

#include "math/predicates.h"
#include "mesh/build.h"

// Some point inside, up to rounding: the mean of the used vertices. Dividing first keeps the sum in range.
static toi_vec3 find_middle(const toi_mesh* mesh)
{
    double count = (double)(mesh->vertex_count - mesh->info.vertices_unused);
    toi_vec3 middle = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        if (ti_vertex_used(mesh, i)) {
            toi_vec3 v = mesh->vertices[i];
            middle = v3_add(middle, v3(v.x / count, v.y / count, v.z / count));
        }
    }
    return middle;
}

static toi_vec3 find_centroid(const toi_mesh* mesh, const ti_triangle* t)
{
    toi_vec3 centroid = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; ++i) {
        toi_vec3 v = mesh->vertices[t->vertex[i]];
        centroid = v3_add(centroid, v3(v.x / 3.0, v.y / 3.0, v.z / 3.0));
    }
    return centroid;
}

// Least sign of the sides of the cone that triangle t spans from o, where the ray through p is seen: -1
// outside, 0 on its border, 1 inside. `below` is the side of t that o is on.
static int sign_in_cone(const toi_mesh* mesh, const ti_triangle* t, toi_vec3 o, toi_vec3 p, int below)
{
    int least = 1;
    for (int i = 0; i < 3 && least >= 0; ++i) {
        toi_vec3 a = mesh->vertices[t->vertex[i]], b = mesh->vertices[t->vertex[(i + 1) % 3]];
        int side = -below * ti_orient3d(o, a, b, p);
        least = side < least ? side : least;
    }
    return least;
}

// Steps 2 and 3. `below` is -1 for a mesh whose faces look outwards, 1 for one that is inside out.
static bool is_seen_once(const toi_mesh* mesh, int below)
{
    toi_vec3 o = find_middle(mesh);
    toi_vec3 p = find_centroid(mesh, &mesh->triangles[0]);
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        const ti_triangle* t = &mesh->triangles[i];
        const toi_vec3* v = mesh->vertices;
        if (ti_orient3d(v[t->vertex[0]], v[t->vertex[1]], v[t->vertex[2]], o) != below) {
            return false;
        }
        if (sign_in_cone(mesh, t, o, p, below) != (i == 0 ? 1 : -1)) {
            return false;
        }
    }
    return true;
}

void ti_mesh_set_convex(toi_mesh* mesh)
{
    toi_mesh_info* info = &mesh->info;
    bool surface = info->closed && info->manifold && info->oriented && info->components == 1 &&
                   info->faces_degenerate == 0 && info->faces_non_planar == 0;
    bool outwards = info->edges_reflex == 0;
    bool inwards = info->edges_convex == 0;
    info->convex = surface && (outwards || inwards) && is_seen_once(mesh, outwards ? -1 : 1);
}
