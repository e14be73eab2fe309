// What results have in common: members of JSON and fields of CSV.

#ifndef TI_SCENE_FIELDS_H
#define TI_SCENE_FIELDS_H

#include "json_writer.h"
#include "write.h"

// Begins the object that an answer is, with the number of its format; `lines_depth` as in ti_json.
ti_json ti_json_answer(FILE* stream, int lines_depth);

// How far pairs are apart: a list of objects.
void ti_json_gaps(ti_json* json, const char* key, const ti_check_report* report);

// A list of two numbers.
void ti_json_indices(ti_json* json, const char* key, uint32_t first, uint32_t second);

void ti_json_feature(ti_json* json, const char* key, toi_feature feature); // null without one
// The members kind, a and b.
void ti_json_meeting(ti_json* json, toi_contact_kind kind, toi_feature a, toi_feature b);

void ti_json_pose(ti_json* json, toi_pose pose); // the members position and quaternion (w, x, y, z)

// Kind and index; an edge is "3-7".
void ti_csv_feature(FILE* stream, toi_feature feature);

// Three fields, empty where there is no vector.
void ti_csv_vec3(FILE* stream, bool given, toi_vec3 vector);

void ti_csv_pose(FILE* stream, toi_pose pose); // seven fields, as above
void ti_csv_flag(FILE* stream, bool flag);

#endif
