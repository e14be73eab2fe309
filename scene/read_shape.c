// Shapes of a scene file that are given by their size: boxes, balls and cylinders.

#include "json_writer.h"
#include "read.h"

#include <math.h>
#include <string.h>

static toi_status check_length(ti_reader* reader, const ti_place* place, double length, double scaled)
{
    if (!(length > 0.0)) {
        return ti_place_fail(reader, place, "must be positive, is %s", ti_number_show(length).text);
    }
    if (!(scaled > 0.0 && isfinite(scaled))) {
        return ti_place_fail(reader, place, "leaves the range of numbers when scaled");
    }
    return TOI_OK;
}

// Takes over what a maker of shapes made.
static toi_status keep_shape(ti_reader* reader, const ti_place* place, toi_status status, toi_mesh* mesh,
                             const toi_error* error, ti_scene_body* body)
{
    if (status == TOI_ERROR_MEMORY) {
        return ti_place_fail_memory(reader);
    }
    if (status != TOI_OK) {
        return ti_place_fail(reader, place, "%s", error->text);
    }
    status = ti_reader_keep_mesh(reader, mesh);
    body->mesh = status == TOI_OK ? mesh : NULL;
    return status;
}

static toi_status read_box(ti_reader* reader, const ti_place* place, double scale, ti_scene_body* body)
{
    double half[3];
    toi_status status = ti_place_numbers(reader, place, 3, half);
    for (size_t i = 0; i < 3 && status == TOI_OK; ++i) {
        ti_place element = ti_place_element(place, i);
        if (half[i] == 0.0) {
            return ti_place_fail(
                reader, &element,
                "must be positive, is 0; a flat box stands in \"boxes\", in place of \"mesh\"");
        }
        status = check_length(reader, &element, half[i], half[i] * scale);
    }
    if (status != TOI_OK) {
        return status;
    }
    toi_mesh* mesh = NULL;
    toi_error error = {0};
    body->shape = TI_SHAPE_BOX;
    body->size = (toi_vec3){half[0] * scale, half[1] * scale, half[2] * scale};
    status = toi_mesh_create_box(body->size, &reader->allocator, &mesh, &error);
    return keep_shape(reader, place, status, mesh, &error, body);
}

static toi_status read_sphere(ti_reader* reader, const ti_place* place, double scale, ti_scene_body* body)
{
    double radius = 0.0;
    toi_status status = ti_place_number(reader, place, &radius);
    body->shape = TI_SHAPE_SPHERE;
    body->size = (toi_vec3){radius * scale, 0.0, 0.0};
    status = status == TOI_OK ? check_length(reader, place, radius, body->size.x) : status;
    if (status != TOI_OK) {
        return status;
    }
    toi_mesh* mesh = NULL;
    toi_error error = {0};
    status = toi_mesh_create_sphere(body->size.x, &reader->allocator, &mesh, &error);
    return keep_shape(reader, place, status, mesh, &error, body);
}

static toi_status read_cylinder(ti_reader* reader, const ti_place* place, double scale, ti_scene_body* body)
{
    double size[2] = {0.0, 0.0};
    toi_status status = ti_place_numbers(reader, place, 2, size);
    for (size_t i = 0; i < 2 && status == TOI_OK; ++i) {
        ti_place element = ti_place_element(place, i);
        status = check_length(reader, &element, size[i], size[i] * scale);
    }
    if (status != TOI_OK) {
        return status;
    }
    toi_mesh* mesh = NULL;
    toi_error error = {0};
    body->shape = TI_SHAPE_CYLINDER;
    body->size = (toi_vec3){size[0] * scale, size[1] * scale, 0.0};
    status = toi_mesh_create_cylinder(body->size.x, body->size.y, &reader->allocator, &mesh, &error);
    return keep_shape(reader, place, status, mesh, &error, body);
}

toi_status ti_read_shape(ti_reader* reader, const ti_place* place, double scale, ti_scene_body* body)
{
    if (strcmp(place->key, "box") == 0) {
        return read_box(reader, place, scale, body);
    }
    return strcmp(place->key, "sphere") == 0 ? read_sphere(reader, place, scale, body)
                                             : read_cylinder(reader, place, scale, body);
}
