// Small scenes in whole numbers: every pair of faces of rigid bodies, of bodies that deform, of soups and of
// single bodies, and where they meet or come nearest, as toi_overlap_find has them.

#include "clip_measure.h"
#include "data.h"
#include "distance_support.h"
#include "math/predicates.h"
#include "overlap_cast.h"

enum { MOST_FACES = 80, MOST_VERTICES = 400, BODIES = 3 };

// A body of the cast: vertices as the public functions pose them.
typedef struct shape {
    toi_vec3 at[MOST_VERTICES];
    ti_triangle own[30];
    const ti_triangle* triangles;
    uint32_t triangle_count, face_count, vertex_count;
    bool has[MOST_FACES][MOST_VERTICES]; // vertices of faces
} shape;

// What two faces have in common, of all their triangles.
typedef struct meeting {
    bool meet;
    double longest;  // segment of two triangles
    double room;     // what rounding may take or give
    double off[2];   // from p and q to the nearest corner of a common part
    double off_line; // of all those corners the farthest from the segment from p to q
} meeting;

static void make_shape(const actor* a, shape* s)
{
    memset(s, 0, sizeof *s);
    if (a->mesh >= 0) {
        const toi_mesh* mesh = meshes[a->mesh];
        s->triangles = mesh->triangles;
        s->triangle_count = mesh->triangle_count;
        s->face_count = mesh->face_count;
        s->vertex_count = mesh->vertex_count;
        for (uint32_t i = 0; i < s->vertex_count; ++i) {
            s->at[i] = a->deforms ? a->vertices[i] : toi_pose_point(a->pose, toi_mesh_vertex(mesh, i));
        }
    } else {
        memcpy(s->at, a->vertices, sizeof s->at);
        s->triangles = s->own;
        s->triangle_count = s->face_count = a->soup.face_count;
        s->vertex_count = a->soup.vertex_count;
        for (uint32_t i = 0; i < s->face_count; ++i) {
            const uint32_t* v = a->indices + 3 * i;
            s->own[i] = (ti_triangle){{v[0], v[1], v[2]}, i};
        }
    }
    assert_true(s->face_count <= MOST_FACES);
    for (uint32_t i = 0; i < s->triangle_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            s->has[s->triangles[i].face][s->triangles[i].vertex[k]] = true;
        }
    }
}

static bool share_vertex(const shape* s, uint32_t f, uint32_t g)
{
    for (uint32_t i = 0; i < s->vertex_count; ++i) {
        if (s->has[f][i] && s->has[g][i]) {
            return true;
        }
    }
    return false;
}

static void corners_of(const shape* s, uint32_t triangle, toi_vec3* to)
{
    for (int k = 0; k < 3; ++k) {
        to[k] = s->at[s->triangles[triangle].vertex[k]];
    }
}

// Quick for most pairs, and exact where `within` is 0; else it takes a little more.
static bool boxes_within(const toi_vec3 t[6], double within)
{
    const toi_vec3 more = {1.0625 * within, 1.0625 * within, 1.0625 * within};
    toi_vec3 low_a = v3_min(v3_min(t[0], t[1]), t[2]), high_a = v3_max(v3_max(t[0], t[1]), t[2]);
    toi_vec3 low_b = v3_sub(v3_min(v3_min(t[3], t[4]), t[5]), more);
    toi_vec3 high_b = v3_add(v3_max(v3_max(t[3], t[4]), t[5]), more);
    return low_a.x <= high_b.x && low_b.x <= high_a.x && low_a.y <= high_b.y && low_b.y <= high_a.y &&
           low_a.z <= high_b.z && low_b.z <= high_a.z;
}

static double to_line(toi_vec3 p, toi_vec3 q, toi_vec3 x)
{
    toi_vec3 d = v3_sub(q, p), r = v3_sub(x, p);
    double length = v3_length(d);
    double along = length > 0.0 ? fmax(0.0, fmin(length, v3_dot(r, d) / length)) : 0.0;
    return length > 0.0 ? length_of(v3_sub(r, v3_scale(along / length, d))) : length_of(r);
}

static void add_triangles(const toi_vec3 t[6], const toi_face_meeting* found, meeting* m)
{
    clip_set s;
    clip_set_init(&s);
    clip_common(&s, t, t + 3);
    if (s.count > 0) {
        m->meet = true;
        m->room = fmax(m->room, room_of(t));
        m->longest = fmax(m->longest, diameter_of(&s));
    }
    for (int i = 0; found != NULL && i < s.count; ++i) {
        m->off[0] = fmin(m->off[0], length_of(from_corner(&s, i, found->p)));
        m->off[1] = fmin(m->off[1], length_of(from_corner(&s, i, found->q)));
        // The corner from the origin, rounded once: within the room.
        toi_vec3 x = from_corner(&s, i, v3(0.0, 0.0, 0.0));
        m->off_line = fmax(m->off_line, to_line(found->p, found->q, x));
    }
    clip_set_clear(&s);
}

static meeting judge(const shape* a, uint32_t f, const shape* b, uint32_t g, const toi_face_meeting* found)
{
    meeting m = {.off = {HUGE_VAL, HUGE_VAL}};
    for (uint32_t i = 0; i < a->triangle_count; ++i) {
        for (uint32_t j = 0; a->triangles[i].face == f && j < b->triangle_count; ++j) {
            toi_vec3 t[6];
            corners_of(a, i, t);
            corners_of(b, j, t + 3);
            if (b->triangles[j].face == g && boxes_within(t, 0.0)) {
                add_triangles(t, found, &m);
            }
        }
    }
    return m;
}

// Whether all triangles of a face lie in the plane of one that has an area. Exact.
static bool is_plane(const shape* s, uint32_t face, toi_vec3 plane[3])
{
    bool found = false;
    for (uint32_t i = 0; i < s->triangle_count && !found; ++i) {
        corners_of(s, i, plane);
        found = s->triangles[i].face == face && !ti_collinear(plane[0], plane[1], plane[2]);
    }
    for (uint32_t i = 0; found && i < s->vertex_count; ++i) {
        found = !s->has[face][i] || ti_orient3d(plane[0], plane[1], plane[2], s->at[i]) == 0;
    }
    return found;
}

// Then all that they have in common is on a line.
static bool planes_cut(const shape* a, uint32_t f, const shape* b, uint32_t g)
{
    toi_vec3 p[3], q[3];
    if (!is_plane(a, f, p) || !is_plane(b, g, q)) {
        return false;
    }
    return ti_orient3d(p[0], p[1], p[2], q[0]) != 0 || ti_orient3d(p[0], p[1], p[2], q[1]) != 0 ||
           ti_orient3d(p[0], p[1], p[2], q[2]) != 0;
}

typedef struct counts {
    uint32_t apart, meet, lines, near;
    double worst;
} counts;

static void check_meeting(const shape* a, const shape* b, toi_face_pair face, const toi_face_meeting* found,
                          counts* n)
{
    meeting m = judge(a, face.a, b, face.b, found);
    double length = length_of(v3_sub(found->q, found->p));
    assert_true(m.meet);
    assert_true(m.off[0] <= m.room && m.off[1] <= m.room);
    assert_true(length >= m.longest - 2.0 * m.room);
    assert_near(v3_length(found->normal), 1.0, 8.0 * TI_U);
    n->worst = fmax(n->worst, fmax(m.off[0], m.off[1]) / m.room);
    if (planes_cut(a, face.a, b, face.b)) {
        assert_true(m.off_line <= 2.0 * m.room);
        ++n->lines;
    }
    ++n->meet;
}

static bool asks(const toi_overlap_result* r, uint32_t a, uint32_t b, const toi_overlap_pair** these)
{
    *these = NULL;
    for (uint32_t i = 0; i < r->pair_count; ++i) {
        if (r->pairs[i].a == a && r->pairs[i].b == b) {
            *these = &r->pairs[i];
        }
    }
    return a != b || cast[a].self;
}

// All faces of two bodies against what was found, whose faces are in the same order.
static void check_pair(const shape* s, uint32_t a, uint32_t b, const toi_overlap_result* r, counts* n)
{
    const toi_overlap_pair* these;
    uint64_t next = 0;
    if (!asks(r, a, b, &these)) {
        assert_null(these);
        return;
    }
    for (uint32_t f = 0; f < s[a].face_count; ++f) {
        for (uint32_t g = a == b ? f + 1 : 0; g < s[b].face_count; ++g) {
            bool meet = !(a == b && share_vertex(&s[a], f, g)) && judge(&s[a], f, &s[b], g, NULL).meet;
            bool found = these != NULL && next < these->face_count && these->faces[next].a == f &&
                         these->faces[next].b == g;
            if (found != meet) {
                fail_msg("bodies %u and %u, faces %u and %u: %d, not %d", a, b, f, g, found, meet);
            }
            if (found) {
                check_meeting(&s[a], &s[b], these->faces[next], &these->meetings[next], n);
            }
            n->apart += !meet;
            next += found;
        }
    }
    assert_int_equal(next, these != NULL ? these->face_count : 0);
}

// A box, an L of faces of six corners, a ball with faces without area, or a soup; no others, which have too
// many faces.
static toi_overlap* make_scene(test_random* random)
{
    static const int some[] = {-1, -1, 3, 4, 4, 1};
    toi_overlap* o;
    assert_int_equal(toi_overlap_create(NULL, &o), TOI_OK);
    memset(cast, 0, sizeof cast);
    for (uint32_t i = 0; i < BODIES; ++i) {
        cast[i] = (actor){.used = true, .mesh = some[random_below(random, 6)]};
        cast[i].self = random_below(random, 3) == 0;
        random_shape(random, &cast[i]);
        enter(o, i);
    }
    return o;
}

static shape shapes[BODIES];

static void check_scenes(test_random* random, int scenes, counts* n)
{
    for (int scene = 0; scene < scenes / (int)TEST_SHARE; ++scene) {
        toi_overlap* o = make_scene(random);
        for (uint32_t i = 0; i < BODIES; ++i) {
            make_shape(&cast[i], &shapes[i]);
        }
        toi_overlap_query query = {.segments = true,
                                   .method = (toi_overlap_method)random_below(random, TOI_OVERLAP_ALL + 1)};
        toi_overlap_result r;
        assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
        for (uint32_t a = 0; a < BODIES; ++a) {
            for (uint32_t b = a; b < BODIES; ++b) {
                check_pair(shapes, a, b, &r, n);
            }
        }
        toi_overlap_destroy(o);
    }
    print_message("%u pairs of faces apart, %u meet, %u of them in a line; worst %.4f of the bound\n",
                  n->apart, n->meet, n->lines, n->worst);
}

static void every_pair_of_faces_and_where_it_meets_is_as_in_whole_numbers(void** state)
{
    (void)state;
    test_random random = random_start(91);
    counts n = {0};
    check_scenes(&random, 300, &n);
    assert_true(n.apart > 400000 / TEST_SHARE && n.meet > 10000 / TEST_SHARE && n.lines > 5000 / TEST_SHARE);
}

// Boxes on boxes, faces in one plane, corners on edges.
static void on_a_grid_where_most_faces_touch_too(void** state)
{
    (void)state;
    test_random random = random_start(93);
    counts n = {0};
    cast_on_grid = true;
    check_scenes(&random, 200, &n);
    cast_on_grid = false;
    assert_true(n.apart > 100000 / TEST_SHARE && n.meet > 5000 / TEST_SHARE && n.lines > 2000 / TEST_SHARE);
}

// ---- within a distance

// The distance of two faces in long double, if it is not more than `within`; and their size.
static real distance_of(const shape* a, uint32_t f, const shape* b, uint32_t g, double within, double* size)
{
    real least = HUGE_VALL;
    for (uint32_t i = 0; i < a->triangle_count; ++i) {
        for (uint32_t j = 0; a->triangles[i].face == f && j < b->triangle_count; ++j) {
            toi_vec3 t[6];
            corners_of(a, i, t);
            corners_of(b, j, t + 3);
            if (b->triangles[j].face == g && boxes_within(t, within)) {
                const pair p = {{t[0], t[1], t[2]}, {t[3], t[4], t[5]}};
                least = fminl(least, truth_of(&p).distance);
                *size = fmax(*size, size_of(t));
            }
        }
    }
    return least;
}

static real from_face(const shape* s, uint32_t face, toi_vec3 x)
{
    real least = HUGE_VALL;
    for (uint32_t i = 0; i < s->triangle_count; ++i) {
        toi_vec3 t[3];
        corners_of(s, i, t);
        least = s->triangles[i].face == face ? fminl(least, distance_to(x, t)) : least;
    }
    return least;
}

// The nearest points of faces that do not meet: each on its face, as far apart as these are, and the normal
// leads from one to the other.
static void check_near(const shape* a, const shape* b, toi_face_pair face, const toi_face_meeting* found,
                       double within, counts* n)
{
    double size = 0.0, length = length_of(v3_sub(found->q, found->p));
    real distance = distance_of(a, face.a, b, face.b, within, &size);
    double room = 0x1p-46 * (size + within) + 32.0 * TI_U; // coordinates are below 4
    assert_true(distance <= (real)within + (real)room);
    assert_true(from_face(a, face.a, found->p) <= (real)room && from_face(b, face.b, found->q) <= (real)room);
    if (distance > (real)room) {
        assert_true((real)length <= distance + (real)room);
        assert_true(length_of(v3_sub(v3_sub(found->q, found->p), v3_scale(length, found->normal))) <= room);
        ++n->near;
    }
}

static void check_found(const toi_overlap_pair* p, double within, counts* n)
{
    const shape *a = &shapes[p->a], *b = &shapes[p->b];
    for (uint64_t k = 0; k < p->face_count; ++k) {
        if (judge(a, p->faces[k].a, b, p->faces[k].b, NULL).meet) {
            check_meeting(a, b, p->faces[k], &p->meetings[k], n);
        } else {
            check_near(a, b, p->faces[k], &p->meetings[k], within, n);
        }
    }
}

// Every pair of faces that is not in the list is farther apart.
static void check_far(uint32_t a, uint32_t b, const toi_overlap_result* r, double within, counts* n)
{
    const toi_overlap_pair* these;
    uint64_t next = 0;
    if (!asks(r, a, b, &these)) {
        return;
    }
    for (uint32_t f = 0; f < shapes[a].face_count; ++f) {
        for (uint32_t g = a == b ? f + 1 : 0; g < shapes[b].face_count; ++g) {
            bool listed = these != NULL && next < these->face_count && these->faces[next].a == f &&
                          these->faces[next].b == g;
            next += listed;
            if (!listed && !(a == b && share_vertex(&shapes[a], f, g))) {
                double size = 0.0;
                real distance = distance_of(&shapes[a], f, &shapes[b], g, within, &size);
                assert_true(distance + 0x1p-55L * (real)size > (real)within);
                ++n->apart;
            }
        }
    }
}

static void all_faces_that_come_near_have_their_closest_points(void** state)
{
    (void)state;
    test_random random = random_start(92);
    counts n = {0};
    for (int scene = 0; scene < (int)(60 / TEST_SHARE); ++scene) {
        toi_overlap* o = make_scene(&random);
        toi_overlap_query query = {.segments = true, .within = random_between(&random, 0.01, 0.2)};
        toi_overlap_result r;
        assert_int_equal(toi_overlap_find(o, &query, &r, NULL), TOI_OK);
        for (uint32_t i = 0; i < BODIES; ++i) {
            make_shape(&cast[i], &shapes[i]);
        }
        for (uint32_t i = 0; i < r.pair_count; ++i) {
            check_found(&r.pairs[i], query.within, &n);
        }
        for (uint32_t i = 0; i < BODIES * BODIES; ++i) {
            if (i / BODIES <= i % BODIES) {
                check_far(i / BODIES, i % BODIES, &r, query.within, &n);
            }
        }
        toi_overlap_destroy(o);
    }
    print_message("%u pairs of faces meet, %u are near, %u apart\n", n.meet, n.near, n.apart);
    assert_true(n.meet > 1000 / TEST_SHARE && n.near > 1000 / TEST_SHARE);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_pair_of_faces_and_where_it_meets_is_as_in_whole_numbers),
        cmocka_unit_test(on_a_grid_where_most_faces_touch_too),
        cmocka_unit_test(all_faces_that_come_near_have_their_closest_points),
    };
    return cmocka_run_group_tests(cases, make_meshes, free_meshes);
}
