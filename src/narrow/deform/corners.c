// Which differences of vertices are the corners of the polygon of each kind, in order around it.

#include "narrow/deform/deform.h"

const ti_corner_table ti_corners[TOI_PRIMITIVE_VV + 1] = {
    [TOI_PRIMITIVE_VF] = {3, {0, 0, 0}, {1, 2, 3}},
    [TOI_PRIMITIVE_EE] = {4, {0, 1, 1, 0}, {2, 2, 3, 3}},
    [TOI_PRIMITIVE_VE] = {2, {0, 0}, {1, 2}},
    [TOI_PRIMITIVE_VV] = {1, {0}, {1}},
};
