// The experiments of [Kitamura98]: its method, as the library has it, and the three that it is compared with,
// cycle by cycle: a row a world and method, and for the worlds of its figures a row a cycle.

#include "bench/measure.h"
#include "bench/overlap_methods.h"
#include "bench/overlap_parts.h"
#include "bench/overlap_shapes.h"
#include "bench/report.h"
#include "bench/run.h"

#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: toi_bench_overlap [--filter TEXT] [--repeat N] [--quick] [-o FILE.csv]\n"
    "                         [--cycles FILE.csv]\n"
    "Measures which faces meet, cycle by cycle, in the experiments of Kitamura et al. The shuttle is read "
    "from\n"
    "$TOI_DATA (default ../shared); without it, its worlds are left out.\n"
    "  --filter TEXT  only worlds whose name holds TEXT\n"
    "  --repeat N     times that all cycles are run, of which the median of each cycle counts (default 9)\n"
    "  --quick        a tenth of the bouncing cycles, everything once\n"
    "  -o FILE.csv    in place of standard output\n"
    "  --cycles FILE.csv  a row a cycle of the worlds that the figures show\n";

typedef struct options {
    const char* filter;
    uint32_t repeat;
    bool quick;
    FILE *file, *cycles;
    uint64_t wrong;
} options;

static const overlap_method* const methods[] = {&overlap_engine,      &overlap_engine_join, &overlap_octree_6,
                                                &overlap_octree_auto, &overlap_octree_all,  &overlap_planes,
                                                &overlap_update,      &overlap_distance};
enum { METHODS = sizeof methods / sizeof methods[0] };

static bool takes(const overlap_method* method, const overlap_world* world)
{
    for (uint32_t i = 0; i < world->count; ++i) {
        if (method->rigid && world->deform[i] != NULL) {
            return false;
        }
    }
    return world->convex || !method->convex;
}

// ---- one method

typedef struct measured {
    double* times; // [cycles][repeat]
    double* cycle; // [cycles]: the median
    uint64_t wrong;
} measured;

static bool is_right(const overlap_method* method, const overlap_world* world, uint32_t cycle,
                     overlap_found found)
{
    return found.body_pairs == world->body_pairs[cycle] &&
           (method->convex || found.face_pairs == world->face_pairs[cycle]);
}

static void run_once(const overlap_method* method, const overlap_world* world, uint32_t turn, uint32_t repeat,
                     measured* m)
{
    overlap_bodies bodies;
    overlap_bodies_make(world, &bodies);
    void* state = method->open(world);
    for (uint32_t cycle = 0; cycle < world->cycles; ++cycle) {
        overlap_bodies_set(world, cycle, &bodies);
        double start = overlap_cpu_us();
        overlap_found found = method->ask(state, &bodies, world->count);
        m->times[(size_t)cycle * repeat + turn] = overlap_cpu_us() - start;
        m->wrong += !is_right(method, world, cycle, found);
    }
    method->close(state);
    overlap_bodies_release(&bodies);
}

static void print_sum(const options* o, const overlap_method* method, const overlap_world* world,
                      const measured* m)
{
    double mean = 0.0, meeting = 0.0, worst = 0.0, last = m->cycle[world->cycles - 1];
    uint32_t cycles = 0, triangles = 0;
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < world->count; ++i) {
        triangles += world->meshes[i]->triangle_count;
    }
    for (uint32_t i = 0; i < world->cycles; ++i) {
        mean += m->cycle[i] / world->cycles;
        meeting += world->face_pairs[i] > 0 ? m->cycle[i] : 0.0;
        cycles += world->face_pairs[i] > 0;
        pairs += world->face_pairs[i];
        worst = m->cycle[i] > worst ? m->cycle[i] : worst;
    }
    double middle = ti_middle(m->cycle, world->cycles); // sorts them
    fprintf(o->file, "%s,%s,%u,%u,%u,%u,%llu,%.4g,%.4g,%.4g,%.4g,%.4g,%llu\n", world->name, method->name,
            world->count, triangles, world->cycles, cycles, (unsigned long long)pairs, middle, mean,
            cycles > 0 ? meeting / cycles : 0.0, worst, last, (unsigned long long)m->wrong);
}

// @return the median of each cycle, to be freed
static double* measure(options* o, const overlap_method* method, const overlap_world* world)
{
    uint32_t repeat = o->quick ? 1 : o->repeat;
    measured m = {overlap_room((size_t)world->cycles * repeat, sizeof(double)),
                  overlap_room(world->cycles, sizeof(double)), 0};
    double* medians = overlap_room(world->cycles, sizeof(double));
    for (uint32_t turn = 0; turn < repeat; ++turn) {
        run_once(method, world, turn, repeat, &m);
    }
    for (uint32_t cycle = 0; cycle < world->cycles; ++cycle) {
        m.cycle[cycle] = medians[cycle] = ti_middle(m.times + (size_t)cycle * repeat, repeat);
    }
    print_sum(o, method, world, &m);
    o->wrong += m.wrong;
    fflush(o->file);
    free(m.times);
    free(m.cycle);
    return medians;
}

// Whether a figure shows its cycles.
static bool is_drawn(const char* name)
{
    static const char* const drawn[] = {"approach-168",    "approach-528", "approach-960", "approach-3968",
                                        "crowd-15x528",    "crowd-2of",    "crowd-10x528", "crowd-20x528",
                                        "crowd-30x528",    "crowd-40x528", "room",         "bouncing-15x168",
                                        "bouncing-15x960", "hands"};
    bool found = false;
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; ++i) {
        found = found || strncmp(name, drawn[i], strlen(drawn[i])) == 0;
    }
    return found;
}

// @param medians  of each method and cycle, NULL for a method that does not take the world
static void print_cycles(FILE* file, const overlap_world* world, double* const medians[METHODS])
{
    for (uint32_t cycle = 0; cycle < world->cycles; ++cycle) {
        fprintf(file, "%s,%u,%llu,%llu,%llu", world->name, cycle + 1,
                (unsigned long long)world->face_pairs[cycle], (unsigned long long)world->body_pairs[cycle],
                (unsigned long long)world->box_pairs[cycle]);
        for (int i = 0; i < METHODS; ++i) {
            if (medians[i] != NULL) {
                fprintf(file, ",%.3g", medians[i][cycle]);
            } else {
                fputc(',', file);
            }
        }
        fputc('\n', file);
    }
}

static void measure_methods(options* o, const overlap_world* world)
{
    double* medians[METHODS] = {NULL};
    for (int i = 0; i < METHODS; ++i) {
        if (takes(methods[i], world)) {
            medians[i] = measure(o, methods[i], world);
        }
    }
    if (o->cycles != NULL && is_drawn(world->name)) {
        print_cycles(o->cycles, world, medians);
    }
    for (int i = 0; i < METHODS; ++i) {
        free(medians[i]);
    }
}

static void measure_world(options* o, overlap_world* world)
{
    if (o->filter == NULL || strstr(world->name, o->filter) != NULL) {
        measure_methods(o, world);
    }
    overlap_world_release(world);
}

// ---- worlds

static void approaches(options* o)
{
    for (int i = 0; i < OVERLAP_SPHERES; ++i) {
        overlap_world world;
        overlap_make_approach(overlap_sphere_faces[i], &world);
        measure_world(o, &world);
    }
}

static void crowds(options* o)
{
    overlap_world world;
    for (uint32_t only_two = 0; only_two < 2; ++only_two) {
        overlap_crowd crowd = {
            overlap_read_mesh("shuttle528.obj"), 15, 100, 0.3, 0.004, 1.0, false, only_two != 0};
        if (crowd.mesh != NULL) {
            overlap_make_crowd(&crowd, &world);
            measure_world(o, &world);
        }
    }
    for (uint32_t count = 10; count <= 40; count += 10) {
        overlap_crowd crowd = {overlap_sphere(528), count, 80, 0.05, 0.012, 5.0, true, false};
        overlap_make_crowd(&crowd, &world);
        measure_world(o, &world);
    }
}

static void bouncing(options* o)
{
    static const uint32_t faces[7] = {48, 80, 168, 360, 528, 728, 960};
    for (int i = 0; i < 7; ++i) {
        overlap_world world;
        overlap_crowd crowd = {overlap_sphere(faces[i]), 15, 0, 0.05, 0.05, 10.0, true, false};
        overlap_make_bouncing(&crowd, o->quick ? 100 : 1000, &world);
        measure_world(o, &world);
    }
}

static void with_shuttle(options* o, void make(toi_mesh* shuttle, overlap_world* world))
{
    toi_mesh* shuttle = overlap_read_mesh("shuttle528.obj");
    if (shuttle == NULL) {
        fputs("# without the shuttle: $TOI_DATA/workloads/meshes is not there\n", stderr);
        return;
    }
    overlap_world world;
    make(shuttle, &world);
    measure_world(o, &world);
}

static void run_all(options* o)
{
    approaches(o);
    crowds(o);
    with_shuttle(o, overlap_make_room);
    bouncing(o);
    with_shuttle(o, overlap_make_hands);
}

static void print_heads(const options* o)
{
    const uint32_t repeat = o->quick ? 1 : o->repeat;
    ti_report_machine(o->file, "toi_bench_overlap", repeat);
    fputs("world,method,bodies,triangles,cycles,meeting,face_pairs,median_us,mean_us,mean_meeting_us,"
          "worst_us,last_us,wrong\n",
          o->file);
    if (o->cycles != NULL) {
        ti_report_machine(o->cycles, "toi_bench_overlap --cycles", repeat);
        fputs("world,cycle,face_pairs,body_pairs,box_pairs", o->cycles);
        for (int i = 0; i < METHODS; ++i) {
            fprintf(o->cycles, ",%s", methods[i]->name);
        }
        fputc('\n', o->cycles);
    }
}

int main(int argc, char** argv)
{
    const char* cycles_output = NULL;
    options o = {0};
    const ti_run_option own[] = {{"--quick", .on = &o.quick}, {"--cycles", .text = &cycles_output}};
    const ti_run run = ti_run_begin("toi_bench_overlap", usage, argc, argv, own, 2);
    ti_run cycles = run;
    cycles.output = cycles_output;
    o.filter = run.filter;
    o.repeat = run.repeat;
    o.file = ti_run_open(&run);
    o.cycles = cycles_output != NULL ? ti_run_open(&cycles) : NULL;
    print_heads(&o);
    run_all(&o);
    int status = o.cycles != NULL ? ti_run_close(&cycles, o.cycles, 0) : 0;
    int other = ti_run_close(&run, o.file, (uint32_t)o.wrong);
    return status != 0 ? status : other;
}
