// Faces of bodies on motions of the kind `vertices`: as those of bodies at rest, where they are the same.

#include "overlap_pieces.h"

enum { SCENES = 60 };

static piece scene[PIECES], changed[PIECES];
static piece_pairs expected, found;

// The body of a piece, all of whose vertices go to others along straight lines.
static void deform(piece* p, const toi_vec3* to, double t)
{
    toi_mesh* mesh = piece_mesh(p, p->vertices);
    const toi_body body = {
        .mesh = mesh,
        .motion = {.kind = TOI_MOTION_VERTICES, .pose = p->pose, .to = to, .to_count = p->vertex_count}};
    assert_int_equal(toi_body_vertices(&body, t, p->deformed, NULL), TOI_OK);
    toi_mesh_destroy(mesh);
    p->kind = PIECE_DEFORMS;
}

static void make_scene(test_random* random, bool grid, bool triangles)
{
    for (int i = 0; i < PIECES; ++i) {
        piece_make(random, grid, triangles, &scene[i]);
        scene[i].kind = PIECE_RIGID;
    }
    memcpy(changed, scene, sizeof scene);
}

static void vertices_that_stay_are_those_of_the_rigid_body_bit_for_bit(void** state)
{
    (void)state;
    test_random random = random_start(111);
    uint64_t faces = 0;
    for (int index = 0; index < SCENES; ++index) {
        double within = index % 3 == 0 ? 0.25 : 0.0, t = random_between(&random, 0.0, 1.0);
        make_scene(&random, index % 2, index / 2 % 2);
        for (int i = index % 4 == 0; i < PIECES; ++i) {
            deform(&changed[i], scene[i].vertices, index < 2 ? index : t);
        }
        pieces_find(scene, within, &expected);
        pieces_find(changed, within, &found);
        pieces_expect_same(&found, &expected);
        faces += found.count;
    }
    assert_true(faces > 5000);
}

// Of triangles: others keep the triangles that they had at the start.
static void at_the_end_faces_are_those_of_the_mesh_of_the_end(void** state)
{
    (void)state;
    test_random random = random_start(112);
    uint64_t faces = 0;
    for (int index = 0; index < SCENES; ++index) {
        double within = index % 3 == 0 ? 0.25 : 0.0;
        make_scene(&random, index % 2, true);
        for (int i = 0; i < PIECES; ++i) {
            toi_vec3 to[PIECE_VERTICES];
            for (uint32_t v = 0; v < scene[i].vertex_count; ++v) {
                toi_vec3 d = random_point(&random, 1.0);
                d = index % 2 ? v3(round(d.x), round(d.y), round(d.z)) : d;
                to[v] = v3_add(scene[i].vertices[v], d);
            }
            deform(&changed[i], to, 1.0);
            memcpy(scene[i].vertices, to, sizeof to);
        }
        pieces_find(scene, within, &expected);
        pieces_find(changed, within, &found);
        pieces_expect_same(&found, &expected);
        faces += found.count;
    }
    assert_true(faces > 5000);
}

// A dart has one diagonal, from its inner corner. It becomes a square with corner 2 lifted to 2, whose middle
// is at height 1 if it is cut from 0 to 2, and at 0 if it is cut from 1 to 3.
static void polygons_keep_the_triangles_of_the_rest(void** state)
{
    (void)state;
    static const toi_vec3 dart[4] = {{0, 0, 0}, {4, 0, 0}, {1, 1, 0}, {0, 4, 0}};
    static const toi_vec3 square[4] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 2}, {0, 4, 0}};
    for (int inner = 0; inner < 4; ++inner) {
        for (int height = 0; height < 2; ++height) {
            const piece none = {.kind = PIECE_SOUP};
            for (int i = 0; i < PIECES; ++i) {
                scene[i] = none;
            }
            piece* p = &scene[0];
            *p = (piece){.pose = TOI_POSE_IDENTITY, .vertex_count = 4, .face_count = 1, .offsets = {0, 4}};
            for (uint32_t i = 0; i < 4; ++i) {
                p->vertices[i] = dart[(i + 6 - (uint32_t)inner) % 4];
                p->corners[i] = i;
            }
            deform(p, square, 1.0);
            double z = height;
            scene[1] = (piece){.kind = PIECE_SOUP,
                               .deformed = {{1.75, 2.25, z}, {2.25, 1.75, z}, {2.125, 2.125, z}},
                               .vertex_count = 3,
                               .face_count = 1,
                               .corners = {0, 1, 2},
                               .offsets = {0, 3}};
            pieces_find(scene, 0.0, &found);
            assert_int_equal(found.count, (inner % 2 == 0) == (height == 1));
        }
    }
}

static void expect_by_all_methods(void)
{
    static const toi_overlap_query queries[] = {
        {.segments = true},
        {.segments = true, .method = TOI_OVERLAP_TREE},
        {.segments = true, .method = TOI_OVERLAP_JOIN},
        {.segments = true, .method = TOI_OVERLAP_OCTREE},
        {.segments = true, .method = TOI_OVERLAP_OCTREE, .octree = {.no_boxes = true}},
        {.segments = true, .method = TOI_OVERLAP_OCTREE, .octree = {.side = 1.0, .halves = true}},
        {.segments = true, .method = TOI_OVERLAP_OCTREE, .octree = {.level = TOI_OVERLAP_AUTO}},
        {.segments = true, .method = TOI_OVERLAP_ALL}};
    for (size_t q = 0; q < sizeof queries / sizeof *queries; ++q) {
        pieces_ask(changed, &queries[q], &found);
        pieces_expect_same(&found, &expected);
    }
}

// Whatever becomes of it, not even the boxes know of it.
static void a_vertex_that_no_face_has_is_no_part_of_the_body(void** state)
{
    (void)state;
    static const double wild[] = {1e300, -1e300, HUGE_VAL, (double)NAN, 0.0};
    test_random random = random_start(113);
    make_scene(&random, false, false);
    pieces_find(scene, 0.0, &expected);
    assert_true(expected.count > 10);
    for (int way = 0; way < 5; ++way) {
        memcpy(changed, scene, sizeof scene);
        for (int i = 0; i < PIECES; ++i) {
            piece* p = &changed[i];
            p->vertices[p->vertex_count++] = v3(1.0, 2.0, 3.0);
            deform(p, p->vertices, 0.5);
            p->deformed[p->vertex_count - 1] = v3(wild[way], 1.0, -wild[way]);
        }
        expect_by_all_methods();
    }
    for (int i = 0; i < PIECES; ++i) {
        changed[i].kind = PIECE_RIGID; // posed out of the range of doubles
        changed[i].vertices[changed[i].vertex_count - 1] = v3(1.7e308, -1.7e308, 1.7e308);
    }
    expect_by_all_methods();
    for (int i = 0; i < PIECES; ++i) {
        piece* p = &changed[i];
        p->vertices[p->vertex_count - 1] = v3(1.0, 2.0, 3.0);
        p->pose.position = v3(100.0 * i, 0.0, 0.0);
        deform(p, p->vertices, 0.5);
        p->deformed[p->vertex_count - 1] = v3(0.0, 0.0, 0.0);
        p->self = false;
    }
    pieces_find(changed, 0.0, &found);
    assert_int_equal(found.count, 0);
    assert_int_equal(found.pairs_near, 0);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(vertices_that_stay_are_those_of_the_rigid_body_bit_for_bit),
        cmocka_unit_test(at_the_end_faces_are_those_of_the_mesh_of_the_end),
        cmocka_unit_test(polygons_keep_the_triangles_of_the_rest),
        cmocka_unit_test(a_vertex_that_no_face_has_is_no_part_of_the_body),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
