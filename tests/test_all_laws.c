// Laws of all contacts: what a swap, a reversal, a change of unit, place or numbering does to them.

#include "all_laws.h"

#include "core/cpu.h"
#include "core/memory.h"
#include "motion/relative.h"
#include "narrow/screw/screw.h"

static all_answer other;

// ---- bodies and time the other way round

static void swap_names(all_answer* all)
{
    for (uint32_t i = 0; i < all->count; ++i) {
        toi_contact* c = &all->contacts[i];
        toi_feature a = c->a;
        c->a = c->b;
        c->b = a;
        c->normal = v3_negate(c->normal);
        c->kind = c->kind == TOI_CONTACT_EE ? c->kind
                                            : (c->kind == TOI_CONTACT_VF ? TOI_CONTACT_FV : TOI_CONTACT_VF);
    }
}

static void check_swap(law_pair* p, law_pair* q, const sp_pair* pair, uint32_t index)
{
    (void)pair;
    toi_query_def def = {.min_properness = index % 2 == 0 ? 0.0 : -0.1, .leaving = index % 3 == 0};
    ask_law_pair(p, &def, &one);
    law_pair_build(q);
    ask_all(&q->body[1], &q->body[0], &def, &other);
    swap_names(&other);
    assert_agree(&one, &other, &(law_limits){1e-11, 1e-11, 1e-9, def.min_properness});
}

static void swapping_the_bodies_swaps_kinds_and_turns_normals(void** state)
{
    (void)state;
    for_each_pair(41, check_swap);
}

static void reverse(toi_motion* m)
{
    m->pose = toi_motion_pose(m, 1.0);
    m->angle = -m->angle;
    m->advance = -m->advance;
}

// Sheets have no inside and may be come upon from either side.
static bool is_solid(const law_pair* p)
{
    toi_mesh_info a, b;
    toi_mesh_get_info(p->mesh[0], &a);
    toi_mesh_get_info(p->mesh[1], &b);
    return a.closed && b.closed;
}

static void check_reversal(law_pair* p, law_pair* q, const sp_pair* pair, uint32_t index)
{
    (void)pair;
    toi_query_def def = {.min_properness = index % 2 == 0 ? 0.0 : -0.1, .leaving = true};
    ask_law_pair(p, &def, &one);
    reverse(&q->body[1].motion);
    ask_law_pair(q, &def, &other);
    if (!is_solid(p)) {
        return;
    }
    one.result.start = other.result.start; // now the ends of the motion
    one.result.answer = other.result.answer;
    for (uint32_t i = 0; i < other.count; ++i) {
        toi_contact* c = &other.contacts[i];
        c->time = 1.0 - c->time;
        c->entering = !c->entering;
        c->approach = -c->approach;
    }
    assert_agree(&one, &other, &(law_limits){1e-10, 1e-10, 1e-8, def.min_properness});
}

static void reversing_time_swaps_entering_and_leaving(void** state)
{
    (void)state;
    for_each_pair(42, check_reversal);
}

// ---- units, places, numbers

static toi_contact scaled(toi_contact c, double s)
{
    c.gap *= s;
    c.approach *= s;
    c.model_error *= s;
    c.point = v3_scale(s, c.point);
    c.point_in_a = v3_scale(s, c.point_in_a);
    return c;
}

static void check_power_of_two(law_pair* p, law_pair* q, const sp_pair* pair, uint32_t index)
{
    (void)pair;
    static const int powers[] = {-300, -20, -1, 7, 200};
    int k = powers[index % 5];
    toi_query_def def = {.min_properness = index % 2 == 0 ? 0.0 : -0.1};
    ask_law_pair(p, &def, &one);
    scale_law_pair(q, ldexp(1.0, k));
    ask_law_pair(q, &def, &other);
    assert_int_equal(one.count, other.count);
    assert_true(one.result.t_free == other.result.t_free && one.result.t_hit == other.result.t_hit);
    for (uint32_t i = 0; i < one.count; ++i) {
        toi_contact x = one.contacts[i], y = scaled(other.contacts[i], ldexp(1.0, -k));
        assert_true(same_names(&x, &y) && x.group == y.group && x.entering == y.entering);
        assert_memory_equal(&x.time, &y.time, offsetof(toi_contact, group) - offsetof(toi_contact, time));
    }
}

static void scaling_by_powers_of_two_gives_the_same_bits(void** state)
{
    (void)state;
    for_each_pair(43, check_power_of_two);
}

static void check_size(law_pair* p, law_pair* q, const sp_pair* pair, uint32_t index)
{
    (void)pair;
    static const double sizes[] = {1e-6, 1e-3, 3.0, 1e3, 1e6};
    double size = sizes[index % 5];
    ask_law_pair(p, NULL, &one);
    scale_law_pair(q, size);
    ask_law_pair(q, NULL, &other);
    for (uint32_t i = 0; i < other.count; ++i) {
        other.contacts[i] = scaled(other.contacts[i], 1.0 / size);
    }
    assert_agree(&one, &other, &(law_limits){1e-11, 1e-11, 1e-8, 0.0});
}

static void sizes_from_a_millionth_to_a_million_give_the_same_contacts(void** state)
{
    (void)state;
    for_each_pair(44, check_size);
}

// A million sizes away doubles are 1e-10 sizes apart: so much do vertices and poses move.
static void check_offset(law_pair* p, law_pair* q, const sp_pair* pair, uint32_t index)
{
    (void)pair;
    toi_vec3 by = {1e6, -0.7e6, 0.4e6};
    toi_query_def def = {.tolerance = 1e-8}; // what is flat may be so no longer
    ask_law_pair(p, &def, &one);
    for (int k = 0; k < 2; ++k) {
        toi_motion* m = &q->body[k].motion;
        ti_mat3 r = m3_from_quat(q_normalize(m->pose.quaternion));
        for (uint32_t i = 0; i < q->sample[k].vertex_count && index % 2 == 0; ++i) {
            double* v = q->sample[k].vertices + 3 * (size_t)i;
            v[0] += by.x;
            v[1] += by.y;
            v[2] += by.z;
        }
        if (index % 2 == 0) {
            m->pose.position = v3_sub(m->pose.position, m3_apply(&r, by));
        } else {
            m->pose.position = v3_add(m->pose.position, by);
            m->point = v3_add(m->point, by);
        }
    }
    ask_law_pair(q, &def, &other);
    for (uint32_t i = 0; i < other.count && index % 2 == 1; ++i) {
        other.contacts[i].point = v3_sub(other.contacts[i].point, by);
    }
    assert_agree(&one, &other, &(law_limits){1e-6, 1e-6, 1e-6, 0.0});
}

static void a_million_sizes_away_the_contacts_are_the_same(void** state)
{
    (void)state;
    for_each_pair(45, check_offset);
}

static void check_numbers(law_pair* p, law_pair* q, const sp_pair* pair, uint32_t index)
{
    (void)pair;
    toi_query_def def = {.min_properness = index % 2 == 0 ? 0.0 : -0.1};
    test_random random = {index};
    ask_law_pair(p, &def, &one);
    for (int k = 0; k < 2; ++k) {
        sample_shuffle(&q->sample[k], &random);
    }
    ask_law_pair(q, &def, &other);
    assert_int_equal(one.count, other.count);
    for (uint32_t i = 0; i < one.count; ++i) { // names aside, in whatever order equal times are
        const toi_contact* x = &one.contacts[i];
        bool found = false;
        for (uint32_t n = 0; !found && n < other.count; ++n) {
            toi_contact y = other.contacts[n];
            found = fabs(x->time - y.time) <= 1e-12 && x->kind == y.kind &&
                    v3_length(v3_sub(x->point, y.point)) <= 1e-11 &&
                    fabs(x->properness - y.properness) <= 1e-9;
        }
        assert_true(found);
    }
}

static void the_order_of_vertices_and_faces_does_not_matter(void** state)
{
    (void)state;
    for_each_pair(46, check_numbers);
}

// ---- kernels

static void find_with(const ti_screw_pair* pair, bool avx2, ti_array* found, ti_screw_effort* effort)
{
    *effort = (ti_screw_effort){.max_steps = UINT64_MAX, .complete = true};
    found->count = 0;
    assert_int_equal(ti_screw_find_with(pair, avx2, effort, found), TOI_OK);
}

static void check_kernels(law_pair* p, law_pair* q, const sp_pair* pair, uint32_t index)
{
    (void)q;
    (void)pair;
    ask_law_pair(p, NULL, &one);
    ti_screw_terms terms = {.max_model_error = 1e-6, .max_pieces = 1};
    ti_screw_walk walk;
    ti_screw screw;
    ti_screw_walk_begin(&p->body[0], &p->body[1], &terms, &walk);
    assert_true(ti_screw_walk_next(&walk, &screw));
    ti_screw_pair at;
    ti_screw_pair_set(p->mesh[0], p->mesh[1], &screw, 0.0, &at);
    at.min_properness = index % 2 == 0 ? 0.0 : -0.5;
    at.leaving = index % 3 == 0;
    at.first_only = index % 5 == 0;
    toi_allocator allocator = ti_allocator_or_default(NULL);
    ti_array found[2];
    ti_screw_effort effort[2];
    for (int k = 0; k < 2; ++k) {
        found[k] = ti_array_make(sizeof(ti_screw_contact), &allocator);
        find_with(&at, k == 1 && ti_cpu_has_avx2(), &found[k], &effort[k]);
    }
    assert_int_equal(found[0].count, found[1].count);
    assert_true(effort[0].steps == effort[1].steps);
    const ti_screw_contact *x = found[0].data, *y = found[1].data;
    for (size_t i = 0; i < found[0].count; ++i) {
        assert_true(x[i].kind == y[i].kind && x[i].feature[0] == y[i].feature[0]);
        assert_true(x[i].feature[1] == y[i].feature[1] && x[i].at_end == y[i].at_end);
        assert_memory_equal(&x[i].s, &y[i].s,
                            offsetof(ti_screw_contact, entering) - offsetof(ti_screw_contact, s));
    }
    ti_array_release(&found[0]);
    ti_array_release(&found[1]);
}

static void both_kernels_give_equal_bits(void** state)
{
    (void)state;
    for_each_pair(47, check_kernels);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(swapping_the_bodies_swaps_kinds_and_turns_normals),
        cmocka_unit_test(reversing_time_swaps_entering_and_leaving),
        cmocka_unit_test(scaling_by_powers_of_two_gives_the_same_bits),
        cmocka_unit_test(sizes_from_a_millionth_to_a_million_give_the_same_contacts),
        cmocka_unit_test(a_million_sizes_away_the_contacts_are_the_same),
        cmocka_unit_test(the_order_of_vertices_and_faces_does_not_matter),
        cmocka_unit_test(both_kernels_give_equal_bits),
    };
    return cmocka_run_group_tests(cases, open_shapes, close_shapes);
}
