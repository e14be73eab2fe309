// Triangles against boxes, decided by clipping in rational numbers (FLINT): "no" is always true, and "yes" is
// true of a box that is larger by what is stated.

#include "exact_double.h"
#include "narrow/overlap/clip.h"
#include "random_point.h"

enum { EXACT_CORNERS = 16 };

typedef struct exact_polygon {
    fmpq at[EXACT_CORNERS][3];
    int count;
} exact_polygon;

static void exact_init(exact_polygon* p)
{
    for (int i = 0; i < 3 * EXACT_CORNERS; ++i) {
        fmpq_init(&p->at[i / 3][i % 3]);
    }
    p->count = 0;
}

static void exact_clear(exact_polygon* p)
{
    for (int i = 0; i < 3 * EXACT_CORNERS; ++i) {
        fmpq_clear(&p->at[i / 3][i % 3]);
    }
}

static void add_corner(exact_polygon* p, const fmpq at[3])
{
    for (int i = 0; i < 3; ++i) {
        fmpq_set(&p->at[p->count][i], &at[i]);
    }
    ++p->count;
}

// p + (q - p) height_p/(height_p - height_q)
static void add_cut(exact_polygon* polygon, const fmpq p[3], const fmpq q[3], const fmpq heights[2])
{
    fmpq share, part;
    fmpq_init(&share);
    fmpq_init(&part);
    fmpq_sub(&share, &heights[0], &heights[1]);
    fmpq_div(&share, &heights[0], &share);
    for (int i = 0; i < 3; ++i) {
        fmpq_sub(&part, &q[i], &p[i]);
        fmpq_mul(&part, &part, &share);
        fmpq_add(&polygon->at[polygon->count][i], &p[i], &part);
    }
    ++polygon->count;
    fmpq_clear(&share);
    fmpq_clear(&part);
}

static void exact_clip(const exact_polygon* in, const fmpq* plane, int axis, bool upper, exact_polygon* out)
{
    fmpq heights[2];
    fmpq_init(&heights[0]);
    fmpq_init(&heights[1]);
    out->count = 0;
    for (int i = 0; i < in->count; ++i) {
        const fmpq *p = in->at[i], *q = in->at[(i + 1) % in->count];
        fmpq_sub(&heights[0], &p[axis], plane);
        fmpq_sub(&heights[1], &q[axis], plane);
        int sign_p = fmpq_sgn(&heights[0]) * (upper ? -1 : 1),
            sign_q = fmpq_sgn(&heights[1]) * (upper ? -1 : 1);
        if (sign_p >= 0) {
            add_corner(out, p);
        }
        if (sign_p * sign_q < 0) {
            add_cut(out, p, q, heights);
        }
    }
    fmpq_clear(&heights[0]);
    fmpq_clear(&heights[1]);
}

// Whether the closed triangle and the box with all sides moved outwards by `grow` have a common point.
static bool exact_meets(const toi_vec3 corner[3], const toi_bounds* box, const fmpq* grow)
{
    exact_polygon polygon[2];
    exact_init(&polygon[0]);
    exact_init(&polygon[1]);
    fmpq plane;
    fmpq_init(&plane);
    for (int i = 0; i < 9; ++i) {
        set_exact(&polygon[0].at[i / 3][i % 3], (&corner[i / 3].x)[i % 3]);
    }
    polygon[0].count = 3;
    int from = 0;
    for (int i = 0; i < 6 && polygon[from].count > 0; ++i, from = 1 - from) {
        bool upper = i % 2 == 1;
        set_exact(&plane, (upper ? &box->upper.x : &box->lower.x)[i / 2]);
        (upper ? fmpq_add : fmpq_sub)(&plane, &plane, grow);
        exact_clip(&polygon[from], &plane, i / 2, upper, &polygon[1 - from]);
    }
    bool meets = polygon[from].count > 0;
    exact_clear(&polygon[0]);
    exact_clear(&polygon[1]);
    fmpq_clear(&plane);
    return meets;
}

typedef struct clip_case {
    toi_vec3 corner[3];
    toi_bounds box;
} clip_case;

static toi_vec3 mix(toi_vec3 a, toi_vec3 b, double share)
{
    return v3_madd(a, share, v3_sub(b, a));
}

static double step(test_random* random, double x)
{
    uint32_t way = random_below(random, 4);
    return way == 0 ? nextafter(x, HUGE_VAL) : way == 1 ? nextafter(x, -HUGE_VAL) : x;
}

static toi_vec3 step_all(test_random* random, toi_vec3 p)
{
    double x = step(random, p.x), y = step(random, p.y);
    return v3(x, y, step(random, p.z));
}

static double pick(test_random* random, double a, double b)
{
    return random_below(random, 2) == 0 ? a : b;
}

// A point of an edge of the box.
static toi_vec3 on_edge(test_random* random, const toi_bounds* box)
{
    double x = pick(random, box->lower.x, box->upper.x), y = pick(random, box->lower.y, box->upper.y);
    double z = random_between(random, box->lower.z, box->upper.z);
    return v3(x, y, z);
}

enum { LOOSE, GRID, TOUCHING, SLIVER, FLAT, FAR, TINY, KINDS };

// A triangle through a point of an edge of the box that mostly lies beyond it, moved by single steps.
static void make_touching(test_random* random, clip_case* c)
{
    toi_vec3 point = on_edge(random, &c->box);
    toi_vec3 away = v3_sub(point, v3_scale(0.5, v3_add(c->box.lower, c->box.upper)));
    toi_vec3 along = random_point(random, 1.0);
    away.z = 0.0;
    along = v3_madd(along, -v3_dot(along, away) / v3_dot(away, away), away);
    point = v3_madd(point, random_below(random, 2) * random_unit(random) * 0x1p-44, away);
    c->corner[0] = step_all(random, v3_madd(point, 1.0 + random_unit(random), along));
    c->corner[1] = step_all(random, v3_madd(point, -1.0 - random_unit(random), along));
    c->corner[2] =
        v3_madd(v3_madd(point, random_between(random, 0.0, 3.0), away), random_unit(random), along);
}

static void make_case(test_random* random, int kind, clip_case* c)
{
    toi_vec3 p = random_point(random, 1.0), q = random_point(random, kind == LOOSE ? 0.5 : 1.0);
    c->box = (toi_bounds){v3_min(p, v3_add(p, q)), v3_max(p, v3_add(p, q))};
    for (int i = 0; i < 3; ++i) {
        c->corner[i] = random_point(random, 2.0);
        if (kind == GRID) {
            c->corner[i] = v3(floor(c->corner[i].x), floor(c->corner[i].y), floor(c->corner[i].z));
        }
    }
    if (kind == GRID) {
        c->box.lower = v3(floor(p.x), floor(p.y), floor(p.z));
        double wide = random_below(random, 2);
        c->box.upper = v3_add(c->box.lower, v3(wide, 1, random_below(random, 2)));
    } else if (kind >= TOUCHING) {
        make_touching(random, c);
    }
    if (kind == SLIVER) {
        double share = random_unit(random);
        c->corner[2] = step_all(random, mix(c->corner[0], c->corner[1], share));
    } else if (kind == FLAT) {
        c->corner[2] = c->corner[random_below(random, 2)];
    }
}

// Far from the origin, or where the smallest steps are large.
static void place_case(test_random* random, int kind, clip_case* c)
{
    static const double shifts[3] = {1e3, 1e9, 1e15};
    double shift = kind == FAR ? shifts[random_below(random, 3)] : 0.0;
    int exponent =
        kind == TINY ? -1022 - (int)random_below(random, 40) : 100 * ((int)random_below(random, 3) - 1);
    toi_vec3* points[5] = {&c->corner[0], &c->corner[1], &c->corner[2], &c->box.lower, &c->box.upper};
    for (int i = 0; i < 5; ++i) {
        toi_vec3 v = v3_add(*points[i], v3(shift, -shift, 0.5 * shift));
        *points[i] = v3(ldexp(v.x, exponent), ldexp(v.y, exponent), ldexp(v.z, exponent));
    }
}

static double largest(const toi_vec3 corner[3])
{
    double m = 0.0;
    for (int i = 0; i < 9; ++i) {
        m = fmax(m, fabs((&corner[i / 3].x)[i % 3]));
    }
    return m;
}

typedef struct clip_counts {
    uint32_t meet, kept, box_kept, near;
} clip_counts;

static void check_case(const clip_case* c, clip_counts* counts)
{
    fmpq none, grow, tiny;
    fmpq_init(&none);
    fmpq_init(&grow);
    fmpq_init(&tiny);
    double magnitude = largest(c->corner);
    set_exact(&grow, magnitude);
    fmpq_div_2exp(&grow, &grow, 46);
    set_exact(&tiny, 0x1p-1069);
    fmpq_add(&grow, &grow, &tiny);
    toi_bounds own = ti_clip_own_box(c->corner), grown = ti_clip_grow(&c->box, magnitude);
    bool meet = exact_meets(c->corner, &c->box, &none);
    bool kept = ti_clip_meets(c->corner, &own, &grown), box_kept = ti_clip_boxes_meet(&own, &c->box);
    assert_true(kept || !meet);
    assert_true(box_kept || !meet);
    assert_true(!kept || exact_meets(c->corner, &c->box, &grow));
    counts->meet += meet;
    counts->kept += kept;
    counts->box_kept += box_kept;
    counts->near += kept && !meet;
    fmpq_clear(&none);
    fmpq_clear(&grow);
    fmpq_clear(&tiny);
}

static void no_is_always_true_and_yes_within_the_bound(void** state)
{
    (void)state;
    static const char* const names[KINDS] = {"loose", "grid", "touching", "sliver", "flat", "far", "tiny"};
    test_random random = random_start(3);
    const uint32_t count = getenv("TOI_TEST_FULL") != NULL ? 300000 : 3000 / TEST_SHARE;
    for (int kind = 0; kind < KINDS; ++kind) {
        clip_counts counts = {0, 0, 0, 0};
        for (uint32_t i = 0; i < count; ++i) {
            clip_case c;
            make_case(&random, kind, &c);
            place_case(&random, kind, &c);
            check_case(&c, &counts);
        }
        print_message("  %-9s meet %u, kept %u, kept by boxes %u\n", names[kind], counts.meet, counts.kept,
                      counts.box_kept);
        assert_true(counts.meet > count / 20 && counts.meet < count - count / 20);
        assert_true(kind >= TOUCHING ? counts.near > count / 100 : counts.near == 0);
        assert_true(kind == FAR || counts.kept < count);
        assert_true(counts.box_kept > counts.meet + count / 20);
    }
}

// The largest numbers of the domain, and a triangle far inside and far outside.
static void the_largest_numbers_do_not_overflow(void** state)
{
    (void)state;
    const toi_vec3 corner[3] = {
        {-0x1p1000, -0x1p1000, 0x1p999}, {0x1p1000, -0x1p1000, -0x1p999}, {0, 0x1p1000, 0}};
    const toi_bounds middle = {{-1, -1, -1}, {1, 1, 0x1p1000}},
                     corner_box = {{0x1p999, 0x1p999, -1}, {0x1p1000, 0x1p1000, 1}};
    toi_bounds own = ti_clip_own_box(corner), grown = ti_clip_grow(&middle, 0x1p1000);
    assert_true(ti_clip_meets(corner, &own, &grown));
    grown = ti_clip_grow(&corner_box, 0x1p1000);
    assert_false(ti_clip_meets(corner, &own, &grown));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_is_always_true_and_yes_within_the_bound),
        cmocka_unit_test(the_largest_numbers_do_not_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
