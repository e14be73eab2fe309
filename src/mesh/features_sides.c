// Which sides of facets are one edge, and how its facets meet there.

#include "core/memory.h"
#include "core/sort.h"
#include "mesh/features_parts.h"

#include <string.h>

// The sides of one lower vertex stand together, as words: the upper vertex above, the side below.
typedef struct side_list {
    uint32_t* first; // [vertex_count + 2]
    uint64_t* words;
    ti_feature_builder* b;
} side_list;

enum { SHORT_RUN = 24 };

// ---- sorting

static void sift_down(uint64_t* heap, uint32_t root, uint32_t count)
{
    uint64_t value = heap[root];
    while (2 * (size_t)root + 1 < count) {
        uint32_t child = 2 * root + 1;
        child += child + 1 < count && heap[child + 1] > heap[child];
        if (heap[child] <= value) {
            break;
        }
        heap[root] = heap[child];
        root = child;
    }
    heap[root] = value;
}

// Words are distinct, so the order is the same whichever way.
static void sort_words(uint64_t* words, uint32_t count)
{
    if (count <= SHORT_RUN) {
        for (uint32_t i = 1; i < count; ++i) {
            uint64_t moved = words[i];
            uint32_t k = i;
            for (; k > 0 && words[k - 1] > moved; --k) {
                words[k] = words[k - 1];
            }
            words[k] = moved;
        }
        return;
    }
    for (uint32_t i = count / 2; i > 0; --i) {
        sift_down(words, i - 1, count);
    }
    for (uint32_t n = count; n > 1; --n) {
        uint64_t largest = words[0];
        words[0] = words[n - 1];
        words[n - 1] = largest;
        sift_down(words, 0, n - 1);
    }
}

typedef void side_visit(side_list* list, uint32_t tail, uint32_t head, uint32_t side);

static void visit_sides(side_list* list, side_visit* visit)
{
    const ti_feature_builder* b = list->b;
    const ti_features* out = b->out;
    for (uint32_t f = 0; f < out->facet_count; ++f) {
        const ti_facet* facet = &out->facets[f];
        uint32_t before = facet->corner_end - 1, tail = out->corner[before];
        for (uint32_t side = facet->corner_begin; side < facet->corner_end; ++side) {
            uint32_t head = out->corner[side];
            visit(list, tail, head, before);
            before = side;
            tail = head;
        }
    }
    for (uint32_t i = 0; i < b->loose.count; ++i) {
        uint32_t side = b->corner_count + i;
        const ti_loose* loose = side_loose(b, side);
        if (loose->tail != loose->head) {
            visit(list, loose->tail, loose->head, side);
        }
    }
}

static void count_side(side_list* list, uint32_t tail, uint32_t head, uint32_t side)
{
    (void)side;
    ++list->first[(tail < head ? tail : head) + 2];
}

static void store_side(side_list* list, uint32_t tail, uint32_t head, uint32_t side)
{
    uint32_t lower = tail < head ? tail : head, upper = tail < head ? head : tail;
    list->words[list->first[lower + 1]++] = (uint64_t)upper << 32 | side;
}

// ---- classes

static bool is_near_plane(const ti_feature_builder* b, const ti_facet* plane, const ti_facet* other)
{
    for (uint32_t i = other->corner_begin; i < other->corner_end; ++i) {
        double distance = v3_dot(plane->normal, facet_point(b->mesh, i)) - plane->offset;
        if (!(fabs(distance) <= b->tolerance)) {
            return false;
        }
    }
    return true;
}

// The class of an edge whose two sides run along it in opposite directions. With f and g the normals of the
// facets of the first and second side and d along the first, (f x g) . d is the sine by which the surface
// bends away from the outside. Each normal is off by at most 3 u from a unit vector, the products and sums
// add less than 5 u |d|: where the sine is not beyond that, the edge counts as convex, so that it may be
// touched.
static uint32_t classify_opposed(const ti_feature_builder* b, uint32_t first, uint32_t second)
{
    const ti_facet* f = &b->out->facets[b->facet_of[first]];
    const ti_facet* g = &b->out->facets[b->facet_of[second]];
    if (f == g) {
        return TI_EDGE_FLAT;
    }
    bool same_way = v3_dot(f->normal, g->normal) > 0.0;
    if (is_near_plane(b, f, g) && is_near_plane(b, g, f)) {
        return same_way ? TI_EDGE_FLAT : TI_SIDE_FOLDED;
    }
    toi_vec3 d = v3_sub(facet_point(b->mesh, facet_next(f, first)), facet_point(b->mesh, first));
    double bend = v3_dot(v3_cross(f->normal, g->normal), d);
    double doubt = 16.0 * TI_U * v3_length(d);
    if (bend < -doubt) {
        return TI_EDGE_REFLEX;
    }
    return bend > doubt || same_way ? TI_EDGE_CONVEX : TI_SIDE_FOLDED;
}

// Two facets that run along the edge in the same direction count as convex, for what is outside for one is
// inside for the other; so does a facet beside a triangle without an area.
static uint32_t classify(const ti_feature_builder* b, uint32_t first)
{
    uint32_t second = b->next_side[first];
    if (second == first) {
        return TI_EDGE_BOUNDARY;
    }
    if (b->next_side[second] != first) {
        return TI_EDGE_NON_MANIFOLD;
    }
    bool opposed = second < b->corner_count && b->out->corner[first] != b->out->corner[second];
    return opposed ? classify_opposed(b, first, second) : TI_SIDE_SPOILT;
}

// Gives all sides of an edge its class. Counts the facets of one that is not flat, each once: sides rise
// along the ring, and those of one facet stand together.
static void judge_edge(ti_feature_builder* b, uint32_t first)
{
    uint32_t class = classify(b, first), last = TI_NONE, side = first;
    bool whole = class == TI_EDGE_CONVEX || class == TI_EDGE_REFLEX || class == TI_EDGE_FLAT;
    bool crease = class != TI_EDGE_FLAT;
    class = class == TI_SIDE_SPOILT ? TI_EDGE_CONVEX : class;
    b->crease_count += crease;
    do {
        b->side_class[side] = (uint8_t)(class | (side == first ? TI_SIDE_FIRST : 0));
        if (side < b->corner_count) {
            uint32_t facet = b->facet_of[side];
            b->wing_count += crease && facet != last;
            last = facet;
            if (!whole) {
                b->sheet[side_component(b, b->out->facets[facet].face)] = 1;
            }
        }
        side = b->next_side[side];
    } while (side != first);
}

// In the order of the facets, whose neighbours are near in memory.
static void judge_edges(ti_feature_builder* b)
{
    size_t count = b->corner_count + b->loose.count;
    for (size_t side = 0; side < count; ++side) {
        if (b->side_class[side] & TI_SIDE_FIRST) {
            judge_edge(b, (uint32_t)side);
        }
    }
}

// ---- rings

static void link_edge(ti_feature_builder* b, const uint64_t* words, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        b->next_side[(uint32_t)words[i]] = (uint32_t)words[i + 1 < count ? i + 1 : 0];
    }
    b->side_class[(uint32_t)words[0]] = TI_SIDE_FIRST;
}

static void link_all(side_list* list)
{
    const ti_feature_builder* b = list->b;
    for (uint32_t v = 0; v < b->mesh->vertex_count; ++v) {
        uint32_t begin = list->first[v], end = list->first[v + 1];
        sort_words(list->words + begin, end - begin);
        for (uint32_t i = begin; i < end; begin = i) {
            while (i < end && list->words[i] >> 32 == list->words[begin] >> 32) {
                ++i;
            }
            link_edge(list->b, list->words + begin, i - begin);
        }
    }
}

static void start_runs(side_list* list, uint32_t vertex_count)
{
    for (uint32_t v = 0; v < vertex_count; ++v) {
        list->first[v + 2] += list->first[v + 1];
    }
}

static void set_facets(ti_feature_builder* b)
{
    for (uint32_t f = 0; f < b->out->facet_count; ++f) {
        const ti_facet* facet = &b->out->facets[f];
        for (uint32_t side = facet->corner_begin; side < facet->corner_end; ++side) {
            b->facet_of[side] = f;
        }
    }
}

toi_status ti_features_link_sides(ti_feature_builder* b)
{
    const toi_allocator* allocator = &b->mesh->allocator;
    size_t count = (size_t)b->corner_count + b->loose.count;
    side_list list = {.b = b};
    list.first = ti_allocate_zero(allocator, (size_t)b->mesh->vertex_count + 2, sizeof *list.first);
    list.words = ti_allocate(allocator, count, sizeof *list.words);
    b->facet_of = ti_allocate(allocator, b->corner_count, sizeof *b->facet_of);
    b->next_side = ti_allocate(allocator, count, sizeof *b->next_side);
    b->side_class = ti_allocate_zero(allocator, count, sizeof *b->side_class);
    bool ok = list.first != NULL && list.words != NULL && b->facet_of != NULL && b->next_side != NULL &&
              b->side_class != NULL;
    if (ok) {
        set_facets(b);
        visit_sides(&list, count_side);
        start_runs(&list, b->mesh->vertex_count);
        visit_sides(&list, store_side);
        link_all(&list);
        judge_edges(b);
    }
    ti_release(allocator, list.first);
    ti_release(allocator, list.words);
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}
