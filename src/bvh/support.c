// The distinct used vertices of a body, split by median along the longest axis into runs of eight, eight runs
// of eight and so on, and spheres around these. A sphere bounds all points below it, not the spheres between,
// which keeps it small.

#include "bvh/support.h"

#include "bvh/select.h"
#include "core/assert.h"
#include "core/memory.h"
#include "math/rounding.h"

// The centre moves towards the farthest point by shrinking shares of the way [Badoiu, Clarkson 2003]. Any
// centre is valid; few steps come within some hundredths of the least radius.
enum { SPHERE_STEPS = 12 };

enum { ORDER_STACK = 2 * 32 + 1 };

static uint32_t round_to_run(uint32_t count)
{
    return (count + TI_SUPPORT_RUN - 1) / TI_SUPPORT_RUN * TI_SUPPORT_RUN;
}

// ---- points

// The used vertices in the lower halves of keys, in the order in which the triangles name them first. Returns
// how many there are.
static uint32_t gather_vertices(const toi_mesh* mesh, uint8_t* used, uint64_t* keys)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            uint32_t v = mesh->triangles[i].vertex[k];
            if (!used[v]) {
                used[v] = 1;
                keys[count++] = v;
            }
        }
    }
    return count;
}

static double coordinate(toi_vec3 p, int axis)
{
    return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

// Keys of a range by their place along the longest side of its box.
static void set_keys(const toi_mesh* mesh, uint64_t* keys, uint32_t begin, uint32_t end)
{
    toi_vec3 lower = mesh->local[(uint32_t)keys[begin]], upper = lower;
    for (uint32_t i = begin + 1; i < end; ++i) {
        toi_vec3 p = mesh->local[(uint32_t)keys[i]];
        lower = v3_min(lower, p);
        upper = v3_max(upper, p);
    }
    toi_vec3 side = v3_sub(upper, lower);
    int axis = side.y > side.x ? 1 : 0;
    axis = side.z > coordinate(side, axis) ? 2 : axis;
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t v = (uint32_t)keys[i];
        keys[i] = ti_select_key(coordinate(mesh->local[v], axis) - coordinate(lower, axis), v);
    }
}

// Size of the first part of a range of more than TI_SUPPORT_RUN points: about half, and a multiple of the
// largest power of TI_SUPPORT_RUN below `count`, so that the spheres of all levels hold whole parts.
static uint32_t first_part(uint32_t count)
{
    uint64_t unit = TI_SUPPORT_RUN;
    while (unit * TI_SUPPORT_RUN < count) {
        unit *= TI_SUPPORT_RUN;
    }
    return (uint32_t)((count + unit) / (2 * unit) * unit);
}

// Orders the keys. Taking the first part twice at least halves a range, so at most 2 * 32 + 1 ends wait on
// the stack.
static void order_points(const toi_mesh* mesh, uint64_t* keys, uint32_t count)
{
    uint32_t ends[ORDER_STACK], top = 0, begin = 0;
    ends[top++] = count;
    while (top > 0) {
        uint32_t end = ends[top - 1];
        if (end - begin <= TI_SUPPORT_RUN) {
            begin = end;
            --top;
            continue;
        }
        TI_ASSERT(top < ORDER_STACK);
        uint32_t middle = begin + first_part(end - begin);
        set_keys(mesh, keys, begin, end);
        ti_select(keys, NULL, begin, end, middle);
        ends[top++] = middle;
    }
}

// ---- spheres

// Points [begin, end) of a support.
typedef struct run {
    const double* x;
    const double* y;
    const double* z;
    uint32_t begin, end;
} run;

static toi_vec3 point_of(const run* r, uint32_t i)
{
    return (toi_vec3){r->x[i], r->y[i], r->z[i]};
}

static uint32_t farthest(const run* r, toi_vec3 center, double* distance2)
{
    uint32_t best = r->begin;
    double most = -1.0;
    for (uint32_t i = r->begin; i < r->end; ++i) {
        double dx = r->x[i] - center.x, dy = r->y[i] - center.y, dz = r->z[i] - center.z;
        double d = (dx * dx + dy * dy) + dz * dz;
        if (d > most) {
            most = d;
            best = i;
        }
    }
    *distance2 = most;
    return best;
}

// Middle of the box of the run.
static toi_vec3 middle_of(const run* r)
{
    toi_vec3 lower = point_of(r, r->begin), upper = lower;
    for (uint32_t i = r->begin + 1; i < r->end; ++i) {
        toi_vec3 p = point_of(r, i);
        lower = v3_min(lower, p);
        upper = v3_max(upper, p);
    }
    return v3_scale(0.5, v3_add(lower, upper));
}

// A sphere that holds the points of a run. Differences, squares and sums have a relative error of at most 5
// u, the root half of that and u; 8 u cover them. Underflow of the squares loses far less
// than 2^-500.
static double bound_run(const run* r, toi_vec3* center)
{
    double best2, distance2;
    toi_vec3 c = middle_of(r);
    uint32_t far = farthest(r, c, &best2);
    *center = c;
    for (int i = 2; i < 2 + SPHERE_STEPS; ++i) {
        c = v3_madd(c, 1.0 / i, v3_sub(point_of(r, far), c));
        far = farthest(r, c, &distance2);
        if (distance2 < best2) {
            best2 = distance2;
            *center = c;
        }
    }
    return sqrt(best2) * (1.0 + 8.0 * TI_U) + 0x1p-500;
}

// Fills a level whose sphere i holds the points [span i, span (i + 1)), and pads it.
static void fill_level(const ti_points* points, uint32_t span, ti_sphere_level* level)
{
    for (uint32_t i = 0; i < round_to_run(level->count); ++i) {
        if (i >= level->count) {
            level->x[i] = level->x[i - 1];
            level->y[i] = level->y[i - 1];
            level->z[i] = level->z[i - 1];
            level->radius[i] = level->radius[i - 1];
            continue;
        }
        run r = {points->x, points->y, points->z, i * span, points->count};
        r.end = points->count - r.begin > span ? r.begin + span : points->count;
        toi_vec3 center;
        level->radius[i] = bound_run(&r, &center);
        level->x[i] = center.x;
        level->y[i] = center.y;
        level->z[i] = center.z;
    }
}

// ---- layout

// Sets the counts of points and levels. Returns the number of doubles they need.
static size_t count_levels(uint32_t point_count, ti_support* support)
{
    support->points.count = round_to_run(point_count);
    size_t doubles = 3 * (size_t)support->points.count;
    support->level_count = 0;
    if (point_count <= TI_PATCH_POINTS) {
        return doubles;
    }
    uint32_t count = support->points.count;
    do {
        count = (count + TI_SUPPORT_RUN - 1) / TI_SUPPORT_RUN;
        TI_ASSERT(support->level_count < TI_SUPPORT_LEVELS);
        support->level[support->level_count++].count = count;
        doubles += 4 * (size_t)round_to_run(count);
    } while (count > TI_SUPPORT_RUN);
    return doubles;
}

static void fill_support(const toi_mesh* mesh, const uint64_t* keys, uint32_t point_count,
                         ti_support* support)
{
    uint32_t count = support->points.count;
    double *x = support->memory, *y = x + count, *z = y + count;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t v = (uint32_t)keys[i < point_count ? i : point_count - 1];
        support->vertex[i] = v;
        x[i] = mesh->local[v].x;
        y[i] = mesh->local[v].y;
        z[i] = mesh->local[v].z;
    }
    support->points = (ti_points){x, y, z, count};
    double* next = z + count;
    for (uint32_t k = 0, span = TI_SUPPORT_RUN; k < support->level_count; ++k, span *= TI_SUPPORT_RUN) {
        ti_sphere_level* level = &support->level[k];
        uint32_t padded = round_to_run(level->count);
        level->x = next;
        level->y = next + padded;
        level->z = next + 2 * (size_t)padded;
        level->radius = next + 3 * (size_t)padded;
        next += 4 * (size_t)padded;
        fill_level(&support->points, span, level);
    }
}

toi_status ti_support_build(toi_mesh* mesh)
{
    TI_ASSERT(mesh->triangle_count > 0);
    const toi_allocator* allocator = &mesh->allocator;
    ti_support support = {.memory = NULL};
    uint8_t* used = ti_allocate_zero(allocator, mesh->vertex_count, sizeof *used);
    uint64_t* keys = ti_allocate(allocator, mesh->vertex_count, sizeof *keys);
    if (used != NULL && keys != NULL) {
        uint32_t count = gather_vertices(mesh, used, keys);
        support.memory = ti_allocate(allocator, count_levels(count, &support), sizeof(double));
        support.vertex = ti_allocate(allocator, support.points.count, sizeof *support.vertex);
        if (support.vertex != NULL && support.memory != NULL) {
            order_points(mesh, keys, count);
            fill_support(mesh, keys, count, &support);
        }
    }
    ti_release(allocator, used);
    ti_release(allocator, keys);
    mesh->support = support;
    if (support.vertex == NULL || support.memory == NULL) {
        ti_support_release(mesh);
        return TOI_ERROR_MEMORY;
    }
    return TOI_OK;
}

void ti_support_release(toi_mesh* mesh)
{
    ti_release(&mesh->allocator, mesh->support.vertex);
    ti_release(&mesh->allocator, mesh->support.memory);
    mesh->support = (ti_support){.memory = NULL};
}
