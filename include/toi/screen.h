// The collision screen as a picture: what of two bodies is drawn on it and where, and where contacts are.

#ifndef TOI_SCREEN_H
#define TOI_SCREEN_H

#include "toi/query.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A place on the collision screen [Buss05, section 7]: the flow of a screw carries every point through the
/// screen at the distance r from the axis and at the height h along it. Without a turn r and h are two
/// coordinates across the motion.
typedef struct toi_screen_mark {
    double r, h; ///< in pixels; r is counted from toi_screen.r_origin
    double t; ///< how far past the screen a point is, as a time; a point of B gets to one of A after t of A
              ///< less t of B
} toi_screen_mark;

/// The part of a projected edge that is in one row of pixels, as a straight piece.
typedef struct toi_screen_record {
    toi_screen_mark from, to; ///< on the way from edge[0] to edge[1]
    toi_screen_mark error;    ///< the projected curve is within this of the piece
    uint32_t body;            ///< 0: A, 1: B
    /// Vertex numbers, both TOI_SCREEN_NONE of a virtual edge: the border of the part of a face that faces
    /// the other body, or a cut along the half-plane behind the axis.
    uint32_t edge[2];
    uint32_t vertex[2]; ///< the vertex at `from` and at `to`; TOI_SCREEN_NONE inside of the edge
    int32_t row;        ///< holds r from row to row + 1
    int32_t lift;       ///< turns that were added: a body around the axis is drawn more than once
} toi_screen_record;

#define TOI_SCREEN_NONE UINT32_MAX

/// Both bodies on the collision screen, and the screw that it belongs to.
typedef struct toi_screen {
    toi_screen_record* records; ///< those of A, then those of B, edge by edge
    uint32_t record_count;
    int32_t first_row, first_column;
    uint32_t rows, columns; ///< 0 where nothing is drawn
    double pixel;           ///< its size, in length
    double r_origin;        ///< distance from the axis at r = 0, in length
    toi_screw screw;        ///< that it belongs to
    bool straight;          ///< drawn as a motion without a turn
    bool between_ends;      ///< the screw between the end poses stands for a motion that need not be one
    void* memory;           ///< owned by the screen
    toi_allocator allocator;
} toi_screen;

/// Draws a pair on the collision screen of its relative motion: where that is a screw on that, else or with
/// def->relative_screw on the one between the end poses.
/// @param a, b   bodies; their meshes must outlive the screen
/// @param def    settings as of toi_all_contacts, or NULL for the defaults. From a min_properness of 0 on,
///               and without `leaving`, only what can be hit is drawn: what faces backward of A and forward
///               of B
/// @param out    written only when the call returns TOI_OK; toi_screen_release frees what it holds
/// @return as toi_all_contacts; TOI_ERROR_LIMIT where there were too many pixels
/// Deterministic: equal input gives equal bits. Safe to call from any thread.
TOI_API toi_status toi_screen_draw(const toi_body* a, const toi_body* b, const toi_query_def* def,
                                   toi_screen* out);

/// Where a contact is on the screen, as B is drawn: by time and point_in_a. The contact must be of the screw
/// that the screen was drawn for.
TOI_API toi_screen_mark toi_screen_place(const toi_screen* screen, const toi_contact* contact);

/// Frees what toi_screen_draw allocated. NULL and a zero screen are allowed.
TOI_API void toi_screen_release(toi_screen* screen);

#ifdef __cplusplus
}
#endif

#endif
