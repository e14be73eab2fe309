// What the two builds of the overlap region offer.

#ifndef TI_NARROW_OVERLAP_REGION_PARTS_H
#define TI_NARROW_OVERLAP_REGION_PARTS_H

#include "data.h"

// Writes the triangles whose boxes meet the closed box `reach`, in order, and returns their number.
// @param codes  room for a byte of each vertex
// @param stays  room for all triangles
uint32_t ti_region_find_plain(const ti_faces* faces, const toi_bounds* reach, uint8_t* codes,
                              uint32_t* stays);
uint32_t ti_region_find_avx2(const ti_faces* faces, const toi_bounds* reach, uint8_t* codes, uint32_t* stays);

// How the boxes of triangles are to be: in a frame, grown by a length, and clipped to a box.
typedef struct ti_region_frame {
    ti_float_frame frame;
    double grow;
    toi_bounds clip;
} ti_region_frame;

// @param stays  the triangles, or NULL for the first `count`
void ti_region_box_plain(const ti_faces* faces, const uint32_t* stays, uint32_t count,
                         const ti_region_frame* frame, ti_float_box* boxes);
void ti_region_box_avx2(const ti_faces* faces, const uint32_t* stays, uint32_t count,
                        const ti_region_frame* frame, ti_float_box* boxes);

toi_bounds ti_region_bounds_plain(const ti_faces* faces);
toi_bounds ti_region_bounds_avx2(const ti_faces* faces);

#endif
