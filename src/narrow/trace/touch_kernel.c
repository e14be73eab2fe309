// Four at once: the lowest and highest point of a body over facets of another, and balls of a tree near a
// box.

#include "math/simd.h"
#include "narrow/trace/touch_parts.h"

#define ti_touch_span TI_KERNEL(ti_touch_span)
#define ti_touch_lanes TI_KERNEL(ti_touch_lanes)

void ti_touch_span(const touch_view* view, const ti_facet* facets, uint32_t count, touch_spans* spans);

unsigned ti_touch_lanes(const touch_body* b, const ti_facet_node* node, const touch_probe* probe);

typedef struct planes {
    ti_v4 x, y, z, offset;
} planes;

// Facets i to i + 3, of `count`: the last one is repeated.
static inline planes load_planes(const ti_facet* facets, uint32_t i, uint32_t count)
{
    const ti_facet* f[4];
    for (uint32_t k = 0; k < 4; ++k) {
        f[k] = &facets[i + k < count ? i + k : count - 1];
    }
    return (planes){{f[0]->normal.x, f[1]->normal.x, f[2]->normal.x, f[3]->normal.x},
                    {f[0]->normal.y, f[1]->normal.y, f[2]->normal.y, f[3]->normal.y},
                    {f[0]->normal.z, f[1]->normal.z, f[2]->normal.z, f[3]->normal.z},
                    {f[0]->offset, f[1]->offset, f[2]->offset, f[3]->offset}};
}

static inline ti_v4 along(const planes* p, toi_vec3 row)
{
    return (f4_set(row.x) * p->x + f4_set(row.y) * p->y) + f4_set(row.z) * p->z;
}

void ti_touch_span(const touch_view* view, const ti_facet* facets, uint32_t count, touch_spans* spans)
{
    const ti_points* x = view->points;
    for (uint32_t i = 0; i < count; i += 4) {
        planes p = load_planes(facets, i, count);
        ti_v4 nx = along(&p, view->turn.row[0]), ny = along(&p, view->turn.row[1]);
        ti_v4 nz = along(&p, view->turn.row[2]);
        ti_v4 offset = f4_set(view->scale) * p.offset + along(&p, view->shift);
        ti_v4 low = f4_set(HUGE_VAL), high = f4_set(-HUGE_VAL);
        for (uint32_t k = 0; k < x->count; ++k) {
            ti_v4 h = (f4_set(x->x[k]) * nx + f4_set(x->y[k]) * ny) + f4_set(x->z[k]) * nz;
            low = f4_min(h, low);
            high = f4_max(h, high);
        }
        f4_store(spans->low + i, low - offset);
        f4_store(spans->high + i, high - offset);
    }
}

// How far the middles are outside of the box in one coordinate: row of B's axes and where they are.
static inline ti_v4 beside(const ti_v4 center[3], toi_vec3 row, double shift, double lower, double upper)
{
    ti_v4 x =
        ((f4_set(row.x) * center[0] + f4_set(row.y) * center[1]) + f4_set(row.z) * center[2]) + f4_set(shift);
    return f4_max(f4_max(f4_set(lower) - x, x - f4_set(upper)), f4_set(0.0));
}

// The same for boxes in the axes of B. What is no number is near.
static inline unsigned boxes_near(const ti_facet_node* node, const touch_probe* probe)
{
    ti_i4 far = {0, 0, 0, 0};
    for (int c = 0; c < 3; ++c) {
        far |= (ti_i4)(q4_load(node->side[c]) > q4_set(probe->high[c]));
        far |= (ti_i4)(q4_load(node->side[3 + c]) < q4_set(probe->low[c]));
    }
    return ~(unsigned)i4_bits(far) & ((1u << node->count) - 1u);
}

// A bit for each lane whose ball and whose box are near those of A, up to rounding that is far less than what
// `wide` has room for.
unsigned ti_touch_lanes(const touch_body* b, const ti_facet_node* node, const touch_probe* probe)
{
    const unsigned near = boxes_near(node, probe);
    if (near == 0) {
        return 0;
    }
    const touch_pack* box = probe->box;
    ti_mat3 put = b->put;
    toi_vec3 shift = b->shift;
    const ti_v4 center[3] = {f4_load(node->center[0]), f4_load(node->center[1]), f4_load(node->center[2])};
    ti_v4 x = beside(center, put.row[0], shift.x, box->lower.x, box->upper.x);
    ti_v4 y = beside(center, put.row[1], shift.y, box->lower.y, box->upper.y);
    ti_v4 z = beside(center, put.row[2], shift.z, box->lower.z, box->upper.z);
    ti_v4 reach = f4_set(b->scale) * f4_load(node->radius) + f4_set(probe->wide);
    ti_v4 distance2 = (x * x + y * y) + z * z;
    return near & (unsigned)m4_bits((ti_m4)(distance2 <= reach * reach * f4_set(1.0 + 0x1p-40)));
}
