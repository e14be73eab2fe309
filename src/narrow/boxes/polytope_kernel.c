// Many linear functions of four coordinates, each a polynomial of time: the least and largest coefficient.

#include "math/simd.h"
#include "narrow/boxes/polytope_form.h"

#define ti_polytope_bounds TI_KERNEL(ti_polytope_bounds)

void ti_polytope_bounds(const double* form, uint32_t count, const double* blocks, uint32_t block_count,
                        double* low, double* high)
{
    for (uint32_t i = 0; i < block_count; ++i) {
        const double* v = blocks + (size_t)16 * i;
        ti_v4 x = f4_load(v), y = f4_load(v + 4), z = f4_load(v + 8), w = f4_load(v + 12);
        ti_v4 least = f4_set(HUGE_VAL), most = f4_set(-HUGE_VAL);
        for (uint32_t k = 0; k < count; ++k) {
            const double* q = form + (size_t)4 * k;
            ti_v4 value = (f4_set(q[0]) * x + f4_set(q[1]) * y) + (f4_set(q[2]) * z + f4_set(q[3]) * w);
            least = f4_min(value, least);
            most = f4_max(value, most);
        }
        f4_store(low + (size_t)4 * i, least);
        f4_store(high + (size_t)4 * i, most);
    }
}
