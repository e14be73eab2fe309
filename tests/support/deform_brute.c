// Features are found by looking at all triangles; nothing is remembered and nothing left out.

#include "support/deform_brute.h"

#include "math/triangles.h"
#include "narrow/deform/settle.h"

#include <stdlib.h>
#include <string.h>

static bool same(const brute_body* body, uint32_t v, uint32_t w)
{
    return body->weld ? body->weld[v] == body->weld[w] : v == w;
}

static bool in_triangle(const ti_triangle* t, uint32_t v)
{
    return t->vertex[0] == v || t->vertex[1] == v || t->vertex[2] == v;
}

// Edges by their lower vertex, then the other; each once.
static bool is_edge(const toi_mesh* mesh, uint32_t v, uint32_t w)
{
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        if (v < w && in_triangle(&mesh->triangles[i], v) && in_triangle(&mesh->triangles[i], w)) {
            return true;
        }
    }
    return false;
}

static bool is_used(const toi_mesh* mesh, uint32_t v)
{
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        if (in_triangle(&mesh->triangles[i], v)) {
            return true;
        }
    }
    return false;
}

static int by_number(const void* x, const void* y)
{
    uint32_t v = *(const uint32_t*)x, w = *(const uint32_t*)y;
    return (v > w) - (v < w);
}

static void set_query(brute_pair* p, const brute_body* first, const brute_body* second)
{
    p->query = (toi_primitive_query){.kind = p->kind};
    for (int i = 0; i < 4; ++i) {
        const brute_body* of = i < (p->kind == TOI_PRIMITIVE_EE ? 2 : 1) ? first : second;
        p->query.start[i] = of->start[p->vertex[i]];
        p->query.end[i] = of->end[p->vertex[i]];
    }
}

static void vertices_and_triangles(const brute_body* first, const brute_body* second, bool of_b,
                                   brute_visit* visit, void* context)
{
    for (uint32_t v = 0; v < first->mesh->vertex_count; ++v) {
        for (uint32_t i = 0; i < second->mesh->triangle_count && is_used(first->mesh, v); ++i) {
            const uint32_t* w = second->mesh->triangles[i].vertex;
            bool common =
                first == second && (same(first, v, w[0]) || same(first, v, w[1]) || same(first, v, w[2]));
            if (!common) {
                brute_pair p = {
                    .kind = TOI_PRIMITIVE_VF, .vertex_of_b = of_b, .vertex = {v, w[0], w[1], w[2]}};
                qsort(p.vertex + 1, 3, sizeof *p.vertex, by_number);
                p.vertex[2] = p.vertex[1] == p.vertex[2] ? p.vertex[3] : p.vertex[2];
                set_query(&p, first, second);
                visit(context, &p);
            }
        }
    }
}

static void edges(const brute_body* a, const brute_body* b, const uint32_t v[2], brute_visit* visit,
                  void* context)
{
    for (uint32_t x = 0; x < b->mesh->vertex_count; ++x) {
        for (uint32_t y = x + 1; y < b->mesh->vertex_count; ++y) {
            if (!is_edge(b->mesh, x, y)) {
                continue;
            }
            bool common = same(a, v[0], x) || same(a, v[0], y) || same(a, v[1], x) || same(a, v[1], y);
            if (a == b && (common || x < v[0])) {
                continue;
            }
            brute_pair p = {.kind = TOI_PRIMITIVE_EE, .vertex = {v[0], v[1], x, y}};
            set_query(&p, a, b);
            visit(context, &p);
        }
    }
}

void brute_pairs(const brute_body* a, const brute_body* b, brute_visit* visit, void* context)
{
    vertices_and_triangles(a, b, false, visit, context);
    if (a != b) {
        vertices_and_triangles(b, a, true, visit, context);
    }
    for (uint32_t v = 0; v < a->mesh->vertex_count; ++v) {
        for (uint32_t w = v + 1; w < a->mesh->vertex_count; ++w) {
            if (is_edge(a->mesh, v, w)) {
                edges(a, b, (const uint32_t[2]){v, w}, visit, context);
            }
        }
    }
}

// ---- contacts

typedef struct asking {
    const toi_primitive_def* def;
    brute_list list;
} asking;

static void ask_one(void* context, const brute_pair* pair)
{
    asking* a = context;
    brute_list* l = &a->list;
    brute_contact c = {.pair = *pair};
    // With the times up to which nothing touches, not those at which one pair can be cut.
    ti_primitive_answer(&pair->query, a->def, false, &c.result);
    ++l->asked;
    l->steps += c.result.steps;
    if (c.result.answer == TOI_ANSWER_CLEAR) {
        return;
    }
    if (l->count == l->capacity) {
        l->capacity = 2 * l->capacity + 64;
        l->items = realloc(l->items, l->capacity * sizeof *l->items);
        if (!l->items) {
            abort();
        }
    }
    l->items[l->count++] = c;
}

static int by_order(const void* left, const void* right)
{
    const brute_contact *x = left, *y = right;
    if (x->result.t_free != y->result.t_free) {
        return x->result.t_free < y->result.t_free ? -1 : 1;
    }
    if (x->pair.kind != y->pair.kind) {
        return x->pair.kind < y->pair.kind ? -1 : 1;
    }
    if (x->pair.vertex_of_b != y->pair.vertex_of_b) {
        return x->pair.vertex_of_b ? 1 : -1;
    }
    for (int i = 0; i < 4; ++i) {
        if (x->pair.vertex[i] != y->pair.vertex[i]) {
            return x->pair.vertex[i] < y->pair.vertex[i] ? -1 : 1;
        }
    }
    return 0;
}

brute_list brute_contacts(const brute_body* a, const brute_body* b, const toi_primitive_def* def)
{
    asking all = {.def = def};
    brute_pairs(a, b, ask_one, &all);
    if (all.list.count > 1) {
        qsort(all.list.items, all.list.count, sizeof *all.list.items, by_order);
    }
    return all.list;
}

// ---- time 0

// Triangles of one body with a common vertex: whether an edge without common vertices passes through.
static bool edge_crosses(const brute_body* body, const ti_triangle* x, const ti_triangle* y)
{
    toi_vec3 face[3] = {body->start[y->vertex[0]], body->start[y->vertex[1]], body->start[y->vertex[2]]};
    for (int k = 0; k < 3; ++k) {
        uint32_t v = x->vertex[k], w = x->vertex[(k + 1) % 3];
        bool common = false;
        for (int i = 0; i < 3; ++i) {
            common = common || same(body, v, y->vertex[i]) || same(body, w, y->vertex[i]);
        }
        toi_vec3 edge[3] = {body->start[v], body->start[w], body->start[w]};
        if (!common && ti_triangles_relation(edge, face) == TI_MEET_CROSS) {
            return true;
        }
    }
    return false;
}

static bool have_common(const brute_body* body, const ti_triangle* x, const ti_triangle* y)
{
    for (int i = 0; i < 9; ++i) {
        if (same(body, x->vertex[i / 3], y->vertex[i % 3])) {
            return true;
        }
    }
    return false;
}

static bool crosses(const brute_body* a, const brute_body* b, const ti_triangle* x, const ti_triangle* y)
{
    if (a == b && have_common(a, x, y)) {
        return edge_crosses(a, x, y) || edge_crosses(a, y, x);
    }
    toi_vec3 p[3], q[3];
    for (int k = 0; k < 3; ++k) {
        p[k] = a->start[x->vertex[k]];
        q[k] = b->start[y->vertex[k]];
    }
    return ti_triangles_relation(p, q) == TI_MEET_CROSS;
}

bool brute_crosses(const brute_body* a, const brute_body* b)
{
    for (uint32_t i = 0; i < a->mesh->triangle_count; ++i) {
        for (uint32_t k = a == b ? i + 1 : 0; k < b->mesh->triangle_count; ++k) {
            if (crosses(a, b, &a->mesh->triangles[i], &b->mesh->triangles[k])) {
                return true;
            }
        }
    }
    return false;
}
