// Pages and their words.

#include "page.h"

#include "page_text.h"
#include "writer.h"

#include <math.h>
#include <string.h>

static void put_bits(page_words* w)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    while (w->held >= 6) {
        w->held -= 6;
        fputc(letters[w->bits >> w->held & 63u], w->file);
    }
}

page_words page_begin_words(FILE* file, const char* key)
{
    fprintf(file, ",\n%s: \"", key);
    return (page_words){.file = file};
}

void page_put_word(page_words* w, uint32_t word)
{
    w->bits = w->bits << 8 | (word & 255u);
    w->held += 8;
    put_bits(w);
    w->bits = w->bits << 8 | (word >> 8 & 255u);
    w->held += 8;
    put_bits(w);
}

void page_end_words(page_words* w)
{
    static const char* const ends[] = {"", "==", "="};
    uint32_t held = w->held;
    if (held > 0) {
        w->bits <<= 6 - held;
        w->held = 6;
        put_bits(w);
    }
    // Two bits are left of one byte, four of two.
    fprintf(w->file, "%s\"", ends[held == 2 ? 1 : held == 4 ? 2 : 0]);
}

int16_t page_scaled(double value, double most)
{
    return (int16_t)lround(fmax(fmin(value / most, 1.0), -1.0) * INT16_MAX);
}

void page_put_scaled(page_words* w, double value, double most)
{
    page_put_word(w, (uint32_t)(int32_t)page_scaled(value, most));
}

void page_put_point(page_words* w, toi_vec3 v, double most)
{
    page_put_scaled(w, v.x, most);
    page_put_scaled(w, v.y, most);
    page_put_scaled(w, v.z, most);
}

void page_put_faces(FILE* file, const toi_mesh* mesh)
{
    toi_mesh_info info;
    toi_mesh_get_info(mesh, &info);
    page_words w = page_begin_words(file, "faces");
    for (uint32_t f = 0; f < info.faces; ++f) {
        const uint32_t* corners;
        uint32_t count = toi_mesh_face(mesh, f, &corners);
        for (uint32_t i = 0; i < count; ++i) {
            page_put_word(&w, corners[i]);
        }
    }
    page_end_words(&w);
}

typedef struct page_file {
    void (*put)(FILE* file, const void* data);
    const void* data;
} page_file;

static void put_page(FILE* file, const void* data)
{
    static const char mark[] = "@DATA@";
    const page_file* page = data;
    const char* middle = strstr(page_text, mark);
    fwrite(page_text, 1, (size_t)(middle - page_text), file);
    page->put(file, page->data);
    fputs(middle + strlen(mark), file);
}

bool page_write(const char* path, void put(FILE* file, const void* data), const void* data)
{
    page_file page = {put, data};
    return write_whole(path, put_page, &page);
}
