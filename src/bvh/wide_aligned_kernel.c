// The walk of two trees along the same axes: of two bodies that deform, or of a body and itself.

#include "bvh/wide_boxes.h"

// The walk, and what is kept of the nodes at hand.
typedef struct aligned {
    const ti_wide_walk* walk;
    box_frame frame_a, frame_b;
    ti_f8 scale;
    ti_f8 move;              // of a box of b: to its lower and to its negated upper sides
    uint32_t leaf_a, leaf_b; // nodes whose triangles have their boxes made
    ti_float_box box_a[TI_WIDE], box_b[TI_WIDE];
    uint32_t named_b; // leaf whose vertices are in `name`
    ti_m8 name[4];    // of eight triangles: class of each vertex, and face
} aligned;

static void begin(aligned* s, const ti_wide_walk* walk)
{
    s->walk = walk;
    s->frame_a = box_frame_of(&walk->a->frame);
    s->frame_b = box_frame_of(&walk->b->frame);
    s->scale = f8_set(walk->scale);
    const float *d = walk->shift, pad = walk->pad;
    s->move = (ti_f8){d[0] - pad, d[1] - pad, d[2] - pad, 0.0f, -d[0] - pad, -d[1] - pad, -d[2] - pad, 0.0f};
    s->leaf_a = s->leaf_b = s->named_b = TI_NONE;
}

static const ti_float_box* boxes_below(const ti_wide_body* body, uint32_t node, const box_frame* frame,
                                       uint32_t* kept, ti_float_box box[TI_WIDE])
{
    const ti_wide_node* n = &body->shape->nodes[node];
    if (!n->leaf) {
        return body->boxes + n->first;
    }
    if (*kept != node) {
        boxes_of_leaf(body, n, frame, box);
        *kept = node;
    }
    return box;
}

// The boxes below a node of b in the frame of a.
static box_sides sides_below(const aligned* s, const ti_float_box* box, uint32_t count)
{
    box_sides sides = boxes_turn(box, count);
    for (int c = 0; c < 3; ++c) {
        sides.side[c] = sides.side[c] * s->scale + f8_set(s->move[c]);
        sides.side[3 + c] = sides.side[3 + c] * s->scale + f8_set(s->move[4 + c]);
    }
    return sides;
}

static int32_t class_of(const ti_wide_walk* walk, uint32_t vertex)
{
    return (int32_t)(walk->weld ? walk->weld[vertex] : vertex);
}

static void name_leaf(aligned* s, uint32_t node)
{
    if (s->named_b == node) {
        return;
    }
    s->named_b = node;
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

static void put(const ti_wide_walk* walk, uint32_t a, uint32_t first_b, uint32_t bits, ti_array* candidates)
{
    ti_face_pair* out = (ti_face_pair*)candidates->data + candidates->count;
    for (; bits != 0; bits &= bits - 1, ++out) {
        uint32_t b = first_b + (uint32_t)__builtin_ctz(bits);
        *out = walk->swapped ? (ti_face_pair){b, a} : (ti_face_pair){a, b};
    }
    candidates->count = (size_t)(out - (ti_face_pair*)candidates->data);
}

static void push(ti_node_pair* stack, uint32_t* count, uint32_t a, uint32_t first_b, uint32_t bits)
{
    for (; bits != 0; bits &= bits - 1) {
        stack[(*count)++] = (ti_node_pair){a, first_b + (uint32_t)__builtin_ctz(bits)};
    }
}

// Of a node and itself each pair of children once: those after child i, and i itself where it can be split.
static uint32_t not_before(uint32_t i, bool leaf)
{
    return leaf ? ~((2u << i) - 1u) : ~((1u << i) - 1u);
}

// What is below one pair of nodes. There is room on the stack for 64 pairs more.
static void look(aligned* s, ti_node_pair pair, ti_node_pair* stack, uint32_t* count, ti_array* candidates)
{
    const ti_wide_walk* w = s->walk;
    const ti_wide_node *na = &w->a->shape->nodes[pair.a], *nb = &w->b->shape->nodes[pair.b];
    const ti_float_box* below_a = boxes_below(w->a, pair.a, &s->frame_a, &s->leaf_a, s->box_a);
    const ti_float_box* below_b = boxes_below(w->b, pair.b, &s->frame_b, &s->leaf_b, s->box_b);
    // Negated, and sides changed over: what a box has to be below of in every lane to meet the node.
    ti_f8 node = box_load(&w->b->boxes[pair.b]) * s->scale + s->move;
    node = -__builtin_shufflevector(node, node, 4, 5, 6, 7, 0, 1, 2, 3);
    const bool same = w->self && pair.a == pair.b;
    const uint32_t all = (1u << nb->count) - 1u;
    box_sides sides;
    bool turned = false;
    uint32_t some = 0;
    for (uint32_t i = 0; i < na->count; ++i) {
        ti_f8 box = box_load(&below_a[i]);
        if ((m8_bits((ti_m8)(box <= node)) & 0x77) != 0x77) {
            continue;
        }
        if (!turned) {
            sides = sides_below(s, below_b, nb->count);
            turned = true;
        }
        float one[8];
        f8_store(one, box);
        uint32_t hit = boxes_meet(&sides, one) & all & (same ? not_before(i, na->leaf) : all);
        if (hit == 0) {
            continue;
        }
        if (!na->leaf) {
            if (nb->leaf) {
                stack[(*count)++] = (ti_node_pair){na->first + i, pair.b};
            } else {
                push(stack, count, na->first + i, nb->first, hit);
            }
        } else if (!nb->leaf) {
            some |= hit;
        } else {
            if (w->self) {
                name_leaf(s, pair.b);
                hit &= strangers(s, &w->a->shape->triangles[na->first + i]);
            }
            put(w, na->first + i, nb->first, hit, candidates);
        }
    }
    push(stack, count, pair.a, nb->first, some);
}

bool TI_KERNEL(ti_walk_aligned)(const ti_wide_walk* walk, ti_node_pair* stack, uint32_t* count,
                                uint32_t enough, ti_array* candidates)
{
    aligned s;
    begin(&s, walk);
    while (*count > 0 && *count < enough) {
        if (candidates->capacity - candidates->count < 64 && !ti_array_reserve(candidates, 64)) {
            return false;
        }
        ti_node_pair pair = stack[--*count];
        look(&s, pair, stack, count, candidates);
    }
    return true;
}
