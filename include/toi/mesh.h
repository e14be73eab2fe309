// Polygon meshes: from arrays or from files in memory, and what is known about them.

#ifndef TOI_MESH_H
#define TOI_MESH_H

#include "toi/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A polygon mesh, prepared for queries. Immutable: any number of threads may use it at once.
typedef struct toi_mesh toi_mesh;

/// Polygons as arrays. The arrays are copied.
/// Face f has the corners indices[face_offsets[f]] to indices[face_offsets[f + 1] - 1]; a face of one corner
/// is a point, one of two a segment. With face_offsets NULL every face is a triangle.
typedef struct toi_mesh_def {
    const double* vertices; ///< x, y, z of each vertex
    uint32_t vertex_count;
    const uint32_t* indices;
    const uint32_t* face_offsets; ///< face_count + 1 rising numbers from 0, or NULL for triangles
    uint32_t face_count;
    double scale;                   ///< every coordinate is multiplied by it; 0 means 1
    bool inspect_only;              ///< leave out what only queries need; toi_first_contact refuses it
    const toi_allocator* allocator; ///< default malloc and free; kept for the life of the mesh
} toi_mesh_def;

/// Makes a mesh. Accepts open, non-manifold and soup meshes, repeated vertices and degenerate faces.
/// @return TOI_ERROR_INVALID (with `error` naming the vertex or face) for a coordinate that is not finite, an
///         index out of range, a face without corners, a mesh without faces or vertices, a scale that is not
///         finite and positive; TOI_ERROR_LIMIT beyond 2^30 corners; TOI_ERROR_MEMORY
TOI_API toi_status toi_mesh_create(const toi_mesh_def* def, toi_mesh** mesh, toi_error* error);

/// Box with faces 0 to 5 at -x, +x, -y, +y, -z, +z; vertex i has +x if i & 1, +y if i & 2, +z if i & 4.
TOI_API toi_status toi_mesh_create_box(toi_vec3 half, const toi_allocator* allocator, toi_mesh** mesh,
                                       toi_error* error);

/// An exact ball around the origin, for toi_all_contacts alone. It has no vertices and one face, number 0,
/// which toi_mesh_info does not count. @return TOI_ERROR_INVALID for a radius that is not finite and positive
TOI_API toi_status toi_mesh_create_sphere(double radius, const toi_allocator* allocator, toi_mesh** mesh,
                                          toi_error* error);

/// An exact cylinder around the z axis, from -half_height to half_height, for toi_all_contacts alone. It has
/// no vertices, the faces 0 (side), 1 (cap at -half_height) and 2 (cap at half_height), and the rims of these
/// as the edges {0, 0} and {1, 1}; toi_mesh_info counts none of them. @return as toi_mesh_create_sphere
TOI_API toi_status toi_mesh_create_cylinder(double radius, double half_height, const toi_allocator* allocator,
                                            toi_mesh** mesh, toi_error* error);

/// Polygons for a ball or a cylinder, which must be finer than `accuracy`: all of their points are in the
/// shape (or, `outside`, no point of the shape is outside of them) and within `accuracy` of its surface.
/// @return TOI_ERROR_INVALID for a mesh that is no round shape or an accuracy that is not finite and
/// positive;
///         TOI_ERROR_LIMIT where more than 2^24 corners would be needed; TOI_ERROR_MEMORY
TOI_API toi_status toi_mesh_create_tessellation(const toi_mesh* round, bool outside, double accuracy,
                                                const toi_allocator* allocator, toi_mesh** mesh,
                                                toi_error* error);

/// A mesh with every face of its solids moved inwards by `depth`, with the same vertex and face numbers. What
/// is no solid (sheets with their rims, segments, points, closed surfaces wound inwards) stays as it is.
///
/// A vertex goes to where the planes of its faces meet once they have moved. Where its faces lie in more than
/// three planes, which then need not meet in one point, it makes the smallest move that takes it inside of
/// all of them by the depth; faces are then tilted a little, and polygons no longer plane. A face along a
/// reflex edge goes into the solid too, and is longer then.
///
/// Every point of the new surface of a solid is inside of the old one and at least `depth` from its surface,
/// less 2^-42 of the size of the mesh and its distance from the origin: checked for each mesh, or it is
/// refused. Bodies that lie on each other with faces, whose insets by d keep 2 d apart, just touch. Edges and
/// corners stand out from the inset by more than d, and may come into the other body by less than what is
/// more: by sqrt(2) - 1 and sqrt(3) - 1 times d for those of a box.
/// @param depth  finite, at least 0; 0 makes a copy
/// @return TOI_ERROR_INVALID for a mesh that no query takes, a depth that is not valid, or where the mesh is
/// too
///         thin: a face would turn over, come too near to the surface of before, or meet another;
///         `error->index` is the face, or the vertex for which there is no way inside; TOI_ERROR_MEMORY
TOI_API toi_status toi_mesh_create_inset(const toi_mesh* mesh, double depth, const toi_allocator* allocator,
                                         toi_mesh** inset, toi_error* error);

/// Frees a mesh; NULL is allowed. No query that uses it may be running.
TOI_API void toi_mesh_destroy(toi_mesh* mesh);

typedef enum toi_format {
    TOI_FORMAT_UNKNOWN = 0,
    TOI_FORMAT_OBJ,
    TOI_FORMAT_STL, ///< text or binary, told apart by the content
    TOI_FORMAT_PLY, ///< text, binary little-endian or binary big-endian
    TOI_FORMAT_OFF,
} toi_format;

/// The format that a file name ends in, without regard to case.
TOI_API toi_format toi_format_from_name(const char* file_name);

/// Limits of a reader. Zero means the default in every field.
typedef struct toi_read_def {
    double scale;      ///< of toi_mesh_read, as in toi_mesh_def; toi_polygons_read leaves numbers as they are
    bool weld;         ///< merge vertices at equal positions, as toi_polygons_weld; STL needs it
    bool inspect_only; ///< of toi_mesh_read, as in toi_mesh_def
    uint64_t max_vertices; ///< in the file, before any are merged; default 2^28
    uint64_t max_faces;    ///< default 2^28
    const toi_allocator* allocator;
} toi_read_def;

/// Polygons owned by the caller, as a reader leaves them; free with toi_polygons_release.
typedef struct toi_polygons {
    double* vertices; ///< x, y, z of each vertex
    uint32_t vertex_count;
    uint32_t* indices;
    uint32_t* face_offsets; ///< face_count + 1 numbers
    uint32_t face_count;
    toi_allocator allocator;
} toi_polygons;

/// Reads the bytes of a mesh file, in double precision and linear time; what counts as a face in each format
/// is in docs/mesh-files.md. Normals, colours and materials are skipped. Release the polygons after TOI_OK
/// only.
/// @return TOI_ERROR_FORMAT with the line of a text, or in `index` the byte of a binary file, and what was
///         expected there, also for a file without faces; TOI_ERROR_LIMIT; TOI_ERROR_MEMORY;
///         TOI_ERROR_INVALID for TOI_FORMAT_UNKNOWN or NULL
TOI_API toi_status toi_polygons_read(const void* bytes, size_t size, toi_format format,
                                     const toi_read_def* def, toi_polygons* polygons, toi_error* error);

/// Merges vertices whose three coordinates compare equal (so -0 equals 0); keeps the first of each, in order.
/// Faces keep their numbers and corners. @return TOI_ERROR_MEMORY, and then nothing has changed
TOI_API toi_status toi_polygons_weld(toi_polygons* polygons);

TOI_API void toi_polygons_release(toi_polygons* polygons);

/// toi_polygons_read, then toi_mesh_create.
TOI_API toi_status toi_mesh_read(const void* bytes, size_t size, toi_format format, const toi_read_def* def,
                                 toi_mesh** mesh, toi_error* error);

/// Counts of what a mesh is and of what is wrong with it.
typedef struct toi_mesh_info {
    uint32_t vertices, faces, triangles;
    uint32_t edges;      ///< edges of polygons, not the inner diagonals
    uint32_t components; ///< sets of faces joined by edges
    toi_bounds bounds;   ///< of the vertices that faces use
    double size;         ///< twice the largest distance of a used vertex from the centre of the box
    bool closed;         ///< every edge has an even number of faces, and there is an edge
    bool manifold;       ///< every edge has one or two faces, and the faces around each vertex form one fan
    bool oriented;       ///< the two faces of every edge with two run along it in opposite directions
    bool convex;         ///< proved to be the surface of a convex body, wound outwards or all inside out
    uint32_t edges_convex, edges_flat, edges_reflex, edges_boundary, edges_non_manifold;
    uint32_t vertices_unused, vertices_repeated; ///< in no face; at the position of an earlier vertex
    uint32_t vertices_non_manifold;              ///< the faces around them are not one fan
    uint32_t faces_degenerate;                   ///< no area: they act as the segment or point that they are
    uint32_t faces_repeated;                     ///< the same vertices as an earlier face
    uint32_t faces_non_planar;                   ///< polygons whose corners are not in one plane
    uint32_t faces_non_convex;                   ///< polygons with a reflex corner
    uint32_t edges_misoriented;                  ///< two faces that run along it in the same direction
} toi_mesh_info;

TOI_API void toi_mesh_get_info(const toi_mesh* mesh, toi_mesh_info* info);

/// Position of an input vertex (after scaling). @param vertex below toi_mesh_info.vertices
TOI_API toi_vec3 toi_mesh_vertex(const toi_mesh* mesh, uint32_t vertex);

/// Corner vertices of an input face. @return the number of corners; *corners points into the mesh
TOI_API uint32_t toi_mesh_face(const toi_mesh* mesh, uint32_t face, const uint32_t** corners);

#ifdef __cplusplus
}
#endif

#endif
