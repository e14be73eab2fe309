// The scenes, one function each.

#ifndef TI_SCENES_GENERATE_H
#define TI_SCENES_GENERATE_H

#include "scenes/writer.h"

void ti_generate_linked_tori(ti_writer* writer);

#endif
