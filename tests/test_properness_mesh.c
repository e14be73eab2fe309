// Properness at the features of meshes as they are made: local cones of vertices, wings of edges.

#include "mesh_samples.h"
#include "properness_tip_brute.h"

enum { FEW_DIRECTIONS = 100 };

static toi_mesh* created(const mesh_sample* s)
{
    toi_mesh_def def = sample_def(s);
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

// The tetrahedra between vertex 0, a point far on the axis and each two rays in turn.
static toi_mesh* closed_star(const star* s)
{
    mesh_sample m = {.vertices = NULL};
    sample_vertex(&m, 0.0, 0.0, 0.0);
    uint32_t top = sample_vertex(&m, 3.0 * s->axis.x, 3.0 * s->axis.y, 3.0 * s->axis.z);
    for (int i = 0; i < s->count; ++i) {
        sample_vertex(&m, s->ray[i].x, s->ray[i].y, s->ray[i].z);
    }
    for (uint32_t i = 0; i < (uint32_t)s->count; ++i) {
        uint32_t next = (i + 1) % (uint32_t)s->count;
        sample_face(&m, (uint32_t[]){0, 2 + next, 2 + i}, 3);
        sample_face(&m, (uint32_t[]){top, 2 + i, 2 + next}, 3);
    }
    toi_mesh* mesh = created(&m);
    sample_release(&m);
    return mesh;
}

static void tips_of_closed_meshes_have_the_properness_of_the_definition(void** state)
{
    (void)state;
    test_random r = random_start(71);
    int proper = 0, entered = 0, pits = 0;
    for (int i = 0; i < 400; ++i) {
        star s = i % 3 == 0   ? random_star(&r, 0.1, 1.5)
                 : i % 3 == 1 ? random_star(&r, 1.6, 3.0)
                              : random_star(&r, 0.1, 3.0);
        toi_mesh* mesh = closed_star(&s);
        assert_true(mesh->features.facets[0].solid);
        vec tilt = from(random_near_up(&r, 0.6));
        toi_vec3 n =
            i % 2 == 0 ? random_direction(&r) : rounded(sum(i % 3 == 1 ? -1.0L : 1.0L, tilt, 0.0L, tilt));
        fan f = fan_of(&s);
        bool inside = is_in_star(&s, from(v3_negate(n)));
        double lowest = sampled_tip(&f, n, FEW_DIRECTIONS), value = ti_properness_tip(mesh, 0, n);
        assert_near(value, inside ? -1.0 : lowest, 1e-6);
        proper += value > 0.0;
        entered += inside;
        pits += inside && lowest > 0.0;
        toi_mesh_destroy(mesh);
    }
    printf("%d proper, %d entered, %d of them with all edges rising\n", proper, entered, pits);
    assert_true(proper > 20 && entered > 50 && pits > 20);
}

// Every wing of every crease: unit, perpendicular to the edge, into its facet. Returns the number of wings.
static int check_wedges(const toi_mesh* mesh)
{
    const ti_features* features = &mesh->features;
    int wings = 0;
    for (uint32_t i = 0; i < features->crease_count; ++i) {
        const ti_crease* crease = &features->creases[i];
        ti_wedge wedge = ti_wedge_of(mesh, crease);
        assert_int_equal(wedge.count, crease->wing_end - crease->wing_begin);
        assert_int_equal(wedge.solid, crease->solid);
        assert_int_equal(wedge.reflex, crease->solid && crease->edge_class == TI_EDGE_REFLEX);
        assert_near(v3_length(wedge.along), 1.0, 1e-15);
        for (int k = 0; k < wedge.count; ++k) {
            const ti_facet* facet = &features->facets[features->wing[crease->wing_begin + (uint32_t)k]];
            assert_near(v3_length(wedge.wing[k]), 1.0, 1e-15);
            assert_near(v3_dot(wedge.wing[k], wedge.along), 0.0, 1e-14);
            assert_near(v3_dot(wedge.wing[k], facet->normal), 0.0, 1e-14);
            toi_vec3 middle = {0.0, 0.0, 0.0};
            for (uint32_t c = facet->corner_begin; c < facet->corner_end; ++c) {
                middle =
                    v3_add(middle, v3_sub(mesh->local[features->corner[c]], mesh->local[crease->vertex[0]]));
            }
            assert_true(v3_dot(middle, wedge.wing[k]) > 0.0);
            ++wings;
        }
        if (wedge.solid) {
            bool convex = v3_dot(v3_cross(wedge.wing[1], wedge.wing[0]), wedge.along) > 0.0;
            assert_true(convex == !wedge.reflex);
        }
    }
    return wings;
}

static void wings_point_into_the_facets_of_their_edge(void** state)
{
    (void)state;
    mesh_sample sample = sample_torus(12, 9, 1.0, 0.4);
    toi_mesh* torus = created(&sample);
    sample_release(&sample);
    assert_int_equal(check_wedges(torus), 2 * (int)torus->features.crease_count);
    toi_mesh_destroy(torus);

    sample = sample_grid(1, v3(0.0, 0.0, 0.0), v3(1.0, 0.0, 0.0), v3(0.3, 1.0, 0.0));
    uint32_t third = sample_vertex(&sample, 0.5, 0.2, 1.0);
    sample_face(&sample, (uint32_t[]){0, 1, third}, 3);
    sample_face(&sample, (uint32_t[]){0, 3, third}, 3);
    toi_mesh* sheets = created(&sample);
    sample_release(&sample);
    assert_true(check_wedges(sheets) > (int)sheets->features.crease_count);
    toi_mesh_destroy(sheets);
}

// Two boxes edge to edge: both drop by pi/4 to both sides.
static void edges_of_boxes_at_right_angles_have_the_sine_of_their_drop(void** state)
{
    (void)state;
    toi_mesh* box = NULL;
    assert_int_equal(toi_mesh_create_box(v3(1.0, 1.0, 1.0), NULL, &box, NULL), TOI_OK);
    int seen = 0;
    for (uint32_t i = 0; i < box->features.crease_count; ++i) {
        for (uint32_t k = 0; k < box->features.crease_count; ++k) {
            ti_wedge a = ti_wedge_of(box, &box->features.creases[i]),
                     b = ti_wedge_of(box, &box->features.creases[k]);
            toi_vec3 n = v3_scale(-sqrt(0.5), v3_add(a.wing[0], a.wing[1]));
            toi_vec3 m = v3_scale(-sqrt(0.5), v3_add(b.wing[0], b.wing[1]));
            // B turned so that its edge is across that of A, and its bisector against it.
            toi_vec3 across = v3_cross(n, a.along), third = v3_cross(m, b.along);
            ti_mat3 turn = {{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
            const toi_vec3 to[3] = {across, v3_negate(n), a.along}, by[3] = {b.along, m, third};
            for (int c = 0; c < 3; ++c) {
                turn.row[0] = v3_madd(turn.row[0], to[c].x, by[c]);
                turn.row[1] = v3_madd(turn.row[1], to[c].y, by[c]);
                turn.row[2] = v3_madd(turn.row[2], to[c].z, by[c]);
            }
            ti_wedge turned = ti_wedge_turned(&b, &turn);
            assert_near(ti_properness_edges(&a, &turned, n), sqrt(0.5), 1e-15);
            assert_true(ti_properness_edges(&a, &turned, v3_negate(n)) == -1.0);
            ++seen;
        }
    }
    assert_int_equal(seen, 144);
    toi_mesh_destroy(box);
}

static void the_end_of_a_wire_counts_where_the_wire_goes(void** state)
{
    (void)state;
    mesh_sample sample = {.vertices = NULL};
    sample_vertex(&sample, 1.0, 2.0, 3.0);
    sample_vertex(&sample, 1.0, 5.0, 7.0);
    sample_face(&sample, (uint32_t[]){0, 1, 0}, 3);
    toi_mesh* wire = created(&sample);
    sample_release(&sample);
    assert_near(ti_properness_tip(wire, 0, v3(0.0, 0.0, 1.0)), 0.8, 1e-15);
    assert_near(ti_properness_tip(wire, 1, v3(0.0, 0.0, 1.0)), -0.8, 1e-15);
    assert_int_equal(wire->features.crease_count, 1);
    ti_wedge wedge = ti_wedge_of(wire, &wire->features.creases[0]);
    assert_int_equal(wedge.count, 0);
    assert_near(v3_dot(wedge.along, v3(0.0, 0.6, 0.8)), 1.0, 1e-15);
    toi_mesh_destroy(wire);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(tips_of_closed_meshes_have_the_properness_of_the_definition),
        cmocka_unit_test(wings_point_into_the_facets_of_their_edge),
        cmocka_unit_test(edges_of_boxes_at_right_angles_have_the_sine_of_their_drop),
        cmocka_unit_test(the_end_of_a_wire_counts_where_the_wire_goes),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
