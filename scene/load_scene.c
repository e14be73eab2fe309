// Scenes from files, pipes and standard input.

#define _POSIX_C_SOURCE 200809L

#include "place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Unlike a mesh file, a scene may come from a pipe.
static toi_status read_scene_bytes(const char* path, const toi_allocator* allocator, ti_bytes* bytes,
                                   char reason[160])
{
    struct stat facts;
    if (strcmp(path, "-") == 0) {
        return ti_stream_read(STDIN_FILENO, allocator, bytes, reason);
    }
    if (stat(path, &facts) != 0 || !S_ISFIFO(facts.st_mode)) {
        return ti_file_read(path, allocator, bytes, reason);
    }
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        snprintf(reason, 160, "cannot be opened: %s", strerror(errno));
        return TOI_ERROR_FORMAT;
    }
    toi_status status = ti_stream_read(descriptor, allocator, bytes, reason);
    close(descriptor);
    return status;
}

toi_status ti_scene_load_text(const char* path, const ti_scene_def* def, ti_scene* scene, ti_bytes* text,
                              ti_scene_error* error)
{
    toi_allocator allocator = ti_scene_allocator(def ? def->allocator : NULL);
    const char* name = strcmp(path, "-") == 0 ? "standard input" : path;
    char reason[160];
    char tame[256];
    toi_status status = read_scene_bytes(path, &allocator, text, reason);
    if (status != TOI_OK) {
        ti_text_tame(name, sizeof tame, tame);
        snprintf(error->text, sizeof error->text, "%s: %s", tame, reason);
        error->status = status;
        return status;
    }
    status = ti_scene_parse(name, text, def, scene, error);
    if (status != TOI_OK) {
        allocator.release(text->data, allocator.context);
        *text = (ti_bytes){0};
    }
    return status;
}

toi_status ti_scene_load(const char* path, const ti_scene_def* def, ti_scene* scene, ti_scene_error* error)
{
    toi_allocator allocator = ti_scene_allocator(def ? def->allocator : NULL);
    ti_bytes text = {0};
    toi_status status = ti_scene_load_text(path, def, scene, &text, error);
    if (status == TOI_OK) {
        allocator.release(text.data, allocator.context);
    }
    return status;
}
