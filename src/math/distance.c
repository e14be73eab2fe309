// Distance of two triangles: the nearest of nine pairs of edges and six pairs of a corner and a face.

#include "math/distance.h"

#include "math/predicates_exact.h"

// Parameters of the closest points p + s d and q + t e of two segments, each in [0, 1].
typedef struct edge_pair {
    double s, t, distance2;
    toi_vec3 apart; // from the first to the second
} edge_pair;

static double clamp_unit(double x)
{
    return x > 0.0 ? (x < 1.0 ? x : 1.0) : 0.0;
}

// Below this squared sine of the angle between two edges their products cancel too many digits.
static const double NEARLY_PARALLEL = 0x1p-10;

// s by cross products, whose errors are those of the sine, not of its square: what is left in s is along the
// edges, and costs the distance no more than elsewhere. r is from the start of e to that of d.
static double first_of_nearly_parallel(toi_vec3 d, toi_vec3 e, toi_vec3 r)
{
    toi_vec3 c = v3_cross(d, e);
    double cc = v3_dot(c, c);
    return cc > 0.0 ? clamp_unit(v3_dot(v3_cross(e, r), c) / cc) : 0.0;
}

static edge_pair closest_on_edges(toi_vec3 p, toi_vec3 d, toi_vec3 q, toi_vec3 e)
{
    toi_vec3 r = v3_sub(p, q);
    double dd = v3_dot(d, d), ee = v3_dot(e, e), de = v3_dot(d, e), dr = v3_dot(d, r), er = v3_dot(e, r);
    double det = dd * ee - de * de;
    double s = det > NEARLY_PARALLEL * dd * ee ? clamp_unit((de * er - dr * ee) / det)
                                               : first_of_nearly_parallel(d, e, r);
    double t = ee > 0.0 ? (de * s + er) / ee : 0.0;
    if (!(t > 0.0 && t < 1.0)) {
        t = clamp_unit(t);
        s = dd > 0.0 ? clamp_unit((de * t - dr) / dd) : 0.0;
    }
    toi_vec3 apart = v3_sub(v3_madd(q, t, e), v3_madd(p, s, d));
    return (edge_pair){s, t, v3_dot(apart, apart), apart};
}

static toi_vec3 edge_of(const toi_vec3 v[3], int i)
{
    return v3_sub(v[i == 2 ? 0 : i + 1], v[i]);
}

// The corner opposite of the longest edge: of all cross products of two edges that of the two at this corner
// cancels least, which for a sliver makes all the difference.
static int blunt_corner(const toi_vec3 v[3], double* longest2)
{
    double length2[3];
    for (int i = 0; i < 3; ++i) {
        toi_vec3 e = edge_of(v, i);
        length2[i] = v3_dot(e, e);
    }
    int longest = length2[1] > length2[0] ? 1 : 0;
    longest = length2[2] > length2[longest] ? 2 : longest;
    *longest2 = length2[longest];
    return longest == 0 ? 2 : longest - 1;
}

// The height of a triangle over its longest edge, as a share of that. A cross product of rounded differences
// is off by less than 8 u of the square of the longest edge: its direction by less than 8 u over the share.
// Below THIN it is computed in twice the precision, which is right within 30 u^2 over the share and u of
// itself.
static const double THIN = 0x1p-16;
// Below this a triangle is its edges: no point of it is farther than u e from all of them.
static const double FLAT = 0x1p-52;

static bool shorter_than(toi_vec3 n, double share, double longest2)
{
    return v3_dot(n, n) < (share * longest2) * (share * longest2);
}

static toi_vec3 normal_of(const toi_vec3 v[3], double* longest2)
{
    int c = blunt_corner(v, longest2), next = c == 2 ? 0 : c + 1, last = c == 0 ? 2 : c - 1;
    toi_vec3 n = v3_cross(v3_sub(v[next], v[c]), v3_sub(v[last], v[c]));
    return shorter_than(n, THIN, *longest2) ? ti_exact_doubled_normal(v[c], v[next], v[last]) : n;
}

toi_vec3 ti_triangle_normal(const toi_vec3 v[3])
{
    double longest2;
    return normal_of(v, &longest2);
}

// The normal of a face that a corner may be over; zero of what is its edges.
static toi_vec3 normal_over(const toi_vec3 v[3])
{
    double longest2;
    toi_vec3 n = normal_of(v, &longest2);
    return shorter_than(n, FLAT, longest2) ? v3(0.0, 0.0, 0.0) : n;
}

// The difference from the nearest corner: the height over the plane then errs least.
static toi_vec3 from_nearest_corner(const toi_vec3 v[3], toi_vec3 q)
{
    toi_vec3 best = v3_sub(q, v[0]);
    for (int i = 1; i < 3; ++i) {
        toi_vec3 d = v3_sub(q, v[i]);
        best = v3_dot(d, d) < v3_dot(best, best) ? d : best;
    }
    return best;
}

static bool projects_inside(const toi_vec3 v[3], toi_vec3 n, toi_vec3 p)
{
    for (int i = 0; i < 3; ++i) {
        if (!(v3_dot(v3_cross(edge_of(v, i), v3_sub(p, v[i])), n) >= 0.0)) {
            return false;
        }
    }
    return true;
}

static toi_vec3 without_component(toi_vec3 w, toi_vec3 d)
{
    double length2 = v3_dot(d, d);
    if (!(length2 > 0.0)) {
        return w;
    }
    w = v3_madd(w, -v3_dot(w, d) / length2, d);
    return v3_madd(w, -v3_dot(w, d) / length2, d);
}

static bool inside_unit(double x)
{
    return x > 0.0 && x < 1.0;
}

// Unit direction between two edges. Inside of both it is their cross product, which is accurate however small
// the distance is; at an end it is the difference, made perpendicular to an edge whose inside carries it.
static toi_vec3 edge_normal(const edge_pair* p, toi_vec3 d, toi_vec3 e, toi_vec3 between_starts)
{
    bool in_d = inside_unit(p->s), in_e = inside_unit(p->t);
    toi_vec3 c = v3_cross(d, e);
    double cc = v3_dot(c, c), dd = v3_dot(d, d), ee = v3_dot(e, e);
    if (in_d && in_e && cc > 0x1p-66 * dd * ee) {
        double side = p->distance2 > 0x1p-40 * (dd + ee) ? v3_dot(c, p->apart) : v3_dot(c, between_starts);
        return v3_scale((side < 0.0 ? -1.0 : 1.0) / sqrt(cc), c);
    }
    toi_vec3 w = p->apart;
    w = in_d ? without_component(w, d) : w;
    w = in_e ? without_component(w, e) : w;
    double length = v3_length(w);
    return length > 0.0 ? v3_scale(1.0 / length, w) : v3(1.0, 0.0, 0.0);
}

static ti_gap gap_of_edges(int i, int j, const edge_pair* p, const toi_vec3 a[3], const toi_vec3 b[3])
{
    toi_vec3 d = edge_of(a, i), e = edge_of(b, j);
    toi_vec3 pa = v3_madd(a[i], p->s, d);
    return (ti_gap){TI_GAP_EE,
                    i,
                    j,
                    sqrt(p->distance2),
                    pa,
                    v3_add(pa, p->apart),
                    edge_normal(p, d, e, v3_sub(b[j], a[i])),
                    inside_unit(p->s) && inside_unit(p->t)};
}

static edge_pair pair_of_edges(int i, int j, const toi_vec3 a[3], const toi_vec3 b[3])
{
    return closest_on_edges(a[i], edge_of(a, i), b[j], edge_of(b, j));
}

// The corner q of one triangle over the face `v` of the other, with unit normal n towards q.
typedef struct over_face {
    bool inside;
    double height; // signed along the normal of v
    toi_vec3 n;    // unit normal of v
} over_face;

static over_face corner_over_face(const toi_vec3 v[3], toi_vec3 n, toi_vec3 q)
{
    double length = v3_length(n);
    if (!(length > 0.0) || !projects_inside(v, n, q)) {
        return (over_face){false, 0.0, n};
    }
    n = v3_scale(1.0 / length, n);
    return (over_face){true, v3_dot(n, from_nearest_corner(v, q)), n};
}

static ti_gap gap_over_face(ti_gap_kind kind, int i, toi_vec3 q, const over_face* f)
{
    double side = f->height < 0.0 ? -1.0 : 1.0;
    toi_vec3 foot = v3_madd(q, -f->height, f->n);
    if (kind == TI_GAP_FV) {
        return (ti_gap){kind, 0, i, fabs(f->height), foot, q, v3_scale(side, f->n), true};
    }
    return (ti_gap){kind, i, 0, fabs(f->height), q, foot, v3_scale(-side, f->n), true};
}

ti_gap ti_feature_gap(ti_gap_kind kind, int corner_a, int corner_b, const toi_vec3 a[3], const toi_vec3 b[3])
{
    if (kind == TI_GAP_EE) {
        edge_pair p = pair_of_edges(corner_a, corner_b, a, b);
        return gap_of_edges(corner_a, corner_b, &p, a, b);
    }
    const toi_vec3* face = kind == TI_GAP_FV ? a : b;
    int corner = kind == TI_GAP_FV ? corner_b : corner_a;
    toi_vec3 q = kind == TI_GAP_FV ? b[corner_b] : a[corner_a];
    over_face over = corner_over_face(face, normal_over(face), q);
    if (over.inside) {
        return gap_over_face(kind, corner, q, &over);
    }
    const toi_vec3 point[3] = {q, q, q};
    ti_gap best = {.distance = HUGE_VAL};
    for (int i = 0; i < 3; ++i) {
        edge_pair p = kind == TI_GAP_FV ? pair_of_edges(i, 0, face, point) : pair_of_edges(0, i, point, face);
        ti_gap g =
            kind == TI_GAP_FV ? gap_of_edges(i, 0, &p, face, point) : gap_of_edges(0, i, &p, point, face);
        best = g.distance < best.distance ? g : best;
    }
    best.kind = kind;
    best.a = corner_a;
    best.b = corner_b;
    best.proper = false;
    return best;
}

// A corner over a face wins ties with edges: its normal is the better known.
ti_gap ti_triangle_gap(const toi_vec3 a[3], const toi_vec3 b[3])
{
    edge_pair nearest = {0.0, 0.0, HUGE_VAL, {0.0, 0.0, 0.0}};
    int best_i = 0, best_j = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            edge_pair p = pair_of_edges(i, j, a, b);
            if (p.distance2 < nearest.distance2) {
                nearest = p;
                best_i = i;
                best_j = j;
            }
        }
    }
    toi_vec3 na = normal_over(a), nb = normal_over(b);
    double limit = nearest.distance2 * (1.0 + 0x1p-30);
    ti_gap best = {.distance = HUGE_VAL};
    for (int i = 0; i < 3; ++i) {
        over_face over_b = corner_over_face(b, nb, a[i]), over_a = corner_over_face(a, na, b[i]);
        if (over_b.inside && over_b.height * over_b.height <= limit && fabs(over_b.height) < best.distance) {
            best = gap_over_face(TI_GAP_VF, i, a[i], &over_b);
        }
        if (over_a.inside && over_a.height * over_a.height <= limit && fabs(over_a.height) < best.distance) {
            best = gap_over_face(TI_GAP_FV, i, b[i], &over_a);
        }
    }
    return best.distance < HUGE_VAL ? best : gap_of_edges(best_i, best_j, &nearest, a, b);
}
