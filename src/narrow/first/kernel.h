// The search itself, compiled twice (math/simd.h): everything that looks at points.

#ifndef TI_NARROW_FIRST_KERNEL_H
#define TI_NARROW_FIRST_KERNEL_H

#include "math/simplex.h"
#include "narrow/first/climb.h"
#include "narrow/first/frame.h"

// One search: the pair, the frame at hand, the best time so far.
typedef struct ti_search {
    const ti_duel* duel;
    ti_recorder* recorder;
    ti_effort* effort;
    ti_found* found;
    ti_frame frame;
    ti_shape whole[2];  // the bodies
    double best;        // nothing at or after this time is of interest
    double least;       // smallest separation that a link proved, without e
    double start_least; // of those links that begin where the window does
} ti_search;

// A stretch of time proved free along one direction.
typedef struct ti_step {
    double span;     // length of the stretch; 0 where nothing was proved
    double least;    // a lower bound of the separation over it, without e
    toi_vec3 normal; // the direction at its start, axes of A
    toi_vec3 turn;   // its rotation vector per unit of time, axes of A
} ti_step;

// Two convex pieces at the time of the frame, and what links need to know of them.
typedef struct ti_match {
    const ti_shape* a;
    const ti_shape* b;
    double rest;             // time that is left
    uint32_t hint_a, hint_b; // points near which supports start to look
    toi_vec3 last;           // a direction that kept them apart before, axes of A; zero where none is known
} ti_match;

// A direction that keeps two pieces apart now: the separation along it, and the points that decide that.
typedef struct ti_apart {
    toi_vec3 normal; // unit, axes of A, from A to B
    double now;
    uint32_t a, b;
} ti_apart;

typedef struct ti_closest {
    bool apart;      // the separation is positive: the pieces do not meet
    double distance; // of the simplex from the origin: an estimate from above
    ti_apart along;  // the separation along the direction of the simplex: a bound from below, but for e
} ti_closest;

#define ti_link_fixed TI_KERNEL(ti_link_fixed)
#define ti_link_turning TI_KERNEL(ti_link_turning)
#define ti_link_orbit TI_KERNEL(ti_link_orbit)
#define ti_closest_points TI_KERNEL(ti_closest_points)
#define ti_edge_turn TI_KERNEL(ti_edge_turn)
#define ti_witness_turn TI_KERNEL(ti_witness_turn)
#define ti_time_after TI_KERNEL(ti_time_after)
#define ti_span_between TI_KERNEL(ti_span_between)
#define ti_longer_step TI_KERNEL(ti_longer_step)
#define ti_try_orbit TI_KERNEL(ti_try_orbit)
#define ti_try_turn TI_KERNEL(ti_try_turn)
#define ti_write_link TI_KERNEL(ti_write_link)
#define ti_step_end TI_KERNEL(ti_step_end)
#define ti_found_contact TI_KERNEL(ti_found_contact)
#define ti_chain_bodies TI_KERNEL(ti_chain_bodies)
#define ti_chain_patches TI_KERNEL(ti_chain_patches)
#define ti_chain_triangles TI_KERNEL(ti_chain_triangles)
#define ti_walk_trees TI_KERNEL(ti_walk_trees)
#define ti_search_window TI_KERNEL(ti_search_window)

// Largest safe step along a direction that stands still, turns at a constant rate, or by the orbits of
// turning points.
ti_step ti_link_fixed(const ti_search* search, const ti_match* match, const ti_apart* apart);
ti_step ti_link_turning(const ti_search* search, const ti_match* match, const ti_apart* apart, toi_vec3 turn);
ti_step ti_link_orbit(const ti_search* search, const ti_match* match, toi_vec3 normal);

ti_closest ti_closest_points(const ti_search* search, const ti_match* match, double slack,
                             ti_simplex* simplex);
toi_vec3 ti_edge_turn(toi_vec3 ea, toi_vec3 eb, toi_vec3 wa, toi_vec3 wb);
toi_vec3 ti_witness_turn(const ti_search* search, const ti_match* match, const ti_simplex* s);

double ti_time_after(double time, double span);
double ti_span_between(double from, double to);
ti_step ti_longer_step(ti_step a, ti_step b);
ti_step ti_try_orbit(const ti_search* search, const ti_match* match, toi_vec3 normal, ti_step step);
ti_step ti_try_turn(const ti_search* search, const ti_match* match, const ti_apart* apart, toi_vec3 turn,
                    ti_step step);
void ti_write_link(ti_search* search, const ti_step* step, double to, const uint32_t triangles[4]);
double ti_step_end(const ti_search* search, const ti_step* step, double rest);
void ti_found_contact(ti_search* search, toi_vec3 on_a, toi_vec3 on_b);
double ti_chain_bodies(ti_search* search, bool* touch);
bool ti_chain_patches(ti_search* search, ti_match* match, const uint32_t triangles[4], double* time,
                      toi_vec3* normal);
void ti_chain_triangles(ti_search* search, uint32_t a, uint32_t b, double time);
void ti_walk_trees(ti_search* search, double time, const uint32_t done[2]);

void ti_search_window(const ti_duel* duel, ti_recorder* recorder, ti_effort* effort, ti_found* found);

// The separation along a direction and the points that decide it, which are looked for near `a` and `b` (0:
// anywhere). Where an edge of one piece pierces the other none is as large as the distance.
static inline ti_apart apart_along(const ti_frame* f, const ti_match* match, toi_vec3 n, uint32_t a,
                                   uint32_t b)
{
    ti_farthest p = shape_farthest(match->a, n, a);
    ti_farthest q = shape_farthest(match->b, v3_negate(frame_to_b(f, n)), b);
    return (ti_apart){n, (v3_dot(n, f->offset) - q.value) - p.value, p.index, q.index};
}

// A contact is put off to the end of the window while each link leads over this part of the rest.
#define TI_PUT_OFF_PART 0.5

// Keeps the smallest separation proved and counts a link. Returns whether there is room to write it down.
static inline bool keep_link(ti_search* search, const ti_step* step)
{
    ti_recorder* r = search->recorder;
    search->least = step->least < search->least ? step->least : search->least;
    if (search->frame.time == search->duel->from && step->least < search->start_least) {
        search->start_least = step->least;
    }
    return r->count++ < r->capacity;
}

// Keeps a link and writes it down. `triangles`: begin and end for A, then for B.
static inline void record_link(ti_search* search, const ti_step* step, double to, const uint32_t triangles[4])
{
    if (keep_link(search, step)) {
        ti_write_link(search, step, to, triangles);
    }
}

#endif
