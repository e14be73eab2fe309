// Points, segments and polygons as polytopes without thickness.

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/polytope_parts.h"

typedef struct flat {
    const toi_vec3* points;
    uint32_t count;
    toi_vec3 origin, along, aside, normal; // right-handed unit axes
    double low, high;                      // of the points along the normal
} flat;

static toi_vec3 unit(toi_vec3 v)
{
    return v3_scale(1.0 / v3_length(v), v);
}

// Square to a unit vector: across the axis of coordinates that it leans to least.
static toi_vec3 square_to(toi_vec3 n)
{
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    toi_vec3 least = x <= y && x <= z ? v3(1.0, 0.0, 0.0) : y <= z ? v3(0.0, 1.0, 0.0) : v3(0.0, 0.0, 1.0);
    return unit(v3_cross(n, least));
}

static uint32_t farthest_from(const flat* f, toi_vec3 p)
{
    uint32_t best = 0;
    double most = -1.0;
    for (uint32_t i = 0; i < f->count; ++i) {
        double d = v3_length(v3_sub(f->points[i], p));
        if (d > most) {
            most = d;
            best = i;
        }
    }
    return best;
}

static uint32_t farthest_from_line(const flat* f, double* most)
{
    uint32_t best = 0;
    *most = -1.0;
    for (uint32_t i = 0; i < f->count; ++i) {
        double d = v3_length(v3_cross(v3_sub(f->points[i], f->origin), f->along));
        if (d > *most) {
            *most = d;
            best = i;
        }
    }
    return best;
}

static void set_heights(flat* f)
{
    f->low = HUGE_VAL;
    f->high = -HUGE_VAL;
    for (uint32_t i = 0; i < f->count; ++i) {
        double h = v3_dot(v3_sub(f->points[i], f->origin), f->normal);
        f->low = d_min(h, f->low);
        f->high = d_max(h, f->high);
    }
}

// ---- points and segments: boxes

static toi_status make_segment(const flat* f, uint32_t first, uint32_t last, double off,
                               const toi_allocator* allocator, ti_polytope* p)
{
    toi_vec3 a = f->points[first], b = f->points[last];
    const toi_vec3 ring[4] = {a, b, b, a};
    const toi_vec3 directions[4] = {f->along, f->aside, v3_negate(f->along), v3_negate(f->aside)};
    const uint32_t names[4] = {first, last, last, first};
    ti_prism prism = {ring, directions, names, 4, f->normal, 0.0, 0.0};
    toi_status status = ti_polytope_prism(&prism, allocator, p);
    p->error += off;
    p->dimension = first != last;
    p->axis = f->along;
    return status;
}

// ---- polygons

typedef struct corner {
    double x, y;
    uint32_t index;
} corner;

static double turn(const corner* a, const corner* b, const corner* c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

// A ring around the points: from each corner to the one that leaves all others to the left, the farthest of
// those in one line. At most as many steps as there is room.
static uint32_t walk_around(const corner* c, uint32_t count, corner* ring)
{
    uint32_t first = 0, steps = 0;
    for (uint32_t i = 1; i < count; ++i) {
        if (c[i].x < c[first].x || (c[i].x == c[first].x && c[i].y < c[first].y)) {
            first = i;
        }
    }
    uint32_t at = first;
    do {
        ring[steps++] = c[at];
        uint32_t next = at == 0 && count > 1 ? 1 : 0;
        for (uint32_t i = 0; i < count; ++i) {
            double side = turn(&c[at], &c[next], &c[i]);
            double far = (c[i].x - c[at].x) * (c[i].x - c[at].x) + (c[i].y - c[at].y) * (c[i].y - c[at].y);
            double now =
                (c[next].x - c[at].x) * (c[next].x - c[at].x) + (c[next].y - c[at].y) * (c[next].y - c[at].y);
            if (i != at && (side < 0.0 || (side == 0.0 && far > now))) {
                next = i;
            }
        }
        at = next;
    } while (at != first && steps < count);
    return steps;
}

// Corners nearer to the line of their neighbours than the tolerance are left out.
static uint32_t thin_out(corner* ring, uint32_t count, double tolerance)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const corner *before = &ring[kept > 0 ? kept - 1 : count - 1], *after = &ring[(i + 1) % count];
        double x = after->x - before->x, y = after->y - before->y;
        if (turn(before, &ring[i], after) > tolerance * sqrt(x * x + y * y)) {
            ring[kept++] = ring[i];
        }
    }
    return kept;
}

static toi_status make_ring(const flat* f, const corner* ring, uint32_t count, const toi_allocator* allocator,
                            ti_polytope* p)
{
    toi_vec3* points = ti_allocate(allocator, (size_t)2 * count, sizeof *points);
    uint32_t* names = ti_allocate(allocator, count, sizeof *names);
    toi_status status = TOI_ERROR_MEMORY;
    if (points != NULL && names != NULL) {
        for (uint32_t i = 0; i < count; ++i) {
            const corner *a = &ring[i], *b = &ring[(i + 1) % count];
            points[i] = v3_madd(v3_madd(f->origin, a->x, f->along), a->y, f->aside);
            points[count + i] = unit(v3_madd(v3_scale(b->x - a->x, f->along), b->y - a->y, f->aside));
            names[i] = a->index;
        }
        ti_prism prism = {points, points + count, names, count, f->normal, f->low, f->high};
        status = ti_polytope_prism(&prism, allocator, p);
    }
    ti_release(allocator, points);
    ti_release(allocator, names);
    return status;
}

static toi_status make_polygon(const flat* f, double tolerance, const toi_allocator* allocator,
                               ti_polytope* p)
{
    corner* all = ti_allocate(allocator, (size_t)2 * f->count, sizeof *all);
    if (all == NULL) {
        return TOI_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < f->count; ++i) {
        toi_vec3 d = v3_sub(f->points[i], f->origin);
        all[i] = (corner){v3_dot(d, f->along), v3_dot(d, f->aside), i};
    }
    corner* ring = all + f->count;
    uint32_t count = thin_out(ring, walk_around(all, f->count, ring), tolerance);
    toi_status status = make_ring(f, ring, count, allocator, p);
    p->error += 2.0 * tolerance;
    ti_release(allocator, all);
    return status;
}

toi_status ti_polytope_flat(const toi_vec3* points, uint32_t count, double tolerance,
                            const toi_allocator* allocator, ti_polytope* p)
{
    flat f = {.points = points, .count = count, .origin = points[0]};
    uint32_t first = farthest_from(&f, points[0]);
    f.origin = points[first];
    uint32_t last = farthest_from(&f, f.origin);
    double length = v3_length(v3_sub(points[last], f.origin)), off = 0.0;
    uint32_t third = 0;
    f.along = length > 0.0 ? unit(v3_sub(points[last], f.origin)) : v3(1.0, 0.0, 0.0);
    if (length > 0.0) {
        third = farthest_from_line(&f, &off);
    }
    if (off <= tolerance) {
        f.aside = square_to(f.along);
        f.normal = v3_cross(f.along, f.aside);
        return make_segment(&f, first, last, off, allocator, p);
    }
    f.normal = unit(v3_cross(f.along, v3_sub(points[third], f.origin)));
    f.aside = v3_cross(f.normal, f.along);
    set_heights(&f);
    if (f.high - f.low > 64.0 * tolerance) {
        return TOI_ERROR_LIMIT;
    }
    return make_polygon(&f, tolerance, allocator, p);
}
