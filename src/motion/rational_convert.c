// Motions of every kind as rational ones, with lists of their own.
//
// The pieces are those of rational_pieces.c, and where a piece is in the frame of an axis the way of its
// centre goes into the translation. Where nothing is fitted or rounded the bound is zero. Numbers so small
// that they underflow are off by a few times 2^-1074, which the least normal double covers.

#include "core/error.h"
#include "core/memory.h"
#include "math/scalar.h"
#include "motion/rational_offset.h"
#include "motion/rationals.h"

#include <float.h>
#include <string.h>

static const double MOST_LENGTH = 0x1p400;

// Of the radius.
static const double DEFAULT_TOLERANCE = 1e-9;

// ---- memory

_Static_assert(sizeof(toi_rational) % sizeof(double) == 0, "lists of doubles follow pieces");

// How many doubles the lists of a piece take.
static uint64_t list_size(const ti_rational_piece* piece)
{
    const toi_rational* m = &piece->motion;
    uint32_t way = ti_rational_offset_count(piece);
    bool weights = m->weights != NULL || way > m->translation_count;
    return (uint64_t)4 * m->rotation_count + (uint64_t)(weights ? 4 : 3) * way;
}

// All in one block: the pieces, then their lists.
static double* make_room(const ti_rational_pieces* pieces, const toi_allocator* allocator)
{
    uint64_t size = (uint64_t)pieces->count * (sizeof(toi_rational) / sizeof(double));
    for (uint32_t i = 0; i < pieces->count; ++i) {
        size += list_size(&pieces->piece[i]);
    }
    return size <= SIZE_MAX ? ti_allocate(allocator, (size_t)size, sizeof(double)) : NULL;
}

// ---- pieces

static double off_by(const ti_rational_piece* piece, double more)
{
    if (piece->bound > 0.0) {
        return (1.0 + 0x1p-40) * (piece->bound + more) + DBL_MIN;
    }
    return piece->rounding > 0.0 ? (1.0 + 0x1p-40) * piece->rounding + DBL_MIN : 0.0;
}

// Copies a piece whose lists go to `room`. @return its bound
static double write_piece(const ti_rational_piece* piece, double* room, toi_rational* out)
{
    const toi_rational* m = &piece->motion;
    uint32_t way = ti_rational_offset_count(piece);
    void* rotation = room;
    void* translation = room + (size_t)4 * m->rotation_count;
    double* weights = room + (size_t)4 * m->rotation_count + (size_t)3 * way;
    memcpy(rotation, m->rotation, m->rotation_count * sizeof *m->rotation);
    *out = (toi_rational){.rotation = rotation,
                          .rotation_count = m->rotation_count,
                          .translation = translation,
                          .translation_count = way,
                          .until = piece->t1};
    if (way > m->translation_count) {
        out->weights = weights;
        return off_by(piece, ti_rational_offset_write(piece, translation, weights));
    }
    memcpy(translation, m->translation, way * sizeof *m->translation);
    if (m->weights != NULL) {
        memcpy(weights, m->weights, way * sizeof *m->weights);
        out->weights = weights;
    }
    return off_by(piece, 0.0);
}

static void write_all(const ti_rational_pieces* pieces, void* memory, toi_rational_motion* out)
{
    toi_rational* rationals = memory;
    double* room = (double*)memory + (size_t)pieces->count * (sizeof(toi_rational) / sizeof(double));
    for (uint32_t i = 0; i < pieces->count; ++i) {
        const ti_rational_piece* piece = &pieces->piece[i];
        out->bound = d_max(write_piece(piece, room, &rationals[i]), out->bound);
        room += list_size(piece);
    }
    out->memory = memory;
    out->motion =
        (toi_motion){.kind = TOI_MOTION_RATIONAL, .rationals = rationals, .rational_count = pieces->count};
}

// ---- the call

static toi_status fail_pieces(toi_status status, toi_error* error)
{
    if (status == TOI_ERROR_LIMIT) {
        return ti_fail(error, status, 0, "the motion turns too often, or has more than %d pieces",
                       (int)TI_MOST_RATIONAL_PIECES);
    }
    return status == TOI_ERROR_INVALID ? ti_fail(error, status, 0, "the motion goes further than 2^400")
                                       : ti_fail_memory(error);
}

// Turns of so many radians that their rounding keeps pieces from meeting, and numbers next to the limits of
// rational motions, are found by the checks that the motions of callers go through.
static toi_status check_result(const toi_rational_motion* out, toi_error* error)
{
    toi_error why;
    if (ti_rationals_valid(&out->motion, false, &why)) {
        return TOI_OK;
    }
    return ti_fail(error, TOI_ERROR_LIMIT, why.index, "as a rational motion it would not be valid: %.180s",
                   why.text);
}

static toi_status convert(ti_arena* arena, const toi_motion* motion, const ti_rational_fit* fit,
                          toi_rational_motion* out, toi_error* error)
{
    ti_rational_pieces pieces;
    toi_status status = ti_rational_pieces_make(arena, motion, fit, &pieces);
    if (status != TOI_OK) {
        return fail_pieces(status, error);
    }
    void* memory = make_room(&pieces, &out->allocator);
    if (memory == NULL) {
        return ti_fail_memory(error);
    }
    write_all(&pieces, memory, out);
    status = check_result(out, error);
    if (status != TOI_OK) {
        ti_release(&out->allocator, memory);
    }
    return status;
}

static toi_status check_arguments(const toi_motion* motion, double radius, double tolerance,
                                  const toi_rational_motion* result, toi_error* error)
{
    if (result == NULL) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "there is no room for the result");
    }
    if (!(radius >= 0.0 && radius <= MOST_LENGTH)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "radius is not between 0 and 2^400");
    }
    if (!(tolerance >= 0.0 && tolerance <= DBL_MAX)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "tolerance is not a finite length of at least 0");
    }
    toi_status status = toi_motion_check(motion, error);
    if (status == TOI_OK && motion->kind == TOI_MOTION_VERTICES) {
        return ti_fail(error, TOI_ERROR_INVALID, 0,
                       "kind is vertices: a body that deforms has no rational motion");
    }
    return status;
}

toi_status toi_motion_to_rational(const toi_motion* motion, double radius, const toi_rational_def* def,
                                  toi_rational_motion* result, toi_error* error)
{
    toi_rational_def settings = def != NULL ? *def : (toi_rational_def){0};
    toi_status status = check_arguments(motion, radius, settings.tolerance, result, error);
    if (status != TOI_OK) {
        return status;
    }
    double tolerance = settings.tolerance > 0.0 ? settings.tolerance : DEFAULT_TOLERANCE * radius;
    ti_rational_fit fit = {.radius = radius, .tolerance = tolerance, .joined = true};
    toi_rational_motion out = {.allocator = ti_allocator_or_default(settings.allocator)};
    ti_arena arena;
    ti_arena_init(&arena, &out.allocator, 0);
    status = convert(&arena, motion, &fit, &out, error);
    ti_arena_destroy(&arena);
    if (status == TOI_OK) {
        *result = out;
    }
    return status;
}

void toi_rational_motion_release(toi_rational_motion* result)
{
    if (result != NULL) {
        ti_release(&result->allocator, result->memory);
        *result = (toi_rational_motion){0};
    }
}
