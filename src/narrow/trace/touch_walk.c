// Which features of two bodies are near each other: by the trees over their facets, whose lanes have balls
// and cones of normals. Every feature is in one lane, so every pair of features is met once at most.

#include "bvh/facet_tree.h"
#include "narrow/trace/touch_parts.h"

// Bodies of at most so many facets are one pack.
enum { FEW_FACETS = 8, STACK = 256 };

// A lane of a node; or the whole body.
typedef struct place {
    uint32_t node, lane;
} place;

enum { WHOLE = 4 };

typedef struct place_pair {
    place part[2];
} place_pair;

static toi_vec3 grown(toi_vec3 x, double by)
{
    return v3(x.x + by, x.y + by, x.z + by);
}

// ---- packs

// The box of A in its own axes, about its centre.
static void own_box(const touch_body* b, touch_pack* p)
{
    const toi_mesh* mesh = b->mesh;
    toi_vec3 half = v3_sub(mesh->info.bounds.upper, mesh->center);
    int e = -mesh->exponent;
    half = v3(ti_scale(half.x, e), ti_scale(half.y, e), ti_scale(half.z, e));
    half = v3_scale(b->scale * (1.0 + 0x1p-50), half);
    p->upper = half;
    p->lower = v3_negate(half);
}

static void box_of_points(const touch_body* b, touch_pack* p)
{
    p->lower = p->upper = b->at[0];
    for (uint32_t i = 1; i < b->mesh->vertex_count; ++i) {
        p->lower = v3_min(p->lower, b->at[i]);
        p->upper = v3_max(p->upper, b->at[i]);
    }
}

touch_pack ti_touch_everything(const touch_pair* pair, int side)
{
    const touch_body* b = &pair->body[side];
    const ti_features* f = b->features;
    touch_pack p = {.facet = {0, f->facet_count}, .crease = {0, f->crease_count}, .tip = {0, f->tip_count}};
    if (!b->turned) {
        own_box(b, &p);
    } else if (b->at != NULL) {
        box_of_points(b, &p);
    } else {
        double r = b->scale * (1.0 + 0x1p-40);
        p.lower = grown(b->shift, -r);
        p.upper = grown(b->shift, r);
    }
    return p;
}

typedef struct ball {
    toi_vec3 center;
    double radius;
} ball;

static ball ball_of(const touch_body* b, place at)
{
    const ti_facet_node* n = &b->features->nodes[at.node];
    toi_vec3 c = {n->center[0][at.lane], n->center[1][at.lane], n->center[2][at.lane]};
    c = b->turned ? xf_point(&b->put, b->shift, c) : v3_scale(b->scale, c);
    return (ball){c, b->scale * n->radius[at.lane]};
}

static touch_pack pack_of(const touch_pair* pair, int side, place at)
{
    if (at.lane == WHOLE) {
        return ti_touch_everything(pair, side);
    }
    const touch_body* b = &pair->body[side];
    const ti_facet_node* n = &b->features->nodes[at.node];
    ball around = ball_of(b, at);
    double r = around.radius + pair->rounding;
    return (touch_pack){{n->facet[at.lane], n->facet[at.lane + 1]},
                        {n->crease[at.lane], n->crease[at.lane + 1]},
                        {n->tip[at.lane], n->tip[at.lane + 1]},
                        grown(around.center, -r),
                        grown(around.center, r)};
}

// ---- walk

static bool is_leaf(const touch_pair* pair, int side, place at)
{
    return at.lane == WHOLE || pair->body[side].features->nodes[at.node].child[at.lane] == TI_NONE;
}

static bool balls_apart(const ball* a, const ball* b, double wide)
{
    toi_vec3 d = v3_sub(b->center, a->center);
    double reach = (a->radius + b->radius) + wide;
    return v3_dot(d, d) > reach * reach * (1.0 + 0x1p-40);
}

static bool ball_far_from_box(const ball* a, const touch_pack* p, double wide)
{
    toi_vec3 d = v3_max(v3_sub(p->lower, a->center), v3_sub(a->center, p->upper));
    d = v3_max(d, v3(0.0, 0.0, 0.0));
    double reach = a->radius + wide;
    return v3_dot(d, d) > reach * reach * (1.0 + 0x1p-40);
}

typedef struct walk {
    touch_pair* pair;
    touch_pack whole[2]; // of bodies that are one pack
    touch_probe probe;   // of A where it is one
    double wide;
} walk;

static bool are_apart(const walk* w, const place_pair* p)
{
    const touch_body* body = w->pair->body;
    bool whole[2] = {p->part[0].lane == WHOLE, p->part[1].lane == WHOLE};
    if (whole[0] && whole[1]) {
        return touch_boxes_apart(&w->whole[0], &w->whole[1], w->wide);
    }
    if (whole[0] || whole[1]) {
        int lane = whole[0] ? 1 : 0;
        ball b = ball_of(&body[lane], p->part[lane]);
        return ball_far_from_box(&b, &w->whole[1 - lane], w->wide);
    }
    ball a = ball_of(&body[0], p->part[0]), b = ball_of(&body[1], p->part[1]);
    return balls_apart(&a, &b, w->wide);
}

// The kernels, compiled twice.
unsigned ti_touch_lanes_plain(const touch_body* b, const ti_facet_node* node, const touch_probe* probe);
unsigned ti_touch_lanes_avx2(const touch_body* b, const ti_facet_node* node, const touch_probe* probe);

// The box of A turned into the axes of B has for half a side the sum of what its own half sides reach there.
static touch_probe probe_of(const touch_body* b, const touch_pack* box, double wide)
{
    toi_vec3 middle = v3_scale(0.5, v3_add(box->lower, box->upper)), half = v3_sub(box->upper, middle);
    toi_vec3 at = m3_apply_transposed(&b->turn, v3_sub(middle, b->shift));
    const toi_vec3* r = b->turn.row;
    const double center[3] = {at.x, at.y, at.z};
    const double reach[3] = {fabs(r[0].x) * half.x + fabs(r[1].x) * half.y + fabs(r[2].x) * half.z,
                             fabs(r[0].y) * half.x + fabs(r[1].y) * half.y + fabs(r[2].y) * half.z,
                             fabs(r[0].z) * half.x + fabs(r[1].z) * half.y + fabs(r[2].z) * half.z};
    touch_probe p = {.box = box, .wide = wide};
    for (int c = 0; c < 3; ++c) {
        p.low[c] = ti_float_down((center[c] - (reach[c] + wide)) / b->scale);
        p.high[c] = ti_float_up((center[c] + (reach[c] + wide)) / b->scale);
    }
    return p;
}

// The parts of a lane of B that are near A, which is one pack.
static uint32_t split_beside_whole(const walk* w, place_pair p, uint32_t child, place_pair* stack)
{
    const touch_body* b = &w->pair->body[1];
    const ti_facet_node* node = &b->features->nodes[child];
    unsigned near = (w->pair->avx2 ? ti_touch_lanes_avx2 : ti_touch_lanes_plain)(b, node, &w->probe);
    uint32_t count = 0;
    for (uint32_t lane = 0; lane < TI_TREE_WIDTH; ++lane) {
        if (near >> lane & 1u) {
            p.part[1] = (place){child, lane};
            stack[count++] = p;
        }
    }
    return count;
}

// Replaces a pair by the pairs with the parts of its larger lane that are near the other.
static uint32_t split(const walk* w, place_pair p, place_pair* stack)
{
    const touch_body* body = w->pair->body;
    int side = is_leaf(w->pair, 0, p.part[0]) ? 1 : 0;
    if (side == 0 && !is_leaf(w->pair, 1, p.part[1])) {
        side = ball_of(&body[0], p.part[0]).radius < ball_of(&body[1], p.part[1]).radius;
    }
    const ti_facet_node* nodes = body[side].features->nodes;
    uint32_t child = nodes[p.part[side].node].child[p.part[side].lane], count = 0;
    if (side == 1 && p.part[0].lane == WHOLE) {
        return split_beside_whole(w, p, child, stack);
    }
    for (uint32_t lane = 0; lane < nodes[child].count; ++lane) {
        p.part[side] = (place){child, lane};
        if (!are_apart(w, &p)) {
            stack[count++] = p;
        }
    }
    return count;
}

static bool meet_places(const walk* w, const place_pair* p)
{
    touch_pack own[2];
    const touch_pack* pack[2];
    for (int side = 0; side < 2; ++side) {
        bool whole = p->part[side].lane == WHOLE;
        own[side] = whole ? w->whole[side] : pack_of(w->pair, side, p->part[side]);
        pack[side] = &own[side];
    }
    return ti_touch_packs(w->pair, pack[0], pack[1]);
}

static void prepare_small(touch_body* b, touch_small* s)
{
    uint32_t facets = b->features->facet_count, vertices = b->mesh->vertex_count;
    for (uint32_t i = 0; b->at == NULL && vertices <= TOUCH_SMALL && i < vertices; ++i) {
        s->points[i] = touch_point(b, i);
    }
    for (uint32_t i = 0; b->normals == NULL && facets <= TOUCH_FACETS && i < facets; ++i) {
        touch_polygon p = touch_plane(b, i);
        s->normals[i] = p.normal;
        s->offsets[i] = p.offset;
    }
    b->at = vertices <= TOUCH_SMALL ? s->points : b->at;
    b->normals = facets <= TOUCH_FACETS ? s->normals : NULL;
    b->offsets = facets <= TOUCH_FACETS ? s->offsets : NULL;
}

bool ti_touch_walk(touch_pair* pair)
{
    prepare_small(&pair->body[1], &pair->small);
    walk w = {.pair = pair, .wide = pair->reach + 2.0 * pair->slack};
    place_pair stack[STACK];
    uint32_t count = 1;
    for (int side = 0; side < 2; ++side) {
        const ti_features* f = pair->body[side].features;
        bool whole = pair->plain || f->facet_count <= FEW_FACETS || f->node_count == 0;
        stack[0].part[side] = (place){0, whole ? WHOLE : 0};
        if (whole) {
            w.whole[side] = ti_touch_everything(pair, side);
        }
    }
    if (pair->plain) {
        return meet_places(&w, &stack[0]);
    }
    if (are_apart(&w, &stack[0])) {
        return true;
    }
    if (stack[0].part[0].lane == WHOLE) {
        w.probe = probe_of(&pair->body[1], &w.whole[0], w.wide);
    }
    while (count > 0) {
        place_pair p = stack[--count];
        bool leaves = is_leaf(pair, 0, p.part[0]) && is_leaf(pair, 1, p.part[1]);
        if (!leaves && count + TI_TREE_WIDTH <= STACK) {
            count += split(&w, p, &stack[count]);
        } else if (!meet_places(&w, &p)) {
            return false;
        }
    }
    return true;
}
