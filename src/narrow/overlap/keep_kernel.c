// Pairs of triangles, four at once: most are certified to be apart or to meet in doubles. In three passes
// over a block, each with work that does not wait for what came before it: corners are posed; the corners of
// each triangle are put on the sides of the plane of the other; and where a lane survives that, the segments
// in which the planes cut the triangles are compared, as Guigue and Devillers do [GuigueDevillers03].

#include "math/predicates.h"
#include "math/simd3.h"
#include "narrow/overlap/keep_parts.h"

#define ti_keep_block TI_KERNEL(ti_keep_block)
#define ti_keep_pose TI_KERNEL(ti_keep_pose)

void ti_keep_block(const keep_side* a, const keep_side* b, keep_block* block);
void ti_keep_pose(const keep_side* side, uint32_t count, toi_vec3* to);

// What underflow adds to the error of a determinant. Scaled coordinates are below 2^40. They are off from the
// posed ones by what underflow took from the at most six operations before and the scaling after: 2^-1075 for
// each, and for those of a pose up to 2^60 times as much (keep.c), in all below 2^-1010. Differences are
// below 2^41 and off by less than 2^-1009, so each of the six monomials is off by less than 3 2^-1009 2^82
// 2^2, and the determinant by less than 2^-920. What underflow takes from the products themselves is less
// still.
#define KEEP_UNDERFLOW 0x1p-900

// Bound of the rounding error of a determinant of four of the six corners of a pair, relative to the product
// E of the sides of a box around them: each monomial is a product of a difference along each axis, so it is
// at most E, and six are at most 6 E. They are off by eight factors 1 + r (predicates.h), together by at most
// 6 ((1 + u)^8 - 1) E. Three differences, three products and a sum make the computed bound, which is at least
// (1 - u)^7 of what it stands for: the factor is below 48 u + 600 u^2.
#define KEEP_BOUND (48.000001 * 0x1p-53)

// Corners of four triangles: corner[k][c][i] is coordinate c of corner k in lane i.
typedef struct corners {
    double corner[3][3][4];
} corners;

typedef struct plane {
    ti_w3 at, normal;
} plane;

enum { STEPS = KEEP_BLOCK / 4 };

// A pose in all lanes.
typedef struct pose {
    ti_v4 row[3][3], position[3], factor;
} pose;

static inline pose pose_of(const keep_side* s)
{
    pose p = {.factor = f4_set(s->factor)};
    for (int i = 0; i < 3; ++i) {
        const double* row = &s->rotation.row[i].x;
        for (int k = 0; k < 3; ++k) {
            p.row[i][k] = f4_set(row[k]);
        }
        p.position[i] = f4_set((&s->position.x)[i]);
    }
    return p;
}

// The bits of xf_point.
static inline ti_v4 posed(const pose* p, int i, ti_w3 v)
{
    return ((p->row[i][0] * v.x + p->row[i][1] * v.y) + p->row[i][2] * v.z) + p->position[i];
}

// A vertex in a vector. The last lane, which is written too, belongs to the next one.
void ti_keep_pose(const keep_side* side, uint32_t count, toi_vec3* to)
{
    const toi_vec3 *r = side->rotation.row, p = side->position;
    const ti_v4 x = {r[0].x, r[1].x, r[2].x, 0.0}, y = {r[0].y, r[1].y, r[2].y, 0.0},
                z = {r[0].z, r[1].z, r[2].z, 0.0}, at = {p.x, p.y, p.z, 0.0};
    for (uint32_t i = 0; i < count; ++i) {
        const toi_vec3* v = &side->vertices[i];
        f4_store(&to[i].x, ((x * f4_set(v->x) + y * f4_set(v->y)) + z * f4_set(v->z)) + at);
    }
}

static inline void put_corner(const keep_side* s, const pose* p, const uint32_t vertex[4], double to[3][4])
{
    ti_w3 v = w3_gather(s->vertices, vertex);
    if (s->rigid) {
        v = (ti_w3){posed(p, 0, v), posed(p, 1, v), posed(p, 2, v)};
    }
    if (s->scaled) {
        v = w3_scale(p->factor, v);
    }
    f4_store(to[0], v.x);
    f4_store(to[1], v.y);
    f4_store(to[2], v.z);
}

static inline void put_corners(const keep_side* s, const pose* p, const uint32_t triangle[4], corners* to)
{
    const uint32_t* v[4];
    for (int i = 0; i < 4; ++i) {
        v[i] = s->triangles[triangle[i]].vertex;
    }
    for (int k = 0; k < 3; ++k) {
        put_corner(s, p, (uint32_t[4]){v[0][k], v[1][k], v[2][k], v[3][k]}, to->corner[k]);
    }
}

static inline void pose_step(const keep_side* s, const pose* p, const uint32_t* triangle, corners* to)
{
    put_corners(s, p, (uint32_t[4]){triangle[0], triangle[2], triangle[4], triangle[6]}, to);
}

// The last pair is repeated in lanes that do not count.
static inline void pose_block(const keep_side* a, const keep_side* b, const keep_block* block, corners* to_a,
                              corners* to_b)
{
    const pose pose_a = pose_of(a), pose_b = pose_of(b);
    uint32_t i = 0;
    for (; i + 4 <= block->count; i += 4) {
        pose_step(a, &pose_a, &block->pairs[i].a, &to_a[i / 4]);
        pose_step(b, &pose_b, &block->pairs[i].b, &to_b[i / 4]);
    }
    if (i < block->count) {
        ti_face_pair rest[4];
        for (uint32_t k = 0; k < 4; ++k) {
            rest[k] = block->pairs[i + k < block->count ? i + k : block->count - 1];
        }
        pose_step(a, &pose_a, &rest[0].a, &to_a[i / 4]);
        pose_step(b, &pose_b, &rest[0].b, &to_b[i / 4]);
    }
}

static inline ti_w3 corner_of(const corners* c, int k)
{
    return (ti_w3){f4_load(c->corner[k][0]), f4_load(c->corner[k][1]), f4_load(c->corner[k][2])};
}

static inline plane plane_of(const corners* c)
{
    ti_w3 at = corner_of(c, 0);
    return (plane){at, w3_cross(w3_sub(corner_of(c, 1), at), w3_sub(corner_of(c, 2), at))};
}

static inline ti_v4 height_of(const plane* p, ti_w3 d)
{
    return w3_dot(w3_sub(d, p->at), p->normal);
}

typedef struct box {
    ti_w3 low, high;
} box;

static inline box box_of(const corners* c)
{
    ti_w3 p = corner_of(c, 0), q = corner_of(c, 1), r = corner_of(c, 2);
    return (box){w3_min(w3_min(p, q), r), w3_max(w3_max(p, q), r)};
}

// Scaling keeps the order of numbers, so what is apart here is apart.
static inline ti_m4 boxes_apart(const box* a, const box* b)
{
    return (ti_m4)(a->high.x < b->low.x) | (ti_m4)(b->high.x < a->low.x) | (ti_m4)(a->high.y < b->low.y) |
           (ti_m4)(b->high.y < a->low.y) | (ti_m4)(a->high.z < b->low.z) | (ti_m4)(b->high.z < a->low.z);
}

static inline ti_v4 bound_of(const box* a, const box* b)
{
    ti_w3 extent = w3_sub(w3_max(a->high, b->high), w3_min(a->low, b->low));
    return (f4_set(KEEP_BOUND) * extent.x) * (extent.y * extent.z) + f4_set(KEEP_UNDERFLOW);
}

// Heights of the corners of four triangles over planes of others, times a positive number.
typedef struct heights {
    ti_v4 h[3];
} heights;

static inline heights heights_of(const plane* p, const corners* c)
{
    return (heights){
        {height_of(p, corner_of(c, 0)), height_of(p, corner_of(c, 1)), height_of(p, corner_of(c, 2))}};
}

// All are certified; not where there is a NaN.
static inline ti_m4 all_sure(const heights* h, ti_v4 bound)
{
    return (ti_m4)(f4_abs(h->h[0]) > bound) & (ti_m4)(f4_abs(h->h[1]) > bound) &
           (ti_m4)(f4_abs(h->h[2]) > bound);
}

// The sign bit is set where they differ in sign.
static inline ti_m4 split(const heights* h)
{
    return ((ti_m4)h->h[0] ^ (ti_m4)h->h[1]) | ((ti_m4)h->h[0] ^ (ti_m4)h->h[2]);
}

// Four pairs some of which boxes and planes do not part. A bit for each lane: what is apart, and where all
// six heights are certified.
typedef struct survivors {
    heights a, b; // of the corners of a over the plane of b, of those of b over that of a
    ti_v4 bound;
    uint32_t step;
    unsigned apart, sure;
} survivors;

// Whether there are any. Written without branches, as what becomes of a pair cannot be foretold.
static inline bool sift(const corners* a, const corners* b, uint32_t step, survivors* s)
{
    box box_a = box_of(a), box_b = box_of(b);
    plane plane_a = plane_of(a), plane_b = plane_of(b);
    ti_v4 bound = bound_of(&box_a, &box_b);
    heights over_b = heights_of(&plane_b, a), over_a = heights_of(&plane_a, b);
    ti_m4 sure_a = all_sure(&over_b, bound), sure_b = all_sure(&over_a, bound);
    ti_m4 apart = boxes_apart(&box_a, &box_b) | (sure_a & ~split(&over_b)) | (sure_b & ~split(&over_a));
    *s = (survivors){
        over_b, over_a, bound, step, (unsigned)m4_bits(apart), (unsigned)m4_bits(sure_a & sure_b)};
    return s->apart != 15;
}

// The first corner of three that is alone on its side of the plane of the other triangle, and the two others
// in turn.
typedef struct lone {
    ti_w3 p[3];
    ti_m4 below; // the sign bit: that corner is
} lone;

// Masks count by their sign bits alone.
static inline lone lone_of(const corners* c, const heights* h)
{
    ti_m4 first = (ti_m4)h->h[0], not_last = first ^ (ti_m4)h->h[1], not_second = first ^ (ti_m4)h->h[2];
    ti_w3 p = corner_of(c, 0), q = corner_of(c, 1), r = corner_of(c, 2);
    return (lone){{w3_choose(not_last, w3_choose(not_second, p, q), r),
                   w3_choose(not_last, w3_choose(not_second, q, r), p),
                   w3_choose(not_last, w3_choose(not_second, r, p), q)},
                  (ti_m4)f4_choose(not_last, f4_choose(not_second, h->h[0], h->h[1]), h->h[2])};
}

// Each triangle is cut by the plane of the other in a segment of the line that the planes share: its ends are
// on the edges at the corner that is alone. With that corner first, and both such corners on the positive
// sides, the segments meet unless an edge of one turns about one of the other the wrong way.
static inline void cut(const lone* a, const lone* b, ti_v4* one, ti_v4* other)
{
    ti_m4 across = a->below ^ b->below;
    ti_w3 r = w3_sub(b->p[0], a->p[0]);
    ti_w3 s = w3_sub(w3_choose(across, b->p[2], b->p[1]), b->p[0]);
    ti_w3 t = w3_sub(w3_choose(across, b->p[1], b->p[2]), b->p[0]);
    *one = f4_flip(w3_dot(r, w3_cross(w3_sub(a->p[1], a->p[0]), s)), f4_sign((ti_v4)b->below));
    *other = f4_flip(w3_dot(r, w3_cross(w3_sub(a->p[2], a->p[0]), t)), f4_sign((ti_v4)b->below));
}

static inline void finish(const survivors* s, const corners* a, const corners* b, keep_block* block)
{
    lone lone_a = lone_of(a, &s->a), lone_b = lone_of(b, &s->b);
    ti_v4 one, other;
    cut(&lone_a, &lone_b, &one, &other);
    unsigned apart = (unsigned)m4_bits((ti_m4)(one < -s->bound) | (ti_m4)(other > s->bound));
    unsigned cross = (unsigned)m4_bits((ti_m4)(one > s->bound) & (ti_m4)(other < -s->bound));
    unsigned meets = s->sure & cross & ~s->apart, unsure = ~(s->apart | (s->sure & (apart | cross)));
    for (uint32_t i = 0, first = 4 * s->step; i < 4; ++i) {
        block->meets[first + i] = meets >> i & 1;
        block->unsure[block->unsure_count] = (uint8_t)(first + i);
        block->unsure_count += unsure >> i & (first + i < block->count);
    }
}

void ti_keep_block(const keep_side* a, const keep_side* b, keep_block* block)
{
    corners at_a[STEPS], at_b[STEPS];
    survivors left[STEPS + 1]; // one more than there can be: it is written before it is known to count
    uint32_t count = 0;
    block->unsure_count = 0;
    memset(block->meets, 0, sizeof block->meets);
    pose_block(a, b, block, at_a, at_b);
    for (uint32_t i = 0; 4 * i < block->count; ++i) {
        count += sift(&at_a[i], &at_b[i], i, &left[count]);
    }
    for (uint32_t i = 0; i < count; ++i) {
        finish(&left[i], &at_a[left[i].step], &at_b[left[i].step], block);
    }
}
