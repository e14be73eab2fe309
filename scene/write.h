// Writers of results: JSON, CSV and text. They only write; the stream remembers failures.

#ifndef TI_SCENE_WRITE_H
#define TI_SCENE_WRITE_H

#include "scene.h"

#include <stdio.h>

// Answers to a scene.
// How far two bodies are apart at one time: within `error` of `gap`.
typedef struct ti_gap_sample {
    double t;
    double gap, error; // NaN where the pair could not be measured
} ti_gap_sample;

// The samples of one pair, by time.
typedef struct ti_gap_curve {
    uint32_t a, b;
    const ti_gap_sample* samples;
    uint32_t count;
} ti_gap_curve;

typedef struct ti_check_report {
    const ti_scene* scene;
    const toi_world_result* world;
    const toi_query_def* query; // what every pair was asked, with max_steps set
    bool links;                 // write the certificate (JSON only)
    uint32_t max_links;         // more links of a pair than that were dropped
    const ti_gap_curve* curves; // how far pairs are apart (JSON only)
    uint32_t curve_count;
    bool gaps;     // write them
    double safety; // write the largest safe step, by this part of what is clear; 0: do not
    bool colour;   // mark answers for a terminal (text only)
} ti_check_report;

// The largest safe step: 1 where nothing touches, else `safety` times the time before which all is proved
// clear.
double ti_safe_step(const ti_check_report* report);

void ti_write_check_json(FILE* stream, const ti_check_report* report);
void ti_write_check_csv(FILE* stream, const ti_check_report* report);
void ti_write_check_text(FILE* stream, const ti_check_report* report);

// Mesh files and what is known about them.
typedef struct ti_info_row {
    const char* file;
    toi_mesh_info info;
} ti_info_row;

void ti_write_info_json(FILE* stream, const ti_info_row* rows, size_t count);
void ti_write_info_csv(FILE* stream, const ti_info_row* rows, size_t count);
void ti_write_info_text(FILE* stream, const ti_info_row* rows, size_t count);

// Where the bodies are at a time. `room` is for the vertices of any body of the scene; NULL: without
// vertices.
void ti_write_pose_json(FILE* stream, const ti_scene* scene, double time, toi_vec3* room);
void ti_write_pose_csv(FILE* stream, const ti_scene* scene, double time, toi_vec3* room);
void ti_write_pose_text(FILE* stream, const ti_scene* scene, double time, toi_vec3* room);

// Where bodies of a scene are near each other at a time.
typedef struct ti_near_report {
    const ti_scene* scene;
    double time, within;
    const toi_touch* touches; // by A, then as toi_stage_touches orders them; `body` is B
    uint32_t count;
    const uint32_t* first; // [body_count + 1]: the first with body i, or one after it, as A
} ti_near_report;

void ti_write_near_json(FILE* stream, const ti_near_report* report);
void ti_write_near_csv(FILE* stream, const ti_near_report* report);
void ti_write_near_text(FILE* stream, const ti_near_report* report);

// Which faces of the bodies of a scene meet at a time, or are near each other.
typedef struct ti_overlap_report {
    const ti_scene* scene;
    double time, within;
    bool segments;                    // where they meet was asked for
    const toi_overlap_result* result; // of the bodies of the scene, by their index
} ti_overlap_report;

void ti_write_overlap_json(FILE* stream, const ti_overlap_report* report);
void ti_write_overlap_csv(FILE* stream, const ti_overlap_report* report);
void ti_write_overlap_text(FILE* stream, const ti_overlap_report* report);

// When bodies of a scene that are made of boxes meet.
typedef struct ti_boxes_report {
    const ti_scene* scene;
    const toi_boxes_result* result; // solids are the bodies of the scene
    bool first_only;                // exits were not looked for
    bool list_all;                  // list also the pairs that never meet
    bool colour;                    // mark answers for a terminal (text only)
} ti_boxes_report;

void ti_write_boxes_json(FILE* stream, const ti_boxes_report* report);
void ti_write_boxes_csv(FILE* stream, const ti_boxes_report* report);
void ti_write_boxes_text(FILE* stream, const ti_boxes_report* report);

// Contact if any pair meets, else clear.
toi_answer ti_boxes_answer(const ti_boxes_report* report);

// How far a body of a scene got by its moves, and what stopped it.
typedef struct ti_trace_report {
    const ti_scene* scene;
    uint32_t mover;
    toi_trace_method method;
    uint32_t max_steps;
    double inset; // by how much every body was shrunk; 0: not
    const toi_move* moves;
    const toi_trace_result* results; // one for each move; bodies are indices in the scene
    uint32_t count;
    const toi_touch* blocking;  // those of the first move, then of the next, blocking_count of each
    uint32_t blocking_capacity; // more than that were dropped
    bool colour;                // mark answers for a terminal (text only)
} ti_trace_report;

// Of the pairs of features that block a move those that there are to be written.
typedef struct ti_touches {
    const toi_touch* touch;
    uint32_t count;
} ti_touches;

void ti_write_trace_json(FILE* stream, const ti_trace_report* report);
void ti_write_trace_csv(FILE* stream, const ti_trace_report* report);
void ti_write_trace_text(FILE* stream, const ti_trace_report* report);

// That of all moves: contact if any is, else undecided if any is, else clear.
toi_answer ti_trace_answer(const ti_trace_report* report);

ti_touches ti_trace_blocking(const ti_trace_report* report, uint32_t move);

// Names of enumerations as results print them; NULL where there is nothing to name.
const char* ti_answer_name(toi_answer answer);
const char* ti_start_name(toi_start start);
const char* ti_contact_kind_name(toi_contact_kind kind);
const char* ti_feature_kind_name(toi_feature_kind kind);
const char* ti_method_name(const ti_check_report* report, const toi_pair_result* pair);

// Whether a body of the pair deforms: of its contacts other things are known.
bool ti_pair_deforms(const ti_check_report* report, const toi_pair_result* pair);

// The order in which pairs are shown: 0 for those that touch, then those that are undecided, then those that
// are clear, but not by their boxes alone, then these.
int ti_pair_rank(const toi_pair_result* pair);

// A field of CSV, quoted where it must be (RFC 4180), with a comma before it unless it is the first of its
// row.
void ti_csv_text(FILE* stream, bool first, const char* text);
void ti_csv_number(FILE* stream, bool first, double number); // empty where it is not finite
void ti_csv_count(FILE* stream, bool first, uint64_t count);

#endif
