// Features at events of random motions: the vertex is on the face, the edges meet, and the normal parts the
// boxes; and boxes whose sides lie on each other.

#include "cmocka_toi.h"
#include "math/vec3.h"
#include "narrow/boxes/event.h"
#include "narrow/boxes/system.h"
#include "random_point.h"

static ti_posed_box box_at(toi_vec3 center, toi_quat q, toi_vec3 half)
{
    ti_mat3 m = m3_from_quat(q_normalize(q));
    return (ti_posed_box){center,
                          {v3(m.row[0].x, m.row[1].x, m.row[2].x), v3(m.row[0].y, m.row[1].y, m.row[2].y),
                           v3(m.row[0].z, m.row[1].z, m.row[2].z)},
                          {half.x, half.y, half.z}};
}

static toi_vec3 vertex(const ti_posed_box* box, uint32_t i)
{
    toi_vec3 p = box->center;
    for (uint32_t k = 0; k < 3; ++k) {
        p = v3_madd(p, i >> k & 1u ? box->half[k] : -box->half[k], box->axis[k]);
    }
    return p;
}

// Coordinates of a point along the axes of a box.
static double along(const ti_posed_box* box, uint32_t k, toi_vec3 p)
{
    return v3_dot(box->axis[k], v3_sub(p, box->center));
}

static void assert_vertex_on_face(const ti_posed_box* with, uint32_t face, toi_vec3 p, double within)
{
    for (uint32_t k = 0; k < 3; ++k) {
        double x = along(with, k, p);
        if (k == face / 2) {
            assert_near(x, face % 2 ? with->half[k] : -with->half[k], within);
        } else {
            assert_true(fabs(x) <= with->half[k] + within);
        }
    }
}

static void assert_edges_meet(const ti_posed_box* a, const ti_posed_box* b, const toi_contact* c,
                              double within)
{
    toi_vec3 p = vertex(a, c->a.index[0]), u = v3_sub(vertex(a, c->a.index[1]), p);
    toi_vec3 q = vertex(b, c->b.index[0]), v = v3_sub(vertex(b, c->b.index[1]), q);
    for (int k = 0; k < 2; ++k) {
        toi_vec3 from = k ? q : p, along_edge = k ? v : u, off = v3_sub(c->point, from);
        double s = v3_dot(off, along_edge) / v3_dot(along_edge, along_edge);
        assert_true(s >= -within && s <= 1.0 + within);
        assert_near(v3_length(v3_madd(off, -s, along_edge)), 0.0, within);
        assert_near(v3_dot(c->normal, along_edge), 0.0, within);
    }
}

static void assert_contact(const ti_posed_box* a, const ti_posed_box* b, const toi_contact* c, double within)
{
    double high = -HUGE_VAL, low = HUGE_VAL;
    for (uint32_t i = 0; i < 8; ++i) {
        high = fmax(high, v3_dot(c->normal, vertex(a, i)));
        low = fmin(low, v3_dot(c->normal, vertex(b, i)));
    }
    assert_near(v3_length(c->normal), 1.0, 1e-14);
    assert_near(low, high, within);
    assert_near(v3_dot(c->normal, c->point), high, within);
    if (c->kind == TOI_CONTACT_FV) {
        assert_vertex_on_face(a, c->a.index[0], vertex(b, c->b.index[0]), within);
        assert_near(v3_length(v3_sub(vertex(b, c->b.index[0]), c->point)), 0.0, within);
    } else if (c->kind == TOI_CONTACT_VF) {
        assert_vertex_on_face(b, c->b.index[0], vertex(a, c->a.index[0]), within);
        assert_near(v3_length(v3_sub(vertex(a, c->a.index[0]), c->point)), 0.0, within);
    } else {
        assert_int_equal(c->kind, TOI_CONTACT_EE);
        assert_edges_meet(a, b, c, within);
    }
}

// ---- random boxes, moved along a direction until they touch

static toi_vec3 axis_direction(const ti_posed_box* a, const ti_posed_box* b, uint32_t axis)
{
    uint32_t family = axis / 4, lane = axis % 4;
    toi_vec3 n = family == BOX_A   ? a->axis[lane]
                 : family == BOX_B ? b->axis[lane]
                                   : v3_cross(a->axis[family - BOX_E], b->axis[lane]);
    double length = v3_length(n);
    return length > 1e-6 ? v3_scale(1.0 / length, n) : v3(0.0, 0.0, 0.0);
}

// How far they are apart along a direction.
static double apart_along(const ti_posed_box* a, const ti_posed_box* b, toi_vec3 n)
{
    double reach = 0.0;
    for (int k = 0; k < 3; ++k) {
        reach += a->half[k] * fabs(v3_dot(n, a->axis[k])) + b->half[k] * fabs(v3_dot(n, b->axis[k]));
    }
    return fabs(v3_dot(n, v3_sub(b->center, a->center))) - reach;
}

// The axis along which they are apart the most.
static double separation(const ti_posed_box* a, const ti_posed_box* b, uint32_t* axis)
{
    double most = -HUGE_VAL;
    for (uint32_t i = 0; i < BOX_AXES; ++i) {
        toi_vec3 n = (BOX_ALL >> i & 1u) != 0 ? axis_direction(a, b, i) : v3(0.0, 0.0, 0.0);
        double apart = v3_dot(n, n) > 0.0 ? apart_along(a, b, n) : -HUGE_VAL;
        if (apart > most) {
            most = apart;
            *axis = i;
        }
    }
    return most;
}

static void features_of_random_boxes_touch(void** state)
{
    (void)state;
    test_random random = random_start(1);
    uint32_t kinds[8] = {0};
    for (int i = 0; i < 3000; ++i) {
        toi_quat p = random_coefficients(&random, 1.0), q = random_coefficients(&random, 1.0);
        toi_vec3 half_a = random_between_vec(&random, 0.1, 1.1);
        toi_vec3 half_b = random_between_vec(&random, 0.1, 1.1);
        toi_vec3 center = random_point(&random, 1.0), way = random_point(&random, 1.0);
        ti_posed_box a = box_at(center, p, half_a), b = box_at(center, q, half_b);
        way = v3_scale(8.0 / v3_length(way), way);
        double in = 0.0, out = 1.0;
        uint32_t axis = 0;
        for (int k = 0; k < 60; ++k) { // the place where they just part
            double middle = 0.5 * (in + out);
            b.center = v3_madd(a.center, middle, way);
            if (separation(&a, &b, &axis) > 0.0) {
                out = middle;
            } else {
                in = middle;
            }
        }
        b.center = v3_madd(a.center, out, way);
        separation(&a, &b, &axis);
        toi_contact c = {.kind = TOI_CONTACT_NONE};
        ti_box_event(&a, &b, axis, 1e-10, &c);
        assert_contact(&a, &b, &c, 1e-9);
        ++kinds[c.kind];
    }
    print_message("%u VF, %u FV, %u EE\n", kinds[TOI_CONTACT_VF], kinds[TOI_CONTACT_FV],
                  kinds[TOI_CONTACT_EE]);
    assert_true(kinds[TOI_CONTACT_VF] > 300 && kinds[TOI_CONTACT_FV] > 300 && kinds[TOI_CONTACT_EE] > 300);
}

// Upright boxes, B beside A along x: a vertex of B on A's face, one of A on B's, and edges that cross.
static void sides_on_sides_have_names(void** state)
{
    (void)state;
    static const struct {
        toi_vec3 half, center;
        toi_contact_kind kind;
    } rows[] = {
        {{1.0, 0.5, 0.5}, {2.0, 0.0, 0.0}, TOI_CONTACT_FV}, // smaller
        {{1.0, 2.0, 2.0}, {2.0, 0.0, 0.0}, TOI_CONTACT_VF}, // larger
        {{1.0, 1.0, 1.0}, {2.0, 0.0, 0.0}, TOI_CONTACT_FV}, // equal
        {{1.0, 1.0, 1.0}, {2.0, 1.5, 1.5}, TOI_CONTACT_FV}, // a corner over a corner
        {{1.0, 1.0, 1.0}, {2.0, 2.0, 2.0}, TOI_CONTACT_FV}, // vertex on vertex
        {{1.0, 2.0, 0.5}, {2.0, 0.0, 0.0}, TOI_CONTACT_EE}, // a cross
        {{0.0, 0.0, 0.0}, {1.0, 0.3, 0.2}, TOI_CONTACT_FV}, // a point
    };
    const toi_quat upright = {1.0, 0.0, 0.0, 0.0};
    ti_posed_box a = box_at(v3(0.0, 0.0, 0.0), upright, v3(1.0, 1.0, 1.0));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        ti_posed_box b = box_at(rows[i].center, upright, rows[i].half);
        toi_contact c = {.kind = TOI_CONTACT_NONE};
        ti_box_event(&a, &b, 4 * BOX_A, 1e-12, &c);
        assert_int_equal(c.kind, rows[i].kind);
        assert_near(c.normal.x, 1.0, 0.0);
        assert_near(c.gap, 0.0, 0.0);
        assert_contact(&a, &b, &c, 1e-12);
    }
}

// All of a flat box is at its end; the side that touches is the flat one, although the gap is larger than the
// tolerance.
static void flat_boxes_touch_with_their_flat_side(void** state)
{
    (void)state;
    const toi_quat upright = {1.0, 0.0, 0.0, 0.0}, tipped = {0.9, 0.3, 0.2, 0.25};
    ti_posed_box a = box_at(v3(0.0, 0.0, 0.0), upright, v3(1.0, 0.0, 1.0));
    ti_posed_box b = box_at(v3(0.1, 0.0, 0.2), tipped, v3(0.0, 0.2, 0.3));
    double low = HUGE_VAL;
    for (uint32_t i = 0; i < 8; ++i) {
        low = fmin(low, vertex(&b, i).y);
    }
    b.center.y += 1e-11 - low;
    toi_contact c = {.kind = TOI_CONTACT_NONE};
    double apart;
    assert_int_equal(ti_box_axis(&a, &b, &apart), 4 * BOX_A + 1);
    assert_true(fabs(apart - 1e-11) < 1e-14);
    ti_box_event(&a, &b, 4 * BOX_A + 1, 1e-13, &c);
    assert_int_equal(c.kind, TOI_CONTACT_FV);
    assert_int_equal(c.a.index[0], 3);
    assert_contact(&a, &b, &c, 1e-10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_of_random_boxes_touch),
        cmocka_unit_test(sides_on_sides_have_names),
        cmocka_unit_test(flat_boxes_touch_with_their_flat_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
