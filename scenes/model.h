// Polygon meshes made by formulas, for the scenes, the measurements and the tests.

#ifndef TI_SCENES_MODEL_H
#define TI_SCENES_MODEL_H

#include "toi/mesh.h"

// A growing list of polygons. Running out of memory ends the program: only tools build models.
typedef struct ti_model {
    double* vertices; // x, y, z of each
    uint32_t vertex_count, vertex_room;
    uint32_t* corners;
    uint32_t corner_count, corner_room;
    uint32_t* offsets; // face_count + 1 of them
    uint32_t face_count, face_room;
} ti_model;

// The list, grown if need be, with room for one more element than `count`; the room doubles, so that n
// elements cost O(n). Ends the program where there is no memory.
void* ti_make_room(void* list, uint32_t count, uint32_t* room, size_t size);

// Appends a vertex and returns its number.
uint32_t ti_model_vertex(ti_model* model, double x, double y, double z);

// Appends a polygon.
void ti_model_face(ti_model* model, const uint32_t* corners, uint32_t count);

// Appends a polygon of three or four corners.
void ti_model_triangle(ti_model* model, uint32_t a, uint32_t b, uint32_t c);
void ti_model_quad(ti_model* model, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

// Rounds every coordinate to a multiple of 1 / steps, so that a file holds few digits and the same ones on
// every machine.
void ti_model_round(ti_model* model, double steps);

void ti_model_move(ti_model* model, toi_vec3 by);

void ti_model_release(ti_model* model);

// Makes the mesh that queries use; ends the program on an error.
toi_mesh* ti_model_mesh(const ti_model* model);

// Appends a ring of vertices in the plane z and returns the number of the first.
uint32_t ti_model_ring(ti_model* model, double radius, double z, uint32_t around);

// Appends quads between two rings; they face away from the axis where `high` is above `low`.
void ti_model_join(ti_model* model, uint32_t low, uint32_t high, uint32_t around);

// Appends a polygon of at most 256 corners over a whole ring, counter-clockwise from above, or from below.
void ti_model_cap(ti_model* model, uint32_t first, uint32_t around, bool above);

// Appends a box.
void ti_model_box(ti_model* model, toi_vec3 centre, toi_vec3 half);

// Appends a ring of quads around the z axis: `ring_radius` to the middle of the tube of radius `tube_radius`.
void ti_model_torus(ti_model* model, double ring_radius, double tube_radius, uint32_t around, uint32_t tube);

// Appends a sphere of `around` columns and `rows` rows, triangles at its poles on the z axis.
void ti_model_sphere(ti_model* model, double radius, uint32_t around, uint32_t rows);

// Appends the surface of revolution about x of a profile: x and radius of each ring, the first and last of
// radius 0 being points.
void ti_model_lathe(ti_model* model, const double (*profile)[2], uint32_t count, uint32_t around);

// Appends a prism: a polygon in the plane z, counter-clockwise, from z = low to z = high.
void ti_model_prism(ti_model* model, const double (*outline)[2], uint32_t count, double low, double high);

// Appends a car of 16 vertices, 26 edges and 12 planar faces, 4.5 m long, its nose along x, its wheels at
// z = 0.
void ti_model_car(ti_model* model);

// Appends a shuttle with wings and a fin, 3 long, its nose along x, of 528 triangles when it is cut.
void ti_model_shuttle(ti_model* model);

// Appends a chair (146), a head that looks along -y (1816), or a right hand that points along z, its palm
// towards -y (960).
void ti_model_chair(ti_model* model);
void ti_model_head(ti_model* model);
void ti_model_hand(ti_model* model);

// Where the vertices of a hand are when its fingers are bent: `most` is the turn in radians for each unit of
// length.
void ti_model_bend_fingers(const double* from, uint32_t count, double most, double* to);

// Cuts every polygon, which must be convex, into triangles from its lowest corner (by x, then y, then z), as
// the library does.
void ti_model_cut(ti_model* model);

// What a thread is cut into. A point of its surface at angle a about z and height z has the radius that the
// profile has at z - pitch * a / (2 pi).
typedef struct ti_thread {
    double pitch;
    double root, crest; // radii of the screw; a hole adds `play`
    double play;
    uint32_t turns;  // length of the thread in pitches
    uint32_t around; // columns of a turn
} ti_thread;

// Appends a screw, its tip at the origin, its head above. Closed.
void ti_model_screw(ti_model* model, const ti_thread* thread, double head_radius, double head_height);

// Appends a square block with a threaded hole about z, from z = 0 up, `half` its half width. Closed.
void ti_model_threaded_block(ti_model* model, const ti_thread* thread, double half);

// Appends a hollow tube about z, closed, from z = -half_height to half_height.
void ti_model_tube(ti_model* model, double inner, double outer, double half_height, uint32_t around);

// Appends a regular prism about z, closed: a rod or a wheel.
void ti_model_rod(ti_model* model, double radius, double half_height, uint32_t around);

#endif
