// Writes meshes and scenes into a folder. All numbers are printed by the shortest decimals that read back.

#ifndef TI_SCENES_WRITER_H
#define TI_SCENES_WRITER_H

#include "scenes/model.h"
#include "toi/motion.h"

#include <stdio.h>

// The folder that files go to, and the scene that is being written.
typedef struct ti_writer {
    const char* folder;
    FILE* file;
    uint32_t bodies;
} ti_writer;

// Writes meshes/NAME.obj and frees the model. Coordinates are rounded to a multiple of 1 / steps before.
void ti_writer_mesh(ti_writer* writer, const char* name, ti_model* model, double steps);

void ti_writer_begin(ti_writer* writer, const char* name);

// Adds a body. `mesh` is a name of ti_writer_mesh.
void ti_writer_body(ti_writer* writer, const char* name, const char* mesh, const toi_motion* motion);

// The same of a box with its centre at the origin of the body.
void ti_writer_box(ti_writer* writer, const char* name, toi_vec3 half, const toi_motion* motion);

// Adds a body that deforms: its vertices go to those of the mesh `end`, which has as many; then the pose.
void ti_writer_deforming(ti_writer* writer, const char* name, const char* mesh, const char* end,
                         toi_pose pose);

// What is known of a scene; `pairs` counts those in contact. Times are those of the earliest contact.
typedef struct ti_known {
    const char* about;
    const char* source; // how the answer was found
    const char* a;      // of the earliest contact; NULL: clear
    const char* b;
    double time, error;
    uint32_t contacts;
    bool deforms;      // bodies deform: no contact of the motion, but the time from when on their faces meet
    double faces_time; // when so many pairs of faces meet; 0: the scene is not for `toi overlap`, or not
    uint64_t face_pairs; // counted
    const char* up;      // the axis that points up in pictures; NULL: z
} ti_known;

// `ignore`: pairs of names, ended by NULL; or NULL.
void ti_writer_end(ti_writer* writer, const char* const* ignore, const ti_known* known);

#endif
