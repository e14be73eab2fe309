// The features of pairs of triangles, asked in blocks as they come.

#include "math/scalar.h"
#include "world/deform.h"
#include "world/deform_contacts.h"

// ---- answers

static toi_vec3 vertex_now(const ti_deforming* body, uint32_t vertex, double t)
{
    return v3_add(v3_scale(1.0 - t, body->start[vertex]), v3_scale(t, body->end[vertex]));
}

// The midpoint of the closest points. Weights of either side add up to 1.
static toi_vec3 midpoint(const ti_deform_search* s, const toi_deform_contact* c)
{
    toi_vec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < 4; ++i) {
        bool first = i < (c->kind == TOI_PRIMITIVE_EE ? 2 : 1);
        const ti_deforming* body = first != c->vertex_of_b ? s->a : s->b;
        sum = v3_add(sum, v3_scale(0.5 * c->weight[i], vertex_now(body, c->vertex[i], c->t_free)));
    }
    return sum;
}

static void name_features(const ti_deform_search* s, const ti_deform_features* f, toi_deform_contact* c)
{
    const ti_deforming *first = f->vertex_of_b ? s->b : s->a, *second = f->vertex_of_b ? s->a : s->b;
    uint32_t face_of_first = first->mesh->triangles[f->triangle[0]].face;
    uint32_t face_of_second = second->mesh->triangles[f->triangle[1]].face;
    toi_feature x, y;
    if (c->kind == TOI_PRIMITIVE_VF) {
        x = (toi_feature){TOI_FEATURE_VERTEX, {c->vertex[0], 0}};
        y = (toi_feature){TOI_FEATURE_FACE, {face_of_second, 0}};
    } else {
        x = ti_deform_edge_name(first->mesh, c->vertex[0], c->vertex[1], face_of_first);
        y = ti_deform_edge_name(second->mesh, c->vertex[2], c->vertex[3], face_of_second);
    }
    c->feature_a = f->vertex_of_b ? y : x;
    c->feature_b = f->vertex_of_b ? x : y;
}

static toi_deform_contact contact_of(const ti_deform_search* s, toi_primitive_kind kind,
                                     const ti_deform_features* f, const toi_primitive_result* r)
{
    const ti_deform_slot* slot = ti_deform_slot_at(s->find->deform, s->part->slot);
    toi_deform_contact c = {.a = slot->a,
                            .b = slot->b,
                            .kind = kind,
                            .vertex_of_b = f->vertex_of_b,
                            .t_free = r->t_free,
                            .t_exact = r->t_exact,
                            .gap = r->gap,
                            .normal = f->vertex_of_b ? v3_scale(-1.0, r->normal) : r->normal};
    for (int i = 0; i < 4; ++i) {
        c.vertex[i] = f->vertex[i];
        c.weight[i] = r->weight[i];
    }
    name_features(s, f, &c);
    c.point = midpoint(s, &c);
    return c;
}

static void take_answer(void* context, uint32_t index, const toi_primitive_result* r)
{
    ti_deform_answers* to = context;
    ti_deform_search* s = to->search;
    ti_deform_found* found = &s->part->found;
    const toi_deform_query* query = s->find->query;
    if (r->answer != TOI_ANSWER_CONTACT) {
        if (r->t_free < found->open_t || (r->t_free == found->open_t && r->gap < found->open_gap)) {
            found->open_t = r->t_free;
            found->open_gap = r->gap;
        }
        return;
    }
    toi_primitive_kind kind = s->worker->room->block[to->kind].kind;
    toi_deform_contact c = contact_of(s, kind, &s->worker->room->features[to->kind][index], r);
    found->touches = found->touches || r->start == TOI_START_TOUCHING;
    if (found->contact_count == 0 || ti_deform_before(&c, &found->first)) {
        found->first = c;
    }
    ++found->contact_count;
    if (query->all) {
        to->full = to->full || !ti_deform_heap_put(&s->worker->contacts, query->contact_capacity, &c);
    } else {
        s->ask.until = d_min(s->ask.until, c.t_free); // what is later does not matter
    }
}

static bool ask_block(ti_deform_search* s, int kind)
{
    ti_deform_answers to = {.search = s, .kind = kind};
    ti_block_take* take = s->find->cuts ? ti_deform_take_cut : take_answer;
    s->part->found.steps += ti_primitive_block_ask(&s->worker->room->block[kind], &s->ask, take, &to);
    return !to.full;
}

bool ti_deform_flush(ti_deform_search* search)
{
    return ask_block(search, 0) && ask_block(search, 1);
}

// ---- questions

enum { VF, EE };

static void put_vertex(ti_primitive_block* block, uint32_t k, const ti_deforming* body, uint32_t vertex)
{
    ti_block_set(block->start[k], block->count, body->start[vertex]);
    ti_block_set(block->end[k], block->count, body->end[vertex]);
}

// @return false without memory
static bool put(ti_deform_search* s, int kind, const ti_deform_features* f)
{
    ti_deform_room* room = s->worker->room;
    ti_primitive_block* block = &room->block[kind];
    uint32_t split = kind == EE ? 2 : 1;
    for (uint32_t k = 0; k < 4; ++k) {
        put_vertex(block, k, (k < split) != f->vertex_of_b ? s->a : s->b, f->vertex[k]);
    }
    room->features[kind][block->count] = *f;
    ++s->part->found.queries;
    return ++block->count < SCREEN_BLOCK || ask_block(s, kind);
}

static void order_two(uint32_t* v, uint32_t* w)
{
    uint32_t x = *v, y = *w;
    *v = x < y ? x : y;
    *w = x < y ? y : x;
}

// The vertices of triangle x of a body that are first there, each with triangle y of the other.
static bool put_vertices(ti_deform_search* s, uint32_t x, uint32_t y, bool of_b)
{
    const ti_deforming *body = of_b ? s->b : s->a, *other = of_b ? s->a : s->b;
    const ti_triangle *own = &body->mesh->triangles[x], *face = &other->mesh->triangles[y];
    ti_deform_features f = {
        {0, face->vertex[0], face->vertex[1], face->vertex[2]}, {x, y}, of_b && body != other};
    order_two(&f.vertex[1], &f.vertex[2]);
    order_two(&f.vertex[2], &f.vertex[3]);
    order_two(&f.vertex[1], &f.vertex[2]);
    f.vertex[2] = f.vertex[1] == f.vertex[2] ? f.vertex[3] : f.vertex[2]; // a segment, as any triangle of it
    for (int k = 0; k < 3; ++k) {
        f.vertex[0] = own->vertex[k];
        bool asked =
            (body->firsts[x] >> k & 1) != 0 && !(body == other && ti_deform_has(body, face, f.vertex[0]));
        if (asked && !put(s, VF, &f)) {
            return false;
        }
    }
    return true;
}

// Of one body the edge with the lower vertices comes first.
static bool put_edge(ti_deform_search* s, ti_deform_features f)
{
    if (s->a == s->b) {
        for (int i = 0; i < 4; ++i) {
            if (ti_deform_same(s->a, f.vertex[i / 2], f.vertex[2 + i % 2])) {
                return true;
            }
        }
        if (f.vertex[2] < f.vertex[0]) {
            f = (ti_deform_features){
                {f.vertex[2], f.vertex[3], f.vertex[0], f.vertex[1]}, {f.triangle[1], f.triangle[0]}, false};
        }
    }
    return put(s, EE, &f);
}

static bool put_edges(ti_deform_search* s, ti_face_pair pair)
{
    const uint32_t *v = s->a->mesh->triangles[pair.a].vertex, *w = s->b->mesh->triangles[pair.b].vertex;
    uint32_t first_a = s->a->firsts[pair.a] >> TI_FIRST_EDGES,
             first_b = s->b->firsts[pair.b] >> TI_FIRST_EDGES;
    for (uint32_t i = 0; i < 3 && first_b != 0; ++i) {
        for (uint32_t j = 0; j < 3 && (first_a >> i & 1) != 0; ++j) {
            ti_deform_features f = {
                {v[i], v[i < 2 ? i + 1 : 0], w[j], w[j < 2 ? j + 1 : 0]}, {pair.a, pair.b}, false};
            order_two(&f.vertex[0], &f.vertex[1]);
            order_two(&f.vertex[2], &f.vertex[3]);
            if ((first_b >> j & 1) != 0 && !put_edge(s, f)) {
                return false;
            }
        }
    }
    return true;
}

bool ti_deform_keep_paths(void* context, ti_face_pair* pairs, size_t* count)
{
    ti_deform_search* s = context;
    uint64_t before = s->part->found.queries;
    bool ok = true;
    for (size_t i = 0; i < *count && ok; ++i) {
        ok = put_vertices(s, pairs[i].a, pairs[i].b, false) &&
             put_vertices(s, pairs[i].b, pairs[i].a, true) && put_edges(s, pairs[i]);
    }
    if (!ok) {
        s->part->status = TOI_ERROR_MEMORY;
        return false;
    }
    s->part->found.face_pairs += *count;
    *count = 0;
    return ti_deform_count(s->find, s->part->found.queries - before);
}
