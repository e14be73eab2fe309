// One hash over all bits of the results of fixed queries: first contact of random pairs of every kind of body
// and motion with the plain and the AVX2 kernels, and a world with 1 to 8 threads. Exits 1 where these
// differ; tools/hashes.sh compares what is printed between compilers.

#include "core/cpu.h"
#include "hash_support.h"
#include "narrow/first/first.h"

enum { PAIRS = 900, BODIES = 60, LINKS = 64, CONTACTS = 32 };

// ---- queries

// Counts of answers, so that it shows whether the queries are worth a hash.
typedef struct counts {
    uint32_t answer[3], start[5];
} counts;

static void ask(const toi_body body[2], const toi_query_def* def, bool avx2, uint64_t* hash, counts* count)
{
    toi_contact contacts[CONTACTS];
    toi_link links[LINKS];
    toi_query_def with_lists = *def;
    with_lists.contacts = def->contact_capacity > 0 ? contacts : NULL;
    with_lists.links = links;
    with_lists.link_capacity = LINKS;
    toi_result r;
    toi_status status = ti_first_contact_with(&body[0], &body[1], &with_lists, avx2, &r);
    hash_number(hash, (uint64_t)status);
    if (status != TOI_OK) {
        return;
    }
    hash_result(hash, &r);
    hash_lists(hash, contacts, lesser(r.contact_count, def->contact_capacity), links,
               lesser(r.link_count, LINKS));
    ++count->answer[r.answer];
    ++count->start[r.start];
}

// Returns false where the two builds of the kernels differ.
static bool hash_pairs(toi_mesh* const meshes[MESHES], uint64_t* hash)
{
    counts count[2] = {0};
    bool equal = true;
    for (int i = 0; i < PAIRS; ++i) {
        motion_lists lists[2];
        toi_body body[2];
        double reach = between(1.0, 4.0), travel = i % 10 == 0 ? 1e3 : 4.0;
        for (int k = 0; k < 2; ++k) {
            body[k].mesh = meshes[below(MESHES)];
            body[k].motion = random_motion(reach, travel, &lists[k]);
        }
        if (i % 16 == 0) {
            body[1].motion = body[0].motion; // they keep their places
            body[1].motion.pose.position.x += 1.5;
        }
        toi_query_def def = {.separation = i % 5 == 0 ? between(0.0, 0.3) : 0.0,
                             .tolerance = i % 7 == 0 ? 1e-5 : 0.0,
                             .solid = i % 9 == 0,
                             .max_steps = i % 11 == 0 ? 30 : 2000,
                             .contact_capacity = i % 2 ? CONTACTS : 0};
        uint64_t one[2] = {HASH_START, HASH_START};
        ask(body, &def, false, &one[0], &count[0]);
        if (ti_cpu_has_avx2()) {
            ask(body, &def, true, &one[1], &count[1]);
            if (one[0] != one[1]) {
                fprintf(stderr, "pair %d: the plain and the AVX2 kernels differ\n", i);
                equal = false;
            }
        }
        hash_number(hash, one[0]);
    }
    const counts* c = &count[0];
    printf("%u contact, %u clear, %u undecided; starts: %u free, %u touching, %u overlapping, %u contained\n",
           c->answer[TOI_ANSWER_CONTACT], c->answer[TOI_ANSWER_CLEAR], c->answer[TOI_ANSWER_UNDECIDED],
           c->start[TOI_START_FREE], c->start[TOI_START_TOUCHING], c->start[TOI_START_OVERLAPPING],
           c->start[TOI_START_CONTAINED]);
    return equal;
}

static uint64_t hash_world(const toi_world_result* r, const toi_world_def* def)
{
    uint64_t hash = HASH_START;
    const uint64_t numbers[6] = {(uint64_t)r->answer, r->first,       r->pair_count,
                                 r->pairs_asked,      r->pairs_broad, r->steps};
    hash_bytes(&hash, numbers, sizeof numbers);
    for (uint32_t i = 0; i < r->pair_count; ++i) {
        const toi_pair_result* p = &r->pairs[i];
        const uint32_t words[4] = {p->a, p->b, (uint32_t)p->status, p->broad};
        hash_bytes(&hash, words, sizeof words);
        hash_result(&hash, &p->result);
        hash_lists(&hash, p->contacts, lesser(p->result.contact_count, def->max_contacts), p->links,
                   lesser(p->result.link_count, def->max_links));
    }
    return hash;
}

// Returns false where numbers of threads differ.
static bool hash_many(toi_mesh* const meshes[MESHES], uint64_t* hash)
{
    static toi_body bodies[BODIES];
    static motion_lists lists[BODIES];
    random_bodies(meshes, 12.0, BODIES, bodies, lists);
    toi_world_def def = {.bodies = bodies,
                         .body_count = BODIES,
                         .query = {.max_steps = 2000},
                         .max_contacts = CONTACTS,
                         .max_links = LINKS,
                         .list_all = true};
    return hash_threads(def, hash_world, hash);
}

int main(void)
{
    return print_hashes(hash_pairs, hash_many);
}
