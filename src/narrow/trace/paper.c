// A mover and a still body by pairs of their features.

#include "narrow/trace/paper.h"

#include "core/sort.h"
#include "math/trig.h"
#include "narrow/trace/paper_pairs.h"

// A rotation is cut into pieces of at most this, so that no tangent of half an angle is large.
static const double PIECE = 2.0 * TOI_PI / 3.0;

typedef struct job {
    const ti_paper_terms* terms;
    ti_arena* arena;
    ti_paper_frame start;
    double from, to; // angles of the piece
    ti_paper_frame frame;
    ti_paper_search search;
} job;

static toi_bounds body_box(const ti_paper_gather* g)
{
    toi_bounds box = {v3(HUGE_VAL, HUGE_VAL, HUGE_VAL), v3(-HUGE_VAL, -HUGE_VAL, -HUGE_VAL)};
    const ti_support* support = &ti_paper_mesh(g)->support;
    for (uint32_t i = 0; i < support->points.count; ++i) {
        toi_vec3 at = ti_paper_place(g, support->vertex[i]);
        toi_bounds swept = g->mover ? ti_paper_swept(&g->frame->move, at) : (toi_bounds){at, at};
        box = bounds_join(box, swept);
    }
    return box;
}

// Whether one body can be inside of another, whose solids are then seen from inside too. Its centre, at `at`
// of the frame of the other, is in its hull, so it would be in the box of the other.
static bool may_hold(const toi_mesh* outer, const toi_mesh* inner, toi_vec3 at, int exponent)
{
    toi_vec3 x = v3_add(ti_scale3(at, exponent), outer->center);
    const toi_bounds* b = &outer->info.bounds;
    return inner->radius <= outer->radius && b->lower.x <= x.x && x.x <= b->upper.x && b->lower.y <= x.y &&
           x.y <= b->upper.y && b->lower.z <= x.z && x.z <= b->upper.z;
}

static bool gather(job* j)
{
    const ti_paper_terms* t = j->terms;
    const ti_paper_frame* f = &j->frame;
    ti_paper_gather mover = {.terms = t, .frame = f, .mover = true};
    ti_paper_gather still = {.terms = t, .frame = f, .mover = false};
    toi_vec3 back = v3_negate(m3_apply_transposed(&f->rotation, f->position));
    mover.nested = may_hold(t->mover.mesh, t->still.mesh, back, f->exponent);
    still.nested = may_hold(t->still.mesh, t->mover.mesh, f->position, f->exponent);
    double reach = TI_PAPER_REACH * ti_scale(t->thickness, -f->exponent) + 64.0 * f->error;
    mover.reach = bounds_grow(body_box(&still), reach);
    still.reach = bounds_grow(body_box(&mover), reach);
    if (!bounds_meet(&mover.reach, &still.reach)) {
        mover.reach = still.reach = (toi_bounds){v3(1.0, 1.0, 1.0), v3(-1.0, -1.0, -1.0)}; // nothing
    }
    return ti_paper_body_gather(&mover, j->arena, &j->search.mover) &&
           ti_paper_body_gather(&still, j->arena, &j->search.still);
}

static bool make_cache(job* j, ti_paper_cache* c, const ti_paper_body* edges, const ti_paper_body* vertices,
                       const ti_paper_move* move)
{
    *c = (ti_paper_cache){NULL, edges, vertices, move->by, v3_length(move->by), j->frame.error};
    size_t entries = (size_t)edges->edge_count * vertices->vertex_count, words = entries / 16 + 1;
    if (move->turns || words > TI_PAPER_CACHE_LIMIT / 32) {
        return true;
    }
    c->bits = ti_arena_allocate(j->arena, words, sizeof *c->bits);
    for (size_t i = 0; c->bits != NULL && i < words; ++i) {
        c->bits[i] = 0;
    }
    return c->bits != NULL;
}

// Searches one piece. False without memory.
static bool search_piece(job* j, ti_array* all)
{
    ti_paper_search* s = &j->search;
    uint32_t pairs = s->pairs;
    *s = (ti_paper_search){.all = all, .pairs = pairs};
    s->move = j->frame.move;
    s->back = ti_paper_move_back(s->move);
    s->center = j->frame.position;
    s->error = j->frame.error;
    s->thickness = ti_scale(j->terms->thickness, -j->frame.exponent);
    if (!gather(j) || !make_cache(j, &s->of_mover, &s->still, &s->mover, &s->move) ||
        !make_cache(j, &s->of_still, &s->mover, &s->still, &s->back)) {
        return false;
    }
    ti_paper_search_faces(s);
    ti_paper_search_edges(s);
    ti_paper_search_rims(s);
    return !s->failed;
}

// ---- back to the world

static toi_vec3 nearest_of_mover(const job* j, const ti_paper_event* e)
{
    const ti_paper_search* s = &j->search;
    const ti_paper_move* move = &s->move;
    toi_vec3 n = v3_scale(1.0 / v3_length(e->normal), e->normal);
    if (e->kind == TI_PAPER_FV || e->kind == TI_PAPER_EV) {
        return v3_madd(s->still.vertices[e->b].at, -e->gap, n);
    }
    if (e->kind != TI_PAPER_EE) {
        return ti_paper_move_point(move, s->mover.vertices[e->a].at, e->at);
    }
    const ti_paper_edge *a = &s->mover.edges[e->a], *c = &s->still.edges[e->b];
    toi_vec3 at = ti_paper_move_point(move, a->at, e->at),
             span = ti_paper_move_direction(move, a->span, e->at);
    toi_vec3 across = v3_cross(span, c->span), d = v3_sub(c->at, at);
    return v3_madd(at, v3_dot(v3_cross(d, c->span), across) / v3_dot(across, across), span);
}

static double fraction_of(const job* j, double at)
{
    if (!j->frame.move.turns) {
        return at;
    }
    double fraction = (j->from + 2.0 * ti_atan2_nonneg(at, 1.0)) / j->start.angle;
    return fraction < 1.0 ? fraction : 1.0;
}

static ti_paper_contact contact_of(const job* j, const ti_paper_event* e)
{
    ti_paper_contact c = {.fraction = fraction_of(j, e->at),
                          .gap = ti_scale(e->gap, j->frame.exponent),
                          .thickness = ti_scale(e->thickness, j->frame.exponent),
                          .rounding = ti_scale(e->rounding, j->frame.exponent)};
    ti_paper_event_name(&j->search, e, &c);
    const toi_placed* still = &j->terms->still;
    ti_mat3 r = m3_from_quat(still->pose.quaternion);
    toi_vec3 n = v3_scale(1.0 / v3_length(e->normal), e->normal);
    toi_vec3 middle = v3_madd(ti_scale3(nearest_of_mover(j, e), j->frame.exponent), 0.5 * c.gap, n);
    c.point = xf_point(&r, still->pose.position, v3_add(middle, still->mesh->center));
    c.normal = m3_apply(&r, n);
    return c;
}

// ---- pieces

static bool append_all(const job* j, const ti_array* events, ti_array* contacts)
{
    const ti_paper_event* e = events->data;
    for (size_t i = 0; i < events->count; ++i) {
        ti_paper_contact* c = ti_array_push(contacts);
        if (c == NULL) {
            return false;
        }
        *c = contact_of(j, &e[i]);
    }
    return true;
}

static bool has_features(const ti_paper_body* body)
{
    return body->facet_count + body->vertex_count > 0;
}

static void count_edges(const job* j, ti_paper_result* r)
{
    r->near = r->near || (has_features(&j->search.mover) && has_features(&j->search.still));
    r->edges[0] = j->search.mover.edge_count;
    r->edges[1] = j->search.still.edge_count;
    r->internal[0] = j->search.mover.internal;
    r->internal[1] = j->search.still.internal;
    r->pairs = j->search.pairs;
}

static bool run_piece(job* j, ti_array* contacts, ti_paper_result* result)
{
    ti_array events = ti_array_make(sizeof(ti_paper_event), &j->arena->allocator);
    bool fine = search_piece(j, contacts != NULL ? &events : NULL);
    if (fine && contacts != NULL) {
        fine = append_all(j, &events, contacts);
    } else if (fine) {
        count_edges(j, result);
        result->hit = j->search.found;
        if (result->hit) {
            result->first = contact_of(j, &j->search.first);
        }
    }
    ti_array_release(&events);
    return fine;
}

// A rotation repeats itself after a whole turn: what has not been met by then is not met.
static bool run(const ti_paper_terms* terms, ti_arena* arena, ti_array* contacts, ti_paper_result* result)
{
    ti_arena_mark mark = ti_arena_get_mark(arena);
    job j = {.terms = terms, .arena = arena};
    ti_paper_frame_init(terms, &j.start);
    result->rounding = ti_scale(j.start.error, j.start.exponent);
    double angle = d_min(j.start.angle, 2.0 * TOI_PI * (1.0 + 4.0 * TI_U));
    uint32_t count = j.start.move.turns ? 1 + (uint32_t)(angle / PIECE) : 1;
    bool fine = true;
    for (uint32_t i = 0; fine && i < count && !result->hit; ++i) {
        j.from = angle * i / count;
        j.to = angle * (i + 1) / count;
        j.frame = j.start.move.turns ? ti_paper_frame_piece(&j.start, j.from, j.to) : j.start;
        fine = run_piece(&j, contacts, result);
        ti_arena_reset(arena, mark);
    }
    return fine;
}

bool ti_paper_trace(const ti_paper_terms* terms, ti_arena* arena, ti_paper_result* result)
{
    *result = (ti_paper_result){0};
    return run(terms, arena, NULL, result);
}

static int by_time(uint32_t a, uint32_t b, const void* context)
{
    const ti_paper_contact* c = context;
    int order = ti_paper_contact_order(&c[a], &c[b]);
    return order != 0 ? order : a < b ? -1 : a > b ? 1 : 0;
}

static bool sort_contacts(ti_paper_contact* contacts, size_t count, ti_arena* arena)
{
    ti_arena_mark mark = ti_arena_get_mark(arena);
    uint32_t* index = ti_arena_allocate(arena, count, sizeof *index);
    ti_paper_contact* copy = ti_arena_allocate(arena, count, sizeof *copy);
    bool enough = index != NULL && copy != NULL;
    for (size_t i = 0; enough && i < count; ++i) {
        index[i] = (uint32_t)i;
        copy[i] = contacts[i];
    }
    if (enough) {
        ti_sort_indices(index, count, by_time, copy);
    }
    for (size_t i = 0; enough && i < count; ++i) {
        contacts[i] = copy[index[i]];
    }
    ti_arena_reset(arena, mark);
    return enough;
}

bool ti_paper_list(const ti_paper_terms* terms, ti_arena* arena, ti_array* contacts)
{
    ti_paper_result ignored = {0};
    size_t before = contacts->count;
    if (!run(terms, arena, contacts, &ignored)) {
        return false;
    }
    size_t found = contacts->count - before;
    return found == 0 || sort_contacts((ti_paper_contact*)contacts->data + before, found, arena);
}
