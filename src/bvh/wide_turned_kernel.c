// The walk of two trees whose boxes are turned against each other: of rigid bodies, or of a rigid one and one
// that deforms. Boxes are looked at along the three axes of either frame. The nine directions across two
// edges would take more time than the tenth of the pairs that they settle.

#include "bvh/wide_boxes.h"

// The walk, and what is kept of the nodes at hand: children of a in lanes, also as the frame of b has them;
// children of b one by one.
typedef struct turned {
    const ti_wide_walk* walk;
    box_frame frame_b;
    uint32_t node_a, node_b;
    ti_f8 center_a[3], half_a[3];
    ti_f8 seen_center_a[3], seen_half_a[3];                   // in the frame of b, with the padding
    float seen_center_b[3][TI_WIDE], seen_half_b[3][TI_WIDE]; // in the frame of a, with the padding
    const ti_wide_lanes* lanes_b;
    ti_wide_lanes made; // of a node of a body that deforms
} turned;

static void take_a(turned* s, uint32_t node)
{
    const ti_wide_walk* w = s->walk;
    const ti_wide_lanes* lanes = &w->a->lanes[node];
    ti_f8 d[3];
    for (int c = 0; c < 3; ++c) {
        s->center_a[c] = f8_load(lanes->center[c]);
        s->half_a[c] = f8_load(lanes->half[c]);
        d[c] = s->center_a[c] - f8_set(w->shift[c]);
    }
    for (int c = 0; c < 3; ++c) {
        const float *m = w->back[c], *size = w->size_back[c];
        s->seen_center_a[c] = (f8_set(m[0]) * d[0] + f8_set(m[1]) * d[1]) + f8_set(m[2]) * d[2];
        s->seen_half_a[c] = ((f8_set(size[0]) * s->half_a[0] + f8_set(size[1]) * s->half_a[1]) +
                             f8_set(size[2]) * s->half_a[2]) +
                            f8_set(w->pad_b);
    }
    s->node_a = node;
}

static const ti_wide_lanes* lanes_of_b(turned* s, uint32_t node)
{
    const ti_wide_body* b = s->walk->b;
    if (b->lanes) {
        return &b->lanes[node];
    }
    const ti_wide_node* n = &b->shape->nodes[node];
    ti_float_box leaf[TI_WIDE];
    if (n->leaf) {
        boxes_of_leaf(b, n, &s->frame_b, leaf);
    }
    lanes_make(n->leaf ? leaf : b->boxes + n->first, n->count, &s->made);
    return &s->made;
}

static void take_b(turned* s, uint32_t node)
{
    const ti_wide_walk* w = s->walk;
    const ti_wide_lanes* lanes = lanes_of_b(s, node);
    ti_f8 c[3], h[3];
    for (int k = 0; k < 3; ++k) {
        c[k] = f8_load(lanes->center[k]);
        h[k] = f8_load(lanes->half[k]);
    }
    for (int i = 0; i < 3; ++i) {
        const float *m = w->map[i], *size = w->size[i];
        f8_store(s->seen_center_b[i],
                 ((f8_set(m[0]) * c[0] + f8_set(m[1]) * c[1]) + f8_set(m[2]) * c[2]) + f8_set(w->shift[i]));
        f8_store(s->seen_half_b[i],
                 ((f8_set(size[0]) * h[0] + f8_set(size[1]) * h[1]) + f8_set(size[2]) * h[2]) +
                     f8_set(w->pad));
    }
    s->lanes_b = lanes;
    s->node_b = node;
}

// Bits of the children of a that child j of b may meet.
static inline uint32_t meets(const turned* s, uint32_t j)
{
    ti_m8 hit = (ti_m8){0} - 1;
    for (int c = 0; c < 3; ++c) {
        ti_f8 own = f8_abs(s->center_a[c] - f8_set(s->seen_center_b[c][j]));
        ti_f8 seen = f8_abs(s->seen_center_a[c] - f8_set(s->lanes_b->center[c][j]));
        hit &= (ti_m8)(own <= s->half_a[c] + f8_set(s->seen_half_b[c][j]));
        hit &= (ti_m8)(seen <= s->seen_half_a[c] + f8_set(s->lanes_b->half[c][j]));
    }
    return (uint32_t)m8_bits(hit);
}

static void put(const ti_wide_walk* walk, uint32_t first_a, uint32_t bits, uint32_t b, ti_array* candidates)
{
    ti_face_pair* out = (ti_face_pair*)candidates->data + candidates->count;
    for (; bits != 0; bits &= bits - 1, ++out) {
        uint32_t a = first_a + (uint32_t)__builtin_ctz(bits);
        *out = walk->swapped ? (ti_face_pair){b, a} : (ti_face_pair){a, b};
    }
    candidates->count = (size_t)(out - (ti_face_pair*)candidates->data);
}

static void push(ti_node_pair* stack, uint32_t* count, uint32_t first_a, uint32_t bits, uint32_t b)
{
    for (; bits != 0; bits &= bits - 1) {
        stack[(*count)++] = (ti_node_pair){first_a + (uint32_t)__builtin_ctz(bits), b};
    }
}

// What is below one pair of nodes. There is room on the stack for 64 pairs more.
static void look(turned* s, ti_node_pair pair, ti_node_pair* stack, uint32_t* count, ti_array* candidates)
{
    const ti_wide_walk* w = s->walk;
    const ti_wide_node *na = &w->a->shape->nodes[pair.a], *nb = &w->b->shape->nodes[pair.b];
    if (s->node_a != pair.a) {
        take_a(s, pair.a);
    }
    if (s->node_b != pair.b) {
        take_b(s, pair.b);
    }
    uint32_t some = 0;
    for (uint32_t j = 0; j < nb->count; ++j) {
        uint32_t hit = meets(s, j);
        if (hit == 0) {
            continue;
        }
        if (na->leaf && nb->leaf) {
            put(w, na->first, hit, nb->first + j, candidates);
        } else if (na->leaf) {
            stack[(*count)++] = (ti_node_pair){pair.a, nb->first + j};
        } else if (nb->leaf) {
            some |= hit;
        } else {
            push(stack, count, na->first, hit, nb->first + j);
        }
    }
    push(stack, count, na->first, some, pair.b);
}

bool TI_KERNEL(ti_walk_turned)(const ti_wide_walk* walk, ti_node_pair* stack, uint32_t* count, bool once,
                               ti_array* candidates)
{
    turned s = {.walk = walk, .frame_b = box_frame_of(&walk->b->frame), .node_a = TI_NONE, .node_b = TI_NONE};
    do {
        if (candidates->capacity - candidates->count < 64 && !once && !ti_array_reserve(candidates, 64)) {
            return false;
        }
        ti_node_pair pair = stack[--*count];
        look(&s, pair, stack, count, candidates);
    } while (*count > 0 && !once);
    return true;
}
