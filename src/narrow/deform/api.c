// Public functions of this folder for one query: what is wrong with its input, then its answer.

#include "core/cpu.h"
#include "math/vec3.h"
#include "narrow/deform/check.h"
#include "narrow/deform/settle.h"

uint32_t toi_primitive_vertex_count(toi_primitive_kind kind)
{
    switch (kind) {
    case TOI_PRIMITIVE_VF:
    case TOI_PRIMITIVE_EE:
        return 4;
    case TOI_PRIMITIVE_VE:
        return 3;
    case TOI_PRIMITIVE_VV:
        return 2;
    case TOI_PRIMITIVE_NONE:
        break;
    }
    return 0;
}

bool ti_primitive_query_is_valid(const toi_primitive_query* query)
{
    uint32_t count = query ? toi_primitive_vertex_count(query->kind) : 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (!v3_finite(query->start[i]) || !v3_finite(query->end[i])) {
            return false;
        }
    }
    return count > 0;
}

bool ti_primitive_def_is_valid(const toi_primitive_def* def)
{
    bool lengths = def->separation >= 0.0 && isfinite(def->separation) && def->tolerance >= 0.0 &&
                   isfinite(def->tolerance);
    return lengths && !(def->exact && def->separation > 0.0) && (def->links || def->link_capacity == 0);
}

toi_status toi_primitive_contact(const toi_primitive_query* query, const toi_primitive_def* def,
                                 toi_primitive_result* result)
{
    static const toi_primitive_def defaults = {0};
    def = def ? def : &defaults;
    if (!result || !ti_primitive_query_is_valid(query) || !ti_primitive_def_is_valid(def)) {
        return TOI_ERROR_INVALID;
    }
    bool avx2 = ti_cpu_has_avx2();
    double proved = ti_primitive_answer(query, def, avx2, result);
    ti_primitive_settle_cut(query, def, proved, avx2, result);
    return TOI_OK;
}
