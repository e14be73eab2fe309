// Streaming JSON writer. Numbers read back to the same bits; texts are valid UTF-8 whatever they were, and
// have no `<` and no line break as such, so that what is written can stand in a page or a script.

#ifndef TI_SCENE_JSON_WRITER_H
#define TI_SCENE_JSON_WRITER_H

#include "toi/toi.h"

#include <stdio.h>

typedef struct ti_json {
    FILE* stream;
    int depth;       // of open objects and lists
    int lines_depth; // members of objects and lists up to this depth stand on lines of their own
    bool first;      // nothing was written yet into the innermost one
} ti_json;

void ti_json_begin(ti_json* json, const char* key, char bracket);    // '{' or '['; key NULL inside lists
void ti_json_end(ti_json* json, char bracket);                       // '}' or ']'
void ti_json_text(ti_json* json, const char* key, const char* text); // NULL writes null
void ti_json_number(ti_json* json, const char* key, double number);  // null where it is not finite
void ti_json_count(ti_json* json, const char* key, uint64_t count);
void ti_json_bool(ti_json* json, const char* key, bool truth);
void ti_json_null(ti_json* json, const char* key);
void ti_json_vec3(ti_json* json, const char* key, toi_vec3 vector);

enum { TI_NUMBER_LENGTH = 32 };

// The shortest of 15, 16, 17 digits that reads back to the same bits; "-0.0" for negative zero, "nan", "inf"
// or "-inf".
void ti_number_print(double number, char text[TI_NUMBER_LENGTH]);

// The same as a value, for messages.
typedef struct ti_number_text {
    char text[TI_NUMBER_LENGTH];
} ti_number_text;

ti_number_text ti_number_show(double number);

#endif
