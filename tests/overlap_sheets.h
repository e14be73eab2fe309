// Sheets that lie on each other, or nearly so: many faces in one plane.

#ifndef TOI_TESTS_OVERLAP_SHEETS_H
#define TOI_TESTS_OVERLAP_SHEETS_H

#include "data.h"
#include "math/vec3.h"

#include <math.h>

enum { SHEET = 12, SHEET_TRIANGLES = 2 * SHEET * SHEET, SHEETS = 4 };

typedef struct sheet {
    toi_vec3 vertex[(SHEET + 1) * (SHEET + 1)];
    ti_triangle triangle[SHEET_TRIANGLES];
} sheet;

static sheet sheets[SHEETS];
static ti_faces sheet_faces[SHEETS];

// In the planes z = (slope + s fan) x, moved by a part of a square.
static inline void make_sheets(double slope, double fan)
{
    for (uint32_t s = 0; s < SHEETS; ++s) {
        for (uint32_t i = 0; i < (SHEET + 1) * (SHEET + 1); ++i) {
            double x = i % (SHEET + 1) + 0.25 * s, y = floor(i / (SHEET + 1.0)) + 0.125 * s;
            sheets[s].vertex[i] = v3(x, y, (slope + s * fan) * x);
        }
        for (uint32_t i = 0; i < SHEET_TRIANGLES; ++i) {
            uint32_t at = i / 2 % SHEET + i / 2 / SHEET * (SHEET + 1), across = at + SHEET + 2;
            sheets[s].triangle[i] = (ti_triangle){{at, i % 2 == 0 ? at + 1 : across - 1, across}, i};
        }
        sheet_faces[s] = (ti_faces){.triangles = sheets[s].triangle,
                                    .vertices = sheets[s].vertex,
                                    .triangle_count = SHEET_TRIANGLES,
                                    .vertex_count = (SHEET + 1) * (SHEET + 1)};
    }
}

#endif
