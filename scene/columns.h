// Tables of text: rows of cells, as wide as the widest cell of their column. All rows are added twice: first
// without a stream, which takes the widths, then with one.

#ifndef TI_SCENE_COLUMNS_H
#define TI_SCENE_COLUMNS_H

#include <stdio.h>

enum { TI_COLUMNS = 8 };

typedef struct ti_columns {
    FILE* stream; // NULL: only widths are taken
    int width[TI_COLUMNS];
} ti_columns;

// Adds a row of at most TI_COLUMNS cells. Empty ones at its end are left out.
void ti_columns_add(ti_columns* columns, const char* const* cell, int count);

#endif
