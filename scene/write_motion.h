// Motions as JSON, with the keys that scene files have.

#ifndef TI_SCENE_WRITE_MOTION_H
#define TI_SCENE_WRITE_MOTION_H

#include "json_writer.h"

// Whole: whoever reads it can evaluate the motion as docs/motions.md has it. Where it deforms, `to` is one
// flat list of coordinates.
void ti_json_motion(ti_json* json, const char* key, const toi_motion* motion);

#endif
