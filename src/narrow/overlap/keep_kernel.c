// Pairs of triangles, four at once: most are certified to be apart or to meet in doubles. First the boxes and
// the sides of each triangle's corners by the plane of the other, as in Devillers and Guigue, "Faster
// triangle-triangle intersection tests" (2002); what survives with all sides certified is gathered anew,
// corners in the order that the last two determinants ask for.

#include "math/predicates.h"
#include "math/simd3.h"
#include "narrow/overlap/keep_parts.h"

#define ti_keep_block TI_KERNEL(ti_keep_block)

void ti_keep_block(const keep_side* a, const keep_side* b, keep_block* block);

// What underflow adds to the error of a determinant. Scaled coordinates are below 2^40. They are off from the
// posed ones by what underflow took from the at most six operations before and the scaling after: 2^-1075 for
// each, and for those of a pose up to 2^60 times as much (keep.c), in all below 2^-1010. Differences are
// below 2^41 and off by less than 2^-1009, so each of the six monomials is off by less than 3 2^-1009 2^82
// 2^2, and the determinant by less than 2^-920. What underflow takes from the products themselves is less
// still.
#define KEEP_UNDERFLOW 0x1p-900

typedef struct corners {
    ti_w3 p[3];
} corners;

typedef struct plane {
    ti_w3 at, normal, magnitude;
} plane;

// Certified sides of a point: neither where that cannot be told, as where there is a NaN.
typedef struct sides {
    ti_m4 above, below;
} sides;

static inline ti_w3 corner_at(const keep_side* s, const uint32_t vertex[4])
{
    ti_w3 v = w3_gather(s->vertices, vertex);
    if (s->rigid) {
        v = w3_point(&s->rotation, s->position, v);
    }
    return s->scaled ? w3_scale(f4_set(s->factor), v) : v;
}

static inline corners corners_at(const keep_side* s, const uint32_t triangle[4])
{
    corners c;
    const uint32_t* v[4];
    for (int i = 0; i < 4; ++i) {
        v[i] = s->triangles[triangle[i]].vertex;
    }
    for (int k = 0; k < 3; ++k) {
        c.p[k] = corner_at(s, (uint32_t[4]){v[0][k], v[1][k], v[2][k], v[3][k]});
    }
    return c;
}

// Scaling keeps the order of numbers, so what is apart here is apart.
static inline ti_m4 boxes_apart(const corners* a, const corners* b)
{
    ti_w3 a_low = w3_min(w3_min(a->p[0], a->p[1]), a->p[2]);
    ti_w3 a_high = w3_max(w3_max(a->p[0], a->p[1]), a->p[2]);
    ti_w3 b_low = w3_min(w3_min(b->p[0], b->p[1]), b->p[2]);
    ti_w3 b_high = w3_max(w3_max(b->p[0], b->p[1]), b->p[2]);
    return (ti_m4)(a_high.x < b_low.x) | (ti_m4)(b_high.x < a_low.x) | (ti_m4)(a_high.y < b_low.y) |
           (ti_m4)(b_high.y < a_low.y) | (ti_m4)(a_high.z < b_low.z) | (ti_m4)(b_high.z < a_low.z);
}

// The operations of ti_plane_through and ti_plane_side, so that TI_ORIENT3D_BOUND holds.
static inline plane plane_through(ti_w3 a, ti_w3 b, ti_w3 c)
{
    ti_w3 u = w3_sub(b, a), v = w3_sub(c, a);
    ti_v4 yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
    return (plane){a,
                   {yz - zy, zx - xz, xy - yx},
                   {f4_abs(yz) + f4_abs(zy), f4_abs(zx) + f4_abs(xz), f4_abs(xy) + f4_abs(yx)}};
}

static inline sides plane_sides(const plane* p, ti_w3 d)
{
    ti_w3 w = w3_sub(d, p->at);
    ti_v4 det = w3_dot(w, p->normal);
    ti_v4 bound = f4_set(TI_ORIENT3D_BOUND) * w3_dot(w3_abs(w), p->magnitude) + f4_set(KEEP_UNDERFLOW);
    return (sides){(ti_m4)(det > bound), (ti_m4)(det < -bound)};
}

// Pairs that are not certified to be apart by boxes and planes, and how: bits 0 to 2 of `code` are set where
// the corners of a are above the plane of b, 3 to 5 where those of b are above that of a.
typedef struct survivors {
    uint16_t pair[KEEP_BLOCK + 4];
    uint8_t code[KEEP_BLOCK + 4];
    uint32_t count;
} survivors;

typedef struct verdict {
    ti_m4 code, apart, sure;
} verdict;

// The corners of a triangle by the plane of the other; their bits of the code are `first` and the next two.
static inline void judge_corners(const plane* by, const corners* c, int64_t first, verdict* v)
{
    sides s[3];
    for (int k = 0; k < 3; ++k) {
        s[k] = plane_sides(by, c->p[k]);
        const int64_t bit = first << k;
        v->code |= s[k].above & (ti_m4){bit, bit, bit, bit};
        v->sure &= s[k].above | s[k].below;
    }
    v->apart |= (s[0].above & s[1].above & s[2].above) | (s[0].below & s[1].below & s[2].below);
}

static inline verdict judge(const corners* a, const corners* b)
{
    verdict v = {.apart = boxes_apart(a, b), .sure = {-1, -1, -1, -1}};
    plane plane_a = plane_through(a->p[0], a->p[1], a->p[2]);
    plane plane_b = plane_through(b->p[0], b->p[1], b->p[2]);
    judge_corners(&plane_b, a, 1, &v);
    judge_corners(&plane_a, b, 8, &v);
    return v;
}

// Four pairs from `first` on; the last one is repeated and does not count. Without branches, as what becomes
// of a pair cannot be foretold.
static inline void sift(const keep_side* a, const keep_side* b, uint32_t first, keep_block* block,
                        survivors* left)
{
    uint32_t at_a[4], at_b[4], end = block->count - first < 4 ? block->count - first : 4;
    for (uint32_t i = 0; i < 4; ++i) {
        const ti_face_pair* pair = &block->pairs[first + (i < end ? i : end - 1)];
        at_a[i] = pair->a;
        at_b[i] = pair->b;
    }
    corners p = corners_at(a, at_a), q = corners_at(b, at_b);
    verdict v = judge(&p, &q);
    unsigned alive = ~(unsigned)m4_bits(v.apart) & ((1u << end) - 1u), sure = (unsigned)m4_bits(v.sure);
    for (uint32_t i = 0; i < 4; ++i) {
        left->pair[left->count] = (uint16_t)(first + i);
        left->code[left->count] = (uint8_t)v.code[i];
        left->count += alive >> i & sure >> i & 1u;
        block->unsure[block->unsure_count] = (uint16_t)(first + i);
        block->unsure_count += alive >> i & ~sure >> i & 1u;
    }
}

// Of three corners, all above or below a plane but not on one side: the one that is alone, by the bits of
// those above.
static const uint8_t lone[8] = {0, 0, 1, 2, 2, 1, 0, 0};
static const uint8_t turn[5] = {0, 1, 2, 0, 1};

// Each triangle is cut by the plane of the other in a segment of the line that the planes share: its ends are
// on the edges at the corner that is alone. With that corner first, and both such corners on the positive
// sides, the segments meet unless an edge of one turns about one of the other the wrong way
// [GuigueDevillers03].
static inline void finish(const keep_side* a, const keep_side* b, const survivors* left, uint32_t first,
                          keep_block* block)
{
    uint32_t vertex_a[3][4], vertex_b[3][4], end = left->count - first < 4 ? left->count - first : 4;
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t at = first + (i < end ? i : end - 1);
        unsigned above_a = left->code[at] & 7u, above_b = left->code[at] >> 3;
        // Bits 1, 2 and 4 alone: one corner is above, two are below.
        unsigned swap_b = 0xe8u >> above_a & 1u, swap_a = 0xe8u >> above_b & 1u;
        const ti_face_pair* pair = &block->pairs[left->pair[at]];
        const uint32_t *va = a->triangles[pair->a].vertex, *vb = b->triangles[pair->b].vertex;
        unsigned k = lone[above_a], m = lone[above_b];
        vertex_a[0][i] = va[k];
        vertex_a[1][i] = va[turn[k + 1 + swap_a]];
        vertex_a[2][i] = va[turn[k + 2 - swap_a]];
        vertex_b[0][i] = vb[m];
        vertex_b[1][i] = vb[turn[m + 1 + swap_b]];
        vertex_b[2][i] = vb[turn[m + 2 - swap_b]];
    }
    ti_w3 a0 = corner_at(a, vertex_a[0]), b0 = corner_at(b, vertex_b[0]);
    plane near = plane_through(a0, corner_at(a, vertex_a[1]), b0);
    plane far = plane_through(a0, corner_at(a, vertex_a[2]), corner_at(b, vertex_b[2]));
    sides one = plane_sides(&near, corner_at(b, vertex_b[1])), other = plane_sides(&far, b0);
    unsigned apart = (unsigned)m4_bits(one.above | other.above);
    unsigned meets = (unsigned)m4_bits(one.below & other.below);
    for (uint32_t i = 0; i < end; ++i) {
        uint16_t pair = left->pair[first + i];
        block->meets[pair] = (uint8_t)(meets >> i & 1u);
        block->unsure[block->unsure_count] = pair;
        block->unsure_count += ~(apart | meets) >> i & 1u;
    }
}

void ti_keep_block(const keep_side* a, const keep_side* b, keep_block* block)
{
    survivors left;
    left.count = 0;
    block->unsure_count = 0;
    memset(block->meets, 0, sizeof block->meets);
    for (uint32_t i = 0; i < block->count; i += 4) {
        sift(a, b, i, block, &left);
    }
    for (uint32_t i = 0; i < left.count; i += 4) {
        finish(a, b, &left, i, block);
    }
}
