// Packs text for a page: deflate, written as base64 while it is made.

#define _GNU_SOURCE // fopencookie
#define ZLIB_CONST

#include "packed.h"

#include <stdlib.h>
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

struct ti_packer {
    z_stream z;
    FILE* target;
    unsigned char chunk[CHUNK];
};

// Packs what is set as input, and writes all chunks that are full; at the end the rest too.
static void pack(ti_packer* packer, int flush)
{
    z_stream* z = &packer->z;
    int state = Z_OK;
    do {
        state = deflate(z, flush);
        if (z->avail_out == 0 || state == Z_STREAM_END) {
            write_base64(packer->target, packer->chunk, CHUNK - z->avail_out);
            z->next_out = packer->chunk;
            z->avail_out = CHUNK;
        }
    } while (z->avail_in > 0 || (flush == Z_FINISH && state != Z_STREAM_END));
}

static ssize_t put(void* context, const char* text, size_t size)
{
    ti_packer* packer = context;
    size_t here = size < MOST_AT_ONCE ? size : MOST_AT_ONCE;
    packer->z.next_in = (const Bytef*)text;
    packer->z.avail_in = (unsigned)here;
    pack(packer, Z_NO_FLUSH);
    return (ssize_t)here;
}

bool ti_packed_begin(ti_packed* packed, FILE* target)
{
    ti_packer* packer = calloc(1, sizeof *packer);
    if (!packer || deflateInit(&packer->z, LEVEL) != Z_OK) {
        free(packer);
        return false;
    }
    packer->target = target;
    packer->z.next_out = packer->chunk;
    packer->z.avail_out = CHUNK;
    packed->packer = packer;
    packed->stream = fopencookie(packer, "w", (cookie_io_functions_t){.write = put});
    if (!packed->stream) {
        deflateEnd(&packer->z);
        free(packer);
        return false;
    }
    return true;
}

bool ti_packed_end(ti_packed* packed)
{
    bool good = !ferror(packed->stream);
    good = fclose(packed->stream) == 0 && good;
    pack(packed->packer, Z_FINISH);
    deflateEnd(&packed->packer->z);
    free(packed->packer);
    return good;
}
