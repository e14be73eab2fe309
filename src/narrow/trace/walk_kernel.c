// Walks over the trees of both bodies. See walk.h.

#include "narrow/trace/walk_leaf.h"

// ---- the tree of S

// Puts the boxes of a node that are met on the stack, those met first on top.
static void push_lanes(walk* w, const ti_slabs* slabs, int lanes)
{
    entries* stack = &w->stack;
    float enter[4];
    int near = lanes & sweep_meets(&w->sweep, slabs, w->most, enter);
    uint32_t base = stack->count;
    ++w->found->nodes;
    for (; near != 0; near &= near - 1) {
        uint32_t i = (uint32_t)__builtin_ctz((unsigned)near), at = stack->count;
        // A reach near the end of the range of float finds all lanes, the unused ones too.
        if (slabs->at[i] == TI_NONE) {
            continue;
        }
        ++stack->count;
        for (; at > base && stack->item[at - 1].enter < enter[i]; --at) {
            stack->item[at] = stack->item[at - 1];
        }
        stack->item[at] = (entry){enter[i], slabs->at[i], slabs->leaf[i]};
    }
}

// The piece of M at hand among what is on the stack. `eager`: runs a candidate as soon as nothing that is met
// before it is left.
static void walk_down(walk* w, bool eager)
{
    const ti_slabs* slabs = w->query->still->mesh->tree.slabs;
    while (w->stack.count > 0) {
        entry e = w->stack.item[w->stack.count - 1];
        if (eager && w->candidate_count > 0 && first_fraction(w) <= e.enter) {
            run_first(w);
            continue;
        }
        --w->stack.count;
        if (e.enter > w->most) {
            continue;
        }
        if (e.leaf == 0) {
            push_lanes(w, &slabs[e.at], 15);
        } else if (eager) {
            bound_leaf(w, e.at, e.leaf);
        } else {
            visit_leaf(w, e.at, e.leaf);
        }
    }
}

static void open_still(walk* w, uint32_t node, int lanes)
{
    w->stack.count = 0;
    push_lanes(w, &w->query->still->mesh->tree.slabs[node], lanes);
}

static void walk_opened(walk* w, bool eager)
{
    if (!w->query->whole[1]) {
        walk_down(w, eager);
    } else if (w->stack.count > 0) {
        visit_whole(w);
    }
}

// ---- the mover

static void walk_triangle(walk* w, uint32_t triangle, uint32_t node, int lanes)
{
    outline o;
    w->triangle = triangle;
    outline_of_triangle(w, triangle, &o);
    profile_triangle(w, &o, &w->profile);
    sweep_outline(w, &o, &w->sweep);
    open_still(w, node, lanes);
    walk_opened(w, false);
    bound_near(w);
}

// A box of M's tree and one of S's, each a lane of a node.
typedef struct boxes {
    uint32_t m, s;
    uint8_t m_lane, s_lane;
} boxes;

enum { MOST_BOXES = 2 * MOST_STACK };

typedef struct boxes_stack {
    boxes item[MOST_BOXES];
    uint32_t count;
} boxes_stack;

static void push_m(const walk* w, const boxes* b, boxes_stack* stack)
{
    const ti_node* nodes = w->query->mover->mesh->tree.nodes;
    uint32_t child = nodes[b->m].child[b->m_lane];
    for (uint32_t i = nodes[child].count; i-- > 0;) {
        stack->item[stack->count++] = (boxes){child, b->s, (uint8_t)i, b->s_lane};
    }
}

static void push_s(const walk* w, const boxes* b, boxes_stack* stack)
{
    const ti_node* nodes = w->query->still->mesh->tree.nodes;
    uint32_t child = nodes[b->s].child[b->s_lane];
    for (uint32_t i = nodes[child].count; i-- > 0;) {
        stack->item[stack->count++] = (boxes){b->m, child, b->m_lane, (uint8_t)i};
    }
}

static void visit_boxes(walk* w, const boxes* b, boxes_stack* stack)
{
    const toi_mesh *m = w->query->mover->mesh, *s = w->query->still->mesh;
    const ti_node *node_m = &m->tree.nodes[b->m], *node_s = &s->tree.nodes[b->s];
    outline o;
    float enter[4];
    outline_of_lane(w, node_m, b->m_lane, &o);
    sweep_outline(w, &o, &w->sweep);
    ++w->found->nodes;
    if (!(sweep_meets(&w->sweep, &s->tree.slabs[b->s], w->most, enter) >> b->s_lane & 1)) {
        return;
    }
    double scale = ti_scale(1.0, m->exponent - w->course->exponent);
    bool s_ends = w->query->whole[1] || node_s->child[b->s_lane] == TI_NONE;
    if (node_m->child[b->m_lane] == TI_NONE) {
        for (uint32_t i = node_m->begin[b->m_lane]; i < node_m->begin[b->m_lane + 1]; ++i) {
            walk_triangle(w, i, b->s, 1 << b->s_lane);
        }
    } else if (s_ends || (double)node_m->size[b->m_lane] * scale > (double)node_s->size[b->s_lane]) {
        push_m(w, b, stack);
    } else {
        push_s(w, b, stack);
    }
}

static void walk_both(walk* w)
{
    boxes_stack stack;
    stack.item[0] = (boxes){0, 0, 0, 0};
    stack.count = 1;
    while (stack.count > 0) {
        boxes b = stack.item[--stack.count];
        visit_boxes(w, &b, &stack);
    }
}

// All pairs.
static void visit_all_of_s(walk* w)
{
    const toi_mesh* s = w->query->still->mesh;
    if (w->query->whole[1]) {
        visit_whole(w);
        return;
    }
    for (uint32_t i = 0; i < s->triangle_count; i += 4) {
        visit_leaf(w, i, s->triangle_count - i < 4 ? s->triangle_count - i : 4);
    }
}

static void walk_brute(walk* w)
{
    if (w->query->whole[0]) {
        visit_all_of_s(w);
        return;
    }
    for (uint32_t i = 0; i < w->query->mover->mesh->triangle_count; ++i) {
        outline o;
        w->triangle = i;
        outline_of_triangle(w, i, &o);
        profile_triangle(w, &o, &w->profile);
        visit_all_of_s(w);
        bound_near(w);
    }
}

static void open_top(walk* w)
{
    open_still(w, w->query->still->mesh->tree.node_count > 1 ? 1 : 0, 15);
}

// All pairs that are met in the part up to `most`.
static void walk_pairs(walk* w)
{
    if (w->query->brute) {
        walk_brute(w);
    } else if (w->query->whole[0]) {
        if (!w->opened) {
            open_top(w);
        }
        walk_opened(w, !w->course->turns);
    } else {
        walk_both(w);
    }
    bound_near(w);
}

static void enter_part(walk* w, bool first)
{
    w->candidate_count = w->near_count = 0;
    w->triangle = TI_NONE;
    w->profiled = !w->query->whole[0];
    narrow_part(w);
    if (w->query->whole[0]) {
        sweep_whole(w, first);
    }
}

static void measure_start(walk* w)
{
    w->rests = true;
    narrow_part(w);
    walk_pairs(w);
    w->rests = false;
    narrow_part(w);
}

// Leaves what is met of the top of the tree as it was.
static void measure_opened(walk* w)
{
    entry top[TI_TREE_WIDTH];
    const uint32_t count = w->stack.count;
    memcpy(top, w->stack.item, sizeof top);
    measure_start(w);
    memcpy(w->stack.item, top, sizeof top);
    w->stack.count = count;
}

// A box that is met at the start is met at time 0 of the part. So what is met of the top of the tree serves
// the search for the stop as well; and where nothing there is met at time 0, nothing is near at the start.
static void find_zone(walk* w)
{
    w->gap = HUGE_VAL;
    w->opened = w->query->whole[0] && !w->query->brute;
    if (!w->opened) {
        measure_start(w);
    } else {
        open_top(w);
        if (w->stack.count > 0 && !(w->stack.item[w->stack.count - 1].enter > 0.0F)) {
            measure_opened(w);
        }
    }
    w->found->zone = zone_of(w->course, &w->terms, w->gap);
}

static void find_stop(walk* w)
{
    walk_pairs(w);
    w->opened = false;
    while (w->candidate_count > 0) {
        run_first(w);
    }
}

static void begin(walk* w, const ti_walk_query* query, ti_walk_found* found)
{
    w->query = query;
    w->course = query->course;
    w->found = found;
    w->rests = w->opened = false;
    w->near_here = NULL;
    w->best = query->best;
    found->triangle[0] = found->triangle[1] = NOT_FOUND;
    found->steps = found->nodes = found->leaves = 0;
    found->low = false;
    if (query->whole[0]) {
        put_whole(w);
    }
}

void ti_walk_pair(const ti_walk_query* query, ti_walk_found* found)
{
    walk w;
    double e = query->course->rounding;
    begin(&w, query, found);
    w.terms = frame_terms(w.course, query->terms);
    w.need = zone_above(w.terms.separation, w.terms.tolerance, e).target;
    w.reach = w.terms.enough + 4.0 * e;
    ti_cut_course cut = cut_course(w.course);
    for (uint32_t i = 0; i < cut.count; ++i) {
        part_next(w.course, &cut, i, &w.part);
        if (i > 0 && w.best < w.part.from.order) {
            break;
        }
        enter_part(&w, i == 0);
        if (i == 0) {
            find_zone(&w);
        }
        if (found->zone.meets) {
            end_nowhere(TI_REACH_MEETS, &found->chain);
            return;
        }
        find_stop(&w);
    }
    if (found->triangle[0] == NOT_FOUND) {
        end_nowhere(query->best < query->mover->end ? TI_REACH_LATER : TI_REACH_CLEAR, &found->chain);
    }
}

void ti_walk_nearest(const ti_walk_query* query, const ti_near* near, ti_walk_found* found)
{
    walk w;
    begin(&w, query, found);
    w.rests = true;
    w.near_here = near;
    w.reach = near->within + 4.0 * w.course->rounding;
    part_at(w.course, &near->at, &w.part);
    enter_part(&w, true);
    walk_pairs(&w);
    if (found->triangle[0] == NOT_FOUND) {
        end_nowhere(TI_REACH_CLEAR, &found->chain);
    }
}
