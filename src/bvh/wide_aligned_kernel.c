// The walk of two trees along the same axes: of two bodies that deform, or of a body and itself.

#include "bvh/wide_boxes.h"

// Nodes of which the boxes below are kept for the next pairs, by the last digits of their number.
enum { KEPT = 64 };

// The boxes below nodes of a tree, times `scale` and moved. Of a they are negated, and its upper sides are
// limits for lower sides of b: two boxes meet where no side of b is above the opposite one of a.
typedef struct kept_sides {
    const ti_wide_body* body;
    box_frame frame;
    ti_f8 scale, move;
    uint32_t node[KEPT];
    box_sides sides[KEPT];
} kept_sides;

// The walk, and what is kept of the nodes at hand.
typedef struct aligned {
    const ti_wide_walk* walk;
    kept_sides a, b;
    uint32_t named; // leaf of b whose vertices are in `name`
    ti_m8 name[4];  // of eight triangles: class of each vertex, and face
} aligned;

static void begin_body(kept_sides* kept, const ti_wide_body* body, float scale, ti_f8 move)
{
    kept->body = body;
    kept->frame = box_frame_of(&body->frame);
    kept->scale = f8_set(scale);
    kept->move = move;
    memset(kept->node, 0xff, sizeof kept->node); // TI_NONE
}

static void begin(aligned* s, const ti_wide_walk* walk)
{
    const float *d = walk->shift, pad = walk->pad;
    ti_f8 move = {d[0] - pad, d[1] - pad, d[2] - pad, 0.0f, -d[0] - pad, -d[1] - pad, -d[2] - pad, 0.0f};
    s->walk = walk;
    begin_body(&s->a, walk->a, -1.0f, f8_set(0.0f));
    begin_body(&s->b, walk->b, walk->scale, move);
    s->named = TI_NONE;
}

static void make_sides(const kept_sides* kept, uint32_t node, box_sides* sides)
{
    const ti_wide_body* body = kept->body;
    const ti_wide_node* n = &body->shape->nodes[node];
    ti_float_box leaf[TI_WIDE];
    if (n->leaf) {
        boxes_of_leaf(body, n, &kept->frame, leaf);
    }
    boxes_turn(n->leaf ? leaf : body->boxes + n->first, n->count, kept->scale, kept->move, sides);
}

static inline const box_sides* sides_of(kept_sides* kept, uint32_t node)
{
    uint32_t at = node % KEPT;
    if (kept->node[at] != node) {
        make_sides(kept, node, &kept->sides[at]);
        kept->node[at] = node;
    }
    return &kept->sides[at];
}

// Bits of the boxes below a node of a that meet a node of b.
static inline uint32_t meet_node(const aligned* s, const box_sides* of_a, uint32_t node)
{
    ti_f8 side = fb_load(&s->walk->b->boxes[node]) * s->b.scale + s->b.move;
    ti_m8 hit = (ti_m8)(f8_set(side[0]) <= of_a->side[3]) & (ti_m8)(f8_set(side[1]) <= of_a->side[4]) &
                (ti_m8)(f8_set(side[2]) <= of_a->side[5]) & (ti_m8)(f8_set(side[4]) <= of_a->side[0]) &
                (ti_m8)(f8_set(side[5]) <= of_a->side[1]) & (ti_m8)(f8_set(side[6]) <= of_a->side[2]);
    return (uint32_t)m8_bits(hit);
}

// Bits of the boxes below a node of b that meet box i below one of a.
static inline uint32_t meet_box(const box_sides* of_b, const box_sides* of_a, uint32_t i)
{
    const float* limit = (const float*)of_a + i;
    ti_m8 hit = (ti_m8)(of_b->side[0] <= f8_set(limit[24])) & (ti_m8)(of_b->side[1] <= f8_set(limit[32])) &
                (ti_m8)(of_b->side[2] <= f8_set(limit[40])) & (ti_m8)(of_b->side[3] <= f8_set(limit[0])) &
                (ti_m8)(of_b->side[4] <= f8_set(limit[8])) & (ti_m8)(of_b->side[5] <= f8_set(limit[16]));
    return (uint32_t)m8_bits(hit);
}

// ---- common vertices

static int32_t class_of(const ti_wide_walk* walk, uint32_t vertex)
{
    return (int32_t)(walk->weld ? walk->weld[vertex] : vertex);
}

static void name_leaf(aligned* s, uint32_t node)
{
    s->named = node;
    const ti_wide_node* n = &s->walk->b->shape->nodes[node];
    for (uint32_t i = 0; i < TI_WIDE; ++i) {
        const ti_triangle* t = &s->walk->b->shape->triangles[n->first + (i < n->count ? i : 0)];
        for (int k = 0; k < 3; ++k) {
            s->name[k][i] = class_of(s->walk, t->vertex[k]);
        }
        s->name[3][i] = (int32_t)t->face;
    }
}

// Triangles of the leaf of b that have no vertex in common with one of a.
static uint32_t strangers(const aligned* s, const ti_triangle* t)
{
    ti_m8 common = s->name[3] == (ti_m8){0} + (int32_t)t->face;
    for (int k = 0; k < 3; ++k) {
        ti_m8 own = (ti_m8){0} + class_of(s->walk, t->vertex[k]);
        common |= (s->name[0] == own) | (s->name[1] == own) | (s->name[2] == own);
    }
    return ~(uint32_t)m8_bits(common);
}

// ---- pairs

static inline void put(const ti_wide_walk* walk, uint32_t a, uint32_t first_b, uint32_t bits,
                       ti_array* candidates)
{
    ti_face_pair* out = (ti_face_pair*)candidates->data + candidates->count;
    for (; bits != 0; bits &= bits - 1, ++out) {
        uint32_t b = first_b + (uint32_t)__builtin_ctz(bits);
        *out = walk->swapped ? (ti_face_pair){b, a} : (ti_face_pair){a, b};
    }
    candidates->count = (size_t)(out - (ti_face_pair*)candidates->data);
}

static inline void push(ti_node_pair* stack, uint32_t* count, uint32_t a, uint32_t first_b, uint32_t bits)
{
    for (; bits != 0; bits &= bits - 1) {
        stack[(*count)++] = (ti_node_pair){a, first_b + (uint32_t)__builtin_ctz(bits)};
    }
}

// What is below one pair of nodes. There is room on the stack for 64 pairs more.
static inline void look(aligned* s, ti_node_pair pair, ti_node_pair* stack, uint32_t* count,
                        ti_array* candidates)
{
    const ti_wide_walk* w = s->walk;
    const ti_wide_node *na = &w->a->shape->nodes[pair.a], *nb = &w->b->shape->nodes[pair.b];
    const box_sides *of_a = sides_of(&s->a, pair.a), *of_b = sides_of(&s->b, pair.b);
    // Of a node and itself each pair is looked at once: that of box i and one after it, or of i itself.
    const bool same = w->self && pair.a == pair.b, leaves = na->leaf && nb->leaf;
    const uint32_t all = (1u << nb->count) - 1u;
    uint32_t some = 0, own = meet_node(s, of_a, pair.b) & ((1u << na->count) - 1u);
    if (leaves && w->self && s->named != pair.b) {
        name_leaf(s, pair.b);
    }
    for (; own != 0; own &= own - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(own);
        uint32_t hit = meet_box(of_b, of_a, i) & (same ? all & ~((1u << i) - 1u) : all);
        if (leaves) {
            if (w->self && hit != 0) {
                hit &= strangers(s, &w->a->shape->triangles[na->first + i]);
            }
            put(w, na->first + i, nb->first, hit, candidates);
        } else if (na->leaf) {
            some |= hit;
        } else if (nb->leaf) {
            push(stack, count, na->first + i, pair.b, hit != 0);
        } else {
            push(stack, count, na->first + i, nb->first, hit);
        }
    }
    push(stack, count, pair.a, nb->first, some);
}

bool TI_KERNEL(ti_walk_aligned)(const ti_wide_walk* walk, ti_node_pair* stack, uint32_t* count, bool once,
                                ti_array* candidates)
{
    aligned s;
    begin(&s, walk);
    do {
        if (candidates->capacity - candidates->count < 64 && !once && !ti_array_reserve(candidates, 64)) {
            return false;
        }
        ti_node_pair pair = stack[--*count];
        look(&s, pair, stack, count, candidates);
    } while (*count > 0 && !once);
    return true;
}
