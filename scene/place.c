// Checked access to JSON values; every failure names the path of the value.

#include "place.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 16 }; // no path of a scene is deeper

// Text that grows up to a capacity and is cut there.
typedef struct text_end {
    char* text;
    size_t used, capacity;
} text_end;

__attribute__((format(printf, 2, 0))) static void append_list(text_end* end, const char* format,
                                                              va_list values)
{
    if (end->used + 1 < end->capacity) {
        int length = vsnprintf(end->text + end->used, end->capacity - end->used, format, values);
        end->used += length > 0 ? (size_t)length : 0;
    }
}

__attribute__((format(printf, 2, 3))) static void append(text_end* end, const char* format, ...)
{
    va_list values;
    va_start(values, format);
    append_list(end, format, values);
    va_end(values);
}

static void append_path(text_end* end, const ti_place* place)
{
    const ti_place* way[DEEPEST];
    size_t depth = 0;
    for (const ti_place* at = place; at && at->parent && depth < DEEPEST; at = at->parent) {
        way[depth++] = at;
    }
    if (depth == 0) {
        append(end, "top level");
    }
    for (size_t i = depth; i-- > 0;) {
        char key[64];
        if (way[i]->key) {
            ti_text_tame(way[i]->key, sizeof key, key);
            append(end, "%s%s", i + 1 == depth ? "" : ".", key);
        } else {
            append(end, "[%zu]", way[i]->index);
        }
    }
}

toi_status ti_place_fail(ti_reader* reader, const ti_place* place, const char* format, ...)
{
    text_end end = {reader->error->text, 0, sizeof reader->error->text};
    char tame[128];
    ti_text_tame(reader->file, sizeof tame, tame);
    append(&end, "%s: ", tame);
    append_path(&end, place);
    if (reader->body_name) {
        ti_text_tame(reader->body_name, sizeof tame, tame);
        append(&end, " (body \"%s\")", tame);
    }
    append(&end, ": ");
    va_list values;
    va_start(values, format);
    append_list(&end, format, values);
    va_end(values);
    reader->error->status = TOI_ERROR_INVALID;
    return TOI_ERROR_INVALID;
}

toi_status ti_place_fail_memory(ti_reader* reader)
{
    snprintf(reader->error->text, sizeof reader->error->text, "%.128s: out of memory", reader->file);
    reader->error->status = TOI_ERROR_MEMORY;
    return TOI_ERROR_MEMORY;
}

void* ti_reader_allocate(ti_reader* reader, size_t count, size_t size)
{
    if (count > SIZE_MAX / 2 / size) {
        return NULL;
    }
    size_t bytes = count * size > 0 ? count * size : 1;
    void* memory = reader->allocator.allocate(bytes, reader->allocator.context);
    return memory ? memset(memory, 0, bytes) : NULL;
}

ti_place ti_place_member(const ti_place* object, const char* key)
{
    return (ti_place){object, key, 0, json_object_get(object->value, key)};
}

ti_place ti_place_element(const ti_place* list, size_t index)
{
    return (ti_place){list, NULL, index, json_array_get(list->value, index)};
}

// What a value is, for messages.
static const char* name_of_type(const json_t* value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "a list";
    case JSON_STRING:
        return "a text";
    case JSON_INTEGER:
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
        return "true";
    case JSON_FALSE:
        return "false";
    default:
        return "null";
    }
}

static bool is_known(ti_words known, const char* key)
{
    for (size_t i = 0; i < known.count; ++i) {
        if (strcmp(known.word[i], key) == 0) {
            return true;
        }
    }
    return false;
}

toi_status ti_place_check_keys(ti_reader* reader, const ti_place* object, ti_words known)
{
    if (!json_is_object(object->value)) {
        return ti_place_fail(reader, object, "must be an object {...}, is %s", name_of_type(object->value));
    }
    // The iterator of jansson wants a pointer that is not const, and changes nothing.
    json_t* value = (json_t*)(uintptr_t)object->value;
    for (void* at = json_object_iter(value); at; at = json_object_iter_next(value, at)) {
        const char* key = json_object_iter_key(at);
        if (is_known(known, key)) {
            continue;
        }
        char tame[64];
        char list[400];
        ti_text_tame(key, sizeof tame, tame);
        ti_words_list(known, sizeof list, list);
        const char* nearest = ti_words_nearest(known, key);
        if (nearest) {
            return ti_place_fail(reader, object, "unknown key \"%s\"; did you mean \"%s\"?", tame, nearest);
        }
        return ti_place_fail(reader, object, "unknown key \"%s\"; the keys here are %s", tame, list);
    }
    return TOI_OK;
}

toi_status ti_place_check_list(ti_reader* reader, const ti_place* place, const char* what)
{
    if (!json_is_array(place->value)) {
        return ti_place_fail(reader, place, "must be a list of %s, is %s", what, name_of_type(place->value));
    }
    return TOI_OK;
}

toi_status ti_place_number(ti_reader* reader, const ti_place* place, double* number)
{
    if (json_is_string(place->value)) {
        char tame[64];
        ti_text_tame(json_string_value(place->value), sizeof tame, tame);
        return ti_place_fail(reader, place,
                             "must be a number, is the text \"%s\"; write a finite number without quotes",
                             tame);
    }
    if (!json_is_number(place->value)) {
        return ti_place_fail(reader, place, "must be a number, is %s", name_of_type(place->value));
    }
    *number = json_number_value(place->value);
    if (!isfinite(*number)) {
        return ti_place_fail(reader, place, "must be a finite number");
    }
    return TOI_OK;
}

toi_status ti_place_numbers(ti_reader* reader, const ti_place* place, size_t count, double* numbers)
{
    if (!json_is_array(place->value)) {
        return ti_place_fail(reader, place, "must be a list of %zu numbers, is %s", count,
                             name_of_type(place->value));
    }
    if (json_array_size(place->value) != count) {
        return ti_place_fail(reader, place, "must be %zu numbers, has %zu", count,
                             json_array_size(place->value));
    }
    for (size_t i = 0; i < count; ++i) {
        ti_place element = ti_place_element(place, i);
        toi_status status = ti_place_number(reader, &element, &numbers[i]);
        if (status != TOI_OK) {
            return status;
        }
    }
    return TOI_OK;
}

toi_status ti_place_vec3(ti_reader* reader, const ti_place* place, toi_vec3* vector)
{
    double numbers[3];
    toi_status status = ti_place_numbers(reader, place, 3, numbers);
    if (status == TOI_OK) {
        *vector = (toi_vec3){numbers[0], numbers[1], numbers[2]};
    }
    return status;
}

toi_status ti_place_bool(ti_reader* reader, const ti_place* place, bool* truth)
{
    if (!json_is_boolean(place->value)) {
        return ti_place_fail(reader, place, "must be true or false, is %s", name_of_type(place->value));
    }
    *truth = json_is_true(place->value);
    return TOI_OK;
}

toi_status ti_place_word(ti_reader* reader, const ti_place* place, ti_words words, size_t* index)
{
    char list[300];
    ti_words_list(words, sizeof list, list);
    if (!json_is_string(place->value)) {
        return ti_place_fail(reader, place, "must be one of %s, is %s", list, name_of_type(place->value));
    }
    const char* text = json_string_value(place->value);
    for (size_t i = 0; i < words.count; ++i) {
        if (strcmp(words.word[i], text) == 0) {
            *index = i;
            return TOI_OK;
        }
    }
    char tame[64];
    ti_text_tame(text, sizeof tame, tame);
    const char* nearest = ti_words_nearest(words, text);
    if (nearest) {
        return ti_place_fail(reader, place, "\"%s\" is not known; did you mean \"%s\"? (%s)", tame, nearest,
                             list);
    }
    return ti_place_fail(reader, place, "\"%s\" is not known; it can be %s", tame, list);
}

toi_status ti_place_need(ti_reader* reader, const ti_place* member, const char* right)
{
    if (!member->value) {
        return ti_place_fail(reader, member, "is missing; it must be %s", right);
    }
    return TOI_OK;
}
