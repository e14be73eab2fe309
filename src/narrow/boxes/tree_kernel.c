// The ways between two boxes of two trees.

#include "math/simd.h"
#include "narrow/boxes/tree_pair.h"

#define ti_tree_place TI_KERNEL(ti_tree_place)

static inline ti_v4 next(ti_v4 v)
{
    return (ti_v4){v[1], v[2], v[0], v[3]};
}

static inline ti_v4 after_next(ti_v4 v)
{
    return (ti_v4){v[2], v[0], v[1], v[3]};
}

void ti_tree_place(const ti_box_system* s, const double* ways, const double center_a[4],
                   const double center_b[4], double* node)
{
    size_t group = 4 * ((size_t)s->degree + 1);
    const ti_v4 ca = f4_load(center_a), cb = f4_load(center_b), cb1 = next(cb), cb2 = after_next(cb);
    const ti_v4 a[3] = {f4_set(ca[0]), f4_set(ca[1]), f4_set(ca[2])};
    const ti_v4 b[3] = {f4_set(cb[0]), f4_set(cb[1]), f4_set(cb[2])};
    for (size_t k = 0; k < group; k += 4) {
        const double* c = node + k;
        ti_v4 g[3], h[3], column[3];
        for (size_t i = 0; i < 3; ++i) {
            g[i] = f4_load(c + group * (BOX_G_ROW + i));
            h[i] = f4_load(c + group * (s->h_row + i));
            column[i] = f4_load(c + group * (BOX_G_COLUMN + i));
        }
        ti_v4 way_a = f4_load(ways + k), way_b = f4_load(ways + group + k);
        way_a = (((way_a + b[0] * column[0]) + b[1] * column[1]) + b[2] * column[2]) -
                ca * f4_load(c + group * BOX_SIZE_A);
        way_b = (((way_b - a[0] * h[0]) - a[1] * h[1]) - a[2] * h[2]) + cb * f4_load(c + group * s->size_b);
        f4_store(node + group * BOX_P + k, way_a);
        f4_store(node + group * (BOX_P + BOX_B) + k, way_b);
        for (size_t i = 0; i < 3; ++i) {
            size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            ti_v4 way = f4_load(ways + group * (BOX_E + i) + k);
            way = (way + cb1 * after_next(h[i])) - cb2 * next(h[i]);
            f4_store(node + group * (BOX_P + BOX_E + i) + k, (way + a[i1] * g[i2]) - a[i2] * g[i1]);
        }
    }
}
