// The screw oracle itself: closed forms, aligned cubes, and the scenes whose contacts are known.

#include "cmocka_toi.h"
#include "support/screw_brute.h"

#include "toi/motion.h"

#include <dirent.h>
#include <jansson.h>

// ---- small meshes

static const uint32_t box_corners[24] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4,
                                         2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
static const uint32_t box_offsets[7] = {0, 4, 8, 12, 16, 20, 24};

static sb_mesh cube(void)
{
    double vertices[24];
    for (uint32_t i = 0; i < 24; ++i) {
        vertices[i] = (i / 3) >> (i % 3) & 1 ? 0.5 : -0.5;
    }
    sb_mesh mesh;
    sb_mesh_init(&mesh, &(sb_polygons){vertices, 8, box_corners, box_offsets, 6});
    return mesh;
}

static toi_pose at(double x, double y, double z)
{
    return (toi_pose){{x, y, z}, {1.0, 0.0, 0.0, 0.0}};
}

// Contacts of two cubes, B moving by -2 along x from the given place; returns how many are reported.
static uint32_t count_cubes(double x, double y, double z, double threshold, sb_list* list)
{
    sb_mesh mesh = cube();
    sb_screw screw = {0.0, 1.0, at(x, y, z), {0.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}, 0.0, 2.0};
    sb_query query = {&mesh, &mesh, TOI_POSE_IDENTITY, &screw, 1, 0.0, threshold};
    sb_find(&query, false, list);
    sb_mesh_release(&mesh);
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; ++i) {
        count += list->contacts[i].reported;
    }
    return count;
}

// ---- closed forms

static void a_helix_through_a_plane_is_found_where_its_formula_says(void** state)
{
    (void)state;
    // The vertex (1, 0, 0) of a sliver turns by 1.2 about y through the plane z = -1/2.
    const double sliver[] = {1.0, 0.0, 0.0, 1.0, 0.3, 1.0, 1.0, -0.3, 1.0};
    const double plate[] = {-4.0, -4.0, -0.5, 4.0, -4.0, -0.5, 4.0, 4.0, -0.5, -4.0, 4.0, -0.5};
    const uint32_t corners[] = {0, 1, 2, 3}, three[] = {0, 3}, four[] = {0, 4};
    sb_mesh a, b;
    sb_mesh_init(&a, &(sb_polygons){plate, 4, corners, four, 1});
    sb_mesh_init(&b, &(sb_polygons){sliver, 3, corners, three, 1});
    sb_screw screw = {0.0, 1.0, at(0.0, 0.0, 0.0), {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, 1.2, 0.0};
    sb_query query = {&a, &b, TOI_POSE_IDENTITY, &screw, 1, 0.0, -1.0};
    sb_list list = {0};
    sb_find(&query, false, &list);
    uint32_t found = 0;
    for (uint32_t i = 0; i < list.count; ++i) {
        const sb_contact* c = &list.contacts[i];
        if (c->kind == TOI_CONTACT_FV && c->feature[1] == 0) {
            ++found;
            assert_true(fabsl(c->time - asinl(0.5L) / (real)1.2) < 1e-18L);
            assert_true(c->entering && c->reported && !c->borderline && !c->tangent);
            assert_near((double)c->normal.z, 1.0, 1e-15);
        }
    }
    assert_int_equal(found, 1);
    sb_list_release(&list);
    sb_mesh_release(&a);
    sb_mesh_release(&b);
}

static uint32_t count_at(const sb_list* list, toi_contact_kind kind, double time)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; ++i) {
        const sb_contact* c = &list->contacts[i];
        count += c->reported && c->kind == kind && fabsl(c->time - (real)time) < 1e-11L;
    }
    return count;
}

static void aligned_cubes_touch_with_their_corners_and_edges(void** state)
{
    (void)state;
    sb_list list = {0};
    // Head on, each two vertices that meet are one contact, and the edges that cross there are theirs.
    assert_int_equal(count_cubes(2.0, 0.0, 0.0, 0.0, &list), 4);
    assert_int_equal(count_at(&list, TOI_CONTACT_VF, 0.5), 4);
    assert_int_equal(count_cubes(2.0, 0.3, 0.2, 0.0, &list), 4);
    assert_int_equal(count_at(&list, TOI_CONTACT_VF, 0.5), 1);
    assert_int_equal(count_at(&list, TOI_CONTACT_FV, 0.5), 1);
    assert_int_equal(count_at(&list, TOI_CONTACT_EE, 0.5), 2);
    for (uint32_t i = 0; i < list.count; ++i) {
        assert_true(!list.contacts[i].reported || list.contacts[i].properness == 0.0L);
        assert_true(!list.contacts[i].reported || list.contacts[i].borderline);
    }
    // A graze along an edge: two vertices on vertices at first, four on faces at the end.
    assert_int_equal(count_cubes(2.0, 1.0, 0.0, 0.0, &list), 6);
    assert_int_equal(count_at(&list, TOI_CONTACT_VF, 0.5), 2);
    assert_int_equal(count_at(&list, TOI_CONTACT_VF, 1.0) + count_at(&list, TOI_CONTACT_FV, 1.0), 4);
    assert_int_equal(count_cubes(2.0, 1.0, 1.0, 0.0, &list), 3);
    assert_int_equal(count_at(&list, TOI_CONTACT_VF, 0.5), 1);
    assert_int_equal(count_cubes(2.0, 1.0 + 1e-10, 0.0, 0.0, &list), 6);
    assert_int_equal(count_cubes(2.0, 1.0 + 1e-6, 0.0, 0.0, &list), 0);
    sb_list_release(&list);
}

static void a_threshold_above_what_cubes_reach_leaves_nothing(void** state)
{
    (void)state;
    sb_list list = {0};
    assert_int_equal(count_cubes(2.0, 0.3, 0.2, 1e-3, &list), 0);
    for (uint32_t i = 0; i < list.count; ++i) {
        assert_int_equal(list.contacts[i].verdict, SB_MAYBE); // along faces that are level with the normal
    }
    // And at -1 everything that enters is there, the pairs of faces that slide along each other too.
    assert_true(count_cubes(2.0, 0.3, 0.2, -1.0, &list) > 4);
    sb_list_release(&list);
}

static void pieces_of_a_screw_find_what_the_whole_finds(void** state)
{
    (void)state;
    sb_mesh mesh = cube();
    toi_quat tilted = {0.9, 0.3, 0.2, 0.1};
    sb_screw whole = {0.0, 1.0, {{1.5, 0.4, 0.3}, tilted}, {0.2, 0.1, 0.4}, {1.0, 2.0, 3.0}, 9.0, -0.7};
    sb_query query = {&mesh, &mesh, TOI_POSE_IDENTITY, &whole, 1, 0.0, -1.0};
    sb_list one = {0}, two = {0};
    sb_find(&query, false, &one);
    // The second half starts where the first one ends, turned about the axis.
    toi_motion motion = {.kind = TOI_MOTION_SCREW, .pose = whole.start, .point = whole.point};
    motion.axis = whole.axis;
    motion.angle = whole.angle;
    motion.advance = whole.advance;
    sb_screw halves[2] = {whole, whole};
    halves[0].to = halves[1].from = 0.5;
    halves[1].start = toi_motion_pose(&motion, 0.5);
    for (int i = 0; i < 2; ++i) {
        halves[i].angle *= 0.5;
        halves[i].advance *= 0.5;
    }
    query.screws = halves;
    query.screw_count = 2;
    sb_find(&query, false, &two);
    assert_true(one.count >= 4);
    assert_int_equal(one.count, two.count);
    for (uint32_t i = 0; i < one.count; ++i) {
        assert_int_equal(one.contacts[i].kind, two.contacts[i].kind);
        assert_near((double)one.contacts[i].time, (double)two.contacts[i].time, 1e-13);
        assert_near((double)one.contacts[i].approach, (double)two.contacts[i].approach, 1e-12);
    }
    sb_list_release(&one);
    sb_list_release(&two);
    sb_mesh_release(&mesh);
}

// ---- scenes whose contacts are known

typedef struct known {
    toi_contact_kind kind;
    uint32_t a[2], b[2];
    double time, properness, point[3], normal[3];
} known;

static double number(const json_t* array, size_t i)
{
    return json_number_value(json_array_get(array, i));
}

static toi_vec3 vector(const json_t* array)
{
    return (toi_vec3){number(array, 0), number(array, 1), number(array, 2)};
}

static void read_mesh(const json_t* source, sb_mesh* mesh)
{
    enum { VERTICES = 4096, CORNERS = 16384 };
    static double vertices[3 * VERTICES];
    static uint32_t corners[CORNERS], offsets[CORNERS];
    const json_t *points = json_object_get(source, "vertices"), *faces = json_object_get(source, "faces");
    uint32_t corner_count = 0, face_count = (uint32_t)json_array_size(faces);
    assert_true(json_array_size(points) <= VERTICES);
    for (size_t i = 0; i < 3 * json_array_size(points); ++i) {
        vertices[i] = number(json_array_get(points, i / 3), i % 3);
    }
    for (uint32_t f = 0; f < face_count; ++f) {
        const json_t* face = json_array_get(faces, f);
        assert_true(corner_count + json_array_size(face) < CORNERS);
        for (size_t i = 0; i < json_array_size(face); ++i) {
            corners[corner_count++] = (uint32_t)json_integer_value(json_array_get(face, i));
        }
        offsets[f + 1] = corner_count;
    }
    sb_mesh_init(mesh,
                 &(sb_polygons){vertices, (uint32_t)json_array_size(points), corners, offsets, face_count});
}

static toi_pose read_pose(const json_t* motion)
{
    const json_t* pose = json_object_get(motion, "pose");
    const json_t* q = json_object_get(pose, "quaternion");
    return (toi_pose){vector(json_object_get(pose, "position")),
                      {number(q, 0), number(q, 1), number(q, 2), number(q, 3)}};
}

static sb_screw read_screw(const json_t* motion)
{
    assert_string_equal(json_string_value(json_object_get(motion, "kind")), "screw");
    return (sb_screw){0.0,
                      1.0,
                      read_pose(motion),
                      vector(json_object_get(motion, "point")),
                      vector(json_object_get(motion, "axis")),
                      json_number_value(json_object_get(motion, "angle")),
                      json_number_value(json_object_get(motion, "advance"))};
}

static void read_feature(const json_t* feature, uint32_t* index)
{
    const json_t* edge = json_object_get(feature, "edge");
    const json_t* single = json_object_get(feature, "vertex");
    single = single != NULL ? single : json_object_get(feature, "face");
    index[0] = (uint32_t)json_integer_value(edge != NULL ? json_array_get(edge, 0) : single);
    index[1] = edge != NULL ? (uint32_t)json_integer_value(json_array_get(edge, 1)) : 0;
}

static known read_known(const json_t* contact)
{
    const char* kind = json_string_value(json_object_get(contact, "kind"));
    known k = {.kind = kind[0] == 'E' ? TOI_CONTACT_EE : (kind[0] == 'V' ? TOI_CONTACT_VF : TOI_CONTACT_FV)};
    read_feature(json_object_get(contact, "a"), k.a);
    read_feature(json_object_get(contact, "b"), k.b);
    k.time = json_number_value(json_object_get(contact, "time"));
    k.properness = json_number_value(json_object_get(contact, "properness"));
    for (size_t i = 0; i < 3; ++i) {
        k.point[i] = number(json_object_get(contact, "point"), i);
        k.normal[i] = number(json_object_get(contact, "normal"), i);
    }
    return k;
}

static bool is_feature(const sb_mesh* mesh, bool edge, uint32_t feature, const uint32_t* index)
{
    if (!edge) {
        return feature == index[0];
    }
    return mesh->edge[feature].v[0] == index[0] && mesh->edge[feature].v[1] == index[1];
}

static bool is_known(const sb_query* q, const sb_contact* c, const known* k)
{
    bool edges = c->kind == TOI_CONTACT_EE;
    return c->kind == k->kind && fabsl(c->time - (real)k->time) < 1e-12L &&
           is_feature(q->a, edges, c->feature[0], k->a) && is_feature(q->b, edges, c->feature[1], k->b);
}

static void assert_known(const sb_contact* c, const known* k)
{
    const real point[3] = {c->point.x, c->point.y, c->point.z};
    const real normal[3] = {c->normal.x, c->normal.y, c->normal.z};
    for (int i = 0; i < 3; ++i) {
        assert_near((double)point[i], k->point[i], 1e-12);
        assert_near((double)normal[i], k->normal[i], 1e-12);
    }
    // Of edges the scenes have the sign alone.
    assert_true(c->properness >= 0.0L);
    if (c->kind != TOI_CONTACT_EE) {
        assert_near((double)c->properness, k->properness, 1e-6 + 1e-5 * k->properness);
    }
}

// The number of known contacts of a scene, after comparing.
static size_t compare_scene(const char* path, uint32_t* borderline)
{
    json_error_t error;
    json_t* scene = json_load_file(path, 0, &error);
    assert_non_null(scene);
    const json_t* bodies = json_object_get(scene, "bodies");
    const json_t *body_a = json_array_get(bodies, 0), *body_b = json_array_get(bodies, 1);
    sb_mesh a, b;
    read_mesh(json_object_get(body_a, "mesh"), &a);
    read_mesh(json_object_get(body_b, "mesh"), &b);
    sb_screw screw = read_screw(json_object_get(body_b, "motion"));
    sb_query query = {&a, &b, read_pose(json_object_get(body_a, "motion")), &screw, 1, 0.0, 0.0};
    sb_list list = {0};
    sb_find(&query, false, &list);
    const json_t* contacts = json_object_get(json_object_get(scene, "extras"), "expected_contacts");
    size_t count = json_array_size(contacts), matched = 0, reported = 0;
    for (uint32_t i = 0; i < list.count; ++i) {
        const sb_contact* c = &list.contacts[i];
        reported += c->reported;
        *borderline += c->borderline;
        for (size_t j = 0; c->reported && j < count; ++j) {
            known k = read_known(json_array_get(contacts, j));
            if (is_known(&query, c, &k)) {
                ++matched;
                assert_known(c, &k);
            }
        }
    }
    if (matched != count || reported != count) {
        fail_msg("%s: %zu contacts are known, %zu are found, %zu of those that are known", path, count,
                 reported, matched);
    }
    sb_list_release(&list);
    sb_mesh_release(&a);
    sb_mesh_release(&b);
    json_decref(scene);
    return count;
}

static void the_scenes_have_the_contacts_that_are_known(void** state)
{
    (void)state;
    const char* folder = test_data_path("workloads/screw");
    if (folder == NULL) {
        skip();
    }
    DIR* directory = opendir(folder);
    assert_non_null(directory);
    size_t scenes = 0, contacts = 0;
    uint32_t borderline = 0;
    for (struct dirent* entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        char path[4352];
        if (strstr(entry->d_name, ".json") != NULL) {
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            contacts += compare_scene(path, &borderline);
            ++scenes;
        }
    }
    closedir(directory);
    printf("%zu scenes, %zu contacts, %u borderline\n", scenes, contacts, borderline);
    assert_true(scenes > 0 && contacts > 0);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_helix_through_a_plane_is_found_where_its_formula_says),
        cmocka_unit_test(aligned_cubes_touch_with_their_corners_and_edges),
        cmocka_unit_test(a_threshold_above_what_cubes_reach_leaves_nothing),
        cmocka_unit_test(pieces_of_a_screw_find_what_the_whole_finds),
        cmocka_unit_test(the_scenes_have_the_contacts_that_are_known),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
