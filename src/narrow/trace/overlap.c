// Which build of the kernel is asked, and for which bodies.

#include "narrow/trace/overlap.h"

#include "core/cpu.h"

ti_overlap ti_overlap_look_plain(const ti_overlap_query* query);
ti_overlap ti_overlap_look_avx2(const ti_overlap_query* query);

static bool suits(const toi_mesh* mesh)
{
    return mesh->info.convex && mesh->sides.count > 0 && mesh->support.points.count <= TI_OVERLAP_POINTS &&
           mesh->triangle_count <= TI_OVERLAP_TRIANGLES;
}

ti_overlap ti_overlap_find_with(const ti_mover* mover, const ti_still* still, ti_crosses* crosses,
                                void* context, bool avx2)
{
    ti_course course;
    if (!suits(mover->mesh) || still->mesh->tree.node_count == 0 ||
        !ti_course_prepare(mover, still, &course)) {
        return TI_OVERLAP_UNSURE;
    }
    const ti_overlap_query query = {&course, mover->mesh, still->mesh, crosses, context};
    return (avx2 ? ti_overlap_look_avx2 : ti_overlap_look_plain)(&query);
}

ti_overlap ti_overlap_find(const ti_mover* mover, const ti_still* still, ti_crosses* crosses, void* context)
{
    return ti_overlap_find_with(mover, still, crosses, context, ti_cpu_has_avx2());
}
