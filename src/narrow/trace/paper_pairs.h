// The search over pairs of features of one piece of a move.

#ifndef TI_NARROW_TRACE_PAPER_PAIRS_H
#define TI_NARROW_TRACE_PAPER_PAIRS_H

#include "narrow/trace/paper_parts.h"

#include "narrow/trace/paper_wave.h"

// ---- sides: which way a point passes a line

// A point and the way it goes.
typedef struct ti_paper_ray {
    toi_vec3 at, along;
    double speed; // length of `along`
} ti_paper_ray;

// S(p, v; c, w) = (c - p) . (v x w): the permuted inner product of the paper, by differences. `least` is how
// large it must be for its sign to be sure: products and sums round by less than 12 u of |c - p| |v| |w|, and
// the points are off by `error`.
typedef struct ti_paper_side {
    double value, least;
} ti_paper_side;

static inline ti_paper_side ti_paper_side_of(const ti_paper_ray* ray, const ti_paper_edge* edge, double error)
{
    toi_vec3 d = v3_sub(edge->at, ray->at);
    double value = v3_dot(d, v3_cross(ray->along, edge->span));
    return (ti_paper_side){value, (error + 12.0 * TI_U * v3_norm1(d)) * ray->speed * edge->length};
}

// Signs of sides, each computed once [VanWaveren05, section 4]: two bits for an edge of one body and a vertex
// of the other. The edge is taken from its lower vertex to the higher, so that the faces on both sides of it
// read one number.
typedef struct ti_paper_cache {
    uint32_t* bits; // NULL: nothing is kept, the answers are the same
    const ti_paper_body *edges, *vertices;
    toi_vec3 along; // how the vertices move
    double speed, error;
} ti_paper_cache;

// Tables of more bits than this are not made.
#define TI_PAPER_CACHE_LIMIT ((size_t)1 << 30)

// 1 or -1, and 0 where rounding leaves it open.
int ti_paper_cache_side(const ti_paper_cache* cache, uint32_t edge, uint32_t vertex);

// Whether a ray meets a face between its edges, from the side of the normal or (side -1) from the other; what
// is within rounding of an edge is inside, for the faces on both sides of it. With a cache `vertex` is the
// start of the ray there.
typedef struct ti_paper_aim {
    const ti_paper_body* body;
    const ti_paper_cache* cache; // or NULL
    uint32_t vertex;
    ti_paper_ray ray;
    double error;
} ti_paper_aim;

bool ti_paper_aim_hits(const ti_paper_aim* aim, const ti_paper_facet* facet, int side);

// ---- the search

typedef enum ti_paper_kind {
    TI_PAPER_VF, // vertex of the mover, face of the still body
    TI_PAPER_FV,
    TI_PAPER_EE,
    TI_PAPER_VE, // vertex of the mover on an edge of the still body that is a rim
    TI_PAPER_EV,
    TI_PAPER_VV,
} ti_paper_kind;

typedef struct ti_paper_event {
    double at;
    double thickness, rounding;
    toi_vec3 normal; // from the mover to the still body at `at`, not of unit length
    double gap;
    ti_paper_kind kind;
    uint32_t a, b; // features, by place in the bodies
} ti_paper_event;

typedef struct ti_paper_search {
    ti_paper_body mover, still;
    ti_paper_move move, back; // of the mover; of the still body as the mover sees it
    toi_vec3 center;          // of the mover; that of the still body is zero
    double error, thickness;
    ti_paper_cache of_mover; // vertices of the mover, edges of the still body
    ti_paper_cache of_still;
    ti_array* all; // of ti_paper_event, or NULL: the first alone
    bool failed;
    bool found;
    ti_paper_event first;
    uint32_t pairs;
} ti_paper_search;

// Takes a contact that stops the mover at event->at.
void ti_paper_search_take(ti_paper_search* search, const ti_paper_event* event);

// Whether a contact there could still be the first.
static inline bool ti_paper_is_open(const ti_paper_search* search, double at)
{
    return at <= search->move.limit && (search->all != NULL || !search->found || at <= search->first.at);
}

static inline double ti_paper_zone(const ti_paper_search* search, double rounding)
{
    return d_max(search->thickness, 2.0 * rounding);
}

// All pairs: faces with vertices, edges with edges, and what touches rims.
void ti_paper_search_faces(ti_paper_search* search);
void ti_paper_search_edges(ti_paper_search* search);
void ti_paper_search_rims(ti_paper_search* search);

// Names of the features of an event, and the least of two by time, kind and names.
void ti_paper_event_name(const ti_paper_search* search, const ti_paper_event* event,
                         ti_paper_contact* contact);
int ti_paper_contact_order(const ti_paper_contact* a, const ti_paper_contact* b);

#endif
