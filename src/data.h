// Every struct that crosses a folder boundary, in the order data flows:
// polygons -> mesh (triangles, topology, tree, support) -> path -> candidate -> result.

#ifndef TI_DATA_H
#define TI_DATA_H

#include "math/pose.h"
#include "math/twist.h"
#include "toi/toi.h"

// ---- mesh

// A triangle of a face, in the order of the tree. Points and segments repeat their last vertex.
typedef struct ti_triangle {
    uint32_t vertex[3];
    uint32_t face;
} ti_triangle;

typedef enum ti_edge_class {
    TI_EDGE_NONE = 0, // from a vertex to itself: no edge
    TI_EDGE_CONVEX,
    TI_EDGE_FLAT,
    TI_EDGE_REFLEX,
    TI_EDGE_BOUNDARY,
    TI_EDGE_NON_MANIFOLD,
} ti_edge_class;

// Half-edges over the polygons. Half-edge h runs from corner h of its face to the next corner of that face.
// The half-edges of one edge, in either direction and of any number of faces, form a ring through
// next_on_edge; a boundary half-edge is its own next.
typedef struct ti_topology {
    uint32_t* face_of;      // [corner_count]
    uint32_t* next_on_edge; // [corner_count]
    uint8_t* edge_class;    // [corner_count], ti_edge_class
    // The half-edges that leave vertex v are vertex_corner[vertex_first[v]] up to
    // vertex_corner[vertex_first[v + 1] - 1], rising.
    uint32_t* vertex_first; // [vertex_count + 1]
    uint32_t* vertex_corner;
    uint32_t* component_vertex; // [component_count]: one used vertex of each component
    uint32_t component_count;
} ti_topology;

// ---- tree over the triangles (src/bvh)

enum {
    TI_TREE_WIDTH = 4,
    TI_TREE_LEAF_TRIANGLES = 4, // largest number of triangles of a leaf
    TI_PATCH_POINTS = 64,       // largest number of points of a patch
};

#define TI_NONE UINT32_MAX

// Points as structure of arrays; count is a multiple of four, the last one repeated.
typedef struct ti_points {
    const double* x;
    const double* y;
    const double* z;
    uint32_t count;
} ti_points;

// Four oriented boxes in the local frame of the mesh, in float, each rounded outwards: box i is
// { center_i + sum over k of s_k axis_k,i, |s_k| <= 1 } and holds every triangle of its range.
// Unused lanes repeat lane 0 in everything but `child`, which is TI_NONE, and `begin`.
typedef struct ti_node {
    float axis[9][4];   // axis[3 k + c][i]: coordinate c of half-axis k of box i
    float center[3][4]; // center[c][i]
    float radius[4];    // at least the largest distance of a point of box i from the local origin
    float size[4];      // half diagonal
    uint32_t child[4];  // node that splits box i; TI_NONE for a leaf or an unused lane
    uint32_t patch[4];  // index of the points of box i in ti_tree.patches, or TI_NONE
    uint32_t begin[5];  // box i holds the triangles begin[i] up to begin[i + 1] - 1
    uint32_t point[5];  // and of ti_support the points point[i] up to point[i + 1] - 1
    uint32_t count;     // lanes in use
} ti_node;

// The same four ranges in boxes along the local axes, rounded outwards: what a walk of one tree reads that
// tells no more. Unused lanes are empty: nothing is within them.
typedef struct ti_slabs {
    float side[6][4]; // side[c][i]: least coordinate c of box i, side[3 + c][i]: largest
    uint32_t at[4];   // node that splits box i; of a leaf its first triangle
    uint8_t leaf[4];  // triangles of a leaf; 0 for a box that is split and for an unused lane
} ti_slabs;

// nodes[0] has one lane, the box of the whole mesh; its child, if any, is nodes[1].
typedef struct ti_tree {
    ti_node* nodes;
    ti_slabs* slabs; // [node_count]
    uint32_t node_count;
    ti_points* patches;
    float* patch_radius; // largest distance of a point of the patch from the local origin
    uint32_t patch_count;
    double* patch_memory; // all patch coordinates
    uint32_t depth;       // levels of nodes; a walk of one tree keeps at most 3 depth + 1 boxes
} ti_tree;

// Points whose convex hull is that of a body: the corners of the hull where it is known (all extreme
// vertices, of those in one place one, and perhaps others on its surface), else all used vertices. They stand
// in the order in which the triangles of the tree name them first: those that the triangles of box i of a
// node name first are the points [point[i], point[i + 1]) of that node, and lie in box i.
typedef struct ti_support {
    ti_points points; // padded, with four more repeats of the last point beyond the end
    uint32_t* vertex; // [points.count]: input vertex of a point
    double* memory;   // all coordinates
    // The points that an edge of the hull joins to point i are neighbors[neighbor_first[i]] up to
    // neighbors[neighbor_first[i + 1] - 1], a multiple of four, the first of them repeated at the end; a
    // repeated point is joined to the point that it repeats. NULL where the hull is not known, and for few
    // points or more than 2^16.
    uint32_t* neighbor_first; // [points.count + 1]
    uint16_t* neighbors;
} ti_support;

// The planes of the sides of a convex mesh that has few, or of a single plane convex face both ways: good
// directions for what touches such a body.
typedef struct ti_sides {
    ti_points normal; // unit, outwards, in the local frame; the last one repeated up to a multiple of four
    const double* offset;   // [normal.count]: the largest normal . v of all points v
    uint32_t* corner_first; // [count + 1]
    uint32_t* corner; // points of ti_support around side i: corner_first[i] up to corner_first[i + 1] - 1
    uint32_t count;   // without repeats; 0: many, or none
    double* memory;
} ti_sides;

enum { TI_MOST_SIDES = 16 };

// ---- features (src/mesh/features.h): what contacts over a whole motion are named by, in the local frame

// A plane piece of a face: the face itself where its corners are in one plane up to rounding, else one of its
// triangles. Faces without an area have none.
typedef struct ti_facet {
    toi_vec3 normal; // unit; outwards where the surface is wound so
    double offset;   // normal . x of its plane
    uint32_t face;
    uint32_t corner_begin, corner_end; // in ti_features.corner: its vertices, counter-clockwise around normal
    bool convex;                       // a simple convex polygon, up to rounding
    bool solid;                        // its surface encloses a solid behind it; else it is a sheet
} ti_facet;

// An edge of facets that is not flat.
typedef struct ti_crease {
    uint32_t vertex[2];            // input numbers, smaller first
    uint32_t wing_begin, wing_end; // in ti_features.wing: facets that end here. Of a solid two: first the one
                                   // to the left, seen from outside, on the way from vertex[0] to vertex[1]
    uint8_t edge_class;            // of a solid TI_EDGE_CONVEX or TI_EDGE_REFLEX; of a sheet any but flat
    bool solid;
} ti_crease;

typedef enum ti_tip_class {
    TI_TIP_NONE = 0, // no feature: unused, or all edges around are flat
    TI_TIP_HILL,     // of a solid, and a plane can rest on it from outside
    TI_TIP_HOLLOW,   // of a solid, and certainly no plane can
    TI_TIP_SHEET,    // of a sheet, or of several surfaces
} ti_tip_class;

// A corner of a facet at a vertex: in ti_features.corner the vertex stands at `corner`.
typedef struct ti_sector {
    uint32_t facet, corner;
} ti_sector;

// Four balls around facets, with a box and a cone of normals each.
typedef struct ti_facet_node {
    double center[3][4], radius[4];
    float side[6][4]; // of a box along the local axes, rounded outwards: side[c][i] the least coordinate c of
                      // box i, side[3 + c][i] the largest
    // All normals of facets at the facets, creases and tips of lane i, those aside that nothing can touch
    // properly (ti_features.reflex), are within the angle acos(cosine[i]) of the axis; cosine <= -1 where
    // nothing is known, and where there are sheets.
    double axis[3][4], cosine[4], sine[4];
    uint32_t child[4];  // node that splits lane i; TI_NONE for a leaf or an unused lane
    uint32_t facet[5];  // lane i holds the facets facet[i] up to facet[i + 1] - 1,
    uint32_t crease[5]; // these creases
    uint32_t tip[5];    // and these entries of ti_features.tip
    uint32_t count;     // lanes in use
} ti_facet_node;

typedef struct ti_features {
    ti_facet* facets; // in the order of the tree
    uint32_t facet_count;
    uint32_t* corner;   // vertices of the corners of all facets
    ti_crease* creases; // ordered by the first facet that they end
    uint32_t crease_count;
    uint32_t* wing;        // facets of all creases
    uint32_t* wing_corner; // and the corner of each at which its side along the crease starts
    uint32_t* tip;         // vertices that are features, ordered by the first facet that they are a corner of
    uint32_t tip_count;
    uint8_t* tip_class; // [vertex_count], ti_tip_class
    // Of vertex v: sector_first[v] to sector_first[v + 1] - 1 in sector, and the same for creases.
    uint32_t* sector_first; // [vertex_count + 1]
    ti_sector* sector;
    uint32_t* tip_crease_first; // [vertex_count + 1]
    uint32_t* tip_crease;
    double flatness;      // largest distance of a corner of a facet from its plane, rounding included
    double tilt;          // largest sine of the angle between a facet's plane and a side of it, alike
    ti_facet_node* nodes; // nodes[0] has one lane, everything
    uint32_t node_count;
    bool reflex;  // there are solid creases or tips that nothing can touch properly
    bool tangled; // many facets, and normals of all directions in most parts of the surface
    bool wires;   // there are edges or vertices that no facet has
} ti_features;

// A round shape instead of polygons: its frame and size stand in the mesh, which has no vertices and no
// faces.
typedef enum ti_round_kind { TI_ROUND_NONE = 0, TI_ROUND_SPHERE, TI_ROUND_CYLINDER } ti_round_kind;

typedef struct ti_round {
    ti_round_kind kind;
    double radius;
    double half_height; // of a cylinder, along the z axis
} ti_round;

// A mesh is made once and never changes. `local` is (q - center) 2^-exponent of each vertex q, so that the
// largest used one has a length in (1/2, 1]: queries do not depend on the unit of length.
struct toi_mesh {
    toi_allocator allocator;
    toi_vec3* vertices; // as given, scaled
    uint32_t vertex_count;
    uint32_t* corners;      // vertex of each corner, face by face
    uint32_t* face_offsets; // [face_count + 1]
    uint32_t face_count;
    uint32_t corner_count;
    ti_triangle* triangles; // in the order of the tree once that is built
    uint32_t triangle_count;
    ti_topology topology;
    toi_mesh_info info;
    toi_vec3 center; // of the box of the used vertices
    double radius;   // largest |q - center| over the used vertices, rounded up
    int exponent;
    toi_vec3* local; // [vertex_count]
    bool inspect_only;
    ti_round round; // in the unit of the vertices
    ti_tree tree;
    ti_support support;
    ti_features features;
    ti_sides sides;
};

// Whether a face has the vertex. Those that none has are no part of the body.
static inline bool ti_vertex_used(const toi_mesh* mesh, uint32_t vertex)
{
    return mesh->topology.vertex_first[vertex] < mesh->topology.vertex_first[vertex + 1];
}

// ---- motion

typedef enum ti_law {
    TI_LAW_UNIFORM = 0, // the angle grows linearly
    TI_LAW_NLERP,       // the angle of a normalised linear quaternion
} ti_law;

// One smooth piece of a motion, for times from t0 to t1. With s = t - t0 the body turns about the direction
// of `turn` by the angle phi(s), and the world point of mesh point v is
//     position + Rot v + S a + C2 (turn x a) + s drift,   a = turn x (Rot v) + orbit,
//     Rot the start rotation, S = sin(phi)/th, C2 = (1 - cos(phi))/th^2, th = |turn|
//     (for th = 0: S = s, C2 = s^2/2).
// TI_LAW_UNIFORM: phi = th s. TI_LAW_NLERP: `orbit` is zero, phi(s) = 2 atan2(u sin h, 1 - u + u cos h) with
// u = s/(t1 - t0) and h = th (t1 - t0)/2, at most pi/2.
typedef struct ti_path {
    double t0, t1;
    toi_pose start; // pose at t0, unit quaternion
    toi_vec3 turn;  // rotation vector per unit of time (TI_LAW_NLERP: on average)
    toi_vec3 orbit; // velocity of the body's origin at t0 that comes from the turn
    toi_vec3 drift; // constant velocity
    double
        lever; // lengths per unit of time that `orbit` and `drift` were made from and need not show in them,
               // or not in their difference between two bodies; part of the magnitude L of any rounding bound
    ti_law law;
    double bend; // how far the motion is from this path at most, for the points that it was made for; 0 but
                 // for chords of rational motions
} ti_path;

// The motion of B as A sees it, from time t0 to t1, as a screw in s = (t - t0)/(t1 - t0). The frame is that
// of the mesh of A with its origin at the centre of A. At s = 0 the point c + y of the mesh of B, c its
// centre, is at position + rotation y.
typedef struct ti_screw {
    double t0, t1;
    ti_mat3 rotation;
    toi_vec3 position;
    ti_twist twist;
    double magnitude; // length L: fields give every point of B, at every s, within 64 u L of the exact screw;
                      // infinite where the numbers leave the range of doubles
    double model_error; // how far a point of B may be from where the motion has it, at any time of the piece
} ti_screw;

// ---- broad phase

// A body over its whole motion: at every time t it is in `box` moved by t `drift`. Bodies further apart than
// the sum of their margins are not asked about.
typedef struct ti_swept {
    toi_bounds box;
    toi_vec3 drift;
    double margin;
} ti_swept;

// Two bodies that can meet, as far as ti_swept tells.
typedef struct ti_candidate {
    uint32_t a, b; // body indices, a < b
} ti_candidate;

// ---- face pairs at an instant

// A body at one instant. The posed doubles of its vertices are the geometry on which answers are exact.
typedef struct ti_faces {
    const ti_triangle* triangles; // of a mesh in the order of its tree
    const toi_vec3* vertices;     // of a rigid body in the frame of its mesh, else in world space
    uint32_t triangle_count, vertex_count;
    bool rigid;
    ti_mat3 rotation; // of the pose of a rigid body
    toi_vec3 position;
} ti_faces;

static inline toi_vec3 ti_faces_vertex(const ti_faces* faces, uint32_t vertex)
{
    toi_vec3 v = faces->vertices[vertex];
    return faces->rigid ? xf_point(&faces->rotation, faces->position, v) : v;
}

static inline void ti_faces_corners(const ti_faces* faces, uint32_t triangle, toi_vec3 corner[3])
{
    const ti_triangle* t = &faces->triangles[triangle];
    for (int k = 0; k < 3; ++k) {
        corner[k] = ti_faces_vertex(faces, t->vertex[k]);
    }
}

// Two triangles by their index, of two bodies or of one.
typedef struct ti_face_pair {
    uint32_t a, b;
} ti_face_pair;

// Where float boxes are: coordinate x of space is (x - origin) scale, with a power of two for the scale.
typedef struct ti_float_frame {
    toi_vec3 origin;
    double scale;
} ti_float_frame;

// A box in a frame, rounded outwards. Both sides round alike because the upper one is stored negated, and two
// boxes meet where lower_a <= upper_b and lower_b <= upper_a: one comparison of eight lanes.
typedef struct ti_float_box {
    float lower[3];
    uint32_t item;
    float minus_upper[3];
    uint32_t unused; // 0
} ti_float_box;

#endif
