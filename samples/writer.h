// Records where bodies are and writes them as a scene file of keyframes that toi reads.

#ifndef SAMPLES_WRITER_H
#define SAMPLES_WRITER_H

#include "crowd.h"

#include <stdio.h>

enum { WRITER_KEYS = 600 };

typedef struct sim_writer {
    const char* path; // NULL: nothing is recorded
    uint32_t every;   // steps from key to key
    uint32_t body_count, key_count;
    toi_pose* poses; // of all bodies at the first key, then at the second, ...
} sim_writer;

// For a run of `steps` steps, whose start is a key too.
sim_writer writer_start(const char* path, const sim_crowd* crowd, uint32_t steps);

// After step number `step`, or with 0 before the first.
void writer_record(sim_writer* writer, const sim_crowd* crowd, uint32_t step);

// Writes the file, whole or not at all, and frees what was recorded. `rate` is in steps a second, `about` one
// sentence.
bool writer_finish(sim_writer* writer, const sim_crowd* crowd, double rate, const char* about);

// Writes the polygons of a mesh as a scene has them inline; `vertices`, if not NULL, in place of its own.
void writer_put_mesh(FILE* file, const toi_mesh* mesh, const toi_vec3* vertices);

// Writes a file whole or not at all; `put` is called once. Says so and returns false where that failed.
bool write_whole(const char* path, void put(FILE* file, const void* data), const void* data);

#endif
