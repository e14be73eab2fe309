// Public functions of this folder for one query.

#include "toi/primitives.h"

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
