// Both builds of the kernels of touches give the same bits, and what they say is right.

#include "core/cpu.h"
#include "mesh_samples.h"
#include "narrow/trace/touch_parts.h"
#include "random_point.h"

void ti_touch_span_plain(const touch_view* view, const ti_facet* facets, uint32_t count, touch_spans* spans);
void ti_touch_span_avx2(const touch_view* view, const ti_facet* facets, uint32_t count, touch_spans* spans);
unsigned ti_touch_lanes_plain(const touch_body* b, const ti_facet_node* node, const touch_probe* probe);
unsigned ti_touch_lanes_avx2(const touch_body* b, const ti_facet_node* node, const touch_probe* probe);

static ti_mat3 random_turn(test_random* random)
{
    toi_vec3 q = random_point(random, 1.0);
    return m3_from_quat(q_normalize((toi_quat){random_between(random, -1.0, 1.0), q.x, q.y, q.z}));
}

static void points_over_facets_are_as_high_as_they_are_one_by_one(void** state)
{
    (void)state;
    if (!ti_cpu_has_avx2()) {
        skip();
    }
    test_random random = random_start(6);
    mesh_sample s = sample_turned_box(1.0, 0.6, 0.8);
    toi_mesh* mesh = sample_mesh(&s);
    const ti_features* f = &mesh->features;
    for (int n = 0; n < 1000; ++n) {
        touch_view view = {random_turn(&random), random_point(&random, 3.0),
                           random_between(&random, 0.1, 1.0), &mesh->support.points};
        touch_spans plain, wide;
        uint32_t count = 1 + random_below(&random, f->facet_count);
        ti_touch_span_plain(&view, f->facets, count, &plain);
        ti_touch_span_avx2(&view, f->facets, count, &wide);
        for (uint32_t i = 0; i < count; ++i) {
            toi_vec3 up = m3_apply(&view.turn, f->facets[i].normal);
            double offset = view.scale * f->facets[i].offset + v3_dot(view.shift, f->facets[i].normal);
            double low = HUGE_VAL, high = -HUGE_VAL;
            for (uint32_t k = 0; k < mesh->vertex_count; ++k) {
                low = fmin(low, v3_dot(up, mesh->local[k]) - offset);
                high = fmax(high, v3_dot(up, mesh->local[k]) - offset);
            }
            assert_true(plain.low[i] == wide.low[i] && plain.high[i] == wide.high[i]);
            assert_near(plain.low[i], low, 1e-14);
            assert_near(plain.high[i], high, 1e-14);
        }
    }
    toi_mesh_destroy(mesh);
}

static void set_probe(touch_probe* p, toi_vec3 low, toi_vec3 high)
{
    const double l[3] = {low.x, low.y, low.z}, h[3] = {high.x, high.y, high.z};
    for (int c = 0; c < 3; ++c) {
        p->low[c] = (float)l[c];
        p->high[c] = (float)h[c];
    }
}

static bool box_is_near(const ti_facet_node* node, uint32_t lane, const touch_probe* p)
{
    bool near = true;
    for (int c = 0; c < 3; ++c) {
        near = near && node->side[c][lane] <= p->high[c] && node->side[3 + c][lane] >= p->low[c];
    }
    return near;
}

static void balls_and_boxes_near_a_box_are_found_by_both_and_one_by_one(void** state)
{
    (void)state;
    if (!ti_cpu_has_avx2()) {
        skip();
    }
    test_random random = random_start(7);
    mesh_sample s = sample_torus(24, 12, 2.0, 0.7);
    toi_mesh* mesh = sample_mesh(&s);
    const ti_features* f = &mesh->features;
    uint32_t near = 0, far = 0, beside = 0;
    for (int n = 0; n < 3000; ++n) {
        touch_body b = {.mesh = mesh, .features = f, .turned = true, .scale = 0.5};
        b.put = random_turn(&random);
        for (int i = 0; i < 3; ++i) {
            b.put.row[i] = v3_scale(b.scale, b.put.row[i]);
        }
        b.shift = random_point(&random, 0.4);
        touch_pack box = {.lower = random_point(&random, 0.5)};
        box.upper = v3_add(box.lower, v3(0.6, 0.5, 0.7));
        const ti_facet_node* node = &f->nodes[random_below(&random, f->node_count)];
        touch_probe probe = {.box = &box, .wide = 0.01};
        toi_vec3 low = random_point(&random, 1.5);
        set_probe(&probe, low, v3_add(low, v3(2.0, 2.0, 2.0)));
        unsigned bits = ti_touch_lanes_plain(&b, node, &probe);
        assert_int_equal(bits, ti_touch_lanes_avx2(&b, node, &probe));
        assert_int_equal(bits >> node->count, 0);
        for (uint32_t i = 0; i < node->count; ++i) {
            toi_vec3 c = {node->center[0][i], node->center[1][i], node->center[2][i]};
            c = xf_point(&b.put, b.shift, c);
            toi_vec3 d = v3_sub(c, v3_max(box.lower, v3_min(box.upper, c)));
            double apart = v3_length(d) - b.scale * node->radius[i];
            bool is_near = (bits >> i & 1u) != 0;
            bool box_near = box_is_near(node, i, &probe);
            assert_true(is_near == (box_near && apart <= 0.01) || fabs(apart - 0.01) < 1e-11);
            near += is_near;
            far += box_near && !is_near;
            beside += !box_near && apart <= 0.01;
        }
    }
    printf("%u near, %u far, %u beside\n", near, far, beside);
    assert_true(near > 200 && far > 200 && beside > 200);
    // What is no number is near.
    touch_pack box = {.lower = {-9.0, -9.0, -9.0}, .upper = {9.0, 9.0, 9.0}};
    touch_probe probe = {&box, 1.0, {NAN, NAN, NAN}, {NAN, NAN, NAN}};
    touch_body b = {.mesh = mesh, .features = f, .scale = 1.0, .put = random_turn(&random)};
    unsigned all = (1u << f->nodes[1].count) - 1u;
    assert_int_equal(ti_touch_lanes_plain(&b, &f->nodes[1], &probe), all);
    assert_int_equal(ti_touch_lanes_avx2(&b, &f->nodes[1], &probe), all);
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(points_over_facets_are_as_high_as_they_are_one_by_one),
        cmocka_unit_test(balls_and_boxes_near_a_box_are_found_by_both_and_one_by_one),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
