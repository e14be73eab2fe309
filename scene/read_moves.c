// Lists of moves in a scene file: translations and rotations, each with the time when it ends or without.

#include "json_writer.h"
#include "read.h"

static toi_status read_rotate(ti_reader* reader, const ti_place* place, toi_move* move)
{
    static const char* const names[] = {"point", "axis", "angle"};
    ti_place point = ti_place_member(place, "point");
    ti_place axis = ti_place_member(place, "axis");
    ti_place angle = ti_place_member(place, "angle");
    toi_status status = ti_place_check_keys(reader, place, (ti_words){names, 3});
    if (status == TOI_OK) {
        status = ti_place_need(reader, &point, "a point of the axis in world space, 3 numbers");
    }
    if (status == TOI_OK) {
        status = ti_place_vec3(reader, &point, &move->point);
    }
    if (status == TOI_OK) {
        status = ti_place_need(reader, &axis, "the direction of the axis, 3 numbers");
    }
    if (status == TOI_OK) {
        status = ti_read_axis(reader, &axis, &move->axis);
    }
    if (status == TOI_OK) {
        status = ti_place_need(reader, &angle, "a number, in radians");
    }
    return status == TOI_OK ? ti_place_number(reader, &angle, &move->angle) : status;
}

// `before` is the last time that was given, or 0.
static toi_status read_until(ti_reader* reader, const ti_place* place, double before, toi_move* move)
{
    toi_status status = ti_place_number(reader, place, &move->until);
    if (status != TOI_OK) {
        return status;
    }
    if (!(move->until > 0.0 && move->until <= 1.0)) {
        return ti_place_fail(reader, place, "must be above 0 and at most 1, is %s",
                             ti_number_show(move->until).text);
    }
    if (!(move->until > before)) {
        return ti_place_fail(reader, place, "must be later than the time given before it, %s; is %s",
                             ti_number_show(before).text, ti_number_show(move->until).text);
    }
    return TOI_OK;
}

static toi_status read_move(ti_reader* reader, const ti_place* place, double before, toi_move* move)
{
    static const char* const names[] = {"translate", "rotate", "until"};
    ti_place translate = ti_place_member(place, "translate");
    ti_place rotate = ti_place_member(place, "rotate");
    ti_place until = ti_place_member(place, "until");
    toi_status status = ti_place_check_keys(reader, place, (ti_words){names, 3});
    if (status != TOI_OK) {
        return status;
    }
    if (!translate.value == !rotate.value) {
        return ti_place_fail(reader, place,
                             "must have either \"translate\": [x, y, z] or \"rotate\": {\"point\", \"axis\", "
                             "\"angle\"}, has %s",
                             translate.value ? "both" : "neither");
    }
    if (before >= 1.0) {
        return ti_place_fail(reader, place,
                             "no time is left for this move: one before it lasts until 1, the end");
    }
    move->kind = rotate.value ? TOI_MOVE_ROTATION : TOI_MOVE_TRANSLATION;
    status = rotate.value ? read_rotate(reader, &rotate, move) : ti_place_vec3(reader, &translate, &move->by);
    return status == TOI_OK && until.value ? read_until(reader, &until, before, move) : status;
}

toi_status ti_read_moves(ti_reader* reader, const ti_place* place, toi_motion* motion)
{
    toi_status status = ti_place_check_list(reader, place, "moves {\"translate\"} or {\"rotate\"}");
    if (status != TOI_OK) {
        return status;
    }
    size_t count = json_array_size(place->value);
    if (count < 1 || count > UINT32_MAX - 1) {
        return ti_place_fail(reader, place, "must hold at least one move, holds %zu", count);
    }
    toi_move* moves = ti_reader_allocate(reader, count, sizeof *moves);
    if (!moves) {
        return ti_place_fail_memory(reader);
    }
    motion->moves = moves; // released with the scene, also after a failure
    motion->move_count = (uint32_t)count;
    double before = 0.0;
    for (size_t i = 0; i < count && status == TOI_OK; ++i) {
        ti_place element = ti_place_element(place, i);
        status = read_move(reader, &element, before, &moves[i]);
        before = moves[i].until > 0.0 ? moves[i].until : before;
    }
    toi_error error = {0};
    if (status == TOI_OK && toi_motion_check(motion, &error) != TOI_OK) {
        ti_place element = ti_place_element(place, (size_t)error.index);
        return ti_place_fail(reader, &element, "%s", error.text);
    }
    return status;
}
