// Pieces of the sentences and tables that `toi check` writes for people.

#ifndef TI_SCENE_PHRASES_H
#define TI_SCENE_PHRASES_H

#include "write.h"

enum { TI_NAME = 48, TI_PAIR_NAME = 2 * TI_NAME + 4, TI_PHRASE = 256, TI_SENTENCE = 4 * TI_PHRASE };
enum { TI_REMARKS = 64, TI_PROPERNESS = 16, TI_VECTOR = 64 };

// Marks of the terminal around an answer; empty where the report is not coloured.
const char* ti_colour_begin(bool colour, toi_answer answer);
const char* ti_colour_end(bool colour);

// Columns of UTF-8 text.
int ti_text_width(const char* text);

// "rod - plate"
void ti_name_pair(const ti_check_report* report, const toi_pair_result* pair, char text[TI_PAIR_NAME]);

// "vertex 3", "edge 3-7"; empty without a feature.
void ti_describe_feature(toi_feature feature, char text[TI_NAME]);

// "(1, 0, -0.25)": what rounding leaves of a zero is shown as one.
void ti_describe_vector(toi_vec3 v, char text[TI_VECTOR]);

// "rod vertex 3 on plate face 1", the names being those of A and B; empty where no features are known.
void ti_describe_meeting(toi_contact_kind kind, const toi_feature feature[2], const char* const name[2],
                         char text[3 * TI_PHRASE]);

// "leaving, tangent, sustained until 0.5", the time to so many digits; empty where there is nothing to say.
void ti_describe_remarks(const toi_contact* contact, int digits, char text[TI_REMARKS]);

// To four digits; what they show as zero has no sign.
void ti_print_properness(const toi_contact* contact, char text[TI_PROPERNESS]);

// A bound for people: a few digits, never more (below) or never less (above) than the number itself.
void ti_print_below(double number, char text[32]);
void ti_print_above(double number, char text[32]);

// What ended the search, and what to do about it.
void ti_describe_undecided(const ti_check_report* report, const toi_result* result, char text[TI_SENTENCE]);

// All contacts of a pair: a sentence, and a table where there are any.
bool ti_has_contacts_table(const toi_pair_result* pair);
void ti_write_contacts_text(FILE* stream, const ti_check_report* report, const toi_pair_result* pair);

#endif
