// One search over a window of time: the hulls of the whole bodies, then their trees.

#include "narrow/first/kernel.h"
#include "narrow/first/witness.h"

// A witness may miss its face by this part of the tolerance.
static const double WITNESS_PART = 0.01;

static bool is_one_vertex(const ti_found* found, int side)
{
    for (uint32_t i = 1; i < found->vertex_count; ++i) {
        if (found->vertex[side][i] != found->vertex[side][0]) {
            return false;
        }
    }
    return true;
}

// Where the hulls of the bodies are within tolerance, the bodies are if both witness points lie on real
// faces. A vertex does, and so does every point of the hull of a convex body.
static bool touches_faces(const ti_search* search)
{
    const ti_frame* f = &search->frame;
    for (int side = 0; side < 2; ++side) {
        const ti_track* k = &search->duel->body[side];
        toi_vec3 p = search->found->point[side];
        p = side ? frame_to_b(f, v3_sub(p, f->offset)) : p;
        double reach = WITNESS_PART * search->duel->tolerance;
        if (!k->mesh->info.convex && !is_one_vertex(search->found, side) &&
            !ti_witness_on_surface(k->mesh, v3_scale(1.0 / k->scale, p), reach / k->scale)) {
            return false;
        }
    }
    return true;
}

// Searches the window of the duel. `found->distance` of a clear window is the smallest separation proved.
void ti_search_window(const ti_duel* duel, ti_recorder* recorder, ti_effort* effort, ti_found* found)
{
    const ti_found clear = {.outcome = TI_OUTCOME_CLEAR, .time = duel->to, .triangle = {TI_NONE, TI_NONE}};
    ti_search search = {.duel = duel, .recorder = recorder, .effort = effort, .found = found};
    search.best = duel->to;
    search.least = HUGE_VAL;
    search.frame.time = -1.0; // none yet
    search.whole[0] = shape_of_body(&duel->body[0]);
    search.whole[1] = shape_of_body(&duel->body[1]);
    *found = clear;
    bool touch;
    double time = ti_chain_bodies(&search, &touch);
    if (touch && duel->moves && touches_faces(&search)) {
        return;
    }
    *found = clear;
    if (time < duel->to) {
        ti_walk_trees(&search, time);
    }
    if (found->outcome == TI_OUTCOME_CLEAR) {
        found->distance = search.least;
    }
}
