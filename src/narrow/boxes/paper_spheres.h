// Where the spheres around two boxes are apart [RationalBoxes, section IV-E].

#ifndef TI_NARROW_BOXES_PAPER_SPHERES_H
#define TI_NARROW_BOXES_PAPER_SPHERES_H

#include "narrow/boxes/paper_signs.h"
#include "narrow/boxes/system.h"

// Sign 1 where they are certainly apart. False where memory or the degrees do not allow it: see polys.
// `limit` as in paper_signs.h.
bool ti_paper_spheres_find(ti_polys* polys, const ti_box_frame* a, const ti_box_frame* b, uint32_t limit,
                           ti_paper_signs* signs);

#endif
