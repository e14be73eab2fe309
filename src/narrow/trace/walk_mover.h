// What a walk carries along, and the mover as it sees it: points, boxes on their way, profiles.

#ifndef TI_NARROW_TRACE_WALK_MOVER_H
#define TI_NARROW_TRACE_WALK_MOVER_H

#include "bvh/walk.h"
#include "narrow/trace/put.h"
#include "narrow/trace/walk.h"
#include "narrow/trace/walk_bound.h"
#include "narrow/trace/walk_sweep.h"

// A walk of one tree keeps at most 3 boxes a level and one more.
enum { MOST_CANDIDATES = 64, MOST_STACK = 3 * 24 + 1 };

// A box of S that is met, and when.
typedef struct entry {
    float enter;
    uint32_t at;
    uint32_t leaf; // triangles; 0: a node
} entry;

typedef struct entries {
    entry item[MOST_STACK];
    uint32_t count;
} entries;

// A pair of pieces that needs a chain from a place on.
typedef struct candidate {
    double key;           // of a part: t, or tau from its start
    uint32_t triangle[2]; // of M and S; TI_NONE for a whole body
    toi_vec3 normal;      // of the triangle of S
    toi_vec3 guess;       // a direction from M to S
} candidate;

// Points of M, up to 16, relative to the pivot.
typedef struct outline {
    double x[TI_OUTLINE], y[TI_OUTLINE], z[TI_OUTLINE];
    uint32_t count; // a multiple of four
    uint32_t used;
    bool is_box; // they are corners of this box:
    toi_vec3 half[3];
} outline;

typedef struct walk {
    const ti_walk_query* query;
    const ti_course* course;
    ti_frame_terms terms;
    bool rests;               // distances where the part begins are looked for, not a stop:
    double gap;               // the least so far,
    const ti_near* near_here; // or, if it is not NULL, the nearest pieces themselves
    double need, reach;
    double best;     // order of the best place so far
    double most_key; // what is found in the part at a larger key is of no interest
    float most;      // the same as a fraction of the part; 0 where M rests
    ti_part part;
    outline whole;       // of M, if it is one piece, at the start of the course
    ti_walk_box reached; // of a rotation the box around it where the part ends
    toi_vec3 grown;      // and by how much it is grown
    ti_points points;    // of the same, all of them
    uint32_t triangle;   // the piece of M at hand, TI_NONE for the whole of it,
    ti_sweep sweep;      // its way along the part,
    ti_profile profile;  // and its profile, where a triangle of S was found near
    bool profiled;
    uint32_t near[4]; // triangles of S that are near, not bounded yet
    uint32_t near_count;
    candidate candidates[MOST_CANDIDATES];
    uint32_t candidate_count;
    ti_walk_found* found;
    entries stack; // of the walk of one tree
    bool opened;   // has what is met of the top of the tree, where the start needed no more
    double room[3][TI_HULL_POINTS];
} walk;

// ---- points of M

static inline void outline_end(outline* o, uint32_t used)
{
    o->used = used;
    o->is_box = false;
    for (o->count = used; o->count % 4 != 0; ++o->count) {
        o->x[o->count] = o->x[0];
        o->y[o->count] = o->y[0];
        o->z[o->count] = o->z[0];
    }
}

static inline void outline_put(outline* o, uint32_t i, toi_vec3 p)
{
    o->x[i] = p.x;
    o->y[i] = p.y;
    o->z[i] = p.z;
}

// The corners of a box of M's tree.
static inline void outline_of_lane(const walk* w, const ti_node* node, uint32_t lane, outline* o)
{
    ti_box box = ti_node_box(node, lane);
    toi_vec3 center = ti_course_put(w->course, box.center), h[3];
    for (int k = 0; k < 3; ++k) {
        h[k] = m3_apply(&w->course->turn, box.axis[k]);
    }
    for (uint32_t i = 0; i < 8; ++i) {
        toi_vec3 p = v3_madd(center, i & 1 ? 1.0 : -1.0, h[0]);
        p = v3_madd(p, i & 2 ? 1.0 : -1.0, h[1]);
        outline_put(o, i, v3_madd(p, i & 4 ? 1.0 : -1.0, h[2]));
    }
    outline_end(o, 8);
}

// Whether M is a single point.
static inline bool is_point(const walk* w)
{
    return !(w->query->mover->mesh->radius > 0.0);
}

// Whether all coordinates are the same but for their signs.
static inline bool have_one_size(const double* x, double size)
{
    return m4_bits((ti_m4)(f4_abs(f4_load(x)) == f4_set(size)) &
                   (ti_m4)(f4_abs(f4_load(x + 4)) == f4_set(size))) == 15;
}

// A box that lies along the axes of its mesh, as most do.
static inline void find_box(const walk* w, outline* o)
{
    const ti_points* p = &w->query->mover->mesh->support.points;
    const toi_vec3* row = w->course->turn.row;
    const double x = fabs(p->x[0]), y = fabs(p->y[0]), z = fabs(p->z[0]);
    o->is_box = p->count == 8 && have_one_size(p->x, x) && have_one_size(p->y, y) && have_one_size(p->z, z);
    o->half[0] = v3_scale(x, v3(row[0].x, row[1].x, row[2].x));
    o->half[1] = v3_scale(y, v3(row[0].y, row[1].y, row[2].y));
    o->half[2] = v3_scale(z, v3(row[0].z, row[1].z, row[2].z));
}

static inline void put_whole(walk* w)
{
    const ti_points* p = &w->query->mover->mesh->support.points;
    outline* o = &w->whole;
    if (p->count <= TI_OUTLINE) {
        put_points(w->course, p, p->count, (double* const[3]){o->x, o->y, o->z});
        o->count = p->count;
        o->used = is_point(w) ? 1 : p->count;
        w->points = (ti_points){o->x, o->y, o->z, p->count};
        find_box(w, o);
        return;
    }
    put_points(w->course, p, p->count, (double* const[3]){w->room[0], w->room[1], w->room[2]});
    w->points = (ti_points){w->room[0], w->room[1], w->room[2], p->count};
    outline_of_lane(w, &w->query->mover->mesh->tree.nodes[0], 0, o);
}

static inline void outline_of_triangle(const walk* w, uint32_t triangle, outline* o)
{
    const toi_mesh* mesh = w->query->mover->mesh;
    for (uint32_t i = 0; i < 3; ++i) {
        outline_put(o, i, ti_course_put(w->course, mesh->local[mesh->triangles[triangle].vertex[i]]));
    }
    outline_end(o, 3);
}

static inline toi_vec3 outline_point(const outline* o, uint32_t i)
{
    return v3(o->x[i], o->y[i], o->z[i]);
}

// ---- sweeps

// The box around an outline at a place of a rotation, or at the start.
static inline void box_at(const outline* o, const ti_mat3* turn, toi_vec3 pivot, ti_walk_box* box)
{
    ti_v4 low[3], high[3];
    for (int c = 0; c < 3; ++c) {
        low[c] = f4_set(HUGE_VAL);
        high[c] = f4_set(-HUGE_VAL);
    }
    for (uint32_t i = 0; i < o->count; i += 4) {
        ti_v4 p[3] = {f4_load(o->x + i), f4_load(o->y + i), f4_load(o->z + i)};
        for (int c = 0; c < 3; ++c) {
            const toi_vec3* row = turn ? &turn->row[c] : NULL;
            ti_v4 q = row ? f4_set(row->x) * p[0] + f4_set(row->y) * p[1] + f4_set(row->z) * p[2] : p[c];
            low[c] = f4_min(q, low[c]);
            high[c] = f4_max(q, high[c]);
        }
    }
    const double at[3] = {pivot.x, pivot.y, pivot.z};
    for (int c = 0; c < 3; ++c) {
        box->side[c] = at[c] + f4_hmin(low[c]);
        box->side[3 + c] = at[c] + f4_hmax(high[c]);
    }
}

// How far points of a part of a rotation may be from the straight way, along each coordinate.
static inline toi_vec3 sag_of(const walk* w, const outline* o)
{
    const toi_vec3 k = w->course->axis;
    ti_v4 most = f4_set(0.0);
    for (uint32_t i = 0; i < o->count; i += 4) {
        ti_w3 p = w3_cross(w3_set(k), (ti_w3){f4_load(o->x + i), f4_load(o->y + i), f4_load(o->z + i)});
        most = f4_max(w3_dot(p, p), most);
    }
    // Half the angle of the part is at most tau.
    double sag = sqrt(f4_hmax(most)) * 0.5 * w->part.tau * w->part.tau * (1.0 + 0x1p-40);
    return v3(sag * sqrt(d_max(1.0 - k.x * k.x, 0.0) + 0x1p-50),
              sag * sqrt(d_max(1.0 - k.y * k.y, 0.0) + 0x1p-50),
              sag * sqrt(d_max(1.0 - k.z * k.z, 0.0) + 0x1p-50));
}

static inline toi_vec3 grown_by(const walk* w, const outline* o)
{
    const toi_vec3 reach = v3(w->reach, w->reach, w->reach);
    return w->course->turns ? v3_add(reach, sag_of(w, o)) : reach;
}

static inline void sweep_outline(const walk* w, const outline* o, ti_sweep* sweep)
{
    const ti_course* c = w->course;
    ti_walk_box from, to;
    if (c->turns) {
        box_at(o, &w->part.turn, c->pivot, &from);
        box_at(o, &w->part.turn_to, c->pivot, &to);
    } else {
        const double by[3] = {c->by.x, c->by.y, c->by.z};
        box_at(o, NULL, v3_add(c->pivot, w->part.shift), &from);
        for (int k = 0; k < 6; ++k) {
            to.side[k] = from.side[k] + by[k % 3];
        }
    }
    sweep_set(&from, &to, grown_by(w, o), sweep);
}

// The same of the whole of M for the parts of a course in turn: each begins where the last one ended, and is
// grown by as much.
static inline void sweep_whole(walk* w, bool first)
{
    if (!w->course->turns) {
        sweep_outline(w, &w->whole, &w->sweep);
        return;
    }
    if (first) {
        w->grown = grown_by(w, &w->whole);
        box_at(&w->whole, &w->part.turn, w->course->pivot, &w->reached);
    }
    const ti_walk_box from = w->reached;
    box_at(&w->whole, &w->part.turn_to, w->course->pivot, &w->reached);
    sweep_set(&from, &w->reached, w->grown, &w->sweep);
}

// ---- profiles

static inline toi_vec3 turned(const walk* w, toi_vec3 v)
{
    return w->course->turns ? m3_apply(&w->part.turn, v) : v;
}

static inline void profile_points(const walk* w, const outline* o, ti_profile* p)
{
    const toi_vec3 k = w->course->axis;
    p->count = o->used;
    p->is_box = o->is_box;
    if (o->is_box) {
        p->center = turned(w, w->course->base);
        for (int i = 0; i < 3; ++i) {
            p->half[i] = turned(w, o->half[i]);
        }
    }
    for (uint32_t i = 0; i < o->count; i += 4) {
        ti_v4 x = f4_load(o->x + i), y = f4_load(o->y + i), z = f4_load(o->z + i);
        if (w->course->turns) {
            const toi_vec3* t = w->part.turn.row;
            ti_v4 u = dot_lanes(t[0], x, y, z), v = dot_lanes(t[1], x, y, z);
            z = dot_lanes(t[2], x, y, z);
            x = u;
            y = v;
            f4_store(p->along + i, dot_lanes(k, x, y, z));
            f4_store(p->across[0] + i, f4_set(k.y) * z - f4_set(k.z) * y);
            f4_store(p->across[1] + i, f4_set(k.z) * x - f4_set(k.x) * z);
            f4_store(p->across[2] + i, f4_set(k.x) * y - f4_set(k.y) * x);
        }
        f4_store(p->x + i, x);
        f4_store(p->y + i, y);
        f4_store(p->z + i, z);
    }
}

// Takes a direction of any length, given at the start of the course.
static inline void profile_axis(const walk* w, toi_vec3 direction, ti_profile* p)
{
    toi_vec3 a = turned(w, direction);
    double length = v3_length(a);
    if (!(length > 0.0)) {
        return;
    }
    a = v3_scale(1.0 / length, a);
    ti_v4 low = f4_set(HUGE_VAL), high = f4_set(-HUGE_VAL);
    for (uint32_t i = 0; i < p->count; i += 4) {
        ti_v4 along = dot_lanes(a, f4_load(p->x + i), f4_load(p->y + i), f4_load(p->z + i));
        low = f4_min(along, low);
        high = f4_max(along, high);
    }
    p->axis[p->axis_count] = a;
    p->low[p->axis_count] = f4_hmin(low);
    p->high[p->axis_count++] = f4_hmax(high);
}

static inline void profile_whole(const walk* w, ti_profile* p)
{
    p->axis_count = 0;
    profile_points(w, &w->whole, p);
    if (is_point(w)) {
        return;
    }
    ti_box box = ti_node_box(&w->query->mover->mesh->tree.nodes[0], 0);
    for (int k = 0; k < 3; ++k) {
        profile_axis(w, m3_apply(&w->course->turn, box.axis[k]), p);
    }
}

static inline void profile_triangle(const walk* w, const outline* o, ti_profile* p)
{
    p->axis_count = 0;
    profile_points(w, o, p);
    toi_vec3 a = outline_point(o, 0);
    profile_axis(w, v3_cross(v3_sub(outline_point(o, 1), a), v3_sub(outline_point(o, 2), a)), p);
}

#endif
