// Spheres by slices and stacks, and the figures of scenes/figures.c, cut into triangles.

#include "bench/overlap_shapes.h"

#include "scenes/model.h"

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
    ti_model_cut(model);
    toi_mesh* mesh = ti_model_mesh(model);
    ti_model_release(model);
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

static toi_mesh* make(void add(ti_model* model))
{
    ti_model model = {0};
    add(&model);
    return finish(&model);
}

toi_mesh* overlap_chair(void)
{
    return make(ti_model_chair);
}

toi_mesh* overlap_head(void)
{
    return make(ti_model_head);
}

toi_mesh* overlap_hand(void)
{
    return make(ti_model_hand);
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
