// The comparison of the library's contacts with the oracle's: every kind of fault is seen, and nothing else.

#include "cmocka_toi.h"
#include "support/screw_pairs.h"

enum { CONTACTS = 512 };

// A pair with several contacts that are all certain, and these.
typedef struct fixture {
    sp_shapes shapes;
    sp_pair pair;
    sb_list truth;
    toi_contact contacts[CONTACTS];
    uint32_t count;
} fixture;

static void ask_oracle(fixture* f, uint64_t index, double threshold)
{
    sp_pair_random(&f->shapes, 5, index, &f->pair);
    sb_query query = {.a = &f->shapes.truth[0], .b = &f->shapes.truth[f->pair.shape[1]]};
    query.pose_a = f->pair.pose_a;
    query.screws = &f->pair.screw;
    query.screw_count = 1;
    query.min_properness = threshold;
    sb_find(&query, false, &f->truth);
    f->count = 0;
    for (uint32_t i = 0; i < f->truth.count; ++i) {
        if (f->truth.contacts[i].reported) {
            assert_true(f->count < CONTACTS);
            f->contacts[f->count++] = sp_as_contact(&f->shapes, &f->pair, &f->truth.contacts[i]);
        }
    }
}

static bool is_certain(const fixture* f)
{
    for (uint32_t i = 0; i < f->truth.count; ++i) {
        if (f->truth.contacts[i].verdict != SB_YES) {
            return false;
        }
    }
    return true;
}

static sp_fault judge(const fixture* f)
{
    return sp_compare(&f->shapes, &f->pair, f->contacts, f->count, &f->truth).fault;
}

static int open_fixture(void** state)
{
    fixture* f = calloc(1, sizeof *f);
    if (f == NULL) {
        return -1;
    }
    sp_shapes_init(&f->shapes, SP_CARS);
    for (uint64_t i = 0; f->count < 3 || !is_certain(f); ++i) {
        ask_oracle(f, i, -0.5);
    }
    *state = f;
    return 0;
}

static int close_fixture(void** state)
{
    fixture* f = *state;
    sp_shapes_release(&f->shapes);
    sb_list_release(&f->truth);
    free(f);
    return 0;
}

static void what_the_oracle_reports_is_right(void** state)
{
    fixture* f = *state;
    uint32_t touching = 0;
    for (uint64_t i = 0; i < 300; ++i) {
        ask_oracle(f, i, i % 2 == 0 ? 0.0 : -0.1);
        touching += f->count > 0;
        assert_int_equal(judge(f), SP_RIGHT);
    }
    assert_true(touching >= 90);
}

static void a_contact_left_out_is_missing(void** state)
{
    fixture* f = *state;
    f->contacts[1] = f->contacts[2];
    f->count = 2;
    assert_int_equal(judge(f), SP_MISSING);
    f->count = 0;
    assert_int_equal(judge(f), SP_MISSING);
}

static void a_contact_that_is_none_or_twice_there_is_extra(void** state)
{
    fixture* f = *state;
    fixture copy = *f;
    copy.contacts[copy.count] = copy.contacts[copy.count - 1];
    ++copy.count;
    assert_int_equal(judge(&copy), SP_EXTRA);
    copy = *f;
    copy.contacts[0].a.index[0] += 1000;
    assert_int_equal(judge(&copy), SP_EXTRA);
    copy = *f;
    copy.contacts[0].kind = TOI_CONTACT_FF;
    assert_int_equal(judge(&copy), SP_EXTRA);
}

static void a_time_that_is_a_little_off_is_wrong(void** state)
{
    fixture* f = *state;
    f->contacts[0].time -= 1e-9;
    f->contacts[0].until = f->contacts[0].time;
    assert_int_equal(judge(f), SP_WRONG_TIME);
    f->contacts[0].time = (double)NAN;
    assert_int_equal(judge(f), SP_EXTRA);
}

static void points_normals_and_values_must_agree(void** state)
{
    fixture copy = *(fixture*)*state;
    copy.contacts[0].point.x += 1e-6;
    assert_int_equal(judge(&copy), SP_WRONG_PLACE);
    copy = *(fixture*)*state;
    copy.contacts[0].normal.y = -copy.contacts[0].normal.y;
    assert_int_equal(judge(&copy), SP_WRONG_PLACE);
    copy = *(fixture*)*state;
    copy.contacts[0].properness += 2e-6;
    assert_int_equal(judge(&copy), SP_WRONG_PROPERNESS);
    copy = *(fixture*)*state;
    copy.contacts[0].approach *= -1.0;
    assert_int_equal(judge(&copy), SP_WRONG_RATE);
    copy = *(fixture*)*state;
    copy.contacts[0].entering = false;
    assert_int_equal(judge(&copy), SP_MALFORMED);
    copy = *(fixture*)*state;
    toi_contact first = copy.contacts[0];
    copy.contacts[0] = copy.contacts[2];
    copy.contacts[2] = first;
    assert_int_equal(judge(&copy), SP_MALFORMED);
}

// ---- aligned cubes, B moving by -2 along x

typedef struct row {
    double x, y, z;
    uint32_t at_half, at_one; // contacts
} row;

static uint32_t count_at(const toi_contact* contacts, uint32_t count, double time)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; ++i) {
        found += fabs(contacts[i].time - time) < 1e-8;
    }
    return found;
}

static void aligned_cubes_have_the_contacts_of_the_oracle(void** state)
{
    (void)state;
    static const row rows[] = {{2.0, 0.0, 0.0, 4, 0},
                               {2.0, 0.3, 0.2, 4, 0},
                               {2.0, 1.0, 0.0, 4, 4},
                               {2.0, 1.0, 1.0, 2, 2},
                               {2.0, 1.0 + 1e-6, 0.0, 0, 0}};
    enum { CUBES = 64 };
    toi_contact contacts[CUBES];
    sb_list truth = {0};
    sp_shapes shapes;
    sp_shapes_init(&shapes, SP_CUBES);
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; ++i) {
        const row* r = &rows[i / 2];
        toi_pose start = {{r->x, r->y, r->z}, {1.0, 0.0, 0.0, 0.0}};
        sp_pair pair = {.pose_a = TOI_POSE_IDENTITY, .magnitude = 4.0L};
        pair.screw = (sb_screw){0.0, 1.0, start, {0.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}, 0.0, 2.0};
        toi_body a = {.mesh = shapes.mesh[0], .motion = {.pose = TOI_POSE_IDENTITY}},
                 b = {.mesh = shapes.mesh[0], .motion = sp_pair_motion(&pair)};
        toi_query_def def = {.contacts = contacts, .contact_capacity = CUBES};
        def.min_properness = i % 2 == 0 ? 0.0 : -0.1;
        toi_result result;
        assert_int_equal(toi_all_contacts(&a, &b, &def, &result), TOI_OK);
        assert_int_equal(result.contact_count, r->at_half + r->at_one);
        assert_int_equal(count_at(contacts, result.contact_count, 0.5), r->at_half);
        assert_int_equal(count_at(contacts, result.contact_count, 1.0), r->at_one);
        sb_query query = {&shapes.truth[0],  &shapes.truth[0], pair.pose_a, &pair.screw, 1, 0.0,
                          def.min_properness};
        sb_find(&query, false, &truth);
        assert_int_equal(sp_compare(&shapes, &pair, contacts, result.contact_count, &truth).fault, SP_RIGHT);
    }
    sb_list_release(&truth);
    sp_shapes_release(&shapes);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(aligned_cubes_have_the_contacts_of_the_oracle),
        cmocka_unit_test_setup_teardown(what_the_oracle_reports_is_right, open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(a_contact_left_out_is_missing, open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(a_contact_that_is_none_or_twice_there_is_extra, open_fixture,
                                        close_fixture),
        cmocka_unit_test_setup_teardown(a_time_that_is_a_little_off_is_wrong, open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(points_normals_and_values_must_agree, open_fixture, close_fixture),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
