// Random pairs under a screw with meshes that can be changed, and the comparison of two answers; for laws.

#ifndef TOI_TESTS_ALL_LAWS_H
#define TOI_TESTS_ALL_LAWS_H

#include "all_support.h"

#include "support/screw_pairs.h"

// A pair with meshes of its own. Numbers of vertices and faces are those of the family.
typedef struct law_pair {
    mesh_sample sample[2];
    toi_mesh* mesh[2];
    toi_body body[2];
} law_pair;

// A copy of a mesh of the oracle.
static inline mesh_sample sample_of(const sb_mesh* mesh)
{
    mesh_sample s = {.vertices = NULL};
    for (uint32_t i = 0; i < mesh->vertex_count; ++i) {
        toi_vec3 v = r3_round(mesh->vertex[i]);
        sample_vertex(&s, v.x, v.y, v.z);
    }
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        sample_face(&s, mesh->corner + mesh->offset[f], mesh->offset[f + 1] - mesh->offset[f]);
    }
    return s;
}

// Samples only: the caller may change them and the motions before law_pair_build.
static inline law_pair law_pair_begin(const sp_shapes* shapes, const sp_pair* pair)
{
    law_pair p = {.body = {{.motion = {.kind = TOI_MOTION_STATIC, .pose = pair->pose_a}},
                           {.motion = sp_pair_motion(pair)}}};
    for (int k = 0; k < 2; ++k) {
        p.sample[k] = sample_of(&shapes->truth[pair->shape[k]]);
    }
    return p;
}

static inline void law_pair_build(law_pair* p)
{
    for (int k = 0; k < 2; ++k) {
        toi_mesh_def def = sample_def(&p->sample[k]);
        assert_int_equal(toi_mesh_create(&def, &p->mesh[k], NULL), TOI_OK);
        p->body[k].mesh = p->mesh[k];
    }
}

static inline void law_pair_release(law_pair* p)
{
    for (int k = 0; k < 2; ++k) {
        toi_mesh_destroy(p->mesh[k]);
        sample_release(&p->sample[k]);
    }
}

static inline void ask_law_pair(law_pair* p, const toi_query_def* def, all_answer* all)
{
    law_pair_build(p);
    ask_all(&p->body[0], &p->body[1], def, all);
}

static inline void scale_law_pair(law_pair* p, double scale)
{
    for (int k = 0; k < 2; ++k) {
        toi_motion* m = &p->body[k].motion;
        for (uint32_t i = 0; i < 3 * p->sample[k].vertex_count; ++i) {
            p->sample[k].vertices[i] *= scale;
        }
        m->pose.position = v3_scale(scale, m->pose.position);
        m->point = v3_scale(scale, m->point);
        m->advance *= scale;
    }
}

// What a law lets differ.
typedef struct law_limits {
    double time;
    double place;      // of points; ten times that of speeds
    double properness; // and normals
    double threshold;  // contacts that are just as proper may be in one answer alone
} law_limits;

static inline bool same_names(const toi_contact* x, const toi_contact* y)
{
    return x->kind == y->kind && same_feature(x->a, y->a) && same_feature(x->b, y->b);
}

static inline bool agree(const toi_contact* x, const toi_contact* y, const law_limits* limits)
{
    return same_names(x, y) && x->entering == y->entering && x->sustained == y->sustained &&
           fabs(x->time - y->time) <= limits->time &&
           v3_length(v3_sub(x->normal, y->normal)) <= limits->properness &&
           fabs(x->properness - y->properness) <= limits->properness &&
           v3_length(v3_sub(x->point, y->point)) <= limits->place &&
           fabs(x->approach - y->approach) <= 10.0 * limits->place;
}

static inline bool has(const all_answer* all, const toi_contact* contact, const law_limits* limits)
{
    for (uint32_t k = 0; k < all->count; ++k) {
        if (agree(contact, &all->contacts[k], limits)) {
            return true;
        }
    }
    return false;
}

static inline bool has_all(const all_answer* all, const all_answer* of, const law_limits* limits)
{
    bool ok = true;
    for (uint32_t i = 0; i < of->count; ++i) {
        const toi_contact* c = &of->contacts[i];
        ok = ok && (fabs(c->properness - limits->threshold) <= limits->properness || has(all, c, limits));
    }
    return ok;
}

// Each contact of one is one of the other, in whatever order equal times are. The second one must be in the
// unit of the first.
static inline void assert_agree(const all_answer* one, const all_answer* other, const law_limits* limits)
{
    if (one->result.start != other->result.start || one->result.answer != other->result.answer ||
        !has_all(one, other, limits) || !has_all(other, one, limits)) {
        print_answer(one);
        print_answer(other);
        fail_msg("the answers differ");
    }
}

// ---- many pairs

static const sp_family families[] = {SP_CUBES, SP_CARS, SP_RODS, SP_TORI, SP_SHEETS};
enum { FAMILIES = sizeof families / sizeof families[0] };
static const uint32_t pair_count[FAMILIES] = {150, 100, 150, 3, 60};
static sp_shapes shapes[FAMILIES];
static all_answer one;

static inline int open_shapes(void** state)
{
    (void)state;
    for (int f = 0; f < FAMILIES; ++f) {
        sp_shapes_init(&shapes[f], families[f]);
    }
    return 0;
}

static inline int close_shapes(void** state)
{
    (void)state;
    for (int f = 0; f < FAMILIES; ++f) {
        sp_shapes_release(&shapes[f]);
    }
    return 0;
}

typedef void law(law_pair* p, law_pair* q, const sp_pair* pair, uint32_t index);

// Calls a law for each pair of every family with two equal copies.
static inline uint32_t for_each_pair(uint64_t seed, law* check)
{
    uint32_t contacts = 0, touching = 0, pairs = 0;
    for (int f = 0; f < FAMILIES; ++f) {
        for (uint32_t i = 0; i < pair_count[f]; ++i) {
            sp_pair pair;
            sp_pair_random(&shapes[f], seed, i, &pair);
            law_pair p = law_pair_begin(&shapes[f], &pair), q = law_pair_begin(&shapes[f], &pair);
            check(&p, &q, &pair, i);
            contacts += one.count;
            touching += one.count > 0;
            ++pairs;
            law_pair_release(&p);
            law_pair_release(&q);
        }
    }
    printf("%u contacts in %u of %u pairs\n", contacts, touching, pairs);
    assert_true(touching > pairs / 3);
    return contacts;
}

#endif
