// The walk of two wide trees. Where both stand along the same axes one frame is enough; else boxes are looked
// at along the three axes of either frame. The nine directions across two edges would take more time than the
// tenth of the pairs that they settle.

#include "bvh/wide_boxes.h"

// Nodes of which the boxes below are kept for the next pairs, by the last digits of their number.
enum { KEPT = 64 };

// The boxes below a node in the frame of a, and in that of b where it is turned.
typedef struct node_sides {
    box_sides in_a, in_b;
} node_sides;

// Of a the sides are negated, so that its upper ones are limits for lower ones of b: two boxes meet where no
// side of b is above the opposite one of a. Those of b have the padding.
typedef struct kept_nodes {
    const ti_wide_body* body;
    box_frame frame;
    uint32_t node[KEPT];
    node_sides sides[KEPT];
} kept_nodes;

typedef struct search {
    const ti_wide_walk* walk;
    kept_nodes a, b;
    ti_f8 move;     // aligned: of a box of b, to its lower and to its negated upper sides
    uint32_t named; // leaf of a whose vertices are in `name`
    ti_m8 name[4];  // of eight triangles: class of each vertex, and face
} search;

static void begin_body(kept_nodes* kept, const ti_wide_body* body)
{
    kept->body = body;
    kept->frame = box_frame_of(&body->frame);
    memset(kept->node, 0xff, sizeof kept->node); // TI_NONE
}

static void begin(search* s, const ti_wide_walk* walk)
{
    const float *d = walk->shift, pad = walk->pad;
    s->move = (ti_f8){d[0] - pad, d[1] - pad, d[2] - pad, 0.0f, -d[0] - pad, -d[1] - pad, -d[2] - pad, 0.0f};
    s->walk = walk;
    begin_body(&s->a, walk->a);
    begin_body(&s->b, walk->b);
    s->named = TI_NONE;
}

// ---- boxes below a node

// @param leaf  room for boxes that are made here
static const ti_float_box* boxes_below(const kept_nodes* kept, uint32_t node, ti_float_box leaf[TI_WIDE])
{
    const ti_wide_node* n = &kept->body->shape->nodes[node];
    if (n->leaf) {
        boxes_of_leaf(kept->body, n, &kept->frame, leaf);
        return leaf;
    }
    return kept->body->boxes + n->first;
}

static void make_aligned(const kept_nodes* kept, uint32_t node, float scale, ti_f8 move, node_sides* sides)
{
    ti_float_box leaf[TI_WIDE];
    const ti_float_box* below = boxes_below(kept, node, leaf);
    boxes_turn(below, kept->body->shape->nodes[node].count, f8_set(scale), move, &sides->in_a);
}

// A row of a matrix times vectors.
static inline ti_f8 row_times(const float row[3], const ti_f8 v[3])
{
    return (f8_set(row[0]) * v[0] + f8_set(row[1]) * v[1]) + f8_set(row[2]) * v[2];
}

static void make_turned_a(const search* s, uint32_t node, node_sides* sides)
{
    const ti_wide_walk* w = s->walk;
    const ti_wide_lanes* lanes = &w->a->lanes[node];
    ti_f8 from_b[3], half[3];
    for (int c = 0; c < 3; ++c) {
        ti_f8 center = f8_load(lanes->center[c]);
        half[c] = f8_load(lanes->half[c]);
        sides->in_a.side[c] = half[c] - center;
        sides->in_a.side[3 + c] = half[c] + center;
        from_b[c] = center - f8_set(w->shift[c]);
    }
    for (int c = 0; c < 3; ++c) {
        ti_f8 center = row_times(w->back[c], from_b), seen = row_times(w->size_back[c], half);
        sides->in_b.side[c] = seen - center;
        sides->in_b.side[3 + c] = seen + center;
    }
}

static void make_turned_b(const search* s, uint32_t node, node_sides* sides)
{
    const ti_wide_walk* w = s->walk;
    ti_wide_lanes made;
    const ti_wide_lanes* lanes = &made;
    if (w->b->lanes) {
        lanes = &w->b->lanes[node];
    } else {
        ti_float_box leaf[TI_WIDE];
        lanes_make(boxes_below(&s->b, node, leaf), w->b->shape->nodes[node].count, &made);
    }
    ti_f8 center[3], half[3];
    for (int c = 0; c < 3; ++c) {
        center[c] = f8_load(lanes->center[c]);
        half[c] = f8_load(lanes->half[c]);
        ti_f8 padded = half[c] + f8_set(w->pad_b);
        sides->in_b.side[c] = center[c] - padded;
        sides->in_b.side[3 + c] = -center[c] - padded;
    }
    for (int c = 0; c < 3; ++c) {
        ti_f8 at = row_times(w->map[c], center) + f8_set(w->shift[c]);
        ti_f8 padded = row_times(w->size[c], half) + f8_set(w->pad);
        sides->in_a.side[c] = at - padded;
        sides->in_a.side[3 + c] = -at - padded;
    }
}

static inline const node_sides* sides_of_a(search* s, uint32_t node, bool turned)
{
    uint32_t at = node % KEPT;
    if (s->a.node[at] != node) {
        if (turned) {
            make_turned_a(s, node, &s->a.sides[at]);
        } else {
            make_aligned(&s->a, node, -1.0f, f8_set(0.0f), &s->a.sides[at]);
        }
        s->a.node[at] = node;
    }
    return &s->a.sides[at];
}

static inline const node_sides* sides_of_b(search* s, uint32_t node, bool turned)
{
    uint32_t at = node % KEPT;
    if (s->b.node[at] != node) {
        if (turned) {
            make_turned_b(s, node, &s->b.sides[at]);
        } else {
            make_aligned(&s->b, node, s->walk->scale, s->move, &s->b.sides[at]);
        }
        s->b.node[at] = node;
    }
    return &s->b.sides[at];
}

// Bits of the boxes below a node of b that meet the box of a node of a.
static inline uint32_t meet_node(const box_sides* of_b, const ti_float_box* node)
{
    ti_m8 hit = (ti_m8)(of_b->side[0] <= f8_set(-node->minus_upper[0])) &
                (ti_m8)(of_b->side[1] <= f8_set(-node->minus_upper[1])) &
                (ti_m8)(of_b->side[2] <= f8_set(-node->minus_upper[2])) &
                (ti_m8)(of_b->side[3] <= f8_set(-node->lower[0])) &
                (ti_m8)(of_b->side[4] <= f8_set(-node->lower[1])) &
                (ti_m8)(of_b->side[5] <= f8_set(-node->lower[2]));
    return (uint32_t)m8_bits(hit);
}

// Which boxes below a node of a meet box j below one of b.
static inline ti_m8 meet_box(const box_sides* of_a, const box_sides* of_b, uint32_t j)
{
    const float* b = (const float*)of_b + j;
    return (ti_m8)(f8_set(b[0]) <= of_a->side[3]) & (ti_m8)(f8_set(b[8]) <= of_a->side[4]) &
           (ti_m8)(f8_set(b[16]) <= of_a->side[5]) & (ti_m8)(f8_set(b[24]) <= of_a->side[0]) &
           (ti_m8)(f8_set(b[32]) <= of_a->side[1]) & (ti_m8)(f8_set(b[40]) <= of_a->side[2]);
}

// ---- common vertices

static int32_t class_of(const ti_wide_walk* walk, uint32_t vertex)
{
    return (int32_t)(walk->weld ? walk->weld[vertex] : vertex);
}

static void name_leaf(search* s, uint32_t node)
{
    s->named = node;
    const ti_wide_node* n = &s->walk->a->shape->nodes[node];
    for (uint32_t i = 0; i < TI_WIDE; ++i) {
        const ti_triangle* t = &s->walk->a->shape->triangles[n->first + (i < n->count ? i : 0)];
        for (int k = 0; k < 3; ++k) {
            s->name[k][i] = class_of(s->walk, t->vertex[k]);
        }
        s->name[3][i] = (int32_t)t->face;
    }
}

// Triangles of the named leaf that have no vertex in common with one, and are of another face.
static uint32_t strangers(const search* s, const ti_triangle* t)
{
    ti_m8 common = s->name[3] == (ti_m8){0} + (int32_t)t->face;
    for (int k = 0; k < 3; ++k) {
        ti_m8 own = (ti_m8){0} + class_of(s->walk, t->vertex[k]);
        common |= (s->name[0] == own) | (s->name[1] == own) | (s->name[2] == own);
    }
    return ~(uint32_t)m8_bits(common);
}

// ---- pairs

static inline void put(const ti_wide_walk* walk, uint32_t first_a, uint32_t bits, uint32_t b,
                       ti_array* candidates)
{
    ti_face_pair* out = (ti_face_pair*)candidates->data + candidates->count;
    for (; bits != 0; bits &= bits - 1, ++out) {
        uint32_t a = first_a + (uint32_t)__builtin_ctz(bits);
        *out = walk->swapped ? (ti_face_pair){b, a} : (ti_face_pair){a, b};
    }
    candidates->count = (size_t)(out - (ti_face_pair*)candidates->data);
}

static inline void push(ti_node_pair* stack, uint32_t* count, uint32_t first_a, uint32_t bits, uint32_t b)
{
    for (; bits != 0; bits &= bits - 1) {
        stack[(*count)++] = (ti_node_pair){first_a + (uint32_t)__builtin_ctz(bits), b};
    }
}

// What is below one pair of nodes. There is room on the stack for 64 pairs more.
static inline void look(search* s, ti_node_pair pair, bool turned, ti_node_pair* stack, uint32_t* count,
                        ti_array* candidates)
{
    const ti_wide_walk* w = s->walk;
    const ti_wide_node *na = &w->a->shape->nodes[pair.a], *nb = &w->b->shape->nodes[pair.b];
    const node_sides *of_a = sides_of_a(s, pair.a, turned), *of_b = sides_of_b(s, pair.b, turned);
    // Of a node and itself each pair is looked at once: that of box j and one before it, or of j itself.
    const bool same = w->self && pair.a == pair.b, leaves = na->leaf && nb->leaf;
    const bool strange = w->self && !w->neighbours;
    const uint32_t all = (1u << na->count) - 1u;
    uint32_t some = 0, own = meet_node(&of_b->in_a, &w->a->boxes[pair.a]) & ((1u << nb->count) - 1u);
    if (leaves && strange && s->named != pair.a) {
        name_leaf(s, pair.a);
    }
    for (; own != 0; own &= own - 1) {
        uint32_t j = (uint32_t)__builtin_ctz(own);
        ti_m8 meet = meet_box(&of_a->in_a, &of_b->in_a, j);
        if (turned) {
            meet &= meet_box(&of_a->in_b, &of_b->in_b, j);
        }
        uint32_t hit = (uint32_t)m8_bits(meet) & (same ? (2u << j) - 1u : all);
        if (leaves) {
            if (strange && hit != 0) {
                hit &= strangers(s, &w->b->shape->triangles[nb->first + j]);
            }
            hit &= same ? ~(1u << j) : all; // no triangle with itself
            put(w, na->first, hit, nb->first + j, candidates);
        } else if (nb->leaf) {
            some |= hit;
        } else if (na->leaf) {
            push(stack, count, pair.a, hit != 0, nb->first + j);
        } else {
            push(stack, count, na->first, hit, nb->first + j);
        }
    }
    push(stack, count, na->first, some, pair.b);
}

static inline bool go_on(const ti_wide_walk* walk, bool turned, ti_node_pair* stack, uint32_t* count,
                         bool once, ti_pair_list* candidates)
{
    search s;
    begin(&s, walk);
    do {
        if (!once && !ti_pair_list_reserve(candidates, 64)) {
            return false;
        }
        ti_node_pair pair = stack[--*count];
        look(&s, pair, turned, stack, count, candidates->array);
    } while (*count > 0 && !once);
    return true;
}

bool TI_KERNEL(ti_wide_go)(const ti_wide_walk* walk, ti_node_pair* stack, uint32_t* count, bool once,
                           ti_pair_list* candidates)
{
    return walk->turned ? go_on(walk, true, stack, count, once, candidates)
                        : go_on(walk, false, stack, count, once, candidates);
}
