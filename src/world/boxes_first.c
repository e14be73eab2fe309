// First contact by trees of boxes: checks what was given, and says what was found.

#include "toi/boxes.h"

#include "bvh/name.h"
#include "math/rounding.h"
#include "motion/affine.h"
#include "motion/path.h"
#include "narrow/boxes/tree.h"
#include "narrow/first/start.h"

#include <math.h>

// Of the size of the smaller body.
static const double DEFAULT_TOLERANCE = 1e-9;

typedef struct query {
    const toi_body* body[2];
    const toi_query_def* def;
    ti_arena arena;
    ti_rational_pieces pieces[2];
} query;

// ---- what is asked

static bool is_taken(const toi_query_def* def)
{
    return isfinite(def->tolerance) && def->tolerance >= 0.0 && def->separation == 0.0 && !def->solid &&
           def->contacts == NULL && def->links == NULL;
}

static bool is_usable(const toi_body* body)
{
    const toi_mesh* mesh = body->mesh;
    return mesh != NULL && !mesh->inspect_only && mesh->round.kind == TI_ROUND_NONE &&
           ti_motion_rigid(&body->motion);
}

// Whether no piece stands for a motion that is not rational.
static bool are_exact(const ti_rational_pieces* pieces)
{
    for (uint32_t i = 0; i < pieces->count; ++i) {
        const ti_rational_piece* p = &pieces->piece[i];
        bool moved = p->offset.x != 0.0 || p->offset.y != 0.0 || p->offset.z != 0.0;
        if (p->bound != 0.0 || moved || ti_is_affine(&p->motion)) {
            return false;
        }
    }
    return true;
}

static toi_status make_pieces(query* q)
{
    for (int k = 0; k < 2; ++k) {
        const toi_mesh* mesh = q->body[k]->mesh;
        double radius = v3_length(mesh->center) + mesh->radius;
        // Any tolerance will do: what needs one is not taken.
        const ti_rational_fit fit = {.radius = radius, .tolerance = radius + 1.0};
        toi_status status = ti_rational_pieces_make(&q->arena, &q->body[k]->motion, &fit, &q->pieces[k]);
        if (status != TOI_OK) {
            return status;
        }
        if (!are_exact(&q->pieces[k])) {
            return TOI_ERROR_INVALID;
        }
    }
    return TOI_OK;
}

// ---- the answer

// The corners that carry the point: `kind` and numbers as in ti_gap.
static ti_side side_of(const query* q, const ti_tree_found* f, int which)
{
    const toi_mesh* mesh = q->body[which]->mesh;
    const ti_triangle* t = &mesh->triangles[f->triangle[which]];
    const toi_pose* pose = &f->pose[which];
    ti_mat3 m = m3_from_quat(pose->quaternion);
    toi_vec3 point = which == 0 ? f->gap.point_a : f->gap.point_b;
    toi_vec3 own = m3_apply_transposed(&m, v3_sub(point, pose->position));
    double reach = 4.0 * f->tolerance + 64.0 * TI_U * (v3_length(pose->position) + mesh->radius);
    ti_side side = {.mesh = mesh,
                    .point = ti_scale3(v3_sub(own, mesh->center), -mesh->exponent),
                    .reach = ti_scale(reach, -mesh->exponent),
                    .triangle = f->triangle[which]};
    int corner = which == 0 ? f->gap.a : f->gap.b;
    bool vertex = f->gap.kind == (which == 0 ? TI_GAP_VF : TI_GAP_FV);
    int first = vertex || f->gap.kind == TI_GAP_EE ? corner : 0;
    int count = vertex ? 1 : f->gap.kind == TI_GAP_EE ? 2 : 3;
    for (int i = 0; i < count; ++i) {
        ti_side_take(&side, t->vertex[(first + i) % 3]);
    }
    return side;
}

static void name_contact(const query* q, const ti_tree_found* f, toi_result* r)
{
    ti_side a = side_of(q, f, 0), b = side_of(q, f, 1);
    toi_contact named;
    r->point = v3_scale(0.5, v3_add(f->gap.point_a, f->gap.point_b));
    r->normal = f->gap.normal;
    if (ti_name_features(&a, &b, &named)) {
        r->kind = named.kind;
        r->a = named.a;
        r->b = named.b;
        r->contact_count = 1;
    }
}

static void answer(const query* q, const ti_tree_found* f, toi_result* r)
{
    ti_start start;
    toi_pose pose[2] = {toi_motion_pose(&q->body[0]->motion, 0.0), toi_motion_pose(&q->body[1]->motion, 0.0)};
    ti_start_decide(q->body[0]->mesh, &pose[0], q->body[1]->mesh, &pose[1], false, &start);
    *r = (toi_result){
        .answer = f->answer,
        .start = start.state,
        .certified = true,
        .t_free = f->t_free,
        .t_hit = f->t_hit,
        .work = {.steps = f->steps, .nodes = f->nodes, .leaves = f->leaves, .tolerance = f->tolerance}};
    if (f->answer == TOI_ANSWER_CONTACT) {
        r->gap = f->gap.distance;
        name_contact(q, f, r);
    }
}

static double tolerance_of(const query* q)
{
    double smaller = fmin(q->body[0]->mesh->info.size, q->body[1]->mesh->info.size);
    return q->def->tolerance > 0.0 ? q->def->tolerance : DEFAULT_TOLERANCE * smaller;
}

static toi_status run(query* q, toi_result* result)
{
    toi_status status = make_pieces(q);
    if (status != TOI_OK) {
        return status;
    }
    const ti_tree_body a = {q->body[0]->mesh, &q->pieces[0]}, b = {q->body[1]->mesh, &q->pieces[1]};
    const ti_tree_query tree = {.a = &a,
                                .b = &b,
                                .tolerance = tolerance_of(q),
                                .max_steps =
                                    q->def->max_steps > 0 ? q->def->max_steps : TOI_DEFAULT_MAX_STEPS};
    ti_tree_found found;
    status = ti_tree_first(&q->arena, &tree, &found);
    if (status == TOI_OK) {
        answer(q, &found, result);
    }
    return status;
}

toi_status toi_boxes_first_contact(const toi_body* a, const toi_body* b, const toi_query_def* def,
                                   toi_result* result)
{
    static const toi_query_def none = {0};
    query q = {.body = {a, b}, .def = def != NULL ? def : &none};
    if (a == NULL || b == NULL || result == NULL || !is_taken(q.def) || !is_usable(a) || !is_usable(b)) {
        return TOI_ERROR_INVALID;
    }
    ti_arena_init(&q.arena, q.def->allocator, 0);
    toi_status status = run(&q, result);
    ti_arena_destroy(&q.arena);
    return status;
}
