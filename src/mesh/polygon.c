// One polygon to triangles: its plane, its shape, and a fan where that will do.

#include "mesh/polygon.h"

#include "core/assert.h"
#include "core/memory.h"
#include "math/predicates.h"
#include "mesh/orient.h"

toi_status ti_polygon_room_make(const toi_allocator* allocator, uint32_t capacity, ti_polygon_room* room)
{
    size_t n = capacity;
    *room = (ti_polygon_room){
        .points = ti_allocate(allocator, n, sizeof *room->points),
        .at = ti_allocate(allocator, n, sizeof *room->at),
        .previous = ti_allocate(allocator, n, sizeof *room->previous),
        .next = ti_allocate(allocator, n, sizeof *room->next),
        .dull = ti_allocate(allocator, n, sizeof *room->dull),
        .cell_first = ti_allocate(allocator, n + 2, sizeof *room->cell_first),
        .cell_item = ti_allocate(allocator, n, sizeof *room->cell_item),
        .triangles = ti_allocate(allocator, n, sizeof *room->triangles),
        .capacity = capacity,
    };
    if (room->points == NULL || room->at == NULL || room->previous == NULL || room->next == NULL ||
        room->dull == NULL || room->cell_first == NULL || room->cell_item == NULL ||
        room->triangles == NULL) {
        ti_polygon_room_release(allocator, room);
        return TOI_ERROR_MEMORY;
    }
    return TOI_OK;
}

void ti_polygon_room_release(const toi_allocator* allocator, ti_polygon_room* room)
{
    ti_release(allocator, room->points);
    ti_release(allocator, room->at);
    ti_release(allocator, room->previous);
    ti_release(allocator, room->next);
    ti_release(allocator, room->dull);
    ti_release(allocator, room->cell_first);
    ti_release(allocator, room->cell_item);
    ti_release(allocator, room->triangles);
    *room = (ti_polygon_room){0};
}

// The polygon's corners in an order that depends on the positions alone: k goes to input corner
// `corner(order, k)`.
typedef struct canonical {
    uint32_t start;
    uint32_t count;
    bool reversed;
} canonical;

static uint32_t corner(canonical order, uint32_t k)
{
    uint64_t i = order.reversed ? (uint64_t)order.start + order.count - k : (uint64_t)order.start + k;
    return (uint32_t)(i % order.count);
}

static int compare(toi_vec3 a, toi_vec3 b)
{
    if (a.x != b.x) {
        return a.x < b.x ? -1 : 1;
    }
    if (a.y != b.y) {
        return a.y < b.y ? -1 : 1;
    }
    return a.z == b.z ? 0 : a.z < b.z ? -1 : 1;
}

// Starts at the lowest corner (the first in lexicographic order of coordinates) and goes on to its lower
// neighbour.
static canonical find_order(const toi_vec3* vertices, const uint32_t* corners, uint32_t count)
{
    canonical order = {0, count, false};
    for (uint32_t i = 1; i < count; ++i) {
        if (compare(vertices[corners[i]], vertices[corners[order.start]]) < 0) {
            order.start = i;
        }
    }
    toi_vec3 before = vertices[corners[corner(order, count - 1)]];
    toi_vec3 after = vertices[corners[corner(order, 1)]];
    order.reversed = compare(before, after) < 0;
    return order;
}

// The power of two that brings the corners near 1; 0 where products of coordinates are far from the ends of
// the range.
static int find_scale(const toi_vec3* p, uint32_t count)
{
    double largest = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        largest = fmax(largest, fmax(fmax(fabs(p[i].x), fabs(p[i].y)), fabs(p[i].z)));
    }
    int exponent;
    frexp(largest, &exponent);
    return exponent < -300 || exponent > 300 ? -exponent : 0;
}

static toi_vec3 scaled_difference(toi_vec3 a, toi_vec3 b, int scale)
{
    if (scale == 0) {
        return v3_sub(a, b);
    }
    return v3(ldexp(a.x, scale) - ldexp(b.x, scale), ldexp(a.y, scale) - ldexp(b.y, scale),
              ldexp(a.z, scale) - ldexp(b.z, scale));
}

// The components of the area vector, up to rounding and a power of two, by Newell's sum.
static void area_vector(const toi_vec3* p, uint32_t count, double area[3])
{
    int scale = find_scale(p, count);
    toi_vec3 total = {0.0, 0.0, 0.0};
    toi_vec3 before = scaled_difference(p[1], p[0], scale);
    for (uint32_t i = 2; i < count; ++i) {
        toi_vec3 now = scaled_difference(p[i], p[0], scale);
        total = v3_add(total, v3_cross(before, now));
        before = now;
    }
    area[0] = total.x;
    area[1] = total.y;
    area[2] = total.z;
}

static ti_flat drop(toi_vec3 p, int axis)
{
    return axis == 0 ? (ti_flat){p.y, p.z} : axis == 1 ? (ti_flat){p.z, p.x} : (ti_flat){p.x, p.y};
}

// Two corners that make a triangle with an area with corner 0, as dropped. False if all are on one line
// there.
static bool find_support(const ti_flat* at, uint32_t count, uint32_t support[2])
{
    uint32_t i = 1;
    while (i < count && at[i].x == at[0].x && at[i].y == at[0].y) {
        ++i;
    }
    for (uint32_t j = i + 1; j < count; ++j) {
        if (orient_turn(at[0], at[i], at[j]) != 0) {
            support[0] = i;
            support[1] = j;
            return true;
        }
    }
    return false;
}

// Drops the corners along the axis that shows most area of those that show any. False if none does: then all
// corners are on one line. *area is the rounded area seen.
static bool drop_all(ti_polygon_room* room, uint32_t count, uint32_t support[2], double* area)
{
    double size[3];
    area_vector(room->points, count, size);
    int axis = fabs(size[1]) > fabs(size[0]) ? 1 : 0;
    axis = fabs(size[2]) > fabs(size[axis]) ? 2 : axis;
    for (int tried = 0; tried < 3; ++tried) {
        for (uint32_t k = 0; k < count; ++k) {
            room->at[k] = drop(room->points[k], axis);
        }
        *area = size[axis];
        if (find_support(room->at, count, support)) {
            return true;
        }
        axis = (axis + 1) % 3;
    }
    return false;
}

static bool is_planar(const toi_vec3* p, uint32_t count, const uint32_t support[2])
{
    for (uint32_t k = 1; k < count; ++k) {
        if (ti_orient3d(p[0], p[support[0]], p[support[1]], p[k]) != 0) {
            return false;
        }
    }
    return true;
}

// The corner before or after k at another place than it.
static uint32_t other_place(const ti_flat* at, uint32_t count, uint32_t k, uint32_t step)
{
    uint32_t i = k;
    do {
        i = (uint32_t)(((uint64_t)i + step) % count);
    } while (i != k && at[i].x == at[k].x && at[i].y == at[k].y);
    return i;
}

// Mirrors the dropped polygon if need be, so that it runs counter-clockwise. A simple polygon turns left at
// its leftmost corner if it does; where that corner is a spike, the rounded area decides.
static void make_counter_clockwise(ti_flat* at, uint32_t count, double area)
{
    uint32_t k = 0;
    for (uint32_t i = 1; i < count; ++i) {
        if (at[i].x < at[k].x || (at[i].x == at[k].x && at[i].y < at[k].y)) {
            k = i;
        }
    }
    int sign = orient_turn(at[other_place(at, count, k, count - 1)], at[k], at[other_place(at, count, k, 1)]);
    if (sign < 0 || (sign == 0 && area < 0.0)) {
        for (uint32_t i = 0; i < count; ++i) {
            at[i] = (ti_flat){at[i].y, at[i].x};
        }
    }
}

// Which way a side runs: 1 to the right (or straight up), -1 to the left (or down), 0 nowhere.
static int direction(ti_flat a, ti_flat b)
{
    int along_x = (b.x > a.x) - (b.x < a.x);
    return along_x != 0 ? along_x : (b.y > a.y) - (b.y < a.y);
}

// Convex means: turns left or goes straight on at each corner, and runs once to the right and once to the
// left in all, which a polygon that winds twice does not. Sides of no length are passed over.
static bool is_convex(const ti_flat* at, uint32_t count)
{
    uint32_t tail = count - 1; // where the last side with a length starts
    while (direction(at[tail], at[(tail + 1) % count]) == 0) {
        --tail;
    }
    int before = direction(at[tail], at[(tail + 1) % count]);
    uint32_t reversals = 0;
    for (uint32_t k = 0; k < count; ++k) {
        ti_flat head = at[k + 1 < count ? k + 1 : 0];
        int now = direction(at[k], head);
        if (now == 0) {
            continue;
        }
        int sign = orient_turn(at[tail], at[k], head);
        if (sign < 0 || (sign == 0 && now != before)) {
            return false;
        }
        reversals += now != before;
        before = now;
        tail = k;
    }
    return reversals <= 2;
}

static bool is_sharp(const ti_flat* at, uint32_t count, uint32_t k)
{
    return orient_turn(at[k > 0 ? k - 1 : count - 1], at[k], at[k + 1 < count ? k + 1 : 0]) > 0;
}

// The corner that the fan of a convex polygon spreads from. No triangle of it is without an area if both
// neighbours are strictly convex. Returns count if there is no such corner.
static uint32_t find_fan(const ti_flat* at, uint32_t count)
{
    for (uint32_t k = 0; k < count; ++k) {
        if (is_sharp(at, count, k > 0 ? k - 1 : count - 1) &&
            is_sharp(at, count, k + 1 < count ? k + 1 : 0)) {
            return k;
        }
    }
    return count;
}

static void spread_fan(uint32_t centre, uint32_t count, uint32_t (*triangles)[3])
{
    for (uint32_t k = 0; k + 2 < count; ++k) {
        triangles[k][0] = centre;
        triangles[k][1] = (uint32_t)(((uint64_t)centre + k + 1) % count);
        triangles[k][2] = (uint32_t)(((uint64_t)centre + k + 2) % count);
    }
}

// Back to the numbers and the winding of the input.
static void restore(canonical order, uint32_t (*triangles)[3])
{
    for (uint32_t k = 0; k + 2 < order.count; ++k) {
        uint32_t a = corner(order, triangles[k][0]);
        uint32_t b = corner(order, triangles[k][1]);
        uint32_t c = corner(order, triangles[k][2]);
        triangles[k][0] = order.reversed ? c : a;
        triangles[k][1] = b;
        triangles[k][2] = order.reversed ? a : c;
    }
}

// Cuts room->points and says what they are.
static uint32_t triangulate_canonical(ti_polygon_room* room, uint32_t count)
{
    uint32_t support[2];
    double area;
    if (!drop_all(room, count, support, &area)) {
        spread_fan(
            0, count,
            room->triangles); // all corners hang together through corner 0, so the whole segment is covered
        return TI_POLYGON_DEGENERATE;
    }
    uint32_t shape = is_planar(room->points, count, support) ? 0 : TI_POLYGON_NON_PLANAR;
    make_counter_clockwise(room->at, count, area);
    bool convex = is_convex(room->at, count);
    uint32_t fan = convex ? find_fan(room->at, count) : count;
    if (fan < count) {
        spread_fan(fan, count, room->triangles);
    } else {
        ti_polygon_clip_ears(room, count);
    }
    return shape | (convex ? 0 : TI_POLYGON_NON_CONVEX);
}

uint32_t ti_polygon_triangulate(const toi_vec3* vertices, const uint32_t* corners, uint32_t count,
                                ti_polygon_room* room)
{
    TI_ASSERT(count >= 3 && count <= room->capacity);
    if (count == 3) {
        spread_fan(0, 3, room->triangles);
        bool flat = ti_collinear(vertices[corners[0]], vertices[corners[1]], vertices[corners[2]]);
        return flat ? TI_POLYGON_DEGENERATE : 0;
    }
    canonical order = find_order(vertices, corners, count);
    for (uint32_t k = 0; k < count; ++k) {
        room->points[k] = vertices[corners[corner(order, k)]];
    }
    uint32_t shape = triangulate_canonical(room, count);
    restore(order, room->triangles);
    return shape;
}
