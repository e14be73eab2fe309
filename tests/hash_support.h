// Bodies and motions from a fixed seed, without the mathematical library, whose last digits belong to the
// machine, and a hash over the bits of results. For the programs that tools/hashes.sh compares between
// compilers.

#ifndef TOI_TESTS_HASH_SUPPORT_H
#define TOI_TESTS_HASH_SUPPORT_H

#include "toi/toi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESHES = 12, KEYS = 5, MOVES = 4 };
enum { MOST_VERTICES = 1024, MOST_FACES = 2048 };

// ---- inputs

static uint64_t state = 20240607;

static inline uint64_t next_bits(void)
{
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline double between(double lower, double upper)
{
    return lower + (upper - lower) * ((double)(next_bits() >> 11) * 0x1p-53);
}

static inline uint32_t below(uint32_t count)
{
    return (uint32_t)(((next_bits() >> 32) * count) >> 32);
}

static inline toi_vec3 random_vector(double size)
{
    toi_vec3 v;
    v.x = between(-size, size);
    v.y = between(-size, size);
    v.z = between(-size, size);
    return v;
}

static inline toi_quat random_quaternion(void)
{
    toi_vec3 v = random_vector(1.0);
    return (toi_quat){between(0.05, 1.0), v.x, v.y, v.z};
}

typedef struct polygons {
    toi_vec3 vertices[MOST_VERTICES];
    uint32_t indices[4 * MOST_FACES], offsets[MOST_FACES + 1];
    uint32_t vertex_count, face_count;
} polygons;

static inline void add_face(polygons* p, const uint32_t* corners, uint32_t count)
{
    uint32_t begin = p->offsets[p->face_count];
    memcpy(p->indices + begin, corners, count * sizeof *corners);
    p->offsets[++p->face_count] = begin + count;
}

static inline toi_mesh* mesh_of(const polygons* p)
{
    toi_mesh_def def = {.vertices = &p->vertices->x,
                        .vertex_count = p->vertex_count,
                        .indices = p->indices,
                        .face_offsets = p->offsets,
                        .face_count = p->face_count};
    toi_mesh* mesh = NULL;
    if (toi_mesh_create(&def, &mesh, NULL) != TOI_OK) {
        abort();
    }
    return mesh;
}

// Triangles between random points: open, crossing, with edges of any number of faces.
static inline toi_mesh* make_soup(uint32_t points, double size)
{
    static polygons p;
    p.vertex_count = points;
    p.face_count = 0;
    for (uint32_t i = 0; i < points; ++i) {
        p.vertices[i] = random_vector(size);
    }
    for (uint32_t i = 0; i < points; ++i) {
        const uint32_t corners[3] = {i, (i + 1) % points, (i + 2 + i % 3) % points};
        add_face(&p, corners, i % 7 == 6 ? 2 : 3);
    }
    return mesh_of(&p);
}

// Point i of n on the unit circle, by its rational form.
static inline void on_circle(uint32_t i, uint32_t n, double* c, double* s)
{
    double u = 4.0 * i / n, turn = floor(u), t = u - turn;
    double x = (1.0 - t * t) / (1.0 + t * t), y = 2.0 * t / (1.0 + t * t);
    const double quarters[4][2] = {{x, y}, {-y, x}, {-x, -y}, {y, -x}};
    *c = quarters[(int)turn & 3][0];
    *s = quarters[(int)turn & 3][1];
}

static inline toi_mesh* make_torus(uint32_t m, uint32_t n, double size)
{
    static polygons p;
    p.vertex_count = m * n;
    p.face_count = 0;
    for (uint32_t i = 0; i < m * n; ++i) {
        double c, s, k, h;
        on_circle(i / n, m, &c, &s);
        on_circle(i % n, n, &k, &h);
        p.vertices[i] = (toi_vec3){size * (1.0 + 0.4 * k) * c, size * (1.0 + 0.4 * k) * s, size * 0.4 * h};
        const uint32_t i1 = (i / n + 1) % m * n, j1 = (i % n + 1) % n;
        const uint32_t corners[4] = {i, i1 + i % n, i1 + j1, i / n * n + j1};
        add_face(&p, corners, 4);
    }
    return mesh_of(&p);
}

static inline toi_mesh* make_box(double size)
{
    toi_mesh* mesh = NULL;
    toi_vec3 half;
    half.x = between(0.05, size);
    half.y = between(0.05, size);
    half.z = between(0.0, size);
    if (toi_mesh_create_box(half, NULL, &mesh, NULL) != TOI_OK) {
        abort();
    }
    return mesh;
}

static inline void make_meshes(toi_mesh* meshes[MESHES])
{
    for (int i = 0; i < 4; ++i) {
        meshes[i] = make_box(1.0);
    }
    const uint32_t points[4] = {1, 4, 20, 300};
    for (int i = 0; i < 4; ++i) {
        meshes[4 + i] = make_soup(points[i], 1.0);
    }
    const uint32_t sides[4] = {4, 8, 16, 32};
    for (int i = 0; i < 4; ++i) {
        meshes[8 + i] = make_torus(sides[i], sides[i], 1.0);
    }
}

// What the lists of a motion point to.
typedef struct motion_lists {
    toi_key keys[KEYS];
    toi_move moves[MOVES];
} motion_lists;

static inline toi_move random_move(double reach, double travel)
{
    toi_move m = {.kind = below(2) == 0 ? TOI_MOVE_TRANSLATION : TOI_MOVE_ROTATION};
    m.by = random_vector(travel);
    m.point = random_vector(reach);
    m.axis = random_vector(1.0);
    m.angle = between(-3.0, 3.0);
    return m;
}

// `lists` belongs to the motion.
static inline toi_motion random_motion(double reach, double travel, motion_lists* lists)
{
    // One number a statement: the order of evaluation within an initialiser differs between compilers.
    toi_motion m = {.kind = (toi_motion_kind)below(8)};
    m.path = (toi_path)below(3);
    m.pose.position = random_vector(reach);
    m.pose.quaternion = random_quaternion();
    m.end.position = m.pose.position;
    m.end.quaternion = random_quaternion();
    m.by = random_vector(travel);
    m.end.position.x += m.by.x;
    m.end.position.y += m.by.y;
    m.end.position.z += m.by.z;
    m.point = random_vector(m.kind == TOI_MOTION_SPIN ? 1.0 : reach);
    m.axis = random_vector(1.0);
    m.angle = between(-9.0, 9.0);
    m.advance = between(-travel, travel);
    double t = between(0.0, 0.2);
    for (int i = 0; i < KEYS; ++i) {
        lists->keys[i].t = t;
        lists->keys[i].pose.position = random_vector(reach);
        lists->keys[i].pose.quaternion = random_quaternion();
        t += between(0.05, 0.2);
    }
    for (int i = 0; i < MOVES; ++i) {
        lists->moves[i] = random_move(reach, 0.5 * travel);
    }
    lists->moves[1].until = between(0.1, 0.9);
    m.keys = lists->keys;
    m.key_count = KEYS;
    m.moves = lists->moves;
    m.move_count = MOVES;
    return m;
}

// Random bodies in one place. `lists` belongs to their motions.
static inline void random_bodies(toi_mesh* const meshes[MESHES], double reach, uint32_t count,
                                 toi_body* bodies, motion_lists* lists)
{
    for (uint32_t i = 0; i < count; ++i) {
        bodies[i].mesh = meshes[below(MESHES)];
        bodies[i].motion = random_motion(reach, 3.0, &lists[i]);
    }
}

// ---- hash

#define HASH_START 0xcbf29ce484222325u

static inline void hash_bytes(uint64_t* hash, const void* bytes, size_t size)
{
    const unsigned char* p = bytes;
    for (size_t i = 0; i < size; ++i) {
        *hash = (*hash ^ p[i]) * 0x100000001b3u;
    }
}

static inline void hash_number(uint64_t* hash, uint64_t number)
{
    hash_bytes(hash, &number, sizeof number);
}

static inline void hash_features(uint64_t* hash, uint32_t kind, toi_feature a, toi_feature b)
{
    const uint32_t words[7] = {kind,       (uint32_t)a.kind, a.index[0], a.index[1], (uint32_t)b.kind,
                               b.index[0], b.index[1]};
    hash_bytes(hash, words, sizeof words);
}

static inline void hash_result(uint64_t* hash, const toi_result* r)
{
    const double numbers[11] = {r->t_free,   r->t_hit,          r->gap,          r->point.x,
                                r->point.y,  r->point.z,        r->normal.x,     r->normal.y,
                                r->normal.z, r->work.tolerance, r->work.rounding};
    const uint32_t words[8] = {(uint32_t)r->answer, (uint32_t)r->start, r->certified,  r->contact_count,
                               r->link_count,       r->work.steps,      r->work.nodes, r->work.leaves};
    hash_bytes(hash, numbers, sizeof numbers);
    hash_bytes(hash, words, sizeof words);
    hash_features(hash, (uint32_t)r->kind, r->a, r->b);
}

static inline uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline void hash_lists(uint64_t* hash, const toi_contact* contacts, uint32_t contact_count,
                              const toi_link* links, uint32_t link_count)
{
    for (uint32_t i = 0; i < contact_count; ++i) {
        const toi_contact* c = &contacts[i];
        const double numbers[8] = {c->time,    c->gap,      c->point.x,  c->point.y,
                                   c->point.z, c->normal.x, c->normal.y, c->normal.z};
        hash_bytes(hash, numbers, sizeof numbers);
        hash_features(hash, (uint32_t)c->kind, c->a, c->b);
    }
    for (uint32_t i = 0; i < link_count; ++i) {
        const toi_link* k = &links[i];
        const double numbers[8] = {k->from,        k->to,     k->direction.x, k->direction.y,
                                   k->direction.z, k->turn.x, k->turn.y,      k->turn.z};
        const uint32_t words[4] = {k->a_begin, k->a_end, k->b_begin, k->b_end};
        hash_bytes(hash, numbers, sizeof numbers);
        hash_bytes(hash, words, sizeof words);
    }
}

// ---- numbers of threads

typedef uint64_t hash_of_pairs(const toi_world_result* result, const toi_world_def* def);

// Adds the hash of a world; returns false where numbers of threads from 1 to 8 differ.
static inline bool hash_threads(toi_world_def def, hash_of_pairs* hash_world, uint64_t* hash)
{
    uint64_t one = 0;
    bool equal = true;
    for (def.threads = 1; def.threads <= 8; ++def.threads) {
        toi_world_result r;
        if (toi_world_check(&def, &r, NULL) != TOI_OK) {
            abort();
        }
        uint64_t now = hash_world(&r, &def);
        toi_world_result_release(&r);
        if (def.threads > 1 && now != one) {
            fprintf(stderr, "%u threads differ from one\n", def.threads);
            equal = false;
        }
        one = def.threads == 1 ? now : one;
    }
    hash_number(hash, one);
    return equal;
}

// ---- the program

// Adds to the hash; returns false where what should be equal differs.
typedef bool hash_part(toi_mesh* const meshes[MESHES], uint64_t* hash);

// Prints the hash of pairs and that of all; returns the exit status.
static inline int print_hashes(hash_part* hash_pairs, hash_part* hash_many)
{
    toi_mesh* meshes[MESHES];
    uint64_t hash = HASH_START;
    make_meshes(meshes);
    bool equal = hash_pairs(meshes, &hash);
    printf("pairs %016llx\n", (unsigned long long)hash);
    equal = hash_many(meshes, &hash) && equal;
    printf("all   %016llx\n", (unsigned long long)hash);
    for (int i = 0; i < MESHES; ++i) {
        toi_mesh_destroy(meshes[i]);
    }
    return equal ? 0 : 1;
}

#endif
