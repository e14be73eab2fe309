// One polygon to triangles: what triangulate.c does for every face.

#ifndef TI_MESH_POLYGON_H
#define TI_MESH_POLYGON_H

#include "data.h"

// What a polygon is found to be, as bits.
enum {
    TI_POLYGON_DEGENERATE = 1, // all corners on one line
    TI_POLYGON_NON_PLANAR = 2, // corners not in one plane, exactly
    TI_POLYGON_NON_CONVEX = 4, // a reflex corner, or more than one turn, seen along its normal
};

// A corner dropped onto the coordinate plane in which the polygon shows best. Nothing is rounded.
typedef struct ti_flat {
    double x, y;
} ti_flat;

// Room for polygons of up to `capacity` corners.
typedef struct ti_polygon_room {
    toi_vec3* points;     // the caller's corners in a canonical order
    ti_flat* at;          // the same, dropped and counter-clockwise
    uint32_t* previous;   // ring of the corners that are left
    uint32_t* next;       //
    uint8_t* dull;        // corner is not strictly convex
    uint32_t* cell_first; // grid over the dull corners: cell c holds cell_item[cell_first[c]] to
                          // [cell_first[c + 1] - 1]
    uint32_t* cell_item;  //
    uint32_t (*triangles)[3];
    uint32_t capacity;
} ti_polygon_room;

toi_status ti_polygon_room_make(const toi_allocator* allocator, uint32_t capacity, ti_polygon_room* room);
void ti_polygon_room_release(const toi_allocator* allocator, ti_polygon_room* room);

// Cuts a polygon of at least three corners into count - 2 triangles of its corners (their numbers, 0 to count
// - 1), left in room->triangles. Their sides are the polygon's, once each and along it, and inner diagonals,
// once each way. Every simple polygon is covered exactly, by triangles with an area if it has any; others are
// covered somehow, those on one line wholly. The triangles do not depend on where the polygon starts, nor,
// but for their winding, on which way it runs. Returns the bits above.
uint32_t ti_polygon_triangulate(const toi_vec3* vertices, const uint32_t* corners, uint32_t count,
                                ti_polygon_room* room);

// Cuts the polygon room->at, counter-clockwise, with `count` corners, ear by ear. [Meisters, Polygons have
// ears, 1975]
void ti_polygon_clip_ears(ti_polygon_room* room, uint32_t count);

#endif
