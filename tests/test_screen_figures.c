// The collision screen on the figures of its paper and on motions whose contacts are known in closed form.

#include "screen_support.h"

static ti_screen_size find(const ti_screw_pair* pair, const ti_screen_def* def, ti_array* contacts)
{
    ti_screen_size size;
    contacts->count = 0;
    assert_int_equal(ti_screen_find(pair, def, contacts, &size), TOI_OK);
    assert_true(size.complete);
    return size;
}

static uint32_t count_kind(const ti_array* contacts, toi_contact_kind kind, double time, double within)
{
    const ti_screw_contact* all = contacts->data;
    uint32_t count = 0;
    for (size_t i = 0; i < contacts->count; ++i) {
        count += all[i].kind == kind && fabs(all[i].s - time) <= within;
    }
    return count;
}

// ---- closed forms

static void a_helix_meets_a_plane_where_its_formula_says(void** state)
{
    (void)state;
    static shape plate, sliver;
    static const uint32_t four[] = {0, 1, 2, 3}, three[] = {0, 1, 2};
    memset(&plate, 0, sizeof plate);
    memset(&sliver, 0, sizeof sliver);
    shape_vertex(&plate, -4.0, -4.0, -0.5);
    shape_vertex(&plate, 4.0, -4.0, -0.5);
    shape_vertex(&plate, 4.0, 4.0, -0.5);
    shape_vertex(&plate, -4.0, 4.0, -0.5);
    shape_face(&plate, 4, four);
    shape_vertex(&sliver, 1.0, 0.0, 0.0);
    shape_vertex(&sliver, 1.0, 0.3, 1.0);
    shape_vertex(&sliver, 1.0, -0.3, 1.0);
    shape_face(&sliver, 3, three);
    scene s;
    scene_init(&s, &plate, &sliver);
    s.screw.angle = 1.2;
    ti_screw_pair pair = scene_pair(&s, -1.0);
    ti_array contacts = ti_array_make(sizeof(ti_screw_contact), NULL);
    find(&pair, NULL, &contacts);
    const ti_screw_contact* all = contacts.data;
    uint32_t found = 0;
    for (size_t i = 0; i < contacts.count; ++i) {
        if (all[i].kind == TOI_CONTACT_FV && all[i].feature[1] == 0) {
            ++found;
            assert_near(all[i].s, asin(0.5) / 1.2, 1e-14);
            assert_near(all[i].normal.z, 1.0, 1e-14);
        }
    }
    assert_int_equal(found, 1);
    ti_array_release(&contacts);
    scene_release(&s);
}

// Contacts of two prisms, B moving by -2 along x from the given place.
static void slide(const shape* a, const shape* b, toi_vec3 from, double min_properness, ti_array* contacts)
{
    scene s;
    scene_init(&s, a, b);
    s.screw.start.position = from;
    s.screw.axis = v3(-1.0, 0.0, 0.0);
    s.screw.advance = 2.0;
    ti_screw_pair pair = scene_pair(&s, min_properness);
    find(&pair, NULL, contacts);
    scene_release(&s);
}

static void figures_1_and_2_have_the_contacts_of_the_paper(void** state)
{
    (void)state;
    static const double square[4][2] = {{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}};
    static const double block[4][2] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
    static const double tilted[4][2] = {{-0.5, -0.5}, {1.0, -0.55}, {1.0, 0.45}, {-0.45, 0.5}};
    static const double fork[5][2] = {{-0.5, -0.5}, {1.0, -0.5}, {1.0, 0.5}, {-0.4, 0.5}, {0.0, 0.0}};
    static shape a, b;
    ti_array c = ti_array_make(sizeof(ti_screw_contact), NULL);
    // Figure 1: corners of two squares on their way past each other, and of a prism twice: its two ends. The
    // thinner one is inside of the other along z, so that vertices meet sides.
    shape_prism(&a, square, 4, 1.0);
    shape_prism(&b, square, 4, 0.5);
    slide(&a, &b, v3(2.5, 0.5, 0.0), 0.0, &c);
    assert_int_equal(count_kind(&c, TOI_CONTACT_FV, 0.5, 1e-12), 2);
    slide(&b, &a, v3(2.5, 0.5, 0.0), 0.0, &c);
    assert_int_equal(count_kind(&c, TOI_CONTACT_VF, 0.5, 1e-12), 2);
    // 2a: two vertices (each at two ends) at one time, level with the face.
    shape_prism(&a, block, 4, 1.0);
    const double level[4][2] = {{-0.5, -0.5}, {1.0, -0.5}, {1.0, 0.5}, {-0.5, 0.5}};
    shape_prism(&b, level, 4, 0.5);
    slide(&a, &b, v3(2.5, 0.0, 0.0), 0.0, &c);
    assert_int_equal(count_kind(&c, TOI_CONTACT_FV, 0.5, 1e-12), 4);
    // 2b: the second one is a little improper.
    shape_prism(&b, tilted, 4, 0.5);
    slide(&a, &b, v3(2.5, 0.0, 0.0), 0.0, &c);
    assert_int_equal(count_kind(&c, TOI_CONTACT_FV, 0.5, 1e-12), 2);
    assert_int_equal(count_kind(&c, TOI_CONTACT_FV, 0.525, 1e-12), 0);
    slide(&a, &b, v3(2.5, 0.0, 0.0), -0.1, &c);
    assert_int_equal(count_kind(&c, TOI_CONTACT_FV, 0.5, 1e-12), 2);
    assert_int_equal(count_kind(&c, TOI_CONTACT_FV, 0.525, 1e-12), 2);
    // 2c: both are proper, at two times.
    shape_prism(&b, fork, 5, 0.5);
    slide(&a, &b, v3(2.5, 0.0, 0.0), 0.0, &c);
    assert_int_equal(count_kind(&c, TOI_CONTACT_FV, 0.5, 1e-12), 2);
    assert_int_equal(count_kind(&c, TOI_CONTACT_FV, 0.55, 1e-12), 2);
    ti_array_release(&c);
}

static void cubes_head_on_touch_with_their_corners(void** state)
{
    (void)state;
    static shape cube;
    shape_box(&cube, 0.5, 0.5, 0.5);
    ti_array c = ti_array_make(sizeof(ti_screw_contact), NULL);
    slide(&cube, &cube, v3(2.0, 0.3, 0.2), 0.0, &c);
    assert_int_equal(count_kind(&c, TOI_CONTACT_VF, 0.5, 1e-12), 1);
    assert_int_equal(count_kind(&c, TOI_CONTACT_FV, 0.5, 1e-12), 1);
    assert_int_equal(count_kind(&c, TOI_CONTACT_EE, 0.5, 1e-12), 2);
    assert_int_equal(c.count, 4);
    slide(&cube, &cube, v3(2.0, 0.0, 0.0), 0.0, &c);
    assert_true(count_kind(&c, TOI_CONTACT_VF, 0.5, 1e-12) == 4 ||
                count_kind(&c, TOI_CONTACT_FV, 0.5, 1e-12) == 4);
    slide(&cube, &cube, v3(2.0, 1.1, 0.0), 0.0, &c);
    assert_int_equal(c.count, 0);
    ti_array_release(&c);
}

// ---- the tori of figure 13

static void set_figure_13(scene* s)
{
    static shape torus;
    shape_torus(&torus, 1.0, 0.35, 25, 12);
    scene_init(s, &torus, &torus);
    // Rows of rotation and position of B at first, and of the screw.
    const ti_mat3 start = {{{0.9736702175488352, 0.035739167245943837, 0.22514222034742937},
                            {-0.035424828832493774, 0.99935755371196533, -0.005437034212222738},
                            {-0.22519189363871983, -0.0026817463345399093, 0.97431074061410439}}};
    const ti_mat3 turn = {{{0.99373543275825682, -0.006034716059954098, -0.1115951248166142},
                           {0.056620976110134884, 0.88808689742459823, 0.45617510638688596},
                           {0.096353280925433479, -0.459635991655165, 0.88286510885303293}}};
    const toi_vec3 position = {-0.31620406783958704, -1.6541995946215249, -1.4628691426945399};
    const toi_vec3 shift = {-0.35146614482881056, 3.285395974048166, 2.5110037077332521};
    double w0 = 0.5 * sqrt(1.0 + start.row[0].x + start.row[1].y + start.row[2].z);
    double w1 = 0.5 * sqrt(1.0 + turn.row[0].x + turn.row[1].y + turn.row[2].z);
    s->screw.start.position = position;
    s->screw.start.quaternion = q_normalize((toi_quat){w0, (start.row[2].y - start.row[1].z) / (4.0 * w0),
                                                       (start.row[0].z - start.row[2].x) / (4.0 * w0),
                                                       (start.row[1].x - start.row[0].y) / (4.0 * w0)});
    toi_quat q = q_normalize((toi_quat){w1, (turn.row[2].y - turn.row[1].z) / (4.0 * w1),
                                        (turn.row[0].z - turn.row[2].x) / (4.0 * w1),
                                        (turn.row[1].x - turn.row[0].y) / (4.0 * w1)});
    ti_twist twist = ti_twist_between(q, shift);
    ti_screw_axis axis = ti_twist_axis(&twist);
    s->screw.point = axis.point;
    s->screw.axis = axis.axis;
    s->screw.angle = axis.angle;
    s->screw.advance = axis.advance;
}

static void the_tori_of_figure_13_meet_properly_three_times(void** state)
{
    (void)state;
    static const double truth[3] = {0.178486, 0.255876, 0.465196};
    scene s;
    set_figure_13(&s);
    ti_screw_pair pair = scene_pair(&s, 0.0);
    ti_array contacts = ti_array_make(sizeof(ti_screw_contact), NULL);
    for (uint32_t pixels = 6; pixels <= 24; pixels *= 2) {
        ti_screen_def def = {.pixels = pixels};
        ti_screen_size size = find(&pair, &def, &contacts);
        const ti_screw_contact* all = contacts.data;
        printf("%2u pixels: screen %u by %u,", pixels, size.rows, size.columns);
        double most = 0.0;
        for (size_t i = 0; i < contacts.count; ++i) {
            double best = HUGE_VAL;
            for (int k = 0; k < 3; ++k) {
                best = fmin(best, fabs(all[i].s - truth[k]));
            }
            most = fmax(most, best);
            printf(" %.4f", all[i].s);
        }
        printf("\n");
        assert_int_equal(contacts.count, 3);
        for (int k = 0; k < 3; ++k) {
            assert_int_equal(count_kind(&contacts, TOI_CONTACT_EE, truth[k], 1e-2) +
                                 count_kind(&contacts, TOI_CONTACT_VF, truth[k], 1e-2) +
                                 count_kind(&contacts, TOI_CONTACT_FV, truth[k], 1e-2),
                             1);
        }
        assert_true(most < 0.02 / pixels);
    }
    ti_array_release(&contacts);
    scene_release(&s);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_helix_meets_a_plane_where_its_formula_says),
        cmocka_unit_test(figures_1_and_2_have_the_contacts_of_the_paper),
        cmocka_unit_test(cubes_head_on_touch_with_their_corners),
        cmocka_unit_test(the_tori_of_figure_13_meet_properly_three_times),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
