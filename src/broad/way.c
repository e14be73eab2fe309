// Boxes along a move.

#include "broad/way.h"

#include "math/pose.h"
#include "math/scalar.h"
#include "math/trig.h"
#include "motion/length.h"

static toi_bounds box_around(toi_vec3 middle, toi_vec3 reach)
{
    return (toi_bounds){v3_sub(middle, reach), v3_add(middle, reach)};
}

// ---- a mesh at a pose

// Middle and half axes of the box of a mesh in world space.
typedef struct frame {
    toi_vec3 middle;
    toi_vec3 half[3];
} frame;

static frame frame_of(const toi_mesh* mesh, const toi_pose* pose)
{
    ti_mat3 r = m3_from_quat(pose->quaternion);
    const toi_bounds* b = &mesh->info.bounds;
    toi_vec3 h = v3_sub(v3_scale(0.5, b->upper), v3_scale(0.5, b->lower));
    return (frame){xf_point(&r, pose->position, mesh->center),
                   {{h.x * r.row[0].x, h.x * r.row[1].x, h.x * r.row[2].x},
                    {h.y * r.row[0].y, h.y * r.row[1].y, h.y * r.row[2].y},
                    {h.z * r.row[0].z, h.z * r.row[1].z, h.z * r.row[2].z}}};
}

static toi_vec3 extent(const toi_vec3 half[3], double grow)
{
    return (toi_vec3){((fabs(half[0].x) + fabs(half[1].x)) + fabs(half[2].x)) + grow,
                      ((fabs(half[0].y) + fabs(half[1].y)) + fabs(half[2].y)) + grow,
                      ((fabs(half[0].z) + fabs(half[1].z)) + fabs(half[2].z)) + grow};
}

static double magnitude(const toi_mesh* mesh, const toi_pose* pose)
{
    return v3_norm1(mesh->center) + mesh->radius + v3_norm1(pose->position);
}

toi_bounds ti_way_box(const toi_mesh* mesh, const toi_pose* pose, double grow)
{
    frame f = frame_of(mesh, pose);
    return box_around(f.middle, extent(f.half, grow + TI_WAY_PAD * magnitude(mesh, pose)));
}

// ---- turns

// On the way through this angle a point gets at most 3.5 % of its radius beyond the box around both ends.
static const double PART_ANGLE = TOI_PI / 6.0;

// Turns of two parts are cut at once: then the box around them costs nothing more.
enum { FEW_PARTS = 2 };

static double coordinate_share(double k)
{
    return sqrt(d_max(1.0 - k * k, 0.0));
}

static double half_length(const ti_way* way)
{
    const toi_vec3* h = way->half;
    double square = (v3_dot(h[0], h[0]) + v3_dot(h[1], h[1])) + v3_dot(h[2], h[2]);
    return ti_is_ordinary(square) ? sqrt(square) : v3_norm1(h[0]) + v3_norm1(h[1]) + v3_norm1(h[2]);
}

// The middle moves by at most its radius times the angle, and at most twice its radius.
static toi_bounds box_of_circle(const ti_way* way)
{
    double radius = ti_length(v3_cross(way->axis, way->arm));
    double moved = radius * d_min(fabs(way->angle), 2.0), size = half_length(way) + way->grow;
    toi_vec3 reach = {moved * coordinate_share(way->axis.x) + size,
                      moved * coordinate_share(way->axis.y) + size,
                      moved * coordinate_share(way->axis.z) + size};
    return box_around(v3_add(way->point, way->arm), reach);
}

// Of a turn of one part. On the way through an angle up to w a point x from the axis moves by sin w k x x and
// by (1 - cos w) k x (k x x): by no more than w k x x one way, and w^2/2 of its radius besides.
static toi_bounds box_of_arc(const ti_way* way)
{
    const toi_vec3 turn = v3_scale(way->angle, way->axis), by = v3_cross(turn, way->arm);
    const toi_vec3 sides[3] = {v3_cross(turn, way->half[0]), v3_cross(turn, way->half[1]),
                               v3_cross(turn, way->half[2])};
    double angle = fabs(way->angle), bulge = 0.5 * angle * (ti_length(by) + angle * half_length(way));
    toi_vec3 reach = v3_add(extent(way->half, way->grow + bulge), extent(sides, 0.0));
    toi_vec3 from = v3_add(way->point, way->arm), to = v3_add(from, by);
    return (toi_bounds){v3_sub(v3_min(from, to), reach), v3_add(v3_max(from, to), reach)};
}

void ti_way_cut(ti_way* way)
{
    if (!way->turns || way->part_count > 0) {
        return;
    }
    double sine, cosine; // of a quarter of the angle of a part
    ti_sincos(0.25 * way->angle / way->cuts, &sine, &cosine);
    double half_sine = 2.0 * sine * cosine, half_cosine = 1.0 - 2.0 * sine * sine;
    double radius = ti_length(v3_cross(way->axis, way->arm)) + half_length(way);
    double bulge = radius * (2.0 * sine * sine);
    toi_vec3 grow = {way->grow + bulge * coordinate_share(way->axis.x),
                     way->grow + bulge * coordinate_share(way->axis.y),
                     way->grow + bulge * coordinate_share(way->axis.z)};
    toi_vec3 v[4] = {way->half[0], way->half[1], way->half[2], way->arm};
    toi_bounds before = box_around(v3_add(way->point, v[3]), v3_add(extent(v, 0.0), grow));
    for (uint32_t i = 0; i < way->cuts; ++i) {
        for (int k = 0; k < 4; ++k) {
            v[k] = v3_turned(v[k], way->axis, 2.0 * half_sine * half_cosine, 2.0 * half_sine * half_sine);
        }
        toi_bounds after = box_around(v3_add(way->point, v[3]), v3_add(extent(v, 0.0), grow));
        way->part[i] = ti_box_around(&before, &after);
        before = after;
    }
    way->part_count = way->cuts;
}

static void make_turn(const toi_move* move, const frame* f, ti_way* way)
{
    way->turns = true;
    way->axis = ti_unit_axis(move->axis);
    way->point = move->point;
    way->arm = v3_sub(f->middle, move->point);
    way->angle = d_max(-2.0 * TOI_PI, d_min(2.0 * TOI_PI, move->angle));
    way->grow += TI_WAY_PAD * (v3_norm1(move->point) + v3_norm1(way->arm));
    way->cuts = 1;
    if (fabs(way->angle) <= PART_ANGLE) {
        way->whole.box = box_of_arc(way);
        return;
    }
    double cuts = ceil(fabs(way->angle) / PART_ANGLE);
    way->cuts = cuts < (double)TI_WAY_PARTS ? (uint32_t)cuts : TI_WAY_PARTS;
    if (way->cuts > FEW_PARTS) {
        way->whole.box = box_of_circle(way);
        return;
    }
    ti_way_cut(way);
    way->whole.box = ti_box_around(&way->part[0], &way->part[1]);
}

// ---- moves

void ti_way_make(const toi_mesh* mesh, const toi_pose* pose, const toi_move* move, double reach, ti_way* way)
{
    frame f = frame_of(mesh, pose);
    way->part_count = way->cuts = 0;
    way->turns = false;
    way->whole.by = (toi_vec3){0.0, 0.0, 0.0};
    way->half[0] = f.half[0];
    way->half[1] = f.half[1];
    way->half[2] = f.half[2];
    way->grow = reach + TI_WAY_PAD * magnitude(mesh, pose);
    if (move->kind == TOI_MOVE_ROTATION) {
        make_turn(move, &f, way);
        return;
    }
    way->grow += TI_WAY_PAD * v3_norm1(move->by);
    way->whole.by = move->by;
    way->whole.box = box_around(f.middle, extent(f.half, way->grow));
}

bool ti_way_meets(const ti_way* way, const toi_bounds* box, double* entry)
{
    if (!ti_sweep_meets(&way->whole, box, entry)) {
        return false;
    }
    ti_box_sweep part = {.by = {0.0, 0.0, 0.0}};
    for (uint32_t i = 0; i < way->part_count; ++i) {
        double none;
        part.box = way->part[i];
        if (ti_sweep_meets(&part, box, &none)) {
            *entry = i / (double)way->part_count;
            return true;
        }
    }
    return way->part_count == 0;
}
