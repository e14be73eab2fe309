// Spheres by slices and stacks, and a chair, a head and a hand put together from boxes and bent spheres.

#include "bench/overlap_shapes.h"

#include "data.h"
#include "scenes/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const uint32_t overlap_sphere_faces[OVERLAP_SPHERES] = {8,   10,  24,  48,  54,  80,  120,
                                                        168, 224, 360, 528, 728, 960, 3968};

// 2 slices (stacks - 1) triangles.
static bool slices_of(uint32_t faces, uint32_t* slices, uint32_t* stacks)
{
    for (*stacks = 2; *stacks < 1000; ++*stacks) {
        *slices = faces == 10 ? 5 : faces == 54 ? 9 : 2 * *stacks;
        if (2 * *slices * (*stacks - 1) == faces) {
            return true;
        }
    }
    return false;
}

// Every triangle becomes a face of its own, as in the paper.
static toi_mesh* finish(ti_model* model)
{
    toi_mesh* polygons = ti_model_mesh(model);
    ti_model triangles = {0};
    for (uint32_t i = 0; i < polygons->vertex_count; ++i) {
        toi_vec3 v = polygons->vertices[i];
        ti_model_vertex(&triangles, v.x, v.y, v.z);
    }
    for (uint32_t i = 0; i < polygons->triangle_count; ++i) {
        const uint32_t* corner = polygons->triangles[i].vertex;
        ti_model_triangle(&triangles, corner[0], corner[1], corner[2]);
    }
    toi_mesh_destroy(polygons);
    ti_model_release(model);
    toi_mesh* mesh = ti_model_mesh(&triangles);
    ti_model_release(&triangles);
    return mesh;
}

toi_mesh* overlap_sphere(uint32_t faces)
{
    uint32_t slices, stacks;
    if (!slices_of(faces, &slices, &stacks)) {
        fprintf(stderr, "no sphere of %u faces\n", faces);
        exit(2);
    }
    ti_model model = {0};
    ti_model_sphere(&model, 1.0, slices, stacks);
    return finish(&model);
}

toi_mesh* overlap_torus(uint32_t around, uint32_t tube)
{
    ti_model model = {0};
    ti_model_torus(&model, 1.0, 0.4, around, tube);
    return finish(&model);
}

// Twelve boxes, and a cushion of one square.
toi_mesh* overlap_chair(void)
{
    static const double box[12][2][3] = {{{0, 0, 0}, {0.5, 0.5, 0.05}},
                                         {{-0.45, -0.45, -0.5}, {0.05, 0.05, 0.45}},
                                         {{0.45, -0.45, -0.5}, {0.05, 0.05, 0.45}},
                                         {{-0.45, 0.45, -0.5}, {0.05, 0.05, 0.45}},
                                         {{0.45, 0.45, -0.5}, {0.05, 0.05, 0.45}},
                                         {{-0.45, 0.45, 0.6}, {0.05, 0.05, 0.55}},
                                         {{0.45, 0.45, 0.6}, {0.05, 0.05, 0.55}},
                                         {{0, 0.45, 0.4}, {0.4, 0.03, 0.06}},
                                         {{0, 0.45, 0.7}, {0.4, 0.03, 0.06}},
                                         {{0, 0.45, 1.0}, {0.4, 0.03, 0.06}},
                                         {{-0.45, -0.02, 0.35}, {0.05, 0.42, 0.03}},
                                         {{0.45, -0.02, 0.35}, {0.05, 0.42, 0.03}}};
    ti_model model = {0};
    for (int i = 0; i < 12; ++i) {
        const double *c = box[i][0], *h = box[i][1];
        ti_model_box(&model, (toi_vec3){c[0], c[1], c[2]}, (toi_vec3){h[0], h[1], h[2]});
    }
    uint32_t a = ti_model_vertex(&model, -0.4, -0.4, 0.07), b = ti_model_vertex(&model, 0.4, -0.4, 0.07);
    uint32_t c = ti_model_vertex(&model, 0.4, 0.4, 0.09), d = ti_model_vertex(&model, -0.4, 0.4, 0.09);
    ti_model_quad(&model, a, b, c, d);
    return finish(&model);
}

// Where a sphere goes: stretched, its poles bent, and moved.
typedef struct part {
    uint32_t slices, stacks;
    double half[3], at[3];
    double bend;  // by so much times z squared along y
    double waist; // narrower by so much around the middle of the lower half
} part;

static void add_part(ti_model* model, const part* p)
{
    uint32_t first = model->vertex_count;
    ti_model_sphere(model, 1.0, p->slices, p->stacks);
    for (uint32_t i = first; i < model->vertex_count; ++i) {
        double *v = &model->vertices[3 * i], z = v[2];
        double width = 1.0 - p->waist * exp(-12.0 * (z + 0.6) * (z + 0.6));
        v[0] = p->at[0] + p->half[0] * width * v[0];
        v[1] = p->at[1] + p->half[1] * width * v[1] + p->bend * z * z;
        v[2] = p->at[2] + p->half[2] * z;
    }
}

static toi_mesh* make_parts(const part* parts, uint32_t count)
{
    ti_model model = {0};
    for (uint32_t i = 0; i < count; ++i) {
        add_part(&model, &parts[i]);
    }
    return finish(&model);
}

// 1768 + 24 + 2 12: a head with a neck, a nose and two ears.
toi_mesh* overlap_head(void)
{
    static const part parts[4] = {{34, 27, {0.75, 0.9, 1.2}, {0, 0, 0}, 0.1, 0.35},
                                  {6, 3, {0.12, 0.25, 0.2}, {0, -0.9, 0.15}, 0, 0},
                                  {3, 3, {0.15, 0.2, 0.25}, {-0.75, 0, 0.15}, 0, 0},
                                  {3, 3, {0.15, 0.2, 0.25}, {0.75, 0, 0.15}, 0, 0}};
    return make_parts(parts, 4);
}

// 320 + 5 128: a palm and five fingers.
toi_mesh* overlap_hand(void)
{
    static const part parts[6] = {{16, 11, {0.5, 0.18, 0.55}, {0, 0, 0}, -0.05, 0.2},
                                  {8, 9, {0.11, 0.11, 0.45}, {-0.36, 0, 0.8}, -0.1, 0},
                                  {8, 9, {0.12, 0.12, 0.5}, {-0.12, 0, 0.9}, -0.12, 0},
                                  {8, 9, {0.12, 0.12, 0.48}, {0.12, 0, 0.88}, -0.12, 0},
                                  {8, 9, {0.1, 0.1, 0.4}, {0.34, 0, 0.75}, -0.1, 0},
                                  {8, 9, {0.14, 0.14, 0.42}, {-0.6, -0.12, 0.25}, -0.2, 0}};
    return make_parts(parts, 6);
}

toi_mesh* overlap_read_mesh(const char* name)
{
    const char* folder = getenv("TOI_DATA");
    char path[4096];
    snprintf(path, sizeof path, "%s/workloads/meshes/%s", folder != NULL ? folder : "../shared", name);
    FILE* file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    const size_t room = (size_t)1 << 22;
    char* text = malloc(room);
    toi_mesh* mesh = NULL;
    size_t size = text != NULL ? fread(text, 1, room, file) : 0;
    if (size < room) {
        toi_mesh_read(text, size, TOI_FORMAT_OBJ, NULL, &mesh, NULL);
    }
    fclose(file);
    free(text);
    return mesh;
}
