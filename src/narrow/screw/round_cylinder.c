// A cylinder and the features of a mesh: not searched yet, and toi_all_contacts refuses cylinders.

#include "narrow/screw/round.h"

bool ti_cylinder_facet(const ti_event* event, const double window[2])
{
    (void)event;
    return window[0] <= window[1];
}

bool ti_cylinder_crease(const ti_event* event, const double window[2])
{
    (void)event;
    return window[0] <= window[1];
}

bool ti_cylinder_tip(const ti_event* event, const double window[2])
{
    (void)event;
    return window[0] <= window[1];
}
