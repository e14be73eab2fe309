// A vertex of one body and a facet of the other [Buss05, section 9].

#include "math/scalar.h"
#include "narrow/screw/properness.h"
#include "narrow/screw/solve.h"

// The pair as the functions see it. `direction` is 1 where the facet is of A and rests while the vertex
// moves; where it is of B all is seen from B: the facet rests and the vertex of A moves backwards.
typedef struct meeting {
    ti_solver* solver;
    int owner;
    uint32_t facet, vertex;
    double direction;
    toi_vec3 x; // the vertex at s = 0
    ti_plane plane;
    bool solid;          // the facet
    const ti_root* root; // under examination
} meeting;

// The normal of the facet at time s in the local frame of the mesh of the vertex.
static toi_vec3 normal_at_tip(const meeting* m, double s)
{
    const ti_screw_pair* pair = m->solver->pair;
    ti_swing back = ti_swing_at(pair->twist.angle, -m->direction * s);
    toi_vec3 n = tw_rotate(&pair->twist, back, m->plane.normal);
    return m->owner == 0 ? m3_apply_transposed(&pair->rotation[1], n) : n;
}

// Whether some edge of the vertex, which its body has, points to the wrong side of the facet during the whole
// span, by more than the threshold allows: no side of a sheet is wrong unless the edges are on both. A
// direction turns by at most the angle of the screw times the time, and its height over the plane changes by
// at most as much.
static bool is_improper(const meeting* m, double from, double to)
{
    const ti_screw_pair* pair = m->solver->pair;
    const toi_mesh* mesh = pair->mesh[1 - m->owner];
    const ti_features* f = &mesh->features;
    toi_vec3 n = normal_at_tip(m, 0.5 * (from + to));
    double limit =
        pair->twist.angle * (0.5 * (to - from)) + pair->angle_slack - d_min(pair->min_properness, 0.0);
    bool below = false, above = m->solid;
    for (uint32_t i = f->tip_crease_first[m->vertex]; i < f->tip_crease_first[m->vertex + 1]; ++i) {
        const uint32_t* ends = f->creases[f->tip_crease[i]].vertex;
        uint32_t other = ends[0] == m->vertex ? ends[1] : ends[0];
        toi_vec3 e = v3_sub(mesh->local[other], mesh->local[m->vertex]);
        double height = v3_dot(e, n), limit2 = limit * limit * v3_dot(e, e);
        bool beyond = height * height > limit2;
        below = below || (beyond && height < 0.0);
        above = above || (beyond && height > 0.0);
        if (below && above) {
            return true;
        }
    }
    return false;
}

// Point of contact and the properness on one side of the facet.
static void describe(const meeting* m, double s, ti_screw_contact* c)
{
    const ti_screw_pair* pair = m->solver->pair;
    const toi_mesh* mesh = pair->mesh[1 - m->owner];
    ti_swing at = ti_swing_at(pair->twist.angle, s);
    toi_vec3 n = normal_at_tip(m, s);
    double speed = m->root->slope;
    double front = ti_properness_tip(mesh, m->vertex, n);
    double side = 1.0;
    c->properness = front;
    if (!m->solid) { // a sheet has two fronts
        double behind = ti_properness_tip(mesh, m->vertex, v3_negate(n));
        bool turned = behind > front || (behind == front && speed > 0.0);
        side = turned ? -1.0 : 1.0;
        c->properness = turned ? behind : front;
    }
    if (m->owner == 0) {
        c->point = tw_point(&pair->twist, at, m->x);
        c->normal = v3_scale(side, m->plane.normal);
    } else {
        c->point = m->x;
        c->normal = v3_scale(-side, tw_rotate(&pair->twist, at, m->plane.normal));
    }
    // The slope is that of one Newton step before the root.
    c->approach = c->sustained ? 0.0 : -v3_dot(c->normal, tw_velocity(&pair->twist, c->point));
}

static bool add(const meeting* m, double s, double until)
{
    ti_screw_contact c = {
        .kind = m->owner == 0 ? TOI_CONTACT_FV : TOI_CONTACT_VF,
        .feature = {m->owner == 0 ? m->facet : m->vertex, m->owner == 0 ? m->vertex : m->facet},
        .s = s,
        .s_error = m->root->error,
        .s_until = until,
        .tangent = m->root->kind == TI_ROOT_TANGENT,
        .sustained = m->root->kind == TI_ROOT_SUSTAINED,
    };
    describe(m, s, &c);
    return ti_contact_add(m->solver, 1.0, &c);
}

// Where the vertex is at time s, seen from the body of the facet.
static toi_vec3 vertex_at(const meeting* m, double s)
{
    const ti_twist* twist = &m->solver->pair->twist;
    return tw_point(twist, ti_swing_at(twist->angle, m->direction * s), m->x);
}

static bool is_inside(const meeting* m, double s, double error)
{
    const ti_screw_pair* pair = m->solver->pair;
    toi_vec3 at = vertex_at(m, s);
    double slack = pair->tolerance + error * v3_length(tw_velocity(&pair->twist, at));
    return ti_facet_holds(m->solver->view[m->owner], m->facet, m->plane.normal, at, slack);
}

// ---- a vertex that stays in the plane of the facet

static bool holds(void* context, double s)
{
    return is_inside(context, s, 0.0);
}

static bool report(void* context, double from, double to)
{
    return add(context, from, to);
}

// It is in the facet or not between any two times at which it crosses the plane through an edge across the
// facet, moved outwards by the tolerance.
static bool add_sustained(const meeting* m)
{
    const ti_screw_pair* pair = m->solver->pair;
    ti_view* view = m->solver->view[m->owner];
    const ti_features* f = &pair->mesh[m->owner]->features;
    uint32_t begin = f->facets[m->facet].corner_begin, count = f->facets[m->facet].corner_end - begin;
    ti_arena_mark mark = ti_arena_get_mark(view->arena);
    ti_function* functions = ti_arena_allocate(view->arena, count, sizeof *functions);
    if (functions == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 p = ti_view_spot(view, f->corner[begin + i])->point;
        toi_vec3 q = ti_view_spot(view, f->corner[begin + (i + 1) % count])->point;
        toi_vec3 out = v3_cross(v3_sub(q, p), m->plane.normal);
        out = v3_scale(1.0 / v3_length(out), out);
        ti_plane side = {out, v3_dot(out, p) + pair->tolerance};
        functions[i] = ti_function_height(&pair->twist, m->x, side, m->direction, pair->rounding);
    }
    meeting copy = *m;
    ti_span_walk walk = {functions, (int)count, holds, report, &copy};
    bool ok = ti_walk_spans(m->solver, &walk, m->root->s, m->root->until);
    ti_arena_reset(view->arena, mark);
    return ok;
}

bool ti_solve_tip(ti_solver* solver, int owner, uint32_t facet, uint32_t vertex, double from, double to)
{
    const ti_screw_pair* pair = solver->pair;
    meeting m = {.solver = solver, .owner = owner, .facet = facet, .vertex = vertex};
    m.direction = owner == 0 ? 1.0 : -1.0;
    m.plane = ti_view_plane(solver->view[owner], facet);
    m.solid = pair->mesh[owner]->features.facets[facet].solid;
    if (is_improper(&m, from, to)) {
        return true;
    }
    m.x = ti_view_spot(solver->view[1 - owner], vertex)->point;
    ti_function f = ti_function_height(&pair->twist, m.x, m.plane, m.direction, pair->rounding);
    ti_root_search search;
    ti_root root;
    bool ok = true;
    ti_root_search_begin(&search, &f, from, to, TI_SOLVER_BUDGET);
    while (ok && ti_root_search_next(&search, &root)) {
        m.root = &root;
        if (root.kind == TI_ROOT_SUSTAINED) {
            ok = add_sustained(&m);
        } else if (is_inside(&m, root.s, root.error)) {
            ok = add(&m, root.s, root.s);
        }
    }
    solver->effort->steps += search.steps;
    return ok;
}
