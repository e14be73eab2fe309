// First contact of meshes on rational motions: by trees of boxes, beside the search of toi_first_contact.

#include "bench/draw.h"
#include "bench/report.h"
#include "bench/run.h"
#include "scenes/model.h"

#include "toi/boxes.h"

#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: toi_bench_boxes_tree [--filter TEXT] [--repeat N] [-o FILE.csv]\n"
    "Measures toi_boxes_first_contact and toi_first_contact on the same pairs of meshes that move by\n"
    "normalised linear quaternions. Fails where their times differ by more than the tolerance allows.\n"
    "  --filter TEXT  only classes whose name holds TEXT\n"
    "  --repeat N     batches a query, of which the median counts (default 9)\n"
    "  -o FILE.csv    in place of standard output\n";

enum { QUERIES = 32, MOST_COEFFICIENTS = 5 };

// Gaps of 1e-9 of a size of 2.7, at a speed of a thousandth.
static const double SAME_TIME = 3e-6;

typedef struct shape {
    const char* name;
    uint32_t around, tube; // quads of a torus
    double aside;          // how far the ways pass each other by
    uint32_t degree;       // of quaternions and translations; 0 for normalised linear quaternions
} shape;

static const shape shapes[] = {
    {"torus64", 8, 4, 0.8, 0},
    {"torus600", 25, 12, 0.8, 0},
    {"torus10k", 100, 50, 0.8, 0},
    {"torus600_clear", 25, 12, 6.0, 0},
    {"torus600_degree2", 25, 12, 0.8, 2},
    {"torus600_degree4", 25, 12, 0.8, 4},
    {"torus600_clear_degree2", 25, 12, 6.0, 2},
};

// Coefficients of a rational motion of both bodies.
typedef struct curve {
    toi_quat rotation[2][MOST_COEFFICIENTS];
    toi_vec3 translation[2][MOST_COEFFICIENTS];
    toi_rational piece[2];
} curve;

static toi_pose draw_pose(uint64_t* state, toi_vec3 at)
{
    return (toi_pose){at, draw_turn(state, 180.0 * draw(state))};
}

// One goes from 4 units on one side of the other to 4 on the other side; both turn.
static void draw_case(uint64_t* state, const shape* s, const toi_mesh* mesh, ti_case* query)
{
    toi_vec3 way = draw_direction(state), off = draw_direction(state);
    double along = way.x * off.x + way.y * off.y + way.z * off.z, far = s->aside;
    toi_vec3 aside = {far * (off.x - along * way.x), far * (off.y - along * way.y),
                      far * (off.z - along * way.z)};
    *query = (ti_case){.truth = TI_TRUTH_UNKNOWN};
    query->a = (toi_body){.mesh = mesh, .motion = {.kind = TOI_MOTION_BETWEEN, .path = TOI_PATH_NLERP}};
    query->b = query->a;
    query->a.motion.pose = draw_pose(state, (toi_vec3){0.0, 0.0, 0.0});
    query->a.motion.end = draw_pose(state, (toi_vec3){0.0, 0.0, 0.0});
    query->b.motion.pose =
        draw_pose(state, (toi_vec3){aside.x + 4.0 * way.x, aside.y + 4.0 * way.y, aside.z + 4.0 * way.z});
    query->b.motion.end =
        draw_pose(state, (toi_vec3){aside.x - 4.0 * way.x, aside.y - 4.0 * way.y, aside.z - 4.0 * way.z});
}

// From the same start to the same end, and aside in between.
static void bend_motion(uint64_t* state, uint32_t degree, int body, toi_motion* motion, curve* c)
{
    toi_vec3 p = motion->pose.position, q = motion->end.position;
    for (uint32_t k = 0; k <= degree; ++k) {
        double t = (double)k / degree, off = k > 0 && k < degree ? 1.0 : 0.0;
        toi_vec3 d = draw_direction(state);
        toi_quat r = k == 0 ? motion->pose.quaternion : motion->end.quaternion;
        c->rotation[body][k] = off > 0.0 ? draw_turn(state, 90.0 * draw(state)) : r;
        c->translation[body][k] =
            (toi_vec3){p.x + t * (q.x - p.x) + off * d.x, p.y + t * (q.y - p.y) + off * d.y,
                       p.z + t * (q.z - p.z) + off * d.z};
    }
    c->piece[body] = (toi_rational){.rotation = c->rotation[body],
                                    .rotation_count = degree + 1,
                                    .translation = c->translation[body],
                                    .translation_count = degree + 1,
                                    .until = 1.0};
    *motion = (toi_motion){.kind = TOI_MOTION_RATIONAL, .rationals = &c->piece[body], .rational_count = 1};
}

static ti_answered answered(toi_status status, const toi_result* r)
{
    if (status != TOI_OK) {
        fputs("toi_bench_boxes_tree: a query is refused\n", stderr);
        exit(3);
    }
    return (ti_answered){r->answer, r->t_free, r->work.steps, r->work.nodes, r->work.leaves};
}

static ti_answered ask_tree(const ti_case* query, void* context)
{
    (void)context;
    toi_result r = {0};
    toi_status status = toi_boxes_first_contact(&query->a, &query->b, NULL, &r);
    return answered(status, &r);
}

static ti_answered ask_first(const ti_case* query, void* context)
{
    (void)context;
    toi_result r = {0};
    toi_status status = toi_first_contact(&query->a, &query->b, NULL, &r);
    return answered(status, &r);
}

// Returns the number of answers of the trees that differ from those of the search.
static uint32_t measure(FILE* file, const shape* s, const ti_case* cases, uint32_t repeat)
{
    ti_summary first = {0}, tree = {0};
    uint32_t differ = 0;
    for (uint32_t i = 0; i < QUERIES; ++i) {
        ti_answered a = ask_first(&cases[i], NULL), b = ask_tree(&cases[i], NULL);
        ti_summary_add(&first, &cases[i], a, ti_measure(ask_first, &cases[i], NULL, repeat));
        ti_summary_add(&tree, &cases[i], b, ti_measure(ask_tree, &cases[i], NULL, repeat));
        differ += a.answer != b.answer || fabs(a.time - b.time) > SAME_TIME;
    }
    ti_report_row(file, s->name, "first", &first);
    ti_report_row(file, s->name, "boxes_tree", &tree);
    ti_summary_release(&first);
    ti_summary_release(&tree);
    return differ;
}

int main(int argc, char** argv)
{
    ti_run run = ti_run_begin("toi_bench_boxes_tree", usage, argc, argv, NULL, 0);
    FILE* file = ti_run_open(&run);
    uint32_t wrong = 0;
    ti_report_head(file, "toi_bench_boxes_tree", run.repeat, 0.0);
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; ++i) {
        const shape* s = &shapes[i];
        if (run.filter != NULL && strstr(s->name, run.filter) == NULL) {
            continue;
        }
        ti_model model = {0};
        ti_model_torus(&model, 1.0, 0.35, s->around, s->tube);
        toi_mesh* mesh = ti_model_mesh(&model);
        ti_model_release(&model);
        uint64_t state = 9001;
        ti_case cases[QUERIES];
        curve curves[QUERIES];
        for (uint32_t k = 0; k < QUERIES; ++k) {
            draw_case(&state, s, mesh, &cases[k]);
            if (s->degree > 0) {
                bend_motion(&state, s->degree, 0, &cases[k].a.motion, &curves[k]);
                bend_motion(&state, s->degree, 1, &cases[k].b.motion, &curves[k]);
            }
        }
        wrong += measure(file, s, cases, run.repeat);
        toi_mesh_destroy(mesh);
    }
    return ti_run_close(&run, file, wrong);
}
