// What the files of the collision screen hand to each other, in the order of its steps [Buss05, section 9]:
// frame -> bodies (facing parts, sub-edges) -> pixel records -> cells of the screen -> hits -> contacts.

#ifndef TI_NARROW_SCREW_SCREEN_PARTS_H
#define TI_NARROW_SCREW_SCREEN_PARTS_H

#include "core/arena.h"
#include "core/memory.h"
#include "math/scalar.h"
#include "narrow/screw/screen.h"

#include <string.h>

#define TI_TURN (2.0 * TOI_PI)

// A whole number of rows, columns or lifts: far above any work limit, and held in an int32_t.
static inline int32_t ti_screen_whole(double x)
{
    const double most = 1e9;
    return (int32_t)d_max(-most, d_min(most, x));
}

// ---- frame: y along the axis, z from the axis to where the bodies are

// Coordinates are relative to `origin`; the axis is at z = -rho. Nothing is lost where rho is large: r is
// kept as the difference to rho.
typedef struct ti_screen_frame {
    toi_vec3 origin, axis[3];
    double rho;    // distance of the origin from the axis
    double theta;  // turn, at least 0
    double spin;   // theta rho: speed of the turn at the origin
    double g;      // translation along the axis
    bool straight; // nothing turns: r is z, h is x, and the motion along y
    bool still;    // nothing moves: g is a length that counts as touching
    double from, to;
    // The screen.
    double per_pixel;  // pixels for a length
    double time_error; // time resolution
    double noise;      // rounding error of r and h, in pixels
    double pad;        // how far past its curve a record reaches, in pixels
    double slack;      // `pad` and noise of both bodies, as a length
    bool robust;
    double facing; // values of n . velocity up to this count as zero
} ti_screen_frame;

// Everything a body, facet or point can be: r relative to rho, phi without lifts.
typedef struct ti_screen_box {
    double r[2], y[2], phi[2];
} ti_screen_box;

// What the lifts of something can meet of something else: lifts first to last, none where first > last.
typedef struct ti_screen_lifts {
    int32_t first, last;
} ti_screen_lifts;

void ti_screen_frame_make(const ti_screw_pair* pair, const ti_screen_def* def, ti_screen_frame* frame);

// A direction in the axes of the frame.
static inline toi_vec3 ti_screen_turned(const ti_screen_frame* f, toi_vec3 d)
{
    return v3(v3_dot(d, f->axis[0]), v3_dot(d, f->axis[1]), v3_dot(d, f->axis[2]));
}

// A point in the frame.
static inline toi_vec3 ti_screen_placed(const ti_screen_frame* f, toi_vec3 x)
{
    return ti_screen_turned(f, v3_sub(x, f->origin));
}

// Where a point of the frame is on the screen, with its azimuth phi, lifts included: the formulas of [Buss05,
// section 7] with the arc r phi in place of phi, as a cylinder unwraps to arcs.
ti_screen_mark ti_screen_project(const ti_screen_frame* frame, toi_vec3 x, double phi);

// Distance from the axis less rho, and azimuth in [-pi, pi]: atan(x/(rho + z)). Where the motion is straight
// z and x.
double ti_screen_radius(const ti_screen_frame* frame, toi_vec3 x);
double ti_screen_azimuth(const ti_screen_frame* frame, toi_vec3 x);

// Whether the bounding balls can meet: in r, in time and in h.
bool ti_screen_balls_meet(const ti_screw_pair* pair, const ti_screen_frame* frame);

// Lifts k for which a, turned by k, can meet b as b moves.
ti_screen_lifts ti_screen_meet(const ti_screen_frame* frame, const ti_screen_box* a, const ti_screen_box* b);

// Range of h over a box, azimuths turned by `turn`.
void ti_screen_heights(const ti_screen_frame* frame, const ti_screen_box* box, double turn, double h[2]);

// First and last row that both boxes have, or either one.
void ti_screen_rows(const ti_screen_frame* frame, const ti_screen_box* a, const ti_screen_box* b, bool either,
                    int32_t row[2]);

// ---- bodies: facing parts and sub-edges

typedef struct ti_screen_edge {
    toi_vec3 x[2];
    double phi[2];
    double u[2];
    uint32_t crease;    // TI_NONE for a virtual edge
    uint32_t vertex[2]; // TI_NONE where it was clipped
    uint32_t part[2];   // left, right
    ti_screen_lifts lifts;
} ti_screen_edge;

typedef struct ti_screen_vertex {
    ti_screen_mark mark;
    uint32_t vertex;
    int32_t lift;
} ti_screen_vertex;

// A point where the boundary of a facet, on its way around, changes from one part to another or crosses the
// half-plane phi = pi.
typedef struct ti_screen_crossing {
    toi_vec3 x;
    uint32_t part; // the part that it leaves; at the half-plane that which it is in
    int sign;      // at the half-plane: 1 from azimuths below pi to those above -pi, else -1
} ti_screen_crossing;

// Where a mesh is at s = 0.
typedef struct ti_screen_placing {
    const toi_mesh* mesh;
    double scale;
    ti_mat3 rotation;
    toi_vec3 position;
} ti_screen_placing;

// The heights at which a body is in each row of large pixels.
typedef struct ti_screen_outline {
    double (*span)[2]; // [row[1] - row[0] + 1]: lowest and highest
    int32_t row[2];
    double per_pixel;
    bool nothing; // the outlines are apart
    bool unknown; // a work limit ended the drawing
} ti_screen_outline;

typedef struct ti_screen_body {
    const toi_mesh* mesh;
    int which;                        // 0: A, 1: B
    ti_screen_lifts whole;            // what is drawn of it where nothing is known of the other body
    bool all;                         // also what can meet nothing of the other body, as `whole`
    const ti_screen_outline* outline; // of the other body, or NULL
    bool keep[2];                     // parts that face backward, forward
    bool proper;                      // only what can be touched properly
    toi_vec3* x;                      // [vertex_count], in the frame
    double* r;                        // ti_screen_radius
    double* phi;                      // ti_screen_azimuth
    ti_screen_box box;
    ti_screen_box* boxes;   // [facet_count]
    toi_vec3* normal;       // [facet_count], in the frame
    ti_screen_lifts* lifts; // [2 facet_count], of each part
    uint32_t* copy_first;   // [2 facet_count]: number of the first copy of a part on the screen
    uint32_t copy_count;
    ti_array edges;                 // ti_screen_edge
    ti_array vertices;              // ti_screen_vertex
    ti_array records;               // ti_screen_record
    ti_array crossings, half_plane; // scratch of ti_screen_clip_facet
    bool flat_sides;                // there are sides of facets that are no creases
    bool complete;
} ti_screen_body;

void ti_screen_body_init(ti_screen_body* body, int which, const toi_allocator* allocator);
void ti_screen_body_release(ti_screen_body* body);

// Where a mesh of the pair is.
static inline ti_screen_placing ti_screen_place(const ti_screw_pair* pair, int k)
{
    return (ti_screen_placing){pair->mesh[k], pair->scale[k], pair->rotation[k], pair->position[k]};
}

// Poses the vertices in the frame. @return TOI_ERROR_MEMORY, as all that follow
toi_status ti_screen_pose(const ti_screen_placing* placing, const ti_screen_frame* frame, ti_arena* arena,
                          ti_screen_body* body);

// Outlines of the coarse bodies of `def`, or of boxes. @return TOI_ERROR_MEMORY
toi_status ti_screen_outlines(const ti_screw_pair* pair, const ti_screen_frame* frame,
                              const ti_screen_def* def, ti_arena* arena, ti_screen_outline outline[2]);

// Whether what is in a box, azimuths turned by `turn`, can be in an outline.
bool ti_screen_in_outline(const ti_screen_frame* frame, const ti_screen_outline* outline,
                          const ti_screen_box* box, double turn);

// Steps one and two: the parts of facets that can meet the box of the other body, their boundaries as
// sub-edges, and the vertices. Where `other` is NULL everything is kept, in the lifts `whole`.
toi_status ti_screen_clip(const ti_screen_frame* frame, const ti_screen_box* other, ti_screen_body* body);

// n . velocity at a point of a facet.
static inline double ti_screen_facing(const ti_screen_frame* f, toi_vec3 n, toi_vec3 x)
{
    return (n.x * (f->spin + f->theta * x.z) - n.z * (f->theta * x.x)) + n.y * f->g;
}

// Value whose sign tells the part at a point: below zero backward, else forward. Sliding counts as what is
// kept.
static inline double ti_screen_side(const ti_screen_frame* f, const ti_screen_body* body, toi_vec3 n,
                                    toi_vec3 x)
{
    double value = ti_screen_facing(f, n, x);
    return body->keep[0] ? (body->keep[1] ? value : value - f->facing) : value + f->facing;
}

static inline bool ti_screen_keeps(const ti_screen_body* body, uint32_t part)
{
    return body->lifts[part].first <= body->lifts[part].last;
}

// The part of a facet at fraction u of an edge whose ends have the given values.
static inline uint32_t ti_screen_part_at(uint32_t facet, const double value[2], double u)
{
    uint32_t side = value[0] < 0.0 ? 0 : 1;
    bool past = (value[0] < 0.0) != (value[1] < 0.0) && u >= value[0] / (value[0] - value[1]);
    return 2 * facet + (past ? 1 - side : side);
}

// An edge cut where the value of a facet changes sign, or at the half-plane phi = pi.
typedef struct ti_screen_cut {
    toi_vec3 x;
    double u;
} ti_screen_cut;

bool ti_screen_cut_side(toi_vec3 x0, toi_vec3 x1, double value0, double value1, ti_screen_cut* cut);
bool ti_screen_cut_azimuth(const ti_screen_frame* frame, toi_vec3 x0, toi_vec3 x1, ti_screen_cut* cut);

// Virtual edges along the lines n . velocity = 0 and along phi = +-pi (figures 10 and 11), and of sides of
// facets that are no creases.
toi_status ti_screen_clip_facet(const ti_screen_frame* frame, ti_screen_body* body, uint32_t facet);

// The pieces of an edge from x[0] to x[1] between facets to its left and right (TI_NONE for none).
typedef struct ti_screen_span {
    toi_vec3 x[2];
    double phi[2];
    uint32_t vertex[2];
    uint32_t crease;
    uint32_t facet[2];
    uint32_t part[2]; // where facet is TI_NONE: this part, if any
} ti_screen_span;

toi_status ti_screen_add_span(const ti_screen_frame* frame, ti_screen_body* body, const ti_screen_span* span);

// ---- pixel records

// Step three. Only rows from row[0] to row[1] are drawn.
toi_status ti_screen_rasterize(const ti_screen_frame* frame, const int32_t row[2], uint32_t max_records,
                               ti_screen_body* body);

// ---- cells

// The screen cut into rows, and rows into times, as step four sorts by.
typedef struct ti_screen_grid {
    int32_t row[2];      // first and last
    uint32_t times;      // cells of a row
    double start, width; // of the first time, and of each
} ti_screen_grid;

// What is known of a record or vertex without looking at it.
typedef struct ti_screen_item {
    double h[2], t[2]; // lowest and highest
    uint32_t index;
    bool real; // not of a virtual edge
} ti_screen_item;

// An item in an order by h, then by index.
typedef struct ti_screen_key {
    double h;
    uint32_t index;
    uint32_t at; // where the item is
} ti_screen_key;

// Short lists: one of each cell.
void ti_screen_sort(ti_screen_key* keys, size_t count);

// Items by cell, in each of them by rising h[0], then index: those of cell c are item[first[c]] up to
// item[first[c + 1] - 1]. Cell (row - row[0]) times + time.
typedef struct ti_screen_cells {
    uint32_t count;
    uint32_t* first; // [count + 1]
    ti_screen_item* item;
} ti_screen_cells;

// ---- hits

// A vertex that projects into a face, or two edges whose projections cross.
typedef struct ti_screen_hit {
    toi_contact_kind kind;
    uint32_t feature[2]; // vertex, facet or crease of A and of B
    double lower, upper; // bounds of the time
    double s;            // EE: the time
    double u[2];         // EE: where on the creases
    bool inside;         // the drawn pieces cross; else they are as near as the curves may be
} ti_screen_hit;

// Everything that steps five and six read.
typedef struct ti_screen_sweep {
    const ti_screen_frame* frame;
    const ti_screen_body* body[2];
    double (*times[2])[2]; // of each copy of a part: when it passes the screen
    ti_screen_grid grid;
    ti_screen_cells records[2], vertices[2];
    bool sorted;    // else records are in no order, by the hash table of pixels
    uint32_t pairs; // compared so far
} ti_screen_sweep;

toi_status ti_screen_sweep_make(const ti_screen_frame* frame, const ti_screen_def* def,
                                const ti_screen_body body[2], const int32_t row[2], ti_arena* arena,
                                ti_screen_sweep* sweep);

// Step five: the vertices of body k that project into faces of the other.
toi_status ti_screen_sweep_faces(ti_screen_sweep* sweep, int k, ti_arena* arena, ti_array* hits);

// Step six: edges that cross.
toi_status ti_screen_sweep_edges(ti_screen_sweep* sweep, ti_array* hits);

// Step six by a hash table of pixels.
toi_status ti_screen_hash_edges(ti_screen_sweep* sweep, ti_arena* arena, ti_array* hits);

// Compares a record of A and one of B; a hit where the curves may cross at a time in question.
toi_status ti_screen_cross(ti_screen_sweep* sweep, const ti_screen_item* a, const ti_screen_item* b,
                           ti_array* hits);

// Number of the copy of a part, TI_NONE where there is none in that lift.
static inline uint32_t ti_screen_copy(const ti_screen_body* body, uint32_t part, int32_t lift)
{
    if (part == TI_NONE || lift < body->lifts[part].first || lift > body->lifts[part].last) {
        return TI_NONE;
    }
    return body->copy_first[part] + (uint32_t)(lift - body->lifts[part].first);
}

// The last steps: one contact for each pair of features and time.
toi_status ti_screen_resolve(const ti_screw_pair* pair, const ti_screen_frame* frame, const ti_array* hits,
                             ti_arena* arena, ti_array* contacts);

// Whether a point of the plane of a facet of body k is on it, or within `reach` of it.
bool ti_screen_on_facet(const ti_screw_pair* pair, int k, uint32_t index, toi_vec3 x, double reach);
bool ti_screen_share_corner(const ti_features* features, uint32_t a, uint32_t b);

// Roots in [from, to] of the distance c[0] + S c[1] + C c[2] + s c[3] of a vertex from a plane.
enum { TI_SCREEN_ROOTS = 16 };
typedef struct ti_screen_root {
    double s, until;
    bool tangent, sustained;
} ti_screen_root;

typedef struct ti_screen_fall {
    double c[4];
    double theta;
    double from, to;
    double tolerance;
} ti_screen_fall;

// The distance, its first or its second derivative.
double ti_screen_fall_at(const ti_screen_fall* fall, int order, ti_swing p);

int ti_screen_roots(const ti_screen_fall* fall, ti_screen_root roots[TI_SCREEN_ROOTS]);

#endif
