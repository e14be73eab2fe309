// Libraries to compare with that were not there when this was built.

#include "bench/meet.h"

#ifndef TI_MEET_FCL
meet_library meet_fcl(void)
{
    return (meet_library){"fcl", NULL, 0};
}
#endif

#ifndef TI_MEET_EMBREE
meet_library meet_embree(void)
{
    return (meet_library){"embree", NULL, 0};
}
#endif

#ifndef TI_MEET_ODE
meet_library meet_ode(void)
{
    return (meet_library){"ode", NULL, 0};
}
#endif

#ifndef TI_MEET_BULLET
meet_library meet_bullet(void)
{
    return (meet_library){"bullet", NULL, 0};
}
#endif
