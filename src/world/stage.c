// Stages: bodies that stand still while others are traced among them.

#include "world/stage.h"

#include "broad/way.h"
#include "core/assert.h"
#include "core/error.h"
#include "core/memory.h"
#include "motion/path.h"

bool ti_placed_usable(const toi_placed* placed)
{
    const toi_mesh* mesh = placed->mesh;
    return mesh != NULL && !mesh->inspect_only && mesh->round.kind == TI_ROUND_NONE && placed->sides <= 2 &&
           ti_pose_valid(&placed->pose);
}

// The box of a body with room for what traces grow it by.
static toi_bounds box_of(const ti_still* still)
{
    return ti_way_box(still->mesh, &still->pose, 0.0);
}

static toi_status check_bodies(const toi_placed* bodies, uint32_t count, toi_error* error)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (!ti_placed_usable(&bodies[i])) {
            return ti_fail(error, TOI_ERROR_INVALID, i,
                           "body %u has no mesh for queries, or a pose or sides that are not valid", i);
        }
    }
    return TOI_OK;
}

// Fills bodies and tree. False without memory.
static bool fill_stage(toi_stage* stage, const toi_placed* bodies)
{
    stage->bodies = ti_allocate(&stage->allocator, stage->count, sizeof *stage->bodies);
    toi_bounds* boxes = ti_allocate(&stage->allocator, stage->count, sizeof *boxes);
    bool ok = stage->bodies != NULL && boxes != NULL;
    if (ok) {
        for (uint32_t i = 0; i < stage->count; ++i) {
            ti_still_prepare(&bodies[i], &stage->bodies[i]);
            boxes[i] = box_of(&stage->bodies[i]);
        }
        ok = ti_moving_tree_make(boxes, stage->count, &stage->allocator, &stage->tree) == TOI_OK;
    }
    ti_release(&stage->allocator, boxes);
    return ok;
}

toi_status toi_stage_create(const toi_placed* bodies, uint32_t count, const toi_allocator* allocator,
                            toi_stage** stage, toi_error* error)
{
    if (stage == NULL || (bodies == NULL && count > 0)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "no place for the stage, or no bodies");
    }
    toi_status status = check_bodies(bodies, count, error);
    if (status != TOI_OK) {
        return status;
    }
    toi_allocator with = ti_allocator_or_default(allocator);
    toi_stage* made = ti_allocate_zero(&with, 1, sizeof *made);
    if (made == NULL) {
        return ti_fail_memory(error);
    }
    made->allocator = with;
    made->count = count;
    if (!fill_stage(made, bodies)) {
        toi_stage_destroy(made);
        return ti_fail_memory(error);
    }
    *stage = made;
    return TOI_OK;
}

void toi_stage_destroy(toi_stage* stage)
{
    if (stage != NULL) {
        toi_allocator with = stage->allocator;
        ti_moving_tree_release(&stage->tree, &with);
        ti_release(&with, stage->bodies);
        ti_release(&with, stage);
    }
}

toi_status toi_stage_place(toi_stage* stage, uint32_t body, const toi_pose* pose)
{
    if (stage == NULL || pose == NULL || body >= stage->count) {
        return TOI_ERROR_INVALID;
    }
    toi_placed moved = toi_stage_body(stage, body);
    moved.pose = *pose;
    if (!ti_placed_usable(&moved)) {
        return TOI_ERROR_INVALID;
    }
    ti_still_prepare(&moved, &stage->bodies[body]);
    toi_bounds box = box_of(&stage->bodies[body]);
    ti_moving_tree_replace(&stage->tree, body, &box);
    return TOI_OK;
}

toi_placed toi_stage_body(const toi_stage* stage, uint32_t body)
{
    TI_ASSERT(body < stage->count);
    const ti_still* still = &stage->bodies[body];
    return (toi_placed){still->mesh, still->pose, still->sides};
}

uint32_t toi_stage_count(const toi_stage* stage)
{
    return stage->count;
}
