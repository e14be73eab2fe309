// Faces that meet in random scenes, frame after frame: every method, with every number of threads from 1 to
// 8, finds the faces of every face against every face, in the same places. Counts, and a hash of all answers.
//
//     overlap_frames [--seed S] [--first N] [--count N]
//
// Scene N of a seed is the same whichever others are asked; every fourth is far from the origin. The hash is
// the sum of those of scenes, so that they can be asked in parts. Exit 1 if any answers differ; the frames
// are printed.

#include "cmocka_toi.h"
#include "overlap_cast.h"

enum { OBJECTS = 8, FRAMES = 3, CHANGES = 3, FEWEST_BODIES = 2, MORE_BODIES = 5 };

typedef struct run {
    uint64_t frames, bodies, faces, faces_near, wrong, hash;
} run;

typedef struct frame {
    uint64_t scene;
    int index;
} frame;

static uint64_t answer(toi_overlap* o, const toi_overlap_query* query, uint64_t* faces)
{
    toi_overlap_result r;
    assert_int_equal(toi_overlap_find(o, query, &r, NULL), TOI_OK);
    check_order(&r);
    *faces += r.face_count;
    return hash_of(&r);
}

static void hold(run* r, frame at, toi_overlap* o, const toi_overlap_query* query, uint64_t expected)
{
    uint64_t faces = 0;
    if (answer(o, query, &faces) != expected) {
        ++r->wrong;
        printf("wrong: scene %llu, frame %d, method %d, within %g\n", (unsigned long long)at.scene, at.index,
               (int)query->method, query->within);
    }
}

static toi_overlap_octree random_octree(test_random* random)
{
    toi_overlap_octree octree = {.level = 1 + random_below(random, 7)};
    octree.level = octree.level == 7 ? TOI_OVERLAP_AUTO : octree.level;
    octree.no_boxes = random_below(random, 4) == 0;
    octree.face_boxes = random_below(random, 4) == 0;
    octree.halves = random_below(random, 4) == 0;
    return octree;
}

// The first frame also for faces that are near.
static uint64_t check_near(run* r, test_random* random, frame at, toi_overlap** o)
{
    static const toi_overlap_method methods[2] = {TOI_OVERLAP_TREE, TOI_OVERLAP_JOIN};
    toi_overlap_query query = {.method = TOI_OVERLAP_ALL, .segments = true};
    query.within = random_between(random, 0.0, 0.2);
    uint32_t other = random_below(random, OBJECTS);
    uint64_t expected = answer(o[0], &query, &r->faces_near);
    for (int i = 0; i < 2; ++i) {
        query.method = methods[i];
        hold(r, at, o[other], &query, expected);
    }
    return expected;
}

static uint64_t check_frame(run* r, test_random* random, frame at, toi_overlap** o)
{
    static const toi_overlap_method methods[3] = {TOI_OVERLAP_TREE, TOI_OVERLAP_JOIN, TOI_OVERLAP_OCTREE};
    toi_overlap_query query = {.method = TOI_OVERLAP_ALL, .segments = true, .octree = random_octree(random)};
    uint32_t other = random_below(random, OBJECTS);
    uint64_t expected = answer(o[0], &query, &r->faces);
    query.method = TOI_OVERLAP_DEFAULT;
    for (int i = 0; i < OBJECTS; ++i) {
        hold(r, at, o[i], &query, expected);
    }
    for (int i = 0; i < 3; ++i) {
        query.method = methods[i];
        hold(r, at, o[other], &query, expected);
    }
    ++r->frames;
    for (uint32_t i = 0; i < MOST_BODIES; ++i) {
        r->bodies += cast[i].used;
    }
    return at.index == 0 ? ti_hash_word(expected, check_near(r, random, at, o)) : expected;
}

// The objects live on, without bodies.
static void check_scene(run* r, uint64_t seed, uint64_t scene, toi_overlap** o)
{
    test_random random = {ti_hash_u64(seed) + scene};
    uint32_t count = FEWEST_BODIES + random_below(&random, MORE_BODIES);
    uint64_t hash = TI_HASH_START;
    memset(cast, 0, sizeof cast);
    cast_place = scene % 4 == 3 ? (toi_vec3){0x1p20, -0x1p30, 3.0} : (toi_vec3){0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < count; ++i) {
        add_to_cast(&random, o, OBJECTS);
    }
    for (int index = 0; index < FRAMES; ++index) {
        hash = ti_hash_word(hash, check_frame(r, &random, (frame){scene, index}, o));
        for (int i = 0; i < CHANGES; ++i) {
            change_cast(&random, o, OBJECTS);
        }
    }
    for (uint32_t i = 0; i < MOST_BODIES; ++i) {
        if (cast[i].used) {
            remove_from_cast(i, o, OBJECTS);
        }
    }
    r->hash += hash;
}

static bool read_options(int argc, char** argv, uint64_t* seed, uint64_t* first, uint64_t* count)
{
    for (int i = 1; i < argc; i += 2) {
        uint64_t* to = strcmp(argv[i], "--seed") == 0    ? seed
                       : strcmp(argv[i], "--first") == 0 ? first
                       : strcmp(argv[i], "--count") == 0 ? count
                                                         : NULL;
        if (to == NULL || i + 1 == argc) {
            return false;
        }
        *to = strtoull(argv[i + 1], NULL, 0);
    }
    return true;
}

int main(int argc, char** argv)
{
    uint64_t seed = 1, first = 0, count = 100;
    if (!read_options(argc, argv, &seed, &first, &count)) {
        fprintf(stderr, "overlap_frames [--seed S] [--first N] [--count N]\n");
        return 2;
    }
    toi_overlap* o[OBJECTS];
    make_meshes(NULL);
    for (uint32_t i = 0; i < OBJECTS; ++i) {
        const toi_overlap_def def = {.threads = i + 1};
        assert_int_equal(toi_overlap_create(&def, &o[i]), TOI_OK);
    }
    run r = {0};
    for (uint64_t i = 0; i < count; ++i) {
        check_scene(&r, seed, first + i, o);
    }
    for (int i = 0; i < OBJECTS; ++i) {
        toi_overlap_destroy(o[i]);
    }
    free_meshes(NULL);
    printf("seed %llu, scenes %llu to %llu: %llu frames of %.1f bodies, %llu faces meet, %llu are near, %llu "
           "wrong, "
           "hash %016llx\n",
           (unsigned long long)seed, (unsigned long long)first, (unsigned long long)(first + count - 1),
           (unsigned long long)r.frames, (double)r.bodies / (double)(r.frames ? r.frames : 1),
           (unsigned long long)r.faces, (unsigned long long)r.faces_near, (unsigned long long)r.wrong,
           (unsigned long long)r.hash);
    return r.wrong > 0;
}
