// Random bodies and motions by a seed, the same on every machine; and scenes from them, to replay.

#ifndef TOI_TESTS_GENERATE_H
#define TOI_TESTS_GENERATE_H

#include "support/oracle.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct gen_random {
    uint64_t state;
} gen_random;

uint64_t gen_bits(gen_random* random);
double gen_unit(gen_random* random); // in [0, 1)
double gen_between(gen_random* random, double lower, double upper);
double gen_size(gen_random* random, double least, double most); // even in the logarithm
uint32_t gen_below(gen_random* random, uint32_t count);
bool gen_chance(gen_random* random, double share);
toi_vec3 gen_direction(gen_random* random);                         // unit length, about even
toi_vec3 gen_vector(gen_random* random, double least, double most); // its length even in the logarithm
toi_quat gen_quaternion(gen_random* random);

// Polygons, and the triangles that they are, found by construction and not by src/mesh.
enum { GEN_VERTICES = 512, GEN_CORNERS = 2048, GEN_FACES = 600, GEN_TRIANGLES = 1024 };

typedef struct gen_shape {
    const char* name;
    double vertices[3 * GEN_VERTICES];
    uint32_t vertex_count;
    uint32_t corners[GEN_CORNERS];
    uint32_t offsets[GEN_FACES + 1];
    uint32_t face_count;
    uint32_t triangles[GEN_TRIANGLES][3];
    uint32_t triangle_count;
} gen_shape;

uint32_t gen_shape_vertex(gen_shape* shape, double x, double y, double z);
// A face and the fan of triangles from its first corner.
void gen_shape_face(gen_shape* shape, const uint32_t* corners, uint32_t count);
// A face whose triangles the caller adds.
void gen_shape_polygon(gen_shape* shape, const uint32_t* corners, uint32_t count);
void gen_shape_triangle(gen_shape* shape, uint32_t a, uint32_t b, uint32_t c);

// One of the families: convex, thin, concave, soup, open, flat, single. About unit size.
void gen_shape_random(gen_random* random, gen_shape* shape);

enum { GEN_KEYS = 8, GEN_MOVES = 6 };

// What the lists of a motion point to.
typedef struct gen_lists {
    toi_key keys[GEN_KEYS];
    toi_move moves[GEN_MOVES + 1]; // and the rest
} gen_lists;

typedef struct gen_pair {
    gen_shape a, b;
    toi_motion motion_a, motion_b;
    gen_lists lists_a, lists_b;
    double separation;
    bool aimed;       // B was moved so that the closest approach is `aimed_gap`
    double aimed_gap; // relative to the smaller body; below 0: they overlap by that
} gen_pair;

// Pair number `index` of a seed. Its motions point into it, so it must stay where it is.
void gen_pair_random(uint64_t seed, uint64_t index, bool separation, gen_pair* pair);

// Adds a displacement to every position of a motion: the whole path is shifted.
void gen_motion_shift(toi_motion* motion, gen_lists* lists, toi_vec3 by);

// A random motion of the sizes given: `reach` of the body, `travel` of its path.
void gen_motion_random(gen_random* random, double reach, double travel, toi_motion* motion, gen_lists* lists);

// A screw or spin with lengths and angles of very different sizes: near and far, from the smallest of turns
// to many.
toi_motion gen_motion_turning(gen_random* random, toi_motion_kind kind);

// Lets the motion use these lists, which hold the same.
void gen_motion_point_to(toi_motion* motion, const gen_lists* lists);

void gen_oracle_mesh(const gen_shape* shape, oracle_mesh* mesh);

// Makes the mesh of the library; NULL where it refuses.
toi_mesh* gen_toi_mesh(const gen_shape* shape);

// The pair as a scene file with 17 digits.
void gen_write_scene(FILE* file, const gen_pair* pair);

#endif
