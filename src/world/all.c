// All contacts of two bodies: their relative motion as screws, one after the other, the contacts of each, and
// what they say of the whole motion.

#include "toi/query.h"

#include "core/array.h"
#include "core/memory.h"
#include "math/rounding.h"
#include "motion/relative.h"
#include "narrow/first/start.h"
#include "narrow/screw/resolve.h"
#include "narrow/screw/screen.h"
#include "narrow/screw/screw.h"
#include "world/all_check.h"
#include "world/all_list.h"
#include "world/all_round.h"
#include "world/relative.h"
#include "world/soft_all.h"

enum { MAX_PIECES = 1 << 20 };

// Of the larger body, whose radius is between 1/2 and 1: where rounding is more than this, doubles cannot
// tell its features apart, and the query ends undecided.
static const double LEAST_PRECISION = 1.0 / 32.0;

// A query on its way.
typedef struct query {
    const toi_body *a, *b;
    const toi_query_def* def;
    ti_array found; // of the piece at hand
    ti_all_list list;
    ti_screw_effort effort;
    toi_result result;
    bool near_at_start; // the surfaces may touch then, up to rounding
} query;

static bool has_round(const query* q)
{
    return q->a->mesh->round.kind != TI_ROUND_NONE || q->b->mesh->round.kind != TI_ROUND_NONE;
}

// That of round bodies is told from the first screw instead.
static ti_start decide_start(const query* q)
{
    ti_start start = {.state = TOI_START_UNKNOWN};
    if (has_round(q)) {
        return start;
    }
    toi_pose pose_a = toi_motion_pose(&q->a->motion, 0.0), pose_b = toi_motion_pose(&q->b->motion, 0.0);
    ti_start_decide(q->a->mesh, &pose_a, q->b->mesh, &pose_b, false, &start);
    return start;
}

// Properly meeting features are looked for even where only more proper ones are asked for: a body that is
// touched is not clear.
static ti_screw_pair pair_of(const query* q, const ti_screw* screw)
{
    ti_screw_pair pair;
    ti_screw_pair_set(q->a->mesh, q->b->mesh, screw, q->def->tolerance, &pair);
    pair.min_properness = fmin(q->def->min_properness, 0.0);
    pair.leaving = q->def->leaving;
    pair.first_only = q->def->first_only;
    return pair;
}

static void take_screen(query* q, const ti_screw_pair* pair, const ti_screen_size* size)
{
    toi_result* r = &q->result;
    r->screen_rows = size->rows > r->screen_rows ? size->rows : r->screen_rows;
    r->screen_columns = size->columns > r->screen_columns ? size->columns : r->screen_columns;
    r->screen_pixel = fmax(r->screen_pixel, ti_scale(size->pixel, pair->exponent));
    q->effort.complete = q->effort.complete && size->complete;
    q->effort.steps += size->pairs;
}

// By the method that was asked for; appends to q->found.
static toi_status find(query* q, const ti_screw_pair* pair)
{
    if (q->def->method != TOI_METHOD_SCREEN) {
        return ti_screw_find(pair, &q->effort, &q->found);
    }
    ti_screen_def def = {
        .pixels = q->def->pixels,
        .time_resolution = q->def->time_resolution,
        .robust = q->def->robust,
        .order = (ti_screen_order)q->def->screen_order,
        .coarse = {q->def->coarse[0], q->def->coarse[1]},
        .boxes = q->def->coarse_boxes,
    };
    ti_screen_size size;
    toi_status status = ti_screen_find(pair, &def, &q->found, &size);
    if (status == TOI_OK) {
        take_screen(q, pair, &size);
    }
    return status;
}

// Bodies that touch at the start are in contact there even if they part.
static toi_status find_start(query* q, ti_screw_pair pair)
{
    pair.leaving = true;
    pair.to = 0.0;
    return find(q, &pair);
}

static toi_status search_piece(query* q, const ti_screw* screw)
{
    ti_screw_pair pair = pair_of(q, screw);
    toi_result* r = &q->result;
    r->work.tolerance = fmax(r->work.tolerance, ti_scale(pair.tolerance, pair.exponent));
    r->work.rounding = fmax(r->work.rounding, ti_scale(pair.rounding, pair.exponent));
    r->model_error = fmax(r->model_error, screw->model_error);
    if (q->def->relative_screw) {
        r->screw = ti_screw_named(q->a->mesh, screw);
    }
    if (!(pair.rounding <= LEAST_PRECISION)) {
        q->effort.complete = false;
        return TOI_OK;
    }
    toi_status status = TOI_OK;
    if (screw->t0 == 0.0 && has_round(q)) {
        status = ti_round_start(&pair, &q->found.allocator, &r->start);
        q->near_at_start = r->start == TOI_START_TOUCHING;
    }
    q->found.count = 0;
    status = status == TOI_OK ? find(q, &pair) : status;
    if (status == TOI_OK && screw->t0 == 0.0 && q->near_at_start) {
        status = find_start(q, pair);
    }
    if (status == TOI_OK) {
        status = ti_screw_resolve(&pair, &q->found);
    }
    return status == TOI_OK ? ti_all_list_add(&q->list, &pair, screw, &q->found) : status;
}

// *reached is the time before which everything was searched.
static toi_status search_pieces(query* q, double* reached)
{
    ti_screw_terms terms = {
        .relative_screw = q->def->relative_screw,
        .max_model_error = ti_all_model_error(q->a, q->b, q->def),
        .max_pieces = MAX_PIECES,
    };
    ti_screw_walk walk;
    ti_screw screw;
    ti_screw_walk_begin(q->a, q->b, &terms, &walk);
    *reached = 0.0;
    while (ti_screw_walk_next(&walk, &screw)) {
        toi_status status = search_piece(q, &screw);
        if (status != TOI_OK || !q->effort.complete) {
            *reached = screw.t0;
            return status;
        }
        *reached = screw.t1;
        if (q->def->first_only && q->list.contacts.count > 0) {
            break;
        }
    }
    return TOI_OK;
}

// What the contacts say of the whole motion.
static void answer(query* q, double reached)
{
    toi_result* r = &q->result;
    const toi_contact* first = ti_all_list_first(&q->list);
    bool meets = r->start == TOI_START_TOUCHING || r->start == TOI_START_OVERLAPPING;
    bool screen = q->def->method == TOI_METHOD_SCREEN;
    r->certified = !screen;
    r->t_complete = screen && !q->def->robust ? 0.0 : fmin(reached, 1.0);
    r->work.steps = (uint32_t)(q->effort.steps < UINT32_MAX ? q->effort.steps : UINT32_MAX);
    if (first == NULL && !meets) {
        // What the screen does not show may have been between two pixels, unless it was told to miss nothing.
        bool proved = reached >= 1.0 && (!screen || q->def->robust);
        r->answer = proved ? TOI_ANSWER_CLEAR : TOI_ANSWER_UNDECIDED;
        r->t_free = screen && !proved ? 0.0 : fmin(reached, 1.0);
        return;
    }
    r->answer = TOI_ANSWER_CONTACT;
    if (first != NULL) {
        r->t_hit = meets ? 0.0 : first->time;
        bool late = meets || (screen && !q->def->robust);
        r->t_free = late ? 0.0 : fmax(0.0, first->time - first->time_error);
        r->kind = first->kind;
        r->a = first->a;
        r->b = first->b;
        r->point = first->point;
        r->normal = first->normal;
    }
}

// Points and segments that belong to no facet can meet each other where no vertex is on a face and no two
// edges cross: end on end, or along one line. Such a contact has no name here, but nothing before it is
// complete.
static toi_status mind_wires(query* q)
{
    toi_result first = {.t_free = 0.0};
    toi_query_def def = {.tolerance = q->def->tolerance, .allocator = q->def->allocator};
    if (!q->a->mesh->features.wires || !q->b->mesh->features.wires) {
        return TOI_OK;
    }
    toi_status status = q->def->relative_screw ? TOI_OK : toi_first_contact(q->a, q->b, &def, &first);
    toi_result* r = &q->result;
    double unknown = first.answer == TOI_ANSWER_CONTACT ? first.t_hit : first.t_free;
    if (status == TOI_OK && first.answer != TOI_ANSWER_CLEAR && unknown < r->t_free) {
        r->answer = r->answer == TOI_ANSWER_CLEAR ? TOI_ANSWER_UNDECIDED : r->answer;
        r->t_free = first.t_free;
        r->t_complete = fmin(r->t_complete, first.t_free);
    }
    return status;
}

static toi_status run(query* q)
{
    double reached;
    ti_start start = decide_start(q);
    q->result.start = start.state;
    q->near_at_start = start.near;
    toi_status status = search_pieces(q, &reached);
    if (status == TOI_OK) {
        status = ti_all_list_finish(&q->list, q->def, &q->result);
    }
    if (status == TOI_OK) {
        answer(q, reached);
        status = mind_wires(q);
    }
    return status;
}

toi_status toi_all_contacts(const toi_body* a, const toi_body* b, const toi_query_def* def,
                            toi_result* result)
{
    static const toi_query_def defaults = {.tolerance = 0.0};
    if (a == NULL || b == NULL || result == NULL) {
        return TOI_ERROR_INVALID;
    }
    query q = {.a = a, .b = b, .def = def != NULL ? def : &defaults};
    if (ti_soft_either(a, b)) {
        return ti_soft_all_contacts(a, b, q.def, result);
    }
    toi_status status = ti_all_check(a, b, q.def);
    if (status != TOI_OK) {
        return status;
    }
    if (q.def->method == TOI_METHOD_SCREEN && has_round(&q)) {
        return ti_all_by_polygons(a, b, q.def, result);
    }
    toi_allocator allocator = ti_allocator_or_default(q.def->allocator);
    q.effort.max_steps = q.def->max_steps > 0 ? q.def->max_steps : TOI_DEFAULT_MAX_ALL_STEPS;
    q.effort.complete = true;
    q.found = ti_array_make(sizeof(ti_screw_contact), &allocator);
    ti_all_list_init(&q.list, a, b, &allocator);
    status = run(&q);
    ti_array_release(&q.found);
    ti_all_list_release(&q.list);
    if (status == TOI_OK) {
        *result = q.result;
    }
    return status;
}
