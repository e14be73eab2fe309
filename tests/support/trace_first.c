// First times from every two features.

#include "support/trace_first.h"

#include <stdlib.h>

// ---- meshes

static int compare_edges(const void* a, const void* b)
{
    const uint32_t *x = a, *y = b;
    if (x[0] != y[0]) {
        return x[0] < y[0] ? -1 : 1;
    }
    return x[1] < y[1] ? -1 : x[1] > y[1];
}

void tf_mesh_init(tf_mesh* mesh, const oracle_mesh* from)
{
    uint32_t count = 3 * from->triangle_count, kept = 0;
    uint32_t(*edges)[2] = calloc(count, sizeof *edges);
    if (edges == NULL) {
        abort();
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t v = from->triangles[i / 3][i % 3], w = from->triangles[i / 3][(i + 1) % 3];
        edges[i][0] = v < w ? v : w;
        edges[i][1] = v < w ? w : v;
    }
    qsort(edges, count, sizeof *edges, compare_edges);
    for (uint32_t i = 0; i < count; ++i) {
        bool repeated = kept > 0 && compare_edges(edges[i], edges[kept - 1]) == 0;
        if (!repeated && edges[i][0] != edges[i][1]) {
            edges[kept][0] = edges[i][0];
            edges[kept++][1] = edges[i][1];
        }
    }
    *mesh = (tf_mesh){from, edges, kept};
}

void tf_mesh_release(tf_mesh* mesh)
{
    free(mesh->edges);
}

// ---- the move

static const real pi = 3.14159265358979323846264338327950288L;

// The place of a point is a polynomial of degree 1 in x from 0 to 1, or turns by the angle x.
typedef struct course {
    bool turns;
    rvec by, point, axis;
    real end;    // of x
    real shares; // share of the move for x = 1
} course;

static course course_of(const te_pair* pair, const toi_move* move)
{
    if (move->kind == TOI_MOVE_TRANSLATION) {
        return (course){.by = r3_wide(move->by), .end = 1.0L, .shares = 1.0L};
    }
    real angle = (real)move->angle;
    rvec point = r3_sub(r3_wide(move->point), r3_wide(pair->origin)), axis = r3_unit(r3_wide(move->axis));
    course c = {.turns = true, .point = point, .axis = r3_scale(angle < 0.0L ? -1.0L : 1.0L, axis)};
    // A whole turn has been everywhere.
    c.end = r_min(fabsl(angle), 2.0L * pi);
    c.shares = angle != 0.0L ? 1.0L / fabsl(angle) : 1.0L;
    return c;
}

static rvec at(const course* c, rvec v, real x)
{
    if (!c->turns) {
        return r3_add(v, r3_scale(x, c->by));
    }
    return r3_add(v, rq_turn_change(rq_axis_angle(c->axis, x), r3_sub(v, c->point)));
}

// ---- functions of two features

// What is a polynomial of degree 2 in x, or of the cosine and sine of x, is known from so many places.
enum { PLACES = 5 };

// Two features as triangles, of which some corners may be one: of A as it is at each place, of B at rest.
typedef struct features {
    rvec a[PLACES][3], b[3];
    int corners_a, corners_b; // 1 vertex, 2 edge, 3 face
} features;

typedef struct search {
    course course;
    real level, level2;
    real first;          // the least x so far
    rvec* moved[PLACES]; // the vertices of A at each place
    const rvec *start, *rest;
} search;

static rvec face_normal(const rvec t[3])
{
    return r3_unit(r3_cross(r3_sub(t[1], t[0]), r3_sub(t[2], t[0])));
}

// The height of the vertex over the face.
static real height(const rvec p[3], const rvec t[3])
{
    return r3_dot(face_normal(t), r3_sub(p[0], t[0]));
}

// Negative where the points or lines, without end, that hold the features are nearer than the level. Faces
// and vertices have two such functions, of which `side` names one.
static real function(const search* s, const features* f, int place, real side)
{
    const rvec *a = f->a[place], *b = f->b;
    if (f->corners_a == 3) {
        return side * height(b, a) - s->level;
    }
    if (f->corners_b == 3) {
        return side * height(a, b) - s->level;
    }
    rvec r = r3_sub(b[0], a[0]);
    if (f->corners_a == 2 && f->corners_b == 2) {
        rvec m = r3_cross(r3_unit(r3_sub(a[1], a[0])), r3_unit(r3_sub(b[1], b[0])));
        real g = r3_dot(r, m);
        return g * g - s->level2 * r3_dot(m, m);
    }
    if (f->corners_a == 2) {
        r = r3_cross(r, r3_unit(r3_sub(a[1], a[0])));
    } else if (f->corners_b == 2) {
        r = r3_cross(r, r3_unit(r3_sub(b[1], b[0])));
    }
    return r3_dot(r, r) - s->level2;
}

// The distance of the features themselves.
static real distance(const search* s, const features* f, real x)
{
    rvec a[3];
    for (int i = 0; i < 3; ++i) {
        a[i] = at(&s->course, f->a[0][i], x);
    }
    return oracle_triangle_distance(a, f->b).distance;
}

// The features fall below the level within a little of a root: then there, to all digits. A root of the lines
// or planes that hold them says nothing where their nearest points are elsewhere.
static void polish(search* s, const features* f, real root)
{
    real low = 0.0L, high = 0.0L;
    bool found = false;
    root = r_max(root, 0.0L);
    for (real h = 0x1p-44L; h <= 0x1p-20L && !found; h *= 4.0L) {
        low = r_max(root - h * s->course.end, 0.0L);
        high = r_min(root + h * s->course.end, s->course.end);
        found = distance(s, f, low) >= s->level && distance(s, f, high) < s->level;
    }
    for (int i = 0; found && i < 80; ++i) {
        real middle = 0.5L * (low + high);
        if (distance(s, f, middle) >= s->level) {
            low = middle;
        } else {
            high = middle;
        }
    }
    if (found && low < s->first) {
        s->first = low;
    }
}

// From the values at 0, 1/2 and 1.
static void straight_roots(search* s, const features* f, const real y[PLACES])
{
    real c[3] = {y[0], -3.0L * y[0] + 4.0L * y[1] - y[2], 2.0L * y[0] - 4.0L * y[1] + 2.0L * y[2]}, roots[2];
    int count = tf_roots(c, 2, 0.0L, r_min(1.0L, s->first), roots);
    for (int i = 0; i < count; ++i) {
        polish(s, f, roots[i]);
    }
}

// cos and sin of fifths of a turn.
static const real fifth[PLACES][2] = {{1.0L, 0.0L},
                                      {0.309016994374947424102L, 0.951056516295153572116L},
                                      {-0.809016994374947424102L, 0.587785252292473129169L},
                                      {-0.809016994374947424102L, -0.587785252292473129169L},
                                      {0.309016994374947424102L, -0.951056516295153572116L}};

// The middles of the quarters of a turn are at multiples of a quarter from an eighth: their cosines and sines
// are these times the root of 1/2, and those of twice the angle 0 and +-1.
static const real middles[4][2] = {{1.0L, 1.0L}, {-1.0L, 1.0L}, {-1.0L, -1.0L}, {1.0L, -1.0L}};
static const real root_half = 0.707106781186547524401L;

// a0 + a1 cos x + b1 sin x + a2 cos 2x + b2 sin 2x is a polynomial in t, the tangent of half the angle from
// the middle of a quarter, times (1 + t^2)^-2.
static void quarter_polynomial(const real a[3], const real b[3], int quarter, real c[5])
{
    real cosine = root_half * middles[quarter][0], sine = root_half * middles[quarter][1];
    real c1 = a[1] * cosine + b[1] * sine, s1 = b[1] * cosine - a[1] * sine;
    real twice = quarter % 2 == 0 ? 1.0L : -1.0L, c2 = b[2] * twice, s2 = -a[2] * twice;
    c[0] = a[0] + c1 + c2;
    c[1] = 2.0L * s1 + 4.0L * s2;
    c[2] = 2.0L * a[0] - 6.0L * c2;
    c[3] = 2.0L * s1 - 4.0L * s2;
    c[4] = a[0] - c1 + c2;
}

// From the values at fifths of a turn.
static void turning_roots(search* s, const features* f, const real y[PLACES])
{
    real a[3] = {0.0L, 0.0L, 0.0L}, b[3] = {0.0L, 0.0L, 0.0L};
    for (int i = 0; i < PLACES; ++i) {
        for (int k = 0; k < 3; ++k) {
            real weight = (k == 0 ? 0.2L : 0.4L) * y[i];
            a[k] += weight * fifth[i * k % PLACES][0];
            b[k] += weight * fifth[i * k % PLACES][1];
        }
    }
    if (fabsl(a[0]) > fabsl(a[1]) + fabsl(b[1]) + fabsl(a[2]) + fabsl(b[2])) {
        return;
    }
    static const real reach = 0.4142135625L; // a little more than tan(pi/8), so that no root falls between
    for (int quarter = 0; quarter < 4; ++quarter) {
        real middle = (0.25L + 0.5L * (real)quarter) * pi, roots[4], c[5];
        if (middle - 0.25L * pi > r_min(s->course.end, s->first)) {
            return;
        }
        quarter_polynomial(a, b, quarter, c);
        int count = tf_roots(c, 4, -reach, reach, roots);
        for (int i = 0; i < count; ++i) {
            real x = middle + 2.0L * atanl(roots[i]);
            if (x <= s->course.end * (1.0L + 0x1p-40L)) {
                polish(s, f, x);
            }
        }
    }
}

static void try_side(search* s, const features* f, real side)
{
    real y[PLACES];
    for (int i = 0; i < (s->course.turns ? PLACES : 3); ++i) {
        y[i] = function(s, f, i, side);
    }
    if (s->course.turns) {
        turning_roots(s, f, y);
    } else {
        straight_roots(s, f, y);
    }
}

// ---- what cannot come near

typedef struct range {
    real low, high;
} range;

static range hull(range a, real x)
{
    return (range){r_min(a.low, x), r_max(a.high, x)};
}

static bool apart(range a, range b, real level)
{
    return a.low > b.high + level || b.low > a.high + level;
}

// Heights along the axis and distances from it stay as they are: those of all points of a feature are within
// the ranges.
static void about_axis(const search* s, const rvec t[3], int corners, range out[2])
{
    rvec o = s->course.point, k = s->course.axis;
    out[0] = out[1] = (range){HUGE_VALL, -HUGE_VALL};
    for (int i = 0; i < corners; ++i) {
        rvec r = r3_sub(t[i], o);
        real z = r3_dot(r, k), rho = r3_length(r3_sub(r, r3_scale(z, k)));
        out[0] = hull(out[0], z);
        out[1] = hull(out[1], rho);
    }
    // Between corners a feature may be nearer to the axis, by no more than its extent.
    if (corners > 1) {
        real extent = r_max(r3_length(r3_sub(t[1], t[0])), r3_length(r3_sub(t[2], t[0])));
        out[1].low = r_max(0.0L, out[1].low - extent);
    }
}

static real along(rvec v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static bool never_near(const search* s, const features* f)
{
    if (s->course.turns) {
        range a[2], b[2];
        about_axis(s, f->a[0], f->corners_a, a);
        about_axis(s, f->b, f->corners_b, b);
        return apart(a[0], b[0], s->level) || apart(a[1], b[1], s->level);
    }
    for (int axis = 0; axis < 3; ++axis) {
        range a = {HUGE_VALL, -HUGE_VALL}, b = a;
        for (int i = 0; i < 3; ++i) {
            a = hull(hull(a, along(f->a[0][i], axis)), along(f->a[2][i], axis));
            b = hull(b, along(f->b[i], axis));
        }
        if (apart(a, b, s->level)) {
            return true;
        }
    }
    return false;
}

// ---- all of them

static void try_features(search* s, const uint32_t* a, int corners_a, const uint32_t* b, int corners_b)
{
    features f = {.corners_a = corners_a, .corners_b = corners_b};
    for (int i = 0; i < 3; ++i) {
        uint32_t v = a[i < corners_a ? i : corners_a - 1], w = b[i < corners_b ? i : corners_b - 1];
        for (int k = 0; k < PLACES; ++k) {
            f.a[k][i] = s->moved[k][v];
        }
        f.b[i] = s->rest[w];
    }
    if (never_near(s, &f)) {
        return;
    }
    try_side(s, &f, 1.0L);
    if (corners_a == 3 || corners_b == 3) {
        try_side(s, &f, -1.0L);
    }
}

static void against_all(search* s, const uint32_t* a, int corners, const tf_mesh* b)
{
    for (uint32_t i = 0; i < b->mesh->vertex_count; ++i) {
        try_features(s, a, corners, &i, 1);
    }
    for (uint32_t i = 0; corners < 3 && i < b->edge_count; ++i) {
        try_features(s, a, corners, b->edges[i], 2);
    }
    for (uint32_t i = 0; corners < 2 && i < b->mesh->triangle_count; ++i) {
        try_features(s, a, corners, b->mesh->triangles[i], 3);
    }
}

real tf_first(const te_pair* pair, const tf_mesh* a, const tf_mesh* b, const toi_move* move, real level)
{
    search s = {.course = course_of(pair, move), .level = level, .level2 = level * level, .first = HUGE_VALL};
    uint32_t count = a->mesh->vertex_count;
    s.rest = pair->side[1].vertices;
    for (int k = 0; k < PLACES; ++k) {
        s.moved[k] = calloc(count, sizeof(rvec));
        if (s.moved[k] == NULL) {
            abort();
        }
        real x = s.course.turns ? 0.4L * pi * (real)k : 0.5L * (real)k;
        for (uint32_t i = 0; i < count; ++i) {
            s.moved[k][i] = k == 0 ? pair->side[0].vertices[i] : at(&s.course, pair->side[0].vertices[i], x);
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        against_all(&s, &i, 1, b);
    }
    for (uint32_t i = 0; i < a->edge_count; ++i) {
        against_all(&s, a->edges[i], 2, b);
    }
    for (uint32_t i = 0; i < a->mesh->triangle_count; ++i) {
        against_all(&s, a->mesh->triangles[i], 3, b);
    }
    for (int k = 0; k < PLACES; ++k) {
        free(s.moved[k]);
    }
    return s.first <= s.course.end ? s.first * s.course.shares : 2.0L;
}
