// One hash over the faces that meet and where they do, of bodies that move and deform over some frames, by
// each way to find them and with 1 to 8 threads. Exits 1 where these differ; tools/hashes.sh compares what is
// printed between compilers.

#include "hash_support.h"

// Under a sanitizer nothing is compared with other compilers: a third of the frames.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { BODIES = 24, FRAMES = 2 };
#else
enum { BODIES = 24, FRAMES = 6 };
#endif

typedef struct crowd {
    toi_overlap* overlap;
    toi_vec3* shapes[BODIES]; // of each that deforms
} crowd;

static void expect(toi_status status)
{
    if (status != TOI_OK) {
        abort();
    }
}

static void put_bodies(toi_mesh* const meshes[MESHES], uint32_t threads, crowd* c)
{
    const toi_overlap_def def = {.threads = threads};
    expect(toi_overlap_create(&def, &c->overlap));
    for (uint32_t i = 0; i < BODIES; ++i) {
        toi_mesh_info info;
        toi_mesh_get_info(meshes[i % MESHES], &info);
        c->shapes[i] = malloc(info.vertices * sizeof *c->shapes[i]);
        toi_overlap_body body = {.mesh = meshes[i % MESHES], .pose = TOI_POSE_IDENTITY, .self = i % 5 == 0};
        uint32_t number;
        expect(toi_overlap_add(c->overlap, &body, &number, NULL));
    }
}

static void release(crowd* c)
{
    toi_overlap_destroy(c->overlap);
    for (uint32_t i = 0; i < BODIES; ++i) {
        free(c->shapes[i]);
    }
}

// A pose, or of every third body the vertices at it, each off by a little.
static void change_body(toi_mesh* mesh, uint32_t number, crowd* c)
{
    toi_motion motion = {.kind = TOI_MOTION_STATIC};
    motion.pose.position = random_vector(2.5);
    motion.pose.quaternion = random_quaternion();
    if (number % 3 != 0) {
        expect(toi_overlap_move(c->overlap, number, &motion.pose, NULL));
        return;
    }
    toi_mesh_info info;
    toi_mesh_get_info(mesh, &info);
    const toi_body body = {.mesh = mesh, .motion = motion};
    toi_vec3* shape = c->shapes[number];
    expect(toi_body_vertices(&body, 0.0, shape, NULL));
    for (uint32_t i = 0; i < info.vertices; ++i) {
        toi_vec3 off = random_vector(0.1);
        shape[i] = (toi_vec3){shape[i].x + off.x, shape[i].y + off.y, shape[i].z + off.z};
    }
    expect(toi_overlap_deform(c->overlap, number, shape, NULL));
}

static uint64_t hash_found(const toi_overlap_result* r)
{
    uint64_t hash = HASH_START;
    hash_number(&hash, r->face_count);
    for (uint32_t i = 0; i < r->pair_count; ++i) {
        const toi_overlap_pair* p = &r->pairs[i];
        hash_number(&hash, (uint64_t)p->a << 32 | p->b);
        hash_bytes(&hash, p->faces, p->face_count * sizeof *p->faces);
        if (p->meetings != NULL) {
            hash_bytes(&hash, p->meetings, p->face_count * sizeof *p->meetings);
        }
    }
    return hash;
}

// Frames of one crowd. Starts from the same random state for every number of threads.
static uint64_t hash_frames(toi_mesh* const meshes[MESHES], uint32_t threads, const toi_overlap_query* query,
                            uint64_t* faces)
{
    crowd c;
    uint64_t hash = HASH_START;
    state = 20261129;
    put_bodies(meshes, threads, &c);
    *faces = 0;
    for (int frame = 0; frame < FRAMES; ++frame) {
        for (uint32_t i = 0; i < BODIES; ++i) {
            change_body(meshes[i % MESHES], i, &c);
        }
        toi_overlap_result r;
        expect(toi_overlap_find(c.overlap, query, &r, NULL));
        hash_number(&hash, hash_found(&r));
        *faces += r.face_count;
    }
    release(&c);
    return hash;
}

static bool hash_methods(toi_mesh* const meshes[MESHES], uint64_t* hash)
{
    static const double within[] = {0.0, 0.01};
    bool equal = true;
    for (int i = 0; i < 2; ++i) {
        uint64_t first = 0, faces = 0;
        for (int method = TOI_OVERLAP_DEFAULT; method < TOI_OVERLAP_ALL; ++method) {
            const toi_overlap_query query = {
                .method = (toi_overlap_method)method, .within = within[i], .segments = true};
            if (method == TOI_OVERLAP_OCTREE && within[i] > 0.0) {
                continue; // it has faces that meet alone
            }
            uint64_t now = hash_frames(meshes, 1, &query, &faces);
            first = method == TOI_OVERLAP_DEFAULT ? now : first;
            equal = equal && now == first;
        }
        printf("within %g: %llu pairs of faces\n", within[i], (unsigned long long)faces);
        hash_number(hash, first);
    }
    if (!equal) {
        fprintf(stderr, "ways to find faces differ\n");
    }
    return equal;
}

static bool hash_each_number_of_threads(toi_mesh* const meshes[MESHES], uint64_t* hash)
{
    const toi_overlap_query query = {.segments = true};
    uint64_t one = 0, faces = 0;
    bool equal = true;
    for (uint32_t threads = 1; threads <= 8; ++threads) {
        uint64_t now = hash_frames(meshes, threads, &query, &faces);
        one = threads == 1 ? now : one;
        equal = equal && now == one;
    }
    if (!equal) {
        fprintf(stderr, "numbers of threads differ\n");
    }
    hash_number(hash, one);
    return equal;
}

int main(void)
{
    return print_hashes(hash_methods, hash_each_number_of_threads);
}
