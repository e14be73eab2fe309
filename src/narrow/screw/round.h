// Contacts of exact balls and cylinders, with meshes and with each other. docs/methods/round.md has the
// functions.

#ifndef TI_NARROW_SCREW_ROUND_H
#define TI_NARROW_SCREW_ROUND_H

#include "narrow/screw/jet.h"
#include "narrow/screw/properness.h"
#include "narrow/screw/solve.h"

// As ti_screw_find, where at least one of the bodies is round.
toi_status ti_round_find(const ti_screw_pair* pair, ti_screw_effort* effort, ti_array* contacts);

// ---- bodies

// A round body at s = 0 in the frame and unit of the pair. A ball has no half height, and its axis is unused.
typedef struct ti_roller {
    ti_round_kind kind;
    int body;
    double radius, half_height;
    toi_vec3 center, axis;
} ti_roller;

// Faces and rims of a cylinder. Side s is 0 for -z, 1 for +z.
enum { TI_ROLLER_SIDE = 0, TI_ROLLER_CAP = 1 };

// Who rests and who moves: all is seen from the body `rest`, as it stands at s = 0. The other one moves with
// the twist, or against it where B rests. Of a mesh and a round body the mesh rests.
typedef struct ti_stage {
    ti_solver* solver;
    int rest;
    double direction;
} ti_stage;

// A time and the half width of the span around it.
typedef struct ti_moment {
    double s, h;
    ti_swing swing; // of the moving body
} ti_moment;

ti_moment ti_moment_at(const ti_stage* stage, double s, double h);

// A point and a unit vector of a body, given at s = 0.
ti_jet3 ti_stage_point(const ti_stage* stage, const ti_moment* moment, int body, toi_vec3 start);
ti_jet3 ti_stage_direction(const ti_stage* stage, const ti_moment* moment, int body, toi_vec3 start);

// The same, given as they are at the moment.
ti_jet3 ti_stage_point_now(const ti_stage* stage, const ti_moment* moment, int body, toi_vec3 now);
ti_jet3 ti_stage_direction_now(const ti_stage* stage, const ti_moment* moment, int body, toi_vec3 now);

// A ball or cylinder at a moment.
typedef struct ti_rolling {
    ti_jet3 center, axis;
} ti_rolling;

ti_rolling ti_stage_roller(const ti_stage* stage, const ti_moment* moment, const ti_roller* roller);

// ---- events

// What a contact is, in the frame of the stage.
typedef struct ti_touch {
    toi_vec3 point, normal; // normal from the resting body to the moving one, of unit length
    double properness;
    toi_feature_kind kind[2]; // of the resting and of the moving body
    uint32_t index[2];
    double sine; // of two edges: of the angle between them; else 0
    bool at_end; // as in ti_screw_contact
} ti_touch;

typedef struct ti_event ti_event;

// What is asked of features of two kinds: they touch where `distance` is zero and all limits are at least
// zero.
typedef struct ti_event_law {
    // False: they do not touch at any time of the span.
    bool (*distance)(const ti_event* event, const ti_moment* moment, ti_jet* jet);
    // Limit k, a length: both features are where they touch while no limit is below zero.
    ti_jet (*limit)(const ti_event* event, const ti_moment* moment, uint32_t k);
    uint32_t limit_count;
    bool plain;       // the distance is one, not scaled: its slope is the speed at which the features part
    bool limits_hold; // false: limits only tell when `touch` may change its answer
    // The contact at time s; false if the features end before it by more than `slack`.
    bool (*touch)(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch);
    int picks; // how many places of contact there may be at one time; 0 is 1
} ti_event_law;

// Two features that may touch.
struct ti_event {
    const ti_stage* stage;
    ti_event_law law;
    const ti_roller* roller[2]; // the round bodies
    uint32_t feature;           // of the mesh, if there is one: facet, crease or vertex
    toi_vec3 point, along;      // of it at s = 0: a point, and its unit normal or direction
    double length;              // of a crease, or the offset of a facet
    ti_wedge wedge;             // at a crease of a solid, where only proper contacts are asked for
    int pick;                   // of the places of contact the one that `touch` is asked for
    int side[2];                // which rim or cap of the rollers: -1 and 1; or which of two functions
};

// Round body i of an event at a moment, and the centre of its rim on the side event->side[i].
ti_rolling ti_event_roller(const ti_event* event, const ti_moment* moment, int i);
ti_jet3 ti_event_rim(const ti_event* event, const ti_rolling* roller, int i);

// Searches on [from, to]; contacts that count are appended. False without memory.
bool ti_event_solve(const ti_event* event, double from, double to);

// The same for both ends of roller i, whose side in the event is -1, then 1.
bool ti_event_solve_ends(const ti_event* event, int i, const double window[2]);

// ---- rims on planes

// How high the lowest point of a rim is over a plane: `arm` leads from a point of the plane to the centre of
// the rim, `normal` and `axis` are unit vectors.
ti_jet ti_rim_height(ti_jet3 normal, ti_jet3 arm, ti_jet3 axis, double radius, double h);

// Whether the cap of roller i is level within half the tolerance: `sine` is that of its axis and the normal.
bool ti_rim_is_level(const ti_event* event, int i, double sine);

typedef enum ti_rim_rest {
    TI_RIM_AWAY = 0, // level, with the cap turned away
    TI_RIM_FLAT,     // level: all of the cap is lowest
    TI_RIM_POINT,
} ti_rim_rest;

// How rim i lies on a plane with the unit normal n on its side: sets properness and the feature of roller i.
// Of one point also touch->point, and `slack` grows by how far that may be off.
ti_rim_rest ti_rim_lay(const ti_event* event, int i, const ti_rolling* rim, toi_vec3 n, double* slack,
                       ti_touch* touch);

// ---- kinds of events

// The events of one facet, crease or vertex of the resting mesh.
bool ti_round_facet(const ti_stage* stage, const ti_roller* roller, uint32_t facet, const double window[2]);
bool ti_round_crease(const ti_stage* stage, const ti_roller* roller, uint32_t crease, const double window[2]);
bool ti_round_tip(const ti_stage* stage, const ti_roller* roller, uint32_t vertex, const double window[2]);

// The plane through side k of the facet of an event, across it; the normal points out of the facet.
ti_plane ti_facet_side(const ti_event* event, uint32_t k);

// The side of a cylinder and an edge, or the sides of two cylinders.
bool ti_round_lines(const ti_event* event, const double window[2]);

// Lines, or planes of rims, with a smaller sine are not told apart from parallel ones: over `length` they are
// then within half the tolerance of that.
double ti_least_sine(const ti_event* event, double length);
bool ti_stays_parallel(const ti_jet* sine, double least); // during all of the span

// A cylinder and a feature of the mesh.
bool ti_cylinder_facet(const ti_event* event, const double window[2]);
bool ti_rim_crease(const ti_event* event, const double window[2]);
bool ti_cylinder_tip(const ti_event* event, const double window[2]);

// Two round bodies; the first one rests.
bool ti_round_pair(const ti_stage* stage, const ti_roller roller[2], const double window[2]);
bool ti_cylinder_pair(const ti_event* event, const double window[2]);
bool ti_rims_on_sides(const ti_event* event, const double window[2]);

// ---- properness

// Of a wedge on a plane with the unit normal n on the side of the wedge, to which its edge is parallel.
double ti_properness_wedge_plane(const ti_wedge* wedge, toi_vec3 n);

// The wedge of the mesh at a crease as it stands at s = 0.
ti_wedge ti_stage_wedge(const ti_stage* stage, uint32_t crease);

// Of a vertex of the resting mesh on a plane, n on the side of the mesh.
double ti_stage_tip(const ti_stage* stage, uint32_t vertex, toi_vec3 n);

// A contact of an edge of the resting body and one of the moving body at touch->point: sets its normal and
// properness. False where they are parallel within the tolerance; `length` is that of the shorter one.
bool ti_touch_edges(const ti_event* event, const ti_wedge* rest, const ti_wedge* moving, double length,
                    ti_touch* touch);

// The wedge of a cylinder at a point of a rim: `out` and `axis` point outwards from the side and the cap.
ti_wedge ti_rim_wedge(toi_vec3 out, toi_vec3 axis);

#endif
