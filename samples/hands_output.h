// Files of a run: a page that plays it, or the scene of its last cycle.

#ifndef SAMPLES_HANDS_OUTPUT_H
#define SAMPLES_HANDS_OUTPUT_H

#include "hands_record.h"

// A path that ends in .json gets the scene, with the faces that meet under extras.lit; any other one the
// page. The world must stand where the last cycle put it. Returns false where the file could not be written.
bool hands_write(const char* path, const hands_world* world, const hands_record* record);

#endif
