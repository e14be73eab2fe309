// All contacts whose times are known: the figures of [Buss05], a helix, tori, a thread in its hole.

#include "all_support.h"

static all_answer all;

// How many contacts begin at a time, up to 1e-12.
static uint32_t count_at(double time)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < all.count; ++i) {
        count += fabs(all.contacts[i].time - time) <= 1e-12;
    }
    return count;
}

// ---- figures 1 and 2, as prisms of one height: each point of a figure is there twice, above and below

typedef struct figure {
    double a[8], b[12];
    uint32_t corners_b;
    toi_vec3 from, by;
    double tilt; // of B, about z
} figure;

static void ask_figure(const figure* f, double min_properness)
{
    toi_mesh *a_mesh = make_prism(f->a, 4, 0.5), *b_mesh = make_prism(f->b, f->corners_b, 0.5);
    toi_body a = at_rest(a_mesh, v3(0, 0, 0), upright);
    toi_body b = moving_by(b_mesh, f->from, turn_about(0, 0, 1, f->tilt), f->by);
    toi_query_def def = {.min_properness = min_properness};
    ask_all(&a, &b, &def, &all);
    toi_mesh_destroy(a_mesh);
    toi_mesh_destroy(b_mesh);
}

// Two squares on edge, one higher by 0.3: faces x + y = 1 and x + y = -1 from the middle of B meet.
static void figure_1_is_a_vertex_on_each_face(void** state)
{
    (void)state;
    static const figure f = {
        {1, 0, 0, 1, -1, 0, 0, -1}, {1, 0, 0, 1, -1, 0, 0, -1}, 4, {3, 0.3, 0}, {-2, 0, 0}, 0.0};
    ask_figure(&f, 0.0);
    assert_all(&all, 4, TOI_ANSWER_CONTACT, TOI_START_FREE);
    assert_int_equal(count_kind(&all, TOI_CONTACT_VF), 2);
    assert_int_equal(count_kind(&all, TOI_CONTACT_FV), 2);
    assert_int_equal(count_at(0.65), 4);
    for (uint32_t i = 0; i < 4; ++i) { // the right vertex of A, the left one of B
        const toi_contact* c = &all.contacts[i];
        assert_near(c->normal.x, sqrt(0.5), 1e-14);
        assert_near(c->point.x, c->kind == TOI_CONTACT_VF ? 1.0 : 0.7, 1e-13);
    }
}

static void figure_2a_is_two_vertices_at_one_time(void** state)
{
    (void)state;
    static const figure f = {
        {1, -1, 1, 1, -1, 1, -1, -1}, {1, -0.4, 1, 0.4, -1, 0.4, -1, -0.4}, 4, {3, 0.2, 0}, {-2, 0, 0}, 0.0};
    ask_figure(&f, 0.0);
    assert_all(&all, 4, TOI_ANSWER_CONTACT, TOI_START_FREE);
    assert_int_equal(count_kind(&all, TOI_CONTACT_FV), 4);
    assert_int_equal(count_at(0.5), 4);
    assert_int_equal(all.result.group_count, 1);
}

// B leans by 0.05: its lower left vertex comes first, the other one when its left side is inside.
static void figure_2b_is_a_proper_and_a_slightly_improper_one(void** state)
{
    (void)state;
    static const figure f = {{1, -1, 1, 1, -1, 1, -1, -1},
                             {1, -0.4, 1, 0.4, -1, 0.4, -1, -0.4},
                             4,
                             {3, 0.2, 0},
                             {-2, 0, 0},
                             -0.05};
    double reach = cos(0.05) + 0.4 * sin(0.05), second = cos(0.05) - 0.4 * sin(0.05);
    double times[2] = {0.5 * (2.0 - reach), 0.5 * (2.0 - second)};
    ask_figure(&f, 0.0);
    assert_all(&all, 2, TOI_ANSWER_CONTACT, TOI_START_FREE);
    assert_int_equal(count_at(times[0]), 2);
    ask_figure(&f, -0.1);
    assert_all(&all, 4, TOI_ANSWER_CONTACT, TOI_START_FREE);
    assert_int_equal(count_at(times[0]), 2);
    assert_int_equal(count_at(times[1]), 2);
    assert_int_equal(count_kind(&all, TOI_CONTACT_FV), 4);
    assert_near(all.contacts[0].properness, 0.0, 1e-14);
    assert_near(all.contacts[2].properness, -sin(0.05), 1e-14);
    assert_true(all.contacts[0].point.y < 0.0 && all.contacts[2].point.y > 0.0);
    ask_figure(&f, -0.04);
    assert_all(&all, 2, TOI_ANSWER_CONTACT, TOI_START_FREE);
}

static void figure_2c_is_two_proper_ones_at_two_times(void** state)
{
    (void)state;
    static const figure f = {{1, -1, 1, 1, -1, 1, -1, -1},
                             {0, -0.9, 1, -0.9, 1, 0.9, -0.2, 0.9, 0.6, 0},
                             5,
                             {2, 0, 0},
                             {-2, 0, 0},
                             0.0};
    ask_figure(&f, 0.0);
    assert_all(&all, 4, TOI_ANSWER_CONTACT, TOI_START_FREE);
    assert_int_equal(count_kind(&all, TOI_CONTACT_FV), 4);
    assert_int_equal(count_at(0.4), 2);
    assert_int_equal(count_at(0.5), 2);
    assert_int_equal(all.result.group_count, 2);
}

// ---- the helix: a vertex at (1, 0, 0) that turns by 1.2 about y, and the plane z = -1/2

static void the_helix_is_met_at_its_closed_form(void** state)
{
    (void)state;
    toi_mesh *spike = make_spike(v3(1, 0, 0), v3(0, 0, 0.1), 0.03), *box = make_box(0.5, 0.5, 0.5);
    toi_body a = at_rest(box, v3(0.8, 0.2, -1.0), upright);
    toi_body b = screwing(spike, at(0, 0, 0), v3(0, 0, 0), v3(0, 1, 0), 1.2, 0.7);
    double time = asin(0.5) / 1.2;
    ask_all(&a, &b, NULL, &all);
    assert_all(&all, 1, TOI_ANSWER_CONTACT, TOI_START_FREE);
    const toi_contact* c = &all.contacts[0];
    assert_near(c->time, 0.436332312998582, 1e-15);
    assert_true(c->kind == TOI_CONTACT_FV && c->a.index[0] == 5 && c->b.index[0] == 0);
    toi_vec3 place = {sqrt(0.75), 0.7 * time, -0.5};
    assert_near(v3_length(v3_sub(c->point, place)), 0.0, 1e-15);
    assert_near(v3_length(v3_sub(c->point_in_a, v3_sub(place, a.motion.pose.position))), 0.0, 1e-15);
    assert_near(c->approach, 1.2 * sqrt(0.75), 1e-14);
    assert_true(c->normal.z == 1.0 && c->until == c->time && c->group == 0);
    toi_mesh_destroy(spike);
    toi_mesh_destroy(box);
}

// ---- tori as in figure 13

typedef struct pose_matrices {
    double start[9], from[3], turn[9], by[3]; // B at the start; then x -> turn x + by
} pose_matrices;

static const pose_matrices tori_poses[2] = {
    {{0.9736702175488352, 0.035739167245943837, 0.22514222034742937, -0.035424828832493774,
      0.99935755371196533, -0.005437034212222738, -0.22519189363871983, -0.0026817463345399093,
      0.97431074061410439},
     {-0.31620406783958704, -1.6541995946215249, -1.4628691426945399},
     {0.99373543275825682, -0.006034716059954098, -0.1115951248166142, 0.056620976110134884,
      0.88808689742459823, 0.45617510638688596, 0.096353280925433479, -0.459635991655165,
      0.88286510885303293},
     {-0.35146614482881056, 3.285395974048166, 2.5110037077332521}},
    {{0.99952268182328985, 0.030609560387995595, -0.0041789153655056432, -0.03089232213544537,
      0.98911556555998081, -0.14386126094275381, -0.00027009971914100514, 0.14392168974762937,
      0.98958904312160245},
     {0.022431062683035095, -1.4342355000250906, -1.4437303349118373},
     {0.97795778356315644, 0.046063083908404925, -0.203658453959284, 0.079190756259474138,
      0.82067038087385114, 0.5658877539578151, 0.19320299607224289, -0.56954220059378868, 0.7989332162649726},
     {-0.10383035234894049, 3.1883514060376621, 2.4957883908927183}}};

static toi_quat quaternion_of(const double* m)
{
    double w = 0.5 * sqrt(1.0 + m[0] + m[4] + m[8]), k = 0.25 / w;
    return (toi_quat){w, k * (m[7] - m[5]), k * (m[2] - m[6]), k * (m[3] - m[1])};
}

static toi_mesh* make_quad_torus(uint32_t around, uint32_t tube)
{
    mesh_sample s = {.vertices = NULL};
    for (uint32_t i = 0; i < around * tube; ++i) {
        double a = 2.0 * PI * (i / tube) / around, b = 2.0 * PI * (i % tube) / tube;
        double r = 1.0 + 0.35 * cos(b);
        sample_vertex(&s, r * cos(a), r * sin(a), 0.35 * sin(b));
    }
    for (uint32_t i = 0; i < around * tube; ++i) {
        uint32_t row = i / tube * tube, next = (row + tube) % (around * tube), j = i % tube;
        uint32_t j1 = (j + 1) % tube;
        sample_face(&s, (uint32_t[]){row + j, next + j, next + j1, row + j1}, 4);
    }
    return sample_mesh(&s);
}

typedef struct tori_case {
    uint32_t around, tube;
    double times[2][3], digits;
} tori_case;

static const tori_case tori_cases[] = {
    {25, 12, {{.178486, .255876, .465196}, {.163409, .182382, .388285}}, 5e-7},
    {40, 25, {{.17647, .25352, .46358}, {.16350, .18317, .38912}}, 5.1e-6},
    {100, 60, {{.17581, .25360, .46316}, {.16331, .18246, .39234}}, 5.1e-6},
};

static void the_tori_of_figure_13_have_three_proper_contacts(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof tori_cases / sizeof tori_cases[0]; ++i) {
        const tori_case* k = &tori_cases[i];
        toi_mesh* torus = make_quad_torus(k->around, k->tube);
        for (int p = 0; p < 2; ++p) {
            const pose_matrices* m = &tori_poses[p];
            toi_body a = at_rest(torus, v3(0, 0, 0), upright);
            toi_body b = {.mesh = torus, .motion = {.kind = TOI_MOTION_BETWEEN}};
            toi_quat start = quaternion_of(m->start), turn = quaternion_of(m->turn);
            ti_mat3 r = m3_from_quat(turn);
            toi_vec3 from = {m->from[0], m->from[1], m->from[2]};
            toi_vec3 to = v3_add(m3_apply(&r, from), v3(m->by[0], m->by[1], m->by[2]));
            b.motion.pose = (toi_pose){from, start};
            b.motion.end = (toi_pose){to, q_mul(turn, start)};
            ask_all(&a, &b, NULL, &all);
            assert_all(&all, 3, TOI_ANSWER_CONTACT, TOI_START_FREE);
            for (int n = 0; n < 3; ++n) {
                assert_near(all.contacts[n].time, k->times[p][n], k->digits);
                assert_true(all.contacts[n].properness > 0.0);
            }
        }
        toi_mesh_destroy(torus);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(figure_1_is_a_vertex_on_each_face),
        cmocka_unit_test(figure_2a_is_two_vertices_at_one_time),
        cmocka_unit_test(figure_2b_is_a_proper_and_a_slightly_improper_one),
        cmocka_unit_test(figure_2c_is_two_proper_ones_at_two_times),
        cmocka_unit_test(the_helix_is_met_at_its_closed_form),
        cmocka_unit_test(the_tori_of_figure_13_have_three_proper_contacts),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
