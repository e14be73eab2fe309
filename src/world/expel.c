// Taking a mover out of the zone of bodies, or out of convex ones: the shortest displacement that keeps the
// separation from all planes between them, again and again until that is proved.

#include "motion/path.h"
#include "world/least.h"
#include "world/touches.h"
#include "world/trace.h"

// Planes within this part of the separation more than it count too: the way out must not lead to them.
static const double REACH = 1.25;

// Rounding bounds that are left above the separation, so that it can be proved.
static const double ABOVE = 64.0;

enum { MOST_ROUNDS = 12, MOST_PUSHES = 128 };

typedef struct expel {
    const toi_stage* stage;
    toi_trace_def def; // always certified
    toi_placed mover;  // as it was given, with a unit quaternion
    ti_mover at;       // where it is, at rest
    toi_vec3 moved;    // since the start
    double separation;
    ti_push push[MOST_PUSHES]; // of displacements from the start
    uint32_t count;
    uint32_t old;  // those of the rounds before
    bool helpless; // nothing says which way is out
} expel;

// Asks for `by` more along -normal from where the mover is.
static void add_push(expel* e, toi_vec3 normal, double by)
{
    if (e->count < MOST_PUSHES) {
        e->push[e->count++] = (ti_push){normal, by - v3_dot(normal, e->moved)};
    }
}

// The separation from a body, with room to prove it.
static double wanted(const expel* e, const ti_still* body)
{
    double rounding = ti_pair_rounding(&e->at, body);
    rounding = isfinite(rounding) ? rounding : 0.0;
    return fmax(e->separation, TI_LEAST_SEPARATION * rounding) + ABOVE * rounding;
}

// Faces that cross say nothing of the way out, but of convex bodies.
static bool is_lost(const expel* e, const ti_still* body, const ti_touch* t)
{
    bool convex = e->at.mesh->info.convex && body->mesh->info.convex;
    return t->kind == TOI_CONTACT_FF && t->gap <= 0.0 && !convex;
}

static toi_status take_touches(uint32_t body, const ti_touch_list* list, void* context)
{
    expel* e = context;
    const ti_still* still = &e->stage->bodies[body];
    double apart = wanted(e, still);
    for (uint32_t i = 0; i < list->count; ++i) {
        const ti_touch* t = &list->items[i];
        e->helpless = e->helpless || is_lost(e, still, t);
        add_push(e, t->normal, apart - t->gap);
    }
    return TOI_OK;
}

// The planes at the place where the mover is. `r` says what a trace without a move finds there.
static toi_status gather(expel* e, const toi_trace_result* r)
{
    e->old = e->count;
    if (r->start >= TOI_START_OVERLAPPING) {
        e->helpless = !(r->depth > 0.0);
        if (!e->helpless) {
            add_push(e, r->normal, r->depth + wanted(e, &e->stage->bodies[r->body]));
        }
    }
    toi_placed placed = {e->at.mesh, e->at.pose, 2};
    ti_still mover;
    ti_still_prepare(&placed, &mover);
    ti_around around = {e->stage, &e->def, &mover, REACH * e->separation};
    return e->helpless ? TOI_OK : ti_touches_around(&around, take_touches, e);
}

// Where planes of earlier rounds leave no way, they are forgotten.
static bool solve(expel* e, toi_vec3* x)
{
    if (e->helpless || e->count == e->old) {
        return false;
    }
    if (ti_least_move(e->push, e->count, x)) {
        return true;
    }
    bool forgets = e->old > 0;
    for (uint32_t i = e->old; i < e->count; ++i) {
        e->push[i - e->old] = e->push[i];
    }
    e->count -= e->old;
    e->old = 0;
    return forgets && ti_least_move(e->push, e->count, x);
}

static void place(expel* e, toi_vec3 moved)
{
    const toi_move none = {.kind = TOI_MOVE_TRANSLATION};
    toi_placed placed = e->mover;
    e->moved = moved;
    placed.pose.position = v3_add(e->mover.pose.position, moved);
    ti_mover_prepare(&placed, &none, &e->at);
}

static toi_status run(expel* e, bool* free)
{
    const toi_move none = {.kind = TOI_MOVE_TRANSLATION};
    *free = false;
    for (int i = 0; i < MOST_ROUNDS; ++i) {
        toi_trace_result r;
        toi_placed placed = {e->at.mesh, e->at.pose, e->mover.sides};
        toi_status status = ti_trace_among(e->stage, &placed, &none, &e->def, false, &r);
        if (status != TOI_OK) {
            return status;
        }
        *free = r.answer == TOI_ANSWER_CLEAR && r.start == TOI_START_FREE && r.kept >= e->separation;
        toi_vec3 x;
        status = *free ? TOI_OK : gather(e, &r);
        if (*free || status != TOI_OK || !solve(e, &x)) {
            return status;
        }
        place(e, x);
    }
    return TOI_OK;
}

toi_status toi_expel(const toi_stage* stage, const toi_placed* mover, const toi_trace_def* def,
                     toi_pose* pose, bool* free)
{
    const toi_trace_def defaults = {0};
    const toi_move none = {.kind = TOI_MOVE_TRANSLATION};
    expel e = {.stage = stage, .def = def ? *def : defaults};
    toi_status status =
        pose == NULL || free == NULL ? TOI_ERROR_INVALID : ti_trace_check(stage, mover, &none, &e.def);
    if (status != TOI_OK) {
        return status;
    }
    bool found = false;
    e.def.method = TOI_TRACE_CERTIFIED;
    e.def.blocking = NULL;
    e.mover = *mover;
    e.mover.pose = ti_pose_unit(mover->pose);
    e.separation = ti_trace_terms(mover, &e.def).separation;
    place(&e, v3(0.0, 0.0, 0.0));
    status = run(&e, &found);
    if (status == TOI_OK) {
        *free = found;
        *pose = found ? e.at.pose : mover->pose;
    }
    return status;
}
