// Properness of a vertex on a plane against its definition: in each of many directions the lowest ray of the
// body, found by cutting its facets with a half plane and by asking whether the normal backwards is inside.

#include "properness_tip_brute.h"

enum { FEW_DIRECTIONS = 100 };

// A vertex 0 with facets around it, as much of a mesh as properness reads.
typedef struct corner_mesh {
    toi_mesh mesh;
    toi_vec3 local[ROOM];
    ti_facet facets[ROOM];
    uint32_t corner[4 * ROOM];
    uint32_t sector_first[2], tip_crease_first[2];
    ti_sector sector[ROOM];
    uint8_t tip_class[1];
} corner_mesh;

static void start(corner_mesh* m)
{
    memset(m, 0, sizeof *m);
    m->mesh.vertex_count = 1;
    m->mesh.local = m->local;
    m->mesh.features = (ti_features){.facets = m->facets, .corner = m->corner, .sector = m->sector};
    m->mesh.features.sector_first = m->sector_first;
    m->mesh.features.tip_crease_first = m->tip_crease_first;
    m->mesh.features.tip_class = m->tip_class;
    m->local[0] = v3(0.3, -0.2, 0.1);
    m->tip_class[0] = TI_TIP_SHEET;
}

static uint32_t add_vertex(corner_mesh* m, toi_vec3 direction)
{
    m->local[m->mesh.vertex_count] = v3_add(m->local[0], direction);
    return m->mesh.vertex_count++;
}

// A facet with vertex 0 and up to three others, counter-clockwise around the normal; vertex 0 is its second
// corner.
static void add_facet(corner_mesh* m, int count, const uint32_t* others, toi_vec3 normal, bool solid)
{
    uint32_t begin =
        m->mesh.features.facet_count == 0 ? 0 : m->facets[m->mesh.features.facet_count - 1].corner_end;
    ti_facet* facet = &m->facets[m->mesh.features.facet_count];
    *facet = (ti_facet){.normal = normal, .corner_begin = begin, .convex = count == 2, .solid = solid};
    facet->corner_end = begin + (uint32_t)count + 1;
    m->corner[begin] = others[count - 1];
    m->corner[begin + 1] = 0;
    for (int i = 0; i + 1 < count; ++i) {
        m->corner[begin + 2 + (uint32_t)i] = others[i];
    }
    m->sector[m->sector_first[1]++] = (ti_sector){m->mesh.features.facet_count++, begin + 1};
}

static toi_vec3 normal_of(toi_vec3 first, toi_vec3 last)
{
    return rounded(unit(cross(from(first), from(last))));
}

static void add_star(corner_mesh* m, const star* s)
{
    uint32_t vertex[RING];
    for (int i = 0; i < s->count; ++i) {
        vertex[i] = add_vertex(m, s->ray[i]);
    }
    for (int i = 0; i < s->count; ++i) {
        int first = s->others ? i : (i + 1) % s->count, last = s->others ? (i + 1) % s->count : i;
        toi_vec3 a = v3_sub(m->local[vertex[first]], m->local[0]),
                 b = v3_sub(m->local[vertex[last]], m->local[0]);
        add_facet(m, 2, (uint32_t[]){vertex[first], vertex[last]}, normal_of(a, b), true);
    }
}

static double tip_of(corner_mesh* m, toi_vec3 n)
{
    return ti_properness_tip(&m->mesh, 0, n);
}

// Checks a solid cone for one normal; its class is told where it counts, else not.
static double check_star(const star* s, toi_vec3 n, int directions)
{
    corner_mesh m;
    start(&m);
    add_star(&m, s);
    fan f = fan_of(s);
    bool inside = is_in_star(s, from(v3_negate(n)));
    double lowest = sampled_tip(&f, n, directions), expected = inside ? -1.0 : lowest;
    double value = tip_of(&m, n);
    assert_near(value, expected, 1e-6);
    if (lowest >= 1e-9) {
        m.tip_class[0] = inside ? TI_TIP_HOLLOW : TI_TIP_HILL;
        assert_true(tip_of(&m, n) == value);
    }
    return value;
}

static void random_cones_saddles_and_pits_have_the_properness_of_the_definition(void** state)
{
    (void)state;
    test_random r = random_start(61);
    int proper = 0, pit = 0, between = 0;
    for (int i = 0; i < 500; ++i) {
        star s = i % 3 == 0   ? random_star(&r, 0.1, 1.5)
                 : i % 3 == 1 ? random_star(&r, 1.0, 2.2)
                              : random_star(&r, 0.1, 3.0);
        s.others = i % 2 == 1;
        toi_vec3 n = i % 4 < 2 ? rounded(unit(from(random_near_up(&r, 0.5)))) : random_direction(&r);
        double value = check_star(&s, n, i < 4 ? DIRECTIONS : FEW_DIRECTIONS);
        proper += value > 0.0;
        pit += value == -1.0;
        between += value < 0.0 && value > -1.0;
    }
    printf("%d proper, %d with the normal inside, %d others\n", proper, pit, between);
    assert_true(proper > 15 && pit > 100 && between > 100);
}

static void steep_spikes_and_flat_cones_have_the_properness_of_the_definition(void** state)
{
    (void)state;
    test_random r = random_start(62);
    for (int i = 0; i < 150; ++i) {
        double thin = pow(10.0, random_between(&r, -5.0, 0.0));
        star s = random_star(&r, i % 2 == 0 ? 0.5 * thin : 1.5707 - 0.5 * thin, i % 2 == 0 ? thin : 1.5707);
        s.others = i % 4 > 1;
        toi_vec3 n = i % 3 == 0 ? v3(0.0, 0.0, 1.0) : random_direction(&r);
        double value = check_star(&s, n, FEW_DIRECTIONS);
        assert_true(i % 3 != 0 || (value > 0.0) == !s.others);
    }
}

static void a_pit_is_not_proper_though_all_its_edges_rise(void** state)
{
    (void)state;
    star s = {.count = 4, .axis = v3(0.0, 0.0, 1.0)};
    s.ray[0] = v3(1.0, 0.0, 1.0);
    s.ray[1] = v3(0.0, 1.0, 1.0);
    s.ray[2] = v3(-1.0, 0.0, 1.0);
    s.ray[3] = v3(0.0, -1.0, 1.0);
    assert_near(check_star(&s, s.axis, DIRECTIONS), sqrt(0.5), 1e-15);
    s.others = true;
    assert_true(check_star(&s, s.axis, DIRECTIONS) == -1.0);
}

static void a_facet_can_be_lower_than_its_edges(void** state)
{
    (void)state;
    // A sheet of one facet, then a solid with it on the lower side.
    toi_vec3 a = v3(1.0, 0.0, -0.1), b = v3(0.0, 1.0, -0.1), n = v3(0.0, 0.0, 1.0);
    double expected = -sqrt(0.02 / 1.02); // -.140
    corner_mesh m;
    start(&m);
    uint32_t others[2] = {add_vertex(&m, a), add_vertex(&m, b)};
    add_facet(&m, 2, others, normal_of(a, b), false);
    assert_near(tip_of(&m, n), expected, 1e-15);
    star s = {.count = 4, .axis = rounded(unit((vec){0.5L, 0.5L, 1.0L}))};
    s.ray[0] = a;
    s.ray[1] = b;
    s.ray[2] = v3(-1.0, 0.0, 0.5);
    s.ray[3] = v3(0.0, -1.0, 0.5);
    assert_near(check_star(&s, n, DIRECTIONS), expected, 1e-15);
}

// Corners of up to a whole turn, the last one split in two for the brute force.
static void sheets_with_corners_of_any_angle_have_the_properness_of_the_definition(void** state)
{
    (void)state;
    test_random r = random_start(63);
    int proper = 0;
    for (int i = 0; i < 400; ++i) {
        corner_mesh m;
        start(&m);
        fan f = {.count = 0};
        toi_vec3 n = random_direction(&r);
        int facets = 1 + i % 3;
        for (int k = 0; k < facets; ++k) {
            double angle = random_between(&r, 0.05, i % 2 == 0 ? 1.5 : 6.2),
                   turn = random_between(&r, -3.0, 3.0);
            vec up = from(i % 4 == 0 ? v3_add(n, v3_scale(0.2, random_direction(&r))) : random_direction(&r));
            vec x = unit(cross(up, from(random_direction(&r)))), y = cross(unit(up), x);
            vec at[3];
            for (int e = 0; e < 3; ++e) {
                real phi = (real)(turn + 0.5 * angle * e);
                at[e] = sum(cosl(phi), x, sinl(phi), y);
            }
            uint32_t others[3];
            for (int e = 0; e < 3; ++e) {
                others[e] = add_vertex(&m, rounded(at[e]));
            }
            add_facet(&m, 3, others, rounded(unit(up)), false);
            for (int half = 0; half < 2; ++half) {
                f.from[f.count] = at[half];
                f.to[f.count++] = at[half + 1];
            }
        }
        assert_near(tip_of(&m, n), sampled_tip(&f, n, FEW_DIRECTIONS), 1e-6);
        proper += tip_of(&m, n) > 0.0;
    }
    assert_true(proper > 20);
}

static void several_surfaces_count_all_together(void** state)
{
    (void)state;
    test_random r = random_start(64);
    int inside = 0;
    for (int i = 0; i < 400; ++i) {
        star s[2] = {random_star(&r, 0.1, 1.4), random_star(&r, 0.1, 1.4)};
        s[1].axis = v3_negate(s[0].axis);
        for (int k = 0; k < s[1].count; ++k) {
            s[1].ray[k] = v3(s[1].ray[k].x, -s[1].ray[k].y, -s[1].ray[k].z);
        }
        toi_vec3 n = random_direction(&r);
        corner_mesh m;
        start(&m);
        add_star(&m, &s[0]);
        add_star(&m, &s[1]);
        fan f = fan_of(&s[0]), other = fan_of(&s[1]);
        for (int k = 0; k < other.count; ++k) {
            f.from[f.count] = other.from[k];
            f.to[f.count++] = other.to[k];
        }
        // A sheet between the two.
        toi_vec3 a = v3(1.0, 0.0, 0.0), b = v3(0.0, 1.0, 0.0);
        add_facet(&m, 2, (uint32_t[]){add_vertex(&m, a), add_vertex(&m, b)}, v3(0.0, 0.0, 1.0), false);
        f.from[f.count] = from(a);
        f.to[f.count++] = from(b);
        vec back = from(v3_negate(n));
        bool in = is_in_star(&s[0], back) || is_in_star(&s[1], back);
        assert_near(tip_of(&m, n), in ? -1.0 : sampled_tip(&f, n, FEW_DIRECTIONS), 1e-6);
        inside += in;
    }
    assert_true(inside > 40);
}

static void a_plate_without_thickness_is_not_entered(void** state)
{
    (void)state;
    test_random r = random_start(65);
    for (int i = 0; i < 100; ++i) {
        corner_mesh m;
        start(&m);
        toi_vec3 a = random_direction(&r), b = random_direction(&r), n = random_direction(&r);
        uint32_t vertex[2] = {add_vertex(&m, a), add_vertex(&m, b)};
        add_facet(&m, 2, (uint32_t[]){vertex[0], vertex[1]}, normal_of(a, b), true);
        add_facet(&m, 2, (uint32_t[]){vertex[1], vertex[0]}, v3_negate(normal_of(a, b)), true);
        fan f = {.count = 1};
        f.from[0] = from(a);
        f.to[0] = from(b);
        assert_near(tip_of(&m, n), sampled_tip(&f, n, FEW_DIRECTIONS), 1e-6);
    }
}

static void a_vertex_alone_has_properness_one(void** state)
{
    (void)state;
    corner_mesh m;
    start(&m);
    assert_true(tip_of(&m, v3(0.0, 0.0, 1.0)) == 1.0);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(random_cones_saddles_and_pits_have_the_properness_of_the_definition),
        cmocka_unit_test(steep_spikes_and_flat_cones_have_the_properness_of_the_definition),
        cmocka_unit_test(a_pit_is_not_proper_though_all_its_edges_rise),
        cmocka_unit_test(a_facet_can_be_lower_than_its_edges),
        cmocka_unit_test(sheets_with_corners_of_any_angle_have_the_properness_of_the_definition),
        cmocka_unit_test(several_surfaces_count_all_together),
        cmocka_unit_test(a_plate_without_thickness_is_not_entered),
        cmocka_unit_test(a_vertex_alone_has_properness_one),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
