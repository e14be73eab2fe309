// Certificates of queries on straight vertex paths, checked by polynomials over the rationals (FLINT), apart
// from the library's own check.

#ifndef TOI_TESTS_PRIMITIVE_LINKS_H
#define TOI_TESTS_PRIMITIVE_LINKS_H

#include "toi/primitives.h"

// Whether the link proves what it says, for every time of it, from the definition: n(t).D(t) > separation
// |n(t)|, or the distance of two planes.
bool primitive_link_holds(const toi_primitive_query* query, double separation,
                          const toi_primitive_link* link);

// Whether the links follow each other from time 0 and all hold. `until` is the end of the last one, 0 without
// links.
bool primitive_links_hold(const toi_primitive_query* query, double separation,
                          const toi_primitive_link* links, uint32_t count, double* until);

#endif
