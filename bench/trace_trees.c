// Broad phases of a trace among the triangles of a level: the axial BSP tree of [VanWaveren05, section 5]
// alone, beside a whole toi_trace with its nodes and triangles; and what share of the edges of meshes is
// internal.

#include "bench/draw.h"
#include "bench/report.h"
#include "bench/run.h"
#include "bench/trace.h"
#include "bench/trace_bsp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] = "usage: toi_bench_trees [--filter TEXT] [--repeat N] [--edges] [-o FILE.csv]\n"
                            "Walks an axial BSP tree, and traces, on the levels of toi_bench_trace.\n"
                            "  --filter TEXT  only scenes whose name holds TEXT\n"
                            "  --repeat N     batches a query, of which the median counts (default 9)\n"
                            "  --edges        the share of internal edges in place of times\n"
                            "  -o FILE.csv    in place of standard output\n";

// ---- the way of a mover

typedef struct range {
    double low, high;
} range;

// Of middle + u cos a + w sin a for a from 0 to an angle.
static range range_of_arc(double u, double w, double angle)
{
    double end = u * cos(angle) + w * sin(angle), reach = hypot(u, w), sense = angle < 0.0 ? -1.0 : 1.0;
    range r = {fmin(u, end), fmax(u, end)};
    for (int k = 0; k < 2; ++k) { // the top is at atan2(w, u), the bottom half a turn on
        double at = fmod(sense * atan2(w, u) + k * 180.0 * TI_DEGREE + 720.0 * TI_DEGREE, 360.0 * TI_DEGREE);
        r.high = k == 0 && at <= fabs(angle) ? reach : r.high;
        r.low = k == 1 && at <= fabs(angle) ? -reach : r.low;
    }
    return r;
}

static void widen(toi_bounds* box, toi_vec3 low, toi_vec3 high)
{
    box->lower = (toi_vec3){fmin(box->lower.x, low.x), fmin(box->lower.y, low.y), fmin(box->lower.z, low.z)};
    box->upper =
        (toi_vec3){fmax(box->upper.x, high.x), fmax(box->upper.y, high.y), fmax(box->upper.z, high.z)};
}

// Of a point that turns as the motion says.
static void widen_by_arc(toi_bounds* box, const toi_motion* m, toi_vec3 p)
{
    toi_vec3 c = m->point, k = m->axis, r = {p.x - c.x, p.y - c.y, p.z - c.z};
    double s = 1.0 / sqrt(k.x * k.x + k.y * k.y + k.z * k.z);
    k = (toi_vec3){s * k.x, s * k.y, s * k.z};
    double along = k.x * r.x + k.y * r.y + k.z * r.z;
    toi_vec3 a = {along * k.x, along * k.y, along * k.z};
    range x = range_of_arc(r.x - a.x, k.y * r.z - k.z * r.y, m->angle);
    range y = range_of_arc(r.y - a.y, k.z * r.x - k.x * r.z, m->angle);
    range z = range_of_arc(r.z - a.z, k.x * r.y - k.y * r.x, m->angle);
    c = (toi_vec3){c.x + a.x, c.y + a.y, c.z + a.z};
    widen(box, (toi_vec3){c.x + x.low, c.y + y.low, c.z + z.low},
          (toi_vec3){c.x + x.high, c.y + y.high, c.z + z.high});
}

static ti_bsp_sweep sweep_of(const ti_case* query, double margin)
{
    const toi_motion* m = &query->a.motion;
    toi_mesh_info info;
    toi_mesh_get_info(query->a.mesh, &info);
    toi_bounds box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (uint32_t i = 0; i < info.vertices; ++i) {
        toi_vec3 p = toi_pose_point(m->pose, toi_mesh_vertex(query->a.mesh, i));
        if (m->kind == TOI_MOTION_ROTATION) {
            widen_by_arc(&box, m, p);
        } else {
            widen(&box, p, p);
        }
    }
    ti_bsp_sweep s = {.best = 1.0};
    s.from = (toi_vec3){0.5 * (box.lower.x + box.upper.x), 0.5 * (box.lower.y + box.upper.y),
                        0.5 * (box.lower.z + box.upper.z)};
    s.half = (toi_vec3){box.upper.x - s.from.x + margin, box.upper.y - s.from.y + margin,
                        box.upper.z - s.from.z + margin};
    s.to = s.from;
    if (m->kind == TOI_MOTION_TRANSLATION) {
        s.to = (toi_vec3){s.from.x + m->by.x, s.from.y + m->by.y, s.from.z + m->by.z};
    }
    return s;
}

// ---- the walks

// What walks the queries of a row.
typedef struct walker {
    ti_bsp* bsp;
    ti_trace_asked trace;
    uint32_t* polygons;
    double margin;
    ti_bsp_sweep sweep; // of the query at hand
} walker;

static ti_answered ask_bsp(const ti_case* query, void* context)
{
    walker* w = context;
    (void)query;
    ti_bsp_count count = ti_bsp_walk(w->bsp, &w->sweep, w->polygons);
    return (ti_answered){TOI_ANSWER_UNDECIDED, 0.0, count.tested, count.nodes, count.polygons};
}

static ti_answered ask_trace(const ti_case* query, void* context)
{
    return ti_ask_trace(query, &((walker*)context)->trace);
}

static void print_row(FILE* file, const char* scene, const char* method, ti_summary* s)
{
    double median = ti_middle(s->times, s->count);
    fprintf(file, "%s,%s,%u,%.4g,%.4g,%.4g,", scene, method, s->count, s->times[0], median,
            s->times[s->count - 1]);
    fprintf(file, "%.6g,%.6g\n", ti_middle(s->nodes, s->count), ti_middle(s->leaves, s->count));
    fflush(file);
}

typedef struct walk_method {
    const char* name;
    ti_asker ask;
    bool stops; // at the fraction of a trace, as if a narrow phase had found it at once
} walk_method;

static const walk_method methods[] = {
    {"bsp_way", ask_bsp, false}, {"bsp_stop", ask_bsp, true}, {"trace", ask_trace, false}};

static void measure_row(const ti_run* run, FILE* file, const ti_case* queries, uint32_t count, walker* w)
{
    for (size_t k = 0; k < sizeof methods / sizeof methods[0]; ++k) {
        ti_summary summary = {0};
        for (uint32_t i = 0; i < count; ++i) {
            w->sweep = sweep_of(&queries[i], w->margin);
            bool straight = queries[i].a.motion.kind == TOI_MOTION_TRANSLATION;
            w->sweep.best = methods[k].stops && straight ? ask_trace(&queries[i], w).time : 1.0;
            double time_us = ti_measure(methods[k].ask, &queries[i], w, run->repeat);
            ti_summary_add(&summary, &queries[i], methods[k].ask(&queries[i], w), time_us);
        }
        print_row(file, queries[0].scene, methods[k].name, &summary);
        ti_summary_release(&summary);
    }
}

static void measure_walks(const ti_run* run, FILE* file, ti_case_list* list)
{
    const ti_trace_lengths lengths = {1e-3, 1e-5, 0.25};
    ti_cases_add_trace(list, &lengths);
    ti_cases_sort(list);
    fputs("scene,method,count,min_us,median_us,worst_us,nodes,triangles\n", file);
    for (uint32_t first = 0, end; first < list->count; first = end) {
        const ti_case* query = &list->cases[first];
        end = ti_cases_scene_end(list, first);
        if (query->methods != TI_ASK_TRACE || strncmp(query->scene, "level", 5) != 0) {
            continue;
        }
        toi_mesh_info info;
        toi_mesh_get_info(query->b.mesh, &info);
        walker w = {.bsp = ti_bsp_build(query->b.mesh), .margin = 2.0 * lengths.separation};
        w.trace = (ti_trace_asked){
            .stage = ti_trace_stage(query, 2), .def = {.separation = 1e-3, .tolerance = 1e-5}, .sides = 2};
        w.polygons = malloc(info.faces * sizeof *w.polygons);
        if (w.polygons == NULL) {
            exit(5);
        }
        measure_row(run, file, query, end - first, &w);
        free(w.polygons);
        toi_stage_destroy(w.trace.stage);
        ti_bsp_destroy(w.bsp);
    }
}

// ---- edges

static void print_edges(FILE* file, const char* name, const toi_mesh* mesh)
{
    toi_mesh_info m;
    toi_mesh_get_info(mesh, &m);
    double flat = m.edges_flat, reflex = m.edges_reflex, edges = m.edges;
    fprintf(file, "%s,%u,%u,%u,%u,%u,%u,%u,%.3f,%.3f\n", name, m.triangles, m.edges, m.edges_convex,
            m.edges_reflex, m.edges_flat, m.edges_boundary, m.edges_non_manifold, (flat + reflex) / edges,
            reflex / (edges - flat));
}

static void list_edges(FILE* file, ti_case_list* list)
{
    static const uint32_t sizes[] = {7, 22, 32, 71};
    fputs("mesh,triangles,edges,convex,reflex,flat,boundary,non_manifold,internal,internal_of_not_flat\n",
          file);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        char name[32];
        snprintf(name, sizeof name, "level%u", 2 * sizes[i] * sizes[i]);
        print_edges(file, name, ti_trace_level(list, sizes[i]));
    }
    print_edges(file, "rooms", ti_trace_rooms(list));
}

int main(int argc, char** argv)
{
    bool edges = false;
    const ti_run_option own[] = {{"--edges", .on = &edges}};
    ti_run run = ti_run_begin("toi_bench_trees", usage, argc, argv, own, sizeof own / sizeof own[0]);
    ti_case_list list = {.filter = run.filter};
    FILE* file = ti_run_open(&run);
    ti_report_machine(file, "toi_bench_trees", run.repeat);
    if (edges) {
        list_edges(file, &list);
    } else {
        measure_walks(&run, file, &list);
    }
    ti_cases_release(&list);
    return ti_run_close(&run, file, 0);
}
