// Bounds of how a piece bends, and boxes around whole motions.

#include "motion/bounds.h"

#include "core/assert.h"
#include "math/rounding.h"
#include "math/trig.h"
#include "motion/chord.h"
#include "motion/length.h"
#include "motion/path.h"
#include "motion/pieces.h"
#include "motion/vertices.h"

// ---- angular rates

// Relative error of the rates here: `turn` is within 27 u of the exact one, and the tangent of h/2 to the
// power of two makes at most 4 times that, for h <= pi/2; twenty operations add 30 u. 2^-44 is 512 u.
#define RATE_ROUNDING (1.0 + 0x1p-44)

// nlerp, with u = s/(t1 - t0), x = 2 u - 1, and k = sin(h/2)^2, c = cos(h/2)^2 (docs/motions.md):
//     D = c + k x^2,  phi' = 2 sin(h)/D,  phi'' = -8 sin(h) k x/D^2   per unit of u, so
//     phi'^2 + |phi''| = 4 sin(h) (sin(h) + 2 k |x|)/D^2,
// which rises with |x| up to (sqrt(7) - 2)/3 cot(h/2), and falls from there on.
static double nlerp_rate2(double h, double least_x, double most_x)
{
    const double peak =
        0x1.b8d5389ba84e0p-3; // (sqrt(7) - 2)/3, rounded; a maximum is flat, so this costs nothing
    double sine, cosine;
    ti_sincos(0.5 * h, &sine, &cosine);
    double k = sine * sine, c = cosine * cosine, sin_h = 2.0 * (sine * cosine);
    double x = fmin(fmax(peak * (cosine / sine), least_x), most_x);
    double d = c + k * (x * x);
    return 4.0 * (sin_h * (sin_h + 2.0 * (k * x))) / (d * d);
}

double ti_path_acceleration_rate2_over(const ti_path* path, double from, double to)
{
    double rate = ti_length(path->turn);
    if (path->law == TI_LAW_UNIFORM) {
        return (rate * rate) * RATE_ROUNDING;
    }
    double duration = path->t1 - path->t0;
    double x0 = 2.0 * ((from - path->t0) / duration) - 1.0;
    double x1 = 2.0 * ((to - path->t0) / duration) - 1.0;
    double least = x0 <= 0.0 && x1 >= 0.0 ? 0.0 : fmin(fabs(x0), fabs(x1));
    double rate2 = nlerp_rate2(0.5 * (rate * duration), least, fmax(fabs(x0), fabs(x1)));
    return rate2 / (duration * duration) * RATE_ROUNDING;
}

double ti_path_acceleration_rate2(const ti_path* path)
{
    return ti_path_acceleration_rate2_over(path, path->t0, path->t1);
}

double ti_path_magnitude(const ti_path* path, double radius)
{
    double duration = path->t1 - path->t0, rate = ti_length(path->turn), th = rate * duration;
    double orbit = ti_length(path->orbit) * duration;
    double arc = th * orbit; // K = |turn x orbit|, as the two are perpendicular
    double bend = arc <= 0.0 ? 0.0 : fmin(0.5 * arc, 2.0 * (orbit / th));
    double turned = radius * ((1.0 + fmin(th, 1.0)) + fmin(0.5 * (th * th), 2.0));
    double moved = (ti_length(path->drift) + path->lever) * duration;
    return (1.0 + th) * (((turned + ti_length(path->start.position)) + (orbit + bend)) + moved);
}

// ---- boxes

static const toi_bounds everything = {{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};

// A NaN in either stays, so that box_finite finds it.
static double least(double a, double b)
{
    return a < b ? a : (b <= a ? b : (double)NAN);
}

static double most(double a, double b)
{
    return a > b ? a : (b >= a ? b : (double)NAN);
}

static toi_bounds box_union(toi_bounds a, toi_bounds b)
{
    return (toi_bounds){
        {least(a.lower.x, b.lower.x), least(a.lower.y, b.lower.y), least(a.lower.z, b.lower.z)},
        {most(a.upper.x, b.upper.x), most(a.upper.y, b.upper.y), most(a.upper.z, b.upper.z)},
    };
}

static toi_bounds box_intersection(toi_bounds a, toi_bounds b)
{
    return (toi_bounds){
        {most(a.lower.x, b.lower.x), most(a.lower.y, b.lower.y), most(a.lower.z, b.lower.z)},
        {least(a.upper.x, b.upper.x), least(a.upper.y, b.upper.y), least(a.upper.z, b.upper.z)},
    };
}

static toi_bounds box_empty(void)
{
    return (toi_bounds){{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
}

static toi_bounds box_grown(toi_bounds a, toi_vec3 by)
{
    return (toi_bounds){v3_sub(a.lower, by), v3_add(a.upper, by)};
}

static bool box_finite(toi_bounds a)
{
    return v3_finite(a.lower) && v3_finite(a.upper);
}

// The box of the mesh as its middle and half its extent, which hold it but for the rounding that the pad
// takes in.
typedef struct local_box {
    toi_vec3 middle, half;
    double radius; // largest distance of a corner from the origin of the mesh
} local_box;

static local_box box_of(const toi_bounds* bounds)
{
    toi_vec3 middle = v3_add(v3_scale(0.5, bounds->lower), v3_scale(0.5, bounds->upper));
    toi_vec3 half = v3_sub(v3_scale(0.5, bounds->upper), v3_scale(0.5, bounds->lower));
    return (local_box){middle, half, ti_length(middle) + ti_length(half)};
}

static toi_vec3 corner_of(const local_box* box, int index)
{
    toi_vec3 h = box->half;
    return v3_add(box->middle,
                  (toi_vec3){index & 1 ? h.x : -h.x, index & 2 ? h.y : -h.y, index & 4 ? h.z : -h.z});
}

static double extent(toi_vec3 row, toi_vec3 half)
{
    return (fabs(row.x) * half.x + fabs(row.y) * half.y) + fabs(row.z) * half.z;
}

static toi_bounds posed_box(const ti_path* path, double t, const local_box* box)
{
    ti_mat3 r;
    toi_vec3 position;
    ti_path_pose(path, t, &r, &position);
    toi_vec3 middle = xf_point(&r, position, box->middle);
    toi_vec3 half = {extent(r.row[0], box->half), extent(r.row[1], box->half), extent(r.row[2], box->half)};
    return (toi_bounds){v3_sub(middle, half), v3_add(middle, half)};
}

// What the circles of a turning piece have in common: the unit axis, the share of a radius that each
// coordinate sees, and the largest radius of a corner. A convex function of a point of the box is largest at
// a corner.
typedef struct circles {
    toi_vec3 axis, share;
    double rate; // |turn|
    double radius;
} circles;

// n x (arm from the axis), for a corner at Rot r from the origin of the body.
static toi_vec3 arm_across(const ti_path* path, const circles* c, toi_vec3 r)
{
    toi_vec3 orbit = {path->orbit.x / c->rate, path->orbit.y / c->rate, path->orbit.z / c->rate};
    return v3_add(v3_cross(c->axis, r), orbit);
}

static circles circles_of(const ti_path* path, const ti_mat3* start, const local_box* box)
{
    circles c = {.axis = ti_unit_axis(path->turn), .rate = ti_length(path->turn)};
    toi_vec3 n = c.axis;
    c.share =
        (toi_vec3){sqrt(n.y * n.y + n.z * n.z), sqrt(n.x * n.x + n.z * n.z), sqrt(n.x * n.x + n.y * n.y)};
    for (int i = 0; i < 8; ++i) {
        toi_vec3 r = m3_apply(start, corner_of(box, i));
        c.radius = most(ti_length(arm_across(path, &c, r)), c.radius);
    }
    return c;
}

// Every corner keeps its height along the axis and stays on its circle, while the axis drifts.
static toi_bounds circle_box(const ti_path* path, const circles* c, const ti_mat3* start,
                             const local_box* box)
{
    toi_vec3 center = v3_add(path->start.position, v3_scale(1.0 / c->rate, v3_cross(c->axis, path->orbit)));
    toi_bounds all = box_empty();
    for (int i = 0; i < 8; ++i) {
        toi_vec3 r = m3_apply(start, corner_of(box, i));
        toi_vec3 middle = v3_madd(center, v3_dot(r, c->axis), c->axis);
        toi_vec3 reach = v3_scale(ti_length(arm_across(path, c, r)), c->share);
        all = box_union(all, (toi_bounds){v3_sub(middle, reach), v3_add(middle, reach)});
    }
    toi_vec3 drift = v3_scale(path->t1 - path->t0, path->drift);
    return box_union(all, (toi_bounds){v3_add(all.lower, drift), v3_add(all.upper, drift)});
}

enum { MAX_SPANS = 16 };

// Number of spans that a piece is cut into: each turns by at most 0.4, as far as MAX_SPANS goes. At 0.4 an
// arc is 2 % of its radius away from its chord.
static int span_count(double angle)
{
    double spans = ceil(2.5 * angle);
    return spans <= 1.0 ? 1 : (spans < (double)MAX_SPANS ? (int)spans : MAX_SPANS);
}

// Over a span of length tau every coordinate of a point is within tau^2/8 times its largest second derivative
// of the chord, and the chord is in the union of the boxes at both ends. The second derivative is across the
// axis.
static toi_bounds span_boxes(const ti_path* path, const circles* c, const local_box* box)
{
    double duration = path->t1 - path->t0;
    int spans = span_count(c->rate * duration);
    double from = path->t0;
    toi_bounds start = posed_box(path, from, box), all = start;
    for (int i = 1; i <= spans; ++i) {
        double to = i == spans ? path->t1 : path->t0 + duration * ((double)i / spans);
        toi_bounds end = posed_box(path, to, box);
        double bend = 0.0;
        if (c->rate > 0.0) {
            double tau = to - from;
            bend = 0.125 * (tau * tau) * (ti_path_acceleration_rate2_over(path, from, to) * c->radius);
        }
        all = box_union(all, box_grown(box_union(start, end), v3_scale(bend, c->share)));
        start = end;
        from = to;
    }
    return all;
}

// Twice the 48 u L of a piece, for the exact motion and for the posed doubles, and as much again for the
// operations here.
#define BOX_ROUNDING 0x1p-45

// Of a piece as seen from a frame that moves by `shift` before the piece and by `drift` during it. Both are
// parts of one way of at most |frame|, whose rounding is a few u |frame|.
typedef struct moving_frame {
    toi_vec3 shift, drift;
    double length;
} moving_frame;

static toi_bounds piece_bounds(const ti_path* world, const moving_frame* frame, const local_box* box)
{
    ti_path moved = *world;
    const ti_path* path = &moved;
    moved.start.position = v3_sub(moved.start.position, frame->shift);
    moved.drift = v3_sub(moved.drift, frame->drift);
    ti_mat3 start = m3_from_quat(path->start.quaternion);
    circles c = {.rate = ti_length(path->turn)};
    if (c.rate > 0.0) {
        c = circles_of(path, &start, box);
    }
    toi_bounds all = span_boxes(path, &c, box);
    if (c.rate * (path->t1 - path->t0) > TOI_PI) {
        all = box_intersection(all, circle_box(path, &c, &start, box));
    }
    double pad = BOX_ROUNDING * (ti_path_magnitude(world, box->radius) + frame->length);
    return box_grown(all, (toi_vec3){pad, pad, pad});
}

// The union of the boxes of a motion's pieces. Each is taken over a duration of 1, which moves the body
// through the same places, so that it may be as short as doubles allow.
typedef struct swept_box {
    const local_box* local;
    toi_vec3 velocity; // of the frame
    toi_bounds all;
} swept_box;

// False where the numbers leave the range of doubles.
static bool add_piece(swept_box* swept, const ti_path* path, double from, double to)
{
    toi_vec3 v = swept->velocity;
    moving_frame frame = {v3_scale(from, v), v3_scale(to - from, v), ti_length(v)};
    double bend = path->bend;
    toi_bounds piece = box_grown(piece_bounds(path, &frame, swept->local), v3(bend, bend, bend));
    if (!box_finite(piece)) {
        return false;
    }
    swept->all = box_union(swept->all, piece);
    return true;
}

// What is between two keys, and the rest before the first and after the last key.
static bool add_keyframes(swept_box* swept, const toi_motion* motion)
{
    const toi_key* keys = motion->keys;
    for (uint32_t i = 0; i <= motion->key_count; ++i) {
        const toi_key* from = &keys[i == 0 ? 0 : i - 1];
        const toi_key* to = &keys[i == motion->key_count ? i - 1 : i];
        double begin = i == 0 ? 0.0 : from->t, end = i == motion->key_count ? 1.0 : to->t;
        ti_path path = ti_path_rest(from->pose, 0.0, 1.0);
        if (from != to) {
            ti_path_between(from->pose, to->pose, motion->path, 0.0, 1.0, &path);
        }
        if (!add_piece(swept, &path, begin, end)) {
            return false;
        }
    }
    return true;
}

static bool add_moves(swept_box* swept, const toi_motion* motion)
{
    ti_move_walk walk;
    ti_moves_begin(motion, &walk);
    for (;;) {
        ti_path path;
        ti_moves_path(&walk, &path);
        if (!add_piece(swept, &path, walk.t0, walk.t1)) {
            return false;
        }
        if (walk.index == motion->move_count) {
            return true;
        }
        ti_moves_next(&walk);
    }
}

// Longer chords than this share of a piece are too far off.
static const double LONGEST_CHORD = 1.0 / 16.0;

static bool add_rational(swept_box* swept, const toi_motion* motion)
{
    ti_chords chords = {motion, {swept->local->radius, HUGE_VAL, LONGEST_CHORD}, 0.0};
    for (double t = 0.0; t < 1.0;) {
        ti_path path;
        double end = ti_chord_from(&chords, t, &path);
        if (!add_piece(swept, &path, t, end)) {
            return false;
        }
        t = end;
    }
    return true;
}

static bool add_motion(swept_box* swept, const toi_motion* motion)
{
    if (motion->kind == TOI_MOTION_RATIONAL) {
        return add_rational(swept, motion);
    }
    if (motion->kind == TOI_MOTION_KEYFRAMES) {
        return add_keyframes(swept, motion);
    }
    if (motion->kind == TOI_MOTION_MOVES) {
        return add_moves(swept, motion);
    }
    ti_path path;
    ti_path_single(motion, &path);
    return add_piece(swept, &path, 0.0, 1.0);
}

toi_bounds ti_motion_bounds_of_box(const toi_motion* motion, const toi_bounds* local, toi_vec3 velocity)
{
    local_box box = box_of(local);
    swept_box swept = {&box, velocity, box_empty()};
    if (!add_motion(&swept, motion)) {
        return everything;
    }
    toi_bounds all = swept.all;
    return (toi_bounds){
        {nextafter(all.lower.x, -HUGE_VAL), nextafter(all.lower.y, -HUGE_VAL),
         nextafter(all.lower.z, -HUGE_VAL)},
        {nextafter(all.upper.x, HUGE_VAL), nextafter(all.upper.y, HUGE_VAL),
         nextafter(all.upper.z, HUGE_VAL)},
    };
}

toi_bounds ti_motion_bounds_drifting(const toi_motion* motion, const toi_mesh* mesh, toi_vec3 velocity)
{
    if (motion->kind == TOI_MOTION_VERTICES) {
        return ti_vertices_bounds(motion, mesh, velocity);
    }
    return ti_motion_bounds_of_box(motion, &mesh->info.bounds, velocity);
}

toi_bounds ti_motion_bounds(const toi_motion* motion, const toi_mesh* mesh, double margin)
{
    TI_ASSERT(margin >= 0.0);
    toi_bounds all = ti_motion_bounds_drifting(motion, mesh, v3(0.0, 0.0, 0.0));
    return (toi_bounds){
        {ti_down(all.lower.x - margin), ti_down(all.lower.y - margin), ti_down(all.lower.z - margin)},
        {ti_up(all.upper.x + margin), ti_up(all.upper.y + margin), ti_up(all.upper.z + margin)},
    };
}
