// Ear clipping: cuts a corner off a polygon whose triangle holds no other corner, until three are left.
// A grid over the corners that are not strictly convex, the only ones that can be in the way, keeps the
// search short.

#include "mesh/orient.h"
#include "mesh/polygon.h"

#include <string.h>

// Looks at corners and cells that one polygon may cost, a corner. Polygons that need more cross themselves or
// are made to be hard; the rest of them is cut without looking.
static const uint64_t looks_per_corner = 1024;

// How much must be clear for a corner to be cut.
typedef enum clearance {
    CLEAR_CLOSED, // the triangle with its border
    CLEAR_OPEN,   // the triangle without it
    CLEAR_NOTHING,
} clearance;

typedef struct clipper {
    ti_polygon_room* room;
    uint32_t count;      // corners of the polygon
    uint32_t left;       // corners not yet cut off
    uint64_t looks;      // what is left of the work limit
    ti_flat lower;       // corner of the grid
    double per_x, per_y; // cells per length
    uint32_t side;       // cells along each side
} clipper;

static int turn(const clipper* c, uint32_t i, uint32_t j, uint32_t k)
{
    const ti_flat* at = c->room->at;
    return orient_turn(at[i], at[j], at[k]);
}

static bool same_place(const clipper* c, uint32_t i, uint32_t j)
{
    const ti_flat* at = c->room->at;
    return at[i].x == at[j].x && at[i].y == at[j].y;
}

static bool is_dull(const clipper* c, uint32_t i)
{
    return turn(c, c->room->previous[i], i, c->room->next[i]) <= 0;
}

// Cell along one side; never falls when x grows, which is all that the search needs.
static uint32_t cell_along(double x, double lower, double per, uint32_t side)
{
    double cell = (x - lower) * per;
    if (!(cell > 0.0)) {
        return 0;
    }
    return cell < (double)side ? (uint32_t)cell : side - 1;
}

static uint32_t cell_of(const clipper* c, ti_flat p)
{
    return cell_along(p.y, c->lower.y, c->per_y, c->side) * c->side +
           cell_along(p.x, c->lower.x, c->per_x, c->side);
}

// Cells per length; one cell in all where the polygon is too thin or too wide for that.
static double cells_per_length(double lower, double upper, uint32_t side)
{
    double per = (double)side / (upper - lower);
    return isfinite(per) ? per : 0.0;
}

static void size_grid(clipper* c, uint32_t dull_count)
{
    const ti_flat* at = c->room->at;
    ti_flat lower = at[0], upper = at[0];
    for (uint32_t i = 1; i < c->count; ++i) {
        lower = (ti_flat){fmin(lower.x, at[i].x), fmin(lower.y, at[i].y)};
        upper = (ti_flat){fmax(upper.x, at[i].x), fmax(upper.y, at[i].y)};
    }
    c->lower = lower;
    c->side = dull_count < 16 ? 1 : (uint32_t)sqrt((double)dull_count);
    c->per_x = cells_per_length(lower.x, upper.x, c->side);
    c->per_y = cells_per_length(lower.y, upper.y, c->side);
}

static void fill_grid(clipper* c)
{
    ti_polygon_room* room = c->room;
    uint32_t cells = c->side * c->side;
    memset(room->cell_first, 0, ((size_t)cells + 1) * sizeof *room->cell_first);
    for (uint32_t i = 0; i < c->count; ++i) {
        room->cell_first[cell_of(c, room->at[i]) + 1] += room->dull[i];
    }
    uint32_t total = 0;
    for (uint32_t k = 0; k < cells; ++k) {
        uint32_t n = room->cell_first[k + 1];
        room->cell_first[k + 1] = total;
        total += n;
    }
    for (uint32_t i = 0; i < c->count; ++i) {
        if (room->dull[i]) {
            room->cell_item[room->cell_first[cell_of(c, room->at[i]) + 1]++] = i;
        }
    }
}

// Whether corner x lies strictly between the directions from o to `from` and, counter-clockwise, to `to`.
static bool in_cone(const clipper* c, uint32_t o, uint32_t from, uint32_t to, uint32_t x)
{
    return turn(c, o, from, x) > 0 && turn(c, o, to, x) < 0;
}

// Whether corner p, at the place of corner o, has a side that runs into the triangle there.
static bool enters(const clipper* c, uint32_t p, uint32_t o, uint32_t from, uint32_t to)
{
    return in_cone(c, o, from, to, c->room->next[p]) || in_cone(c, o, from, to, c->room->previous[p]);
}

// Whether corner p, in the ring but not one of e, keeps e[1] from being cut off.
static bool is_in_the_way(const clipper* c, const uint32_t e[3], uint32_t p, clearance need)
{
    for (int i = 0; i < 3; ++i) {
        if (same_place(c, p, e[i])) {
            return enters(c, p, e[i], e[(i + 1) % 3], e[(i + 2) % 3]);
        }
    }
    int least = need == CLEAR_CLOSED ? 0 : 1;
    return turn(c, e[0], e[1], p) >= least && turn(c, e[1], e[2], p) >= least &&
           turn(c, e[2], e[0], p) >= least;
}

// Box of a triangle, which most corners are not even in.
typedef struct flat_box {
    ti_flat lower, upper;
} flat_box;

static bool cell_is_clear(clipper* c, const uint32_t e[3], const flat_box* box, uint32_t cell, clearance need)
{
    const ti_polygon_room* room = c->room;
    for (uint32_t k = room->cell_first[cell]; k < room->cell_first[cell + 1]; ++k) {
        uint32_t p = room->cell_item[k];
        ti_flat at = room->at[p];
        c->looks -= c->looks > 0;
        if (at.x < box->lower.x || at.x > box->upper.x || at.y < box->lower.y || at.y > box->upper.y) {
            continue;
        }
        if (room->dull[p] && p != e[0] && p != e[1] && p != e[2] && is_in_the_way(c, e, p, need)) {
            return false;
        }
    }
    return true;
}

static bool triangle_is_clear(clipper* c, const uint32_t e[3], clearance need)
{
    ti_flat p = c->room->at[e[0]], q = c->room->at[e[1]], r = c->room->at[e[2]];
    flat_box box = {{fmin(p.x, fmin(q.x, r.x)), fmin(p.y, fmin(q.y, r.y))},
                    {fmax(p.x, fmax(q.x, r.x)), fmax(p.y, fmax(q.y, r.y))}};
    uint32_t x0 = cell_along(box.lower.x, c->lower.x, c->per_x, c->side);
    uint32_t x1 = cell_along(box.upper.x, c->lower.x, c->per_x, c->side);
    uint32_t y0 = cell_along(box.lower.y, c->lower.y, c->per_y, c->side);
    uint32_t y1 = cell_along(box.upper.y, c->lower.y, c->per_y, c->side);
    for (uint32_t y = y0; y <= y1; ++y) {
        for (uint32_t x = x0; x <= x1; ++x) {
            c->looks -= c->looks > 0;
            if (!cell_is_clear(c, e, &box, y * c->side + x, need)) {
                return false;
            }
        }
    }
    return true;
}

static bool may_cut(clipper* c, uint32_t i, clearance need)
{
    if (need == CLEAR_NOTHING || c->looks == 0) {
        return true;
    }
    if (c->room->dull[i]) {
        return false;
    }
    const uint32_t e[3] = {c->room->previous[i], i, c->room->next[i]};
    return triangle_is_clear(c, e, need);
}

// The first corner, from `start` on, that may be cut; c->count if there is none.
static uint32_t find_ear(clipper* c, uint32_t start, clearance need)
{
    uint32_t i = start;
    for (uint32_t tried = 0; tried < c->left; ++tried) {
        if (may_cut(c, i, need)) {
            return i;
        }
        i = c->room->next[i];
    }
    return c->count;
}

// A polygon that crosses or touches itself may have no ear: then less must be clear.
static uint32_t find_cut(clipper* c, uint32_t start)
{
    uint32_t i = find_ear(c, start, CLEAR_CLOSED);
    if (i == c->count) {
        i = find_ear(c, start, CLEAR_OPEN);
    }
    return i == c->count ? start : i;
}

static void cut(clipper* c, uint32_t i, uint32_t triangle[3])
{
    ti_polygon_room* room = c->room;
    uint32_t before = room->previous[i], after = room->next[i];
    triangle[0] = before;
    triangle[1] = i;
    triangle[2] = after;
    room->next[before] = after;
    room->previous[after] = before;
    room->dull[i] = 0; // out of the ring: in nobody's way
    room->dull[before] = is_dull(c, before);
    room->dull[after] = is_dull(c, after);
    --c->left;
}

void ti_polygon_clip_ears(ti_polygon_room* room, uint32_t count)
{
    clipper c = {.room = room, .count = count, .left = count, .looks = looks_per_corner * count};
    for (uint32_t i = 0; i < count; ++i) {
        room->previous[i] = i > 0 ? i - 1 : count - 1;
        room->next[i] = i + 1 < count ? i + 1 : 0;
    }
    uint32_t dull_count = 0;
    for (uint32_t i = 0; i < count; ++i) {
        room->dull[i] = is_dull(&c, i);
        dull_count += room->dull[i];
    }
    size_grid(&c, dull_count);
    fill_grid(&c);

    uint32_t start = 0;
    for (uint32_t k = 0; k + 2 < count; ++k) {
        uint32_t i = find_cut(&c, start);
        uint32_t after = room->next[i];
        cut(&c, i, room->triangles[k]);
        start = room->next[after]; // every other corner: wide triangles, not a fan of slivers
    }
}
