// The local frame of a mesh: bounds and centre of its used vertices, their largest distance from it, and the
// vertices relative to the centre in a unit of length near that distance.

#include "mesh/build.h"

#include <float.h>

static toi_bounds used_bounds(const toi_mesh* mesh)
{
    toi_vec3 first = mesh->vertices[mesh->corners[0]];
    toi_bounds bounds = {first, first};
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        if (!ti_vertex_used(mesh, i)) {
            continue;
        }
        toi_vec3 v = mesh->vertices[i];
        bounds.lower = v3(fmin(bounds.lower.x, v.x), fmin(bounds.lower.y, v.y), fmin(bounds.lower.z, v.z));
        bounds.upper = v3(fmax(bounds.upper.x, v.x), fmax(bounds.upper.y, v.y), fmax(bounds.upper.z, v.z));
    }
    // Plus zero, whichever of -0 and 0 the minimum came from.
    bounds.lower = v3_add(bounds.lower, v3(0.0, 0.0, 0.0));
    bounds.upper = v3_add(bounds.upper, v3(0.0, 0.0, 0.0));
    return bounds;
}

static toi_vec3 scaled(toi_vec3 v, int exponent)
{
    return v3(ldexp(v.x, exponent), ldexp(v.y, exponent), ldexp(v.z, exponent));
}

// a - b without error: the returned part is the rounded difference, *rest what it lacks. [Knuth, TAOCP
// 2, 4.2.2]
static double difference(double a, double b, double* rest)
{
    double d = a - b;
    double bb = d - a;
    *rest = (a - (d - bb)) - (b + bb);
    return d;
}

static double sum(double a, double b, double* rest)
{
    double s = a + b;
    double bb = s - a;
    *rest = (a - (s - bb)) + (b - bb);
    return s;
}

// Adds a term to a sum, and the size of what that rounds off to *lost.
static double add(double total, double term, double* lost)
{
    double rest;
    total = sum(total, term, &rest);
    *lost += fabs(rest);
    return total;
}

// The smallest double that is at least |q - centre| 2^exponent, or the one after it where that is too close
// to tell. The squares are summed in `high`, their rounding errors in `low`, and what is rounded off there is
// below 2 `lost`.
static double length_up(toi_vec3 q, toi_vec3 centre, int exponent)
{
    const double a[3] = {q.x, q.y, q.z};
    const double b[3] = {centre.x, centre.y, centre.z};
    double high = 0.0, low = 0.0, lost = 0.0;
    for (int i = 0; i < 3; ++i) {
        double rest, carry;
        double d = ldexp(difference(a[i], b[i], &rest), exponent);
        rest = ldexp(rest, exponent);
        double square = d * d;
        double cross = rest * (2.0 * d + rest);
        high = sum(high, square, &carry);
        low = add(low, carry, &lost);
        low = add(low, fma(d, d, -square), &lost);
        low = add(low, cross, &lost);
        lost += 0x1p-51 * fabs(cross);
    }
    double root = sqrt(high);
    double excess = fma(-root, root, high) + low; // rounded, but with the right sign
    bool enough = excess + 2.0 * lost <= 0.0;
    return enough ? root : nextafter(root, HUGE_VAL);
}

static double largest_coordinate(toi_vec3 v)
{
    return fmax(fmax(fabs(v.x), fabs(v.y)), fabs(v.z));
}

// Largest |q - centre| 2^exponent over the used vertices, rounded up. Plain squares find the few vertices
// that can be the farthest: their relative error is below 8 units of 2^-53.
static double largest_length(const toi_mesh* mesh, int exponent)
{
    double largest2 = 0.0;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        toi_vec3 d = scaled(v3_sub(mesh->vertices[i], mesh->center), exponent);
        if (ti_vertex_used(mesh, i)) {
            largest2 = fmax(largest2, v3_dot(d, d));
        }
    }
    double largest = 0.0;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        toi_vec3 d = scaled(v3_sub(mesh->vertices[i], mesh->center), exponent);
        if (ti_vertex_used(mesh, i) && v3_dot(d, d) >= largest2 * (1.0 - 0x1p-48)) {
            largest = fmax(largest, length_up(mesh->vertices[i], mesh->center, exponent));
        }
    }
    return largest;
}

bool ti_mesh_set_frame(toi_mesh* mesh)
{
    toi_bounds bounds = used_bounds(mesh);
    mesh->info.bounds = bounds;
    // Each half is exact and their sum is within the bounds, so nothing here can overflow.
    mesh->center = v3_add(v3_scale(0.5, bounds.lower), v3_scale(0.5, bounds.upper));
    double reach = fmax(largest_coordinate(v3_sub(bounds.lower, mesh->center)),
                        largest_coordinate(v3_sub(bounds.upper, mesh->center)));
    if (reach > 0.0) {
        int unit, more;
        frexp(reach, &unit); // in units of 2^unit the largest coordinate is in [1/2, 1)
        double radius = largest_length(mesh, -unit);
        more = 0;
        if (frexp(radius, &more) == 0.5) {
            --more;
        }
        mesh->exponent = unit + more;
        mesh->radius = ldexp(radius, unit);
        if (ldexp(mesh->radius, -unit) < radius) { // rounded down among the subnormal numbers
            mesh->radius = nextafter(mesh->radius, HUGE_VAL);
        }
    }
    mesh->info.size = 2.0 * mesh->radius;
    for (uint32_t i = 0; mesh->local != NULL && i < mesh->vertex_count; ++i) {
        mesh->local[i] = scaled(v3_sub(mesh->vertices[i], mesh->center), -mesh->exponent);
    }
    return isfinite(mesh->info.size);
}
