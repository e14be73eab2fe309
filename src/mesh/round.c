// Exact round shapes: a mesh without polygons that knows its size.

#include "mesh/build.h"

#include "core/error.h"
#include "core/memory.h"
#include "math/rounding.h"

static toi_status check_length(double length, const char* name, toi_error* error)
{
    if (isfinite(length) && length > 0.0) {
        return TOI_OK;
    }
    return ti_fail(error, TOI_ERROR_INVALID, 0, "the %s is %g; it must be finite and positive", name, length);
}

// The distance of the farthest points from the origin, rounded up: the square root of a sum of two squares is
// within 2 u of exact, in a unit in which nothing leaves the range of doubles.
static double reach_of(const ti_round* round)
{
    if (round->kind == TI_ROUND_SPHERE) {
        return round->radius;
    }
    int exponent = ti_exponent_up(fmax(round->radius, round->half_height));
    double r = ti_scale(round->radius, -exponent), h = ti_scale(round->half_height, -exponent);
    return ti_scale(sqrt(r * r + h * h) * (1.0 + 4.0 * TI_U), exponent);
}

toi_status ti_mesh_build_round(const ti_round* round, const toi_allocator* allocator, toi_mesh** mesh,
                               toi_error* error)
{
    bool cylinder = round->kind == TI_ROUND_CYLINDER;
    toi_status status = check_length(round->radius, "radius", error);
    if (status == TOI_OK && cylinder) {
        status = check_length(round->half_height, "half height", error);
    }
    if (status != TOI_OK) {
        return status;
    }
    double reach = reach_of(round);
    if (!isfinite(2.0 * reach)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0,
                       "the shape is larger than the largest double; scale it down");
    }
    toi_allocator used = ti_allocator_or_default(allocator);
    toi_mesh* made = ti_allocate_zero(&used, 1, sizeof *made);
    if (made == NULL) {
        return ti_fail_memory(error);
    }
    double height = cylinder ? round->half_height : round->radius;
    made->allocator = used;
    made->round = *round;
    made->radius = reach;
    made->exponent = ti_exponent_up(reach);
    made->info.bounds.lower = v3(-round->radius, -round->radius, -height);
    made->info.bounds.upper = v3(round->radius, round->radius, height);
    made->info.size = 2.0 * reach;
    made->info.components = 1;
    made->info.closed = made->info.manifold = made->info.oriented = made->info.convex = true;
    *mesh = made;
    return TOI_OK;
}
