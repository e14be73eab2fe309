// What the files of the paper's route share: the frame of a pair, the features of a body that are within
// reach, and the search over pairs of them. Lengths are in units of 2^exponent, in the frame of the still
// body, around the centre of its mesh.

#ifndef TI_NARROW_TRACE_PAPER_PARTS_H
#define TI_NARROW_TRACE_PAPER_PARTS_H

#include "core/arena.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/trace/paper.h"

// Where the zone of two faces at a sharp edge ends: at most so many times its thickness from the edge.
#define TI_PAPER_REACH (10.0 / 3.0)

// How points move: all along `by`, or about an axis by an angle whose half has the tangent `limit`.
typedef struct ti_paper_move {
    bool turns;
    toi_vec3 by;
    toi_vec3 axis, origin; // unit; the sense is that of the motion
    double limit;          // largest fraction of a translation, or tangent
    double sine, cosine;   // of the whole angle of the piece
    double bulge;          // an arc leaves the box of its ends by at most so many times its radius
} ti_paper_move;

// A pair of bodies at the start of a piece of the move.
typedef struct ti_paper_frame {
    int exponent;
    ti_mat3 rotation;  // of the mover
    toi_vec3 position; // of the centre of its mesh
    ti_paper_move move;
    double angle; // of the whole rotation, not negative
    double error; // bound on rounding of a point of the mover relative to the still body, at any time
} ti_paper_frame;

void ti_paper_frame_init(const ti_paper_terms* terms, ti_paper_frame* frame);

// The frame when the rotation has come to angle `from`, for a piece of at most two thirds of half a turn.
ti_paper_frame ti_paper_frame_piece(const ti_paper_frame* start, double from, double to);

// Where a point is after the part `at` of the piece.
toi_vec3 ti_paper_move_point(const ti_paper_move* move, toi_vec3 x, double at);

// A direction fixed in the mover, alike.
toi_vec3 ti_paper_move_direction(const ti_paper_move* move, toi_vec3 d, double at);

// The velocity of the mover at a point of space; only its direction matters.
static inline toi_vec3 ti_paper_velocity(const ti_paper_move* move, toi_vec3 x)
{
    return move->turns ? v3_cross(move->axis, v3_sub(x, move->origin)) : move->by;
}

// The motion of the still body as the mover sees it.
static inline ti_paper_move ti_paper_move_back(ti_paper_move move)
{
    move.by = v3_negate(move.by);
    move.axis = v3_negate(move.axis);
    return move;
}

// ---- features

typedef struct ti_paper_vertex {
    toi_vec3 at;
    toi_bounds swept; // where it comes, grown by the reach of the zone for the mover
    uint32_t vertex;  // number in the mesh
    bool live;        // can touch a face; else it only bounds
    bool sheet;       // on a rim, or without faces
} ti_paper_vertex;

typedef struct ti_paper_edge {
    toi_vec3 at, span;
    toi_vec3 out; // the zone of thickness e ends at the line through at + e out; zero: not known
    double length;
    toi_bounds swept;
    uint32_t end[2]; // vertices, the one with the smaller number in the mesh first
    bool live;       // can touch an edge
    bool rim;        // not between two faces
} ti_paper_edge;

typedef struct ti_paper_facet {
    toi_vec3 normal;
    toi_bounds swept;
    uint32_t begin, end; // in corner and side
    uint32_t face;       // number in the mesh
    bool front, back;    // sides on which it can be touched
    bool convex;
} ti_paper_facet;

typedef struct ti_paper_body {
    const toi_mesh* mesh;
    ti_paper_vertex* vertices;
    uint32_t vertex_count;
    ti_paper_edge* edges;
    uint32_t edge_count;
    ti_paper_facet* facets;
    uint32_t facet_count;
    uint32_t* corner; // vertices of facets
    uint32_t* side;   // from each corner to the next: twice the edge, and 1 where it runs against it
    uint32_t internal;
    double flatness; // distance of corners from the plane of their facet at most
} ti_paper_body;

// What the features of a body are gathered by.
typedef struct ti_paper_gather {
    const ti_paper_terms* terms;
    const ti_paper_frame* frame;
    toi_bounds reach; // only features that come into this box count
    bool mover;       // which of the two bodies
    bool nested;      // the other body may be inside this one
    // Of every vertex of the mesh, or NULL: then they are made when they are asked for.
    const toi_vec3* placed;
    const toi_bounds* swept;
} ti_paper_gather;

static inline const toi_mesh* ti_paper_mesh(const ti_paper_gather* g)
{
    return g->mover ? g->terms->mover.mesh : g->terms->still.mesh;
}

// Features of the body within reach, in the order of the mesh. False without memory.
bool ti_paper_body_gather(const ti_paper_gather* gather, ti_arena* arena, ti_paper_body* body);

// How a body is seen.
enum { TI_PAPER_FRONT = 1, TI_PAPER_BACK = 2 };
int ti_paper_sides_seen(const ti_paper_gather* gather, bool solid);

bool ti_paper_crease_is_live(const ti_paper_gather* g, const ti_crease* crease);
bool ti_paper_tip_is_live(const ti_paper_gather* g, uint32_t vertex);
bool ti_paper_facet_is_live(const ti_paper_gather* g, const ti_facet* facet, int side);

// The vector `out` of an edge (section 3.5).
toi_vec3 ti_paper_crease_out(const ti_paper_gather* g, const ti_crease* crease);

// A vertex of the mesh in the frame.
toi_vec3 ti_paper_place(const ti_paper_gather* g, uint32_t vertex);
toi_vec3 ti_paper_place_direction(const ti_paper_gather* g, toi_vec3 d);

static inline bool bounds_meet(const toi_bounds* a, const toi_bounds* b)
{
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
           b->lower.y <= a->upper.y && a->lower.z <= b->upper.z && b->lower.z <= a->upper.z;
}

static inline toi_bounds bounds_join(toi_bounds a, toi_bounds b)
{
    return (toi_bounds){v3_min(a.lower, b.lower), v3_max(a.upper, b.upper)};
}

static inline toi_bounds bounds_grow(toi_bounds a, double by)
{
    return (toi_bounds){v3_sub(a.lower, v3(by, by, by)), v3_add(a.upper, v3(by, by, by))};
}

// Where a point comes during a piece.
toi_bounds ti_paper_swept(const ti_paper_move* move, toi_vec3 x);

#endif
