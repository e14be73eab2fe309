// Rational motions in a scene file: pieces of polynomials in Bernstein form, each with a rotation or a
// matrix.

#include "json_writer.h"
#include "read.h"

#include <string.h>

enum { PIECE_KEYS = 4, MATRIX_NUMBERS = 9 };

static const char* const piece_keys[PIECE_KEYS] = {"rotation", "matrix", "translation", "weights"};

// Reads one coefficient of a list to where it stands in memory.
typedef toi_status coefficient_reader(ti_reader* reader, const ti_place* place, void* coefficient);

static toi_status read_weight(ti_reader* reader, const ti_place* place, void* coefficient)
{
    return ti_place_number(reader, place, coefficient);
}

static toi_status read_vector(ti_reader* reader, const ti_place* place, void* coefficient)
{
    return ti_place_vec3(reader, place, coefficient);
}

static toi_status read_quaternion(ti_reader* reader, const ti_place* place, void* coefficient)
{
    double q[4];
    toi_status status = ti_place_numbers(reader, place, 4, q);
    if (status == TOI_OK) {
        *(toi_quat*)coefficient = (toi_quat){q[0], q[1], q[2], q[3]};
    }
    return status;
}

// Nine numbers, or three rows of three.
static toi_status read_matrix(ti_reader* reader, const ti_place* place, void* coefficient)
{
    double* numbers = coefficient;
    bool rows = json_array_size(place->value) == 3; // 0 for what is no list
    if (!json_is_array(place->value) || (rows && !json_is_array(json_array_get(place->value, 0)))) {
        return ti_place_fail(reader, place,
                             "must be a matrix, 9 numbers or 3 rows of 3; \"matrix\" is a list of these");
    }
    if (!rows) {
        return ti_place_numbers(reader, place, MATRIX_NUMBERS, numbers);
    }
    toi_status status = TOI_OK;
    for (size_t i = 0; i < 3 && status == TOI_OK; ++i) {
        ti_place row = ti_place_element(place, i);
        status = ti_place_numbers(reader, &row, 3, numbers + 3 * i);
    }
    return status;
}

// What is read; the scene releases `list` with the piece, also after a failure.
typedef struct coefficients {
    coefficient_reader* read;
    size_t size; // of one
    const char* what;
    void* list;
    uint32_t count;
} coefficients;

// Room for a list, or for one coefficient of zeros where the object has no such list.
static toi_status make_coefficients(ti_reader* reader, const ti_place* place, coefficients* c)
{
    size_t count = 1;
    if (place->value) {
        toi_status status = ti_place_check_list(reader, place, c->what);
        if (status != TOI_OK) {
            return status;
        }
        count = json_array_size(place->value);
        if (count < 1 || count > TOI_MOST_COEFFICIENTS) {
            return ti_place_fail(reader, place, "must hold from 1 to %d coefficients, holds %zu",
                                 TOI_MOST_COEFFICIENTS, count);
        }
    }
    c->list = ti_reader_allocate(reader, count, c->size);
    c->count = c->list ? (uint32_t)count : 0;
    return c->list ? TOI_OK : ti_place_fail_memory(reader);
}

static toi_status fill_coefficients(ti_reader* reader, const ti_place* place, const coefficients* c)
{
    toi_status status = TOI_OK;
    for (size_t i = 0; place->value && i < c->count && status == TOI_OK; ++i) {
        ti_place element = ti_place_element(place, i);
        status = c->read(reader, &element, (char*)c->list + c->size * i);
    }
    return status;
}

// ---- the lists of a piece

static toi_status read_turning(ti_reader* reader, const ti_place* object, toi_rational* piece)
{
    ti_place rotation = ti_place_member(object, "rotation"), matrix = ti_place_member(object, "matrix");
    if (rotation.value && matrix.value) {
        return ti_place_fail(reader, object, "must have either \"rotation\" or \"matrix\", has both");
    }
    if (matrix.value) {
        coefficients c = {
            .read = read_matrix, .size = MATRIX_NUMBERS * sizeof(double), .what = "matrices, 9 numbers each"};
        toi_status status = make_coefficients(reader, &matrix, &c);
        piece->matrix = c.list;
        piece->matrix_count = c.count;
        return status == TOI_OK ? fill_coefficients(reader, &matrix, &c) : status;
    }
    coefficients c = {
        .read = read_quaternion, .size = sizeof(toi_quat), .what = "quaternions, 4 numbers each"};
    toi_status status = make_coefficients(reader, &rotation, &c);
    piece->rotation = c.list;
    piece->rotation_count = c.count;
    if (status == TOI_OK && !rotation.value) {
        *(toi_quat*)c.list = (toi_quat){1.0, 0.0, 0.0, 0.0};
    }
    return status == TOI_OK ? fill_coefficients(reader, &rotation, &c) : status;
}

static toi_status read_way(ti_reader* reader, const ti_place* object, toi_rational* piece)
{
    ti_place translation = ti_place_member(object, "translation");
    coefficients c = {.read = read_vector, .size = sizeof(toi_vec3), .what = "vectors, 3 numbers each"};
    toi_status status = make_coefficients(reader, &translation, &c);
    piece->translation = c.list;
    piece->translation_count = c.count;
    return status == TOI_OK ? fill_coefficients(reader, &translation, &c) : status;
}

static toi_status read_weights(ti_reader* reader, const ti_place* object, toi_rational* piece)
{
    ti_place weights = ti_place_member(object, "weights");
    if (!weights.value) {
        return TOI_OK;
    }
    ti_place translation = ti_place_member(object, "translation");
    toi_status status =
        ti_place_need(reader, &translation, "as long as \"weights\", which divides it: vectors of 3 numbers");
    coefficients c = {.read = read_weight, .size = sizeof(double), .what = "numbers"};
    if (status == TOI_OK) {
        status = make_coefficients(reader, &weights, &c);
        piece->weights = c.list;
    }
    if (status == TOI_OK) {
        status = fill_coefficients(reader, &weights, &c);
    }
    if (status == TOI_OK && c.count != piece->translation_count) {
        return ti_place_fail(reader, &weights, "must be as many as of \"translation\", %u, are %u",
                             (unsigned)piece->translation_count, (unsigned)c.count);
    }
    return status;
}

static toi_status read_lists(ti_reader* reader, const ti_place* object, toi_rational* piece)
{
    toi_status status = read_turning(reader, object, piece);
    if (status == TOI_OK) {
        status = read_way(reader, object, piece);
    }
    return status == TOI_OK ? read_weights(reader, object, piece) : status;
}

// ---- lists of pieces

static toi_status read_until(ti_reader* reader, const ti_place* object, const toi_rational* before,
                             toi_rational* piece)
{
    ti_place until = ti_place_member(object, "until");
    toi_status status = ti_place_need(reader, &until, "the time when the piece ends, up to 1 of the last");
    if (status == TOI_OK) {
        status = ti_place_number(reader, &until, &piece->until);
    }
    if (status != TOI_OK) {
        return status;
    }
    if (!(piece->until > 0.0 && piece->until <= 1.0)) {
        return ti_place_fail(reader, &until, "must be above 0 and at most 1, is %s",
                             ti_number_show(piece->until).text);
    }
    if (before && !(piece->until > before->until)) {
        return ti_place_fail(reader, &until, "must be later than the end of the piece before, %s; is %s",
                             ti_number_show(before->until).text, ti_number_show(piece->until).text);
    }
    return TOI_OK;
}

static toi_status read_piece(ti_reader* reader, const ti_place* place, const toi_rational* before,
                             toi_rational* piece)
{
    const char* names[PIECE_KEYS + 1] = {"until"};
    for (size_t i = 0; i < PIECE_KEYS; ++i) {
        names[i + 1] = piece_keys[i];
    }
    toi_status status = ti_place_check_keys(reader, place, (ti_words){names, PIECE_KEYS + 1});
    if (status == TOI_OK) {
        status = read_until(reader, place, before, piece);
    }
    return status == TOI_OK ? read_lists(reader, place, piece) : status;
}

static toi_status make_pieces(ti_reader* reader, size_t count, toi_motion* motion, toi_rational** pieces)
{
    *pieces = ti_reader_allocate(reader, count, sizeof **pieces);
    if (!*pieces) {
        return ti_place_fail_memory(reader);
    }
    motion->rationals = *pieces; // released with the scene, also after a failure
    motion->rational_count = (uint32_t)count;
    return TOI_OK;
}

static toi_status read_pieces(ti_reader* reader, const ti_place* place, toi_motion* motion)
{
    toi_status status =
        ti_place_check_list(reader, place, "pieces {\"until\", \"rotation\", \"translation\"}");
    if (status != TOI_OK) {
        return status;
    }
    size_t count = json_array_size(place->value);
    if (count < 1 || count > UINT32_MAX - 1) {
        return ti_place_fail(reader, place, "must hold at least one piece, holds %zu", count);
    }
    toi_rational* pieces = NULL;
    status = make_pieces(reader, count, motion, &pieces);
    for (size_t i = 0; i < count && status == TOI_OK; ++i) {
        ti_place element = ti_place_element(place, i);
        status = read_piece(reader, &element, i > 0 ? &pieces[i - 1] : NULL, &pieces[i]);
    }
    if (status == TOI_OK && pieces[count - 1].until != 1.0) {
        ti_place last = ti_place_element(place, count - 1);
        ti_place until = ti_place_member(&last, "until");
        return ti_place_fail(reader, &until, "must be 1, as this is the last piece; is %s",
                             ti_number_show(pieces[count - 1].until).text);
    }
    return status;
}

// ---- the motion

static bool has_matrix(const toi_motion* motion)
{
    for (uint32_t i = 0; i < motion->rational_count; ++i) {
        if (motion->rationals[i].matrix_count > 0) {
            return true;
        }
    }
    return false;
}

// The checks of the library; a motion with a matrix is for the command that takes it.
static toi_status check_motion(ti_reader* reader, const ti_place* place, const toi_motion* motion)
{
    toi_error error = {0};
    if (has_matrix(motion) || toi_motion_check(motion, &error) == TOI_OK) {
        return TOI_OK;
    }
    ti_place pieces = ti_place_member(place, "pieces");
    ti_place piece = ti_place_element(&pieces, (size_t)error.index);
    // The place says which piece it is, and a motion without a list has none.
    static const char field[] = "pieces: ";
    const char* text = error.text + (strncmp(error.text, field, strlen(field)) == 0 ? strlen(field) : 0);
    return ti_place_fail(reader, pieces.value ? &piece : place, "%s", text);
}

toi_status ti_read_rational(ti_reader* reader, const ti_place* place, toi_motion* motion)
{
    const char* names[PIECE_KEYS + 2] = {"kind", "pieces"};
    ti_place pieces = ti_place_member(place, "pieces");
    for (size_t i = 0; i < PIECE_KEYS; ++i) {
        ti_place list = ti_place_member(place, piece_keys[i]);
        names[i + 2] = piece_keys[i];
        if (pieces.value && list.value) {
            return ti_place_fail(reader, place, "must have either \"pieces\" or \"%s\", has both",
                                 piece_keys[i]);
        }
    }
    toi_status status = ti_place_check_keys(reader, place, (ti_words){names, PIECE_KEYS + 2});
    if (status != TOI_OK) {
        return status;
    }
    if (pieces.value) {
        status = read_pieces(reader, &pieces, motion);
    } else {
        toi_rational* single = NULL;
        status = make_pieces(reader, 1, motion, &single);
        if (status == TOI_OK) {
            status = read_lists(reader, place, single);
        }
    }
    return status == TOI_OK ? check_motion(reader, place, motion) : status;
}
