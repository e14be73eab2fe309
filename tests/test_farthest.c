// The points of a body that stand for its hull, their ranges in the tree, and the farthest of them: by
// climbing the hull, down the boxes and by looking at all.

#include "mesh_samples.h"
#include "narrow/first/climb.h"
#include "support/motion_reference.h"

static toi_mesh* create(const mesh_sample* sample)
{
    toi_mesh_def def = sample_def(sample);
    toi_mesh* mesh;
    assert_int_equal(toi_mesh_create(&def, &mesh, NULL), TOI_OK);
    return mesh;
}

static uint32_t point_count(const toi_mesh* mesh)
{
    return mesh->tree.nodes[0].point[1];
}

// ---- points

// Each point belongs to the first triangle that names it, and each triangle to one lane of a node.
static void check_ranges(const toi_mesh* mesh)
{
    const ti_support* s = &mesh->support;
    const ti_tree* tree = &mesh->tree;
    uint32_t *first = malloc(mesh->vertex_count * sizeof *first), count = point_count(mesh), in_leaves = 0;
    assert_non_null(first);
    for (uint32_t t = mesh->triangle_count; t-- > 0;) {
        for (int k = 0; k < 3; ++k) {
            first[mesh->triangles[t].vertex[k]] = t;
        }
    }
    for (uint32_t n = 0; n < tree->node_count; ++n) {
        const ti_node* node = &tree->nodes[n];
        for (uint32_t i = 0; i < node->count; ++i) {
            assert_true(node->point[i] <= node->point[i + 1] && node->point[i + 1] <= count);
            in_leaves += node->child[i] == TI_NONE ? node->point[i + 1] - node->point[i] : 0;
        }
        for (uint32_t i = 0; i < node->count; ++i) {
            for (uint32_t p = 0; p < count; ++p) {
                bool of_range =
                    first[s->vertex[p]] >= node->begin[i] && first[s->vertex[p]] < node->begin[i + 1];
                assert_true(of_range == (p >= node->point[i] && p < node->point[i + 1]));
            }
        }
    }
    assert_int_equal(in_leaves, count);
    free(first);
}

static bool joined(const ti_support* s, uint32_t a, uint32_t b)
{
    for (uint32_t i = s->neighbor_first[a]; i < s->neighbor_first[a + 1]; ++i) {
        if (s->neighbors[i] == b) {
            return true;
        }
    }
    return false;
}

// Neighbours without the repeats of the first one at the end.
static uint32_t distinct_neighbors(const ti_support* s, uint32_t a)
{
    uint32_t begin = s->neighbor_first[a], end = s->neighbor_first[a + 1];
    assert_true(end > begin && (end - begin) % 4 == 0);
    while (end - begin > 1 && s->neighbors[end - 1] == s->neighbors[begin]) {
        --end;
    }
    return end - begin;
}

static void check_neighbors(const toi_mesh* mesh)
{
    const ti_support* s = &mesh->support;
    uint32_t count = point_count(mesh), edges = 0;
    assert_int_equal(s->neighbor_first[0], 0);
    for (uint32_t a = 0; a < s->points.count; ++a) {
        uint32_t begin = s->neighbor_first[a], own = distinct_neighbors(s, a);
        assert_true(a < count ? own >= 3 : own == 1);
        edges += a < count ? own : 0;
        for (uint32_t i = begin; i < begin + own; ++i) {
            assert_true(s->neighbors[i] < count && s->neighbors[i] != a);
            assert_true(a >= count || joined(s, s->neighbors[i], a));
        }
    }
    // Edges of a triangulated sphere, each in both directions.
    assert_int_equal(edges, 6 * count - 12);
}

// ---- farthest points

static double along(toi_vec3 m, toi_vec3 p)
{
    return (p.x * m.x + p.y * m.y) + p.z * m.z;
}

// The exact value but for rounding in long double, of any used vertex.
static long double largest(const toi_mesh* mesh, toi_vec3 m)
{
    long double most = -HUGE_VALL;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        for (int k = 0; k < 3; ++k) {
            toi_vec3 p = mesh->local[mesh->triangles[t].vertex[k]];
            long double value = (long double)p.x * (long double)m.x + (long double)p.y * (long double)m.y +
                                (long double)p.z * (long double)m.z;
            most = value > most ? value : most;
        }
    }
    return most;
}

typedef struct probe {
    const toi_mesh* mesh;
    ti_shape shape;
    uint32_t hint;
    uint32_t checked, differ; // directions, and those in which climbing and looking at all give other points
} probe;

static probe probe_of(const toi_mesh* mesh)
{
    static ti_track track;
    track.mesh = mesh;
    track.scale = 1.0;
    track.radius = 1.0;
    return (probe){.mesh = mesh, .shape = shape_of_body(&track)};
}

static void check_value(const probe* p, toi_vec3 m, ti_farthest found, long double most, double units)
{
    double u = 0x1p-53 * (fabs(m.x) + fabs(m.y) + fabs(m.z));
    const ti_shape* s = &p->shape;
    toi_vec3 at = {s->x[found.index], s->y[found.index], s->z[found.index]};
    assert_true(found.index < s->count);
    assert_true(found.value == along(m, at));
    assert_true(fabsl((long double)found.value - most) <= (long double)(units * u));
}

// A computed product is off by at most 3 u |m|; what the boxes leave out adds 12 u |m|.
static void check_direction(probe* p, toi_vec3 m)
{
    const ti_shape* s = &p->shape;
    long double most = largest(p->mesh, m);
    ti_farthest scan = farthest_of_run(s, 0, s->count, m);
    check_value(p, m, scan, most, 4.0);
    check_value(p, m, farthest_of_tree(s, m, p->hint), most, 16.0);
    check_value(p, m, shape_farthest(s, m, p->hint), most, 16.0);
    ++p->checked;
    if (p->mesh->support.neighbor_first == NULL) {
        return;
    }
    ti_farthest warm = farthest_by_climbing(s, m, p->hint), cold = farthest_by_climbing(s, m, 0);
    check_value(p, m, warm, most, 4.0);
    check_value(p, m, cold, most, 4.0);
    p->differ += warm.index != scan.index || cold.index != scan.index;
    p->hint = warm.index;
}

static toi_vec3 point_at(const probe* p, uint32_t i)
{
    return v3(p->shape.x[i], p->shape.y[i], p->shape.z[i]);
}

// Normals of facets and directions across edges have ties; lengths do not matter.
static void check_directions(probe* p, test_random* random)
{
    const ti_support* s = &p->mesh->support;
    uint32_t count = point_count(p->mesh);
    for (uint32_t i = 0; i < 60; ++i) {
        check_direction(p, random_direction(random));
        check_direction(p,
                        v3_scale(ldexp(1.0, (int)random_below(random, 80) - 40), random_direction(random)));
        uint32_t a = random_below(random, count);
        if (p->mesh->support.neighbor_first == NULL) {
            continue;
        }
        uint32_t begin = s->neighbor_first[a];
        uint32_t b = s->neighbors[begin], c = s->neighbors[begin + distinct_neighbors(s, a) - 1];
        toi_vec3 u = v3_sub(point_at(p, b), point_at(p, a)), w = v3_sub(point_at(p, c), point_at(p, a));
        check_direction(p, v3_cross(u, w));
        check_direction(p, v3_cross(w, u));
        check_direction(p, v3_cross(u, random_direction(random)));
        check_direction(p, point_at(p, a));
        check_direction(p, v3_sub(point_at(p, a), point_at(p, b)));
    }
    for (int axis = 0; axis < 3; ++axis) {
        check_direction(p, v3(axis == 0, axis == 1, axis == 2));
        check_direction(p, v3(-(axis == 0), -(axis == 1), -(axis == 2)));
    }
    check_direction(p, v3(0, 0, 0));
    check_direction(p, v3(1e-300, -2e-300, 3e-300));
}

static void check_support(mesh_sample sample, bool hull, test_random* random)
{
    toi_mesh* mesh = create(&sample);
    check_ranges(mesh);
    assert_true((mesh->support.neighbor_first != NULL) == hull);
    if (hull) {
        check_neighbors(mesh);
    }
    probe p = probe_of(mesh);
    if (mesh->tree.node_count > 1) {
        check_directions(&p, random);
    }
    toi_mesh_destroy(mesh);
    sample_release(&sample);
}

// Six grids that share no vertex.
static mesh_sample sample_cube(uint32_t n)
{
    mesh_sample s = {.vertices = NULL};
    for (int face = 0; face < 6; ++face) {
        uint32_t base = s.vertex_count;
        for (uint32_t i = 0; i <= n; ++i) {
            for (uint32_t j = 0; j <= n; ++j) {
                double p[3];
                p[face / 2] = face & 1 ? 1.0 : -1.0;
                p[(face / 2 + 1) % 3] = 2.0 * i / n - 1.0;
                p[(face / 2 + 2) % 3] = 2.0 * j / n - 1.0;
                sample_vertex(&s, p[0], p[1], p[2]);
            }
        }
        for (uint32_t i = 0; i < n; ++i) {
            for (uint32_t j = 0; j < n; ++j) {
                uint32_t k = base + i * (n + 1) + j;
                sample_quad(&s, k, k + n + 1, k + n + 2, k + 1);
            }
        }
    }
    return s;
}

// A cone with a base of n points, and a bump below the base.
static mesh_sample sample_cone(uint32_t n)
{
    mesh_sample s = {.vertices = NULL};
    uint32_t tip = sample_vertex(&s, 0.0, 0.0, 1.0), low = sample_vertex(&s, 0.0, 0.0, -0.2);
    for (uint32_t i = 0; i < n; ++i) {
        double a = 6.283185307179586 * i / n;
        sample_vertex(&s, cos(a), sin(a), 0.0);
    }
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t j = (i + 1) % n;
        sample_face(&s, (uint32_t[]){tip, 2 + i, 2 + j}, 3);
        sample_face(&s, (uint32_t[]){low, 2 + j, 2 + i}, 3);
    }
    return s;
}

// Moves every coordinate by up to one unit in the last place.
static void move_by_one_ulp(mesh_sample* s, test_random* random)
{
    for (uint32_t i = 0; i < 3 * s->vertex_count; ++i) {
        uint32_t way = random_below(random, 3);
        s->vertices[i] = way == 0 ? s->vertices[i] : nextafter(s->vertices[i], way == 1 ? 2.0 : -2.0);
    }
}

// ---- tests

static void all_ways_find_a_farthest_point(void** state)
{
    (void)state;
    test_random random = random_start(21);
    check_support(sample_sphere(40, 24, 3.0), true, &random);
    check_support(sample_torus(40, 30, 1.0, 0.4), true, &random);
    check_support(sample_cone(90), true, &random);
    check_support(sample_cone(300), true, &random); // more edges at a point than a climb looks at
    check_support(sample_turned_box(1, 2, 3), false, &random);
    check_support(sample_grid(12, v3(10, 20, 30), v3(1, 2, 3), v3(-3, 1, 0)), false, &random);
    check_support(sample_chain(300, v3(1, 0.3, -0.7)), false, &random);
    for (uint32_t corners = 1; corners <= 3; ++corners) {
        check_support(sample_repeated(corners, 3), false, &random);
    }
}

// Takes the sample.
static void check_sample(mesh_sample* s, test_random* random)
{
    toi_mesh* mesh = create(s);
    check_ranges(mesh);
    probe p = probe_of(mesh);
    check_directions(&p, random);
    toi_mesh_destroy(mesh);
    sample_release(s);
}

static void points_in_one_plane_are_ties(void** state)
{
    (void)state;
    test_random random = random_start(22);
    check_support(sample_cube(10), false, &random); // too few corners of the hull for a climb
    for (uint32_t round = 0; round < 4; ++round) {
        mesh_sample s = sample_cube(8 + round);
        move_by_one_ulp(&s, &random);
        check_sample(&s, &random);
    }
}

static void soup_and_scattered_points_have_supports(void** state)
{
    (void)state;
    test_random random = random_start(23);
    for (uint32_t round = 0; round < 6; ++round) {
        mesh_sample s =
            sample_soup(20 + 60 * round, round % 2 ? 0.5 : 1e-8, round % 3 ? 0.0 : 100.0, &random);
        check_sample(&s, &random);
    }
}

// In directions without ties there is one farthest point, and all ways give it.
static void ways_agree_in_random_directions(void** state)
{
    (void)state;
    test_random random = random_start(24);
    mesh_sample s = sample_torus(60, 40, 1.0, 0.4);
    toi_mesh* mesh = create(&s);
    probe p = probe_of(mesh);
    for (uint32_t i = 0; i < 500; ++i) {
        check_direction(&p, random_direction(&random));
    }
    assert_int_equal(p.differ, 0);
    assert_int_equal(p.checked, 500);
    toi_mesh_destroy(mesh);
    sample_release(&s);
}

static void a_hint_of_any_point_will_do(void** state)
{
    (void)state;
    test_random random = random_start(25);
    mesh_sample s = sample_sphere(20, 12, 1.0);
    toi_mesh* mesh = create(&s);
    probe p = probe_of(mesh);
    for (uint32_t i = 0; i < mesh->support.points.count; ++i) {
        p.hint = i;
        check_direction(&p, random_direction(&random));
        p.hint = i;
        check_direction(&p, v3(0, 0, -1));
    }
    toi_mesh_destroy(mesh);
    sample_release(&s);
}

static void scaling_by_powers_of_two_changes_no_bit(void** state)
{
    (void)state;
    for (int exponent = -300; exponent <= 300; exponent += 150) {
        mesh_sample one = sample_torus(30, 20, 1.0, 0.4), other = sample_torus(30, 20, 1.0, 0.4);
        for (uint32_t i = 0; i < 3 * other.vertex_count; ++i) {
            other.vertices[i] = ldexp(other.vertices[i], exponent);
        }
        toi_mesh *a = create(&one), *b = create(&other);
        const ti_support *s = &a->support, *t = &b->support;
        uint32_t count = s->points.count;
        assert_int_equal(count, t->points.count);
        assert_memory_equal(s->memory, t->memory, 3 * count * sizeof *s->memory);
        assert_memory_equal(s->vertex, t->vertex, count * sizeof *s->vertex);
        assert_memory_equal(s->neighbor_first, t->neighbor_first, (count + 1) * sizeof *s->neighbor_first);
        assert_memory_equal(s->neighbors, t->neighbors, s->neighbor_first[count] * sizeof *s->neighbors);
        toi_mesh_destroy(a);
        toi_mesh_destroy(b);
        sample_release(&one);
        sample_release(&other);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(all_ways_find_a_farthest_point),
        cmocka_unit_test(points_in_one_plane_are_ties),
        cmocka_unit_test(soup_and_scattered_points_have_supports),
        cmocka_unit_test(ways_agree_in_random_directions),
        cmocka_unit_test(a_hint_of_any_point_will_do),
        cmocka_unit_test(scaling_by_powers_of_two_changes_no_bit),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
