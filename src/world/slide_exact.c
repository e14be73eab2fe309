// Sliding along a plane that both bodies touch, by exact signs: what no rounding bound can prove.

#include "core/assert.h"
#include "math/predicates.h"
#include "math/rounding.h"
#include "narrow/first/posed.h"
#include "world/leave.h"

enum { MOST_PLANES = 32 };

// Two bodies that are not turned: a point v of the mover is at v + apart in the mesh of the still body,
// exactly, and at v + apart_later at the end.
typedef struct slide {
    const toi_mesh* mover;
    const toi_mesh* still;
    toi_vec3 by, apart, apart_later;
    ti_posed posed[2];
    uint32_t planes; // tried
    bool proved;
} slide;

static bool is_upright(toi_quat q)
{
    return q.x == 0.0 && q.y == 0.0 && q.z == 0.0 && (q.w == 1.0 || q.w == -1.0);
}

static bool exact_difference(toi_vec3 a, toi_vec3 b, toi_vec3* d)
{
    toi_vec3 e;
    *d = (toi_vec3){ti_two_sum(a.x, -b.x, &e.x), ti_two_sum(a.y, -b.y, &e.y), ti_two_sum(a.z, -b.z, &e.z)};
    return e.x == 0.0 && e.y == 0.0 && e.z == 0.0;
}

// ---- sides of a plane through three vertices of one mesh, exactly

// Whether no vertex, moved by `apart`, is on the side `not_on` of the plane. The determinant is linear in the
// point, and 2 a has the value that takes away what the sum of three points has too much.
static bool keeps_side(const ti_plane* plane, const toi_mesh* mesh, toi_vec3 apart, int not_on)
{
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        toi_vec3 point[3] = {mesh->vertices[i], apart, v3_scale(2.0, plane->a)};
        if (ti_vertex_used(mesh, i) && ti_orient3d_slow(plane->a, plane->b, plane->c, point, 3) == not_on) {
            return false;
        }
    }
    return true;
}

static bool stays_on_side(const ti_plane* plane, const toi_mesh* mesh, int not_on)
{
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        if (ti_vertex_used(mesh, i) && ti_plane_side(plane, mesh->vertices[i]) == not_on) {
            return false;
        }
    }
    return true;
}

static int sign_along(const ti_plane* plane, toi_vec3 by)
{
    toi_vec3 point[2] = {by, v3_scale(2.0, plane->a)};
    return ti_orient3d_slow(plane->a, plane->b, plane->c, point, 2);
}

// `own` has the plane; `other` is apart from it by `apart` and moves by `by` as it sees it. Side 1 or -1 is
// where the other one is to be.
static bool parts(const slide* s, bool of_mover, const ti_plane* plane, int side)
{
    const toi_mesh *own = of_mover ? s->mover : s->still, *other = of_mover ? s->still : s->mover;
    double sense = of_mover ? -1.0 : 1.0;
    toi_vec3 by = v3_scale(sense, s->by), apart = v3_scale(sense, s->apart);
    return sign_along(plane, by) != -side && stays_on_side(plane, own, side) &&
           keeps_side(plane, other, apart, -side) &&
           keeps_side(plane, other, v3_scale(sense, s->apart_later), -side);
}

static bool try_plane(slide* s, bool of_mover, uint32_t triangle)
{
    const toi_mesh* mesh = of_mover ? s->mover : s->still;
    const uint32_t* v = mesh->triangles[triangle].vertex;
    toi_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]], c = mesh->vertices[v[2]];
    if (ti_collinear(a, b, c)) {
        return false;
    }
    ti_plane plane = ti_plane_through(a, b, c);
    return parts(s, of_mover, &plane, 1) || parts(s, of_mover, &plane, -1);
}

// True ends the walk.
static bool visit_ranges(const ti_range_pair* r, void* context)
{
    slide* s = context;
    for (uint32_t i = r->a_begin; i < r->a_end && !s->proved && s->planes < MOST_PLANES; ++i) {
        s->proved = try_plane(s, true, i);
        ++s->planes;
    }
    for (uint32_t i = r->b_begin; i < r->b_end && !s->proved && s->planes < MOST_PLANES; ++i) {
        s->proved = try_plane(s, false, i);
        ++s->planes;
    }
    return s->proved || s->planes >= MOST_PLANES;
}

bool ti_slide_proved(const ti_mover* mover, const ti_still* still, double rounding)
{
    slide s = {.mover = mover->mesh, .still = still->mesh, .by = mover->move.by};
    toi_vec3 later = v3_madd(mover->pose.position, 1.0, mover->move.by);
    bool exact = !mover->turns && is_upright(mover->pose.quaternion) && is_upright(still->pose.quaternion) &&
                 exact_difference(mover->pose.position, still->pose.position, &s.apart) &&
                 exact_difference(later, still->pose.position, &s.apart_later);
    if (!exact) {
        return false;
    }
    s.posed[0] = ti_posed_make(mover->mesh, &mover->pose);
    s.posed[1] = ti_posed_make(still->mesh, &still->pose);
    ti_posed_walk_near(&s.posed[0], &s.posed[1], 4.0 * rounding, visit_ranges, &s);
    return s.proved;
}
