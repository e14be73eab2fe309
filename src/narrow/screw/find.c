// Which way all contacts of a pair are found.

#include "core/cpu.h"
#include "narrow/screw/round.h"
#include "narrow/screw/screw.h"
#include "narrow/screw/sweep.h"

// Where normals of all directions come together everywhere, as in threads, the cones of the trees tell
// nothing, and the sweep is two to four times as fast (docs/methods/screw.md). It has no kernels of its own.
static bool is_tangled(const ti_screw_pair* pair)
{
    return pair->mesh[0]->features.tangled || pair->mesh[1]->features.tangled;
}

toi_status ti_screw_find_with(const ti_screw_pair* pair, bool avx2, ti_screw_effort* effort,
                              ti_array* contacts)
{
    if (pair->mesh[0]->round.kind != TI_ROUND_NONE || pair->mesh[1]->round.kind != TI_ROUND_NONE) {
        return ti_round_find(pair, effort, contacts);
    }
    return is_tangled(pair) ? ti_screw_find_swept(pair, effort, contacts)
                            : ti_screw_find_boxes(pair, avx2, effort, contacts);
}

toi_status ti_screw_find(const ti_screw_pair* pair, ti_screw_effort* effort, ti_array* contacts)
{
    return ti_screw_find_with(pair, ti_cpu_has_avx2(), effort, contacts);
}
