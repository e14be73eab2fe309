// Reads trace-queries/queries.jsonl of the collection of test data: shapes, and translations, rotations and
// contacts with the answers of a published system, which are evidence and not truth. A source that includes
// this includes jansson.h too, so that CMake links it.

#ifndef TOI_TESTS_TRACE_QUERIES_H
#define TOI_TESTS_TRACE_QUERIES_H

#include "cmocka_toi.h"
#include "support/generate.h"

#include <jansson.h>

enum { TQ_SHAPES = 40, TQ_QUERIES = 400, TQ_NAME = 40, TQ_NOTE = 80 };

typedef struct tq_shape {
    char name[TQ_NAME];
    gen_shape shape; // a polygon of the collection is one face, a point is a face of one corner
} tq_shape;

typedef struct tq_query {
    char id[TQ_NAME], family[TQ_NAME], note[TQ_NOTE];
    char kind; // 'T' translation, 'R' rotation, 'C' contacts
    const tq_shape *still, *mover;
    toi_pose start, still_pose;
    toi_move move;      // T, R; angles right-handed, as ours are
    toi_vec3 direction; // C
    double depth;       // C
    // What the published system answered.
    double fraction;          // T, R
    toi_vec3 end;             // T, R: position
    char feature[TQ_NAME];    // T, R: "trmvertex", "modelvertex", "edge", or empty where nothing is hit
    toi_vec3 point, normal;   // where `feature` is not empty
    uint32_t reference_count; // C
} tq_query;

typedef struct tq_set {
    tq_shape shapes[TQ_SHAPES];
    uint32_t shape_count;
    tq_query queries[TQ_QUERIES];
    uint32_t query_count;
} tq_set;

static inline double tq_number(const json_t* array, size_t i)
{
    return json_number_value(json_array_get(array, i));
}

static inline toi_vec3 tq_vector(const json_t* object, const char* key)
{
    const json_t* a = json_object_get(object, key);
    return (toi_vec3){tq_number(a, 0), tq_number(a, 1), tq_number(a, 2)};
}

static inline void tq_text(const json_t* object, const char* key, char* text, size_t size)
{
    const char* value = json_string_value(json_object_get(object, key));
    snprintf(text, size, "%s", value != NULL ? value : "");
}

// The rotation that takes the unit axes to the rows, from the largest of the four sums of its diagonal.
static inline toi_quat tq_quaternion(const json_t* rows)
{
    double m[3][3]; // m[i][k]: coordinate i of the image of axis k
    for (size_t i = 0; i < 9; ++i) {
        m[i % 3][i / 3] = tq_number(json_array_get(rows, i / 3), i % 3);
    }
    const double sums[4] = {m[0][0] + m[1][1] + m[2][2], m[0][0] - m[1][1] - m[2][2],
                            m[1][1] - m[2][2] - m[0][0], m[2][2] - m[0][0] - m[1][1]};
    int best = 0;
    for (int i = 1; i < 4; ++i) {
        best = sums[i] > sums[best] ? i : best;
    }
    double q[4], twice = sqrt(1.0 + sums[best]), s = 0.5 / twice;
    q[best] = 0.5 * twice;
    for (int i = 1; i < 4; ++i) {
        int j = i % 3, k = (i + 1) % 3; // the two axes other than i - 1
        if (best == 0) {
            q[i] = (m[k][j] - m[j][k]) * s;
        } else if (i != best) {
            q[i] = (m[i - 1][best - 1] + m[best - 1][i - 1]) * s;
        } else {
            q[0] = (m[k][j] - m[j][k]) * s;
        }
    }
    return (toi_quat){q[0], q[1], q[2], q[3]};
}

static inline void tq_read_shape(const json_t* record, tq_shape* out)
{
    const json_t *points = json_object_get(record, "verts"), *faces = json_object_get(record, "faces");
    uint32_t corners[64];
    memset(out, 0, sizeof *out);
    tq_text(record, "name", out->name, sizeof out->name);
    for (size_t i = 0; i < json_array_size(points); ++i) {
        const json_t* v = json_array_get(points, i);
        gen_shape_vertex(&out->shape, tq_number(v, 0), tq_number(v, 1), tq_number(v, 2));
    }
    for (size_t f = 0; f < json_array_size(faces); ++f) {
        const json_t* face = json_array_get(faces, f);
        uint32_t count = (uint32_t)json_array_size(face);
        assert_true(count <= 64);
        for (uint32_t i = 0; i < count; ++i) {
            corners[i] = (uint32_t)json_integer_value(json_array_get(face, i));
        }
        gen_shape_face(&out->shape, corners, count);
    }
    if (out->shape.face_count == 0) {
        if (out->shape.vertex_count == 0) {
            gen_shape_vertex(&out->shape, 0.0, 0.0, 0.0);
        }
        for (uint32_t i = 0; i < out->shape.vertex_count; ++i) {
            corners[i] = i;
        }
        gen_shape_face(&out->shape, corners, out->shape.vertex_count);
    }
}

static inline const tq_shape* tq_find_shape(const tq_set* set, const json_t* record, const char* key)
{
    const char* name = json_string_value(json_object_get(record, key));
    for (uint32_t i = 0; name != NULL && i < set->shape_count; ++i) {
        if (strcmp(set->shapes[i].name, name) == 0) {
            return &set->shapes[i];
        }
    }
    fail_msg("no shape %s", name);
    return NULL;
}

static inline void tq_read_move(const json_t* record, tq_query* q)
{
    if (q->kind == 'R') {
        q->move = (toi_move){.kind = TOI_MOVE_ROTATION,
                             .point = tq_vector(record, "rorg"),
                             .axis = tq_vector(record, "raxis"),
                             .angle = -json_number_value(json_object_get(record, "angle")) *
                                      (3.14159265358979323846 / 180.0)};
        return;
    }
    toi_vec3 end = tq_vector(record, "end"), start = q->start.position;
    q->move =
        (toi_move){.kind = TOI_MOVE_TRANSLATION, .by = {end.x - start.x, end.y - start.y, end.z - start.z}};
}

static inline void tq_read_query(const tq_set* set, const json_t* record, tq_query* q)
{
    const json_t* reference = json_object_get(record, "reference");
    memset(q, 0, sizeof *q);
    tq_text(record, "id", q->id, sizeof q->id);
    tq_text(record, "cls", q->family, sizeof q->family);
    tq_text(record, "note", q->note, sizeof q->note);
    tq_text(reference, "type", q->feature, sizeof q->feature);
    q->kind = json_string_value(json_object_get(record, "kind"))[0];
    q->still = tq_find_shape(set, record, "model");
    q->mover = tq_find_shape(set, record, "trm");
    q->start = (toi_pose){tq_vector(record, "start"), tq_quaternion(json_object_get(record, "taxis"))};
    q->still_pose = (toi_pose){tq_vector(record, "morg"), tq_quaternion(json_object_get(record, "maxis"))};
    if (q->kind == 'C') {
        q->direction = tq_vector(record, "dir");
        q->depth = json_number_value(json_object_get(record, "depth"));
        q->reference_count = (uint32_t)json_integer_value(json_object_get(reference, "n"));
        return;
    }
    tq_read_move(record, q);
    q->fraction = json_number_value(json_object_get(reference, "fraction"));
    q->end = tq_vector(reference, "endpos");
    q->point = tq_vector(reference, "point");
    q->normal = tq_vector(reference, "normal");
}

// False, after saying so, where the collection is not there; then the test calls skip().
static inline bool tq_load(tq_set* set)
{
    const char* path = test_data_path("trace-queries/queries.jsonl");
    FILE* file = path != NULL ? fopen(path, "r") : NULL;
    if (file == NULL) {
        return false;
    }
    static char line[1 << 16];
    set->shape_count = 0;
    set->query_count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        json_error_t error;
        json_t* record = json_loads(line, 0, &error);
        assert_non_null(record);
        if (strcmp(json_string_value(json_object_get(record, "record")), "query") == 0) {
            assert_true(set->query_count < TQ_QUERIES);
            tq_read_query(set, record, &set->queries[set->query_count++]);
        } else {
            assert_true(set->shape_count < TQ_SHAPES);
            tq_read_shape(record, &set->shapes[set->shape_count++]);
        }
        json_decref(record);
    }
    fclose(file);
    return true;
}

#endif
