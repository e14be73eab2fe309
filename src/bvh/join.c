// Which build of the join is asked, and how it is cut into parts.

#include "bvh/join.h"

#include "bvh/join_parts.h"
#include "core/assert.h"
#include "core/cpu.h"

static bool begin(const ti_join* join, ti_arena* arena, ti_join_part* part, bool avx2)
{
    return (avx2 ? ti_join_begin_avx2 : ti_join_begin_plain)(join, arena, part);
}

static bool run(const ti_join* join, const ti_join_part* part, ti_arena* scratch, ti_pair_list* pairs,
                bool avx2)
{
    return (avx2 ? ti_join_run_avx2 : ti_join_run_plain)(join, part, scratch, pairs);
}

bool ti_join_find_with(const ti_join* join, ti_arena* scratch, ti_pair_list* pairs, bool avx2)
{
    TI_ASSERT(pairs->array->item_size == sizeof(ti_face_pair));
    TI_ASSERT(join->b == NULL || join->triangles == NULL);
    ti_arena_mark mark = ti_arena_get_mark(scratch);
    ti_join_part part;
    bool ok = begin(join, scratch, &part, avx2) && run(join, &part, scratch, pairs, avx2);
    ti_arena_reset(scratch, mark);
    return ok;
}

bool ti_join_find(const ti_join* join, ti_arena* scratch, ti_pair_list* pairs)
{
    return ti_join_find_with(join, scratch, pairs, ti_cpu_has_avx2());
}

bool ti_join_find_part(const ti_join* join, const ti_join_part* part, ti_arena* scratch, ti_pair_list* pairs)
{
    return run(join, part, scratch, pairs, ti_cpu_has_avx2());
}

static double pairs_of(const ti_join_part* part)
{
    return (double)part->count_a * (part->b != NULL ? part->count_b : 0.5 * part->count_a);
}

// Always cuts the part that has most pairs, until it cannot be cut.
uint32_t ti_join_cut(const ti_join* join, uint32_t most, ti_arena* lists, ti_join_part* parts)
{
    TI_ASSERT(most >= 1);
    bool avx2 = ti_cpu_has_avx2();
    uint32_t count = begin(join, lists, &parts[0], avx2) ? 1 : 0;
    while (count > 0 && count < most) {
        uint32_t largest = 0;
        for (uint32_t i = 1; i < count; ++i) {
            largest = pairs_of(&parts[i]) > pairs_of(&parts[largest]) ? i : largest;
        }
        ti_join_part half[2];
        ti_join_cut_status cut = (avx2 ? ti_join_cut_avx2 : ti_join_cut_plain)(&parts[largest], lists, half);
        if (cut == TI_JOIN_CUT_FAILED) {
            return 0;
        }
        if (cut == TI_JOIN_CUT_NO) {
            break;
        }
        parts[largest] = half[0];
        parts[count++] = half[1];
    }
    return count;
}
