// Convex meshes as parts: boxes given as meshes have the intervals of boxes, and other bodies those of first
// contact.

#include "cmocka_toi.h"
#include "failing_allocator.h"
#include "support/solid_pairs.h"

static bool is_thick(const toi_part* part)
{
    return part->half.x > 0.0 && part->half.y > 0.0 && part->half.z > 0.0;
}

typedef struct meshes {
    toi_mesh* mesh[2][SOLID_PARTS];
} meshes;

// Gives every second part that has a volume as a mesh; how many.
static uint32_t make_meshes(test_random* random, solid_pair* pair, meshes* m)
{
    uint32_t count = 0;
    *m = (meshes){{{NULL}}};
    for (int k = 0; k < 2; ++k) {
        for (uint32_t i = 0; i < pair->solids[k].part_count; ++i) {
            toi_part* part = &pair->parts[k][i];
            if (is_thick(part) && random_below(random, 2) == 0) {
                assert_int_equal(toi_mesh_create_box(part->half, NULL, &m->mesh[k][i], NULL), TOI_OK);
                part->kind = TOI_PART_CONVEX;
                part->mesh = m->mesh[k][i];
                ++count;
            }
        }
    }
    return count;
}

static void release_meshes(meshes* m)
{
    for (int k = 0; k < 2; ++k) {
        for (int i = 0; i < SOLID_PARTS; ++i) {
            toi_mesh_destroy(m->mesh[k][i]);
        }
    }
}

static void boxes_as_meshes_are_boxes(void** state)
{
    (void)state;
    test_random random = random_start(1);
    uint32_t converted = 0, named = 0, events = 0;
    double worst = 0.0;
    for (uint64_t i = 0; i < 240; ++i) {
        solid_pair pair;
        toi_boxes_result results[2];
        meshes m;
        solid_pair_random(random.state + i, i, (solid_family)(i % SOLID_FAMILIES), &pair);
        toi_boxes_def def = {.solids = pair.solids, .solid_count = 2};
        assert_int_equal(toi_boxes_check(&def, &results[0], NULL), TOI_OK);
        converted += make_meshes(&random, &pair, &m);
        assert_int_equal(toi_boxes_check(&def, &results[1], NULL), TOI_OK);
        const toi_boxes_pair *boxes = &results[0].pairs[0], *found = &results[1].pairs[0];
        solid_verdict v = solid_judge(&pair, found, 60);
        if (v.fault != NULL) {
            fail_msg("pair %u: %s at %.17g, %g", (unsigned)i, v.fault, v.time, v.apart);
        }
        worst = fmax(worst, v.beyond);
        for (uint32_t k = 0; k < found->interval_count && found->interval_count == boxes->interval_count;
             ++k) {
            const toi_contact *c = &found->intervals[k].at_enter.contact,
                              *d = &boxes->intervals[k].at_enter.contact;
            bool same = c->kind == d->kind && memcmp(&c->a, &d->a, sizeof c->a) == 0 &&
                        memcmp(&c->b, &d->b, sizeof c->b) == 0;
            events += c->kind != TOI_CONTACT_NONE;
            named += c->kind != TOI_CONTACT_NONE && same;
        }
        toi_boxes_result_release(&results[0]);
        toi_boxes_result_release(&results[1]);
        release_meshes(&m);
    }
    print_message(
        "%u parts as meshes; %u of %u first touches have equal names; widest beyond the blur %.2g\n",
        converted, named, events, worst);
    assert_true(converted > 200 && 20 * named >= 19 * events && events > 60);
}

// ---- memory

static void without_memory_nothing_is_left(void** state)
{
    (void)state;
    test_random random = random_start(2);
    solid_pair pair;
    meshes m;
    uint64_t index = 0;
    do {
        solid_pair_random(random.state, index++, SOLID_FITTED, &pair);
    } while (make_meshes(&random, &pair, &m) < 2);
    toi_boxes_def def = {.solids = pair.solids, .solid_count = 2};
    bool done = false;
    for (uint64_t at = 1; !done; ++at) {
        failing_allocator f = failing_allocator_make(at, at % 2 == 0);
        toi_allocator allocator = failing_allocator_use(&f);
        toi_boxes_result result;
        def.allocator = &allocator;
        toi_status status = toi_boxes_check(&def, &result, NULL);
        done = status == TOI_OK;
        if (done) {
            toi_boxes_result_release(&result);
        } else {
            assert_int_equal(status, TOI_ERROR_MEMORY);
        }
        assert_int_equal(f.live, 0);
    }
    release_meshes(&m);
}

// A cube as a mesh around (10, 0, 0) of its frame, and a point that comes to each face.
static void faces_of_a_mesh_beside_its_origin_keep_their_numbers(void** state)
{
    (void)state;
    static const uint32_t corners[] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                       2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
    static const uint32_t offsets[] = {0, 4, 8, 12, 16, 20, 24};
    double vertices[24];
    for (uint32_t i = 0; i < 8; ++i) {
        vertices[3 * i] = i & 1 ? 11.0 : 9.0;
        vertices[3 * i + 1] = i & 2 ? 1.0 : -1.0;
        vertices[3 * i + 2] = i & 4 ? 1.0 : -1.0;
    }
    const toi_mesh_def mesh_def = {.vertices = vertices,
                                   .vertex_count = 8,
                                   .indices = corners,
                                   .face_offsets = offsets,
                                   .face_count = 6};
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create(&mesh_def, &mesh, NULL), TOI_OK);
    const toi_part parts[2] = {{.kind = TOI_PART_CONVEX, .mesh = mesh}, {.half = {0.0, 0.0, 0.0}}};
    for (uint32_t face = 0; face < 6; ++face) {
        double way[3] = {0.25, 0.25, 0.25};
        way[face / 2] = face % 2 == 0 ? -3.0 : 3.0;
        toi_motion m = {
            .kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY, .by = {-way[0], -way[1], -way[2]}};
        m.pose.position = (toi_vec3){10.0 + way[0], way[1], way[2]};
        const toi_solid solids[2] = {{&parts[0], 1, {.kind = TOI_MOTION_STATIC, .pose = TOI_POSE_IDENTITY}},
                                     {&parts[1], 1, m}};
        toi_boxes_def def = {.solids = solids, .solid_count = 2};
        toi_boxes_result r;
        assert_int_equal(toi_boxes_check(&def, &r, NULL), TOI_OK);
        assert_int_equal(r.pairs[0].interval_count, 1);
        const toi_boxes_interval* span = &r.pairs[0].intervals[0];
        assert_near(span->enter, 2.0 / 3.0, 1e-12);
        assert_int_equal(span->at_enter.contact.kind, TOI_CONTACT_FV);
        assert_int_equal(span->at_enter.contact.a.index[0], face);
        toi_boxes_result_release(&r);
    }
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_of_a_mesh_beside_its_origin_keep_their_numbers),
        cmocka_unit_test(boxes_as_meshes_are_boxes),
        cmocka_unit_test(without_memory_nothing_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
