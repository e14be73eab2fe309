// How two polytopes are at one time: how deep in each other, or along which axis they are farthest apart.
// Nothing here is certain; certificates are looked for with it.

#include "narrow/boxes/polytope_state.h"

#include "math/scalar.h"

enum { DEEPER_STEPS = 20 };

// ---- places

static void divide(const double* c, size_t row, double size, toi_vec3 out[3])
{
    for (size_t i = 0; i < 3; ++i) {
        const double* r = c + row * i;
        out[i] = v3(r[0] / size, r[1] / size, r[2] / size);
    }
}

static ti_polytope_place place_at(const ti_form_node* node, bool end)
{
    const ti_box_system* s = node->system;
    size_t group = 4 * ((size_t)s->degree + 1);
    const double* c = node->coefficients + (end ? (size_t)4 * s->degree : 0);
    double size_a = c[group * BOX_SIZE_A], size_b = c[group * s->size_b];
    const double *p = c + group * (BOX_P + BOX_A), *q = c + group * (BOX_P + BOX_B);
    ti_polytope_place place = {.offset = {p[0] / size_a, p[1] / size_a, p[2] / size_a},
                               .back_offset = {-q[0] / size_b, -q[1] / size_b, -q[2] / size_b}};
    toi_vec3 rows[3];
    divide(c + group * BOX_G_ROW, group, size_a, place.row);
    divide(c + group * s->h_row, group, size_b, rows);
    for (int j = 0; j < 3; ++j) { // columns
        place.back_row[j] = j == 0   ? v3(rows[0].x, rows[1].x, rows[2].x)
                            : j == 1 ? v3(rows[0].y, rows[1].y, rows[2].y)
                                     : v3(rows[0].z, rows[1].z, rows[2].z);
    }
    return place;
}

// ---- deeper points

// A polygon has no depth across its plane, so points move within it; along a segment likewise.
static toi_vec3 within(const ti_polytope* p, toi_vec3 v)
{
    double along = v3_dot(v, p->axis);
    return p->dimension == 3   ? v
           : p->dimension == 2 ? v3_madd(v, -along, p->axis)
           : p->dimension == 1 ? v3_scale(along, p->axis)
                               : v3(0.0, 0.0, 0.0);
}

typedef struct slack {
    double least;
    toi_vec3 way; // against the face that leaves least
} slack;

// Faces that no way leads away from do not count.
static void add_slack(const ti_polytope* own, const ti_polytope* p, toi_vec3 x, const toi_vec3* row, slack* s)
{
    for (uint32_t f = 0; f < p->face_count; ++f) {
        double left = p->heights[f] - v3_dot(p->normals[f], x);
        if (left < s->least) {
            toi_vec3 way = within(own, row != NULL ? ti_turn_normal(row, p->normals[f]) : p->normals[f]);
            if (v3_dot(way, way) > 1e-6) {
                s->least = left;
                s->way = way;
            }
        }
    }
}

typedef struct depth {
    const ti_polytope *own, *other;
    const toi_vec3* row; // from the coordinates of the first to those of the other
    toi_vec3 offset;
} depth;

static slack slack_at(const depth* d, toi_vec3 x)
{
    slack s = {HUGE_VAL, {0.0, 0.0, 0.0}};
    add_slack(d->own, d->own, x, NULL, &s);
    add_slack(d->own, d->other, v3_add(d->offset, ti_turn(d->row, x)), d->row, &s);
    return s;
}

// The part of a line that is below all faces.
static void clip(const ti_polytope* p, toi_vec3 x, toi_vec3 along, double part[2])
{
    for (uint32_t f = 0; f < p->face_count; ++f) {
        double slope = v3_dot(p->normals[f], along), left = p->heights[f] - v3_dot(p->normals[f], x);
        if (slope > 1e-9) {
            part[1] = d_min(left / slope, part[1]);
        } else if (slope < -1e-9) {
            part[0] = d_max(left / slope, part[0]);
        }
    }
}

// Of a segment the middle of what is in the other one.
static toi_vec3 middle_of_segment(const depth* d, toi_vec3 x)
{
    double part[2] = {-HUGE_VAL, HUGE_VAL};
    clip(d->own, x, d->own->axis, part);
    clip(d->other, v3_add(d->offset, ti_turn(d->row, x)), ti_turn(d->row, d->own->axis), part);
    double at = 0.5 * (part[0] + part[1]);
    return at - at == 0.0 ? v3_madd(x, at, d->own->axis) : x;
}

// Away from the face that leaves least, by steps that become smaller.
static toi_vec3 deeper(const depth* d, toi_vec3 x, double size)
{
    if (d->own->dimension == 1) {
        return middle_of_segment(d, x);
    }
    double step = 0.5 * size;
    slack best = slack_at(d, x);
    slack now = best;
    toi_vec3 deepest = x;
    for (int i = 0; i < DEEPER_STEPS && best.least < 0.5 * step; ++i) {
        double length = v3_length(now.way);
        x = v3_madd(x, length > 0.0 ? -step / length : 0.0, now.way);
        now = slack_at(d, x);
        if (now.least > best.least) {
            best = now;
            deepest = x;
        }
        step *= 0.6;
    }
    return deepest;
}

static double size_of(const ti_polytope* p)
{
    toi_vec3 h = p->half;
    return p->dimension == 3 ? d_min(d_min(h.x, h.y), h.z) : 0.5 * v3_length(h);
}

// Within the one of fewer dimensions.
static void go_deeper(const ti_polytope_pair* pair, ti_polytope_state* s)
{
    double size = d_min(size_of(pair->a), size_of(pair->b));
    if (pair->a->dimension <= pair->b->dimension) {
        depth d = {pair->a, pair->b, s->place.back_row, s->place.back_offset};
        s->in_a = deeper(&d, s->in_a, size);
        s->in_b = ti_place_to_b(&s->place, s->in_a);
    } else {
        depth d = {pair->b, pair->a, s->place.row, s->place.offset};
        s->in_b = deeper(&d, s->in_b, size);
        s->in_a = ti_place_to_a(&s->place, s->in_b);
    }
}

void ti_polytope_state_find(const ti_polytope_pair* pair, const ti_form_node* node, bool end,
                            ti_polytope_state* s)
{
    *s = (ti_polytope_state){.known = true, .place = place_at(node, end)};
    ti_polytope_state_closest(pair, false, s);
    if (!s->apart) {
        go_deeper(pair, s);
    }
}

// ---- the axis of largest separation among features at the closest points

typedef struct search {
    const ti_polytope_pair* pair;
    ti_polytope_state* state;
    double best;
} search;

static void try_face(search* s, bool of_b, uint32_t face)
{
    const ti_polytope *own = of_b ? s->pair->b : s->pair->a, *other = of_b ? s->pair->a : s->pair->b;
    const ti_polytope_place* place = &s->state->place;
    toi_vec3 n = own->normals[face], in_other = ti_turn_normal(of_b ? place->back_row : place->row, n);
    double shift = v3_dot(n, of_b ? place->back_offset : place->offset) - own->heights[face], most;
    double scale = of_b ? 1.0 / v3_length(in_other) : 1.0; // lengths are those of A
    double bound = v3_dot(in_other, of_b ? s->state->in_a : s->state->in_b) + shift;
    if (!(scale * bound > s->best)) {
        return;
    }
    ti_farthest_vertex(other, v3_negate(in_other), &most);
    double apart = scale * (shift - most);
    if (apart > s->best) {
        s->best = apart;
        s->state->axis = (ti_polytope_axis){
            .kind = of_b ? TI_AXIS_B : TI_AXIS_A, .normal = n, .height = own->heights[face], .face = face};
    }
}

// Whether a direction across an edge is between the normals of its faces.
static bool is_between(toi_vec3 along, toi_vec3 n, toi_vec3 first, toi_vec3 second)
{
    double full = v3_dot(v3_cross(first, second), along), before = v3_dot(v3_cross(first, n), along),
           after = v3_dot(v3_cross(n, second), along);
    return full > 0.0 ? before >= 0.0 && after >= 0.0 : before <= 0.0 && after <= 0.0;
}

static void try_edges(search* s, uint32_t edge_a, uint32_t edge_b)
{
    const ti_polytope *a = s->pair->a, *b = s->pair->b;
    const ti_polytope_edge *e = &a->edges[edge_a], *f = &b->edges[edge_b];
    const ti_polytope_place* place = &s->state->place;
    toi_vec3 along_b = ti_turn(place->row, f->direction), n = v3_cross(e->direction, along_b);
    double length = v3_length(n), sign = v3_dot(n, s->state->direction) < 0.0 ? -1.0 : 1.0;
    if (!(length > 1e-9 * v3_length(along_b))) {
        return;
    }
    n = v3_scale(sign, n);
    toi_vec3 way = v3_sub(ti_place_to_a(place, b->vertices[f->vertex[0]]), a->vertices[e->vertex[0]]);
    double apart = v3_dot(n, way) / length;
    if (!(apart > s->best) || !is_between(e->direction, n, a->normals[e->face[0]], a->normals[e->face[1]]) ||
        !is_between(along_b, v3_negate(n), ti_turn_normal(place->back_row, b->normals[f->face[0]]),
                    ti_turn_normal(place->back_row, b->normals[f->face[1]]))) {
        return;
    }
    s->best = apart;
    s->state->axis = (ti_polytope_axis){
        .kind = TI_AXIS_EDGES, .face = TI_NO_NAME, .edge_a = edge_a, .edge_b = edge_b, .sign = sign};
}

static void try_star(search* s, bool of_b, uint32_t vertex)
{
    const ti_polytope* p = of_b ? s->pair->b : s->pair->a;
    for (uint32_t i = p->star_begin[vertex]; i < p->star_begin[vertex + 1]; ++i) {
        const ti_polytope_edge* e = &p->edges[p->star[i]];
        try_face(s, of_b, e->face[0]);
        try_face(s, of_b, e->face[1]);
    }
}

static void try_star_edges(search* s, uint32_t vertex_a, uint32_t vertex_b)
{
    const ti_polytope *a = s->pair->a, *b = s->pair->b;
    for (uint32_t i = a->star_begin[vertex_a]; i < a->star_begin[vertex_a + 1]; ++i) {
        for (uint32_t j = b->star_begin[vertex_b]; j < b->star_begin[vertex_b + 1]; ++j) {
            try_edges(s, a->star[i], b->star[j]);
        }
    }
}

// The vertices of a prism or box without thickness that are where one of them is: at most 8, itself first.
static uint32_t twins_of(const ti_polytope* p, uint32_t vertex, uint32_t twins[8])
{
    uint32_t count = 0, half = p->vertex_count / 2;
    twins[count++] = vertex;
    if (p->dimension == 2) {
        twins[count++] = vertex < half ? vertex + half : vertex - half;
    }
    for (uint32_t i = 0; p->dimension < 2 && i < 8; ++i) {
        bool same = p->dimension == 0 || ((i + 1) & 2u) == ((vertex + 1) & 2u);
        if (i != vertex && same) {
            twins[count++] = i;
        }
    }
    return count;
}

static void try_corner(search* s, uint32_t vertex_a, uint32_t vertex_b)
{
    uint32_t a[8], b[8], count_a = twins_of(s->pair->a, vertex_a, a),
                         count_b = twins_of(s->pair->b, vertex_b, b);
    for (uint32_t i = 0; i < count_a; ++i) {
        try_star(s, false, a[i]);
    }
    for (uint32_t j = 0; j < count_b; ++j) {
        try_star(s, true, b[j]);
    }
    for (uint32_t i = 0; i < count_a; ++i) {
        for (uint32_t j = 0; j < count_b; ++j) {
            try_star_edges(s, a[i], b[j]);
        }
    }
}

void ti_polytope_state_axis(const ti_polytope_pair* pair, ti_polytope_state* state)
{
    if (state->axis_known) {
        return;
    }
    search s = {pair, state, 0.0};
    state->axis_known = true;
    state->axis = (ti_polytope_axis){.kind = TI_AXIS_NONE};
    for (uint32_t i = 0; i < state->simplex.count; ++i) {
        try_corner(&s, state->simplex.a[i], state->simplex.b[i]);
    }
}
