// Vectors, poses and the names of what touches.

#ifndef TOI_TYPES_H
#define TOI_TYPES_H

#include "toi/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct toi_vec3 {
    double x, y, z;
} toi_vec3;

/// Quaternion in the order w, x, y, z. Poses use unit quaternions; they are normalised on reading.
typedef struct toi_quat {
    double w, x, y, z;
} toi_quat;

/// Takes a point v of a body to R v + position, R the rotation of the quaternion.
typedef struct toi_pose {
    toi_vec3 position;
    toi_quat quaternion;
} toi_pose;

/// The pose that moves nothing.
// clang-format off
#define TOI_POSE_IDENTITY {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}
// clang-format on

typedef struct toi_bounds {
    toi_vec3 lower, upper;
} toi_bounds;

typedef enum toi_feature_kind {
    TOI_FEATURE_NONE = 0,
    TOI_FEATURE_VERTEX, ///< index[0]: vertex number of the input
    TOI_FEATURE_EDGE,   ///< index[0] < index[1]: the vertex numbers of its ends; {0, 0} and {1, 1}: the rims
                        ///< of a cylinder at -z and at +z
    TOI_FEATURE_FACE,   ///< index[0]: face number of the input, a polygon, not a triangle of it
} toi_feature_kind;

typedef struct toi_feature {
    toi_feature_kind kind;
    uint32_t index[2];
} toi_feature;

/// Which features touch. Vertex on vertex and vertex on edge are named VF or FV with the lowest face there.
typedef enum toi_contact_kind {
    TOI_CONTACT_NONE = 0,
    TOI_CONTACT_VF, ///< vertex of A on face of B
    TOI_CONTACT_FV, ///< face of A, vertex of B
    TOI_CONTACT_EE, ///< edge of A and edge of B
    TOI_CONTACT_FF, ///< faces that cross where the bodies start overlapping, or of polygons that are not
                    ///< plane and touch with nothing but the insides of their faces; or round faces
    TOI_CONTACT_EF, ///< edge of A on a face of B, one of them round; of all contacts where a body deforms
                    ///< also on an inner diagonal of the face, along which it may bend
    TOI_CONTACT_FE, ///< face of A, edge of B, as EF
} toi_contact_kind;

/// One place where two bodies touch, in world space at `time`. toi_first_contact leaves zero in the fields
/// after `normal`, which toi_all_contacts fills: where a body deforms, as is said there.
typedef struct toi_contact {
    toi_contact_kind kind;
    toi_feature a, b;
    double time;                      ///< fraction of the motion
    double gap;                       ///< distance of the two features at `time`
    toi_vec3 point;                   ///< midpoint of the two closest points
    toi_vec3 normal;                  ///< unit vector from A to B
    toi_vec3 point_in_a, normal_in_a; ///< the same in the frame of A's mesh
    double properness;  ///< from -1 to 1: how far the surfaces face each other there, negative where they are
                        ///< inside each other next to the contact [Buss05, section 5]; docs/methods/screw.md
    double approach;    ///< speed of B against the normal, in length per motion: positive while they approach
    double time_error;  ///< the surfaces meet within this of `time`; larger where they do so at a small angle
    double until;       ///< `sustained`: when the contact ends; else equal to `time`
    double model_error; ///< how far the screw that stands for the motion may be from it, in length
    uint32_t group;     ///< contacts within `concurrent` of the first of their group have its number, from 0
    bool entering;      ///< the bodies come together here; false: they part, listed with `leaving`
    bool tangent;       ///< they touch without crossing, up to rounding
    bool sustained;     ///< they stay in touch from `time` to `until`
} toi_contact;

#ifdef __cplusplus
}
#endif

#endif
