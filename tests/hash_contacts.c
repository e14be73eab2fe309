// One hash over all bits of all contacts of fixed pairs, by the analytic engine and by the collision screen,
// and of a world with 1 to 8 threads. Exits 1 where these differ; tools/hashes.sh compares what is printed
// between compilers.

#include "hash_support.h"

enum { PAIRS = 240, BODIES = 24, CONTACTS = 256 };

static void hash_contact(uint64_t* hash, const toi_contact* c)
{
    const double numbers[13] = {
        c->point_in_a.x,  c->point_in_a.y, c->point_in_a.z, c->normal_in_a.x, c->normal_in_a.y,
        c->normal_in_a.z, c->properness,   c->approach,     c->time_error,    c->until,
        c->model_error,   c->time,         c->gap};
    const uint32_t words[4] = {c->group, c->entering, c->tangent, c->sustained};
    hash_bytes(hash, numbers, sizeof numbers);
    hash_bytes(hash, words, sizeof words);
}

static void hash_all(uint64_t* hash, const toi_result* r, const toi_contact* contacts, uint32_t capacity)
{
    const uint32_t words[3] = {r->group_count, r->screen_rows, r->screen_columns};
    const double numbers[2] = {r->model_error, r->screen_pixel};
    hash_result(hash, r);
    hash_bytes(hash, words, sizeof words);
    hash_bytes(hash, numbers, sizeof numbers);
    hash_lists(hash, contacts, lesser(r->contact_count, capacity), NULL, 0);
    for (uint32_t i = 0; i < lesser(r->contact_count, capacity); ++i) {
        hash_contact(hash, &contacts[i]);
    }
}

// Motions that are one screw relative to each other, and others, which are taken for one.
static void random_pair(toi_mesh* const meshes[MESHES], int i, toi_body body[2], motion_lists lists[2])
{
    random_bodies(meshes, between(1.0, 3.0), 2, body, lists);
    if (i % 2 == 0) {
        body[0].motion.kind = TOI_MOTION_STATIC;
        body[1].motion.kind = i % 4 == 0 ? TOI_MOTION_SCREW : TOI_MOTION_TRANSLATION;
    }
}

static bool hash_pairs(toi_mesh* const meshes[MESHES], uint64_t* hash)
{
    static toi_contact contacts[CONTACTS];
    uint32_t found[3] = {0, 0, 0}, answers[3] = {0, 0, 0};
    for (int i = 0; i < PAIRS; ++i) {
        toi_body body[2];
        motion_lists lists[2];
        random_pair(meshes, i, body, lists);
        toi_query_def def = {.contacts = contacts, .contact_capacity = CONTACTS};
        def.relative_screw = i % 2 != 0;
        def.leaving = i % 5 == 0;
        def.min_properness = i % 3 == 0 ? -0.1 : 0.0;
        def.first_only = i % 7 == 0;
        def.concurrent = i % 11 == 0 ? 0.01 : 0.0;
        for (int method = TOI_METHOD_SCREW; method <= TOI_METHOD_SCREEN; ++method) {
            toi_result r;
            def.method = (toi_method)method;
            def.robust = i % 4 == 1;
            toi_status status = toi_all_contacts(&body[0], &body[1], &def, &r);
            hash_number(hash, (uint64_t)status);
            if (status == TOI_OK) {
                hash_all(hash, &r, contacts, CONTACTS);
                found[method] += r.contact_count;
                ++answers[r.answer];
            }
        }
    }
    printf("%u contacts, %u on the screen; answers: %u contact, %u clear, %u undecided\n",
           found[TOI_METHOD_SCREW], found[TOI_METHOD_SCREEN], answers[TOI_ANSWER_CONTACT],
           answers[TOI_ANSWER_CLEAR], answers[TOI_ANSWER_UNDECIDED]);
    return true;
}

static uint64_t hash_world(const toi_world_result* r, const toi_world_def* def)
{
    uint64_t hash = HASH_START;
    for (uint32_t i = 0; i < r->pair_count; ++i) {
        const toi_pair_result* p = &r->pairs[i];
        hash_number(&hash, (uint64_t)p->a << 32 | p->b);
        hash_all(&hash, &p->result, p->contacts, def->max_contacts);
    }
    return hash;
}

// Returns false where numbers of threads differ.
static bool hash_many(toi_mesh* const meshes[MESHES], uint64_t* hash)
{
    static toi_body bodies[BODIES];
    static motion_lists lists[BODIES];
    random_bodies(meshes, 8.0, BODIES, bodies, lists);
    toi_world_def def = {.bodies = bodies, .body_count = BODIES, .list_all = true};
    def.query.all = true;
    def.query.max_model_error = 1e-3;
    def.max_contacts = CONTACTS;
    return hash_threads(def, hash_world, hash);
}

int main(void)
{
    return print_hashes(hash_pairs, hash_many);
}
