// A query of first contact on its way: what was asked, and what is known so far.

#ifndef TI_NARROW_FIRST_QUERY_H
#define TI_NARROW_FIRST_QUERY_H

#include "narrow/first/duel.h"
#include "narrow/first/start.h"

typedef struct ti_query {
    const toi_body* body[2];
    const toi_query_def* def;
    ti_terms terms;
    double from, to; // times that are asked about
    bool avx2;
    ti_recorder recorder;
    ti_effort effort;
    toi_result result;
} ti_query;

// ---- answers

// How the bodies stand at the start, exactly on the posed doubles.
ti_start ti_query_start(const ti_query* q);

// Answers a query of bodies that meet at the start.
void ti_query_answer_start(ti_query* q, const ti_duel* duel, const ti_start* start);

// Takes in what one window gave. True where the query is answered.
bool ti_query_take(ti_query* q, const ti_duel* duel, const ti_found* found);

// Takes in of a window only what it proved before found->time. True where the query is answered, as the
// bodies meet at the start.
bool ti_query_take_part(ti_query* q, const ti_duel* duel, const ti_found* found);

// ---- windows

// Searches window after window, in the order of time.
void ti_query_search(ti_query* q);

// The first window.
void ti_query_first_window(const ti_query* q, ti_duel* duel);

#endif
