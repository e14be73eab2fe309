// From what the caller gives to moving boxes.
//
// Rounding, with u = 2^-53. A product of quaternions is within 8 u of the lengths of both, and errors of one
// come out at most twice as large, the other one being a unit. The centre in the frame of the part is turned
// back by a matrix within 23 u (math/pose.h), with dots of 6 u; adding the offset of the piece costs u: 32 u
// of both lengths. A row of a matrix times a turn is within 23 u and 5.2 u of its length, which is at most
// sqrt(3) times its largest number: 60 u. A time within a piece is within 3 u, which moves a polynomial of
// degree n by at most 6 n u of its largest coefficient, as its rate is at most twice n times that.

#include "narrow/boxes/solid.h"
#include "narrow/boxes/solid_shape.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "motion/length.h"
#include "motion/rational.h"

// Of the size of a body: half of it is that of a pair.
static const double DEFAULT_TOLERANCE = 5e-10;

// Rows of a turn are within 23 u, and a reach is a sum of three products that is added to a centre: 40 u of
// the radius. A unit quaternion is within a few u of the direction of the given one.
static const double BOX_PAD = 256.0 * TI_U;

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
    double pad = BOX_PAD * solid->radius;
    solid->box = (toi_bounds){v3_sub(low, v3(pad, pad, pad)), v3_add(high, v3(pad, pad, pad))};
}

static toi_status make_parts(ti_arena* arena, const toi_allocator* allocator, const toi_solid* from,
                             bool shapes, ti_solid* solid)
{
    for (uint32_t i = 0; i < from->part_count; ++i) {
        solid->parts[i] = part_of(&from->parts[i]);
    }
    for (uint32_t i = 0; shapes && i < from->part_count; ++i) {
        toi_status status = ti_solid_shape_make(arena, allocator, &from->parts[i], &solid->parts[i]);
        if (status != TOI_OK) {
            return status;
        }
    }
    return TOI_OK;
}

toi_status ti_solid_make(ti_arena* arena, const toi_allocator* allocator, const toi_solid* from,
                         double tolerance, bool shapes, ti_solid* solid)
{
    ti_solid_part* parts = ti_arena_allocate(arena, from->part_count, sizeof *parts);
    *solid = (ti_solid){.parts = parts, .part_count = from->part_count};
    if (parts == NULL) {
        return TOI_ERROR_MEMORY;
    }
    toi_status status = make_parts(arena, allocator, from, shapes, solid);
    if (status != TOI_OK) {
        return status;
    }
    measure(solid);
    ti_rational_fit fit = {.radius = solid->radius,
                           .tolerance = tolerance > 0.0 ? tolerance : DEFAULT_TOLERANCE * solid->size};
    return ti_rational_pieces_make(arena, &from->motion, &fit, &solid->pieces);
}

void ti_solid_release(ti_solid* solid, const toi_allocator* allocator)
{
    for (uint32_t i = 0; solid->parts != NULL && i < solid->part_count; ++i) {
        if (solid->parts[i].has_shape) {
            ti_polytope_release(&solid->parts[i].shape, allocator);
        }
    }
    solid->parts = NULL;
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

static bool cut_turn(ti_arena* arena, const double s[2], ti_solid_cell* cell)
{
    toi_rational* m = &cell->motion;
    if (ti_is_affine(m)) {
        m->matrix = cut(arena, m->matrix, m->matrix_count, 9, s, &cell->rotation_error);
        return m->matrix != NULL;
    }
    double* rotation = cut(arena, &m->rotation[0].w, m->rotation_count, 4, s, &cell->rotation_error);
    m->rotation = (void*)rotation;
    return rotation != NULL;
}

static bool cut_way(ti_arena* arena, const double s[2], ti_solid_cell* cell)
{
    toi_rational* m = &cell->motion;
    double* way = cut(arena, &m->translation[0].x, m->translation_count, 3, s, &cell->translation_error);
    m->translation = (void*)way;
    if (way != NULL && m->weights != NULL) {
        m->weights = cut(arena, m->weights, m->translation_count, 1, s, &cell->weight_error);
        return m->weights != NULL;
    }
    return way != NULL;
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
    return cut_turn(arena, s, cell) && cut_way(arena, s, cell);
}

// ---- boxes

static double longest(const toi_quat* q, uint32_t count)
{
    double most = 0.0;
    for (uint32_t k = 0; k < count; ++k) {
        most = d_max(q_norm2(q[k]), most);
    }
    return sqrt(most);
}

static bool turn_rotation(ti_arena* arena, toi_quat turn, ti_moving_box* box)
{
    toi_rational* m = &box->motion;
    toi_quat* turned = ti_arena_allocate(arena, m->rotation_count, sizeof *turned);
    if (turned == NULL) {
        return false;
    }
    for (uint32_t k = 0; k < m->rotation_count; ++k) {
        turned[k] = q_mul(m->rotation[k], turn);
    }
    box->rotation_error = 2.0 * box->rotation_error + 10.0 * TI_U * longest(m->rotation, m->rotation_count);
    m->rotation = turned;
    return true;
}

static bool turn_matrix(ti_arena* arena, const ti_mat3* turn, ti_moving_box* box)
{
    toi_rational* m = &box->motion;
    size_t count = (size_t)3 * m->matrix_count; // rows
    double most = 0.0, *turned = ti_arena_allocate(arena, 3 * count, sizeof *turned);
    if (turned == NULL) {
        return false;
    }
    for (size_t k = 0; k < count; ++k) {
        toi_vec3 row = {m->matrix[3 * k], m->matrix[3 * k + 1], m->matrix[3 * k + 2]};
        toi_vec3 x = m3_apply_transposed(turn, row);
        turned[3 * k] = x.x;
        turned[3 * k + 1] = x.y;
        turned[3 * k + 2] = x.z;
        most = d_max(v3_largest(row), most);
    }
    box->rotation_error = 2.0 * box->rotation_error + 60.0 * TI_U * most;
    m->matrix = turned;
    return true;
}

bool ti_solid_box(ti_arena* arena, const ti_solid* solid, uint32_t index, const ti_solid_cell* cell,
                  ti_moving_box* box)
{
    const ti_solid_part* part = &solid->parts[index];
    const ti_rational_piece* piece = cell->piece;
    double bound = piece->bound;
    *box = (ti_moving_box){.motion = cell->motion,
                           .half = part->half,
                           .offset = v3_add(part->center, piece->offset),
                           .rotation_error = cell->rotation_error,
                           .translation_error = cell->translation_error,
                           .weight_error = cell->weight_error};
    if (bound > 0.0) {
        box->half = v3(ti_up(part->half.x + bound), ti_up(part->half.y + bound), ti_up(part->half.z + bound));
    }
    if (bound > 0.0 || part->turned) {
        box->offset_error = 32.0 * TI_U * (ti_length(part->center) + ti_length(piece->offset));
    }
    if (!part->turned) {
        return true;
    }
    ti_mat3 m = m3_rotation_of(part->turn);
    box->offset = m3_apply_transposed(&m, box->offset);
    return ti_is_affine(&box->motion) ? turn_matrix(arena, &m, box) : turn_rotation(arena, part->turn, box);
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

ti_affine ti_solid_place(const ti_solid* solid, double t)
{
    const ti_rational_piece* piece = piece_at(&solid->pieces, t);
    double s = d_min(d_max((t - piece->t0) / (piece->t1 - piece->t0), 0.0), 1.0);
    ti_affine place = ti_rational_place(&piece->motion, s);
    place.position = ti_affine_point(&place, piece->offset);
    return place;
}

ti_posed_box ti_solid_posed(const ti_solid* solid, uint32_t index, double t)
{
    const ti_solid_part* part = &solid->parts[index];
    ti_affine place = ti_solid_place(solid, t);
    ti_mat3 turn = m3_rotation_of(part->turn);
    ti_posed_box box = {.center = ti_affine_point(&place, part->center),
                        .half = {part->half.x, part->half.y, part->half.z}};
    turn = m3_transposed(&turn);
    for (int k = 0; k < 3; ++k) {
        toi_vec3 r = turn.row[k];
        box.axis[k] = v3_madd(v3_madd(v3_scale(r.x, place.axis[0]), r.y, place.axis[1]), r.z, place.axis[2]);
    }
    return box;
}
