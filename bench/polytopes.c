// The benchmark of two convex polytopes, and of parallelepipeds, on rational and affine motions: one CSV row
// a class and question, in the columns of toi_bench_boxes. bench/README.md says how to read it.

#include "bench/boxes.h"
#include "bench/draw.h"
#include "bench/report.h"
#include "bench/run.h"
#include "core/arena.h"
#include "core/cpu.h"
#include "narrow/boxes/polytope_solve.h"
#include "narrow/boxes/sharpen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] = "usage: toi_bench_polytopes [--filter TEXT] [--repeat N] [-o FILE.csv]\n"
                            "Measures when two polytopes of 8 to 128 faces, or two affine boxes, meet.\n"
                            "  --filter TEXT  only classes whose name holds TEXT\n"
                            "  --repeat N     batches a query, of which the median counts (default 9)\n"
                            "  -o FILE.csv    in place of standard output\n";

enum { MOST_POINTS = 66, MOST_INTERVALS = 16 };

typedef struct query {
    const ti_box_query* box;
    double matrix[18];
    ti_polytope a, b;
    ti_arena arena;
    bool first_only, affine;
} query;

static const toi_quat upright[1] = {{1.0, 0.0, 0.0, 0.0}};
static const toi_vec3 origin[1] = {{0.0, 0.0, 0.0}};
static const toi_rational rest = {
    .rotation = upright, .rotation_count = 1, .translation = origin, .translation_count = 1, .until = 1.0};

static ti_answered answered(uint32_t count, double time, uint32_t nodes)
{
    return (ti_answered){.answer = count > 0 ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR,
                         .time = count > 0 ? time : 1.0,
                         .nodes = nodes};
}

static ti_answered ask_polytopes(const ti_case* none, void* context)
{
    (void)none;
    query* q = context;
    ti_polytope_span spans[MOST_INTERVALS];
    ti_polys p = {.arena = &q->arena, .plain = !ti_cpu_has_avx2()};
    ti_moving_polytope a = {.shape = &q->a, .motion = rest},
                       b = {.shape = &q->b, .motion = ti_box_motion(q->box)};
    ti_polytope_search search = {.first_only = q->first_only, .spans = spans, .capacity = MOST_INTERVALS};
    ti_polytope_solve(&p, &a, &b, &search);
    ti_arena_reset(&q->arena, (ti_arena_mark){0});
    return answered(search.count, spans[0].enter, search.nodes);
}

static ti_answered ask_affine(const ti_case* none, void* context)
{
    (void)none;
    query* q = context;
    ti_box_span spans[MOST_INTERVALS];
    ti_polys p = {.arena = &q->arena, .plain = !ti_cpu_has_avx2()};
    toi_rational motion = ti_box_motion(q->box);
    const double *e = q->box->half_a, *h = q->box->half_b;
    motion.rotation = NULL;
    motion.matrix = q->matrix;
    motion.matrix_count = 2;
    ti_moving_box a = {.motion = rest, .half = {e[0], e[1], e[2]}},
                  b = {.motion = motion, .half = {h[0], h[1], h[2]}};
    ti_box_frame f = ti_box_frame_rational(&p, &a, 0.0, 1.0), g = ti_box_frame_rational(&p, &b, 0.0, 1.0);
    ti_box_system system;
    ti_box_search search = {.first_only = q->first_only, .spans = spans, .capacity = MOST_INTERVALS};
    if (ti_box_system_make(&p, &f, &g, &system)) {
        ti_box_solve(&q->arena, &system, &search);
    }
    ti_arena_reset(&q->arena, (ti_arena_mark){0});
    return answered(search.count, spans[0].enter, search.nodes);
}

// Points on a sphere: their hull has twice as many triangles, less four.
static bool draw_hull(uint64_t* state, uint32_t faces, ti_polytope* to)
{
    toi_vec3 points[MOST_POINTS];
    uint32_t count = faces / 2 + 2;
    for (uint32_t i = 0; i < count; ++i) {
        points[i] = draw_direction(state);
    }
    return ti_polytope_hull(points, count, NULL, to) == TOI_OK;
}

// The unit matrix, and one that is sheared and scaled by up to a third.
static void draw_matrix(uint64_t* state, double matrix[18])
{
    for (int i = 0; i < 9; ++i) {
        matrix[i] = i % 4 == 0;
        matrix[9 + i] = matrix[i] + draw(state) / 3.0;
    }
}

static void print_row(FILE* file, const char* name, ti_summary* s)
{
    double median = ti_middle(s->times, s->count);
    fprintf(file, "%s,%u,%.4g,%.4g,%.4g,%.6g,%u,%u,,,,,,\n", name, s->count, s->times[0], median,
            s->times[s->count - 1], ti_middle(s->nodes, s->count), s->clear, s->contact);
    fflush(file);
}

static bool measure(FILE* file, const ti_box_class* class, uint32_t faces, bool first_only, uint32_t repeat)
{
    const ti_case none = {.truth = TI_TRUTH_UNKNOWN};
    uint64_t state = 9001 + faces;
    ti_summary summary = {0};
    ti_asker ask = faces > 0 ? ask_polytopes : ask_affine;
    bool fine = true;
    for (uint32_t i = 0; i < TI_BOX_QUERIES && fine; ++i) {
        query q = {.box = &class->queries[i], .first_only = first_only};
        ti_arena_init(&q.arena, NULL, 0);
        draw_matrix(&state, q.matrix);
        fine = faces == 0 || (draw_hull(&state, faces, &q.a) && draw_hull(&state, faces, &q.b));
        if (fine) {
            ti_summary_add(&summary, &none, ask(&none, &q), ti_measure(ask, NULL, &q, repeat));
        }
        ti_arena_destroy(&q.arena);
        ti_polytope_release(&q.a, NULL);
        ti_polytope_release(&q.b, NULL);
    }
    char name[96];
    snprintf(name, sizeof name, "%s_%s%u,%s", class->name, faces > 0 ? "faces" : "affine", faces,
             first_only ? "first" : "all");
    print_row(file, name, &summary);
    ti_summary_release(&summary);
    return fine;
}

int main(int argc, char** argv)
{
    static const uint32_t faces[] = {0, 8, 16, 32, 64, 128};
    ti_run run = ti_run_begin("toi_bench_polytopes", usage, argc, argv, NULL, 0);
    ti_box_class* class = malloc(sizeof *class);
    if (class == NULL) {
        return 5;
    }
    FILE* file = ti_run_open(&run);
    bool fine = true;
    ti_report_machine(file, "toi_bench_polytopes", run.repeat);
    fputs("scene,method,count,min_us,median_us,worst_us,nodes,clear,contact,missed,false,late,early_max,"
          "late_max,apart_max\n",
          file);
    for (uint32_t i = 0; i < TI_BOX_CLASSES; ++i) {
        ti_box_class_make(i, class);
        for (size_t k = 0; k < sizeof faces / sizeof *faces; ++k) {
            if (run.filter == NULL || strstr(class->name, run.filter) != NULL) {
                fine = measure(file, class, faces[k], false, run.repeat) && fine;
                fine = measure(file, class, faces[k], true, run.repeat) && fine;
            }
        }
    }
    free(class);
    return ti_run_close(&run, file, !fine);
}
