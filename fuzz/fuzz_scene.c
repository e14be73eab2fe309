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

static void use_scene(const ti_scene* scene)
{
    ti_scene_error error = {0};
    // Places are for rigid motions, as `toi pose` asks.
    bool rigid = ti_scene_need_rigid(scene, "pose", &error) == TOI_OK;
    FILE* sink = rigid ? fopen("/dev/null", "w") : NULL;
    error = (ti_scene_error){0};
    if (sink) {
        ti_write_pose_json(sink, scene, 0.5, true);
        ti_write_pose_text(sink, scene, 1.0, false);
        fclose(sink);
    }
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
