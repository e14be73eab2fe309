// All pairs of features of the screw oracle. The motion is cut into slices; in each only the pairs whose
// balls, enlarged by the way that the moving one goes, meet are looked at further.

#include "support/screw_brute_parts.h"

#include <stdlib.h>

enum { BLOCK = 16, MOST_SLICES = 400 };

// Balls around features, in double and enlarged by more than its rounding. Each BLOCK of them has one around
// it.
typedef struct cloud {
    double *x, *y, *z, *r;
    double *block_x, *block_y, *block_z, *block_r;
    uint32_t* id;
    uint32_t count;
} cloud;

static void cloud_init(cloud* c, uint32_t capacity)
{
    double** all[] = {&c->x, &c->y, &c->z, &c->r, &c->block_x, &c->block_y, &c->block_z, &c->block_r};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        *all[i] = sb_alloc(capacity, sizeof **all[i]);
    }
    c->id = sb_alloc(capacity, sizeof *c->id);
    c->count = 0;
}

static void cloud_release(cloud* c)
{
    void* all[] = {c->x, c->y, c->z, c->r, c->block_x, c->block_y, c->block_z, c->block_r, c->id};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        free(all[i]);
    }
}

static void cloud_set(cloud* c, uint32_t i, rvec center, real radius)
{
    c->x[i] = (double)center.x;
    c->y[i] = (double)center.y;
    c->z[i] = (double)center.z;
    // Rounding of the centre and of the distance to another one.
    c->r[i] = (double)(radius + 1e-14L * (fabsl(center.x) + fabsl(center.y) + fabsl(center.z) + radius));
}

static double apart2(const cloud* c, uint32_t i, double x, double y, double z)
{
    double dx = c->x[i] - x, dy = c->y[i] - y, dz = c->z[i] - z;
    return dx * dx + dy * dy + dz * dz;
}

static void cloud_blocks(cloud* c)
{
    for (uint32_t k = 0; k * BLOCK < c->count; ++k) {
        uint32_t begin = k * BLOCK, end = begin + BLOCK < c->count ? begin + BLOCK : c->count;
        double x = 0.0, y = 0.0, z = 0.0, r = 0.0;
        for (uint32_t i = begin; i < end; ++i) {
            x += c->x[i] / (end - begin);
            y += c->y[i] / (end - begin);
            z += c->z[i] / (end - begin);
        }
        for (uint32_t i = begin; i < end; ++i) {
            r = fmax(r, (sqrt(apart2(c, i, x, y, z)) + c->r[i]) * (1.0 + 1e-14));
        }
        c->block_x[k] = x;
        c->block_y[k] = y;
        c->block_z[k] = z;
        c->block_r[k] = r;
    }
}

// The features of a body at rest, with balls enlarged by `pad`.
typedef struct clouds {
    cloud face, edge, vertex;
} clouds;

static void add_ball(cloud* c, uint32_t id, const rvec* p, uint32_t count, real pad)
{
    rvec center = r3(0.0L, 0.0L, 0.0L);
    for (uint32_t i = 0; i < count; ++i) {
        center = r3_add(center, r3_scale(1.0L / (real)count, p[i]));
    }
    real radius = 0.0L;
    for (uint32_t i = 0; i < count; ++i) {
        radius = r_max(radius, r3_length(r3_sub(p[i], center)));
    }
    c->id[c->count] = id;
    cloud_set(c, c->count++, center, radius + pad);
}

static void clouds_init(clouds* c, const sb_mesh* mesh)
{
    cloud_init(&c->face, mesh->face_count);
    cloud_init(&c->edge, mesh->edge_count);
    cloud_init(&c->vertex, mesh->vertex_count);
}

static void clouds_fill(clouds* c, const sb_body* body, real pad)
{
    const sb_mesh* mesh = body->mesh;
    rvec* p = sb_alloc(mesh->offset[mesh->face_count], sizeof *p);
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        uint32_t n = mesh->offset[f + 1] - mesh->offset[f];
        for (uint32_t i = 0; i < n; ++i) {
            p[i] = body->vertex[mesh->corner[mesh->offset[f] + i]];
        }
        if (mesh->face_used[f]) {
            add_ball(&c->face, f, p, n, pad);
        }
    }
    for (uint32_t e = 0; e < mesh->edge_count; ++e) {
        rvec ends[2] = {body->vertex[mesh->edge[e].v[0]], body->vertex[mesh->edge[e].v[1]]};
        if (mesh->edge[e].kind != SB_EDGE_FLAT) {
            add_ball(&c->edge, e, ends, 2, pad);
        }
    }
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        if (mesh->vertex_used[v]) {
            add_ball(&c->vertex, v, &body->vertex[v], 1, pad);
        }
    }
    free(p);
    cloud_blocks(&c->face);
    cloud_blocks(&c->edge);
    cloud_blocks(&c->vertex);
}

static void clouds_release(clouds* c)
{
    cloud_release(&c->face);
    cloud_release(&c->edge);
    cloud_release(&c->vertex);
}

// ---- pairs

typedef struct search {
    sb_state* state;
    const sb_motion* motion;
    const sb_slice* slice;
    toi_contact_kind kind;
} search;

static sb_wave wave_of(const search* q, uint32_t ia, uint32_t ib)
{
    const sb_body *a = &q->state->a, *b = &q->state->b;
    if (q->kind == TOI_CONTACT_VF) {
        rvec on_plane = b->vertex[b->mesh->corner[b->mesh->offset[ib]]];
        return sb_wave_vf(q->motion, a->vertex[ia], b->normal[ib], on_plane);
    }
    if (q->kind == TOI_CONTACT_FV) {
        return sb_wave_fv(q->motion, a->normal[ia], a->offset[ia], b->vertex[ib]);
    }
    rvec pa = a->vertex[a->mesh->edge[ia].v[0]], pb = b->vertex[b->mesh->edge[ib].v[0]];
    return sb_wave_ee(q->motion, pa, sb_body_edge(a, ia), pb, sb_body_edge(b, ib));
}

static void look_at_pair(const search* q, uint32_t ia, uint32_t ib)
{
    sb_case c = {q->kind, {ia, ib}, wave_of(q, ia, ib)};
    sb_events events;
    sb_wave_events(&c.wave, q->slice, 4.0L * q->state->tolerance, &events);
    if (events.sustained) {
        sb_judge_sustained(q->state, q->motion, &c, q->slice);
    }
    for (int i = 0; i < events.count; ++i) {
        sb_judge_event(q->state, q->motion, &c, &events.event[i]);
    }
}

static void look_at_block(const search* q, const cloud* a, uint32_t block, const cloud* b, uint32_t j)
{
    double x = b->x[j], y = b->y[j], z = b->z[j], r = b->r[j];
    double dx = a->block_x[block] - x, dy = a->block_y[block] - y, dz = a->block_z[block] - z;
    double reach = a->block_r[block] + r;
    if (dx * dx + dy * dy + dz * dz > reach * reach) {
        return;
    }
    uint32_t begin = block * BLOCK, end = begin + BLOCK < a->count ? begin + BLOCK : a->count;
    for (uint32_t i = begin; i < end; ++i) {
        double sum = a->r[i] + r;
        if (!(apart2(a, i, x, y, z) > sum * sum)) {
            look_at_pair(q, a->id[i], b->id[j]);
        }
    }
}

// Moves the balls of B to the middle of the slice and enlarges them by half of the way during it.
static void look_at_clouds(const search* q, const cloud* a, const cloud* b, cloud* moved)
{
    const sb_motion* m = q->motion;
    sb_instant at = {q->slice->middle, q->slice->cosine, q->slice->sine};
    moved->count = b->count;
    for (uint32_t j = 0; j < b->count; ++j) {
        rvec center = r3((real)b->x[j], (real)b->y[j], (real)b->z[j]);
        real way = q->slice->half * r3_length(sb_motion_velocity(m, center));
        moved->id[j] = b->id[j];
        cloud_set(moved, j, sb_motion_point(m, at, center), (real)b->r[j] + way);
        for (uint32_t k = 0; k * BLOCK < a->count; ++k) {
            look_at_block(q, a, k, moved, j);
        }
    }
}

// Slices of which each moves B by less than about the size of a feature, and turns it by at most a radian.
static int slice_count(const sb_motion* m, const clouds* a, const clouds* b)
{
    double sum = 0.0, way = 0.0;
    for (uint32_t i = 0; i < a->edge.count; ++i) {
        sum += a->edge.r[i] / a->edge.count;
    }
    for (uint32_t i = 0; i < b->edge.count; ++i) {
        rvec center = r3((real)b->edge.x[i], (real)b->edge.y[i], (real)b->edge.z[i]);
        sum += b->edge.r[i] / b->edge.count;
        way = fmax(way, (double)r3_length(sb_motion_velocity(m, center)));
    }
    double wanted = sum > 0.0 ? ceil(0.7 * way / sum) : 1.0;
    wanted = fmax(fmin(wanted, MOST_SLICES), ceil((double)fabsl(m->th)));
    return wanted > 1.0 ? (int)wanted : 1;
}

static void find_in_piece(sb_state* state, const sb_mesh* mesh_b, const clouds* a, const sb_screw* screw)
{
    sb_motion m = sb_motion_make(screw);
    clouds b, moved;
    sb_body_init(&state->b, mesh_b, screw->start);
    clouds_init(&b, mesh_b);
    clouds_init(&moved, mesh_b);
    clouds_fill(&b, &state->b, 4.0L * state->tolerance);
    int count = slice_count(&m, a, &b);
    for (int i = 0; i < count; ++i) {
        sb_slice slice;
        sb_slice_make(&m, i, count, &slice);
        search q = {state, &m, &slice, TOI_CONTACT_VF};
        look_at_clouds(&q, &a->vertex, &b.face, &moved.face);
        q.kind = TOI_CONTACT_FV;
        look_at_clouds(&q, &a->face, &b.vertex, &moved.vertex);
        q.kind = TOI_CONTACT_EE;
        look_at_clouds(&q, &a->edge, &b.edge, &moved.edge);
    }
    clouds_release(&b);
    clouds_release(&moved);
    sb_body_release(&state->b);
}

void sb_find(const sb_query* query, bool everything, sb_list* list)
{
    real size = r_min(query->a->size, query->b->size);
    sb_state state = {.tolerance = query->tolerance > 0.0 ? (real)query->tolerance : 1e-9L * size,
                      .threshold = (real)query->min_properness,
                      .size = query->a->size + query->b->size,
                      .list = list};
    clouds a;
    list->count = 0;
    sb_body_init(&state.a, query->a, query->pose_a);
    clouds_init(&a, query->a);
    clouds_fill(&a, &state.a, 4.0L * state.tolerance);
    for (uint32_t i = 0; i < query->screw_count; ++i) {
        find_in_piece(&state, query->b, &a, &query->screws[i]);
    }
    clouds_release(&a);
    state.b.mesh = query->b;
    sb_merge(&state, everything);
    sb_body_release(&state.a);
}

// ---- lists

sb_contact* sb_list_add(sb_list* list)
{
    if (list->count == list->capacity) {
        list->capacity = 2 * list->capacity + 64;
        list->contacts = realloc(list->contacts, list->capacity * sizeof *list->contacts);
        if (list->contacts == NULL) {
            abort();
        }
    }
    return &list->contacts[list->count++];
}

void sb_list_release(sb_list* list)
{
    free(list->contacts);
    *list = (sb_list){0};
}
