// Hollow tips against planes tried in many directions.

#include "feature_check.h"
#include "support/generate.h"

// The edges at a vertex as unit vectors, in facet order: direction[2 i] leaves sector i, direction[2 i + 1]
// comes in.
enum { MOST = 128 };

typedef struct edges {
    toi_vec3 direction[2 * MOST];
    uint32_t count;
} edges;

static toi_vec3 unit(toi_vec3 a)
{
    return v3_scale(1.0 / v3_length(a), a);
}

static edges edges_at(const toi_mesh* mesh, uint32_t v)
{
    const ti_features* f = &mesh->features;
    edges e = {.count = 0};
    for (uint32_t i = f->sector_first[v]; i < f->sector_first[v + 1] && e.count < MOST; ++i) {
        const ti_facet* facet = &f->facets[f->sector[i].facet];
        uint32_t c = f->sector[i].corner;
        e.direction[2 * e.count] = unit(v3_sub(facet_point(mesh, facet_next(facet, c)), mesh->local[v]));
        e.direction[2 * e.count + 1] =
            unit(v3_sub(facet_point(mesh, facet_previous(facet, c)), mesh->local[v]));
        ++e.count;
    }
    return e;
}

static double lowest(const edges* e, toi_vec3 n)
{
    double least = 1.0;
    for (uint32_t i = 0; i < 2 * e->count; ++i) {
        least = fmin(least, v3_dot(n, e->direction[i]));
    }
    return least;
}

// Seen along n the edges end, at height 1, in a polygon around the vertex. It runs clockwise where the body
// is above the vertex, for then the facets are seen from behind.
static bool is_body_above(const edges* e, toi_vec3 n)
{
    double area = 0.0;
    for (uint32_t i = 0; i < e->count; ++i) {
        toi_vec3 a = e->direction[2 * i], b = e->direction[2 * i + 1];
        area += v3_dot(n, v3_cross(a, b)) / (v3_dot(n, a) * v3_dot(n, b));
    }
    return area < 0.0;
}

// Whether a plane is found to rest on the vertex clear of all edges, by climbing from a few random normals.
static bool plane_rests(const edges* e, gen_random* random)
{
    for (int start = 0; start < 40; ++start) {
        toi_vec3 n = gen_direction(random);
        double height = lowest(e, n), step = 0.5;
        for (int i = 0; i < 150 && height < 1e-4; ++i) {
            toi_vec3 m = unit(v3_madd(n, step, gen_direction(random)));
            double h = lowest(e, m);
            step *= h > height ? 1.2 : 0.9;
            n = h > height ? m : n;
            height = fmax(h, height);
        }
        if (height >= 1e-4 && is_body_above(e, n)) {
            return true;
        }
    }
    return false;
}

typedef struct tally {
    uint32_t hills, hollows, unsure;
} tally;

static void try_vertices(const toi_mesh* mesh, gen_random* random, tally* total)
{
    const ti_features* f = &mesh->features;
    for (uint32_t i = 0; i < f->tip_count; ++i) {
        uint32_t v = f->tip[i], class = f->tip_class[v];
        bool mixed = false;
        for (uint32_t k = f->tip_crease_first[v]; k < f->tip_crease_first[v + 1]; ++k) {
            mixed = mixed || f->creases[f->tip_crease[k]].edge_class == TI_EDGE_REFLEX;
        }
        if (class == TI_TIP_SHEET || (class == TI_TIP_HILL && !mixed) || gen_chance(random, 0.7)) {
            continue;
        }
        edges e = edges_at(mesh, v);
        bool rests = plane_rests(&e, random);
        if (class == TI_TIP_HOLLOW) {
            assert_false(rests);
        }
        total->hollows += class == TI_TIP_HOLLOW;
        total->hills += class == TI_TIP_HILL && rests;
        total->unsure += class == TI_TIP_HILL && !rests;
    }
}

static void no_plane_rests_on_a_hollow_of_a_random_solid(void** state)
{
    (void)state;
    test_random seed = random_start(31);
    gen_random random = {random_bits(&seed)};
    static gen_shape g;
    tally total = {0};
    for (int i = 0; i < 150; ++i) {
        gen_shape_random(&random, &g);
        toi_mesh* mesh = gen_toi_mesh(&g);
        if (mesh != NULL) {
            try_vertices(mesh, &random, &total);
            toi_mesh_destroy(mesh);
        }
    }
    printf("%u hollows, %u hills with reflex edges that a plane rests on, %u where none was found\n",
           total.hollows, total.hills, total.unsure);
    assert_true(total.hollows > 50 && total.hills > 50);
}

// A sphere with vertices pulled in and out: pits, saddles, peaks.
static void no_plane_rests_on_a_hollow_of_a_rough_sphere(void** state)
{
    (void)state;
    static shape s;
    test_random seed = random_start(32);
    gen_random random = {random_bits(&seed)};
    tally total = {0};
    for (int i = 0; i < 8; ++i) {
        shape_sphere(&s, 8, 11);
        for (uint32_t v = 0; v < s.vertex_count; ++v) {
            double r = gen_between(&random, 0.8, 1.0);
            for (uint32_t k = 0; k < 3; ++k) {
                s.vertices[3 * v + k] *= r;
            }
        }
        toi_mesh* mesh = create(&s);
        check(mesh);
        try_vertices(mesh, &random, &total);
        toi_mesh_destroy(mesh);
    }
    printf("%u hollows, %u hills with reflex edges that a plane rests on, %u where none was found\n",
           total.hollows, total.hills, total.unsure);
    assert_true(total.hollows > 50 && total.hills > 20 && total.unsure <= total.hills / 20);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(no_plane_rests_on_a_hollow_of_a_random_solid),
        cmocka_unit_test(no_plane_rests_on_a_hollow_of_a_rough_sphere),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
