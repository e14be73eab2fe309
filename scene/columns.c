// Tables of text.

#include "columns.h"

#include "phrases.h"

void ti_columns_add(ti_columns* columns, const char* const* cell, int count)
{
    while (columns->stream && count > 1 && !cell[count - 1][0]) {
        --count;
    }
    for (int i = 0; i < count; ++i) {
        int width = ti_text_width(cell[i]);
        if (!columns->stream) {
            columns->width[i] = width > columns->width[i] ? width : columns->width[i];
        } else {
            fprintf(columns->stream, "  %s%*s", cell[i], i + 1 < count ? columns->width[i] - width : 0, "");
        }
    }
    if (columns->stream) {
        fputc('\n', columns->stream);
    }
}
