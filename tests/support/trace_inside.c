// Whether a point is inside a closed mesh, by an exact ray.

#include "support/trace_exact.h"
#include "support/whole.h"

#include <stdlib.h>

// Directions that pass no edge of a mesh with short coordinates; the next is taken where one does.
enum { DIRECTIONS = 6 };
static const int direction[DIRECTIONS][3] = {{1009, 733, 1523},   {-877, 1439, 619},   {1321, -569, -1867},
                                             {-1181, -941, 1747}, {1627, 2011, -1301}, {-2207, 887, -1061}};

typedef enum passing { MISSES, PASSES, UNSURE } passing;

// From the signs of the three edges seen along the ray, and of the start over the plane.
static passing judge(const int side[3], int height)
{
    int below = 0, above = 0;
    for (int i = 0; i < 3; ++i) {
        below += side[i] < 0;
        above += side[i] > 0;
    }
    if (below > 0 && above > 0) {
        return MISSES;
    }
    if (below < 3 && above < 3) {
        return UNSURE;
    }
    // The ray comes from behind the plane.
    return height == 0 ? UNSURE : (height < 0) == (above == 3) ? PASSES : MISSES;
}

static int sign_above(real x, real band)
{
    return x > band ? 1 : x < -band ? -1 : 0;
}

// In long double. Corners are off by less than `error` each, so a triple product with sides of at most `size`
// by less than 8 error size^2 for a direction of unit size.
static passing pass_roughly(rvec x, rvec ray, const rvec t[3], real error)
{
    int side[3], height;
    rvec from[3];
    real size = 0.0L;
    for (int i = 0; i < 3; ++i) {
        from[i] = r3_sub(t[i], x);
        size = r_max(size, r3_length(from[i]));
    }
    for (int i = 0; i < 3; ++i) {
        side[i] = sign_above(r3_dot(ray, r3_cross(from[i], from[(i + 1) % 3])), 8.0L * error * size);
    }
    rvec normal = r3_cross(r3_sub(t[1], t[0]), r3_sub(t[2], t[0]));
    height = sign_above(-r3_dot(normal, from[0]), 32.0L * error * size * size);
    return judge(side, height);
}

static passing pass_exactly(te_corners* c, const int d[3])
{
    fmpz_t ray[3], from[3][3], n[3], s;
    int side[3], height;
    fmpz_t* all[] = {ray, from[0], from[1], from[2], n};
    for (int i = 0; i < 5; ++i) {
        whole_each(all[i], whole_init);
    }
    fmpz_init(s);
    for (int i = 0; i < 3; ++i) {
        fmpz_set_si(ray[i], d[i]);
        whole_subtract(from[i], c->x[3 + i], c->x[0]);
    }
    for (int i = 0; i < 3; ++i) {
        whole_cross(n, from[i], from[(i + 1) % 3]);
        whole_dot(s, ray, n);
        side[i] = fmpz_sgn(s);
    }
    whole_cross(n, from[0], from[1]);
    whole_dot(s, n, from[2]);
    height = -fmpz_sgn(s);
    for (int i = 0; i < 5; ++i) {
        whole_each(all[i], whole_clear);
    }
    fmpz_clear(s);
    return judge(side, height);
}

// False where the ray passes an edge.
static bool cast(te_pair* pair, int inner, const int d[3], te_corners* corners, bool* odd)
{
    const te_side *in = &pair->side[inner], *out = &pair->side[1 - inner];
    rvec x = in->vertices[in->mesh->triangles[0][0]];
    rvec ray = r3_unit(r3((real)d[0], (real)d[1], (real)d[2]));
    *odd = false;
    for (uint32_t i = 0; i < out->mesh->triangle_count; ++i) {
        const uint32_t* v = out->mesh->triangles[i];
        const rvec t[3] = {out->vertices[v[0]], out->vertices[v[1]], out->vertices[v[2]]};
        passing p = pass_roughly(x, ray, t, pair->error);
        if (p == UNSURE) {
            uint32_t triangle[2] = {inner == 0 ? 0 : i, inner == 0 ? i : 0};
            te_pair_corners(pair, triangle, corners);
            for (int k = 0; inner == 1 && k < 9; ++k) {
                fmpz_swap(corners->x[k / 3][k % 3], corners->x[3 + k / 3][k % 3]);
            }
            ++pair->exact_count;
            p = pass_exactly(corners, d);
        }
        if (p == UNSURE) {
            return false;
        }
        *odd ^= p == PASSES;
    }
    return true;
}

bool te_pair_inside(te_pair* pair, int inner)
{
    te_corners corners;
    bool odd = false, sure = false;
    te_corners_init(&corners);
    for (int k = 0; k < DIRECTIONS && !sure; ++k) {
        sure = cast(pair, inner, direction[k], &corners, &odd);
    }
    te_corners_clear(&corners);
    if (!sure) {
        abort(); // the point is on the surface, or the mesh is made to meet all of these rays
    }
    return odd;
}
