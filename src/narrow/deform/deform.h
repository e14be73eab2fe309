// What the files of this folder share: how far a proof got along time, and why it stopped.

#ifndef TI_NARROW_DEFORM_DEFORM_H
#define TI_NARROW_DEFORM_DEFORM_H

#include "toi/primitives.h"

// Corner i of the polygon of differences (lanes.h): vertex a[i] minus vertex b[i].
typedef struct ti_corner_table {
    int count;
    uint8_t a[4], b[4];
} ti_corner_table;

extern const ti_corner_table ti_corners[TOI_PRIMITIVE_VV + 1]; // by kind

typedef enum ti_advance_end {
    TI_ADVANCE_CLEAR,     // to time 1
    TI_ADVANCE_LATER,     // beyond the time that was asked for
    TI_ADVANCE_CONTACT,   // the gap is within the tolerance, or within rounding
    TI_ADVANCE_STUCK,     // nothing is proved by more than rounding
    TI_ADVANCE_EXHAUSTED, // out of steps
} ti_advance_end;

// Of a clear one nothing is set but the end, t, steps and links.
typedef struct ti_advance {
    ti_advance_end end;
    double t;              // nothing touches before this
    double distance;       // of A and B at t
    double error;          // rounding bound of the separation that was tried at t
    double tolerance;      // used, after raising it
    bool close;            // contact by rounding, of a pair that started closer than rounding can tell well
    double corner[4];      // weights of the corners of the polygon in the nearest point at t
    toi_vec3 toward;       // from B to A at t; its length means nothing
    uint32_t steps, links; // links of the certificate, also those that found no room
} ti_advance;

// How far the proof of a valid query gets. The kernels give the same bits. def->exact is not looked at. A
// walk that gets beyond `until` ends there; one that does not is the same for every larger `until`.
typedef void ti_advance_kernel(const toi_primitive_query* query, const toi_primitive_def* def, double until,
                               ti_advance* out);
ti_advance_kernel ti_advance_avx2, ti_advance_plain;

// The nearest points at a time, alone: distance, corner and toward.
typedef void ti_nearest_kernel(const toi_primitive_query* query, double t, ti_advance* out);
ti_nearest_kernel ti_nearest_avx2, ti_nearest_plain;

#endif
