// Convex hulls, against exact tests of every point with every facet.

#include "bvh/hull.h"
#include "core/memory.h"
#include "math/predicates.h"
#include "mesh_samples.h"

enum { MOST = 6000 };

static toi_vec3 cloud[MOST];
static uint32_t cloud_count, rays;
static void add(double x, double y, double z)
{
    assert_true(cloud_count < MOST);
    cloud[cloud_count++] = v3(x, y, z);
}

static void shuffle(test_random* random)
{
    for (uint32_t i = 1; i < cloud_count; ++i) {
        uint32_t j = random_below(random, i + 1);
        toi_vec3 swap = cloud[i];
        cloud[i] = cloud[j];
        cloud[j] = swap;
    }
}

// ---- exact checks

static int side_of(const uint32_t facet[3], toi_vec3 p)
{
    return ti_orient3d(cloud[facet[0]], cloud[facet[1]], cloud[facet[2]], p);
}

static void no_point_is_above_a_facet(const ti_hull* hull)
{
    for (uint32_t f = 0; f < hull->facet_count; ++f) {
        const uint32_t* v = hull->facets[f];
        assert_false(ti_collinear(cloud[v[0]], cloud[v[1]], cloud[v[2]]));
        for (uint32_t i = 0; i < cloud_count; ++i) {
            assert_true(side_of(v, cloud[i]) <= 0);
        }
    }
}

static int compare_edges(const void* a, const void* b)
{
    uint64_t s = *(const uint64_t*)a, t = *(const uint64_t*)b;
    return s < t ? -1 : s > t;
}

// Every directed edge once, and its reverse too: closed and oriented. Euler's formula for the corners.
static void the_surface_is_a_closed_sphere(const ti_hull* hull)
{
    static uint64_t edge[6 * MOST], back[6 * MOST];
    static bool corner[MOST];
    uint32_t count = 0, corners = 0;
    memset(corner, 0, sizeof corner);
    for (uint32_t f = 0; f < hull->facet_count; ++f) {
        for (int k = 0; k < 3; ++k) {
            uint64_t from = hull->facets[f][k], to = hull->facets[f][(k + 1) % 3];
            corners += !corner[from];
            corner[from] = true;
            edge[count] = from << 32 | to;
            back[count++] = to << 32 | from;
        }
    }
    qsort(edge, count, sizeof *edge, compare_edges);
    qsort(back, count, sizeof *back, compare_edges);
    for (uint32_t i = 0; i < count; ++i) {
        assert_true(edge[i] == back[i]);
        assert_true(i == 0 || edge[i] != edge[i - 1]);
    }
    assert_int_equal(corners + hull->facet_count, 2 + count / 2);
}

static uint32_t largest_facet(const ti_hull* hull)
{
    uint32_t largest = 0;
    double most = 0.0;
    for (uint32_t f = 0; f < hull->facet_count; ++f) {
        const uint32_t* v = hull->facets[f];
        toi_vec3 u = v3_sub(cloud[v[1]], cloud[v[0]]), w = v3_sub(cloud[v[2]], cloud[v[0]]);
        double area = v3_length(v3_cross(u, w));
        if (area > most) {
            most = area;
            largest = f;
        }
    }
    return largest;
}

// The surface goes once around a point inside: a ray through one facet meets no other.
static void the_surface_is_met_once(const ti_hull* hull)
{
    toi_vec3 o = {0, 0, 0}, p = {0, 0, 0};
    uint32_t largest = largest_facet(hull);
    for (uint32_t f = 0; f < hull->facet_count; ++f) {
        for (int k = 0; k < 3; ++k) {
            o = v3_madd(o, 1.0 / (3.0 * hull->facet_count), cloud[hull->facets[f][k]]);
        }
    }
    for (uint32_t f = 0; f < hull->facet_count; ++f) {
        if (side_of(hull->facets[f], o) >= 0) {
            return; // too thin for a rounded point inside
        }
    }
    ++rays;
    for (int k = 0; k < 3; ++k) {
        p = v3_madd(p, 1.0 / 3.0, cloud[hull->facets[largest][k]]);
    }
    for (uint32_t f = 0; f < hull->facet_count; ++f) {
        bool in = true;
        for (int k = 0; k < 3; ++k) {
            toi_vec3 a = cloud[hull->facets[f][k]], b = cloud[hull->facets[f][(k + 1) % 3]];
            in = in && ti_orient3d(o, a, b, p) > 0;
        }
        assert_true(in == (f == largest));
    }
}

static uint32_t check_hull(void)
{
    toi_allocator allocator = ti_allocator_or_default(NULL);
    ti_hull hull;
    assert_int_equal(ti_hull_build(cloud, cloud_count, &allocator, &hull), TOI_OK);
    uint32_t count = hull.facet_count;
    if (count > 0) {
        the_surface_is_a_closed_sphere(&hull);
        no_point_is_above_a_facet(&hull);
        the_surface_is_met_once(&hull);
    }
    ti_hull_release(&hull, &allocator);
    assert_null(hull.facets);
    return count;
}

// ---- point sets

static void take_sample(mesh_sample s, double scale)
{
    cloud_count = 0;
    for (uint32_t i = 0; i < s.vertex_count; ++i) {
        const double* p = s.vertices + 3 * (size_t)i;
        add(scale * p[0], scale * p[1], scale * p[2]);
    }
    sample_release(&s);
}

// The points (i, j, k)/n of a cube, its inside left out.
static void take_cube(uint32_t n)
{
    cloud_count = 0;
    for (uint32_t i = 0; i <= n; ++i) {
        for (uint32_t j = 0; j <= n; ++j) {
            for (uint32_t k = 0; k <= n; ++k) {
                bool outside = i % n == 0 || j % n == 0 || k % n == 0;
                cloud_count += outside; // an inner point is written over
                cloud[cloud_count - outside] =
                    v3((double)i / n - 0.5, (double)j / n - 0.5, (double)k / n - 0.5);
            }
        }
    }
}

// Turns the points by rounded numbers: faces stay flat but for rounding.
static void turn(void)
{
    for (uint32_t i = 0; i < cloud_count; ++i) {
        toi_vec3 p = cloud[i];
        cloud[i] = v3((2.0 * p.x - p.y + 2.0 * p.z) / 3.0, (2.0 * p.x + 2.0 * p.y - p.z) / 3.0,
                      (2.0 * p.y - p.x + 2.0 * p.z) / 3.0);
    }
}

static void move_by_one_ulp(test_random* random)
{
    for (uint32_t i = 0; i < cloud_count; ++i) {
        double* c[3] = {&cloud[i].x, &cloud[i].y, &cloud[i].z};
        for (int k = 0; k < 3; ++k) {
            uint32_t way = random_below(random, 3);
            *c[k] = way == 0 ? *c[k] : nextafter(*c[k], way == 1 ? 2.0 : -2.0);
        }
    }
}

// ---- tests

static void clouds_have_their_hull(void** state)
{
    (void)state;
    test_random random = random_start(11);
    for (uint32_t round = 0; round < 60; ++round) {
        uint32_t count = 4 + random_below(&random, round < 50 ? 40 : 400);
        cloud_count = 0;
        for (uint32_t i = 0; i < count; ++i) {
            add(random_between(&random, -0.5, 0.5), random_between(&random, -0.5, 0.5),
                random_between(&random, -0.5, 0.5));
        }
        assert_true(check_hull() >= 4);
    }
}

// Few values a coordinate, so that most sets have points in one plane, on one line and in one place.
static void points_of_a_coarse_grid_have_their_hull(void** state)
{
    (void)state;
    test_random random = random_start(12);
    uint32_t made = 0, rounds = 400;
    for (uint32_t round = 0; round < rounds; ++round) {
        uint32_t count = 4 + random_below(&random, 60), values = 2 + random_below(&random, 4);
        cloud_count = 0;
        for (uint32_t i = 0; i < count; ++i) {
            double p[3];
            for (int k = 0; k < 3; ++k) {
                p[k] = 0.2 * random_below(&random, values) - 0.3;
            }
            add(p[0], p[1], p[2]);
        }
        if (round % 2 == 1) {
            turn();
        }
        made += check_hull() > 0;
    }
    assert_true(made > rounds * 9 / 10);
    assert_true(rays > rounds / 2);
}

static void subdivided_cubes_have_their_hull(void** state)
{
    (void)state;
    test_random random = random_start(13);
    for (uint32_t n = 1; n <= 12; n += 1 + n / 3) {
        for (int way = 0; way < 6; ++way) {
            take_cube(n);
            if (way % 3 == 1) {
                turn();
            } else if (way % 3 == 2) {
                move_by_one_ulp(&random);
            }
            if (way >= 3) {
                shuffle(&random);
            }
            assert_true(check_hull() >= 12);
        }
    }
}

static void curved_surfaces_have_their_hull(void** state)
{
    (void)state;
    test_random random = random_start(14);
    for (int way = 0; way < 2; ++way) {
        take_sample(sample_sphere(24, 16, 1.0), 0.9);
        if (way == 1) {
            shuffle(&random);
        }
        assert_int_equal(check_hull(), 2 * cloud_count - 4); // every vertex is extreme
        take_sample(sample_torus(30, 20, 1.0, 0.4), 0.7);
        if (way == 1) {
            shuffle(&random);
        }
        assert_true(check_hull() > cloud_count);
        cloud_count = 0;
        for (uint32_t i = 0; i < 80; ++i) { // a cylinder, with caps of many points
            double a = 6.283185307179586 * i / 80;
            for (uint32_t j = 0; j < 5; ++j) {
                add(0.5 * cos(a), 0.5 * sin(a), 0.2 * j - 0.4);
            }
            add(0.25 * cos(a), 0.25 * sin(a), i % 2 ? 0.4 : -0.4);
        }
        if (way == 1) {
            turn();
        }
        assert_true(check_hull() >= 4 * 80 - 4);
        cloud_count = 0;
        add(0.0, 0.0, 0.7);
        for (uint32_t i = 0; i < 300; ++i) { // a cone
            double a = 6.283185307179586 * i / 300;
            add(0.5 * cos(a), 0.5 * sin(a), -0.3);
        }
        assert_true(check_hull() >= 2 * 301 - 4);
    }
}

static void repeated_points_change_nothing(void** state)
{
    (void)state;
    test_random random = random_start(15);
    take_sample(sample_sphere(12, 8, 1.0), 0.9);
    uint32_t once = cloud_count, facets = check_hull();
    for (uint32_t copy = 0; copy < 3; ++copy) {
        for (uint32_t i = 0; i < once; ++i) {
            add(cloud[i].x, cloud[i].y, cloud[i].z);
        }
    }
    shuffle(&random);
    assert_int_equal(check_hull(), facets);
}

static void flat_sets_have_no_hull(void** state)
{
    (void)state;
    take_sample(sample_repeated(1, 1), 0.5);
    cloud_count = 1;
    assert_int_equal(check_hull(), 0);
    add(cloud[0].x, cloud[0].y, cloud[0].z);
    add(cloud[0].x, cloud[0].y, cloud[0].z);
    add(cloud[0].x, cloud[0].y, cloud[0].z);
    assert_int_equal(check_hull(), 0);
    take_sample(sample_chain(50, v3(1, 0.3, -0.7)), 0.5);
    assert_int_equal(check_hull(), 0);
    take_sample(sample_chain(50, v3(0, 0.5, 0)), 1.0);
    assert_int_equal(check_hull(), 0);
    take_sample(sample_grid(12, v3(0, 0, 0.25), v3(0.5, 0, 0), v3(0, 0.5, 0)), 1.0);
    assert_int_equal(check_hull(), 0);
    take_sample(sample_grid(12, v3(0.1, 0.2, 0.3), v3(0.1, 0.2, 0.3), v3(-0.3, 0.7, 0.11)), 0.7);
    assert_int_equal(check_hull(), 0);
}

static void thin_sets_have_their_hull_or_none(void** state)
{
    (void)state;
    test_random random = random_start(16);
    for (int exponent = 0; exponent > -60; exponent -= 4) {
        cloud_count = 0;
        for (uint32_t i = 0; i < 60; ++i) {
            add(random_between(&random, -0.5, 0.5), random_between(&random, -0.5, 0.5),
                ldexp(random_between(&random, -0.5, 0.5), exponent));
        }
        turn();
        assert_true(check_hull() > 0 || exponent <= -40);
    }
}

static void coordinates_of_all_magnitudes_are_exact(void** state)
{
    (void)state;
    test_random random = random_start(17);
    for (uint32_t round = 0; round < 30; ++round) {
        cloud_count = 0;
        for (uint32_t i = 0; i < 40; ++i) {
            double p[3];
            for (int k = 0; k < 3; ++k) {
                p[k] = ldexp(random_between(&random, -1.0, 1.0),
                             -(int)random_below(&random, round % 2 ? 40 : 1070));
            }
            add(p[0], p[1], p[2]);
        }
        check_hull();
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(clouds_have_their_hull),
        cmocka_unit_test(points_of_a_coarse_grid_have_their_hull),
        cmocka_unit_test(subdivided_cubes_have_their_hull),
        cmocka_unit_test(curved_surfaces_have_their_hull),
        cmocka_unit_test(repeated_points_change_nothing),
        cmocka_unit_test(flat_sets_have_no_hull),
        cmocka_unit_test(thin_sets_have_their_hull_or_none),
        cmocka_unit_test(coordinates_of_all_magnitudes_are_exact),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
