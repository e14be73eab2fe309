// Many bodies at once: which pairs can meet at all, then first contact of each, or all contacts, in order.

#ifndef TOI_WORLD_H
#define TOI_WORLD_H

#include "toi/query.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Two bodies by their index; the order of a and b does not matter.
typedef struct toi_pair {
    uint32_t a, b;
} toi_pair;

/// Runs `count` independent tasks, task(index, worker, data) for index 0 to count - 1, on the caller's own
/// threads, and returns when all are done. `worker` tells tasks apart that run at the same time and is below
/// toi_world_def.threads, or 0 where that is 0. A check calls it twice: for boxes of bodies, then for pairs.
typedef void (*toi_task)(uint32_t index, uint32_t worker, void* data);
typedef void (*toi_task_runner)(toi_task task, uint32_t count, void* data, void* context);

/// Bodies and what to ask of them. Zero means the default in every field but bodies and body_count.
typedef struct toi_world_def {
    const toi_body* bodies;
    uint32_t body_count;
    const toi_pair* ignore; ///< pairs that are not asked
    uint32_t ignore_count;
    const toi_pair* only; ///< if not NULL: just these pairs are asked
    uint32_t only_count;
    toi_query_def query;   ///< settings of every pair; its `contacts` and `links` are unused
    uint32_t max_contacts; ///< contacts kept per pair, the earliest; default 64, with query.all 10000
    uint32_t max_links;    ///< links kept per pair; default 0: no certificate; with query.all there is none
    bool list_all;         ///< list also the pairs that the broad phase proved clear; with max_links they
                           ///< are asked all the same, for boxes leave no links
    uint32_t threads;      ///< default 1
    toi_task_runner run;   ///< the caller's task system; NULL: own threads
    void* run_context;     ///< handed to `run`
    const toi_allocator* allocator; ///< default malloc and free
} toi_world_def;

/// One pair and its answer.
typedef struct toi_pair_result {
    uint32_t a, b;     ///< body indices, a < b; a == b: a body that deforms, with itself (toi_body.self)
    toi_status status; ///< TOI_OK, or why this pair could not be asked
    bool broad;        ///< settled by the boxes of the whole motions alone
    toi_result result;
    const toi_contact* contacts; ///< result.contact_count of them, at most max_contacts
    const toi_link* links;       ///< result.link_count of them, at most max_links
    uint32_t contacts_found;     ///< before max_contacts cut them; above result.contact_count where it did
} toi_pair_result;

/// All answers, ordered by a, then b; equal for every number of threads.
typedef struct toi_world_result {
    toi_answer answer; ///< CONTACT if any pair is, else UNDECIDED if any is, else CLEAR
    uint32_t first;    ///< index in `pairs` of the earliest contact, UINT32_MAX without one
    toi_pair_result* pairs;
    uint32_t pair_count;
    uint64_t pairs_asked; ///< after `ignore` and `only`
    uint64_t pairs_broad; ///< of these, proved clear by their boxes
    uint64_t steps;
    void* memory; ///< owned by the result
    toi_allocator allocator;
} toi_world_result;

/// Asks every pair: first contact, or with query.all all contacts, which take no separation and no solid, and
/// mean something else where a body deforms (toi_all_contacts). A body that deforms and has `self` is asked
/// for itself too, but not where there is an `only`. With query.relative_screw no pair is settled by its
/// boxes, for they bound the motions and not the screws.
/// @return TOI_OK, also when pairs are undecided; the first error of a pair otherwise (by
/// order of pairs), with `error` naming the body; TOI_ERROR_MEMORY; TOI_ERROR_THREAD
TOI_API toi_status toi_world_check(const toi_world_def* def, toi_world_result* result, toi_error* error);

TOI_API void toi_world_result_release(toi_world_result* result);

#ifdef __cplusplus
}
#endif

#endif
