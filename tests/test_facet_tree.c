// The tree over facets: every feature is in one lane of each level, and balls and cones hold what they must.

#include "bvh/plan.h"
#include "cmocka_toi.h"
#include "feature_check.h"
#include "support/generate.h"

typedef struct walk {
    const toi_mesh* mesh;
    uint32_t nodes, facet, crease, tip; // met so far, in leaves for the last three
    uint32_t cones;
} walk;

static long double far2(toi_vec3 a, toi_vec3 b)
{
    long double x = (long double)a.x - (long double)b.x, y = (long double)a.y - (long double)b.y;
    long double z = (long double)a.z - (long double)b.z;
    return x * x + y * y + z * z;
}

static long double dot(toi_vec3 a, toi_vec3 b)
{
    return (long double)a.x * (long double)b.x + (long double)a.y * (long double)b.y +
           (long double)a.z * (long double)b.z;
}

static void assert_point(const ti_facet_node* node, uint32_t lane, toi_vec3 x)
{
    toi_vec3 c = {node->center[0][lane], node->center[1][lane], node->center[2][lane]};
    long double r = (long double)node->radius[lane];
    assert_true(far2(c, x) <= r * r);
    const double p[3] = {x.x, x.y, x.z};
    for (int k = 0; k < 3; ++k) {
        assert_true((double)node->side[k][lane] <= p[k] && p[k] <= (double)node->side[3 + k][lane]);
    }
}

// The angle from the axis is at most acos(cosine), and at most that of (cosine, sine).
static void assert_normal(const ti_facet_node* node, uint32_t lane, toi_vec3 n)
{
    if (node->cosine[lane] <= -1.0) {
        return;
    }
    toi_vec3 axis = {node->axis[0][lane], node->axis[1][lane], node->axis[2][lane]};
    long double length = sqrtl(dot(axis, axis) * dot(n, n)), c = dot(axis, n) / length;
    assert_true(c >= (long double)node->cosine[lane]);
    long double angle = atan2l((long double)node->sine[lane], (long double)node->cosine[lane]);
    assert_true(acosl(c > 1.0L ? 1.0L : c) <= angle + 1e-9L);
    assert_near(node->sine[lane] * node->sine[lane] + node->cosine[lane] * node->cosine[lane], 1.0, 1e-14);
}

static void check_lane(const walk* w, const ti_facet_node* node, uint32_t lane)
{
    const ti_features* f = &w->mesh->features;
    bool sheet = node->cosine[lane] <= -1.0;
    for (uint32_t i = node->facet[lane]; i < node->facet[lane + 1]; ++i) {
        for (uint32_t c = f->facets[i].corner_begin; c < f->facets[i].corner_end; ++c) {
            assert_point(node, lane, facet_point(w->mesh, c));
        }
        assert_normal(node, lane, f->facets[i].normal);
        assert_true(f->facets[i].solid || sheet);
    }
    for (uint32_t i = node->crease[lane]; i < node->crease[lane + 1]; ++i) {
        const ti_crease* crease = &f->creases[i];
        assert_point(node, lane, w->mesh->local[crease->vertex[0]]);
        assert_point(node, lane, w->mesh->local[crease->vertex[1]]);
        assert_true(crease->solid || sheet);
        for (uint32_t k = crease->wing_begin; crease->edge_class != TI_EDGE_REFLEX && k < crease->wing_end;
             ++k) {
            assert_normal(node, lane, f->facets[f->wing[k]].normal);
        }
    }
    for (uint32_t i = node->tip[lane]; i < node->tip[lane + 1]; ++i) {
        uint32_t v = f->tip[i], class = f->tip_class[v];
        assert_point(node, lane, w->mesh->local[v]);
        assert_true(class != TI_TIP_SHEET || sheet);
        for (uint32_t k = f->sector_first[v]; class == TI_TIP_HILL && k < f->sector_first[v + 1]; ++k) {
            assert_normal(node, lane, f->facets[f->sector[k].facet].normal);
        }
    }
}

static void check_node(walk* w, uint32_t index)
{
    const ti_features* f = &w->mesh->features;
    const ti_facet_node* node = &f->nodes[index];
    assert_int_equal(index, w->nodes);
    ++w->nodes;
    assert_true(node->count >= (index == 0 ? 1u : 2u) && node->count <= TI_TREE_WIDTH);
    for (uint32_t lane = 0; lane < TI_TREE_WIDTH; ++lane) {
        if (lane >= node->count) {
            assert_int_equal(node->child[lane], TI_NONE);
            assert_int_equal(node->facet[lane + 1], node->facet[node->count]);
            assert_int_equal(node->crease[lane + 1], node->crease[node->count]);
            assert_int_equal(node->tip[lane + 1], node->tip[node->count]);
            continue;
        }
        check_lane(w, node, lane);
        w->cones += node->cosine[lane] > -1.0;
        assert_true(node->facet[lane] <= node->facet[lane + 1] &&
                    node->crease[lane] <= node->crease[lane + 1] && node->tip[lane] <= node->tip[lane + 1]);
        if (node->child[lane] == TI_NONE) {
            assert_true(node->facet[lane + 1] - node->facet[lane] <= 4);
            assert_int_equal(node->facet[lane], w->facet);
            assert_int_equal(node->crease[lane], w->crease);
            assert_int_equal(node->tip[lane], w->tip);
            w->facet = node->facet[lane + 1];
            w->crease = node->crease[lane + 1];
            w->tip = node->tip[lane + 1];
            continue;
        }
        const ti_facet_node* child = &f->nodes[node->child[lane]];
        assert_int_equal(child->facet[0], node->facet[lane]);
        assert_int_equal(child->facet[child->count], node->facet[lane + 1]);
        assert_int_equal(child->crease[0], node->crease[lane]);
        assert_int_equal(child->crease[child->count], node->crease[lane + 1]);
        assert_int_equal(child->tip[0], node->tip[lane]);
        assert_int_equal(child->tip[child->count], node->tip[lane + 1]);
        check_node(w, node->child[lane]);
    }
}

static walk check_tree(const toi_mesh* mesh)
{
    const ti_features* f = &mesh->features;
    walk w = {.mesh = mesh};
    assert_int_equal(f->nodes[0].count, 1);
    assert_int_equal(f->nodes[0].facet[0], 0);
    assert_true(f->nodes[0].child[0] == 1 || f->node_count == 1);
    check_node(&w, 0);
    assert_int_equal(w.nodes, f->node_count);
    assert_int_equal(w.facet, f->facet_count);
    assert_int_equal(w.crease, f->crease_count);
    assert_int_equal(w.tip, f->tip_count);
    return w;
}

static shape s;

static void a_torus_has_tight_balls_and_cones(void** state)
{
    (void)state;
    make_torus(&s, 60, 40, false);
    toi_mesh* mesh = create(&s);
    check(mesh);
    walk w = check_tree(mesh);
    const ti_features* f = &mesh->features;
    double cosine = 0.0, radius = 0.0;
    uint32_t leaves = 0;
    for (uint32_t n = 0; n < f->node_count; ++n) {
        for (uint32_t lane = 0; lane < f->nodes[n].count; ++lane) {
            bool leaf = f->nodes[n].child[lane] == TI_NONE;
            leaves += leaf;
            cosine += leaf ? f->nodes[n].cosine[lane] : 0.0;
            radius += leaf ? f->nodes[n].radius[lane] : 0.0;
        }
    }
    printf("%u lanes with a cone, leaves: mean cosine %.3f, mean radius %.4f\n", w.cones, cosine / leaves,
           radius / leaves);
    // Quads are 2 pi/60 by 2 pi/40 of normals, and leaves with their neighbours about four by four of them.
    assert_true(cosine / leaves > 0.85);
    assert_true(radius / leaves < 0.12);
    toi_mesh_destroy(mesh);
}

enum { N = 40 };

// A side of the box below the grid of N by N: two low corners and the border of the grid between them.
static void add_side(const uint32_t low[4], uint32_t side)
{
    uint32_t face[N + 2], count = 0;
    face[count++] = low[side];
    face[count++] = low[(side + 1) % 4];
    for (uint32_t k = 0; k < N; ++k) {
        uint32_t back = N - 1 - k;
        const uint32_t border[4] = {back, back * N + N - 1, (N - 1) * N + k, k * N};
        face[count++] = border[side];
    }
    shape_face(&s, count, face);
}

// A closed box whose top is a grid, flat but for steps of 1e-9.
static void make_stepped_box(void)
{
    shape_clear(&s);
    for (uint32_t i = 0; i < N * N; ++i) {
        double x = i % N, y = (double)(i / N);
        shape_vertex(&s, x, y, 1e-9 * (x * x + y * y > 500.0));
    }
    uint32_t low[4];
    for (uint32_t i = 0; i < 4; ++i) {
        low[i] = shape_vertex(&s, i == 1 || i == 2 ? N - 1 : 0.0, i > 1 ? N - 1 : 0.0, -1.0);
    }
    for (uint32_t i = 0; i + 1 < N; ++i) {
        for (uint32_t j = 0; j + 1 < N; ++j) {
            uint32_t a = i * N + j;
            shape_triangle(&s, a, a + 1, a + N + 1);
            shape_triangle(&s, a, a + N + 1, a + N);
        }
    }
    shape_quad(&s, low[3], low[2], low[1], low[0]);
    for (uint32_t side = 0; side < 4; ++side) {
        add_side(low, side);
    }
}

static void nearly_equal_normals_give_narrow_cones(void** state)
{
    (void)state;
    make_stepped_box();
    toi_mesh* mesh = create(&s);
    check(mesh);
    check_tree(mesh);
    const ti_features* f = &mesh->features;
    assert_true(f->facets[0].solid);
    uint32_t narrow = 0, large = 0;
    for (uint32_t n = 0; n < f->node_count; ++n) {
        for (uint32_t lane = 0; lane < f->nodes[n].count; ++lane) {
            bool tiny = f->nodes[n].sine[lane] < 1e-8 && f->nodes[n].cosine[lane] > 0.0;
            narrow += tiny;
            large += tiny && f->nodes[n].facet[lane + 1] - f->nodes[n].facet[lane] > 64;
        }
    }
    printf("%u narrow lanes, %u of more than 64 facets\n", narrow, large);
    assert_true(narrow > 500 && large > 5);
    toi_mesh_destroy(mesh);
}

static void random_meshes_have_sound_features_and_trees(void** state)
{
    (void)state;
    test_random seed = random_start(20240);
    gen_random random = {random_bits(&seed)};
    static gen_shape g;
    uint32_t solids = 0, sheets = 0, loose = 0, hollows = 0;
    for (int i = 0; i < 400; ++i) {
        gen_shape_random(&random, &g);
        toi_mesh* mesh = gen_toi_mesh(&g);
        if (mesh == NULL) {
            continue;
        }
        check(mesh);
        check_tree(mesh);
        const ti_features* f = &mesh->features;
        for (uint32_t k = 0; k < f->facet_count; ++k) {
            solids += f->facets[k].solid;
            sheets += !f->facets[k].solid;
        }
        for (uint32_t k = 0; k < f->tip_count; ++k) {
            hollows += f->tip_class[f->tip[k]] == TI_TIP_HOLLOW;
            loose += tip_sector_count(f, f->tip[k]) == 0;
        }
        toi_mesh_destroy(mesh);
    }
    printf("facets: %u of solids, %u of sheets; tips: %u hollow, %u without facets\n", solids, sheets,
           hollows, loose);
    assert_true(solids > 1000 && sheets > 1000 && hollows > 10);
}

// A soup of everything at random places in the order: facets, segments and points.
static void loose_creases_and_tips_are_in_the_balls(void** state)
{
    (void)state;
    test_random random = random_start(7);
    for (int round = 0; round < 30; ++round) {
        shape_clear(&s);
        for (int i = 0; i < 120; ++i) {
            shape_vertex(&s, random_unit(&random), random_unit(&random), random_unit(&random));
        }
        for (int i = 0; i < 60; ++i) {
            uint32_t v[3] = {random_below(&random, 120), random_below(&random, 120),
                             random_below(&random, 120)};
            shape_face(&s, 1 + random_below(&random, round % 3 == 0 ? 2 : 3), v);
        }
        toi_mesh* mesh = create(&s);
        check(mesh);
        check_tree(mesh);
        toi_mesh_destroy(mesh);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_torus_has_tight_balls_and_cones),
        cmocka_unit_test(nearly_equal_normals_give_narrow_cones),
        cmocka_unit_test(random_meshes_have_sound_features_and_trees),
        cmocka_unit_test(loose_creases_and_tips_are_in_the_balls),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
