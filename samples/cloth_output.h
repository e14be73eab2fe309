// Files of a run of cloth: the page that plays it, the last state, and a step as a scene.

#ifndef SAMPLES_CLOTH_OUTPUT_H
#define SAMPLES_CLOTH_OUTPUT_H

#include "cloth_scenes.h"

// Frames of a run, at most 25 or so for each of its seconds.
typedef struct cloth_film {
    const char* path; // NULL: nothing is recorded
    const cloth_scene* scene;
    uint32_t every; // steps from frame to frame
    uint32_t frames, frame_room;
    int16_t* places; // of all points in the first frame, then in the second, ...
    uint32_t* near;  // pairs of features that took part in the springs' step, in each frame
} cloth_film;

cloth_film film_start(const char* path, const cloth_scene* scene, uint32_t steps, double rate);

// After step number `step`, or with 0 before the first.
void film_record(cloth_film* film, const cloth_world* world, uint32_t step, uint64_t near);

// Writes the page, whole or not at all, and frees what was recorded.
bool film_finish(cloth_film* film, const cloth_world* world);

// Writes where the points are, as OBJ: an object each body. False where that failed, as below.
bool cloth_write_obj(const char* path, const cloth_world* world);

// Writes a step, in which all points go from `start` to `end`, as a scene of bodies that deform. What is
// expected of it is found by looking at instants, which moves nothing in the world.
bool cloth_write_scene(const char* path, cloth_world* world, const cloth_scene* scene, const toi_vec3* start,
                       const toi_vec3* end);

#endif
