// Pieces of two bodies during a walk of their trees, and directions that keep them apart.

#ifndef TI_NARROW_FIRST_PIECES_H
#define TI_NARROW_FIRST_PIECES_H

#include "narrow/first/kernel.h"
#include "narrow/first/lanes.h"

enum { MAX_STACK = 512 };

// A piece of a body: box `lane` of node `index`, or triangle `index` where lane is PIECE_TRIANGLE.
enum { PIECE_TRIANGLE = 4 };

typedef struct piece {
    uint32_t index;
    uint32_t lane;
} piece;

// Two pieces that are apart before `time`, and the direction (world) that showed it; zero if none is known.
typedef struct item {
    double time;
    piece part[2];
    float normal[3];
    bool advance; // worth a try of links of the pair as it is
} item;

static inline const ti_node* node_of(const ti_duel* duel, const item* it, int side)
{
    return &duel->body[side].mesh->tree.nodes[it->part[side].index];
}

static inline bool is_triangle(const item* it, int side)
{
    return it->part[side].lane == PIECE_TRIANGLE;
}

static inline void range_of(const ti_duel* duel, const item* it, int side, uint32_t range[2])
{
    if (is_triangle(it, side)) {
        range[0] = it->part[side].index;
        range[1] = range[0] + 1;
        return;
    }
    const ti_node* node = node_of(duel, it, side);
    range[0] = node->begin[it->part[side].lane];
    range[1] = node->begin[it->part[side].lane + 1];
}

static inline ti_lanes lanes_of_piece(const ti_duel* duel, const item* it, int side)
{
    const ti_track* k = &duel->body[side];
    if (is_triangle(it, side)) {
        return lanes_of_triangles(k, it->part[side].index, 1);
    }
    return lanes_of_box(node_of(duel, it, side), it->part[side].lane, k->scale);
}

// The points of a box, where its range is small enough to have them at hand.
static inline bool patch_of(const ti_duel* duel, const item* it, int side, ti_shape* shape)
{
    const ti_track* k = &duel->body[side];
    if (is_triangle(it, side)) {
        return false;
    }
    uint32_t patch = node_of(duel, it, side)->patch[it->part[side].lane];
    if (patch == TI_NONE) {
        return false;
    }
    const ti_points* p = &k->mesh->tree.patches[patch];
    *shape = (ti_shape){p->x, p->y, p->z,     p->count,
                        NULL, NULL, k->scale, k->scale * (double)k->mesh->tree.patch_radius[patch]};
    return true;
}

static inline ti_v4 pieces_apart(const ti_frame* f, ti_w3 n, const ti_lanes* a, const ti_lanes* b)
{
    ti_w3 m = w3_rotate_back(&f->turn_b, n);
    ti_w3 back = {-m.x, -m.y, -m.z};
    return (w3_dot(n, w3_set(f->offset)) - lanes_support(b, back)) - lanes_support(a, n);
}

static inline void give_normal(item* it, toi_vec3 world)
{
    it->normal[0] = (float)world.x;
    it->normal[1] = (float)world.y;
    it->normal[2] = (float)world.z;
}

static inline toi_vec3 normal_of(const item* it)
{
    return v3((double)it->normal[0], (double)it->normal[1], (double)it->normal[2]);
}

static inline ti_w3 between_centers(const ti_frame* f, const ti_lanes* a, const ti_lanes* b)
{
    return w3_sub(w3_add(w3_rotate(&f->turn_b, b->center), w3_set(f->offset)), a->center);
}

// A direction in which the pieces are thin: the shortest half-axis of a box, the normal of a triangle. Body's
// axes.
static inline ti_w3 thin_direction(const ti_lanes* l)
{
    if (l->triangles) {
        return w3_cross(w3_sub(l->p[1], l->p[0]), w3_sub(l->p[2], l->p[0]));
    }
    ti_w3 best = l->p[0];
    ti_v4 length = w3_dot(best, best);
    for (int k = 1; k < 3; ++k) {
        ti_v4 other = w3_dot(l->p[k], l->p[k]);
        ti_m4 shorter = (ti_m4)(other < length);
        best = w3_select(shorter, l->p[k], best);
        length = f4_select(shorter, other, length);
    }
    return best;
}

static inline double size_of(const ti_duel* duel, const item* it, int side)
{
    if (is_triangle(it, side)) {
        return -1.0;
    }
    double scale = duel->body[side].scale;
    return scale * (double)node_of(duel, it, side)->size[it->part[side].lane];
}

// The pieces that one side of a pair splits into.
typedef struct parts {
    ti_lanes lanes;
    piece part[4];
    uint32_t count;
} parts;

static inline void split_piece(const ti_duel* duel, const item* it, int side, parts* p)
{
    const ti_track* k = &duel->body[side];
    const ti_node* node = node_of(duel, it, side);
    uint32_t lane = it->part[side].lane, child = node->child[lane];
    if (child == TI_NONE) {
        uint32_t begin = node->begin[lane];
        p->count = node->begin[lane + 1] - begin;
        p->lanes = lanes_of_triangles(k, begin, p->count);
        for (uint32_t i = 0; i < p->count; ++i) {
            p->part[i] = (piece){begin + i, PIECE_TRIANGLE};
        }
        return;
    }
    const ti_node* below = &k->mesh->tree.nodes[child];
    p->count = below->count;
    p->lanes = lanes_of_node(below, k->scale);
    for (uint32_t i = 0; i < p->count; ++i) {
        p->part[i] = (piece){child, i};
    }
}

// Puts a pair on a stack, of those from `base` on the earliest on top, of equals the one that is nearest.
// `apart_of` has how far apart each of them is.
static inline void push_sorted(item* stack, uint32_t* count, uint32_t base, const item* pair, double apart,
                               double apart_of[4])
{
    uint32_t p = (*count)++;
    while (p > base && (stack[p - 1].time < pair->time ||
                        (stack[p - 1].time == pair->time && apart_of[p - 1 - base] < apart))) {
        stack[p] = stack[p - 1];
        apart_of[p - base] = apart_of[p - 1 - base];
        --p;
    }
    stack[p] = *pair;
    apart_of[p - base] = apart;
}

// The best of a direction in each lane so far.
typedef struct lane_choice {
    ti_w3 n;
    ti_v4 apart;
} lane_choice;

static inline void try_direction(const ti_frame* f, ti_w3 n, const ti_lanes* a, const ti_lanes* b,
                                 lane_choice* best)
{
    ti_v4 apart = pieces_apart(f, n, a, b);
    ti_m4 better = (ti_m4)(apart > best->apart);
    best->apart = f4_select(better, apart, best->apart);
    best->n = w3_select(better, n, best->n);
}

static inline lane_choice choose_directions(const ti_frame* f, const ti_lanes* a, const ti_lanes* b,
                                            toi_vec3 inherited)
{
    ti_w3 d = between_centers(f, a, b);
    lane_choice best = {w3_unit_towards(d, d), f4_set(0.0)};
    best.apart = pieces_apart(f, best.n, a, b);
    try_direction(f, w3_unit_towards(thin_direction(a), d), a, b, &best);
    try_direction(f, w3_unit_towards(w3_rotate(&f->turn_b, thin_direction(b)), d), a, b, &best);
    double length = v3_length(inherited);
    if (length > 0.0) {
        try_direction(f, w3_set(v3_scale(1.0 / length, inherited)), a, b, &best);
    }
    return best;
}

#endif
