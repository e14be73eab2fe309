// Polytopes at a time, by powers of t and 1 - t, and all axes between their points.

#include "support/polytope_oracle.h"

#include "support/real_bernstein.h"

#include <math.h>

typedef struct vec {
    real x[3];
} vec;

static vec cross(vec u, vec v)
{
    vec n;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        n.x[i] = u.x[j] * v.x[k] - u.x[k] * v.x[j];
    }
    return n;
}

static real dot(vec u, vec v)
{
    return u.x[0] * v.x[0] + u.x[1] * v.x[1] + u.x[2] * v.x[2];
}

static vec minus(vec u, vec v)
{
    return (vec){{u.x[0] - v.x[0], u.x[1] - v.x[1], u.x[2] - v.x[2]}};
}

static real length(vec u)
{
    return sqrtl(dot(u, u));
}

static vec point(const polytope_body* b, uint32_t i)
{
    return (vec){{(real)b->points[i].x, (real)b->points[i].y, (real)b->points[i].z}};
}

// ---- facets and edges

static real size_of(const polytope_body* b)
{
    real most = 0.0L;
    for (uint32_t i = 0; i < b->count; ++i) {
        most = fmaxl(length(minus(point(b, i), point(b, 0))), most);
    }
    return most;
}

// On which sides of the plane through p with normal n there are points: 1 below, 2 above.
static int sides(const polytope_body* b, vec p, vec n, real tolerance)
{
    int found = 0;
    real size = length(n);
    for (uint32_t i = 0; i < b->count; ++i) {
        real h = dot(minus(point(b, i), p), n) / size;
        found |= h < -tolerance ? 1 : h > tolerance ? 2 : 0;
    }
    return found;
}

static vec normal_of(const polytope_body* b, const uint32_t c[3])
{
    vec p = point(b, c[0]);
    return cross(minus(point(b, c[1]), p), minus(point(b, c[2]), p));
}

// The facet that was found before in the same plane, or one more.
static uint32_t find_known(const polytope_body* b, vec p, vec n, real tolerance)
{
    for (uint32_t f = 0; f < b->facet_count; ++f) {
        int same = 1;
        for (int k = 0; k < 3; ++k) {
            real h = dot(minus(point(b, b->facets[f][k]), p), n) / length(n);
            same = same && fabsl(h) <= tolerance;
        }
        if (same) {
            return f;
        }
    }
    return b->facet_count;
}

// Of the triangles in one plane the largest tells its normal best.
static void try_facet(polytope_body* b, const uint32_t c[3], real size, real tolerance)
{
    vec p = point(b, c[0]), n = normal_of(b, c);
    if (!(length(n) > 1e-9L * size * size) || sides(b, p, n, tolerance) == 3) {
        return;
    }
    uint32_t f = find_known(b, p, n, tolerance);
    if (f == ORACLE_FACETS || (f < b->facet_count && length(n) <= length(normal_of(b, b->facets[f])))) {
        return;
    }
    for (int i = 0; i < 3; ++i) {
        b->facets[f][i] = c[i];
    }
    b->facet_count += f == b->facet_count;
}

static void find_facets(polytope_body* b, real size)
{
    real tolerance = 1e-12L * size;
    for (uint32_t i = 0; i < b->count; ++i) {
        for (uint32_t j = i + 1; j < b->count; ++j) {
            for (uint32_t k = j + 1; k < b->count; ++k) {
                try_facet(b, (const uint32_t[3]){i, j, k}, size, tolerance);
            }
        }
    }
}

static vec facet_normal(const polytope_body* b, const vec* at, uint32_t f)
{
    const uint32_t* c = b->facets[f];
    return cross(minus(at[c[1]], at[c[0]]), minus(at[c[2]], at[c[0]]));
}

// The farthest two of the points that are in two facets.
static void add_edge(polytope_body* b, const vec* at, uint32_t f, uint32_t g, real tolerance)
{
    vec m = facet_normal(b, at, f), n = facet_normal(b, at, g);
    uint32_t on[ORACLE_POINTS], count = 0;
    for (uint32_t i = 0; i < b->count; ++i) {
        if (fabsl(dot(minus(at[i], at[b->facets[f][0]]), m)) <= tolerance * length(m) &&
            fabsl(dot(minus(at[i], at[b->facets[g][0]]), n)) <= tolerance * length(n)) {
            on[count++] = i;
        }
    }
    real most = 0.0L;
    uint32_t* edge = b->edges[b->edge_count];
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = i + 1; j < count; ++j) {
            real d = length(minus(at[on[i]], at[on[j]]));
            if (d > most) {
                most = d;
                edge[0] = on[i];
                edge[1] = on[j];
            }
        }
    }
    b->edge_count += most > 100.0L * tolerance && b->edge_count + 1 < ORACLE_EDGES;
}

// Edges of a flat set: lines that leave all points on one side.
static void find_flat_edges(polytope_body* b, const vec* at, real size)
{
    vec n = facet_normal(b, at, 0);
    for (uint32_t i = 0; i < b->count; ++i) {
        for (uint32_t j = i + 1; j < b->count; ++j) {
            vec across = cross(minus(at[j], at[i]), n);
            if (length(across) > 1e-9L * size * length(n) && sides(b, at[i], across, 1e-12L * size) != 3) {
                b->edges[b->edge_count][0] = i;
                b->edges[b->edge_count++][1] = j;
            }
        }
    }
}

void polytope_body_prepare(polytope_body* b)
{
    real size = size_of(b);
    vec at[ORACLE_POINTS];
    for (uint32_t i = 0; i < b->count; ++i) {
        at[i] = point(b, i);
    }
    b->facet_count = b->edge_count = 0;
    find_facets(b, size);
    b->dimension = b->facet_count == 0 ? size > 0.0L : b->facet_count == 1 ? 2 : 3;
    if (b->dimension == 2) {
        find_flat_edges(b, at, size);
    }
    for (uint32_t f = 0; b->dimension == 3 && f < b->facet_count; ++f) {
        for (uint32_t g = f + 1; g < b->facet_count; ++g) {
            add_edge(b, at, f, g, 1e-12L * size);
        }
    }
}

// ---- at a time

typedef struct place {
    vec at[ORACLE_POINTS], normals[ORACLE_FACETS + ORACLE_EDGES], edges[ORACLE_EDGES + 3];
    uint32_t normal_count, edge_count;
} place;

// v + 2 u x (u x v + s v) for the unit quaternion (s, u).
static vec rotate(const real q[4], vec v)
{
    vec u = {{q[1], q[2], q[3]}}, once = cross(u, v);
    for (int i = 0; i < 3; ++i) {
        once.x[i] += q[0] * v.x[i];
    }
    vec twice = cross(u, once);
    for (int i = 0; i < 3; ++i) {
        v.x[i] += 2.0L * twice.x[i];
    }
    return v;
}

static void place_points(const polytope_body* b, real t, place* p)
{
    const toi_rational* m = &b->motion;
    real q[4] = {1.0L, 0.0L, 0.0L, 0.0L}, norm = 0.0L, matrix[9], shift[3];
    for (size_t i = 0; m->rotation != NULL && i < 4; ++i) {
        q[i] = real_bernstein(&m->rotation[0].w + i, 4, m->rotation_count, t);
    }
    for (size_t i = 0; m->matrix != NULL && i < 9; ++i) {
        matrix[i] = real_bernstein(m->matrix + i, 9, m->matrix_count, t);
    }
    for (int i = 0; i < 4; ++i) {
        norm += q[i] * q[i];
    }
    for (int i = 0; i < 4; ++i) {
        q[i] /= sqrtl(norm);
    }
    real w = m->weights != NULL ? real_bernstein(m->weights, 1, m->translation_count, t) : 1.0L;
    for (size_t i = 0; i < 3; ++i) {
        shift[i] = real_bernstein(&m->translation[0].x + i, 3, m->translation_count, t) / w;
    }
    for (uint32_t i = 0; i < b->count; ++i) {
        vec v = point(b, i);
        if (m->matrix == NULL) {
            p->at[i] = rotate(q, v);
        }
        for (int k = 0; k < 3; ++k) {
            if (m->matrix != NULL) {
                p->at[i].x[k] =
                    matrix[3 * k] * v.x[0] + matrix[3 * k + 1] * v.x[1] + matrix[3 * k + 2] * v.x[2];
            }
            p->at[i].x[k] += shift[k];
        }
    }
}

// A set without thickness is one that has a little of it, in directions that do not matter.
static void thicken(const polytope_body* b, place* p)
{
    vec axis = {{1.0L, 0.0L, 0.0L}};
    if (b->dimension == 2) {
        vec n = p->normals[0];
        for (uint32_t i = 0; i < b->edge_count; ++i) {
            p->normals[p->normal_count++] = cross(p->edges[i], n);
        }
        p->edges[p->edge_count++] = n;
    }
    if (b->dimension == 1) {
        axis = minus(p->at[0], p->at[1]);
        for (uint32_t i = 0; i < b->count; ++i) {
            vec other = minus(p->at[0], p->at[i]);
            axis = length(other) > length(axis) ? other : axis;
        }
    }
    if (b->dimension < 2) {
        vec least = {{0.0L, 0.0L, 1.0L}};
        least = fabsl(axis.x[2]) > 0.7L * length(axis) ? (vec){{0.0L, 1.0L, 0.0L}} : least;
        vec second = cross(axis, least), third = cross(axis, second);
        const vec all[3] = {axis, second, third};
        for (int i = 0; i < 3; ++i) {
            p->normals[p->normal_count++] = all[i];
            p->edges[p->edge_count++] = all[i];
        }
    }
}

static void place_body(const polytope_body* b, real t, place* p)
{
    place_points(b, t, p);
    p->normal_count = b->facet_count;
    p->edge_count = b->edge_count;
    for (uint32_t f = 0; f < b->facet_count; ++f) {
        p->normals[f] = facet_normal(b, p->at, f);
    }
    for (uint32_t e = 0; e < b->edge_count; ++e) {
        p->edges[e] = minus(p->at[b->edges[e][1]], p->at[b->edges[e][0]]);
    }
    thicken(b, p);
}

static void project(const polytope_body* b, const place* p, vec n, real* low, real* high)
{
    *low = HUGE_VALL;
    *high = -HUGE_VALL;
    for (uint32_t i = 0; i < b->count; ++i) {
        real h = dot(n, p->at[i]);
        *low = h < *low ? h : *low;
        *high = h > *high ? h : *high;
    }
}

static real apart_along(const polytope_body* a, const place* p, const polytope_body* b, const place* q, vec n)
{
    real size = length(n), low[2], high[2];
    project(a, p, n, &low[0], &high[0]);
    project(b, q, n, &low[1], &high[1]);
    return fmaxl(low[1] - high[0], low[0] - high[1]) / size;
}

real polytope_separation(const polytope_body* a, const polytope_body* b, real t)
{
    static place p, q;
    real most = -HUGE_VALL;
    place_body(a, t, &p);
    place_body(b, t, &q);
    for (uint32_t i = 0; i < p.normal_count; ++i) {
        most = fmaxl(most, apart_along(a, &p, b, &q, p.normals[i]));
    }
    for (uint32_t i = 0; i < q.normal_count; ++i) {
        most = fmaxl(most, apart_along(a, &p, b, &q, q.normals[i]));
    }
    for (uint32_t i = 0; i < p.edge_count; ++i) {
        for (uint32_t j = 0; j < q.edge_count; ++j) {
            vec n = cross(p.edges[i], q.edges[j]);
            if (length(n) > 1e-8L * length(p.edges[i]) * length(q.edges[j])) {
                most = fmaxl(most, apart_along(a, &p, b, &q, n));
            }
        }
    }
    return most;
}
