// Which features the paper's route leaves out, and how far its zone reaches [VanWaveren05, sections 3.5 and
// 4].

#include "narrow/trace/paper_parts.h"
#include "paper_support.h"

// A body as it stands, its features asked for one by one.
typedef struct asked {
    ti_paper_terms terms;
    ti_paper_frame frame;
    ti_paper_gather gather;
} asked;

static void ask(asked* q, const toi_mesh* mesh, uint32_t sides, bool mover, toi_move move)
{
    q->terms = paper_terms(mesh, pose_at(0.0, 0.0, 0.0), mesh, move, 0.0);
    q->terms.mover.sides = q->terms.still.sides = sides;
    ti_paper_frame_init(&q->terms, &q->frame);
    q->gather = (ti_paper_gather){.terms = &q->terms, .frame = &q->frame, .mover = mover};
}

static uint32_t live_edges(const asked* q)
{
    const ti_features* f = &q->terms.still.mesh->features;
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->crease_count; ++i) {
        count += ti_paper_crease_is_live(&q->gather, &f->creases[i]);
    }
    return count;
}

static uint32_t live_tips(const asked* q)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < q->terms.still.mesh->vertex_count; ++i) {
        count += ti_paper_tip_is_live(&q->gather, i);
    }
    return count;
}

static uint32_t live_faces(const asked* q, int side)
{
    const ti_features* f = &q->terms.still.mesh->features;
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->facet_count; ++i) {
        count += ti_paper_facet_is_live(&q->gather, &f->facets[i], side);
    }
    return count;
}

static const toi_vec3 zero = {0.0, 0.0, 0.0};

static void edges_between_faces_that_face_each_other_are_internal(void** state)
{
    (void)state;
    toi_move rest = translate(0.0, 0.0, 0.0);
    struct {
        ts_still which;
        uint32_t edges, skipped; // edges that are not flat, and those of them that are internal
    } known[] = {{TS_CUBE, 12, 0}, {TS_LSHAPE, 18, 1}, {TS_STAIRS, 24, 2}, {TS_OCTA, 12, 0}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        asked q;
        toi_mesh* mesh = paper_still(known[i].which, zero);
        ask(&q, mesh, 2, false, rest);
        assert_int_equal(mesh->features.crease_count, known[i].edges);
        assert_int_equal(live_edges(&q), known[i].edges - known[i].skipped);
        q.terms.keep_internal = true;
        assert_int_equal(live_edges(&q), known[i].edges);
        toi_mesh_destroy(mesh);
    }
}

static void a_room_has_internal_edges_and_corners_alone_unless_it_is_seen_from_behind(void** state)
{
    (void)state;
    asked q;
    toi_mesh* room = paper_still(TS_ROOM, zero);
    ask(&q, room, 1, false, translate(0.0, 0.0, 0.0));
    assert_int_equal(live_edges(&q), 0);
    assert_int_equal(live_tips(&q), 0);
    assert_int_equal(live_faces(&q, 1), 6);
    assert_int_equal(live_faces(&q, -1), 0);
    ask(&q, room, 2, false, translate(0.0, 0.0, 0.0));
    assert_int_equal(live_edges(&q), 12);
    assert_int_equal(live_tips(&q), 8);
    assert_int_equal(live_faces(&q, -1), 6);
    toi_mesh_destroy(room);
}

static void a_solid_is_seen_from_inside_where_the_other_body_can_be(void** state)
{
    (void)state;
    asked q;
    toi_mesh* box = make_box(1.0, 2.0, 3.0);
    ask(&q, box, 2, false, translate(0.0, 0.0, 0.0));
    assert_int_equal(live_faces(&q, -1), 0);
    q.gather.nested = true;
    assert_int_equal(live_faces(&q, -1), 6);
    toi_mesh_destroy(box);
    // A small box inside of a large one, which has outward faces.
    double f = paper_fraction_of(make_box(1.0, 1.0, 1.0), pose_at(0.0, 0.0, 0.0), make_box(8.0, 8.0, 8.0),
                                 translate(20.0, 0.0, 0.0), 0.25);
    assert_near(f, (7.0 - 0.25) / 20.0, 1e-15);
}

static void flat_edges_and_the_vertices_on_them_are_internal(void** state)
{
    (void)state;
    // A square of four triangles around its middle.
    static const double v[15] = {-4, -4, 0, 4, -4, 0, 4, 4, 0, -4, 4, 0, 0, 0, 0};
    static const uint32_t corners[12] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4}, offsets[5] = {0, 3, 6, 9, 12};
    asked q;
    toi_mesh* mesh = paper_mesh(v, 5, corners, offsets, 4);
    ask(&q, mesh, 2, false, translate(0.0, 0.0, 0.0));
    assert_int_equal(mesh->features.crease_count, 4);
    assert_int_equal(live_edges(&q), 4);
    assert_int_equal(live_tips(&q), 4);
    toi_mesh_destroy(mesh);
}

static void two_faces_in_one_place_keep_their_rim(void** state)
{
    (void)state;
    static const double v[12] = {-4, -4, 0, 4, -4, 0, 4, 4, 0, -4, 4, 0};
    static const uint32_t corners[8] = {0, 1, 2, 3, 3, 2, 1, 0}, offsets[3] = {0, 4, 8};
    asked q;
    toi_mesh* mesh = paper_mesh(v, 4, corners, offsets, 2);
    for (uint32_t sides = 1; sides <= 2; ++sides) {
        ask(&q, mesh, sides, false, translate(0.0, 0.0, 0.0));
        assert_int_equal(live_edges(&q), 4);
        assert_int_equal(live_tips(&q), 4);
    }
    toi_mesh_destroy(mesh);
}

static void features_that_face_away_are_left_out_for_straight_moves_and_turns(void** state)
{
    (void)state;
    asked q;
    toi_mesh* box = make_box(1.0, 2.0, 3.0);
    ask(&q, box, 2, true, translate(1.0, 2.0, 3.0));
    assert_int_equal(live_faces(&q, 1), 3);
    assert_int_equal(live_edges(&q), 9); // all but the three at the corner behind
    assert_int_equal(live_tips(&q), 7);
    q.gather.mover = false; // what looks the other way of the still body
    assert_int_equal(live_faces(&q, 1), 3);
    assert_int_equal(live_edges(&q), 9);
    q.terms.keep_facing = true;
    assert_int_equal(live_edges(&q), 12);
    // About an axis at x = -10, along z: the face at -y looks back, and so does the one at -x where they
    // meet.
    toi_move turn = rotate((toi_vec3){-10.0, 0.0, 0.0}, (toi_vec3){0.0, 0.0, 1.0}, 90.0);
    ask(&q, box, 2, true, turn);
    assert_int_equal(live_faces(&q, 1), 5);
    assert_int_equal(live_edges(&q), 11);
    toi_mesh_destroy(box);
}

// The still edge of a wedge along y, with its two faces at `half` from the plane x = 0, below.
static toi_mesh* make_wedge(double half, bool inwards)
{
    double s = 8.0 * sin(half), c = 8.0 * cos(half);
    const double v[18] = {0.0, -8.0, 0.0, 0.0, 8.0, 0.0, s, -8.0, -c, s, 8.0, -c, -s, -8.0, -c, -s, 8.0, -c};
    static const uint32_t out[8] = {0, 2, 3, 1, 0, 1, 5, 4}, in[8] = {1, 3, 2, 0, 4, 5, 1, 0};
    static const uint32_t offsets[3] = {0, 4, 8};
    return paper_mesh(v, 6, inwards ? in : out, offsets, 2);
}

static void the_zone_of_an_edge_ends_where_its_planes_meet_or_at_its_reach(void** state)
{
    (void)state;
    const double bar[6] = {-3.0, 0.5, 0.0, 3.0, 0.5, 0.0};
    toi_mesh* mover = make_polygon(bar, 2);
    double before = HUGE_VAL;
    for (double degrees = 0.01; degrees < 179.0; degrees *= 1.1) {
        double half = 0.5 * degrees * DEGREES, reach = fmin(1.0 / sin(half), 10.0 / 3.0);
        for (int inwards = 0; inwards <= 1; ++inwards) {
            toi_mesh* wedge = make_wedge(half, inwards != 0);
            ti_paper_terms terms =
                paper_terms(mover, pose_at(0.0, 0.0, 4.0), wedge, translate(0.0, 0.0, -8.0), 0.25);
            double stop = 4.0 - 8.0 * paper_fraction(&terms);
            assert_near(stop, 0.25 * reach, 1e-13);
            assert_true(stop <= before); // no jump where the edge becomes sharp
            before = fmax(stop, nextafter(stop * (1.0 + 1e-12), HUGE_VAL));
            toi_mesh_destroy(wedge);
        }
    }
    toi_mesh_destroy(mover);
}

static void the_zone_of_a_needle_is_short_at_its_tip(void** state)
{
    (void)state;
    // Four faces around a needle of height 40 and width 0.1; a plate and bars come at it from all sides.
    static const double v[15] = {0, 0, 40, 0.05, 0.05, 0, -0.05, 0.05, 0, -0.05, -0.05, 0, 0.05, -0.05, 0};
    static const uint32_t corners[16] = {1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1, 0, 4, 3, 2, 1};
    static const uint32_t offsets[6] = {0, 3, 6, 9, 12, 16};
    toi_mesh* needle = paper_mesh(v, 5, corners, offsets, 5);
    toi_mesh* box = make_box(3.0, 4.0, 0.5);
    gen_random random = {41};
    int hits = 0;
    for (int i = 0; i < 3000; ++i) {
        // Towards a point near the tip, from 20 away; beside it by up to two units.
        toi_vec3 from = gen_direction(&random),
                 to = v3_scale(2.0 * gen_unit(&random), gen_direction(&random));
        toi_pose pose = {v3_madd((toi_vec3){0.0, 0.0, 40.0}, 20.0, from), gen_quaternion(&random)};
        toi_vec3 by = v3_sub(v3_add((toi_vec3){0.0, 0.0, 40.0}, to), pose.position);
        ti_paper_terms terms = paper_terms(box, pose, needle, (toi_move){.by = by}, 0.25);
        ti_paper_result r = paper_ask(&terms);
        if (r.hit) {
            // What stops it is no further along the way than its zone, seen along its normal.
            assert_true(r.first.gap <= 0.25 * 10.0 / 3.0 * (1.0 + 1e-12));
            ++hits;
        }
    }
    assert_true(hits > 1000);
    toi_mesh_destroy(needle);
    toi_mesh_destroy(box);
}

static void a_dangling_edge_reaches_out_in_the_plane_of_its_face(void** state)
{
    (void)state;
    asked q;
    toi_mesh* square = paper_square(4.0);
    ask(&q, square, 2, false, translate(0.0, 0.0, 0.0));
    for (uint32_t i = 0; i < 4; ++i) {
        const ti_crease* crease = &square->features.creases[i];
        toi_vec3 a = square->vertices[crease->vertex[0]], b = square->vertices[crease->vertex[1]];
        toi_vec3 out = ti_paper_crease_out(&q.gather, crease), middle = v3_scale(0.125, v3_add(a, b));
        assert_near(v3_length(v3_sub(out, middle)), 0.0, 1e-15);
    }
    toi_mesh_destroy(square);
}

static void planes_moved_out_by_one_meet_where_an_edge_reaches(void** state)
{
    (void)state;
    for (int which = 0; which < TS_STILL_COUNT; ++which) {
        asked q;
        toi_mesh* mesh = paper_still((ts_still)which, zero);
        const ti_features* f = &mesh->features;
        ask(&q, mesh, 2, false, translate(0.0, 0.0, 0.0));
        for (uint32_t i = 0; i < f->crease_count; ++i) {
            const ti_crease* crease = &f->creases[i];
            toi_vec3 out = ti_paper_crease_out(&q.gather, crease);
            toi_vec3 m = f->facets[f->wing[crease->wing_begin]].normal;
            toi_vec3 n = f->facets[f->wing[crease->wing_begin + 1]].normal;
            double side = crease->edge_class == TI_EDGE_REFLEX ? -1.0 : 1.0, length = v3_length(out);
            assert_true(length <= 10.0 / 3.0 * (1.0 + 1e-15));
            if (length < 3.333) {
                assert_near(side * v3_dot(out, m), 1.0, 1e-12);
                assert_near(side * v3_dot(out, n), 1.0, 1e-12);
            }
        }
        toi_mesh_destroy(mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_between_faces_that_face_each_other_are_internal),
        cmocka_unit_test(a_room_has_internal_edges_and_corners_alone_unless_it_is_seen_from_behind),
        cmocka_unit_test(a_solid_is_seen_from_inside_where_the_other_body_can_be),
        cmocka_unit_test(flat_edges_and_the_vertices_on_them_are_internal),
        cmocka_unit_test(two_faces_in_one_place_keep_their_rim),
        cmocka_unit_test(features_that_face_away_are_left_out_for_straight_moves_and_turns),
        cmocka_unit_test(the_zone_of_an_edge_ends_where_its_planes_meet_or_at_its_reach),
        cmocka_unit_test(the_zone_of_a_needle_is_short_at_its_tip),
        cmocka_unit_test(a_dangling_edge_reaches_out_in_the_plane_of_its_face),
        cmocka_unit_test(planes_moved_out_by_one_meet_where_an_edge_reaches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
