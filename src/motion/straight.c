// How far bodies are from straight vertex paths.
//
// Let x(t) be the path of a point of a body over a span of length h, whose second derivative is at most A,
// and l(t) the straight path between its places at both ends, at a constant speed. Along any direction x - l
// is zero at both ends and has a second derivative of at most A, so it is at most A h^2/8 (the parabola that
// bends by A lies above it). The vertices are taken at doubles that are within e of the exact places at both
// ends, which moves the straight paths by at most e. A point of a triangle is the mean of its corners with
// weights that do not change with time, on either path; so the bound of the vertices is that of all points.
//
// A rigid body. On a piece of ti_path with an even turn by the rate w a point circles with a radius of at
// most |turn x R c + orbit|/w + r about the axis, c the centre of the mesh and r its radius, so
//     A = w (|turn x R c + orbit| + w r).
// On one by nlerp the origin of the mesh does not circle, and A = (|c| + r) times
// ti_path_acceleration_rate2_over. The fields of a path are within 28 u of their sizes (path.c), and R c, the
// cross product and the sum within 20 u of the lengths that go in: 2^-46 of those, and 2^-40 of the result,
// hold all of it. A pose errs by 48 u L (bounds.h), which has the jumps at the joints of moves too.
//
// Rational motions have bounds of how a body turns and moves (rational.h), for the own time of a piece:
//     A = r (turn^2 + turn_change) + acceleration,
// r from the origin of the mesh. Rounding is that of both poses, and of the own time, which is off by 3 u at
// both ends and moves a point by that times r turn + speed; and where a piece begins the jump there.
//
// A body that deforms goes straight: A = 0. At t = 0 and t = 1 its vertices are doubles, at other times
// within 3 u D of the straight path by coordinate (vertices.h), D their largest coordinate. With a pose that
// is not left out the matrix of rows of at most 1.74 makes 5.2 u D of that, and posing errs by 22 u D + 4 u p
// as in vertices.c, p the largest coordinate of the position. In all 28 u D + 4 u p by coordinate, sqrt(3)
// times that by length.
//
// Short numbers are often not rounded at all. Where the rotation is by nothing and the position is exact, a
// vertex is rounded in one sum, and the error of that is known exactly (ti_two_sum).

#include "motion/straight.h"

#include "core/assert.h"
#include "math/rounding.h"
#include "motion/bounds.h"
#include "motion/length.h"
#include "motion/path.h"
#include "motion/rational.h"
#include "motion/rationals.h"
#include "motion/vertices.h"

// Covers the roundings of the sums and products here.
static const double SLACK = 1.0 + 0x1p-40;

// Of the lengths that go into the arm of a turn.
static const double ARM_ROUNDING = 0x1p-46;

// What about twenty products lose to underflow.
static const double LOST = 64.0 * DBL_TRUE_MIN;

static const double LEAST_PART = 0x1p-12; // of a rational piece, of which rates are taken

static const double SHRINK = 0.7, COLLAPSE = 0.02; // of a span that was too long, at most and at least
static const double SAFETY = 0.95;                 // of a span that is predicted
enum { MOST_TRIES = 64 };

void ti_straight_begin(const toi_body* body, bool local, ti_straight* walk)
{
    walk->body = body;
    walk->local = local;
    toi_motion_kind kind = body->motion.kind;
    TI_ASSERT(!local || kind == TOI_MOTION_VERTICES || ti_motion_rests(&body->motion));
    if (!local && kind != TOI_MOTION_VERTICES && kind != TOI_MOTION_RATIONAL) {
        ti_pieces_begin(&body->motion, &walk->pieces);
    }
}

// ---- how far paths bend

static double finite_or_infinite(double bound)
{
    return bound >= 0.0 && bound <= DBL_MAX ? bound : HUGE_VAL;
}

static double path_acceleration(const ti_path* path, const toi_mesh* mesh, double from, double to)
{
    double rate = ti_length(path->turn), arm = ti_length(mesh->center);
    if (rate == 0.0) {
        return 0.0;
    }
    if (path->law == TI_LAW_NLERP) {
        return (arm + mesh->radius) * ti_path_acceleration_rate2_over(path, from, to);
    }
    ti_mat3 rotation = m3_from_quat(path->start.quaternion);
    toi_vec3 center = v3_cross(path->turn, m3_apply(&rotation, mesh->center));
    double circle = ti_length(v3_add(center, path->orbit));
    circle += ARM_ROUNDING * ((rate * arm + ti_length(path->orbit)) + path->lever);
    return rate * (circle + rate * mesh->radius);
}

// Bends of a rational motion are by its own time.
typedef struct own_span {
    uint32_t index; // of the piece
    double s0, s1;
} own_span;

static own_span own_span_of(const toi_motion* motion, double from, double to)
{
    own_span own = {.index = ti_rational_at(motion, from)};
    own.s0 = ti_rational_share(motion, own.index, from);
    own.s1 = to < ti_rational_until(motion, own.index) ? ti_rational_share(motion, own.index, to) : 1.0;
    return own;
}

// Rates over a short part lose all digits to rounding: those over more of the piece hold there too.
static ti_rational_rates rates_over(const toi_rational* piece, const own_span* own)
{
    double more = fmax(0.0, 0.5 * (LEAST_PART - (own->s1 - own->s0)));
    return ti_rational_rates_over(piece, fmax(0.0, own->s0 - more), fmin(1.0, own->s1 + more));
}

static double rational_bow(const toi_motion* motion, const toi_mesh* mesh, double from, double to)
{
    own_span own = own_span_of(motion, from, to);
    const toi_rational* piece = &motion->rationals[own.index];
    ti_rational_rates rates = rates_over(piece, &own);
    double pull = ti_mesh_reach(mesh) * (rates.turn * rates.turn + rates.turn_change) + rates.acceleration;
    double h = own.s1 - own.s0;
    return 0.125 * ((h * h) * pull);
}

// How far a point is from its straight way at most, but for rounding.
static double bow_of(const ti_straight* walk, double from, double to)
{
    const toi_motion* motion = &walk->body->motion;
    if (walk->local || motion->kind == TOI_MOTION_VERTICES) {
        return 0.0;
    }
    double bow, h = to - from;
    if (motion->kind == TOI_MOTION_RATIONAL) {
        bow = rational_bow(motion, walk->body->mesh, from, to);
    } else {
        bow = 0.125 * ((h * h) * path_acceleration(&walk->pieces.path, walk->body->mesh, from, to));
    }
    return finite_or_infinite(bow * SLACK);
}

static double next_corner(ti_straight* walk, double from)
{
    const toi_motion* motion = &walk->body->motion;
    if (walk->local || motion->kind == TOI_MOTION_VERTICES) {
        return 1.0;
    }
    if (motion->kind == TOI_MOTION_RATIONAL) {
        return ti_rational_until(motion, ti_rational_at(motion, from));
    }
    ti_pieces_seek(&walk->pieces, from);
    return walk->pieces.path.t1;
}

double ti_straight_end(ti_straight* walk, double from, double limit)
{
    TI_ASSERT(from >= 0.0 && from < 1.0 && limit > 0.0);
    double end = next_corner(walk, from), least = nextafter(from, 2.0);
    for (int i = 0; i < MOST_TRIES && end > least; ++i) {
        double bow = bow_of(walk, from, end);
        if (bow <= limit) {
            return end;
        }
        double factor = SAFETY * sqrt(limit / bow);
        end = from + (end - from) * fmax(fmin(factor, SHRINK), COLLAPSE);
    }
    return fmax(end, least);
}

// ---- where vertices are

// Poses vertices by a rotation that moves nothing, and returns the largest error of a sum.
static double shift_all(const toi_vec3* from, uint32_t count, toi_vec3 by, toi_vec3* to)
{
    double largest = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 e;
        to[i] = (toi_vec3){ti_two_sum(from[i].x, by.x, &e.x), ti_two_sum(from[i].y, by.y, &e.y),
                           ti_two_sum(from[i].z, by.z, &e.z)};
        double wrong = v3_finite(e) ? v3_largest(e) : HUGE_VAL;
        largest = fmax(largest, wrong);
    }
    return 2.0 * largest; // at least the length
}

static void pose_all(const toi_vec3* from, uint32_t count, const ti_mat3* rotation, toi_vec3 position,
                     toi_vec3* to)
{
    for (uint32_t i = 0; i < count; ++i) {
        to[i] = xf_point(rotation, position, from[i]);
    }
}

static bool turns_nothing(toi_quat q)
{
    return q.x == 0.0 && q.y == 0.0 && q.z == 0.0 && (q.w == 1.0 || q.w == -1.0);
}

// A body at t on a path that it follows without a turn, where that is exact. False where it is not.
static bool shifted(const ti_path* path, double t, const toi_mesh* mesh, toi_vec3* at, double* rounding)
{
    bool rests = v3_equal(path->drift, v3(0.0, 0.0, 0.0));
    bool whole = path->t0 == 0.0 && path->t1 == 1.0 && (t == 0.0 || t == 1.0);
    if (ti_length(path->turn) > 0.0 || !turns_nothing(path->start.quaternion) || !(rests || whole)) {
        return false;
    }
    toi_vec3 p = path->start.position, by = path->drift, e = {0.0, 0.0, 0.0};
    if (!rests && t == 1.0) {
        p = (toi_vec3){ti_two_sum(p.x, by.x, &e.x), ti_two_sum(p.y, by.y, &e.y), ti_two_sum(p.z, by.z, &e.z)};
    }
    *rounding = shift_all(mesh->vertices, mesh->vertex_count, p, at);
    return v3_equal(e, v3(0.0, 0.0, 0.0));
}

// At t on the present piece; returns the rounding bound.
static double place_rigid(const ti_straight* walk, double t, toi_vec3* at)
{
    const toi_mesh* mesh = walk->body->mesh;
    const ti_path* path = &walk->pieces.path;
    toi_motion_kind kind = walk->body->motion.kind;
    bool given = kind == TOI_MOTION_STATIC || kind == TOI_MOTION_TRANSLATION; // drifts of others are rounded
    double rounding;
    if (given && shifted(path, t, mesh, at, &rounding)) {
        return rounding;
    }
    ti_mat3 rotation;
    toi_vec3 position;
    ti_path_pose(path, t, &rotation, &position);
    pose_all(mesh->vertices, mesh->vertex_count, &rotation, position, at);
    return 48.0 * TI_U * ti_path_magnitude(path, ti_mesh_reach(mesh)) * SLACK + LOST;
}

static void place_rational(const ti_straight* walk, const toi_rational* piece, double s, toi_vec3* at)
{
    toi_pose pose = ti_rational_pose(piece, s);
    ti_mat3 rotation = m3_from_quat(pose.quaternion);
    pose_all(walk->body->mesh->vertices, walk->body->mesh->vertex_count, &rotation, pose.position, at);
}

static double span_rational(const ti_straight* walk, double from, double to, toi_vec3* start, toi_vec3* end)
{
    const toi_motion* motion = &walk->body->motion;
    own_span own = own_span_of(motion, from, to);
    const toi_rational* piece = &motion->rationals[own.index];
    place_rational(walk, piece, own.s0, start);
    place_rational(walk, piece, own.s1, end);
    double r = ti_mesh_reach(walk->body->mesh);
    ti_rational_rates rates = rates_over(piece, &own);
    double rounding = ti_rational_rounding(piece, own.s0, own.s1, r);
    rounding += 3.0 * TI_U * (r * rates.turn + rates.speed);
    if (own.s0 == 0.0) {
        rounding += ti_rational_jump(motion, own.index, r);
    }
    return rounding * SLACK + LOST;
}

static toi_vec3 on_its_way(toi_vec3 v, toi_vec3 w, double t)
{
    return (toi_vec3){ti_between(v.x, w.x, t), ti_between(v.y, w.y, t), ti_between(v.z, w.z, t)};
}

// The vertices of a body that deforms, or rests, before the pose; largest magnitude in *largest.
static void place_local(const toi_body* body, double t, toi_vec3* at, double* largest)
{
    const toi_mesh* mesh = body->mesh;
    const toi_vec3* to = body->motion.kind == TOI_MOTION_VERTICES ? body->motion.to : mesh->vertices;
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        toi_vec3 v = mesh->vertices[i], w = to[i];
        at[i] = t == 0.0 ? v : (t == 1.0 ? w : on_its_way(v, w, t));
        *largest = fmax(*largest, fmax(v3_largest(v), v3_largest(w)));
    }
}

// Poses what place_local gave; the rounding bound of both is returned.
static double place_deforming(const ti_straight* walk, double t, toi_vec3* at)
{
    const toi_body* body = walk->body;
    double largest = 0.0;
    place_local(body, t, at, &largest);
    bool whole = t == 0.0 || t == 1.0 || body->motion.kind != TOI_MOTION_VERTICES;
    double between = whole ? 0.0 : 6.0 * TI_U * largest + LOST;
    if (walk->local) {
        return between;
    }
    toi_pose pose = ti_pose_unit(body->motion.pose);
    uint32_t count = body->mesh->vertex_count;
    if (turns_nothing(pose.quaternion)) {
        return between + shift_all(at, count, pose.position, at);
    }
    ti_mat3 rotation = m3_from_quat(pose.quaternion);
    pose_all(at, count, &rotation, pose.position, at);
    return 64.0 * TI_U * (largest + v3_largest(pose.position)) + LOST;
}

ti_straight_off ti_straight_span(ti_straight* walk, double from, double to, toi_vec3* start, toi_vec3* end)
{
    TI_ASSERT(from >= 0.0 && from < to && to <= 1.0);
    toi_motion_kind kind = walk->body->motion.kind;
    double rounding;
    if (walk->local || kind == TOI_MOTION_VERTICES) {
        double at_start = place_deforming(walk, from, start);
        rounding = fmax(at_start, place_deforming(walk, to, end));
    } else if (kind == TOI_MOTION_RATIONAL) {
        rounding = span_rational(walk, from, to, start, end);
    } else {
        ti_pieces_seek(&walk->pieces, from);
        double at_start = place_rigid(walk, from, start);
        rounding = fmax(at_start, place_rigid(walk, to, end));
    }
    double bow = bow_of(walk, from, to);
    double all = bow > 0.0 ? (bow + rounding) * SLACK : rounding;
    return (ti_straight_off){finite_or_infinite(all), finite_or_infinite(rounding)};
}
