// Everything: when, where and how moving polyhedra touch.

#ifndef TOI_TOI_H
#define TOI_TOI_H

#include "toi/base.h"
#include "toi/boxes.h"
#include "toi/deform.h"
#include "toi/good_pose.h"
#include "toi/mesh.h"
#include "toi/motion.h"
#include "toi/overlap.h"
#include "toi/primitives.h"
#include "toi/query.h"
#include "toi/screen.h"
#include "toi/trace.h"
#include "toi/types.h"
#include "toi/world.h"

#endif
