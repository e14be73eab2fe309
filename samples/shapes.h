// Meshes of the samples, with mass and inertia.

#ifndef SAMPLES_SHAPES_H
#define SAMPLES_SHAPES_H

#include "vec.h"
#include <toi/mesh.h>

// A closed mesh around its centre of mass, with the principal axes of inertia along the coordinate axes; what
// it weighs per unit of density, and its moments.
typedef struct sim_shape {
    toi_mesh* mesh;
    double volume;
    toi_vec3 inertia;
} sim_shape;

// Weighs a closed mesh of convex faces, about the origin and the coordinate axes.
sim_shape shape_weighed(toi_mesh* mesh);

sim_shape shape_box(toi_vec3 half);

// A ball of 20 triangles, with the corners on a sphere.
sim_shape shape_icosahedron(double radius);

// A ring of corners around the z axis at a height, or with radii of zero a tip.
typedef struct sim_section {
    double z, radius_x, radius_y;
} sim_section;

enum { SHAPE_SIDES = 12, SHAPE_SECTIONS = 8 };

// Sections from low to high, joined by faces: with 4 sides the corners are at (+-radius_x, +-radius_y), with
// more on an ellipse. Must be convex and look the same from above and below.
sim_shape shape_stack(const sim_section* sections, uint32_t count, uint32_t sides);

// A flat polygon of up to SHAPE_SIDES corners in space as a body that is one face, both of whose sides count:
// its mesh around its centre with z across it, and the pose that puts it where the corners are. `volume` is
// its area, and the moments are per unit of mass and area.
sim_shape shape_polygon(const toi_vec3* corners, uint32_t count, toi_pose* pose);

// A solid between two heights along an axis (0 to 2). Its outline across the axis, (y, z), (z, x) or (x, y),
// turns counter-clockwise seen from the tip of the axis. It may be concave, and is meant to stand still.
toi_mesh* shape_prism(double (*outline)[2], uint32_t count, uint32_t axis, double low, double high);

#endif
