// Any bytes as a scene file: refused with a reason, or read. Mesh files are played by the input itself.

#include "scene/scene.h"
#include "scene/write.h"

#include <stdlib.h>
#include <string.h>

// Two small files under every name, so that the fuzzer reaches the sharing of meshes and not the disk.
static toi_status read_fake(const char* path, const toi_allocator* allocator, ti_bytes* bytes,
                            char reason[160])
{
    static const char good[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    if (strstr(path, "lost")) {
        snprintf(reason, 160, "cannot be opened");
        return TOI_ERROR_FORMAT;
    }
    bytes->size = strstr(path, "torn") ? 20 : sizeof good - 1;
    bytes->data = allocator->allocate(bytes->size, allocator->context);
    if (!bytes->data) {
        snprintf(reason, 160, "out of memory");
        return TOI_ERROR_MEMORY;
    }
    memcpy(bytes->data, good, bytes->size);
    return TOI_OK;
}

// For the vertices of the largest body.
static toi_vec3* make_room(const ti_scene* scene)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        uint32_t count = ti_scene_vertex_count(&scene->bodies[i]);
        most = count > most ? count : most;
    }
    return malloc(most * sizeof(toi_vec3));
}

static void use_scene(const ti_scene* scene)
{
    ti_scene_error error = {0};
    // Affine motions have no places, as `toi pose` says.
    bool placed = ti_scene_need_poses(scene, "pose", &error) == TOI_OK;
    FILE* sink = placed ? fopen("/dev/null", "w") : NULL;
    toi_vec3* room = make_room(scene);
    error = (ti_scene_error){0};
    if (sink) {
        ti_write_pose_json(sink, scene, 0.5, room);
        ti_write_pose_text(sink, scene, 1.0, NULL);
        fclose(sink);
    }
    free(room);
    if (ti_scene_need_meshes(scene, "check", &error) != TOI_OK && error.text[0] == 0) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    ti_bytes text = {(unsigned char*)(uintptr_t)data, size};
    ti_scene_def def = {.read_file = read_fake};
    ti_scene scene;
    ti_scene_error error = {0};
    if (ti_scene_parse("folder/scene.json", &text, &def, &scene, &error) == TOI_OK) {
        use_scene(&scene);
        ti_scene_release(&scene);
    } else if (strncmp(error.text, "folder/scene.json: ", 19) != 0 || error.status == TOI_OK) {
        abort();
    }
    return 0;
}
