// Recorded runs of many bodies (workloads/cycles): the number of pairs of faces that meet in every cycle, by
// trees of rigid bodies, by trees of bodies that deform, and by the join.

#define _POSIX_C_SOURCE 200809L // popen

#include "cmocka_toi.h"
#include "toi/toi.h"

enum { MOST_BODIES = 64 };

typedef struct play {
    FILE* stream;
    toi_mesh* mesh;
    uint32_t bodies, cycles, vertex_count;
    toi_overlap* overlap[2]; // moved, and deformed
    toi_vec3* vertices;      // of all bodies
} play;

static toi_mesh* read_mesh(const char* folder, const char* name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/workloads/meshes/%s", folder, name);
    FILE* file = fopen(path, "rb");
    assert_non_null(file);
    static char bytes[1 << 20];
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_read(bytes, size, TOI_FORMAT_OBJ, NULL, &mesh, NULL), TOI_OK);
    return mesh;
}

static void read_line(play* p, char line[512])
{
    assert_non_null(fgets(line, 512, p->stream));
}

static void begin(play* p, const char* name)
{
    char line[512], mesh[128];
    const char* folder = test_data_path("");
    snprintf(line, sizeof line, "gzip -dc '%s/workloads/cycles/%s.txt.gz'", folder, name);
    *p = (play){.stream = popen(line, "r")};
    assert_non_null(p->stream);
    read_line(p, line);
    read_line(p, line);
    assert_int_equal(sscanf(line, "%u %127s %u", &p->bodies, mesh, &p->cycles), 3);
    assert_true(p->bodies > 1 && p->bodies <= MOST_BODIES);
    p->mesh = read_mesh(folder, mesh);
    toi_mesh_info info;
    toi_mesh_get_info(p->mesh, &info);
    p->vertex_count = info.vertices;
    p->vertices = malloc((size_t)p->bodies * info.vertices * sizeof *p->vertices);
    for (int k = 0; k < 2; ++k) {
        assert_int_equal(toi_overlap_create(NULL, &p->overlap[k]), TOI_OK);
        for (uint32_t i = 0; i < p->bodies; ++i) {
            const toi_overlap_body def = {.mesh = p->mesh, .pose = TOI_POSE_IDENTITY};
            uint32_t number;
            assert_int_equal(toi_overlap_add(p->overlap[k], &def, &number, NULL), TOI_OK);
            assert_int_equal(number, i);
        }
    }
}

static void end(play* p)
{
    toi_overlap_destroy(p->overlap[0]);
    toi_overlap_destroy(p->overlap[1]);
    toi_mesh_destroy(p->mesh);
    free(p->vertices);
    pclose(p->stream);
}

// Puts the bodies where the next cycle has them. @return how many pairs of faces meet then
static uint64_t next_cycle(play* p)
{
    char line[512];
    unsigned cycle;
    unsigned long faces;
    read_line(p, line);
    assert_int_equal(sscanf(line, "c %u %lu", &cycle, &faces), 2);
    for (uint32_t i = 0; i < p->bodies; ++i) {
        toi_body body = {.mesh = p->mesh, .motion = {.kind = TOI_MOTION_STATIC}};
        toi_pose* q = &body.motion.pose;
        read_line(p, line);
        assert_int_equal(sscanf(line, "%lf %lf %lf %lf %lf %lf %lf", &q->position.x, &q->position.y,
                                &q->position.z, &q->quaternion.w, &q->quaternion.x, &q->quaternion.y,
                                &q->quaternion.z),
                         7);
        toi_vec3* vertices = p->vertices + (size_t)i * p->vertex_count;
        assert_int_equal(toi_body_vertices(&body, 0.0, vertices, NULL), TOI_OK);
        assert_int_equal(toi_overlap_move(p->overlap[0], i, q, NULL), TOI_OK);
        assert_int_equal(toi_overlap_deform(p->overlap[1], i, vertices, NULL), TOI_OK);
    }
    return faces;
}

static uint64_t count(toi_overlap* overlap, toi_overlap_method method)
{
    const toi_overlap_query query = {.method = method};
    toi_overlap_result result;
    assert_int_equal(toi_overlap_find(overlap, &query, &result, NULL), TOI_OK);
    return result.face_count;
}

static void every_cycle_has_its_pairs_of_faces(void** state)
{
    (void)state;
    static const char* const names[] = {"n10_sphere528", "n15_shuttle528", "n15_sphere168", "n30_sphere528"};
    if (test_data_path("workloads/README.md") == NULL) {
        skip();
    }
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k) {
        play p;
        uint64_t all = 0;
        begin(&p, names[k]);
        for (uint32_t i = 0; i < p.cycles; ++i) {
            uint64_t faces = next_cycle(&p);
            assert_int_equal(count(p.overlap[0], TOI_OVERLAP_TREE), faces);
            assert_int_equal(count(p.overlap[1], TOI_OVERLAP_TREE), faces);
            assert_int_equal(count(p.overlap[1], TOI_OVERLAP_JOIN), faces);
            all += faces;
        }
        print_message("%s: %u cycles, %llu pairs of faces\n", names[k], p.cycles, (unsigned long long)all);
        assert_true(all > 0);
        end(&p);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {cmocka_unit_test(every_cycle_has_its_pairs_of_faces)};
    return cmocka_run_group_tests(cases, NULL, NULL);
}
