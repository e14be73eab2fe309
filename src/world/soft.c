// First contact where a body deforms: what is given, the start, and bodies that boxes part.

#include "world/soft.h"

#include "broad/swept.h"
#include "core/memory.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "motion/length.h"
#include "motion/path.h"
#include "narrow/first/first.h"
#include "world/soft_gap.h"

static toi_status check_query(const ti_soft* q)
{
    if (!d_is_length(q->def->tolerance) || !d_is_length(q->def->separation)) {
        return TOI_ERROR_INVALID;
    }
    for (int k = 0; k < 2; ++k) {
        const toi_mesh* mesh = q->body[k]->mesh;
        if (!mesh || mesh->inspect_only || mesh->round.kind != TI_ROUND_NONE ||
            ti_body_check(q->body[k], NULL) != TOI_OK) {
            return TOI_ERROR_INVALID;
        }
        if (q->def->solid && q->count == 2 && !mesh->info.closed) {
            return TOI_ERROR_OPEN_MESH;
        }
    }
    return q->body[0] == q->body[1] && !ti_soft_self(q->body[0]) ? TOI_ERROR_INVALID : TOI_OK;
}

// Whether no vertex ever moves.
static bool rests(const toi_body* body)
{
    const toi_motion* m = &body->motion;
    if (m->kind != TOI_MOTION_VERTICES) {
        return ti_motion_rests(m);
    }
    for (uint32_t i = 0; i < m->to_count; ++i) {
        if (!v3_equal(m->to[i], body->mesh->vertices[i])) {
            return false;
        }
    }
    return true;
}

static bool same_pose(toi_pose a, toi_pose b)
{
    return v3_equal(a.position, b.position) && q_equal(a.quaternion, b.quaternion);
}

// Whether both are in the frame of one pose.
static bool is_local(const ti_soft* q)
{
    for (int k = 0; k < 2; ++k) {
        const toi_motion* m = &q->body[k]->motion;
        if (m->kind != TOI_MOTION_VERTICES && !ti_motion_rests(m)) {
            return false;
        }
    }
    return same_pose(toi_motion_pose(&q->body[0]->motion, 0.0), toi_motion_pose(&q->body[1]->motion, 0.0));
}

// How far a vertex goes at most, of a body that deforms.
static double travel_of(const toi_body* body)
{
    double most = 0.0;
    for (uint32_t i = 0; body->motion.kind == TOI_MOTION_VERTICES && i < body->motion.to_count; ++i) {
        most = fmax(most, ti_length(v3_sub(body->motion.to[i], body->mesh->vertices[i])));
    }
    return most;
}

// Of the smaller body. Where that is a point half of the other one, and where both are the way that they go:
// a tolerance of zero could not be reached.
static double size_of(const ti_soft* q)
{
    double x = q->body[0]->mesh->info.size, y = q->body[1]->mesh->info.size;
    double size = fmin(x, y) > 0.0 ? fmin(x, y) : 0.5 * fmax(x, y);
    return size > 0.0 ? size : fmax(travel_of(q->body[0]), travel_of(q->body[1]));
}

// Two bodies as they stand at time 0, where both are rigid: the start is that of any two that rest.
static toi_status ask_start(ti_soft* q)
{
    toi_body rest[2];
    for (int k = 0; k < 2; ++k) {
        toi_pose pose = toi_motion_pose(&q->body[k]->motion, 0.0);
        rest[k] = (toi_body){.mesh = q->body[k]->mesh, .motion = {.kind = TOI_MOTION_STATIC, .pose = pose}};
    }
    toi_query_def def = *q->def;
    def.links = NULL;
    def.link_capacity = 0;
    def.raise_gap = false;
    return ti_first_contact_rigid(&rest[0], &rest[1], &def, &q->result);
}

// Half of what two bodies keep at least where boxes part them, as toi_world_check has it.
static bool boxes_part(ti_soft* q)
{
    double margin = ti_up(0.5 * ti_up(q->tolerance + q->separation));
    ti_swept a = ti_swept_make(q->body[0], margin), b = ti_swept_make(q->body[1], margin);
    if (!ti_swept_apart(&a, &b)) {
        return false;
    }
    q->result.answer = TOI_ANSWER_CLEAR;
    q->result.t_free = 1.0;
    q->result.gap = ti_swept_gap(&a, &b);
    return true;
}

static toi_status search(ti_soft* q)
{
    toi_work work = {.tolerance = q->tolerance};
    toi_start start = q->count == 2 ? TOI_START_FREE : TOI_START_UNKNOWN;
    q->result = (toi_result){.start = start, .certified = true, .work = work};
    if (q->count == 2 && boxes_part(q)) {
        return TOI_OK;
    }
    toi_status status = ti_soft_begin(q);
    if (status == TOI_OK) {
        status = ti_soft_search(q);
    }
    ti_soft_end(q);
    return status;
}

toi_status ti_soft_prepare(const toi_body* a, const toi_body* b, const toi_query_def* def, ti_soft* q)
{
    *q = (ti_soft){.body = {a, b},
                   .def = def,
                   .allocator = ti_allocator_or_default(def->allocator),
                   .count = a == b ? 1 : 2};
    toi_status status = check_query(q);
    if (status == TOI_OK) {
        q->local = is_local(q);
        q->size = size_of(q);
        q->separation = def->separation;
        q->tolerance = def->tolerance > 0.0 ? def->tolerance : 1e-9 * q->size;
    }
    return status;
}

static toi_status run(ti_soft* q)
{
    if (q->count == 1) {
        return search(q);
    }
    toi_status status = ask_start(q);
    bool done = q->result.answer != TOI_ANSWER_CLEAR || (rests(q->body[0]) && rests(q->body[1]));
    return status != TOI_OK || done ? status : search(q);
}

toi_status ti_soft_first_contact_once(const toi_body* a, const toi_body* b, const toi_query_def* def,
                                      toi_result* result)
{
    ti_soft q;
    toi_status status = ti_soft_prepare(a, b, def, &q);
    status = status == TOI_OK ? run(&q) : status;
    if (status == TOI_OK) {
        *result = q.result;
    }
    return status;
}

toi_status ti_soft_first_contact(const toi_body* a, const toi_body* b, const toi_query_def* def,
                                 toi_result* result)
{
    if (result == NULL) {
        return TOI_ERROR_INVALID;
    }
    const toi_query_def defaults = {0};
    const toi_query_def* asked = def != NULL ? def : &defaults;
    toi_status status = ti_soft_first_contact_once(a, b, asked, result);
    bool raise = asked->raise_gap && status == TOI_OK && a != b && result->answer == TOI_ANSWER_CLEAR;
    return raise ? ti_soft_raise_gap(a, b, asked, result) : status;
}
