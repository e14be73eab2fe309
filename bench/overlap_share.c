// What toi_overlap_find takes where the cases of others do not look: of many bodies, with what it holds; of
// one pair of large bodies, were it shared by so many threads; and of a body whose faces are scattered.

#define _POSIX_C_SOURCE 200809L

#include "bench/draw.h"
#include "bench/measure.h"
#include "bench/overlap_methods.h"
#include "bench/overlap_parts.h"
#include "bench/overlap_shapes.h"
#include "bench/report.h"
#include "bench/run.h"

#include <stdlib.h>
#include <string.h>

static const char usage[] = "usage: toi_bench_overlap_share [--quick] [-o FILE.csv]\n"
                            "Measures crowds of bodies, shares of a pair, and scattered faces.\n"
                            "  --quick      only up to 1,000 bodies and 100,000 faces\n"
                            "  -o FILE.csv  in place of standard output\n";

enum { FRAMES = 15 };

typedef struct options {
    bool quick;
    FILE* file;
} options;

static void print(const options* o, const char* row, uint32_t size, uint32_t threads, double* times,
                  const toi_overlap_result* r)
{
    fprintf(o->file, "%s,%u,%u,%.4g,%llu,%llu\n", row, size, threads, ti_middle(times, FRAMES),
            (unsigned long long)r->face_count, (unsigned long long)r->memory);
    fflush(o->file);
}

static toi_vec3 draw_vector(uint64_t* state, double size)
{
    double x = draw(state), y = draw(state), z = draw(state);
    return v3_scale(size, v3(x, y, z));
}

// ---- crowds

static const double VOLUME = 4.0, MOVED = 0.005; // for each box of side 1; in sides a frame

static void measure_crowd(const options* o, uint32_t count)
{
    toi_mesh* box;
    toi_overlap* overlap;
    toi_overlap_result r;
    toi_pose* poses = overlap_room(count, sizeof *poses);
    double times[FRAMES], size = exp(log(VOLUME * count) / 3.0);
    uint64_t state = 7;
    overlap_must(toi_mesh_create_box(v3(0.5, 0.5, 0.5), NULL, &box, NULL));
    overlap_must(toi_overlap_create(NULL, &overlap));
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 axis = draw_vector(&state, 1.0);
        poses[i] = (toi_pose){draw_vector(&state, 0.5 * size), {1.1, axis.x, axis.y, axis.z}};
        const toi_overlap_body body = {.mesh = box, .pose = poses[i]};
        uint32_t number;
        overlap_must(toi_overlap_add(overlap, &body, &number, NULL));
    }
    for (uint32_t frame = 0; frame < FRAMES; ++frame) {
        double start = overlap_cpu_us();
        for (uint32_t i = 0; i < count; ++i) {
            overlap_must(toi_overlap_move(overlap, i, &poses[i], NULL));
        }
        overlap_must(toi_overlap_find(overlap, NULL, &r, NULL));
        times[frame] = overlap_cpu_us() - start;
        for (uint32_t i = 0; i < count; ++i) {
            poses[i].position = v3_add(poses[i].position, draw_vector(&state, MOVED));
        }
    }
    print(o, "crowd,engine", count, 1, times, &r);
    toi_overlap_destroy(overlap);
    toi_mesh_destroy(box);
    free(poses);
}

// ---- shares of a pair

// Does tasks one after another and gives each to the thread that has least so far: what would pass with as
// many cores as threads is the time of the longest.
enum { MOST_THREADS = 8 };

typedef struct shares {
    uint32_t threads;
    double longest, all; // us
} shares;

static void run_shares(toi_task task, uint32_t count, void* data, void* context)
{
    shares* s = context;
    double load[MOST_THREADS] = {0.0}, longest = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t least = 0;
        for (uint32_t k = 1; k < s->threads; ++k) {
            least = load[k] < load[least] ? k : least;
        }
        double start = overlap_cpu_us();
        task(i, least, data);
        double took = overlap_cpu_us() - start;
        load[least] += took;
        s->all += took;
        longest = load[least] > longest ? load[least] : longest;
    }
    s->longest += longest;
}

static void measure_shares(const options* o, const overlap_world* world, const overlap_bodies* bodies,
                           toi_overlap_method method, const char* name)
{
    for (uint32_t threads = 1; threads <= MOST_THREADS; threads *= 2) {
        shares s = {.threads = threads};
        const toi_overlap_def def = {.threads = threads, .run = run_shares, .run_context = &s};
        const toi_overlap_query query = {.method = method, .anew = true};
        toi_overlap* overlap = overlap_engine_open(world, &def);
        toi_overlap_result r;
        double times[FRAMES];
        for (uint32_t frame = 0; frame < FRAMES; ++frame) {
            for (uint32_t i = 0; i < world->count; ++i) {
                overlap_must(bodies->room[i] != NULL ? toi_overlap_deform(overlap, i, bodies->room[i], NULL)
                                                     : toi_overlap_move(overlap, i, &bodies->poses[i], NULL));
            }
            s.longest = s.all = 0.0;
            double start = overlap_cpu_us();
            overlap_must(toi_overlap_find(overlap, &query, &r, NULL));
            times[frame] = overlap_cpu_us() - start - s.all + s.longest;
        }
        print(o, name, world->meshes[0]->triangle_count, threads, times, &r);
        toi_overlap_destroy(overlap);
    }
}

static void stay(const toi_mesh* mesh, uint32_t body, uint32_t cycle, toi_vec3* vertices)
{
    (void)body;
    (void)cycle;
    memcpy(vertices, mesh->vertices, mesh->vertex_count * sizeof *vertices);
}

static void share_pair(const options* o, uint32_t around, uint32_t tube)
{
    overlap_world world;
    overlap_bodies bodies;
    overlap_make_tori(around, tube, &world);
    for (int deforms = 0; deforms < 2; ++deforms) {
        world.deform[0] = world.deform[1] = deforms ? stay : NULL;
        overlap_bodies_make(&world, &bodies);
        overlap_bodies_set(&world, 0, &bodies);
        measure_shares(o, &world, &bodies, TOI_OVERLAP_DEFAULT, deforms ? "pair,deforming" : "pair,rigid");
        if (deforms) {
            measure_shares(o, &world, &bodies, TOI_OVERLAP_JOIN, "pair,join");
        }
        overlap_bodies_release(&bodies);
    }
    overlap_world_release(&world);
}

// ---- scattered faces

enum { SIDE = 140, FLAKES = SIDE * SIDE };

static toi_vec3 flakes[3 * FLAKES], still[3 * FLAKES];

static toi_mesh* make_flakes(uint64_t* state)
{
    static uint32_t indices[3 * FLAKES];
    for (uint32_t i = 0; i < 3 * FLAKES; ++i) {
        double x = i / 3 % SIDE, y = i / 3 / SIDE,
               hill = 0.1 * SIDE * sin(6.0 * x / SIDE) * cos(5.0 * y / SIDE);
        flakes[i] = v3(x + 0.9 * (i % 3 == 1), y + 0.9 * (i % 3 == 2), hill + 0.05 * draw(state));
        still[i] = v3_add(flakes[i], v3(0.3 * SIDE, -0.2 * SIDE, 0.05));
        indices[i] = i;
    }
    const toi_mesh_def def = {&flakes[0].x, 3 * FLAKES, indices, NULL, FLAKES, 0.0, false, NULL};
    toi_mesh* mesh;
    overlap_must(toi_mesh_create(&def, &mesh, NULL));
    return mesh;
}

// One in `one_in` changes places with any other.
static void scatter(uint64_t* state, uint32_t one_in)
{
    for (uint32_t i = 0; i < FLAKES; i += one_in) {
        uint32_t j = (uint32_t)((0.5 + 0.5 * draw(state)) * (FLAKES - 1));
        for (uint32_t k = 0; k < 3; ++k) {
            toi_vec3 v = flakes[3 * i + k];
            flakes[3 * i + k] = flakes[3 * j + k];
            flakes[3 * j + k] = v;
        }
    }
}

static void measure_scattered(const options* o, const toi_mesh* mesh, uint32_t permille)
{
    static const toi_overlap_method methods[] = {TOI_OVERLAP_DEFAULT, TOI_OVERLAP_TREE, TOI_OVERLAP_JOIN};
    static const char* const names[] = {"scattered,engine", "scattered,engine-tree", "scattered,engine-join"};
    for (int m = 0; m < 3; ++m) {
        toi_overlap* overlap;
        toi_overlap_result r;
        double times[FRAMES];
        const toi_overlap_query query = {.method = methods[m]};
        overlap_must(toi_overlap_create(NULL, &overlap));
        for (uint32_t i = 0; i < 2; ++i) {
            const toi_overlap_body body = {.mesh = mesh, .pose = TOI_POSE_IDENTITY};
            uint32_t number;
            overlap_must(toi_overlap_add(overlap, &body, &number, NULL));
        }
        for (uint32_t frame = 0; frame < FRAMES; ++frame) {
            double start = overlap_cpu_us();
            overlap_must(toi_overlap_deform(overlap, 0, flakes, NULL));
            overlap_must(toi_overlap_deform(overlap, 1, still, NULL));
            overlap_must(toi_overlap_find(overlap, &query, &r, NULL));
            times[frame] = overlap_cpu_us() - start;
        }
        print(o, names[m], permille, 1, times, &r);
        toi_overlap_destroy(overlap);
    }
}

static void scatter_more_and_more(const options* o)
{
    uint64_t state = 9;
    toi_mesh* mesh = make_flakes(&state);
    static const uint32_t permilles[] = {1, 4, 15, 30};
    measure_scattered(o, mesh, 0);
    for (int i = 0; i < 4; ++i) {
        scatter(&state, 1000 / permilles[i]);
        measure_scattered(o, mesh, permilles[i]); // more on top of those before
    }
    toi_mesh_destroy(mesh);
}

// ----

int main(int argc, char** argv)
{
    static const char name[] = "toi_bench_overlap_share";
    options o = {0};
    const ti_run_option own[] = {{"--quick", .on = &o.quick}};
    const ti_run run = ti_run_begin(name, usage, argc, argv, own, 1);
    o.file = ti_run_open(&run);
    ti_report_machine(o.file, name, FRAMES);
    fputs("# crowd: size is bodies; pair: faces of each; scattered: faces in 1000 that changed places, once "
          "more\n"
          "# pair: the longest of so many threads, and what is not shared, each by its CPU time\n"
          "part,method,size,threads,us,pairs,bytes\n",
          o.file);
    for (uint32_t count = 100; count <= (o.quick ? 1000u : 100000u); count *= 10) {
        measure_crowd(&o, count);
    }
    share_pair(&o, 400, 125);
    if (!o.quick) {
        share_pair(&o, 1250, 400);
    }
    scatter_more_and_more(&o);
    return ti_run_close(&run, o.file, 0);
}
