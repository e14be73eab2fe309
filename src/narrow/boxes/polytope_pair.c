// From two moving polytopes to the system of their boxes.

#include "narrow/boxes/polytope_pair.h"

static ti_box_frame frame_of(ti_polys* polys, const ti_moving_polytope* m, const double part[2])
{
    ti_moving_box box = {.motion = m->motion,
                         .half = m->shape->half,
                         .offset = m->shape->center,
                         .rotation_error = m->rotation_error,
                         .translation_error = m->translation_error,
                         .weight_error = m->weight_error,
                         .offset_error = m->shape->error + m->vertex_error};
    return ti_box_frame_rational(polys, &box, part[0], part[1]);
}

bool ti_polytope_system(ti_polys* polys, const ti_moving_polytope* a, const ti_moving_polytope* b,
                        const double part[2], ti_box_system* system)
{
    ti_box_frame frame_a = frame_of(polys, a, part), frame_b = frame_of(polys, b, part);
    return ti_box_system_make(polys, &frame_a, &frame_b, system);
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

bool ti_polytope_pair_make(ti_polys* polys, const ti_polytope* a, const ti_polytope* b, uint32_t degree,
                           ti_polytope_pair* pair)
{
    size_t count = (size_t)degree + 1;
    uint32_t most = larger(larger(a->vertex_count, b->vertex_count), larger(a->face_count, b->face_count));
    size_t bounds = (size_t)8 * ti_blocks_of(most);
    double* room = ti_arena_allocate(polys->arena, 9 * count + 2 * bounds, sizeof *room);
    polys->no_memory = room == NULL;
    if (room == NULL) {
        return false;
    }
    *pair = (ti_polytope_pair){.a = a,
                               .b = b,
                               .bounds = polys->plain ? ti_polytope_bounds_plain : ti_polytope_bounds_avx2,
                               .form = room,
                               .other_form = room + 4 * count,
                               .value = room + 8 * count,
                               .low = room + 9 * count,
                               .high = room + 9 * count + bounds};
    return true;
}
