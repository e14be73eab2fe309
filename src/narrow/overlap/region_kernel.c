// Outcodes of vertices, the triangles that stay, and their boxes.

#include "bvh/float_box.h"
#include "narrow/overlap/region_parts.h"

// A pose in columns: lane i of the sum is coordinate i of xf_point, by the same operations.
typedef struct pose_lanes {
    ti_v4 column[3], position;
} pose_lanes;

static inline pose_lanes pose_lanes_of(const ti_faces* faces)
{
    const toi_vec3* r = faces->rotation.row;
    toi_vec3 p = faces->position;
    return (pose_lanes){
        {{r[0].x, r[1].x, r[2].x, 0.0}, {r[0].y, r[1].y, r[2].y, 0.0}, {r[0].z, r[1].z, r[2].z, 0.0}},
        {p.x, p.y, p.z, 0.0}};
}

static inline ti_v4 posed_point(const pose_lanes* pose, const toi_vec3* v)
{
    return ((pose->column[0] * f4_set(v->x) + pose->column[1] * f4_set(v->y)) +
            pose->column[2] * f4_set(v->z)) +
           pose->position;
}

static inline ti_v4 plain_point(const toi_vec3* v)
{
    return (ti_v4){v->x, v->y, v->z, 0.0};
}

static inline ti_v4 lower_lanes(const toi_bounds* box)
{
    return plain_point(&box->lower);
}

static inline ti_v4 upper_lanes(const toi_bounds* box)
{
    return plain_point(&box->upper);
}

// ---- outcodes: bits 0 to 2 for what is below the box, 3 to 5 for what is above

static inline uint8_t code_of(ti_v4 p, ti_v4 lower, ti_v4 upper)
{
    int below = m4_bits((ti_m4)(p < lower)) & 7, above = m4_bits((ti_m4)(p > upper)) & 7;
    return (uint8_t)(below | above << 3);
}

static void code_rigid(const ti_faces* faces, const toi_bounds* reach, uint8_t* codes)
{
    pose_lanes pose = pose_lanes_of(faces);
    ti_v4 lower = lower_lanes(reach), upper = upper_lanes(reach);
    for (uint32_t i = 0; i < faces->vertex_count; ++i) {
        codes[i] = code_of(posed_point(&pose, &faces->vertices[i]), lower, upper);
    }
}

// The coordinates of four vertices in three vectors: x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3.
typedef struct four_points {
    ti_v4 part[3];
} four_points;

static inline four_points load_four(const toi_vec3* v)
{
    const double* x = &v->x;
    return (four_points){{f4_load(x), f4_load(x + 4), f4_load(x + 8)}};
}

static inline four_points same_four(toi_vec3 v)
{
    return (four_points){{{v.x, v.y, v.z, v.x}, {v.y, v.z, v.x, v.y}, {v.z, v.x, v.y, v.z}}};
}

static inline unsigned twelve_bits(ti_m4 a, ti_m4 b, ti_m4 c)
{
    return (unsigned)(m4_bits(a) | m4_bits(b) << 4 | m4_bits(c) << 8);
}

static void code_posed(const ti_faces* faces, const toi_bounds* reach, uint8_t* codes)
{
    four_points lower = same_four(reach->lower), upper = same_four(reach->upper);
    uint32_t i = 0;
    for (; i + 4 <= faces->vertex_count; i += 4) {
        four_points p = load_four(&faces->vertices[i]);
        unsigned below = twelve_bits((ti_m4)(p.part[0] < lower.part[0]), (ti_m4)(p.part[1] < lower.part[1]),
                                     (ti_m4)(p.part[2] < lower.part[2]));
        unsigned above = twelve_bits((ti_m4)(p.part[0] > upper.part[0]), (ti_m4)(p.part[1] > upper.part[1]),
                                     (ti_m4)(p.part[2] > upper.part[2]));
        for (unsigned k = 0; k < 4; ++k) {
            codes[i + k] = (uint8_t)((below >> 3 * k & 7) | (above >> 3 * k & 7) << 3);
        }
    }
    for (; i < faces->vertex_count; ++i) {
        codes[i] = code_of(plain_point(&faces->vertices[i]), lower_lanes(reach), upper_lanes(reach));
    }
}

// A box of three points misses another exactly where all three are beyond one and the same side of it.
uint32_t TI_KERNEL(ti_region_find)(const ti_faces* faces, const toi_bounds* reach, uint8_t* codes,
                                   uint32_t* stays)
{
    (faces->rigid ? code_rigid : code_posed)(faces, reach, codes);
    uint32_t count = 0;
    for (uint32_t i = 0; i < faces->triangle_count; ++i) {
        const uint32_t* v = faces->triangles[i].vertex;
        stays[count] = i;
        count += (codes[v[0]] & codes[v[1]] & codes[v[2]]) == 0;
    }
    return count;
}

// ---- boxes

// What boxes of triangles are made with, in lanes.
typedef struct boxing {
    const ti_faces* faces;
    pose_lanes pose;
    fb_frame frame;
    ti_f8 clip;
} boxing;

static inline ti_v4 corner_of(const boxing* b, uint32_t vertex, bool rigid)
{
    const toi_vec3* v = &b->faces->vertices[vertex];
    return rigid ? posed_point(&b->pose, v) : plain_point(v);
}

static inline void put_box(const boxing* with, uint32_t item, bool rigid, ti_float_box* box)
{
    const uint32_t* v = with->faces->triangles[item].vertex;
    ti_v4 a = corner_of(with, v[0], rigid), b = corner_of(with, v[1], rigid),
          c = corner_of(with, v[2], rigid);
    ti_f8 sides = fb_outwards(f4_min(f4_min(a, b), c), f4_max(f4_max(a, b), c), &with->frame);
    fb_store(box, f8_max(sides, with->clip));
    box->item = item;
    box->unused = 0;
}

static inline void put_boxes(const boxing* with, const uint32_t* stays, uint32_t count, bool rigid,
                             ti_float_box* boxes)
{
    for (uint32_t i = 0; i < count; ++i) {
        put_box(with, stays != NULL ? stays[i] : i, rigid, &boxes[i]);
    }
}

void TI_KERNEL(ti_region_box)(const ti_faces* faces, const uint32_t* stays, uint32_t count,
                              const ti_region_frame* frame, ti_float_box* boxes)
{
    fb_frame still = fb_make_frame(&frame->frame, 0.0);
    boxing with = {faces, pose_lanes_of(faces), fb_make_frame(&frame->frame, frame->grow),
                   fb_outwards(lower_lanes(&frame->clip), upper_lanes(&frame->clip), &still)};
    if (faces->rigid) {
        put_boxes(&with, stays, count, true, boxes);
    } else {
        put_boxes(&with, stays, count, false, boxes);
    }
}

// ---- bounds

static toi_bounds bounds_of_lanes(ti_v4 lower, ti_v4 upper)
{
    return (toi_bounds){{lower[0], lower[1], lower[2]}, {upper[0], upper[1], upper[2]}};
}

static toi_bounds bounds_rigid(const ti_faces* faces)
{
    pose_lanes pose = pose_lanes_of(faces);
    ti_v4 lower = f4_set(HUGE_VAL), upper = f4_set(-HUGE_VAL);
    for (uint32_t i = 0; i < faces->vertex_count; ++i) {
        ti_v4 p = posed_point(&pose, &faces->vertices[i]);
        lower = f4_min(p, lower);
        upper = f4_max(p, upper);
    }
    return bounds_of_lanes(lower, upper);
}

static toi_bounds bounds_posed(const ti_faces* faces)
{
    const toi_vec3 most = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, least = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    four_points low = same_four(most), high = same_four(least);
    uint32_t i = 0;
    for (; i + 4 <= faces->vertex_count; i += 4) {
        four_points p = load_four(&faces->vertices[i]);
        for (int k = 0; k < 3; ++k) {
            low.part[k] = f4_min(p.part[k], low.part[k]);
            high.part[k] = f4_max(p.part[k], high.part[k]);
        }
    }
    ti_v4 lower = plain_point(&most), upper = plain_point(&least);
    for (unsigned k = 0; k < 4; ++k) { // coordinate c of point k is at 3 k + c
        unsigned at = 3 * k;
        ti_v4 p = {low.part[at / 4][at % 4], low.part[(at + 1) / 4][(at + 1) % 4],
                   low.part[(at + 2) / 4][(at + 2) % 4], 0.0};
        ti_v4 q = {high.part[at / 4][at % 4], high.part[(at + 1) / 4][(at + 1) % 4],
                   high.part[(at + 2) / 4][(at + 2) % 4], 0.0};
        lower = f4_min(p, lower);
        upper = f4_max(q, upper);
    }
    for (; i < faces->vertex_count; ++i) {
        lower = f4_min(plain_point(&faces->vertices[i]), lower);
        upper = f4_max(plain_point(&faces->vertices[i]), upper);
    }
    return bounds_of_lanes(lower, upper);
}

toi_bounds TI_KERNEL(ti_region_bounds)(const ti_faces* faces)
{
    return faces->rigid ? bounds_rigid(faces) : bounds_posed(faces);
}
