// When two polytopes are apart along an axis, and when a point is in both.

#ifndef TI_NARROW_BOXES_POLYTOPE_AXIS_H
#define TI_NARROW_BOXES_POLYTOPE_AXIS_H

#include "narrow/boxes/polytope_pair.h"
#include "toi/types.h"

typedef enum ti_axis_kind { TI_AXIS_NONE = 0, TI_AXIS_A, TI_AXIS_B, TI_AXIS_EDGES } ti_axis_kind;

// A normal of A or of B, outwards, with the height of the polytope along it, or two edges.
typedef struct ti_polytope_axis {
    ti_axis_kind kind;
    toi_vec3 normal;
    double height;
    uint32_t face;           // TI_NO_NAME for a normal of no face
    uint32_t edge_a, edge_b; // numbers
    double sign;             // of the cross product of their directions, from A to B
} ti_polytope_axis;

// What touches where an axis has its root; numbers in the polytopes.
typedef struct ti_polytope_touch {
    toi_contact_kind kind; // NONE, VF, FV or EE
    uint32_t a, b;         // vertices, faces or edges
} ti_polytope_touch;

// The parts of a node, from 0 to 1, during which they are certainly apart along an axis: all of it, or up to
// `before` (0: none) and from `after` on (1: none).
typedef struct ti_apart {
    bool whole;
    double before, after;
    ti_polytope_touch touch_before, touch_after;
    double blur; // the margin of the axis as a length
} ti_apart;

// The lines of two edges.
ti_form_lines ti_polytope_lines(const ti_polytope_pair* pair, const ti_polytope_axis* axis);

// Roots are looked for only where `roots` says so.
ti_apart ti_polytope_apart(const ti_polytope_pair* pair, const ti_form_node* node,
                           const ti_polytope_axis* axis, bool roots);

// What may be nearest along an axis on a node: of a plane vertices, but for those that are where others are;
// of edges vertices that are not farther off the lines than this.
typedef struct ti_polytope_nearest {
    uint32_t count, vertices[8];
    double off[2]; // of A and B
} ti_polytope_nearest;

// Whether of all these the value certainly falls all the time, or rises if not `falls`: then polytopes are
// apart before, or after, any time of the node at which the values are positive. Of edges it is the value of
// the lines, less what those vertices may be nearer.
bool ti_polytope_is_steady(const ti_polytope_pair* pair, const ti_form_node* node,
                           const ti_polytope_axis* axis, bool falls, ti_polytope_nearest* nearest);

// A path in both: a point of A or of B, or what of a short piece of an edge of one is in the other, between
// two faces there. These meet in an edge, beside which the piece passes, or are both sides of a polygon,
// through which it goes, perhaps beside an edge of its rim.
typedef struct ti_polytope_path {
    bool of_b;      // fixed in B, so A's planes tell; else the other way round
    bool piece;     // else `point` alone counts
    toi_vec3 point; // or the ends of the piece
    toi_vec3 end;
    uint32_t faces[2];
    uint32_t rim;           // a face that does not count; TI_NO_NAME for none
    bool polygon;           // faces are both sides of one
    ti_polytope_axis edges; // TI_AXIS_NONE for none
    int falls;              // which of the faces has a value that falls from point to end; 2 for either
} ti_polytope_path;

// The part of a node, from `from` to `to`, during which the path is in both, up to a few margins; empty where
// from > to.
typedef struct ti_inside {
    double from, to;
} ti_inside;

ti_inside ti_polytope_inside(const ti_polytope_pair* pair, const ti_form_node* node,
                             const ti_polytope_path* path);

#endif
