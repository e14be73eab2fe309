// The table of methods, the preferred one first. A new method is one more row.

#include "world/methods.h"

#include "world/soft_all.h"

static bool takes_all_where_a_body_deforms(const toi_body* a, const toi_body* b, const toi_query_def* def)
{
    return def->all && ti_soft_either(a, b);
}

static bool takes_all_by_screw(const toi_body* a, const toi_body* b, const toi_query_def* def)
{
    (void)a;
    (void)b;
    return def->all && def->method != TOI_METHOD_SCREEN;
}

static bool takes_all_by_screen(const toi_body* a, const toi_body* b, const toi_query_def* def)
{
    (void)a;
    (void)b;
    return def->all && def->method == TOI_METHOD_SCREEN;
}

static bool takes_every_pair(const toi_body* a, const toi_body* b, const toi_query_def* def)
{
    (void)a;
    (void)b;
    (void)def;
    return true;
}

// The last one takes every pair.
static const ti_method methods[] = {
    {"paths", takes_all_where_a_body_deforms, ti_soft_all_contacts},
    {"screw", takes_all_by_screw, toi_all_contacts},
    {"screen", takes_all_by_screen, toi_all_contacts},
    {"first", takes_every_pair, toi_first_contact},
};

enum { METHOD_COUNT = sizeof methods / sizeof methods[0] };

const ti_method* ti_method_for(const toi_body* a, const toi_body* b, const toi_query_def* def)
{
    for (int i = 0; i < METHOD_COUNT - 1; ++i) {
        if (methods[i].takes(a, b, def)) {
            return &methods[i];
        }
    }
    return &methods[METHOD_COUNT - 1];
}
