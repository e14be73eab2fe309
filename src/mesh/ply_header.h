// The header of a PLY file: which elements follow, and what each is made of.

#ifndef TI_MESH_PLY_HEADER_H
#define TI_MESH_PLY_HEADER_H

#include "mesh/reader.h"

typedef enum ti_ply_type {
    TI_PLY_NONE = 0,
    TI_PLY_INT8,
    TI_PLY_UINT8,
    TI_PLY_INT16,
    TI_PLY_UINT16,
    TI_PLY_INT32,
    TI_PLY_UINT32,
    TI_PLY_FLOAT,
    TI_PLY_DOUBLE,
} ti_ply_type;

typedef enum ti_ply_format {
    TI_PLY_TEXT = 1,
    TI_PLY_LITTLE_ENDIAN,
    TI_PLY_BIG_ENDIAN,
} ti_ply_format;

typedef enum ti_ply_kind {
    TI_PLY_OTHER = 0,
    TI_PLY_VERTEX,
    TI_PLY_FACE,
} ti_ply_kind;

// What a property is good for.
typedef enum ti_ply_role {
    TI_PLY_SKIP = 0,
    TI_PLY_X,
    TI_PLY_Y,
    TI_PLY_Z,
    TI_PLY_CORNERS,
} ti_ply_role;

typedef struct ti_ply_property {
    uint8_t type;       // ti_ply_type, of the value or of each value of the list
    uint8_t count_type; // ti_ply_type; TI_PLY_NONE: no list
    uint8_t role;       // ti_ply_role
} ti_ply_property;

typedef struct ti_ply_element {
    const char* name; // in the file
    int name_length;
    ti_ply_kind kind;
    uint64_t count;
    uint64_t line;
    uint32_t first_property;
    uint32_t property_count;
    uint32_t least_size; // bytes that each one takes at least
    bool has_list;
} ti_ply_element;

enum { TI_PLY_MAX_ELEMENTS = 64, TI_PLY_MAX_PROPERTIES = 1024 };

typedef struct ti_ply_header {
    ti_ply_format format;
    uint32_t element_count;
    uint32_t property_count;
    ti_ply_element elements[TI_PLY_MAX_ELEMENTS];
    ti_ply_property properties[TI_PLY_MAX_PROPERTIES];
} ti_ply_header;

uint32_t ti_ply_type_size(uint8_t type);

// Reads the header and moves to the first byte of the data. Checks that there are vertices with x, y, z,
// faces with their corners, and that the rest of the file can hold as many elements as promised.
toi_status ti_ply_header_read(ti_reader* reader, ti_ply_header* header);

#endif
