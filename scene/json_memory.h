// Lets jansson take its memory from the allocator of the reader, and remembers whether it got all of it: its
// own messages do not tell a lack of memory from wrong syntax.
//
// The hooks of jansson are one for the process, so one scene is read at a time.

#ifndef TI_SCENE_JSON_MEMORY_H
#define TI_SCENE_JSON_MEMORY_H

#include "toi/base.h"

void ti_json_memory_begin(const toi_allocator* allocator);

// Gives jansson back what it had before. Every value made since must have been freed.
void ti_json_memory_end(void);

// Whether an allocation failed since the beginning.
bool ti_json_memory_failed(void);

#endif
