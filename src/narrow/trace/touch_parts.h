// What the files of touches share: two bodies in the axes of A, and pieces of them.

#ifndef TI_NARROW_TRACE_TOUCH_PARTS_H
#define TI_NARROW_TRACE_TOUCH_PARTS_H

#include "math/rounding.h"
#include "math/within.h"
#include "mesh/features.h"
#include "narrow/trace/touch.h"

// A body in the frame: the axes of A, its centre the origin, a power of two the unit.
typedef struct touch_body {
    const toi_mesh* mesh;
    const ti_features* features;
    const toi_vec3* at;      // its vertices in the frame, or NULL: to be computed
    const toi_vec3* normals; // of its facets in the frame, and
    const double* offsets;   // normal . x of these; or NULL
    bool turned;             // B
    bool one_sided;          // only the fronts of facets count
    bool hollow;    // the other body is inside of it: backs count too, and edges that are reflex from outside
    double scale;   // local coordinates to the unit of the frame
    ti_mat3 turn;   // B: axes to those of the frame
    ti_mat3 put;    // B: the same times scale
    toi_vec3 shift; // B: where its centre is
} touch_body;

enum { TOUCH_CORNERS = 16, TOUCH_SMALL = 32, TOUCH_FACETS = 16 };

// Corners of a facet in the frame. Those of up to TOUCH_CORNERS need no memory.
typedef struct touch_polygon {
    const ti_facet* facet;
    toi_vec3 normal; // of the facet
    double offset;   // normal . x
    const toi_vec3* x;
    const uint32_t* vertex;
    uint32_t count;
} touch_polygon;

typedef struct touch_room {
    toi_vec3 own[TOUCH_CORNERS];
    toi_vec3* more; // for `capacity` of them
    uint32_t capacity;
} touch_room;

// Corners and facets of a small body in the frame: a walk asks for each several times.
typedef struct touch_small {
    toi_vec3 points[TOUCH_SMALL], normals[TOUCH_FACETS];
    double offsets[TOUCH_FACETS];
} touch_small;

// How facets of one body are seen from points of another, in the local coordinates of these: normal n as turn
// n, offset d as scale d + shift . n.
typedef struct touch_view {
    ti_mat3 turn;
    toi_vec3 shift;
    double scale;
    const ti_points* points;
} touch_view;

// The lowest and highest point of the other body over each facet of a small convex one.
typedef struct touch_spans {
    double low[TOUCH_FACETS], high[TOUCH_FACETS];
} touch_spans;

typedef struct touch_pair {
    touch_body body[2];
    int exponent;     // the unit of the frame is 2^exponent of those of the world
    double reach;     // what is within this touches
    double rounding;  // e: coordinates and distances in the frame are right within it
    double slack;     // what is nearer than this counts as in one place
    double outline;   // what is outside of a polygon by less than this counts as on it
    bool convex;      // both bodies are: whether they meet is known before facets are looked at
    bool settled;     // their nearest places are known too
    bool plain;       // no trees and no shortcuts
    bool avx2;        // kernels for it
    uint32_t sources; // pairs of facets that gave touches
    uint32_t nearest; // touches from nearest places
    ti_touch_list* list;
    touch_room room[2];
    touch_small small;    // of B
    touch_spans spans[2]; // over the facets of A, of B
} touch_pair;

// Rounding bounds that `slack` is.
#define TOUCH_SLACK TI_TOUCH_SLACK

// And `outline`: enough that no rounding takes a corner off a side that it is on.
#define TOUCH_OUTLINE 4.0

// Facets face each other where the cosine of the angle between one normal and the other reversed is at least
// this: within 50 degrees. A body that rests on an edge at 45 degrees has both faces beside it facing the
// floor; the sides of a box, whose normals are across, never face it however they are rounded.
#define TOUCH_FACING 0.64

// Ranges of facets, creases and tips of a body, and a box in the frame around them.
typedef struct touch_pack {
    uint32_t facet[2], crease[2], tip[2];
    toi_vec3 lower, upper;
} touch_pack;

// What a walk of the tree of B asks of its lanes: A, as it is seen in the axes of either body.
typedef struct touch_probe {
    const touch_pack* box; // of A in the frame
    double wide;           // what may be apart
    float low[3], high[3]; // a box around A in the local coordinates of B, grown by that, rounded outwards
} touch_probe;

// Whether two boxes are farther apart than `wide` along some axis.
static inline bool touch_boxes_apart(const touch_pack* a, const touch_pack* b, double wide)
{
    return !(a->lower.x - b->upper.x <= wide && b->lower.x - a->upper.x <= wide &&
             a->lower.y - b->upper.y <= wide && b->lower.y - a->upper.y <= wide &&
             a->lower.z - b->upper.z <= wide && b->lower.z - a->upper.z <= wide);
}

// ---- points

static inline toi_vec3 touch_point(const touch_body* b, uint32_t vertex)
{
    if (b->at != NULL) {
        return b->at[vertex];
    }
    toi_vec3 v = b->mesh->local[vertex];
    return b->turned ? xf_point(&b->put, b->shift, v) : v3_scale(b->scale, v);
}

static inline toi_vec3 touch_normal(const touch_body* b, uint32_t facet)
{
    if (b->normals != NULL) {
        return b->normals[facet];
    }
    toi_vec3 n = b->features->facets[facet].normal;
    return b->turned ? m3_apply(&b->turn, n) : n;
}

// The plane alone.
static inline touch_polygon touch_plane(const touch_body* b, uint32_t facet)
{
    const ti_facet* f = &b->features->facets[facet];
    touch_polygon p = {.facet = f, .normal = touch_normal(b, facet)};
    if (b->offsets != NULL) {
        p.offset = b->offsets[facet];
    } else {
        p.offset = b->scale * f->offset + (b->turned ? v3_dot(p.normal, b->shift) : 0.0);
    }
    return p;
}

static inline double touch_height(const touch_polygon* p, toi_vec3 x)
{
    return v3_dot(p->normal, x) - p->offset;
}

// Adds the corners. False without memory.
bool ti_touch_corners(touch_pair* pair, int side, touch_polygon* p);

static inline toi_vec3 touch_edge(const touch_polygon* p, uint32_t i)
{
    return v3_sub(p->x[i + 1 < p->count ? i + 1 : 0], p->x[i]);
}

// A polygon as it is seen along a unit vector `view`, from whose tip its corners turn counter-clockwise.
typedef struct touch_outline {
    const touch_polygon* p;
    toi_vec3 view;
    double slack;
    // Of few corners only: of each side a vector across it, inwards, as long as the side is seen; that times
    // its corner, and the slack times its length or a little more.
    toi_vec3 inward[TOUCH_CORNERS];
    double start[TOUCH_CORNERS], room[TOUCH_CORNERS];
} touch_outline;

void ti_touch_outline_make(touch_outline* outline, const touch_polygon* p, toi_vec3 view, double slack);

static inline toi_vec3 touch_inward(const touch_outline* o, uint32_t i)
{
    return o->p->count <= TOUCH_CORNERS ? o->inward[i] : v3_cross(o->view, touch_edge(o->p, i));
}

// How far x is on the inner side of side i, times the length of the side.
static inline double touch_side(const touch_outline* o, uint32_t i, toi_vec3 x)
{
    if (o->p->count <= TOUCH_CORNERS) {
        return v3_dot(o->inward[i], x) - o->start[i];
    }
    toi_vec3 inward = touch_inward(o, i);
    return v3_dot(inward, x) - v3_dot(inward, o->p->x[i]);
}

// What counts as on side i, times its length or a little more.
static inline double touch_side_slack(const touch_outline* o, uint32_t i)
{
    return o->p->count <= TOUCH_CORNERS ? o->room[i] : o->slack * v3_norm1(touch_inward(o, i));
}

// Whether x is seen on the polygon; what is outside by less than the slack is on it.
bool ti_touch_holds(const touch_outline* outline, toi_vec3 x);

// ---- features that can be touched

static inline bool touch_two_sided(const touch_body* b, const ti_facet* facet)
{
    return !b->one_sided && (!facet->solid || b->hollow);
}

static inline bool touch_tip_counts(const touch_body* b, uint32_t vertex)
{
    uint8_t class = b->features->tip_class[vertex];
    return class != TI_TIP_NONE && (class != TI_TIP_HOLLOW || b->hollow);
}

static inline bool touch_crease_counts(const touch_body* b, const ti_crease* crease)
{
    return !(crease->solid && crease->edge_class == TI_EDGE_REFLEX) || b->hollow;
}

// The crease that joins two vertices; NULL where the edge is flat or reflex.
const ti_crease* ti_touch_crease(const touch_body* b, uint32_t tail, uint32_t head);

// ---- pieces, in the order of their calls

// Facets of one pair that face each other: the corners of their common part. Facets that cross, if they may:
// FF.
void ti_touch_facets(touch_pair* pair, const touch_polygon* a, const touch_polygon* b, bool may_cross);

// A segment that is no side of a facet, of body `side`, and a facet of the other that it may cross.
void ti_touch_wire(touch_pair* pair, int side, const ti_crease* wire, const touch_polygon* p);

// Nearest places of a vertex or crease of one body and a feature of the other. `side` is the body of the
// vertex.
void ti_touch_vertex_facet(touch_pair* pair, int side, uint32_t vertex, const touch_polygon* p);
void ti_touch_vertices(touch_pair* pair, uint32_t a, uint32_t b);
void ti_touch_vertex_crease(touch_pair* pair, int side, uint32_t vertex, const ti_crease* crease);
void ti_touch_creases(touch_pair* pair, const ti_crease* a, const ti_crease* b);

// Whether products of the edges of a box and of a polygon tell that they are apart, of an edge that it is
// farther than `wide`. False promises nothing.
bool ti_touch_polygon_apart(const touch_polygon* p, const touch_pack* box);
bool ti_touch_edge_far(const toi_vec3 end[2], const touch_pack* box, double wide);

// Everything of two packs. False without memory.
bool ti_touch_packs(touch_pair* pair, const touch_pack* a, const touch_pack* b);

// Packs of the trees that are within reach of each other.
bool ti_touch_walk(touch_pair* pair);

// All of a body.
touch_pack ti_touch_everything(const touch_pair* pair, int side);

// How far two convex bodies are apart along the best normal of a facet; if more than the reach perhaps less.
double ti_touch_part(touch_pair* pair);

// The facets of two convex bodies that ti_touch_part was asked about: their common parts, not what crosses.
// False without memory.
bool ti_touch_parted(touch_pair* pair);

// Whether they are in each other deeper than the slack, and if so the touch that says it. Takes long for many
// edges.
bool ti_touch_deep(const touch_pair* pair, const ti_still* a, const ti_still* b, ti_touch* touch);

// Whether a convex body is inside of the convex body `side`, farther from its surface than the slack.
bool ti_touch_contains(const touch_pair* pair, int side);

// A place for one more touch, not initialised; NULL without memory. To be filled with a touch that is named,
// in frame coordinates; both faces are those of its manifold.
ti_touch* ti_touch_push(touch_pair* pair);

// Adds a touch. Of two creases one of which is a diagonal it is made one of two faces.
void ti_touch_add(touch_pair* pair, const ti_touch* touch);

// Names of what is not a vertex: the lowest face at a vertex or an edge, the edge of a crease. A crease that
// is no edge of the input, but a diagonal of a face that is not plane, is that face.
uint32_t ti_touch_face_at_vertex(const toi_mesh* mesh, uint32_t vertex);
uint32_t ti_touch_face_at_crease(const touch_body* body, const ti_crease* crease);
toi_feature ti_touch_crease_name(const touch_body* body, const ti_crease* crease);

// Sorts, drops what is there twice, and puts the rest into world space.
bool ti_touch_finish(touch_pair* pair, const ti_still* a);

#endif
