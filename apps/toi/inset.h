// The meshes of a scene, shrunk.

#ifndef TOOL_INSET_H
#define TOOL_INSET_H

#include "commands.h"

// Zero is a valid one: it shrinks nothing.
typedef struct tool_inset {
    const ti_scene* scene;
    toi_mesh** meshes; // as scene->meshes; NULL where nothing is shrunk
} tool_inset;

// Shrinks every mesh of a scene by `depth`. Returns 0 or an exit status; to be released either way.
int tool_inset_make(const ti_scene* scene, double depth, tool_inset* inset);

// What a mesh of the scene has become.
const toi_mesh* tool_inset_mesh(const tool_inset* inset, const toi_mesh* mesh);

void tool_inset_release(tool_inset* inset);

#endif
