// The verified queries of the collection of test data: answers, times, gaps, and how much work they take.
//
// The work is compared with tests/workloads.csv, because a wrong direction costs speed and not truth.
// `test_workloads --write` writes that file anew.

#include "cmocka_toi.h"

#include "support/workload.h"

static workload all;

typedef struct work_sum {
    char group[WORKLOAD_NAME];
    double count[3]; // steps, nodes, leaves
} work_sum;

enum { SUMS = 128 };
static work_sum sums[SUMS];
static uint32_t sum_count;
static bool rewrite;

static void add_work(const char* group, const char* path, const toi_work* work)
{
    char name[WORKLOAD_NAME];
    snprintf(name, sizeof name, "%.50s-%s", group, path);
    uint32_t i = 0;
    while (i < sum_count && strcmp(sums[i].group, name) != 0) {
        ++i;
    }
    assert_true(i < SUMS);
    if (i == sum_count) {
        snprintf(sums[sum_count++].group, sizeof sums[i].group, "%s", name);
    }
    sums[i].count[0] += work->steps;
    sums[i].count[1] += work->nodes;
    sums[i].count[2] += work->leaves;
}

static toi_motion motion_of(const workload_query* q, int body, toi_path path)
{
    return (toi_motion){
        .kind = TOI_MOTION_BETWEEN, .path = path, .pose = q->start[body], .end = q->end[body]};
}

// How much earlier than the true time t_free may be. The distance may shrink slower than at its last stretch,
// so the speed there is measured; where bodies graze there is none to speak of.
static double allowed_early(const oracle_pair* pair, const workload_query* q, const toi_result* r, double toi)
{
    double bracket = strstr(q->group, "10k") != NULL ? 3e-9 : 1e-11, step = 1e-6;
    if (strstr(q->group, "graze") != NULL || toi < step) {
        return 1e-8 + bracket;
    }
    real before = oracle_pair_distance(pair, r->t_hit - step, HUGE_VALL).distance;
    real speed = (before - (real)r->gap) / (real)step;
    return 1.1 * (double)((real)r->work.tolerance / speed) + bracket;
}

static void complain(const workload_query* q, const char* path, bool swapped, const char* what)
{
    print_error("%s-%s%s: %s\n", q->name, path, swapped ? ", swapped" : "", what);
}

// What is wrong with an answer, or NULL.
static const char* fault_of(const workload_query* q, const oracle_pair* pair, const workload_truth* truth,
                            const toi_result* r)
{
    oracle_effort effort = {6, 6, 0, 0.0L};
    oracle_verdict v = oracle_judge(pair, r, 0.0, &effort);
    if (v.fault != ORACLE_RIGHT) {
        return oracle_fault_name(v.fault);
    }
    if (r->answer != (truth->hit ? TOI_ANSWER_CONTACT : TOI_ANSWER_CLEAR)) {
        return "not the answer";
    }
    if (!r->certified) {
        return "not certified";
    }
    if (!truth->hit) {
        return r->gap > truth->min_distance * (1.0 + 1e-9) ? "gap above the smallest distance" : NULL;
    }
    if (!(r->t_free <= truth->toi_hi)) {
        return "late";
    }
    if (!(truth->toi - r->t_free <= allowed_early(pair, q, r, truth->toi))) {
        return "too early";
    }
    return NULL;
}

static bool check_one(const workload_query* q, toi_path path, bool swapped)
{
    static const char* const names[] = {"screw", "slerp"};
    const workload_mesh* mesh[2];
    toi_body body[2];
    for (int i = 0; i < 2; ++i) {
        int k = swapped ? 1 - i : i;
        mesh[i] = workload_get_mesh(&all, q->mesh[k]);
        assert_non_null(mesh[i]);
        body[i] = (toi_body){.mesh = mesh[i]->mesh, .motion = motion_of(q, k, path)};
    }
    toi_result r;
    assert_int_equal(toi_first_contact(&body[0], &body[1], NULL, &r), TOI_OK);
    oracle_pair pair;
    oracle_pair_init(&pair, &mesh[0]->truth, &body[0].motion, &mesh[1]->truth, &body[1].motion);
    const char* fault = fault_of(q, &pair, &q->truth[path], &r);
    if (fault != NULL) {
        complain(q, names[path], swapped, fault);
        print_error("    answer %d t_free %.17g, truth %d [%.17g, %.17g]\n", (int)r.answer, r.t_free,
                    q->truth[path].hit, q->truth[path].toi, q->truth[path].toi_hi);
    }
    add_work(q->group, names[path], &r.work);
    return fault == NULL;
}

static void every_verified_answer_is_right(void** state)
{
    (void)state;
    if (all.query_count == 0) {
        skip();
    }
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < all.query_count; ++i) {
        for (int k = 0; k < 4; ++k) {
            wrong += !check_one(&all.queries[i], k & 1 ? TOI_PATH_SLERP : TOI_PATH_SCREW, k >= 2);
        }
    }
    printf("%u queries, %u wrong\n", 4 * all.query_count, wrong);
    assert_int_equal(wrong, 0);
}

static void write_table(void)
{
    FILE* file = fopen(test_source_path("tests/workloads.csv"), "w");
    assert_non_null(file);
    fprintf(file, "class,steps,nodes,leaves\n");
    for (uint32_t i = 0; i < sum_count; ++i) {
        const double* c = sums[i].count;
        fprintf(file, "%s,%.0f,%.0f,%.0f\n", sums[i].group, c[0], c[1], c[2]);
    }
    fclose(file);
}

// Whether one line of the table is what was counted, within 10 % and two.
static bool same_work(const char* group, const double count[3])
{
    for (uint32_t i = 0; i < sum_count; ++i) {
        if (strcmp(sums[i].group, group) != 0) {
            continue;
        }
        bool same = true;
        for (int k = 0; k < 3; ++k) {
            same = same && fabs(sums[i].count[k] - count[k]) <= 0.1 * count[k] + 2.0;
        }
        if (!same) {
            const double* c = sums[i].count;
            print_error("%s: steps, nodes, leaves are %.0f, %.0f, %.0f, the table has %.0f, %.0f, %.0f\n",
                        group, c[0], c[1], c[2], count[0], count[1], count[2]);
        }
        return same;
    }
    print_error("%s is not in the collection\n", group);
    return false;
}

static void the_work_is_what_it_was(void** state)
{
    (void)state;
    if (all.query_count == 0) {
        skip();
    }
    if (rewrite) {
        write_table();
        return;
    }
    FILE* file = fopen(test_source_path("tests/workloads.csv"), "r");
    assert_non_null(file);
    char line[256], group[WORKLOAD_NAME];
    uint32_t lines = 0, wrong = 0;
    double count[3];
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%63[^,],%lf,%lf,%lf", group, &count[0], &count[1], &count[2]) == 4) {
            ++lines;
            wrong += !same_work(group, count);
        }
    }
    fclose(file);
    assert_int_equal(lines, sum_count);
    assert_int_equal(wrong, 0);
}

static int open_collection(void** state)
{
    (void)state;
    const char* folder = test_data_path("workloads");
    if (folder != NULL && !workload_open(&all, folder)) {
        return -1;
    }
    return 0;
}

static int close_collection(void** state)
{
    (void)state;
    workload_close(&all);
    return 0;
}

int main(int argc, char** argv)
{
    rewrite = argc > 1 && strcmp(argv[1], "--write") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_verified_answer_is_right),
        cmocka_unit_test(the_work_is_what_it_was),
    };
    return cmocka_run_group_tests(tests, open_collection, close_collection);
}
