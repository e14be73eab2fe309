// Closest points of two polytopes at one time, by the method of Gilbert, Johnson and Keerthi, and points deep
// in both where they meet. Nothing here is certain; certificates are looked for with it.

#include "narrow/boxes/polytope_state.h"

#include "math/scalar.h"

enum { MOST_STEPS = 64, DEEPER_STEPS = 12 };

// What is left of a distance once no more is gained, relative to it.
static const double GAIN = 1e-12;

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

static toi_vec3 turn(const toi_vec3 row[3], toi_vec3 v)
{
    return v3(v3_dot(row[0], v), v3_dot(row[1], v), v3_dot(row[2], v));
}

static toi_vec3 turn_normal(const toi_vec3 row[3], toi_vec3 n)
{
    return v3_madd(v3_madd(v3_scale(n.x, row[0]), n.y, row[1]), n.z, row[2]);
}

static toi_vec3 to_a(const ti_polytope_place* place, toi_vec3 y)
{
    return v3_add(place->offset, turn(place->row, y));
}

static toi_vec3 to_b(const ti_polytope_place* place, toi_vec3 x)
{
    return v3_add(place->back_offset, turn(place->back_row, x));
}

static uint32_t farthest(const ti_polytope* p, toi_vec3 d, double* most)
{
    uint32_t best = 0;
    *most = -HUGE_VAL;
    for (uint32_t i = 0; i < p->vertex_count; ++i) {
        double h = v3_dot(d, p->vertices[i]);
        if (h > *most) {
            *most = h;
            best = i;
        }
    }
    return best;
}

// ---- closest points

// How much each corner of a simplex around the origin counts.
static void weigh(const ti_simplex* s, toi_vec3 nearest, double weight[4])
{
    weight[3] = 0.0;
    if (s->count < 4) {
        sx_weights(s, nearest, weight);
        return;
    }
    static const int face[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        toi_vec3 p = s->w[face[i][0]], q = s->w[face[i][1]], r = s->w[face[i][2]];
        weight[i] = fabs(v3_dot(p, v3_cross(q, r)));
        sum += weight[i];
    }
    for (int i = 0; i < 4; ++i) {
        weight[i] = sum > 0.0 ? weight[i] / sum : 0.25;
    }
}

static void set_points(const ti_polytope_pair* pair, toi_vec3 nearest, ti_polytope_state* s)
{
    double weight[4];
    weigh(&s->simplex, nearest, weight);
    s->in_a = s->in_b = v3(0.0, 0.0, 0.0);
    for (uint32_t i = 0; i < s->simplex.count; ++i) {
        s->in_a = v3_madd(s->in_a, weight[i], pair->a->vertices[s->simplex.a[i]]);
        s->in_b = v3_madd(s->in_b, weight[i], pair->b->vertices[s->simplex.b[i]]);
    }
}

static void find_closest(const ti_polytope_pair* pair, ti_polytope_state* s)
{
    toi_vec3 v = v3_dot(s->place.offset, s->place.offset) > 0.0 ? s->place.offset : v3(1.0, 0.0, 0.0);
    ti_nearest nearest = {v, HUGE_VAL, 0};
    s->apart = true;
    s->simplex.count = 0;
    for (int step = 0; step < MOST_STEPS; ++step) {
        double most;
        uint32_t a = farthest(pair->a, v, &most);
        uint32_t b = farthest(pair->b, v3_negate(turn_normal(s->place.row, v)), &most);
        toi_vec3 w = v3_sub(to_a(&s->place, pair->b->vertices[b]), pair->a->vertices[a]);
        if (step > 0 && (!(v3_dot(v, w) < nearest.distance2 * (1.0 - GAIN)) || sx_holds(&s->simplex, a, b))) {
            break;
        }
        uint32_t at = s->simplex.count++;
        s->simplex.a[at] = a;
        s->simplex.b[at] = b;
        s->simplex.w[at] = w;
        if (!sx_reduce(&s->simplex, &nearest)) {
            s->apart = false;
            nearest.point = v3(0.0, 0.0, 0.0);
            break;
        }
        v = nearest.point;
    }
    s->direction = v;
    set_points(pair, nearest.point, s);
}

// ---- deeper points

typedef struct slack {
    double least;
    toi_vec3 normal; // of the face that leaves least, in the coordinates of A
} slack;

static void add_slack(const ti_polytope* p, toi_vec3 x, const ti_polytope_place* place, slack* s)
{
    uint32_t worst = TI_NO_NAME;
    for (uint32_t f = 0; f < p->face_count; ++f) {
        double left = p->heights[f] - v3_dot(p->normals[f], x);
        if (left < s->least) {
            s->least = left;
            worst = f;
        }
    }
    if (worst != TI_NO_NAME) {
        s->normal = place != NULL ? turn_normal(place->back_row, p->normals[worst]) : p->normals[worst];
    }
}

static slack slack_at(const ti_polytope_pair* pair, const ti_polytope_place* place, toi_vec3 x)
{
    slack s = {HUGE_VAL, {0.0, 0.0, 0.0}};
    add_slack(pair->a, x, NULL, &s);
    add_slack(pair->b, to_b(place, x), place, &s);
    return s;
}

// Away from the face that leaves least, by steps that become smaller.
static void go_deeper(const ti_polytope_pair* pair, ti_polytope_state* s)
{
    toi_vec3 p = pair->a->half, q = pair->b->half, x = s->in_a;
    double size = d_min(d_min(d_min(p.x, p.y), p.z), d_min(d_min(q.x, q.y), q.z)), step = 0.5 * size;
    slack best = slack_at(pair, &s->place, x);
    slack now = best;
    for (int i = 0; i < DEEPER_STEPS && best.least < 0.25 * size; ++i) {
        double length = v3_length(now.normal);
        x = v3_madd(x, length > 0.0 ? -step / length : 0.0, now.normal);
        now = slack_at(pair, &s->place, x);
        if (now.least > best.least) {
            best = now;
            s->in_a = x;
        }
        step *= 0.75;
    }
    s->in_b = to_b(&s->place, s->in_a);
}

void ti_polytope_state_find(const ti_polytope_pair* pair, const ti_form_node* node, bool end,
                            ti_polytope_state* s)
{
    *s = (ti_polytope_state){.known = true, .place = place_at(node, end)};
    find_closest(pair, s);
    if (!s->apart && !pair->a->flat && !pair->b->flat) {
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
    toi_vec3 n = own->normals[face], in_other = turn_normal(of_b ? place->back_row : place->row, n);
    double shift = v3_dot(n, of_b ? place->back_offset : place->offset) - own->heights[face], most;
    double scale = of_b ? 1.0 / v3_length(in_other) : 1.0; // lengths are those of A
    double bound = v3_dot(in_other, of_b ? s->state->in_a : s->state->in_b) + shift;
    if (!(scale * bound > s->best)) {
        return;
    }
    farthest(other, v3_negate(in_other), &most);
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
    toi_vec3 along_b = turn(place->row, f->direction), n = v3_cross(e->direction, along_b);
    double length = v3_length(n), sign = v3_dot(n, s->state->direction) < 0.0 ? -1.0 : 1.0;
    if (!(length > 1e-9 * v3_length(along_b))) {
        return;
    }
    n = v3_scale(sign, n);
    toi_vec3 way = v3_sub(to_a(place, b->vertices[f->vertex[0]]), a->vertices[e->vertex[0]]);
    double apart = v3_dot(n, way) / length;
    if (!(apart > s->best) || !is_between(e->direction, n, a->normals[e->face[0]], a->normals[e->face[1]]) ||
        !is_between(along_b, v3_negate(n), turn_normal(place->back_row, b->normals[f->face[0]]),
                    turn_normal(place->back_row, b->normals[f->face[1]]))) {
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

void ti_polytope_state_axis(const ti_polytope_pair* pair, ti_polytope_state* state)
{
    if (state->axis_known) {
        return;
    }
    search s = {pair, state, 0.0};
    state->axis_known = true;
    state->axis = (ti_polytope_axis){.kind = TI_AXIS_NONE};
    for (uint32_t i = 0; i < state->simplex.count; ++i) {
        try_star(&s, false, state->simplex.a[i]);
        try_star(&s, true, state->simplex.b[i]);
        try_star_edges(&s, state->simplex.a[i], state->simplex.b[i]);
    }
}

// ---- paths

// A piece of the edge of B around the place where it is nearest to that of A, half as long as other faces of
// A allow.
static bool piece_of(const ti_polytope_pair* pair, const ti_polytope_state* s, ti_polytope_path* path)
{
    const ti_polytope_edge *e = &pair->a->edges[s->axis.edge_a], *f = &pair->b->edges[s->axis.edge_b];
    toi_vec3 start = pair->b->vertices[f->vertex[0]], base = pair->a->vertices[e->vertex[0]];
    toi_vec3 u = e->direction, v = turn(s->place.row, f->direction), from = to_a(&s->place, start);
    double length = v3_dot(v3_sub(pair->b->vertices[f->vertex[1]], start), f->direction);
    toi_vec3 across = v3_cross(u, v3_cross(u, v));
    double at = v3_dot(v3_sub(base, from), across) / v3_dot(v, across), reach = length;
    at = d_min(d_max(at, 0.0), length);
    toi_vec3 x = v3_madd(from, at, v);
    for (uint32_t i = 0; i < pair->a->face_count; ++i) {
        if (i != e->face[0] && i != e->face[1]) {
            double left = pair->a->heights[i] - v3_dot(pair->a->normals[i], x);
            double slope = fabs(v3_dot(pair->a->normals[i], v));
            reach = left < 2.0 * reach * slope ? 0.5 * left / slope : reach;
        }
    }
    *path = (ti_polytope_path){.of_b = true,
                               .piece = true,
                               .point = v3_madd(start, d_max(at - reach, 0.0), f->direction),
                               .end = v3_madd(start, d_min(at + reach, length), f->direction),
                               .edges = s->axis};
    return reach > 0.0;
}

uint32_t ti_polytope_state_paths(const ti_polytope_pair* pair, const ti_polytope_state* s,
                                 ti_polytope_path paths[POLYTOPE_PATHS])
{
    uint32_t count = 0;
    if (s->apart && s->axis.kind == TI_AXIS_EDGES && piece_of(pair, s, &paths[count])) {
        ++count;
    }
    if (s->apart && (s->axis.kind == TI_AXIS_A || s->axis.kind == TI_AXIS_B)) {
        bool of_b = s->axis.kind == TI_AXIS_A;
        const ti_polytope* of = of_b ? pair->b : pair->a;
        const toi_vec3* row = of_b ? s->place.row : s->place.back_row;
        double most;
        uint32_t v = farthest(of, v3_negate(turn_normal(row, s->axis.normal)), &most);
        paths[count++] = (ti_polytope_path){.of_b = of_b, .point = of->vertices[v]};
    }
    paths[count++] = (ti_polytope_path){.of_b = false, .point = s->in_a};
    paths[count++] = (ti_polytope_path){.of_b = true, .point = s->in_b};
    return count;
}
