// Values of a JSON text with their place, so that every message names the path of the key that is wrong.

#ifndef TI_SCENE_PLACE_H
#define TI_SCENE_PLACE_H

#include "scene.h"

#include <jansson.h>

// What all readers of one scene share.
typedef struct ti_reader {
    const char* file;
    const char* body_name; // of the body that is being read, or NULL
    toi_allocator allocator;
    ti_file_reader read_file;
    ti_scene* scene;
    json_t* mesh_index; // "scale path" of the mesh files read so far -> index in scene->meshes
    uint32_t mesh_capacity;
    ti_scene_error* error;
} ti_reader;

// A value and the way to it: a chain of frames on the stack, from the value up to the root.
typedef struct ti_place {
    const struct ti_place* parent; // NULL for the root
    const char* key;               // of an object member; NULL for an element of a list
    size_t index;                  // of an element of a list
    const json_t* value;
} ti_place;

// Names that a key or a word may have.
typedef struct ti_words {
    const char* const* word;
    size_t count;
} ti_words;

// Fills the error with "file: path (body "name"): message" and returns TOI_ERROR_INVALID.
toi_status ti_place_fail(ti_reader* reader, const ti_place* place, const char* format, ...)
    __attribute__((format(printf, 3, 4)));

// Fills the error for a failed allocation and returns TOI_ERROR_MEMORY.
toi_status ti_place_fail_memory(ti_reader* reader);

// Zeroed memory for `count` elements, or NULL.
void* ti_reader_allocate(ti_reader* reader, size_t count, size_t size);

// Member of an object; `value` of the result is NULL where there is none.
ti_place ti_place_member(const ti_place* object, const char* key);
ti_place ti_place_element(const ti_place* list, size_t index);

// Refuses values that are not objects, and keys outside `known`, with a "did you mean".
toi_status ti_place_check_keys(ti_reader* reader, const ti_place* object, ti_words known);

// Refuses values that are not lists.
toi_status ti_place_check_list(ti_reader* reader, const ti_place* place, const char* what);

toi_status ti_place_number(ti_reader* reader, const ti_place* place, double* number);
toi_status ti_place_numbers(ti_reader* reader, const ti_place* place, size_t count, double* numbers);
toi_status ti_place_vec3(ti_reader* reader, const ti_place* place, toi_vec3* vector);
toi_status ti_place_bool(ti_reader* reader, const ti_place* place, bool* truth);

// One of the words, by index.
toi_status ti_place_word(ti_reader* reader, const ti_place* place, ti_words words, size_t* index);

// "missing" for a member that must be there; `right` says what it would hold.
toi_status ti_place_need(ti_reader* reader, const ti_place* member, const char* right);

// The word nearest to `text`, or NULL where none is near enough to be meant.
const char* ti_words_nearest(ti_words words, const char* text);

// Lists words as `"a", "b" or "c"`.
void ti_words_list(ti_words words, size_t capacity, char* text);

// Copies text with control characters and quotes replaced and its length bounded, for messages.
void ti_text_tame(const char* text, size_t capacity, char* tame);

#endif
