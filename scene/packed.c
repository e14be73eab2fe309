// Packs text for a page: deflate, written as base64 while it is made.

#define _POSIX_C_SOURCE 200809L
#define ZLIB_CONST

#include "packed.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// Meshes as text: level 6 takes three times as long and saves nothing, level 1 saves a third of the time for
// a quarter more.
enum { LEVEL = 4 };

enum { CHUNK = 3 << 14 }; // of packed bytes, a multiple of the three that make four letters

#define MOST_AT_ONCE ((size_t)1 << 30) // of what zlib counts in 32 bits

// The letters of one to three bytes.
static void encode(const unsigned char* bytes, size_t count, char four[4])
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned bits = (unsigned)bytes[0] << 16;
    bits |= count > 1 ? (unsigned)bytes[1] << 8 : 0;
    bits |= count > 2 ? (unsigned)bytes[2] : 0;
    for (size_t i = 0; i < 4; ++i) {
        four[i] = '=';
        if (i <= count) {
            four[i] = letters[bits >> (18 - 6 * i) & 63];
        }
    }
}

static void write_base64(FILE* stream, const unsigned char* bytes, size_t count)
{
    char line[1024];
    size_t length = 0;
    for (size_t i = 0; i < count; i += 3) {
        encode(bytes + i, count - i, line + length);
        length += 4;
        if (length == sizeof line || i + 3 >= count) {
            fwrite(line, 1, length, stream);
            length = 0;
        }
    }
}

// Packs what is set as input, and writes all chunks that are full; at the end the rest too.
static void pack(z_stream* z, unsigned char chunk[CHUNK], int flush, FILE* stream)
{
    int state = Z_OK;
    do {
        state = deflate(z, flush);
        if (z->avail_out == 0 || state == Z_STREAM_END) {
            write_base64(stream, chunk, CHUNK - z->avail_out);
            z->next_out = chunk;
            z->avail_out = CHUNK;
        }
    } while (z->avail_in > 0 || (flush == Z_FINISH && state != Z_STREAM_END));
}

bool ti_packed_write(FILE* stream, const char* text, size_t size)
{
    z_stream z = {0};
    unsigned char* chunk = malloc(CHUNK);
    if (!chunk || deflateInit(&z, LEVEL) != Z_OK) {
        free(chunk);
        return false;
    }
    z.next_out = chunk;
    z.avail_out = CHUNK;
    size_t packed = 0;
    do {
        size_t here = size - packed < MOST_AT_ONCE ? size - packed : MOST_AT_ONCE;
        z.next_in = (const Bytef*)text + packed;
        z.avail_in = (unsigned)here;
        packed += here;
        pack(&z, chunk, packed == size ? Z_FINISH : Z_NO_FLUSH, stream);
    } while (packed < size);
    deflateEnd(&z);
    free(chunk);
    return true;
}

bool ti_packed_begin(ti_packed* packed)
{
    packed->text = NULL;
    packed->size = 0;
    packed->stream = open_memstream(&packed->text, &packed->size);
    return packed->stream != NULL;
}

bool ti_packed_end(ti_packed* packed, FILE* stream)
{
    bool good = !ferror(packed->stream);
    good = fclose(packed->stream) == 0 && good;
    good = good && ti_packed_write(stream, packed->text, packed->size);
    free(packed->text);
    return good;
}
