// Puts what is in local coordinates of the mover into the axes of the frame, as it stands at the start.

#ifndef TI_NARROW_TRACE_PUT_H
#define TI_NARROW_TRACE_PUT_H

#include "math/simd3.h"
#include "narrow/trace/kernel.h"

static inline ti_w3 put_load(const ti_points* from, uint32_t i)
{
    return (ti_w3){f4_load(from->x + i), f4_load(from->y + i), f4_load(from->z + i)};
}

static inline void put_store(double* const to[3], uint32_t i, ti_w3 p)
{
    f4_store(to[0] + i, p.x);
    f4_store(to[1] + i, p.y);
    f4_store(to[2] + i, p.z);
}

// As ti_course_put does.
static inline void put_points(const ti_course* c, const ti_points* from, uint32_t count, double* const to[3])
{
    const ti_w3 base = w3_set(c->base);
    for (uint32_t i = 0; i < count; i += 4) {
        put_store(to, i, w3_add(w3_rotate(&c->turn, put_load(from, i)), base));
    }
}

// Unit normals and offsets of the sides. The unit of local coordinates is a power of two, so dividing by it
// is exact.
static inline ti_sides put_sides(const ti_course* c, const toi_mesh* mesh, double* const to[4])
{
    ti_sides s = mesh->sides;
    const double unit = ti_scale(1.0, mesh->exponent - c->exponent);
    for (uint32_t i = 0; i < s.normal.count; i += 4) {
        ti_w3 n = w3_scale(f4_set(1.0 / unit), w3_rotate(&c->turn, put_load(&s.normal, i)));
        put_store(to, i, n);
        f4_store(to[3] + i, w3_dot(n, w3_set(c->base)) + f4_set(unit) * f4_load(s.offset + i));
    }
    s.normal = (ti_points){to[0], to[1], to[2], s.normal.count};
    s.offset = to[3];
    return s;
}

#endif
