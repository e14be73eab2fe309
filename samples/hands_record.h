// What a run of the room was: where the bodies were in each cycle, which of their faces met others, and how
// long finding them took.

#ifndef SAMPLES_HANDS_RECORD_H
#define SAMPLES_HANDS_RECORD_H

#include "hands_world.h"

typedef struct hands_record {
    uint32_t cycles;
    toi_pose* poses;      // HANDS_BODIES of each cycle
    uint32_t* body_pairs; // of each cycle
    uint64_t* face_pairs;
    double* seconds;   // of each find, processor time
    uint32_t* lit_end; // of each body of each cycle: where its faces end in `lit`
    uint32_t* lit;     // the faces that meet, rising
    uint32_t lit_count, lit_capacity;
    uint64_t hash; // of all poses, pairs of faces and where they meet
} hands_record;

// Room for so many cycles; ends the program where there is none.
hands_record hands_record_start(uint32_t cycles);
void hands_record_release(hands_record* record);

// Takes down a cycle, each once and in order.
void hands_record_cycle(hands_record* record, uint32_t cycle, const hands_world* world,
                        const toi_overlap_result* found);

// Faces of a body that meet others in a cycle.
const uint32_t* hands_lit(const hands_record* record, uint32_t cycle, uint32_t body, uint32_t* count);

#endif
