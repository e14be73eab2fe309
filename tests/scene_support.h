// Scenes as texts, read with mesh files that are not there, and what a refusal must say.

#ifndef TOI_TESTS_SCENE_SUPPORT_H
#define TOI_TESTS_SCENE_SUPPORT_H

#include "cmocka_toi.h"

#include "scene/scene.h"

static const char* const cube = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

static int files_read;

// Every name is a tetrahedron, but those that begin with "lost" or "torn".
static inline toi_status read_fake(const char* path, const toi_allocator* allocator, ti_bytes* bytes,
                                   char reason[160])
{
    const char* name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    if (strncmp(name, "lost", 4) == 0) {
        snprintf(reason, 160, "cannot be opened: No such file or directory");
        return TOI_ERROR_FORMAT;
    }
    bytes->size = strncmp(name, "torn", 4) == 0 ? 20 : strlen(cube);
    bytes->data = allocator->allocate(bytes->size, allocator->context);
    if (!bytes->data) {
        return TOI_ERROR_MEMORY;
    }
    memcpy(bytes->data, cube, bytes->size);
    ++files_read;
    return TOI_OK;
}

static const ti_scene_def def = {.read_file = read_fake};

static inline toi_status parse(const char* text, ti_scene* scene, ti_scene_error* error)
{
    ti_bytes bytes = {(unsigned char*)(uintptr_t)text, strlen(text)};
    return ti_scene_parse("folder/scene.json", &bytes, &def, scene, error);
}

// Fails unless the text is refused with a message that begins with the file and has both parts.
static inline void assert_refused(const char* text, const char* place, const char* reason)
{
    ti_scene scene;
    ti_scene_error error = {0};
    toi_status status = parse(text, &scene, &error);
    bool named = strncmp(error.text, "folder/scene.json: ", 19) == 0 &&
                 strncmp(error.text + 19, place, strlen(place)) == 0;
    if ((status != TOI_ERROR_INVALID && status != TOI_ERROR_FORMAT) || !named ||
        !strstr(error.text, reason)) {
        print_error("%s\n  gives status %d and \"%s\",\n  not \"%s\" and \"%s\"\n", text, status, error.text,
                    place, reason);
        fail();
    }
    assert_null(scene.bodies);
}

#define BODY_A "{\"name\": \"a\", \"mesh\": {\"box\": [1, 1, 1]}, \"motion\": {\"kind\": \"static\"}}"
#define BODY_B "{\"name\": \"bolt\", \"mesh\": {\"box\": [1, 1, 1]}, \"motion\": {\"kind\": \"static\"}}"
#define SCENE(more) "{\"toi\": 1, \"bodies\": [" BODY_A ", " BODY_B "]" more "}"
#define WITH_MOTION(motion) \
    "{\"toi\": 1, \"bodies\": [{\"name\": \"a\", \"mesh\": {\"box\": [1, 1, 1]}, \"motion\": " motion "}]}"
#define WITH_MESH(mesh) \
    "{\"toi\": 1, \"bodies\": [{\"name\": \"a\", \"mesh\": " mesh ", \"motion\": {\"kind\": \"static\"}}]}"
#define WITH_FIELD(field)                                                                                 \
    "{\"toi\": 1, \"bodies\": [{\"name\": \"a\", \"mesh\": {\"box\": [1, 1, 1]}, \"motion\": {\"kind\": " \
    "\"static\"}, " field "}]}"

#endif
