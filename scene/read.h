// The parts of the scene reader: meshes and motions of one body.

#ifndef TI_SCENE_READ_H
#define TI_SCENE_READ_H

#include "place.h"

// Reads the value of "mesh" into the shape, size and mesh of a body.
toi_status ti_read_mesh(ti_reader* reader, const ti_place* place, double scale, ti_scene_body* body);

// Reads a shape that is given by its size; the key of the place is "box", "sphere" or "cylinder".
toi_status ti_read_shape(ti_reader* reader, const ti_place* place, double scale, ti_scene_body* body);

// Reads the value of "boxes" into the boxes of a body, and makes their mesh.
toi_status ti_read_boxes(ti_reader* reader, const ti_place* place, double scale, ti_scene_body* body);

// Reads position and quaternion of an object; what is missing is the identity.
toi_status ti_read_pose_fields(ti_reader* reader, const ti_place* object, toi_pose* pose);

// Takes over a mesh; the scene frees it.
toi_status ti_reader_keep_mesh(ti_reader* reader, toi_mesh* mesh);

// Reads the value of "motion", but for end positions: those wait for the mesh.
toi_status ti_read_motion(ti_reader* reader, const ti_place* place, toi_motion* motion);

// Reads the value of "moves"; the pose must have been read.
toi_status ti_read_moves(ti_reader* reader, const ti_place* place, toi_motion* motion);

// Reads what a motion of kind "rational" has besides its kind.
toi_status ti_read_rational(ti_reader* reader, const ti_place* place, toi_motion* motion);

// Whether the value of "to" is a list, or the name of a file.
toi_status ti_check_ends(ti_reader* reader, const ti_place* place);

// Reads the end positions of a motion of kind "vertices", whose place is given: one for each vertex of the
// mesh, which must have been read.
toi_status ti_read_ends(ti_reader* reader, const ti_place* place, double scale, ti_scene_body* body);

// Reads the direction of an axis, which must not be near zero.
toi_status ti_read_axis(ti_reader* reader, const ti_place* place, toi_vec3* axis);

#endif
