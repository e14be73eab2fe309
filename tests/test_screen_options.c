// Options of the collision screen: orders, coarse bodies, limits, units, memory, and what is drawn.

#include "failing_allocator.h"
#include "screen_support.h"

static int compare_contacts(const void* a, const void* b)
{
    const ti_screw_contact *x = a, *y = b;
    if (x->kind != y->kind) {
        return x->kind < y->kind ? -1 : 1;
    }
    for (int k = 0; k < 2; ++k) {
        if (x->feature[k] != y->feature[k]) {
            return x->feature[k] < y->feature[k] ? -1 : 1;
        }
    }
    return x->s < y->s ? -1 : (x->s > y->s ? 1 : 0);
}

static ti_screen_size find(const scene* s, const ti_screen_def* def, double min_properness,
                           ti_array* contacts)
{
    ti_screw_pair pair = scene_pair(s, min_properness);
    ti_screen_size size;
    contacts->count = 0;
    assert_int_equal(ti_screen_find(&pair, def, contacts, &size), TOI_OK);
    if (contacts->count > 0) {
        qsort(contacts->data, contacts->count, sizeof(ti_screw_contact), compare_contacts);
    }
    return size;
}

static void assert_equal(const ti_array* a, const ti_array* b)
{
    const ti_screw_contact *x = a->data, *y = b->data;
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; ++i) {
        assert_int_equal(compare_contacts(&x[i], &y[i]), 0);
        assert_true(v3_equal(x[i].point, y[i].point) && v3_equal(x[i].normal, y[i].normal));
        assert_true(x[i].properness == y[i].properness && x[i].approach == y[i].approach);
    }
}

// Tori on random screws: `s` has them already.
static void random_screw(test_random* random, scene* s)
{
    toi_quat q = {random_between(random, -1, 1), random_between(random, -1, 1), random_between(random, -1, 1),
                  random_between(random, -1, 1)};
    s->screw.start.quaternion = q_normalize(q);
    s->screw.start.position = v3(random_between(random, -2, 2), random_between(random, -2, 2), 0.0);
    s->screw.point = v3(random_between(random, -1, 1), random_between(random, -1, 1), 0.0);
    s->screw.axis = v3(random_between(random, -1, 1), random_between(random, -1, 1), 1.0);
    s->screw.angle = random_between(random, -3, 3);
    s->screw.advance = random_between(random, -2, 2);
}

static void make_tori(scene* s)
{
    static shape torus;
    shape_torus(&torus, 1.0, 0.35, 16, 8);
    scene_init(s, &torus, &torus);
}

static void all_orders_and_coarse_bodies_find_the_same(void** state)
{
    (void)state;
    scene s;
    make_tori(&s);
    test_random random = random_start(4);
    ti_array contacts[2] = {ti_array_make(sizeof(ti_screw_contact), NULL),
                            ti_array_make(sizeof(ti_screw_contact), NULL)};
    size_t total = 0;
    uint64_t records[2] = {0, 0};
    toi_mesh* hull = NULL;
    assert_int_equal(toi_mesh_create_box(v3(1.4, 1.5, 0.4), NULL, &hull, NULL), TOI_OK);
    assert_true(ti_screen_encloses(hull, s.mesh[0]));
    for (int i = 0; i < 40; ++i) {
        random_screw(&random, &s);
        double threshold = i % 2 == 0 ? 0.0 : -0.1;
        ti_screen_def def = {.robust = i % 4 < 2};
        ti_screen_size size = find(&s, &def, threshold, &contacts[0]);
        records[0] += size.records[0] + size.records[1];
        total += contacts[0].count;
        for (int other = 0; other < 4; ++other) {
            ti_screen_def more = def;
            more.order = other == 0 ? TI_SCREEN_BY_TIME : (other == 1 ? TI_SCREEN_HASHED : TI_SCREEN_SORTED);
            more.boxes = other == 2;
            more.coarse[0] = other == 3 ? hull : NULL;
            size = find(&s, &more, threshold, &contacts[1]);
            records[1] += other == 2 ? size.records[0] + size.records[1] : 0;
            assert_equal(&contacts[0], &contacts[1]);
        }
    }
    printf("%zu contacts, %llu records, %llu with boxes\n", total, (unsigned long long)records[0],
           (unsigned long long)records[1]);
    assert_true(total > 100 && records[1] < records[0]);
    toi_mesh_destroy(hull);
    for (int k = 0; k < 2; ++k) {
        ti_array_release(&contacts[k]);
    }
    scene_release(&s);
}

static void a_coarse_mesh_encloses_exactly_or_not_at_all(void** state)
{
    (void)state;
    static shape cube, torus, open;
    shape_box(&cube, 0.5, 0.25, 0.3);
    shape_torus(&torus, 0.3, 0.1, 9, 6);
    toi_mesh* fine = shape_mesh(&cube);
    assert_true(ti_screen_encloses(fine, fine));
    double least = nextafter(0.3, 0.0), most = nextafter(0.3, 1.0);
    shape_box(&cube, 0.5, 0.25, most);
    toi_mesh* larger = shape_mesh(&cube);
    shape_box(&cube, 0.5, 0.25, least);
    toi_mesh* smaller = shape_mesh(&cube);
    assert_true(ti_screen_encloses(larger, fine) && !ti_screen_encloses(smaller, fine));
    // A torus has points of its own outside of some of its planes, and an open box encloses nothing.
    toi_mesh* ring = shape_mesh(&torus);
    assert_false(ti_screen_encloses(ring, ring));
    shape_box(&open, 2.0, 2.0, 2.0);
    open.face_count = 5;
    toi_mesh* bowl = shape_mesh(&open);
    assert_false(ti_screen_encloses(bowl, fine));
    toi_mesh* all[5] = {fine, larger, smaller, ring, bowl};
    for (int i = 0; i < 5; ++i) {
        toi_mesh_destroy(all[i]);
    }
}

static void a_thread_in_its_hole_touches_when_pushed_alone(void** state)
{
    (void)state;
    static shape nut, rod;
    shape_thread(&nut, &(thread_def){0.6, 0.06, 0.3, 0.75, 0.08, 1.0});
    shape_thread(&rod, &(thread_def){0.6, 0.06, 0.3, 0.75, 0.0, 0.0});
    scene s;
    memset(&s, 0, sizeof s);
    s.mesh[0] = shape_mesh(&nut);
    s.mesh[1] = shape_mesh(&rod);
    s.pose_a = s.screw.start = (toi_pose)TOI_POSE_IDENTITY;
    s.screw.to = 1.0;
    s.screw.axis = v3(0.0, 1.0, 0.0);
    ti_array contacts = ti_array_make(sizeof(ti_screw_contact), NULL);
    for (int order = TI_SCREEN_SORTED; order <= TI_SCREEN_HASHED; ++order) {
        ti_screen_def def = {.pixels = 6, .order = (ti_screen_order)order};
        static const double angles[] = {0.5, -1.5, 3.0, 6.2, 13.0};
        for (int i = 0; i < 5; ++i) {
            s.screw.angle = angles[i];
            s.screw.advance = 0.3 * angles[i] / (2.0 * M_PI);
            assert_true(find(&s, &def, 0.0, &contacts).complete);
            assert_int_equal(contacts.count, 0);
        }
        // Along the axis a flank is gap pitch/(4 deep) = 0.1 away.
        s.screw.angle = 0.0;
        s.screw.advance = 0.15;
        find(&s, &def, 0.0, &contacts);
        const ti_screw_contact* all = contacts.data;
        assert_true(contacts.count > 100);
        for (size_t i = 0; i < contacts.count; ++i) {
            assert_near(all[i].s, 2.0 / 3.0, 1e-12 + all[i].s_error);
        }
    }
    ti_array_release(&contacts);
    toi_mesh_destroy(s.mesh[0]);
    toi_mesh_destroy(s.mesh[1]);
}

static void the_unit_of_length_changes_no_bit(void** state)
{
    (void)state;
    static shape small, large;
    shape_torus(&small, 1.0, 0.35, 16, 8);
    large = small;
    for (uint32_t i = 0; i < 3 * large.vertex_count; ++i) {
        large.vertex[i] *= 0x1p40;
    }
    scene s[2];
    scene_init(&s[0], &small, &small);
    scene_init(&s[1], &large, &large);
    test_random random = random_start(5);
    ti_array contacts[2] = {ti_array_make(sizeof(ti_screw_contact), NULL),
                            ti_array_make(sizeof(ti_screw_contact), NULL)};
    for (int i = 0; i < 20; ++i) {
        random_screw(&random, &s[0]);
        s[1].screw = s[0].screw;
        s[1].screw.start.position = v3_scale(0x1p40, s[0].screw.start.position);
        s[1].screw.point = v3_scale(0x1p40, s[0].screw.point);
        s[1].screw.advance *= 0x1p40;
        ti_screen_size size[2];
        for (int k = 0; k < 2; ++k) {
            size[k] = find(&s[k], NULL, 0.0, &contacts[k]);
        }
        assert_equal(&contacts[0], &contacts[1]);
        assert_true(size[0].pairs == size[1].pairs && size[0].pixel == size[1].pixel);
    }
    for (int k = 0; k < 2; ++k) {
        ti_array_release(&contacts[k]);
        scene_release(&s[k]);
    }
}

static void an_axis_far_away_costs_no_more(void** state)
{
    (void)state;
    scene s;
    make_tori(&s);
    ti_array contacts = ti_array_make(sizeof(ti_screw_contact), NULL);
    s.screw.start.position = v3(-3.0, 0.2, 0.1);
    s.screw.axis = v3(0.0, 1.0, 0.0);
    uint32_t most = 0, first = 0;
    for (double far = 1e2; far < 1e9; far *= 10.0) {
        s.screw.point = v3(0.0, 0.0, -far);
        s.screw.angle = 3.0 / far;
        ti_screen_size size = find(&s, NULL, 0.0, &contacts);
        uint32_t records = size.records[0] + size.records[1];
        first = first > 0 ? first : records;
        most = records > most ? records : most;
        assert_true(contacts.count > 0 && size.rows < 200);
    }
    assert_true(10 * most < 12 * first);
    ti_array_release(&contacts);
    scene_release(&s);
}

static void a_work_limit_says_so(void** state)
{
    (void)state;
    scene s;
    make_tori(&s);
    s.screw.start.position = v3(-3.0, 0.0, 0.0);
    s.screw.axis = v3(1.0, 0.1, 0.2);
    s.screw.advance = 2.0;
    ti_array contacts = ti_array_make(sizeof(ti_screw_contact), NULL);
    ti_screen_def def = {.max_records = 100};
    ti_screen_size size = find(&s, &def, 0.0, &contacts);
    assert_false(size.complete);
    assert_true(size.records[0] <= 100 && size.records[1] <= 100 && contacts.count == 0);
    def.max_records = 0;
    assert_true(find(&s, &def, 0.0, &contacts).complete && contacts.count > 0);
    ti_array_release(&contacts);
    scene_release(&s);
}

static void what_does_not_move_is_told_where_it_touches(void** state)
{
    (void)state;
    static shape cube;
    shape_box(&cube, 0.5, 0.5, 0.5);
    scene s;
    scene_init(&s, &cube, &cube);
    ti_array contacts = ti_array_make(sizeof(ti_screw_contact), NULL);
    s.screw.start.position = v3(1.0, 0.3, 0.2);
    find(&s, NULL, 0.0, &contacts);
    assert_true(contacts.count > 0);
    s.screw.start.position = v3(1.01, 0.3, 0.2);
    find(&s, NULL, 0.0, &contacts);
    assert_int_equal(contacts.count, 0);
    ti_array_release(&contacts);
    scene_release(&s);
}

static void every_allocation_may_fail(void** state)
{
    (void)state;
    scene s;
    make_tori(&s);
    s.screw.start.position = v3(-3.0, 0.3, 0.1);
    s.screw.axis = v3(1.0, 0.1, 0.2);
    s.screw.advance = 2.0;
    s.screw.angle = 0.4;
    ti_screw_pair pair = scene_pair(&s, 0.0);
    for (int order = TI_SCREEN_SORTED; order <= TI_SCREEN_HASHED; ++order) {
        ti_screen_def def = {.order = (ti_screen_order)order, .boxes = true};
        for (uint64_t n = 1;; ++n) {
            failing_allocator failing = failing_allocator_make(n, false);
            toi_allocator allocator = failing_allocator_use(&failing);
            ti_array contacts = ti_array_make(sizeof(ti_screw_contact), &allocator);
            ti_screen_size size;
            toi_status status = ti_screen_find(&pair, &def, &contacts, &size);
            bool fails = failing.failures > 0;
            size_t count = contacts.count;
            ti_array_release(&contacts);
            assert_int_equal(failing.live, 0);
            assert_int_equal(status, fails ? TOI_ERROR_MEMORY : TOI_OK);
            if (!fails) {
                assert_true(n > 20 && count > 0);
                break;
            }
        }
    }
    scene_release(&s);
}

static void a_drawing_has_each_crease_whole(void** state)
{
    (void)state;
    static shape cube;
    shape_box(&cube, 0.5, 0.5, 0.5);
    scene s;
    scene_init(&s, &cube, &cube);
    s.screw.start.position = v3(3.0, 0.3, 0.2);
    s.screw.axis = v3(-1.0, 0.2, 0.3);
    s.screw.advance = 4.0;
    s.screw.angle = 0.3;
    ti_screw_pair pair = scene_pair(&s, -1.0);
    ti_array records = ti_array_make(sizeof(ti_screen_record), NULL);
    ti_screen_size size;
    assert_int_equal(ti_screen_draw(&pair, NULL, &records, &size), TOI_OK);
    assert_int_equal(records.count, size.records[0] + size.records[1]);
    assert_true(size.rows > 5 && size.columns > 5);
    const ti_screen_record* all = records.data;
    double begin = 0.0;
    for (size_t i = 0; i < records.count; ++i) {
        assert_true(all[i].from.r >= all[i].row - all[i].error.r - 1e-9);
        assert_true(all[i].from.r <= all[i].row + 1.0 + all[i].error.r + 1e-9);
        if (all[i].crease != TI_NONE) {
            // Pieces of an edge follow each other, overlapping by no more than their errors.
            if (all[i].vertex[0] != TI_NONE) {
                assert_true(all[i].u[0] == 0.0);
                begin = 0.0;
            }
            assert_true(all[i].u[0] <= begin + 1e-12 && all[i].u[1] >= all[i].u[0]);
            begin = all[i].u[1];
            assert_true(all[i].vertex[1] == TI_NONE || all[i].u[1] == 1.0);
        }
    }
    ti_array_release(&records);
    scene_release(&s);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(all_orders_and_coarse_bodies_find_the_same),
        cmocka_unit_test(a_coarse_mesh_encloses_exactly_or_not_at_all),
        cmocka_unit_test(a_thread_in_its_hole_touches_when_pushed_alone),
        cmocka_unit_test(the_unit_of_length_changes_no_bit),
        cmocka_unit_test(an_axis_far_away_costs_no_more),
        cmocka_unit_test(a_work_limit_says_so),
        cmocka_unit_test(what_does_not_move_is_told_where_it_touches),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(a_drawing_has_each_crease_whole),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
