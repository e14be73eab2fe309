// Bodies made of boxes in a scene file. Other commands than `toi boxes` take the mesh of their corners, in
// doubles: box i has the vertices 8 i to 8 i + 7 and the faces 6 i to 6 i + 5.

#include "json_writer.h"
#include "read.h"

#include <math.h>

enum { VERTICES = 8, FACES = 6, CORNERS = 4 };

static const uint32_t sides[FACES][CORNERS] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                               {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

static toi_status read_half(ti_reader* reader, const ti_place* place, double scale, toi_vec3* half)
{
    double length[3] = {0.0, 0.0, 0.0};
    toi_status status = ti_place_numbers(reader, place, 3, length);
    for (size_t i = 0; i < 3 && status == TOI_OK; ++i) {
        ti_place element = ti_place_element(place, i);
        if (!(length[i] >= 0.0)) {
            return ti_place_fail(reader, &element, "must be positive or zero, is %s",
                                 ti_number_show(length[i]).text);
        }
        if (!isfinite(length[i] * scale)) {
            return ti_place_fail(reader, &element, "leaves the range of numbers when scaled");
        }
    }
    *half = (toi_vec3){length[0] * scale, length[1] * scale, length[2] * scale};
    return status;
}

static toi_status read_box(ti_reader* reader, const ti_place* place, double scale, toi_part* box)
{
    static const char* const known[] = {"half", "position", "quaternion"};
    toi_status status = ti_place_check_keys(reader, place, (ti_words){known, 3});
    ti_place half = {NULL, NULL, 0, NULL};
    if (status == TOI_OK) {
        half = ti_place_member(place, "half");
        status = ti_place_need(reader, &half, "half of the lengths of the box, 3 numbers");
    }
    if (status == TOI_OK) {
        status = read_half(reader, &half, scale, &box->half);
    }
    if (status == TOI_OK) {
        status = ti_read_pose_fields(reader, place, &box->pose);
    }
    toi_vec3* p = &box->pose.position;
    *p = (toi_vec3){scale * p->x, scale * p->y, scale * p->z};
    if (status == TOI_OK && !(isfinite(p->x) && isfinite(p->y) && isfinite(p->z))) {
        ti_place position = ti_place_member(place, "position");
        return ti_place_fail(reader, &position, "leaves the range of numbers when scaled");
    }
    return status;
}

static toi_status read_list(ti_reader* reader, const ti_place* place, double scale, ti_scene_body* body)
{
    toi_status status = ti_place_check_list(reader, place, "boxes {\"half\", \"position\", \"quaternion\"}");
    if (status != TOI_OK) {
        return status;
    }
    size_t count = json_array_size(place->value);
    if (count == 0 || count > UINT32_MAX / (FACES * CORNERS)) {
        return ti_place_fail(reader, place, "must hold at least one box, holds %zu", count);
    }
    body->boxes = ti_reader_allocate(reader, count, sizeof *body->boxes);
    if (!body->boxes) {
        return ti_place_fail_memory(reader);
    }
    body->box_count = (uint32_t)count;
    for (size_t i = 0; i < count && status == TOI_OK; ++i) {
        ti_place box = ti_place_element(place, i);
        status = read_box(reader, &box, scale, &body->boxes[i]);
    }
    return status;
}

// ---- the mesh

// Polygons of all boxes, in one block of memory for each list.
typedef struct polygons {
    double* vertices;
    uint32_t *corners, *offsets;
} polygons;

static void add_box(const toi_part* box, uint32_t index, polygons* p)
{
    double* vertex = p->vertices + (size_t)3 * VERTICES * index;
    for (uint32_t i = 0; i < VERTICES; ++i) {
        toi_vec3 v = {i & 1 ? box->half.x : -box->half.x, i & 2 ? box->half.y : -box->half.y,
                      i & 4 ? box->half.z : -box->half.z};
        v = toi_pose_point(box->pose, v);
        vertex[3 * i] = v.x;
        vertex[3 * i + 1] = v.y;
        vertex[3 * i + 2] = v.z;
    }
    for (uint32_t f = 0; f < FACES; ++f) {
        uint32_t begin = CORNERS * (FACES * index + f);
        for (uint32_t i = 0; i < CORNERS; ++i) {
            p->corners[begin + i] = VERTICES * index + sides[f][i];
        }
        p->offsets[FACES * index + f + 1] = begin + CORNERS;
    }
}

static toi_status make_mesh(ti_reader* reader, const ti_place* place, const polygons* p, ti_scene_body* body)
{
    const toi_mesh_def def = {.vertices = p->vertices,
                              .vertex_count = VERTICES * body->box_count,
                              .indices = p->corners,
                              .face_offsets = p->offsets,
                              .face_count = FACES * body->box_count,
                              .allocator = &reader->allocator};
    toi_mesh* mesh = NULL;
    toi_error error = {0};
    toi_status status = toi_mesh_create(&def, &mesh, &error);
    if (status == TOI_ERROR_MEMORY) {
        return ti_place_fail_memory(reader);
    }
    if (status != TOI_OK) {
        return ti_place_fail(reader, place, "%s", error.text);
    }
    status = ti_reader_keep_mesh(reader, mesh);
    body->mesh = status == TOI_OK ? mesh : NULL;
    return status;
}

toi_status ti_read_boxes(ti_reader* reader, const ti_place* place, double scale, ti_scene_body* body)
{
    toi_status status = read_list(reader, place, scale, body);
    if (status != TOI_OK) {
        return status;
    }
    size_t count = body->box_count;
    polygons p = {ti_reader_allocate(reader, count * VERTICES * 3, sizeof *p.vertices),
                  ti_reader_allocate(reader, count * FACES * CORNERS, sizeof *p.corners),
                  ti_reader_allocate(reader, count * FACES + 1, sizeof *p.offsets)};
    if (p.vertices && p.corners && p.offsets) {
        for (uint32_t i = 0; i < body->box_count; ++i) {
            add_box(&body->boxes[i], i, &p);
        }
        status = make_mesh(reader, place, &p, body);
    } else {
        status = ti_place_fail_memory(reader);
    }
    reader->allocator.release(p.vertices, reader->allocator.context);
    reader->allocator.release(p.corners, reader->allocator.context);
    reader->allocator.release(p.offsets, reader->allocator.context);
    return status;
}
