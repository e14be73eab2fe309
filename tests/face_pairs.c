// Which triangles of random pairs meet, by the exact test and by the filter in front of it, against their
// common part in whole numbers: counts of each family and a hash over all answers.
//
//     face_pairs [--seed S] [--count N]
//
// Exit 1 if any answer is wrong; the first wrong pairs are printed.

#include "exact_clip.h"
#include "hard_triangles.h"
#include "math/triangles.h"
#include "narrow/overlap/keep.h"

enum { BATCH = 13 * 40, MOST_SHOWN = 5 };

typedef struct counts {
    uint64_t apart, meeting, wrong;
} counts;

typedef struct run {
    test_random random;
    uint64_t count, hash;
    counts of[HARD_KINDS];
} run;

// Triangle i of either body has the corners 3 i to 3 i + 2.
typedef struct batch {
    toi_vec3 a[3 * BATCH], b[3 * BATCH];
    ti_triangle triangles[BATCH];
    ti_face_pair pairs[BATCH];
    bool kept[BATCH];
    uint32_t count;
} batch;

static double largest(const toi_vec3* x, uint32_t count)
{
    double most = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        most = fmax(fmax(most, fabs(x[i].x)), fmax(fabs(x[i].y), fabs(x[i].z)));
    }
    return most;
}

// One scale for the pairs of one family: within a batch the others do not matter.
static void filter_kind(batch* b, int kind)
{
    const ti_faces p = {.triangles = b->triangles, .vertices = b->a};
    const ti_faces q = {.triangles = b->triangles, .vertices = b->b};
    uint32_t count = 0;
    double most = 0.0;
    for (uint32_t i = 0; i < b->count; ++i) {
        if (i % HARD_KINDS == (uint32_t)kind) {
            most = fmax(most, fmax(largest(b->a + 3 * i, 3), largest(b->b + 3 * i, 3)));
            b->pairs[count++] = (ti_face_pair){i, i};
        }
    }
    toi_bounds box = {{0.0, 0.0, 0.0}, {most, most, most}};
    size_t kept = ti_pairs_keep(&p, &q, ti_pairs_scale(&box), b->pairs, count);
    for (size_t i = 0; i < kept; ++i) {
        b->kept[b->pairs[i].a] = true;
    }
}

static void make_batch(test_random* random, uint32_t count, batch* b)
{
    b->count = count;
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 t[6];
        hard_pair(random, (int)(i % HARD_KINDS), t);
        memcpy(b->a + 3 * i, t, 3 * sizeof *t);
        memcpy(b->b + 3 * i, t + 3, 3 * sizeof *t);
        b->triangles[i] = (ti_triangle){{3 * i, 3 * i + 1, 3 * i + 2}, i};
        b->kept[i] = false;
    }
    for (int kind = 0; kind < HARD_KINDS; ++kind) {
        filter_kind(b, kind);
    }
}

static void show(const toi_vec3* a, const toi_vec3* b)
{
    for (int i = 0; i < 6; ++i) {
        toi_vec3 v = i < 3 ? a[i] : b[i - 3];
        printf("    %a %a %a\n", v.x, v.y, v.z);
    }
}

static void judge_batch(run* r, const batch* b)
{
    for (uint32_t i = 0; i < b->count; ++i) {
        counts* of = &r->of[i % HARD_KINDS];
        const toi_vec3 *p = b->a + 3 * i, *q = b->b + 3 * i;
        bool truth = clip_meet(p, q), found = ti_triangles_meet(p, q);
        of->meeting += truth;
        of->apart += !truth;
        if (found != truth || b->kept[i] != truth) {
            if (of->wrong++ < MOST_SHOWN) {
                printf("wrong: %s, found %d, kept %d\n", hard_names[i % HARD_KINDS], found, b->kept[i]);
                show(p, q);
            }
        }
        r->hash = (r->hash ^ (uint64_t)(1 + b->kept[i])) * 0x100000001b3u;
    }
}

static uint64_t report(const run* r, uint64_t seed)
{
    uint64_t wrong = 0;
    for (int kind = 0; kind < HARD_KINDS; ++kind) {
        const counts* of = &r->of[kind];
        printf("%-10s apart %8llu  meeting %8llu  wrong %llu\n", hard_names[kind],
               (unsigned long long)of->apart, (unsigned long long)of->meeting, (unsigned long long)of->wrong);
        wrong += of->wrong;
    }
    printf("seed %llu, %llu pairs, %llu wrong, hash %016llx\n", (unsigned long long)seed,
           (unsigned long long)r->count, (unsigned long long)wrong, (unsigned long long)r->hash);
    return wrong;
}

int main(int argc, char** argv)
{
    uint64_t seed = 1;
    run r = {.count = 100000, .hash = 0xcbf29ce484222325u};
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--seed") == 0) {
            seed = strtoull(argv[i + 1], NULL, 0);
        } else if (strcmp(argv[i], "--count") == 0) {
            r.count = strtoull(argv[i + 1], NULL, 0);
        } else {
            fprintf(stderr, "face_pairs [--seed S] [--count N]\n");
            return 2;
        }
    }
    static batch b;
    r.random.state = seed;
    for (uint64_t done = 0; done < r.count; done += b.count) {
        make_batch(&r.random, r.count - done < BATCH ? (uint32_t)(r.count - done) : BATCH, &b);
        judge_batch(&r, &b);
    }
    return report(&r, seed) > 0;
}
