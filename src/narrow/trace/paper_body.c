// Gathers the features of a body that are within reach: facets with their corners and sides, edges, vertices.

#include "bvh/walk.h"
#include "core/memory.h"
#include "mesh/features.h"
#include "narrow/trace/paper_parts.h"

// From numbers of the mesh to places in the arrays of a body: open addressing, at most half full.
typedef struct place_map {
    uint64_t* key; // plus one; 0 where nothing is
    uint32_t* place;
    size_t mask;
} place_map;

typedef struct builder {
    const ti_paper_gather* g;
    const toi_mesh* mesh;
    ti_arena* arena;
    ti_paper_body* body;
    ti_array facets, creases, tips; // of uint32_t: within reach
    place_map vertices, edges;
    bool failed; // no memory
} builder;

// ---- what is within reach

static toi_bounds swept_vertex(const builder* b, uint32_t vertex)
{
    if (b->g->swept != NULL) {
        return b->g->swept[vertex];
    }
    toi_vec3 at = ti_paper_place(b->g, vertex);
    return b->g->mover ? ti_paper_swept(&b->g->frame->move, at) : (toi_bounds){at, at};
}

static void list(builder* b, ti_array* to, uint32_t index, const toi_bounds* swept)
{
    if (bounds_meet(swept, &b->g->reach)) {
        uint32_t* entry = ti_array_push(to);
        b->failed = b->failed || entry == NULL;
        if (entry != NULL) {
            *entry = index;
        }
    }
}

static void list_facet(builder* b, uint32_t index)
{
    const ti_features* f = &b->mesh->features;
    const ti_facet* facet = &f->facets[index];
    toi_bounds swept = swept_vertex(b, f->corner[facet->corner_begin]);
    for (uint32_t i = facet->corner_begin + 1; i < facet->corner_end; ++i) {
        swept = bounds_join(swept, swept_vertex(b, f->corner[i]));
    }
    list(b, &b->facets, index, &swept);
}

static void list_crease(builder* b, uint32_t index)
{
    const ti_crease* crease = &b->mesh->features.creases[index];
    toi_bounds swept = bounds_join(swept_vertex(b, crease->vertex[0]), swept_vertex(b, crease->vertex[1]));
    list(b, &b->creases, index, &swept);
}

static void list_tip(builder* b, uint32_t index)
{
    uint32_t vertex = b->mesh->features.tip[index];
    toi_bounds swept = swept_vertex(b, vertex);
    list(b, &b->tips, vertex, &swept);
}

static void list_lane(builder* b, const ti_facet_node* node, uint32_t lane)
{
    for (uint32_t i = node->facet[lane]; i < node->facet[lane + 1]; ++i) {
        list_facet(b, i);
    }
    for (uint32_t i = node->crease[lane]; i < node->crease[lane + 1]; ++i) {
        list_crease(b, i);
    }
    for (uint32_t i = node->tip[lane]; i < node->tip[lane + 1]; ++i) {
        list_tip(b, i);
    }
}

static void list_all(builder* b)
{
    const ti_features* f = &b->mesh->features;
    for (uint32_t i = 0; i < f->facet_count; ++i) {
        list_facet(b, i);
    }
    for (uint32_t i = 0; i < f->crease_count; ++i) {
        list_crease(b, i);
    }
    for (uint32_t i = 0; i < f->tip_count; ++i) {
        list_tip(b, i);
    }
}

// Whether the ball of a lane, which is in local units, comes into the box.
static bool lane_meets(const builder* b, const ti_facet_node* node, uint32_t lane)
{
    int k = b->mesh->exponent - b->g->frame->exponent;
    double r = ti_scale(node->radius[lane], k);
    toi_vec3 c = ti_scale3(v3(node->center[0][lane], node->center[1][lane], node->center[2][lane]), k);
    toi_bounds ball = bounds_grow((toi_bounds){c, c}, r);
    return bounds_meet(&ball, &b->g->reach);
}

// The tree of the still body; what it holds comes in the order of its facets either way.
static void walk(builder* b, uint32_t index)
{
    const ti_facet_node* node = &b->mesh->features.nodes[index];
    for (uint32_t lane = 0; lane < node->count; ++lane) {
        if (!lane_meets(b, node, lane)) {
            continue;
        }
        if (node->child[lane] != TI_NONE) {
            walk(b, node->child[lane]);
        } else {
            list_lane(b, node, lane);
        }
    }
}

// ---- places

static void make_map(builder* b, place_map* map, size_t entries)
{
    size_t size = 16;
    while (size < 2 * entries) {
        size *= 2;
    }
    map->key = ti_arena_allocate(b->arena, size, sizeof *map->key);
    map->place = ti_arena_allocate(b->arena, size, sizeof *map->place);
    map->mask = size - 1;
    b->failed = b->failed || map->key == NULL || map->place == NULL;
    for (size_t i = 0; !b->failed && i < size; ++i) {
        map->key[i] = 0;
    }
}

// Where the key stands, or would: *known tells.
static uint32_t* find_place(place_map* map, uint64_t key, bool* known)
{
    size_t slot = (size_t)((key * 0x9e3779b97f4a7c15u) >> 20) & map->mask;
    while (map->key[slot] != 0 && map->key[slot] != key + 1) {
        slot = (slot + 1) & map->mask;
    }
    *known = map->key[slot] != 0;
    map->key[slot] = key + 1;
    return &map->place[slot];
}

static double zone_reach(const ti_paper_gather* g)
{
    double thickness = ti_scale(g->terms->thickness, -g->frame->exponent);
    return TI_PAPER_REACH * thickness + 64.0 * g->frame->error;
}

static uint32_t place_vertex(builder* b, uint32_t vertex)
{
    bool known;
    uint32_t* place = find_place(&b->vertices, vertex, &known);
    if (!known) {
        toi_bounds swept = swept_vertex(b, vertex);
        *place = b->body->vertex_count++;
        b->body->vertices[*place] = (ti_paper_vertex){
            .at = ti_paper_place(b->g, vertex),
            .swept = b->g->mover ? bounds_grow(swept, zone_reach(b->g)) : swept,
            .vertex = vertex,
        };
    }
    return *place;
}

static uint32_t place_edge(builder* b, uint32_t tail, uint32_t head)
{
    uint32_t low = tail < head ? tail : head, high = tail < head ? head : tail;
    bool known;
    uint32_t* place = find_place(&b->edges, (uint64_t)low << 32 | high, &known);
    if (!known) {
        ti_paper_edge edge = {.end = {place_vertex(b, low), place_vertex(b, high)}};
        const ti_paper_vertex *p = &b->body->vertices[edge.end[0]], *q = &b->body->vertices[edge.end[1]];
        edge.at = p->at;
        edge.span = v3_sub(q->at, p->at);
        edge.length = v3_length(edge.span);
        edge.swept = bounds_join(p->swept, q->swept);
        *place = b->body->edge_count++;
        b->body->edges[*place] = edge;
    }
    return *place;
}

// ---- features

static void add_side(builder* b, uint32_t at, const ti_facet* facet, uint32_t corner)
{
    const uint32_t* v = b->mesh->features.corner;
    uint32_t tail = v[corner], head = v[facet_next(facet, corner)];
    uint32_t edge = place_edge(b, tail, head), begin = place_vertex(b, tail);
    b->body->corner[at] = begin;
    b->body->side[at] = edge << 1 | (tail > head ? 1 : 0);
    if (b->g->terms->keep_internal && !b->body->edges[edge].live) {
        b->body->edges[edge].live = b->body->vertices[begin].live = true;
        b->body->edges[edge].out = ti_paper_place_direction(b->g, facet->normal);
    }
}

static void add_facet(builder* b, uint32_t index, uint32_t* corner_count)
{
    const ti_facet* from = &b->mesh->features.facets[index];
    ti_paper_body* body = b->body;
    ti_paper_facet facet = {.normal = ti_paper_place_direction(b->g, from->normal),
                            .begin = *corner_count,
                            .end = *corner_count + facet_corner_count(from),
                            .face = from->face,
                            .front = ti_paper_facet_is_live(b->g, from, 1),
                            .back = ti_paper_facet_is_live(b->g, from, -1),
                            .convex = from->convex};
    for (uint32_t i = from->corner_begin; i < from->corner_end; ++i) {
        add_side(b, *corner_count, from, i);
        const ti_paper_vertex* v = &body->vertices[body->corner[(*corner_count)++]];
        facet.swept = i == from->corner_begin ? v->swept : bounds_join(facet.swept, v->swept);
    }
    body->facets[body->facet_count++] = facet;
}

static void add_crease(builder* b, uint32_t index)
{
    const ti_crease* crease = &b->mesh->features.creases[index];
    ti_paper_edge* edge = &b->body->edges[place_edge(b, crease->vertex[0], crease->vertex[1])];
    edge->live = ti_paper_crease_is_live(b->g, crease);
    edge->rim = crease->edge_class != TI_EDGE_CONVEX && crease->edge_class != TI_EDGE_REFLEX;
    if (edge->live && (edge->rim || !b->g->mover)) { // the zone is around the still body
        edge->out = ti_paper_crease_out(b->g, crease);
    }
}

static void add_tip(builder* b, uint32_t vertex)
{
    ti_paper_vertex* at = &b->body->vertices[place_vertex(b, vertex)];
    at->live = ti_paper_tip_is_live(b->g, vertex);
    at->sheet = b->mesh->features.tip_class[vertex] == TI_TIP_SHEET;
}

static uint32_t count_corners(const builder* b)
{
    const uint32_t* facet = b->facets.data;
    uint32_t count = 0;
    for (size_t i = 0; i < b->facets.count; ++i) {
        count += facet_corner_count(&b->mesh->features.facets[facet[i]]);
    }
    return count;
}

static void make_room(builder* b)
{
    ti_paper_body* body = b->body;
    size_t corners = count_corners(b), edges = corners + b->creases.count;
    size_t vertices = corners + 2 * b->creases.count + b->tips.count;
    make_map(b, &b->vertices, vertices);
    make_map(b, &b->edges, edges);
    body->vertices = ti_arena_allocate(b->arena, vertices, sizeof *body->vertices);
    body->edges = ti_arena_allocate(b->arena, edges, sizeof *body->edges);
    body->facets = ti_arena_allocate(b->arena, b->facets.count, sizeof *body->facets);
    body->corner = ti_arena_allocate(b->arena, corners, sizeof *body->corner);
    body->side = ti_arena_allocate(b->arena, corners, sizeof *body->side);
    b->failed = b->failed || body->vertices == NULL || body->edges == NULL || body->facets == NULL ||
                body->corner == NULL || body->side == NULL;
}

static void add_all(builder* b)
{
    const uint32_t *crease = b->creases.data, *tip = b->tips.data, *facet = b->facets.data;
    uint32_t corners = 0;
    for (size_t i = 0; i < b->creases.count; ++i) {
        add_crease(b, crease[i]);
    }
    for (size_t i = 0; i < b->tips.count; ++i) {
        add_tip(b, tip[i]);
    }
    for (size_t i = 0; i < b->facets.count; ++i) {
        add_facet(b, facet[i], &corners);
    }
    for (uint32_t i = 0; i < b->body->edge_count; ++i) {
        b->body->internal += !b->body->edges[i].live;
    }
}

// All of the mover is looked at, its vertices from many sides.
static bool place_all(const toi_mesh* mesh, ti_arena* arena, ti_paper_gather* g)
{
    toi_vec3* placed = ti_arena_allocate(arena, mesh->vertex_count, sizeof *placed);
    toi_bounds* swept = ti_arena_allocate(arena, mesh->vertex_count, sizeof *swept);
    bool enough = placed != NULL && swept != NULL;
    for (uint32_t i = 0; enough && i < mesh->vertex_count; ++i) {
        placed[i] = ti_paper_place(g, i);
        swept[i] = ti_paper_swept(&g->frame->move, placed[i]);
    }
    g->placed = enough ? placed : NULL;
    g->swept = enough ? swept : NULL;
    return enough;
}

bool ti_paper_body_gather(const ti_paper_gather* asked, ti_arena* arena, ti_paper_body* body)
{
    ti_paper_gather own = *asked, *g = &own;
    const toi_mesh* mesh = ti_paper_mesh(g);
    if (g->mover && !place_all(mesh, arena, g)) {
        return false;
    }
    *body = (ti_paper_body){.mesh = mesh};
    body->flatness = ti_scale(mesh->features.flatness, mesh->exponent - g->frame->exponent);
    builder b = {.g = g, .mesh = mesh, .arena = arena, .body = body};
    b.facets = ti_array_make(sizeof(uint32_t), &arena->allocator);
    b.creases = ti_array_make(sizeof(uint32_t), &arena->allocator);
    b.tips = ti_array_make(sizeof(uint32_t), &arena->allocator);
    if (g->mover || g->terms->every || mesh->features.node_count == 0) {
        list_all(&b);
    } else {
        walk(&b, 0);
    }
    if (!b.failed) {
        make_room(&b);
    }
    if (!b.failed) {
        add_all(&b);
    }
    ti_array_release(&b.facets);
    ti_array_release(&b.creases);
    ti_array_release(&b.tips);
    return !b.failed;
}
