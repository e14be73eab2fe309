// One search over a window of time: the hulls of the whole bodies, then their trees.

#include "bvh/witness.h"
#include "narrow/first/kernel.h"
#include "narrow/first/nearest.h"

// A witness may miss its face by this part of the tolerance; what it may miss is added to the distance.
static const double WITNESS_PART = 1e-3;

// Where the hulls of the bodies are within tolerance, the bodies are if both witness points lie on real
// faces. Every point of the hull of a convex body does.
static bool touches_faces(const ti_search* search)
{
    const ti_duel* duel = search->duel;
    double reach = WITNESS_PART * duel->tolerance + 2.0 * duel->rounding;
    for (int side = 0; side < 2; ++side) {
        const ti_track* k = &duel->body[side];
        const ti_found* found = search->found;
        if (k->mesh->info.convex || ti_on_one_triangle(k->mesh, found->vertex[side], found->vertex_count)) {
            continue;
        }
        search->found->distance += reach;
        if (ti_nearby_features(k->mesh, search->found->local[side], reach / k->scale, TI_NEARBY_FACE).face ==
            TI_NONE) {
            return false;
        }
    }
    return search->found->distance <= duel->separation + duel->tolerance;
}

// Finds the first contact of the faces from `time` on. Where the hulls touch, at the closest points in
// `found`, the faces often touch soon and near there: a contact of the triangles at these points, if they
// have one, rules out most others at once.
static void search_faces(ti_search* search, double time, bool touch)
{
    const ti_duel* duel = search->duel;
    const ti_found clear = {.outcome = TI_OUTCOME_CLEAR, .time = duel->to};
    uint32_t done[2] = {TI_NONE, TI_NONE};
    for (int side = 0; side < 2 && touch; ++side) {
        done[side] = ti_near_triangle(duel->body[side].mesh, search->found->local[side]);
    }
    *search->found = clear;
    if (time >= duel->to) {
        return;
    }
    if (touch) {
        ti_chain_triangles(search, done[0], done[1], time);
    }
    ti_walk_trees(search, time, done);
}

static void search_window(ti_search* search)
{
    bool touch;
    double time = ti_chain_bodies(search, &touch);
    if (touch && search->duel->moves && touches_faces(search)) {
        return;
    }
    search_faces(search, time, touch);
    if (search->found->outcome == TI_OUTCOME_CLEAR) {
        search->found->distance = search->least;
    }
}

// Searches the window of the duel. `found->distance` of a clear window is the smallest separation proved.
void ti_search_window(const ti_duel* duel, ti_recorder* recorder, ti_effort* effort, ti_found* found)
{
    ti_search search = {.duel = duel, .recorder = recorder, .effort = effort, .found = found};
    search.best = duel->to;
    search.least = search.start_least = HUGE_VAL;
    search.frame.time = -1.0; // none yet
    search.whole[0] = shape_of_body(&duel->body[0]);
    search.whole[1] = shape_of_body(&duel->body[1]);
    search_window(&search);
    found->start_apart = search.start_least;
}
