// Whether the contacts that were listed are those that there are, and how much memory the query took.

#ifndef TI_BENCH_JUDGE_H
#define TI_BENCH_JUDGE_H

#include "bench/cases.h"

// Of the queries of a row.
typedef struct ti_verdict {
    uint32_t contacts;           // listed
    uint32_t missed, unexpected; // contacts that there are, and that there are not: see bench/README.md
    double time_error;           // largest
    uint32_t undecided;          // queries that were ended by a limit
    uint32_t wrong;              // answers that the method promises not to give
    uint64_t bytes;              // largest number that a query held at once
} ti_verdict;

// Asks the query once more and compares. Ends the program where there is no memory.
void ti_judge_contacts(const ti_case* query, const toi_query_def* def, ti_verdict* tally);

#endif
