// What the files of screw_brute share.

#ifndef TOI_TESTS_SCREW_BRUTE_PARTS_H
#define TOI_TESTS_SCREW_BRUTE_PARTS_H

#include "support/screw_brute.h"

#include <stddef.h>

void* sb_alloc(size_t count, size_t size); // zeroed; aborts without memory

// ---- motion

// x -> c + turned by s th about u of (x - c) + s h u, s from 0 to 1 over the times from `from` to `to`.
typedef struct sb_motion {
    rvec c, u;
    real th, h;
    real from, to;
} sb_motion;

// cos and sin of s th.
typedef struct sb_instant {
    real s, cosine, sine;
} sb_instant;

sb_motion sb_motion_make(const sb_screw* screw);
sb_instant sb_motion_at(const sb_motion* m, real s);
rvec sb_motion_turn(const sb_motion* m, sb_instant at, rvec d);
rvec sb_motion_turn_back(const sb_motion* m, sb_instant at, rvec d);
rvec sb_motion_point(const sb_motion* m, sb_instant at, rvec x);
rvec sb_motion_point_back(const sb_motion* m, sb_instant at, rvec x);
rvec sb_motion_velocity(const sb_motion* m, rvec x); // of the moving point that is at x, per s

// ---- bodies in the common frame, B at s = 0

typedef struct sb_body {
    const sb_mesh* mesh;
    rvec* vertex;
    rvec* normal; // of each face, unit
    real* offset; // normal . x
} sb_body;

void sb_body_init(sb_body* body, const sb_mesh* mesh, toi_pose pose);
void sb_body_release(sb_body* body);
rvec sb_body_edge(const sb_body* body, uint32_t edge); // unit vector from v[0] to v[1]

// Signed distance of a point of the plane of a face from its outline, negative inside.
real sb_body_outside(const sb_body* body, uint32_t face, rvec x);

// ---- functions of time

// c0 + c1 s + (c2 + c3 s) cos(th s) + (c4 + c5 s) sin(th s): whether a vertex is on a plane, or two lines
// meet.
typedef struct sb_wave {
    real c[6];
} sb_wave;

real sb_wave_value(const sb_motion* m, const sb_wave* wave, real s);
sb_wave sb_wave_vf(const sb_motion* m, rvec x, rvec normal, rvec on_plane); // plane of B
sb_wave sb_wave_fv(const sb_motion* m, rvec normal, real offset, rvec x);   // vertex of B
sb_wave sb_wave_ee(const sb_motion* m, rvec a, rvec along_a, rvec b, rvec along_b);

enum { SB_DEGREE = 24, SB_ROOTS = 32 };

// A part of a motion, from s = middle - half to middle + half.
typedef struct sb_slice {
    real middle, half;
    real cosine, sine;      // at the middle
    real weight[SB_DEGREE]; // (th half)^k / k!
    int degree;             // at which weights are below any rounding
    bool first, last;
} sb_slice;

void sb_slice_make(const sb_motion* m, int index, int count, sb_slice* slice);

typedef struct sb_event {
    real s;
    bool touch; // no root: an extremum, or an end of the motion, within the tolerance
} sb_event;

typedef struct sb_events {
    sb_event event[SB_ROOTS];
    int count;
    bool sustained; // within the tolerance all the time
} sb_events;

// All roots of the wave in the slice, and all extrema that come within `near` of zero.
void sb_wave_events(const sb_wave* wave, const sb_slice* slice, real near, sb_events* events);

// ---- properness

typedef struct sb_proper {
    real value;
    bool unsure; // next to a place where it jumps
} sb_proper;

// A vertex against a plane, n from the plane to the body: the smallest n . u over the rays u of the body.
sb_proper sb_proper_vertex(const sb_body* body, uint32_t vertex, rvec n);

// Rays at an edge: unit vectors perpendicular to it into its facets.
enum { SB_WINGS = 16 };
typedef struct sb_rays {
    rvec along, wing[SB_WINGS];
    int count;
    bool solid, reflex;
} sb_rays;

sb_rays sb_rays_of(const sb_body* body, uint32_t edge);
// Any value below `enough` may be above the least one.
sb_proper sb_proper_edges(const sb_rays* a, const sb_rays* b, rvec n, real enough);

// ---- the set

typedef struct sb_state {
    sb_body a, b;
    real tolerance, threshold;
    real size; // of both bodies together
    sb_list* list;
} sb_state;

sb_contact* sb_list_add(sb_list* list);

// Two features and the function of time that is zero where they may meet.
typedef struct sb_case {
    toi_contact_kind kind;
    uint32_t feature[2];
    sb_wave wave;
} sb_case;

// Classifies an event of two features and adds it where the features meet.
void sb_judge_event(sb_state* state, const sb_motion* m, const sb_case* c, const sb_event* event);
// The parts of a slice in which features that stay within the tolerance meet.
void sb_judge_sustained(sb_state* state, const sb_motion* m, const sb_case* c, const sb_slice* slice);

// Merges what is one contact, and decides which are reported.
void sb_merge(sb_state* state, bool everything);

#endif
