// A find by the octree of the paper: all pairs of bodies at once.

#include "narrow/overlap/octree.h"

#include "world/overlap_trees.h"

static void run_by_team(toi_task task, uint32_t count, void* data, void* team)
{
    ti_team_run(team, task, count, data);
}

static ti_octree_def make_def(const ti_overlap_find* find)
{
    const toi_overlap* o = find->overlap;
    const toi_overlap_octree* s = &find->query->octree;
    uint32_t level = s->level == TOI_OVERLAP_AUTO ? TI_OCTREE_LEVEL_AUTO
                     : s->level == 0              ? (uint32_t)TI_OCTREE_LEVEL_PAPER
                                                  : s->level;
    toi_vec3 half = {0.5 * s->side, 0.5 * s->side, 0.5 * s->side};
    return (ti_octree_def){.bodies = o->octree_bodies.data,
                           .body_count = (uint32_t)o->octree_bodies.count,
                           .level = level,
                           .shape = s->halves ? TI_OCTREE_HALVES : TI_OCTREE_EIGHTHS,
                           .test = s->face_boxes ? TI_OCTREE_FACE_BOX : TI_OCTREE_CLIP,
                           .root = s->side > 0.0 ? TI_OCTREE_GIVEN : TI_OCTREE_WORLD,
                           .cube_lower = v3_sub(s->center, half),
                           .cube_side = s->side,
                           .no_boxes = s->no_boxes,
                           .pairs = o->octree_pairs.data,
                           .pair_count = (uint32_t)o->octree_pairs.count,
                           .threads = o->crew.threads,
                           .run = o->crew.team != NULL ? run_by_team : o->crew.run,
                           .run_context = o->crew.team != NULL ? o->crew.team : o->crew.run_context};
}

// Hands the pairs of triangles of each pair of bodies to its slot. Both lists are in order, and every pair
// that was found has a slot, for the faces were of the pairs asked. What was tested is counted for all pairs
// of bodies together: the first slot has it.
static void hand_out(const ti_overlap_find* find, const ti_octree_result* found)
{
    ti_overlap_slot* slots = find->overlap->slots.data;
    uint64_t candidates = found->counts.checked;
    size_t at = 0;
    for (size_t i = 0; i < find->overlap->slots.count; ++i) {
        size_t begin = at;
        while (at < found->pair_count && found->pairs[at].body_a == slots[i].a &&
               found->pairs[at].body_b == slots[i].b) {
            ++at;
        }
        if (slots[i].a != slots[i].b) {
            ti_overlap_pair_take(find, &slots[i], found->pairs + begin, at - begin);
            slots[i].candidates = candidates;
            candidates = 0;
        }
    }
}

// What is asked: all bodies, and the pairs of two of them. @return false without memory
static bool list_all(toi_overlap* o)
{
    const ti_overlap_slot* slots = o->slots.data;
    o->octree_bodies.count = o->octree_pairs.count = 0;
    ti_faces* bodies = ti_array_extend(&o->octree_bodies, o->bodies.count);
    ti_candidate* pairs = ti_array_extend(&o->octree_pairs, o->slots.count);
    if (bodies == NULL || pairs == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < o->bodies.count; ++i) {
        bodies[i] = ti_present_at(o, i)->faces;
    }
    size_t count = 0;
    for (size_t i = 0; i < o->slots.count; ++i) {
        pairs[count] = (ti_candidate){slots[i].a, slots[i].b};
        count += slots[i].a != slots[i].b;
    }
    o->octree_pairs.count = count;
    return true;
}

toi_status ti_overlap_octree_find(const ti_overlap_find* find)
{
    toi_overlap* o = find->overlap;
    if (!list_all(o) || !ti_crew_call(&o->crew)) {
        return TOI_ERROR_MEMORY;
    }
    ti_octree_def def = make_def(find);
    ti_octree_result found;
    toi_status status = ti_octree_find(&o->octree, &def, &found);
    if (status == TOI_OK) {
        hand_out(find, &found);
    }
    return status;
}
