// Candidate pairs in blocks: what the kernel cannot certify is decided by the exact test.

#include "narrow/overlap/keep.h"

#include "core/assert.h"
#include "core/cpu.h"
#include "math/rounding.h"
#include "math/triangles.h"
#include "narrow/overlap/keep_parts.h"

double ti_pairs_scale(const toi_bounds* box)
{
    toi_vec3 low = box->lower, high = box->upper;
    double size = fmax(fmax(fmax(fabs(low.x), fabs(high.x)), fmax(fabs(low.y), fabs(high.y))),
                       fmax(fabs(low.z), fabs(high.z)));
    if (!(size > 0.0 && size <= DBL_MAX)) {
        return 1.0;
    }
    int exponent = -ti_exponent_up(size);
    return ti_power_of_two(exponent < -1022 ? -1022 : exponent > 1023 ? 1023 : exponent);
}

// Zero, or of a size that a scale from 2^-60 to 2^60 does not take out of the range of full precision.
static bool scales_exactly(toi_vec3 row)
{
    return (row.x == 0.0 || fabs(row.x) >= 0x1p-900) && (row.y == 0.0 || fabs(row.y) >= 0x1p-900) &&
           (row.z == 0.0 || fabs(row.z) >= 0x1p-900);
}

// A rotation and a position that are multiplied by a power of two give posed points that are multiplied by
// it, to the bit but for underflow: of the rotation there is none here, and of the five operations of a
// coordinate and its position each takes at most 2^-1075 from the scaled result, and scale 2^-1075 from the
// posed one.
static keep_side make_side(const ti_faces* faces, double scale)
{
    keep_side s = {faces->triangles, faces->vertices, faces->rigid, scale != 1.0, .factor = scale};
    if (faces->rigid) {
        s.rotation = faces->rotation;
        s.position = faces->position;
        const toi_vec3* row = s.rotation.row;
        if (scale >= 0x1p-60 && scale <= 0x1p60 && scales_exactly(row[0]) && scales_exactly(row[1]) &&
            scales_exactly(row[2])) {
            for (int i = 0; i < 3; ++i) {
                s.rotation.row[i] = v3_scale(scale, s.rotation.row[i]);
            }
            s.position = v3_scale(scale, s.position);
            s.scaled = false;
        }
    }
    return s;
}

// Most vertices that are posed beforehand, where there are at least half as many pairs: corners of pairs are
// then read, not posed again for each.
enum { POSED_ROOM = 640 };

typedef struct posed_points {
    toi_vec3 at[POSED_ROOM + 1]; // one more: its first coordinate is written
} posed_points;

static void pose_before(const ti_faces* faces, size_t count, bool avx2, keep_side* side, posed_points* posed)
{
    if (faces->rigid && faces->vertex_count <= POSED_ROOM && faces->vertex_count <= 2 * count) {
        (avx2 ? ti_keep_pose_avx2 : ti_keep_pose_plain)(side, faces->vertex_count, posed->at);
        side->vertices = posed->at;
        side->rigid = false;
    }
}

static inline bool is_small(const toi_vec3 corner[3], double scale)
{
    double size = 0.0;
    for (int k = 0; k < 3; ++k) {
        size = fmax(fmax(size, fabs(corner[k].x)), fmax(fabs(corner[k].y), fabs(corner[k].z)));
    }
    return size * scale < 0x1p40;
}

static bool meet(const ti_faces* a, const ti_faces* b, double scale, ti_face_pair pair)
{
    toi_vec3 corner_a[3], corner_b[3];
    ti_faces_corners(a, pair.a, corner_a);
    ti_faces_corners(b, pair.b, corner_b);
    TI_ASSERT(is_small(corner_a, scale) && is_small(corner_b, scale));
    return ti_triangles_meet(corner_a, corner_b);
}

size_t ti_pairs_keep(const ti_faces* a, const ti_faces* b, double scale, ti_face_pair* pairs, size_t count)
{
    TI_ASSERT(scale > 0.0);
    keep_side side_a = make_side(a, scale), side_b = make_side(b, scale);
    const bool avx2 = ti_cpu_has_avx2();
    posed_points posed_a, posed_b;
    pose_before(a, count, avx2, &side_a, &posed_a);
    pose_before(b, count, avx2, &side_b, &posed_b);
    keep_block block;
    size_t kept = 0;
    for (size_t first = 0; first < count; first += KEEP_BLOCK) {
        block.pairs = pairs + first;
        block.count = (uint32_t)(count - first < KEEP_BLOCK ? count - first : KEEP_BLOCK);
        (avx2 ? ti_keep_block_avx2 : ti_keep_block_plain)(&side_a, &side_b, &block);
        for (uint32_t i = 0; i < block.unsure_count; ++i) {
            uint32_t at = block.unsure[i];
            block.meets[at] = meet(a, b, scale, block.pairs[at]);
        }
        for (uint32_t i = 0; i < block.count; ++i) {
            pairs[kept] = block.pairs[i];
            kept += block.meets[i];
        }
    }
    return kept;
}
