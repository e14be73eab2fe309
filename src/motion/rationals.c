// Lists of rational pieces: checks, times and joints.

#include "motion/rationals.h"

#include "core/error.h"
#include "motion/length.h"
#include "motion/rational.h"

#include <string.h>

// What a piece may begin off the end of the one before, as a share of the sizes: coefficients of curves that
// were cut or fitted in doubles miss each other by less, and a gap that was meant is larger.
static const double LARGEST_JUMP = 0x1p-30;

// ---- times

double ti_rational_until(const toi_motion* motion, uint32_t index)
{
    double until = motion->rationals[index].until;
    return motion->rational_count == 1 && until == 0.0 ? 1.0 : until;
}

double ti_rational_from(const toi_motion* motion, uint32_t index)
{
    return index > 0 ? ti_rational_until(motion, index - 1) : 0.0;
}

uint32_t ti_rational_at(const toi_motion* motion, double t)
{
    uint32_t low = 0, high = motion->rational_count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (ti_rational_until(motion, middle) <= t) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

double ti_rational_share(const toi_motion* motion, uint32_t index, double t)
{
    double from = ti_rational_from(motion, index), to = ti_rational_until(motion, index);
    return t >= to ? 1.0 : (t - from) / (to - from);
}

toi_pose ti_rationals_pose(const toi_motion* motion, double t)
{
    uint32_t index = ti_rational_at(motion, t);
    return ti_rational_pose(&motion->rationals[index], ti_rational_share(motion, index, t));
}

// ---- joints

// Where a piece has the body at one of its ends: there a polynomial is its first or last coefficient.
typedef struct end_state {
    double matrix[9];
    toi_vec3 position;
} end_state;

static end_state state_at_end(const toi_rational* m, bool last)
{
    end_state e;
    uint32_t at = last ? m->translation_count - 1 : 0;
    double w = ti_rational_weight(m, at);
    toi_vec3 p = m->translation[at];
    e.position = v3(p.x / w, p.y / w, p.z / w);
    if (m->matrix != NULL) {
        const double* coefficient = m->matrix + (size_t)9 * (last ? m->matrix_count - 1 : 0);
        memcpy(e.matrix, coefficient, sizeof e.matrix);
        return e;
    }
    ti_mat3 r = m3_from_quat(ti_unit_quaternion(m->rotation[last ? m->rotation_count - 1 : 0]));
    memcpy(e.matrix, &r, sizeof e.matrix);
    return e;
}

// Largest coefficient of P by that of w.
static double reach_of(const toi_rational* m)
{
    double way = 0.0, weight = 0.0;
    for (uint32_t k = 0; k < m->translation_count; ++k) {
        way = fmax(ti_length(m->translation[k]), way);
        weight = fmax(fabs(ti_rational_weight(m, k)), weight);
    }
    return way / weight;
}

static bool check_joint(const toi_motion* motion, uint32_t index, toi_error* error)
{
    const toi_rational *before = &motion->rationals[index - 1], *piece = &motion->rationals[index];
    end_state end = state_at_end(before, true), start = state_at_end(piece, false);
    double jump = ti_length(v3_sub(start.position, end.position));
    if (!(jump <= LARGEST_JUMP * fmax(reach_of(before), reach_of(piece)))) {
        ti_fail(error, TOI_ERROR_INVALID, index,
                "pieces: it starts %.3g from where the piece before ends; at most 2^-30 of their largest "
                "coefficient is rounding",
                jump);
        return false;
    }
    double turned = 0.0, largest = 0.0;
    for (int i = 0; i < 9; ++i) {
        turned = fmax(fabs(start.matrix[i] - end.matrix[i]), turned);
        largest = fmax(fabs(end.matrix[i]), largest);
    }
    if (!(turned <= LARGEST_JUMP * largest)) {
        ti_fail(error, TOI_ERROR_INVALID, index,
                "pieces: at its start the matrix is %.3g off that at the end of the piece before; at most "
                "2^-30 is rounding",
                turned);
        return false;
    }
    return true;
}

// The matrix of a turn by an angle is 2 sin(angle/2) off one, its unit quaternion 2 sin(angle/4), or that of
// the negative: so at most twice as much.
double ti_rational_jump(const toi_motion* motion, uint32_t index, double radius)
{
    if (index == 0) {
        return 0.0;
    }
    const toi_rational *before = &motion->rationals[index - 1], *piece = &motion->rationals[index];
    toi_vec3 from = state_at_end(before, true).position, to = state_at_end(piece, false).position;
    toi_quat p = ti_unit_quaternion(before->rotation[before->rotation_count - 1]);
    toi_quat q = ti_unit_quaternion(piece->rotation[0]);
    toi_quat less = {q.w - p.w, q.x - p.x, q.y - p.y, q.z - p.z};
    toi_quat more = {q.w + p.w, q.x + p.x, q.y + p.y, q.z + p.z};
    double turned = 2.0 * fmin(ti_quaternion_length(less), ti_quaternion_length(more));
    return (1.0 + 0x1p-40) * (ti_length(v3_sub(to, from)) + radius * turned);
}

// ---- checks

static bool check_count(const void* list, uint32_t count, uint32_t index, const char* name, toi_error* error)
{
    if (list != NULL && count >= 1 && count <= TOI_MOST_COEFFICIENTS) {
        return true;
    }
    ti_fail(error, TOI_ERROR_INVALID, index, "pieces: %s needs from 1 to %d coefficients, has %u", name,
            TOI_MOST_COEFFICIENTS, list != NULL ? (unsigned)count : 0u);
    return false;
}

// Short enough to stand behind the name of a body.
static const char* text_of(ti_rational_fault fault)
{
    switch (fault) {
    case TI_RATIONAL_ROTATION:
        return "pieces: rotation is not certain to stay away from zero on [0, 1], by 2^-20 of its largest "
               "coefficient; q and -q turn alike, so one of them may do, or a piece more";
    case TI_RATIONAL_WEIGHT:
        return "pieces: weights are not certain to stay positive on [0, 1], by 2^-20 of the largest";
    case TI_RATIONAL_MATRIX:
        return "pieces: the determinant of matrix is not certain to stay positive on [0, 1], by 2^-33 of the "
               "cube of its longest column";
    case TI_RATIONAL_FINE:
    case TI_RATIONAL_COUNT:
    case TI_RATIONAL_INFINITE:
        break;
    }
    return "pieces: a number is not finite or of a usable size: largest of rotation and weights 2^-400 to "
           "2^400, translation to 2^400 (times weights), matrix 2^-60 to 2^60";
}

static bool check_polynomials(const toi_rational* m, bool affine, uint32_t index, toi_error* error)
{
    bool has_matrix = m->matrix != NULL || m->matrix_count > 0;
    const char* why = NULL;
    if (has_matrix && !affine) {
        why = "pieces: it has a matrix; an affine motion is for boxes alone";
    } else if (has_matrix && (m->rotation != NULL || m->rotation_count > 0)) {
        why = "pieces: it has a rotation and a matrix";
    }
    if (why != NULL) {
        ti_fail(error, TOI_ERROR_INVALID, index, "%s", why);
        return false;
    }
    if (!(has_matrix ? check_count(m->matrix, m->matrix_count, index, "matrix", error)
                     : check_count(m->rotation, m->rotation_count, index, "rotation", error)) ||
        !check_count(m->translation, m->translation_count, index, "translation", error)) {
        return false;
    }
    ti_rational_fault fault = ti_rational_check(m);
    if (fault != TI_RATIONAL_FINE) {
        ti_fail(error, TOI_ERROR_INVALID, index, "%s", text_of(fault));
    }
    return fault == TI_RATIONAL_FINE;
}

static bool check_time(const toi_motion* motion, uint32_t index, toi_error* error)
{
    double until = ti_rational_until(motion, index);
    bool last = index + 1 == motion->rational_count;
    const char* fault = NULL;
    if (!(until > 0.0 && until <= 1.0)) {
        fault = "pieces: until is not above 0 and at most 1";
    } else if (!(until > ti_rational_from(motion, index))) {
        fault = "pieces: until is not above that of the piece before";
    } else if (last && until != 1.0) {
        fault = "pieces: until of the last piece is not 1";
    }
    if (fault != NULL) {
        ti_fail(error, TOI_ERROR_INVALID, index, "%s", fault);
    }
    return fault == NULL;
}

bool ti_rationals_valid(const toi_motion* motion, bool affine, toi_error* error)
{
    if (motion->rationals == NULL || motion->rational_count < 1) {
        ti_fail(error, TOI_ERROR_INVALID, 0, "pieces: at least one is needed");
        return false;
    }
    for (uint32_t i = 0; i < motion->rational_count; ++i) {
        if (!check_time(motion, i, error) || !check_polynomials(&motion->rationals[i], affine, i, error) ||
            (i > 0 && !check_joint(motion, i, error))) {
            return false;
        }
    }
    return true;
}

// ---- motions that are the same

// All coefficients those of the first one of another piece: a polynomial that does not change.
static bool keeps(const toi_rational* m, const toi_rational* first)
{
    for (uint32_t k = 0; k < m->rotation_count; ++k) {
        if (!q_equal(m->rotation[k], first->rotation[0])) {
            return false;
        }
    }
    for (uint32_t k = 0; k < m->translation_count; ++k) {
        if (!v3_equal(m->translation[k], first->translation[0]) ||
            ti_rational_weight(m, k) != ti_rational_weight(first, 0)) {
            return false;
        }
    }
    return true;
}

bool ti_rationals_rest(const toi_motion* motion)
{
    for (uint32_t i = 0; i < motion->rational_count; ++i) {
        if (!keeps(&motion->rationals[i], &motion->rationals[0])) {
            return false;
        }
    }
    return true;
}

static bool same_piece(const toi_rational* a, const toi_rational* b)
{
    if (a->rotation_count != b->rotation_count || a->translation_count != b->translation_count) {
        return false;
    }
    for (uint32_t k = 0; k < a->rotation_count; ++k) {
        if (!q_equal(a->rotation[k], b->rotation[k])) {
            return false;
        }
    }
    for (uint32_t k = 0; k < a->translation_count; ++k) {
        if (!v3_equal(a->translation[k], b->translation[k]) ||
            ti_rational_weight(a, k) != ti_rational_weight(b, k)) {
            return false;
        }
    }
    return true;
}

bool ti_rationals_same(const toi_motion* a, const toi_motion* b)
{
    if (a->rational_count != b->rational_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->rational_count; ++i) {
        if (ti_rational_until(a, i) != ti_rational_until(b, i) ||
            !same_piece(&a->rationals[i], &b->rationals[i])) {
            return false;
        }
    }
    return true;
}
