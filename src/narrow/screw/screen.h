// The collision screen: all contacts of two bodies under a screw, found where their projections along the
// flow of the screw meet, pixel by pixel [Buss05, sections 6 to 9].

#ifndef TI_NARROW_SCREW_SCREEN_H
#define TI_NARROW_SCREW_SCREEN_H

#include "narrow/screw/screw.h"

// How pixel records are brought together.
typedef enum ti_screen_order {
    TI_SCREEN_SORTED = 0, // sorted by row and height
    TI_SCREEN_BY_TIME,    // sorted by row, by time and by height: for bodies whose surfaces are close at
                          // many times, as a screw in its hole
    TI_SCREEN_HASHED,     // edges meet in a hash table of pixels; nothing is sorted by height
} ti_screen_order;

enum { TI_SCREEN_PIXELS = 12 };

// Zero means "default" in every field.
typedef struct ti_screen_def {
    uint32_t pixels;        // along a short edge: the lower quartile of the creases of the body where that is
                            // shorter; default TI_SCREEN_PIXELS
    double time_resolution; // of the time along a projected edge; default 0.02
    // Also reports what comes within a pixel, and lets no contact go by: every contact between features of
    // the pair at a time in [from, to], entering (or leaving where asked) and at least min_properness proper,
    // is among the reports, at a time within s_error.
    bool robust;
    ti_screen_order order;
    // Closed meshes in the same coordinates that enclose the bodies (ti_screen_encloses): their outlines are
    // drawn first, in large pixels, and of the bodies only what projects into the outline of the other one.
    // With one of them, or with `boxes`, the box of a mesh stands in where there is none.
    const toi_mesh* coarse[2];
    bool boxes;
    uint32_t max_records; // work limit, for each body; default 2^22
} ti_screen_def;

typedef struct ti_screen_size {
    uint32_t rows, columns;          // 0 where nothing is drawn
    int32_t first_row, first_column; // the least of what is drawn
    double pixel;                    // length, in the unit of the pair
    double r_origin;     // distance from the axis at r = 0, in the unit of the pair; 0 where nothing turns
    bool straight;       // projected along a straight motion
    uint32_t records[2]; // pixel records of each body
    uint32_t pairs;      // pairs of records and of vertices and faces that were compared
    bool complete;       // false: a work limit ended the search
} ti_screen_size;

// A point on the screen and the time at which it passes it.
typedef struct ti_screen_mark {
    double r, h, t; // r and h in pixels
} ti_screen_mark;

// The part of a projected edge that is in one row: a straight piece, near which the curve is.
typedef struct ti_screen_record {
    ti_screen_mark from, to; // on the way from vertex[0] of the crease to vertex[1]
    ti_screen_mark error;    // the curve is within this of the piece
    double u[2];             // fraction of the crease at `from` and `to`
    uint32_t crease;         // TI_NONE: a virtual edge, which only bounds faces
    uint32_t part[2];   // to the left and right: 2 facet + 1 where it faces forward, 2 facet where backward;
                        // TI_NONE for none
    uint32_t vertex[2]; // at `from` and `to`; TI_NONE inside the edge
    int32_t row, lift;  // lift: turns added to the azimuth
} ti_screen_record;

// Appends to `contacts` as ti_screw_find does, from pixel records alone. Uses the allocator of `contacts`.
// def may be NULL.
// @return TOI_ERROR_MEMORY
toi_status ti_screen_find(const ti_screw_pair* pair, const ti_screen_def* def, ti_array* contacts,
                          ti_screen_size* size);

// Draws both bodies whole: appends the ti_screen_record of A, then those of B; size->records says how many.
// Of A there is every lift in which its azimuths can meet those of B.
toi_status ti_screen_draw(const ti_screw_pair* pair, const ti_screen_def* def, ti_array* records,
                          ti_screen_size* size);

// Whether no vertex of a mesh is outside of any plane of a closed mesh: exact for the doubles of both, and
// then the mesh is inside of it.
bool ti_screen_encloses(const toi_mesh* coarse, const toi_mesh* fine);

// Where the point x of the frame of A, touched at time s, is on that screen, as B is drawn.
ti_screen_mark ti_screen_at(const ti_screw_pair* pair, const ti_screen_def* def, toi_vec3 x, double s);

#endif
