// Writes what was found of a scene for other programs: a time line, a cloud of contacts, an animated scene.

#ifndef TI_SCENE_WRITE_EXPORT_H
#define TI_SCENE_WRITE_EXPORT_H

#include "write.h"

// The time line of all pairs as a picture (SVG).
void ti_write_timeline_svg(FILE* stream, const ti_check_report* report);

// All contacts as points with normals (PLY, text).
void ti_write_contacts_ply(FILE* stream, const ti_check_report* report);

// The bodies and their motions, at `steps` + 1 even times, and the contacts (GLB, glTF 2.0). Vertices that
// deform go straight, as they do. @return TOI_ERROR_MEMORY, TOI_ERROR_LIMIT beyond 4 GiB
toi_status ti_write_gltf(FILE* stream, const ti_check_report* report, uint32_t steps);

#endif
