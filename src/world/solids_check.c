// Checks settings, solids and pairs, in this order.

#include "world/solids_check.h"

#include "core/error.h"
#include "data.h"
#include "motion/path.h"
#include "motion/rationals.h"
#include "narrow/boxes/solid_convex.h"

static const double MOST_LENGTH = 0x1p400;

static bool is_length(double x)
{
    return x >= 0.0 && x <= MOST_LENGTH; // not for NaN
}

static toi_status check_settings(const toi_boxes_def* def, toi_error* error)
{
    const char* wrong = NULL;
    if (def->solids == NULL && def->solid_count > 0) {
        wrong = "there are no solids";
    } else if (def->pairs == NULL && def->pair_count > 0) {
        wrong = "the list of pairs is missing";
    } else if (def->ignore == NULL && def->ignore_count > 0) {
        wrong = "the list of pairs to ignore is missing";
    } else if (def->pairs != NULL && def->ignore_count > 0) {
        wrong = "ignore goes without a list of pairs: leave its pairs out of that one";
    } else if (!is_length(def->tolerance)) {
        wrong = "tolerance is not a number from 0 to 2^400";
    } else if ((uint32_t)def->method > TOI_BOXES_PAPER) {
        wrong = "method is none of toi_boxes_method";
    }
    return wrong == NULL ? TOI_OK : ti_fail(error, TOI_ERROR_INVALID, 0, "%s", wrong);
}

// What is wrong with a part; NULL for nothing.
static const char* fault_of(const toi_part* part)
{
    toi_vec3 p = part->pose.position;
    toi_quat q = part->pose.quaternion;
    bool turned = q.w != 0.0 || q.x != 0.0 || q.y != 0.0 || q.z != 0.0;
    if (part->kind == TOI_PART_CONVEX) {
        double off;
        bool usable = part->mesh != NULL && !part->mesh->inspect_only;
        if (!usable || part->mesh->round.kind != TI_ROUND_NONE || !part->mesh->info.closed) {
            return "has no mesh of polygons that is closed and convex";
        }
        if (!ti_mesh_is_nearly_convex(part->mesh, &off)) {
            return "has a mesh that is not convex, for which toi_first_contact (toi check) is there: of a "
                   "convex "
                   "one no corner is above the plane of a face, but for rounding";
        }
        if (!(v3_length(part->mesh->center) + part->mesh->radius <= MOST_LENGTH)) {
            return "has a mesh that reaches further than 2^400";
        }
    } else if (part->kind != TOI_PART_BOX) {
        return "has a kind that is none of toi_part_kind";
    }
    if (part->kind == TOI_PART_BOX &&
        !(is_length(part->half.x) && is_length(part->half.y) && is_length(part->half.z))) {
        return "has a half length that is not a number from 0 to 2^400";
    }
    if (!(is_length(fabs(p.x)) && is_length(fabs(p.y)) && is_length(fabs(p.z)))) {
        return "has a position that is not three numbers up to 2^400";
    }
    toi_pose pose = {{0.0, 0.0, 0.0}, q};
    return turned && !ti_pose_valid(&pose) ? "has a quaternion that is not finite, or shorter than 1e-6"
                                           : NULL;
}

// Boxes take affine pieces too.
static toi_status check_motion(const toi_motion* motion, uint32_t index, toi_error* error)
{
    toi_error why = {0};
    if (motion->kind != TOI_MOTION_RATIONAL) {
        return ti_motion_check_rigid(motion, "solid", index, error);
    }
    return ti_rationals_valid(motion, true, &why) ? TOI_OK
                                                  : ti_fail_motion(error, "solid", index, motion->kind, &why);
}

static toi_status check_solid(const toi_solid* solid, uint32_t index, toi_error* error)
{
    if (solid->parts == NULL || solid->part_count == 0) {
        return ti_fail(error, TOI_ERROR_INVALID, index, "solid %u has no parts", (unsigned)index);
    }
    for (uint32_t i = 0; i < solid->part_count; ++i) {
        const char* fault = fault_of(&solid->parts[i]);
        if (fault != NULL) {
            return ti_fail(error, TOI_ERROR_INVALID, index, "solid %u, part %u %s", (unsigned)index,
                           (unsigned)i, fault);
        }
    }
    return check_motion(&solid->motion, index, error);
}

// The route of the paper takes less.
static toi_status check_for_paper(const toi_solid* solid, uint32_t index, toi_error* error)
{
    const toi_motion* m = &solid->motion;
    for (uint32_t i = 0; i < solid->part_count; ++i) {
        if (solid->parts[i].kind != TOI_PART_BOX) {
            return ti_fail(error, TOI_ERROR_INVALID, index,
                           "solid %u, part %u is no box: the method paper takes boxes alone", (unsigned)index,
                           (unsigned)i);
        }
    }
    for (uint32_t i = 0; m->kind == TOI_MOTION_RATIONAL && i < m->rational_count; ++i) {
        if (m->rationals[i].matrix != NULL) {
            return ti_fail(error, TOI_ERROR_INVALID, index,
                           "solid %u, piece %u has a matrix: the method paper takes rotations alone",
                           (unsigned)index, (unsigned)i);
        }
    }
    return TOI_OK;
}

// `list` goes before what is wrong with a pair of it.
static toi_status check_pairs(const toi_boxes_def* def, const toi_pair* pairs, uint32_t count,
                              const char* list, toi_error* error)
{
    for (uint32_t i = 0; i < count; ++i) {
        toi_pair p = pairs[i];
        uint32_t most = p.a > p.b ? p.a : p.b;
        if (most >= def->solid_count) {
            return ti_fail(error, TOI_ERROR_INVALID, most, "%spair %u names solid %u of %u", list,
                           (unsigned)i, (unsigned)most, (unsigned)def->solid_count);
        }
        if (p.a == p.b) {
            return ti_fail(error, TOI_ERROR_INVALID, most, "%spair %u is solid %u twice", list, (unsigned)i,
                           (unsigned)most);
        }
    }
    return TOI_OK;
}

toi_status ti_solids_check(const toi_boxes_def* def, toi_error* error)
{
    toi_status status = check_settings(def, error);
    for (uint32_t i = 0; status == TOI_OK && i < def->solid_count; ++i) {
        status = check_solid(&def->solids[i], i, error);
        if (status == TOI_OK && def->method == TOI_BOXES_PAPER) {
            status = check_for_paper(&def->solids[i], i, error);
        }
    }
    if (status == TOI_OK) {
        status = check_pairs(def, def->pairs, def->pair_count, "", error);
    }
    return status == TOI_OK ? check_pairs(def, def->ignore, def->ignore_count, "ignore: ", error) : status;
}
