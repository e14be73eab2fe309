// From what the caller gives to moving boxes.
//
// Rounding, with u = 2^-53. A product of quaternions is within 8 u of the lengths of both, and errors of one
// come out at most twice as large, the other one being a unit. The centre in the frame of the part is turned
// back by a matrix within 23 u (math/pose.h), with dots of 6 u; adding the offset of the piece costs u: 32 u
// of both lengths. A time within a piece is within 3 u, which moves a polynomial of degree n by at most 6 n u
// of its largest coefficient, as its rate is at most twice n times that.

#include "narrow/boxes/solid.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "motion/length.h"

#include <string.h>

// Of the size of a body: half of it is that of a pair.
static const double DEFAULT_TOLERANCE = 5e-10;

// ---- parts

static bool is_zero(toi_quat q)
{
    return q.w == 0.0 && q.x == 0.0 && q.y == 0.0 && q.z == 0.0;
}

static ti_solid_part part_of(const toi_part* from)
{
    toi_quat q = from->pose.quaternion;
    ti_solid_part part = {.half = from->half, .center = from->pose.position, .turn = {1.0, 0.0, 0.0, 0.0}};
    if (!is_zero(q)) {
        part.turn = ti_unit_quaternion(q);
    }
    part.turned = part.turn.x != 0.0 || part.turn.y != 0.0 || part.turn.z != 0.0;
    return part;
}

// How far the part reaches from its centre along each axis of the body.
static toi_vec3 reach_of(const ti_solid_part* part)
{
    ti_mat3 m = m3_from_quat(part->turn);
    double reach[3];
    for (int i = 0; i < 3; ++i) {
        toi_vec3 r = m.row[i];
        reach[i] = (fabs(r.x) * part->half.x + fabs(r.y) * part->half.y) + fabs(r.z) * part->half.z;
    }
    return (toi_vec3){reach[0], reach[1], reach[2]};
}

static void measure(ti_solid* solid)
{
    toi_vec3 low = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = v3_negate(low);
    for (uint32_t i = 0; i < solid->part_count; ++i) {
        const ti_solid_part* part = &solid->parts[i];
        toi_vec3 reach = reach_of(part);
        low = v3_min(low, v3_sub(part->center, reach));
        high = v3_max(high, v3_add(part->center, reach));
        solid->radius = d_max(solid->radius, ti_length(part->center) + ti_length(part->half));
    }
    solid->radius *= 1.0 + 0x1p-40;
    solid->size = ti_length(v3_sub(high, low));
}

toi_status ti_solid_make(ti_arena* arena, const toi_solid* from, double tolerance, ti_solid* solid)
{
    ti_solid_part* parts = ti_arena_allocate(arena, from->part_count, sizeof *parts);
    *solid = (ti_solid){.parts = parts, .part_count = from->part_count};
    if (parts == NULL) {
        return TOI_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < from->part_count; ++i) {
        parts[i] = part_of(&from->parts[i]);
    }
    measure(solid);
    ti_rational_fit fit = {solid->radius, tolerance > 0.0 ? tolerance : DEFAULT_TOLERANCE * solid->size};
    return ti_rational_pieces_make(arena, &from->motion, &fit, &solid->pieces);
}

// ---- cells

// The coefficients on a part of [0, 1], in the arena; NULL without memory.
static double* cut(ti_arena* arena, const double* from, uint32_t count, uint32_t lanes, const double s[2],
                   double* error)
{
    double* to = ti_arena_allocate(arena, (size_t)count * lanes, sizeof *to);
    double most = 0.0;
    if (to == NULL) {
        return NULL;
    }
    for (uint32_t i = 0; i < count * lanes; ++i) {
        to[i] = from[i];
        most = d_max(fabs(to[i]), most);
    }
    if (count > 1) {
        ti_bern_cut(to, count - 1, lanes, s[0], s[1]);
        *error += ti_gamma(12 * (int)(count - 1)) * most;
    }
    return to;
}

bool ti_solid_cut(ti_arena* arena, const ti_rational_piece* piece, double from, double to,
                  ti_solid_cell* cell)
{
    *cell = (ti_solid_cell){
        .piece = piece, .motion = piece->motion, .translation_error = piece->translation_error};
    if (from == piece->t0 && to == piece->t1) {
        return true;
    }
    double length = piece->t1 - piece->t0;
    const double s[2] = {(from - piece->t0) / length, (to - piece->t0) / length};
    toi_rational* m = &cell->motion;
    double* rotation = cut(arena, &m->rotation[0].w, m->rotation_count, 4, s, &cell->rotation_error);
    double* translation =
        cut(arena, &m->translation[0].x, m->translation_count, 3, s, &cell->translation_error);
    double* weights =
        m->weights != NULL ? cut(arena, m->weights, m->translation_count, 1, s, &cell->weight_error) : NULL;
    bool ok = rotation != NULL && translation != NULL && (weights != NULL || m->weights == NULL);
    m->rotation = (void*)rotation;
    m->translation = (void*)translation;
    m->weights = weights;
    return ok;
}

static double longest(const toi_quat* q, uint32_t count)
{
    double most = 0.0;
    for (uint32_t k = 0; k < count; ++k) {
        most = d_max(q_norm2(q[k]), most);
    }
    return sqrt(most);
}

bool ti_solid_box(ti_arena* arena, const ti_solid* solid, uint32_t index, const ti_solid_cell* cell,
                  ti_moving_box* box)
{
    const ti_solid_part* part = &solid->parts[index];
    double bound = cell->piece->bound;
    *box = (ti_moving_box){.motion = cell->motion,
                           .half = part->half,
                           .offset = v3_add(part->center, cell->piece->offset),
                           .rotation_error = cell->rotation_error,
                           .translation_error = cell->translation_error,
                           .weight_error = cell->weight_error};
    if (bound > 0.0) {
        box->half = v3(ti_up(part->half.x + bound), ti_up(part->half.y + bound), ti_up(part->half.z + bound));
        box->offset_error = 32.0 * TI_U * (ti_length(part->center) + ti_length(cell->piece->offset));
    }
    if (!part->turned) {
        return true;
    }
    uint32_t count = cell->motion.rotation_count;
    toi_quat* turned = ti_arena_allocate(arena, count, sizeof *turned);
    if (turned == NULL) {
        return false;
    }
    for (uint32_t k = 0; k < count; ++k) {
        turned[k] = q_mul(cell->motion.rotation[k], part->turn);
    }
    ti_mat3 m = m3_rotation_of(part->turn);
    box->motion.rotation = turned;
    box->rotation_error = 2.0 * cell->rotation_error + 10.0 * TI_U * longest(cell->motion.rotation, count);
    box->offset = m3_apply_transposed(&m, box->offset);
    box->offset_error = 32.0 * TI_U * (ti_length(part->center) + ti_length(cell->piece->offset));
    return true;
}

// ---- poses

static const ti_rational_piece* piece_at(const ti_rational_pieces* pieces, double t)
{
    uint32_t low = 0, high = pieces->count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (pieces->piece[middle].t1 < t) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return &pieces->piece[low];
}

ti_posed_box ti_solid_posed(const ti_solid* solid, uint32_t index, double t)
{
    const ti_solid_part* part = &solid->parts[index];
    const ti_rational_piece* piece = piece_at(&solid->pieces, t);
    double s = d_min(d_max((t - piece->t0) / (piece->t1 - piece->t0), 0.0), 1.0);
    toi_pose pose = ti_rational_pose(&piece->motion, s);
    ti_mat3 m = m3_from_quat(pose.quaternion);
    ti_posed_box box = {.center = xf_point(&m, pose.position, v3_add(part->center, piece->offset)),
                        .half = {part->half.x, part->half.y, part->half.z}};
    m = m3_from_quat(q_normalize(q_mul(pose.quaternion, part->turn)));
    m = m3_transposed(&m);
    memcpy(box.axis, m.row, sizeof box.axis);
    return box;
}
