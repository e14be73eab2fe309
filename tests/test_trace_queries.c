// The collection of translations and rotations with the answers of a published system.

#include "cmocka_toi.h"
#include "support/trace_queries.h"
#include "trace_cases.h"

#include <jansson.h>

static tq_set set;

static void the_collection_is_read_whole(void** state)
{
    (void)state;
    uint32_t counts[3] = {0, 0, 0};
    if (!tq_load(&set)) {
        skip();
    }
    assert_int_equal(set.shape_count, 29);
    for (uint32_t i = 0; i < set.query_count; ++i) {
        ++counts[set.queries[i].kind == 'T' ? 0 : set.queries[i].kind == 'R' ? 1 : 2];
    }
    assert_int_equal(counts[0], 188);
    assert_int_equal(counts[1], 97);
    assert_int_equal(counts[2], 14);
}

static void axes_become_the_quaternion_that_turns_to_them(void** state)
{
    (void)state;
    // Rows are the images of the axes: quarter and half turns, which try each of the four cases, and another.
    static const char* const text[5] = {"[[1,0,0],[0,1,0],[0,0,1]]", "[[1,0,0],[0,-1,0],[0,0,-1]]",
                                        "[[-1,0,0],[0,1,0],[0,0,-1]]", "[[0,-1,0],[-1,0,0],[0,0,-1]]",
                                        "[[0.6,0,-0.8],[0.8,0,0.6],[0,-1,0]]"};
    for (int n = 0; n < 5; ++n) {
        json_error_t error;
        json_t* rows = json_loads(text[n], 0, &error);
        toi_pose pose = {.quaternion = tq_quaternion(rows)};
        for (size_t axis = 0; axis < 3; ++axis) {
            toi_vec3 unit = {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
            toi_vec3 image = toi_pose_point(pose, unit);
            const json_t* row = json_array_get(rows, axis);
            assert_near(image.x, tq_number(row, 0), 1e-15);
            assert_near(image.y, tq_number(row, 1), 1e-15);
            assert_near(image.z, tq_number(row, 2), 1e-15);
        }
        json_decref(rows);
    }
}

// ---- traces of all translations and rotations

static trace_case c;

static void set_up(const tq_query* q)
{
    memset(&c, 0, sizeof c);
    c.mover_shape = q->mover->shape;
    c.still_shape[0] = q->still->shape;
    case_add(&c, &q->still_pose, 2);
    case_begin(&c);
}

static te_gap gap_at(const tq_query* q, double share)
{
    te_pose pose;
    te_pose_init(&pose);
    te_pose_set(&pose, &q->start);
    te_pose_move(&pose, &q->move, share);
    te_pair_place_exact(&c.pair[0], 0, &pose);
    te_pose_clear(&pose);
    return te_pair_gap(&c.pair[0], HUGE_VALL);
}

// What the answers of the published system are worth, of one family of queries.
typedef struct family {
    char name[TQ_NAME];
    int asked, meeting; // of these, starts that meet, which it leaves undefined
    int through, nearer,
        early; // it goes into the body; comes nearer than its zone; stops where nothing is near
} family;

static family families[TQ_QUERIES];
static int family_count;

static family* family_of(const char* name)
{
    for (int i = 0; i < family_count; ++i) {
        if (strcmp(families[i].name, name) == 0) {
            return &families[i];
        }
    }
    snprintf(families[family_count].name, TQ_NAME, "%s", name);
    return &families[family_count++];
}

// Its numbers are floats: what differs by less than this is rounding.
static real float_noise(const tq_query* q)
{
    toi_vec3 p = q->start.position;
    return 5e-4L + 0x1p-22L * (real)(fabs(p.x) + fabs(p.y) + fabs(p.z));
}

// Its zone is 0.25 from planes, which is a little more from bodies, and up to 0.834 at sharp edges: a stop
// farther away is none.
static const real ZONE = 0.25L, FACE_ZONE = 0.3L, EDGE_ZONE = 0.834L;

static void judge_reference(const tq_query* q, real start)
{
    family* f = family_of(q->family);
    ++f->asked;
    if (start <= 0.0L) {
        ++f->meeting;
        return;
    }
    real noise = float_noise(q), level = r_min(ZONE, start) - r_min(noise, 0.05L * start);
    double late = 1e-4, into = case_first(&c, &q->start, &q->move, 1e-6);
    double nearer = case_first(&c, &q->start, &q->move, (double)level);
    bool edge = strcmp(q->feature, "edge") == 0;
    if (into < q->fraction - late) {
        ++f->through;
    } else if (nearer < q->fraction - late) {
        ++f->nearer;
    } else if (q->fraction < 1.0 && gap_at(q, q->fraction).low > (edge ? EDGE_ZONE : FACE_ZONE) + noise) {
        ++f->early;
    }
}

static void judge_ours(const tq_query* q, real start)
{
    toi_trace_result r = case_trace(&c, &q->start, &q->move);
    if (start <= 0.0L) {
        assert_int_not_equal(r.start, TOI_START_FREE);
        return;
    }
    assert_int_equal(r.start, TOI_START_FREE);
    double noise = 2.0 * r.work.rounding;
    if (r.kept > 2.0 * noise) {
        double first = case_first(&c, &q->start, &q->move, r.kept - noise);
        assert_true(r.fraction <= first);
        assert_int_equal(r.answer == TOI_ANSWER_CLEAR, r.fraction == 1.0 && r.body == UINT32_MAX);
    }
}

static void print_row(const family* f)
{
    printf("| %s | %d | %d | %d | %d | %d |\n", f->name, f->asked, f->meeting, f->through, f->nearer,
           f->early);
}

static family print_table(void)
{
    family sum = {.name = "all"};
    printf(
        "| class | queries | start meets | goes into the body | nearer than its zone | stops too early |\n");
    printf("| --- | --- | --- | --- | --- | --- |\n");
    for (int i = 0; i < family_count; ++i) {
        const family* f = &families[i];
        sum.asked += f->asked;
        sum.meeting += f->meeting;
        sum.through += f->through;
        sum.nearer += f->nearer;
        sum.early += f->early;
        if (f->through + f->nearer + f->early > 0) {
            print_row(f);
        }
    }
    print_row(&sum);
    return sum;
}

// Every end free, every stop where all pairs of features have it; and what the recorded answers are worth.
static void all_translations_and_rotations_stop_where_the_truth_says(void** state)
{
    (void)state;
    if (!tq_load(&set)) {
        skip();
    }
    for (uint32_t i = 0; i < set.query_count; ++i) {
        const tq_query* q = &set.queries[i];
        if (q->kind == 'C') {
            continue;
        }
        set_up(q);
        te_gap start = case_gap(&c, &q->start);
        real from = start.relation == TE_FREE ? start.low : 0.0L;
        judge_reference(q, from);
        judge_ours(q, from);
        case_end(&c);
    }
    family sum = print_table();
    assert_int_equal(sum.asked, 285);
    assert_int_equal(sum.meeting, 9);
    assert_int_equal(sum.through, 8);
    assert_int_equal(sum.nearer, 12);
    assert_int_equal(sum.early, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_collection_is_read_whole),
        cmocka_unit_test(axes_become_the_quaternion_that_turns_to_them),
        cmocka_unit_test(all_translations_and_rotations_stop_where_the_truth_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
