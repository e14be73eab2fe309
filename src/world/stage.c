// Stages: bodies that stand still while others are traced among them.

#include "world/stage.h"

#include "core/error.h"
#include "core/memory.h"
#include "motion/path.h"

bool ti_placed_usable(const toi_placed* placed)
{
    const toi_mesh* mesh = placed->mesh;
    toi_motion rest = {.kind = TOI_MOTION_STATIC, .pose = placed->pose};
    return mesh != NULL && !mesh->inspect_only && mesh->round.kind == TI_ROUND_NONE && placed->sides <= 2 &&
           toi_motion_check(&rest, NULL) == TOI_OK;
}

static toi_placed unit_placed(toi_placed placed)
{
    placed.pose = ti_pose_unit(placed.pose);
    placed.sides = placed.sides == 1 ? 1 : 2;
    return placed;
}

toi_status toi_stage_create(const toi_placed* bodies, uint32_t count, const toi_allocator* allocator,
                            toi_stage** stage, toi_error* error)
{
    if (stage == NULL || (bodies == NULL && count > 0)) {
        return ti_fail(error, TOI_ERROR_INVALID, 0, "no place for the stage, or no bodies");
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (!ti_placed_usable(&bodies[i])) {
            return ti_fail(error, TOI_ERROR_INVALID, i,
                           "body %u has no mesh for queries, or a pose or "
                           "sides that are not valid",
                           i);
        }
    }
    toi_allocator with = ti_allocator_or_default(allocator);
    toi_stage* made = ti_allocate(&with, 1, sizeof *made);
    toi_placed* copy = ti_allocate(&with, count > 0 ? count : 1, sizeof *copy);
    if (made == NULL || copy == NULL) {
        ti_release(&with, made);
        ti_release(&with, copy);
        return ti_fail_memory(error);
    }
    for (uint32_t i = 0; i < count; ++i) {
        copy[i] = unit_placed(bodies[i]);
    }
    *made = (toi_stage){with, copy, count};
    *stage = made;
    return TOI_OK;
}

void toi_stage_destroy(toi_stage* stage)
{
    if (stage != NULL) {
        toi_allocator with = stage->allocator;
        ti_release(&with, stage->bodies);
        ti_release(&with, stage);
    }
}

toi_status toi_stage_place(toi_stage* stage, uint32_t body, const toi_pose* pose)
{
    if (stage == NULL || pose == NULL || body >= stage->count) {
        return TOI_ERROR_INVALID;
    }
    toi_placed moved = stage->bodies[body];
    moved.pose = *pose;
    if (!ti_placed_usable(&moved)) {
        return TOI_ERROR_INVALID;
    }
    stage->bodies[body] = unit_placed(moved);
    return TOI_OK;
}

toi_placed toi_stage_body(const toi_stage* stage, uint32_t body)
{
    return stage->bodies[body];
}

uint32_t toi_stage_count(const toi_stage* stage)
{
    return stage->count;
}
