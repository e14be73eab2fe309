// Streaming JSON writer.

#include "json_writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void ti_number_print(double number, char text[TI_NUMBER_LENGTH])
{
    if (number == 0.0 && signbit(number)) {
        memcpy(text, "-0.0", 5); // "-0" is an integer to some readers, and loses its sign
        return;
    }
    for (int digits = 15; digits <= 17; ++digits) {
        snprintf(text, TI_NUMBER_LENGTH, "%.*g", digits, number);
        if (strtod(text, NULL) == number) {
            return;
        }
    }
}

ti_number_text ti_number_show(double number)
{
    ti_number_text shown;
    ti_number_print(number, shown.text);
    return shown;
}

// Length of the UTF-8 character at `text`, or 0 where there is none: cut short, too long, a surrogate, out of
// range.
static size_t character_length(const unsigned char* text)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = text[0] < 0x80 ? 1 : text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
    if (length == 1) {
        return 1;
    }
    if (text[0] < 0xc2 || text[0] > 0xf4) {
        return 0;
    }
    uint32_t code = text[0] & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; ++i) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
        code = code << 6 | (text[i] & 0x3fu);
    }
    bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code >= least[length] && code <= 0x10ffff && !surrogate ? length : 0;
}

static void write_ascii(FILE* stream, unsigned char c)
{
    static const char short_form[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (size_t i = 0; short_form[i]; i += 2) {
        if ((unsigned char)short_form[i] == c) {
            fputc('\\', stream);
            fputc(short_form[i + 1], stream);
            return;
        }
    }
    if (c < 0x20 || c == 0x7f || c == '<') {
        fprintf(stream, "\\u%04x", c);
    } else {
        fputc(c, stream);
    }
}

// U+2028 and U+2029, at which scripts break a line, and which JSON may escape.
static bool breaks_line(const unsigned char* text)
{
    return text[0] == 0xe2 && text[1] == 0x80 && (text[2] == 0xa8 || text[2] == 0xa9);
}

// So that JSON can stand in a page as it is, no text can end the element that it is in: `<` is escaped.
static void write_text(FILE* stream, const char* text)
{
    const unsigned char* at = (const unsigned char*)text;
    fputc('"', stream);
    while (*at) {
        size_t length = character_length(at);
        if (length == 1) {
            write_ascii(stream, *at);
        } else if (length == 0) {
            fputs("\\ufffd", stream);
        } else if (breaks_line(at)) {
            fputs(at[2] == 0xa8 ? "\\u2028" : "\\u2029", stream);
        } else {
            fwrite(at, 1, length, stream);
        }
        at += length ? length : 1;
    }
    fputc('"', stream);
}

static void break_line(const ti_json* json)
{
    fputc('\n', json->stream);
    for (int i = 0; i < json->depth; ++i) {
        fputs("  ", json->stream);
    }
}

// Comma, line break and key before a value.
static void begin_value(ti_json* json, const char* key)
{
    if (!json->first) {
        fputc(',', json->stream);
    }
    if (json->depth > 0 && json->depth <= json->lines_depth) {
        break_line(json);
    } else if (!json->first) {
        fputc(' ', json->stream);
    }
    if (key) {
        write_text(json->stream, key);
        fputs(": ", json->stream);
    }
    json->first = false;
}

void ti_json_begin(ti_json* json, const char* key, char bracket)
{
    if (json->depth == 0) {
        json->first = true;
    }
    begin_value(json, key);
    fputc(bracket, json->stream);
    json->depth += 1;
    json->first = true;
}

void ti_json_end(ti_json* json, char bracket)
{
    bool lines = json->depth <= json->lines_depth && !json->first;
    json->depth -= 1;
    if (lines) {
        break_line(json);
    }
    fputc(bracket, json->stream);
    json->first = false;
    if (json->depth == 0) {
        fputc('\n', json->stream);
    }
}

void ti_json_text(ti_json* json, const char* key, const char* text)
{
    begin_value(json, key);
    if (text) {
        write_text(json->stream, text);
    } else {
        fputs("null", json->stream);
    }
}

void ti_json_number(ti_json* json, const char* key, double number)
{
    char text[TI_NUMBER_LENGTH] = "null";
    if (isfinite(number)) {
        ti_number_print(number, text);
    }
    begin_value(json, key);
    fputs(text, json->stream);
}

void ti_json_count(ti_json* json, const char* key, uint64_t count)
{
    begin_value(json, key);
    fprintf(json->stream, "%llu", (unsigned long long)count);
}

void ti_json_bool(ti_json* json, const char* key, bool truth)
{
    begin_value(json, key);
    fputs(truth ? "true" : "false", json->stream);
}

void ti_json_null(ti_json* json, const char* key)
{
    begin_value(json, key);
    fputs("null", json->stream);
}

void ti_json_vec3(ti_json* json, const char* key, toi_vec3 vector)
{
    ti_json_begin(json, key, '[');
    ti_json_number(json, NULL, vector.x);
    ti_json_number(json, NULL, vector.y);
    ti_json_number(json, NULL, vector.z);
    ti_json_end(json, ']');
}
