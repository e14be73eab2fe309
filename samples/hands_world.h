// The room of figure 12 of [Kitamura98]: a head, a shuttle, two hands and a sphere, from cycle to cycle. The
// hands go their own way, and they and the sphere deform; the others part from what they meet, and from the
// walls.

#ifndef SAMPLES_HANDS_WORLD_H
#define SAMPLES_HANDS_WORLD_H

#include <toi/overlap.h>

enum { HANDS_HEAD, HANDS_SHUTTLE, HANDS_LEFT, HANDS_RIGHT, HANDS_SPHERE, HANDS_BODIES };

#define HANDS_HALF_ROOM 2.5 // the walls are at this distance from the middle, along each axis

typedef struct hands_world hands_world;

// Bodies start where the seed puts them. Ends the program where there is no memory.
hands_world* hands_create(uint64_t seed);
void hands_destroy(hands_world* world);

extern const char* const hands_names[HANDS_BODIES];

// The hands share a mesh. All faces are triangles.
const toi_mesh* hands_mesh(const hands_world* world, uint32_t body);

// The shapes that a body takes in turn, one a cycle; 1 of what is rigid.
uint32_t hands_shape_count(const hands_world* world, uint32_t body);

// The number of its shape in a cycle, and the vertices of a shape in the frame of the body.
uint32_t hands_shape_in(const hands_world* world, uint32_t body, uint32_t cycle);
const toi_vec3* hands_shape(const hands_world* world, uint32_t body, uint32_t shape);

// Puts the bodies where they are in a cycle, each cycle once and in order: hands where they are led to, and
// all of them inside of the walls, which turn back what moves against them.
void hands_place(hands_world* world, uint32_t cycle);

// Since the last hands_place.
toi_pose hands_pose(const hands_world* world, uint32_t body);
const toi_vec3* hands_posed(const hands_world* world, uint32_t body); // its vertices

// Adds the bodies to an object without bodies, in their order; tells it where they are.
void hands_add(const hands_world* world, toi_overlap* overlap);
void hands_show(const hands_world* world, toi_overlap* overlap);

// Answers what meets, found with `segments`, and moves the bodies on. Bodies that approach where their faces
// meet part along the mean normal of the pairs of faces, by an impulse that keeps the energy.
void hands_answer(hands_world* world, const toi_overlap_result* found);

// How far a vertex ever was outside of the walls, and the largest relative change of the energy of two rigid
// bodies that parted.
double hands_outside(const hands_world* world);
double hands_energy_error(const hands_world* world);

#endif
