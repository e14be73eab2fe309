// First contact of two bodies: rigid ones, and those that deform.

#include "narrow/first/first.h"
#include "world/soft.h"

toi_status toi_first_contact(const toi_body* a, const toi_body* b, const toi_query_def* def,
                             toi_result* result)
{
    bool soft = a != NULL && b != NULL && ti_soft_either(a, b);
    return soft ? ti_soft_first_contact(a, b, def, result) : ti_first_contact_rigid(a, b, def, result);
}
