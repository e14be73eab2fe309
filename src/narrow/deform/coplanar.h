// When the four vertices of VF or EE are in one plane: the determinant of three of their differences is a
// cubic in time. Where its four Bernstein coefficients over a span have one sign, nothing touches during it.

#ifndef TI_NARROW_DEFORM_COPLANAR_H
#define TI_NARROW_DEFORM_COPLANAR_H

#include "narrow/deform/lanes.h"

// Three differences of vertices at time 0 and at time 1, and the rounding bound of a coefficient.
typedef struct coplanar_cubic {
    toi_vec3 start[3], end[3];
    double bound;
    double separation,
        cross_bound; // of the length of a Bernstein coefficient of the cross product of the first two
} coplanar_cubic;

// Bound of the error of a Bernstein coefficient relative to E, the sum of the six products M_ik M_jl M_mn, M
// the largest exact magnitude of a coordinate of a difference at time 0 or 1. Each coordinate at a time t is
// off by four factors 1 + r, |r| <= u, of at most M: of the difference, of 1 - t, of the product and of the
// sum. A determinant multiplies three of them and rounds each product twice, their difference once and two
// sums: 12 + 5 = 17 factors, so it is off by less than gamma(17) E. The middle coefficients are the mean of
// three determinants, here three times that, whose two sums make gamma(19) 3 E. The computed E is at least
// (1 - u)^9 E: three differences, two products, one sum within, one product and two sums without. So 21 u E
// would do.
#define COPLANAR_BOUND (24.0 * TI_U)

// The same for a coordinate of the cross product of two differences, or the sum of two such: 8 factors of the
// coordinates, of the products, the difference and the sum 3: less than gamma(11) of the sum of the products
// of M, or of twice that for the sum. The computed sum is at least (1 - u)^4 of it, and the square root of a
// sum of squares at most that of magnitudes: 23 u would do for both.
#define COPLANAR_CROSS_BOUND (26.0 * TI_U)

// What underflow adds: each of less than 100 products of factors of at most 2 is off by 2^-1075, and is
// multiplied by at most 2^4 after that.
#define COPLANAR_UNDERFLOW 0x1p-1000

static inline toi_vec3 coplanar_difference(const toi_vec3* v, int i, int j, const lane_scale* p)
{
    int exponent = p->factor < 1.0 ? p->exponent - 1 : p->exponent;
    return ti_scale3(v3_sub(v3_scale(p->factor, v[i]), v3_scale(p->factor, v[j])), -exponent);
}

static inline toi_vec3 v3_magnitude(toi_vec3 a, toi_vec3 b)
{
    return v3(d_max(fabs(a.x), fabs(b.x)), d_max(fabs(a.y), fabs(b.y)), d_max(fabs(a.z), fabs(b.z)));
}

static inline coplanar_cubic coplanar_of(const toi_primitive_query* q, const lane_scale* p, double separation)
{
    static const int vf[3][2] = {{2, 1}, {3, 1}, {0, 1}}, ee[3][2] = {{1, 0}, {3, 2}, {0, 2}};
    const int(*pair)[2] = q->kind == TOI_PRIMITIVE_VF ? vf : ee;
    coplanar_cubic c;
    toi_vec3 m[3];
    for (int i = 0; i < 3; ++i) {
        c.start[i] = coplanar_difference(q->start, pair[i][0], pair[i][1], p);
        c.end[i] = coplanar_difference(q->end, pair[i][0], pair[i][1], p);
        m[i] = v3_magnitude(c.start[i], c.end[i]);
    }
    double size =
        (m[2].x * (m[0].y * m[1].z + m[0].z * m[1].y) + m[2].y * (m[0].z * m[1].x + m[0].x * m[1].z)) +
        m[2].z * (m[0].x * m[1].y + m[0].y * m[1].x);
    toi_vec3 cross = v3(m[0].y * m[1].z + m[0].z * m[1].y, m[0].z * m[1].x + m[0].x * m[1].z,
                        m[0].x * m[1].y + m[0].y * m[1].x);
    c.bound = COPLANAR_BOUND * size + COPLANAR_UNDERFLOW;
    c.cross_bound = COPLANAR_CROSS_BOUND * v3_norm1(cross) + COPLANAR_UNDERFLOW;
    c.separation = separation;
    return c;
}

static inline double coplanar_determinant(toi_vec3 a, toi_vec3 b, toi_vec3 d)
{
    return v3_dot(d, v3_cross(a, b));
}

static inline void coplanar_at(const coplanar_cubic* c, double t, toi_vec3 v[3])
{
    for (int i = 0; i < 3; ++i) {
        v[i] = v3_add(v3_scale(1.0 - t, c->start[i]), v3_scale(t, c->end[i]));
    }
}

// The planes through the two edges, or through the face, are |determinant| / |cross product| apart. The
// length of the cross product, a quadratic, is at most what is between those of its Bernstein coefficients;
// raised to a cubic these are q0, (q0 + 2 q1) / 3, (2 q1 + q2) / 3, q2, here all but the first and last times
// three.
typedef struct coplanar_room {
    double first, second, third, last;
} coplanar_room;

static inline double cross_length(const coplanar_cubic* c, toi_vec3 cross)
{
    return (v3_length(cross) + c->cross_bound) * (1.0 + 16.0 * TI_U);
}

static inline coplanar_room coplanar_room_of(const coplanar_cubic* c, const toi_vec3 p[3],
                                             const toi_vec3 q[3])
{
    if (c->separation == 0.0) {
        return (coplanar_room){c->bound, 3.0 * c->bound, 3.0 * c->bound, c->bound};
    }
    double q0 = cross_length(c, v3_cross(p[0], p[1])), q2 = cross_length(c, v3_cross(q[0], q[1]));
    double q1 = cross_length(c, v3_add(v3_cross(p[0], q[1]), v3_cross(q[0], p[1]))); // times two
    double s = c->separation * (1.0 + 8.0 * TI_U);
    return (coplanar_room){c->bound + s * q0, 3.0 * c->bound + s * (q0 + q1), 3.0 * c->bound + s * (q1 + q2),
                           c->bound + s * q2};
}

// Bernstein coefficients of the determinant over a span, from what it is made of at its start p and its end
// q; those in the middle times three.
static inline void coplanar_coefficients(const toi_vec3 p[3], const toi_vec3 q[3], double c[4])
{
    c[0] = coplanar_determinant(p[0], p[1], p[2]);
    c[1] = (coplanar_determinant(q[0], p[1], p[2]) + coplanar_determinant(p[0], q[1], p[2])) +
           coplanar_determinant(p[0], p[1], q[2]);
    c[2] = (coplanar_determinant(p[0], q[1], q[2]) + coplanar_determinant(q[0], p[1], q[2])) +
           coplanar_determinant(q[0], q[1], p[2]);
    c[3] = coplanar_determinant(q[0], q[1], q[2]);
}

// Whether the vertices are proved to be in no plane from time t to time until; with a separation, that the
// planes are farther apart than that.
static inline bool coplanar_never(const coplanar_cubic* c, double t, double until)
{
    toi_vec3 p[3], q[3];
    coplanar_at(c, t, p);
    coplanar_at(c, until, q);
    double k[4];
    coplanar_coefficients(p, q, k);
    double sign = k[0] < 0.0 ? -1.0 : 1.0;
    coplanar_room room = coplanar_room_of(c, p, q);
    return sign * k[0] > room.first && sign * k[3] > room.last && sign * k[1] > room.second &&
           sign * k[2] > room.third;
}

#endif
