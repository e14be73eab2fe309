// Scenes of the collection of test data for tests of the collision screen. Whoever includes this includes
// jansson.h first.

#ifndef TOI_TESTS_SCREEN_SCENES_H
#define TOI_TESTS_SCREEN_SCENES_H

#include "screen_support.h"

#include <jansson.h>

static inline double json_at(const json_t* array, size_t i)
{
    return json_number_value(json_array_get(array, i));
}

static inline toi_vec3 json_vector(const json_t* array)
{
    return (toi_vec3){json_at(array, 0), json_at(array, 1), json_at(array, 2)};
}

static inline toi_pose json_pose(const json_t* motion)
{
    const json_t* pose = json_object_get(motion, "pose");
    const json_t* q = json_object_get(pose, "quaternion");
    return (toi_pose){json_vector(json_object_get(pose, "position")),
                      {json_at(q, 0), json_at(q, 1), json_at(q, 2), json_at(q, 3)}};
}

static inline void json_shape(const json_t* body, shape* s)
{
    const json_t* mesh = json_object_get(body, "mesh");
    const json_t *points = json_object_get(mesh, "vertices"), *faces = json_object_get(mesh, "faces");
    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < json_array_size(points); ++i) {
        toi_vec3 v = json_vector(json_array_get(points, i));
        shape_vertex(s, v.x, v.y, v.z);
    }
    for (size_t f = 0; f < json_array_size(faces); ++f) {
        const json_t* face = json_array_get(faces, f);
        uint32_t corners[256], count = (uint32_t)json_array_size(face);
        assert_true(count <= 256);
        for (uint32_t i = 0; i < count; ++i) {
            corners[i] = (uint32_t)json_integer_value(json_array_get(face, i));
        }
        shape_face(s, count, corners);
    }
}

static inline void scene_load(scene* s, const char* path)
{
    static shape a, b;
    json_error_t error;
    json_t* file = json_load_file(path, 0, &error);
    assert_non_null(file);
    const json_t* bodies = json_object_get(file, "bodies");
    json_shape(json_array_get(bodies, 0), &a);
    json_shape(json_array_get(bodies, 1), &b);
    scene_init(s, &a, &b);
    const json_t* motion = json_object_get(json_array_get(bodies, 1), "motion");
    s->pose_a = json_pose(json_object_get(json_array_get(bodies, 0), "motion"));
    s->screw.start = json_pose(motion);
    s->screw.point = json_vector(json_object_get(motion, "point"));
    s->screw.axis = json_vector(json_object_get(motion, "axis"));
    s->screw.angle = json_number_value(json_object_get(motion, "angle"));
    s->screw.advance = json_number_value(json_object_get(motion, "advance"));
    json_decref(file);
}

#endif
