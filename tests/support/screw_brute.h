// The truth against which all contacts under a screw are tested: every pair of features, one by one, in long
// double. It shares no code with src/: topology, motion by axis and angle, roots and properness are its own.

#ifndef TOI_TESTS_SCREW_BRUTE_H
#define TOI_TESTS_SCREW_BRUTE_H

#include "support/real.h"

#include <stdbool.h>
#include <stdint.h>

// ---- meshes

typedef struct sb_polygons {
    const double* vertices; // x, y, z of each
    uint32_t vertex_count;
    const uint32_t* corners;
    const uint32_t* offsets; // [face_count + 1]
    uint32_t face_count;
} sb_polygons;

typedef enum sb_edge_kind { SB_EDGE_FLAT = 0, SB_EDGE_CONVEX, SB_EDGE_REFLEX, SB_EDGE_OPEN } sb_edge_kind;

// A facet at an edge; `forth` where its corners run from v[0] to v[1].
typedef struct sb_wing {
    uint32_t face;
    bool forth;
} sb_wing;

typedef struct sb_edge {
    uint32_t v[2]; // smaller first
    uint32_t wing_begin, wing_end;
    sb_edge_kind kind; // OPEN: of a sheet, and not flat
} sb_edge;

// A corner of a face.
typedef struct sb_corner {
    uint32_t face, next, previous; // and the vertices beside it
} sb_corner;

typedef struct sb_mesh {
    rvec* vertex;
    uint32_t vertex_count;
    uint32_t* corner;
    uint32_t* offset;
    uint32_t face_count;
    bool* face_used;  // three corners or more, and an area
    bool* face_solid; // its component is closed, manifold along edges and consistently wound
    sb_edge* edge;
    uint32_t edge_count;
    sb_wing* wing;
    bool* vertex_used;   // has an edge that is not flat
    uint32_t* fan_first; // [vertex_count + 1]
    sb_corner* fan;      // the corners of vertex v are fan[fan_first[v]] up to fan[fan_first[v + 1] - 1]
    real size;           // twice the largest distance of a used vertex from the centre of their box
} sb_mesh;

// Every polygon must be plane. Aborts without memory.
void sb_mesh_init(sb_mesh* mesh, const sb_polygons* polygons);
void sb_mesh_release(sb_mesh* mesh);

// ---- queries

// Takes B from `start` along a screw during the times from `from` to `to`. A translation has angle 0.
typedef struct sb_screw {
    double from, to;
    toi_pose start;
    toi_vec3 point, axis;
    double angle, advance;
} sb_screw;

// A rests in the frame in which the screws are given.
typedef struct sb_query {
    const sb_mesh *a, *b;
    toi_pose pose_a;
    const sb_screw* screws;
    uint32_t screw_count;
    double tolerance; // by which features are enlarged; 0: 1e-9 of the size of the smaller body
    double min_properness;
} sb_query;

typedef enum sb_verdict {
    SB_NO = 0, // a contact of two features, but not in the set, and no rounding could put it there
    SB_MAYBE,  // so near a decision that it may be in the set or not
    SB_YES,    // certainly in the set, unless another contact of its choice is
} sb_verdict;

typedef struct sb_contact {
    toi_contact_kind kind;
    uint32_t feature[2]; // vertex, face or index of sb_mesh.edge of A and of B
    real time, until;
    real slack; // of a SB_MAYBE: how far the time may be off, or until when it stays so near
    rvec point, normal;
    real properness;
    real approach; // -normal . velocity of B, per piece of motion
    bool entering, tangent, sustained;
    bool reported; // in the set as this arithmetic decides it
    bool borderline;
    bool forced; // of a choice: one of its contacts is certainly in the set
    sb_verdict verdict;
    uint32_t choice;      // contacts of equal number exclude each other: one vertex at one time
    real speed;           // of B at the point, per time
    real depth;           // how far the point is outside of the features: negative inside
    real end_distance[4]; // of EE: from the point to the ends of A's edge and of B's
} sb_contact;

typedef struct sb_list {
    sb_contact* contacts;
    uint32_t count, capacity;
} sb_list;

// All contacts with a verdict, reported ones and all SB_MAYBE, ordered by time. With `everything` also the
// SB_NO. The list must be zero or from an earlier call.
void sb_find(const sb_query* query, bool everything, sb_list* list);
void sb_list_release(sb_list* list);

#endif
