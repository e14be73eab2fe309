// Faces that meet, of scenes that are changed so that the answer must stay, or change in a known way.

#include "math/rounding.h"
#include "overlap_pieces.h"

enum { SCENES = 60 };

static piece scene[PIECES], changed[PIECES];
static piece_pairs expected, found;

static void make_scene(test_random* random, bool grid, bool triangles)
{
    for (int i = 0; i < PIECES; ++i) {
        piece_make(random, grid, triangles, &scene[i]);
    }
    memcpy(changed, scene, sizeof scene);
}

// Every scene on the grid or not, of triangles or not; asked for what meets, or for what is near.
typedef struct turn {
    bool grid, triangles;
    double within;
} turn;

static turn turn_of(int index)
{
    return (turn){index % 2 == 0, index / 2 % 2 == 0, index / 4 % 3 == 0 ? 0.25 : 0.0};
}

static turn begin(test_random* random, int index)
{
    turn t = turn_of(index);
    make_scene(random, t.grid, t.triangles);
    pieces_find(scene, t.within, &expected);
    return t;
}

static double length_of(const toi_face_meeting* m)
{
    return v3_length(v3_sub(m->q, m->p));
}

// Coordinates are below 8, so a segment is right within (2^-43 + 4 u) 32 at either end.
static const double ROOM = 0x1p-36;

// ----

static void scaling_by_a_power_of_two_scales_points_bit_by_bit(void** state)
{
    (void)state;
    static const int exponents[] = {1, -1, 30, -60, 300, -300, 900, -900};
    test_random random = random_start(101);
    uint64_t faces = 0;
    for (int index = 0; index < SCENES; ++index) {
        turn t = begin(&random, index);
        int k = exponents[index % 8];
        for (int i = 0; i < PIECES; ++i) {
            for (uint32_t v = 0; v < scene[i].vertex_count; ++v) {
                changed[i].vertices[v] = ti_scale3(scene[i].vertices[v], k);
                changed[i].deformed[v] = ti_scale3(scene[i].deformed[v], k);
            }
            changed[i].pose.position = ti_scale3(scene[i].pose.position, k);
        }
        pieces_find(changed, ti_scale(t.within, k), &found);
        for (uint32_t i = 0; i < expected.count; ++i) {
            toi_face_meeting* m = &expected.at[i].meeting;
            m->p = ti_scale3(m->p, k);
            m->q = ti_scale3(m->q, k);
        }
        pieces_expect_same(&found, &expected);
        faces += found.count;
    }
    assert_true(faces > 5000);
}

// Of triangles that meet the normal is turned around bit by bit, but for those that nothing tells apart;
// which of several nearest points are given is left open.
static void expect_turned(const toi_face_meeting* m, const toi_face_meeting* other, turn t)
{
    assert_near(length_of(m), length_of(other), ROOM);
    if (t.triangles && t.within == 0.0) {
        assert_true(v3_equal(m->normal, v3_negate(other->normal)) || v3_equal(m->normal, other->normal));
    }
}

static void swapping_bodies_swaps_faces(void** state)
{
    (void)state;
    test_random random = random_start(102);
    uint64_t faces = 0;
    for (int index = 0; index < SCENES; ++index) {
        turn t = begin(&random, index);
        for (uint32_t i = 0; i < PIECES; ++i) {
            changed[i] = scene[PIECES - 1 - i];
        }
        pieces_find(changed, t.within, &found);
        for (uint32_t i = 0; i < found.count; ++i) {
            piece_pair p = found.at[i];
            bool self = p.a == p.b;
            found.at[i].a = PIECES - 1 - p.b;
            found.at[i].b = PIECES - 1 - p.a;
            found.at[i].face_a = self ? p.face_a : p.face_b;
            found.at[i].face_b = self ? p.face_b : p.face_a;
        }
        pieces_sort(&found);
        pieces_expect_same_faces(&found, &expected);
        for (uint32_t i = 0; i < found.count; ++i) {
            expect_turned(&found.at[i].meeting, &expected.at[i].meeting, t);
        }
        faces += found.count;
    }
    assert_true(faces > 5000);
}

// Puts faces in another order, and vertices too: face f becomes to_face[f].
static void permute(test_random* random, const piece* from, piece* to, uint32_t* to_face)
{
    uint32_t order[PIECE_FACES], corner = 0, to_vertex[PIECE_VERTICES];
    for (uint32_t i = 0; i < from->face_count; ++i) {
        uint32_t k = random_below(random, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    for (uint32_t i = 0; i < from->vertex_count; ++i) {
        uint32_t k = random_below(random, i + 1);
        to_vertex[i] = i;
        uint32_t last = to_vertex[k];
        to_vertex[k] = to_vertex[i];
        to_vertex[i] = last;
    }
    *to = *from;
    for (uint32_t i = 0; i < from->vertex_count; ++i) {
        to->vertices[to_vertex[i]] = from->vertices[i];
        to->deformed[to_vertex[i]] = from->deformed[i];
    }
    for (uint32_t i = 0; i < from->face_count; ++i) {
        to_face[order[i]] = i;
        for (uint32_t c = from->offsets[order[i]]; c < from->offsets[order[i] + 1]; ++c) {
            to->corners[corner++] = to_vertex[from->corners[c]];
        }
        to->offsets[i + 1] = corner;
    }
}

static void numbers_of_faces_and_vertices_are_but_names(void** state)
{
    (void)state;
    test_random random = random_start(103);
    uint32_t to_face[PIECES][PIECE_FACES];
    uint64_t faces = 0;
    for (int index = 0; index < SCENES; ++index) {
        turn t = begin(&random, index);
        for (int i = 0; i < PIECES; ++i) {
            permute(&random, &scene[i], &changed[i], to_face[i]);
        }
        pieces_find(changed, t.within, &found);
        for (uint32_t i = 0; i < expected.count; ++i) {
            piece_pair* p = &expected.at[i];
            uint32_t f = to_face[p->a][p->face_a], g = to_face[p->b][p->face_b];
            bool swap = p->a == p->b && f > g;
            p->face_a = swap ? g : f;
            p->face_b = swap ? f : g;
        }
        pieces_sort(&expected);
        pieces_expect_same_faces(&found, &expected);
        for (uint32_t i = 0; i < found.count; ++i) {
            expect_turned(&found.at[i].meeting, &expected.at[i].meeting, t);
        }
        faces += found.count;
    }
    assert_true(faces > 5000);
}

static void moving_all_by_whole_numbers_moves_what_is_on_a_grid(void** state)
{
    (void)state;
    test_random random = random_start(104);
    uint64_t faces = 0;
    for (int index = 0; index < SCENES; ++index) {
        turn t = begin(&random, 2 * index);
        toi_vec3 by = random_point(&random, 0x1p20);
        by = v3(round(by.x), round(by.y), round(by.z));
        for (int i = 0; i < PIECES; ++i) {
            changed[i].pose.position = v3_add(scene[i].pose.position, by);
            for (uint32_t v = 0; v < scene[i].vertex_count; ++v) {
                changed[i].deformed[v] = v3_add(scene[i].deformed[v], by);
            }
        }
        pieces_find(changed, t.within, &found);
        pieces_expect_same_faces(&found, &expected);
        for (uint32_t i = 0; i < found.count; ++i) {
            const toi_face_meeting *m = &found.at[i].meeting, *other = &expected.at[i].meeting;
            assert_near(length_of(m), length_of(other), ROOM + 16.0 * TI_U * 0x1p20);
            assert_true(!t.triangles || t.within > 0.0 || v3_equal(m->normal, other->normal));
        }
        faces += found.count;
    }
    assert_true(faces > 5000);
}

// Every corner becomes a vertex of its own, as in a file without numbers; `weld` tells which were one.
static void split_vertices(const piece* from, piece* to)
{
    *to = *from;
    to->vertex_count = 0;
    to->welded = true;
    for (uint32_t c = 0; c < from->offsets[from->face_count]; ++c) {
        uint32_t v = from->corners[c];
        to->vertices[to->vertex_count] = from->vertices[v];
        to->deformed[to->vertex_count] = from->deformed[v];
        to->weld[to->vertex_count] = v;
        to->corners[c] = to->vertex_count++;
    }
}

// Of faces of several triangles the order of these counts where several segments are the longest, and that
// comes from the tree of the mesh.
static void expect_alike(turn t)
{
    if (t.triangles) {
        pieces_expect_same(&found, &expected);
        return;
    }
    pieces_expect_same_faces(&found, &expected);
    for (uint32_t i = 0; i < found.count; ++i) {
        assert_near(length_of(&found.at[i].meeting), length_of(&expected.at[i].meeting), ROOM);
    }
}

// Few faces, so that all corners have room.
static void vertices_in_one_place_are_one(void** state)
{
    (void)state;
    test_random random = random_start(105);
    uint64_t faces = 0, own = 0;
    for (int index = 0; index < 4 * SCENES; ++index) {
        turn t = turn_of(index);
        make_scene(&random, t.grid, t.triangles);
        for (int i = 0; i < PIECES; ++i) {
            uint32_t most = PIECE_VERTICES / 4;
            scene[i].face_count = scene[i].face_count < most ? scene[i].face_count : most;
            split_vertices(&scene[i], &changed[i]);
        }
        pieces_find(scene, t.within, &expected);
        pieces_find(changed, t.within, &found);
        expect_alike(t);
        faces += found.count;
        for (uint32_t i = 0; i < found.count; ++i) {
            own += found.at[i].a == found.at[i].b;
        }
    }
    assert_true(faces > 2000 && own > 50);
}

static toi_vec3 with_other_zeros(toi_vec3 v)
{
    return v3(v.x == 0.0 ? -v.x : v.x, v.y == 0.0 ? -v.y : v.y, v.z == 0.0 ? -v.z : v.z);
}

static void zeros_of_either_sign_are_zero(void** state)
{
    (void)state;
    test_random random = random_start(106);
    uint64_t faces = 0;
    for (int index = 0; index < SCENES; ++index) {
        turn t = begin(&random, 2 * index);
        for (int i = 0; i < PIECES; ++i) {
            changed[i].pose.position = with_other_zeros(scene[i].pose.position);
            for (uint32_t v = 0; v < scene[i].vertex_count; ++v) {
                changed[i].vertices[v] = with_other_zeros(scene[i].vertices[v]);
                changed[i].deformed[v] = with_other_zeros(scene[i].deformed[v]);
            }
        }
        pieces_find(changed, t.within, &found);
        pieces_expect_same(&found, &expected);
        faces += found.count;
    }
    assert_true(faces > 5000);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(scaling_by_a_power_of_two_scales_points_bit_by_bit),
        cmocka_unit_test(swapping_bodies_swaps_faces),
        cmocka_unit_test(numbers_of_faces_and_vertices_are_but_names),
        cmocka_unit_test(moving_all_by_whole_numbers_moves_what_is_on_a_grid),
        cmocka_unit_test(vertices_in_one_place_are_one),
        cmocka_unit_test(zeros_of_either_sign_are_zero),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
