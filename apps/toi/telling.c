// Which pairs of a scene a page shows more of.

#include "telling.h"

#include <stdlib.h>

static double key_of(const toi_pair_result* pair)
{
    return ti_pair_rank(pair) == 0   ? pair->result.t_hit
           : ti_pair_rank(pair) == 1 ? pair->result.t_free
                                     : pair->result.gap;
}

static int compare_pairs(const void* left, const void* right)
{
    const toi_pair_result* a = *(const toi_pair_result* const*)left;
    const toi_pair_result* b = *(const toi_pair_result* const*)right;
    int rank = ti_pair_rank(a) - ti_pair_rank(b);
    double x = key_of(a), y = key_of(b);
    int order = x < y ? -1 : x > y;
    int place = a < b ? -1 : a > b; // both are of one list
    return rank ? rank : order ? order : place;
}

static bool has_polygons(const ti_scene_body* body)
{
    return body->shape == TI_SHAPE_MESH || body->shape == TI_SHAPE_BOX;
}

const toi_pair_result** tool_telling_pairs(const ti_scene* scene, const toi_world_result* world,
                                           uint32_t most, uint32_t* count)
{
    const toi_pair_result** chosen = calloc((size_t)world->pair_count + 1, sizeof *chosen);
    *count = 0;
    for (uint32_t i = 0; chosen && i < world->pair_count; ++i) {
        const toi_pair_result* pair = &world->pairs[i];
        if (pair->a != pair->b && has_polygons(&scene->bodies[pair->a]) &&
            has_polygons(&scene->bodies[pair->b])) {
            chosen[(*count)++] = pair;
        }
    }
    if (chosen) {
        qsort(chosen, *count, sizeof *chosen, compare_pairs);
    }
    *count = *count < most ? *count : most;
    return chosen;
}
