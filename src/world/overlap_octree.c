// A find by the octree of the paper: all pairs of bodies at once.

#include "narrow/overlap/octree.h"

#include "core/memory.h"
#include "world/overlap_trees.h"

static void run_by_team(toi_task task, uint32_t count, void* data, void* team)
{
    ti_team_run(team, task, count, data);
}

static ti_octree_def make_def(const ti_overlap_find* find, const ti_faces* bodies, const ti_candidate* pairs,
                              uint32_t pair_count)
{
    const toi_overlap* o = find->overlap;
    const toi_overlap_octree* s = &find->query->octree;
    uint32_t level = s->level == TOI_OVERLAP_AUTO ? TI_OCTREE_LEVEL_AUTO
                     : s->level == 0              ? (uint32_t)TI_OCTREE_LEVEL_PAPER
                                                  : s->level;
    toi_vec3 half = {0.5 * s->side, 0.5 * s->side, 0.5 * s->side};
    return (ti_octree_def){.bodies = bodies,
                           .body_count = (uint32_t)o->bodies.count,
                           .level = level,
                           .shape = s->halves ? TI_OCTREE_HALVES : TI_OCTREE_EIGHTHS,
                           .test = s->face_boxes ? TI_OCTREE_FACE_BOX : TI_OCTREE_CLIP,
                           .root = s->side > 0.0 ? TI_OCTREE_GIVEN : TI_OCTREE_WORLD,
                           .cube_lower = v3_sub(s->center, half),
                           .cube_side = s->side,
                           .no_boxes = s->no_boxes,
                           .pairs = pairs,
                           .pair_count = pair_count,
                           .threads = o->threads,
                           .run = o->team != NULL ? run_by_team : o->run,
                           .run_context = o->team != NULL ? o->team : o->run_context};
}

// Hands the pairs of triangles of each pair of bodies to its slot. Both lists are in order, and every pair
// that was found has a slot, for the faces were of the pairs asked.
static void hand_out(const ti_overlap_find* find, const ti_octree_result* found)
{
    ti_overlap_slot* slots = find->overlap->slots.data;
    size_t at = 0;
    for (size_t i = 0; i < find->overlap->slots.count; ++i) {
        size_t begin = at;
        while (at < found->pair_count && found->pairs[at].body_a == slots[i].a &&
               found->pairs[at].body_b == slots[i].b) {
            ++at;
        }
        if (slots[i].a != slots[i].b) {
            ti_overlap_pair_take(find, &slots[i], found->pairs + begin, at - begin);
        }
    }
}

toi_status ti_overlap_octree_find(const ti_overlap_find* find)
{
    toi_overlap* o = find->overlap;
    const ti_overlap_slot* slots = o->slots.data;
    ti_faces* bodies = ti_allocate_zero(&o->allocator, o->bodies.count, sizeof *bodies);
    ti_candidate* pairs = ti_allocate(&o->allocator, o->slots.count, sizeof *pairs);
    toi_status status =
        bodies != NULL && pairs != NULL && ti_overlap_call_team(o) ? TOI_OK : TOI_ERROR_MEMORY;
    uint32_t count = 0;
    for (uint32_t i = 0; status == TOI_OK && i < o->bodies.count; ++i) {
        bodies[i] = ti_present_at(o, i)->faces;
    }
    for (size_t i = 0; status == TOI_OK && i < o->slots.count; ++i) {
        pairs[count] = (ti_candidate){slots[i].a, slots[i].b};
        count += slots[i].a != slots[i].b;
    }
    if (status == TOI_OK) {
        ti_octree_def def = make_def(find, bodies, pairs, count);
        ti_octree_result found;
        status = ti_octree_find(&o->octree, &def, &found);
        if (status == TOI_OK) {
            hand_out(find, &found);
        }
    }
    ti_release(&o->allocator, bodies);
    ti_release(&o->allocator, pairs);
    return status;
}
