// Any word as a coordinate of an OBJ file: the same bits as strtod in the C locale.

#include "toi/toi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void require(bool condition)
{
    if (!condition) {
        abort();
    }
}

// Decimal digits, signs, points and exponents only: strtod also takes hexadecimal, "nan" and "inf".
static bool is_decimal_word(const char* text)
{
    return text[0] != '\0' && text[strspn(text, "0123456789+-.eE")] == '\0';
}

static void compare(const char* text, char* file)
{
    size_t length = strlen(text);
    memcpy(file, "v ", 2);
    memcpy(file + 2, text, length);
    memcpy(file + 2 + length, " 0 0\np 1", 8);
    toi_polygons polygons;
    toi_status status = toi_polygons_read(file, length + 10, TOI_FORMAT_OBJ, NULL, &polygons, NULL);
    char* end;
    double expected = strtod(text, &end);
    bool is_number = *end == '\0' && isfinite(expected);
    require(status == (is_number ? TOI_OK : TOI_ERROR_FORMAT));
    if (status == TOI_OK) {
        require(memcmp(polygons.vertices, &expected, sizeof expected) == 0);
        toi_polygons_release(&polygons);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    char* text = malloc(size + 1);
    char* file = malloc(size + 10);
    require(text != NULL && file != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    if (is_decimal_word(text)) {
        compare(text, file);
    }
    free(file);
    free(text);
    return 0;
}
