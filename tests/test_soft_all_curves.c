// All contacts of bodies that deform with rigid ones on curves. Truth is where the formulas have the
// vertices, in long double: a vertex that is on one side of a triangle and then on the other, well within it,
// has met it, and so have two edges.

#include "soft_support.h"

enum { SAMPLES = 400, MOST_LISTED = 1 << 14 };

static const real MARGIN = 0.05L;    // from the rim of a feature, more than it moves in a step
static const real MOST_STEP = 0.01L; // of a vertex from sample to sample, where a crossing is seen
static const double NOISE = 1e-14;

static toi_contact listed[MOST_LISTED];
static actor one, two;

// ---- features

typedef struct feature {
    uint32_t vertex[3];
    uint32_t count;
} feature;

// Two features, of A and of B, four vertices in all.
typedef struct features {
    feature a, b;
    toi_contact_kind kind;
} features;

static void take_feature(const actor* a, toi_feature f, feature* out)
{
    out->count = f.kind == TOI_FEATURE_VERTEX ? 1 : (f.kind == TOI_FEATURE_EDGE ? 2 : 3);
    for (uint32_t k = 0; k < out->count; ++k) {
        out->vertex[k] = f.kind == TOI_FEATURE_FACE ? a->triangles[f.index[0]][k] : f.index[k];
    }
}

static void corners_of(const feature* f, const rvec* at, rvec x[3])
{
    for (uint32_t k = 0; k < 3; ++k) {
        x[k] = at[f->vertex[k < f->count ? k : f->count - 1]];
    }
}

static double distance_of(const toi_contact* c)
{
    rvec at_a[MOST], at_b[MOST], x[3], y[3];
    feature f;
    place(&one, c->time, at_a);
    place(&two, c->time, at_b);
    take_feature(&one, c->a, &f);
    corners_of(&f, at_a, x);
    take_feature(&two, c->b, &f);
    corners_of(&f, at_b, y);
    return (double)oracle_triangle_distance(x, y).distance;
}

// ---- crossings

static real side_of(const rvec x[4])
{
    return r3_dot(r3_sub(x[3], x[0]), r3_cross(r3_sub(x[1], x[0]), r3_sub(x[2], x[0])));
}

// What a sign is taken along: it may turn round by itself, where edges are parallel or a triangle is a
// segment.
static rvec across(const features* f, const rvec x[4])
{
    bool edges = f->kind == TOI_CONTACT_EE;
    const rvec* t = f->kind == TOI_CONTACT_VF ? x + 1 : x;
    return edges ? r3_cross(r3_sub(x[1], x[0]), r3_sub(x[3], x[2]))
                 : r3_cross(r3_sub(t[1], t[0]), r3_sub(t[2], t[0]));
}

static void four_of(const features* f, const rvec* at_a, const rvec* at_b, rvec x[4])
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < f->a.count; ++k) {
        x[n++] = at_a[f->a.vertex[k]];
    }
    for (uint32_t k = 0; k < f->b.count; ++k) {
        x[n++] = at_b[f->b.vertex[k]];
    }
}

// The four volumes of a point p of the first three with the others, as shares: of a vertex in a triangle.
static bool inside_triangle(const rvec t[3], rvec p)
{
    rvec n = r3_cross(r3_sub(t[1], t[0]), r3_sub(t[2], t[0]));
    real all = r3_dot(n, n);
    for (int k = 0; k < 3; ++k) {
        rvec e = r3_cross(r3_sub(t[(k + 1) % 3], t[k]), r3_sub(p, t[k]));
        if (!(r3_dot(e, n) > MARGIN * all)) {
            return false;
        }
    }
    return true;
}

// Whether lines through p, q and r, s are nearest to each other well within these edges.
static bool inside_edges(const rvec x[4])
{
    rvec d = r3_sub(x[1], x[0]), e = r3_sub(x[3], x[2]), w = r3_sub(x[0], x[2]);
    real dd = r3_dot(d, d), de = r3_dot(d, e), ee = r3_dot(e, e), det = dd * ee - de * de;
    real s = (de * r3_dot(e, w) - ee * r3_dot(d, w)) / det, t = (dd * r3_dot(e, w) - de * r3_dot(d, w)) / det;
    return det > 1e-4L * dd * ee && s > MARGIN && s < 1.0L - MARGIN && t > MARGIN && t < 1.0L - MARGIN;
}

static bool well_inside(const features* f, const rvec x[4])
{
    const rvec first[4] = {x[1], x[2], x[3], x[0]};
    switch (f->kind) {
    case TOI_CONTACT_VF:
        return inside_triangle(first, first[3]);
    case TOI_CONTACT_FV:
        return inside_triangle(x, x[3]);
    default:
        return inside_edges(x);
    }
}

static bool is_fast(const rvec before[4], const rvec after[4])
{
    real most = 0.0L;
    for (int k = 0; k < 4; ++k) {
        rvec step = r3_sub(after[k], before[k]);
        most = fmaxl(most, sqrtl(r3_dot(step, step)));
    }
    return most > MOST_STEP;
}

static rvec path_a[SAMPLES + 1][MOST], path_b[SAMPLES + 1][MOST];

// The first sample by which two features have passed through each other; 2 where that is not seen.
static double passed_by(const features* f)
{
    rvec before[4], after[4];
    four_of(f, path_a[0], path_b[0], before);
    for (uint32_t i = 1; i <= SAMPLES; ++i) {
        four_of(f, path_a[i], path_b[i], after);
        real x = side_of(before), y = side_of(after);
        bool crosses = fabsl(x) > 1e-9L && fabsl(y) > 1e-9L && (x < 0.0L) != (y < 0.0L) &&
                       r3_dot(across(f, before), across(f, after)) > 0.0L;
        if (crosses && !is_fast(before, after) && well_inside(f, before) && well_inside(f, after)) {
            return (double)i / SAMPLES;
        }
        memcpy(before, after, sizeof after);
    }
    return 2.0;
}

static toi_feature named(const feature* f)
{
    toi_feature_kind kind = f->count == 1 ? TOI_FEATURE_VERTEX : TOI_FEATURE_EDGE;
    return (toi_feature){kind, {f->vertex[0], f->count == 1 ? 0 : f->vertex[1]}};
}

static const toi_contact* find_listed(uint32_t count, toi_feature a, toi_feature b)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (same_feature(listed[i].a, a) && same_feature(listed[i].b, b)) {
            return &listed[i];
        }
    }
    return NULL;
}

static uint32_t look_for(uint32_t count, const features* f, toi_feature a, toi_feature b)
{
    double by = passed_by(f);
    if (by > 1.0) {
        return 0;
    }
    const toi_contact* c = find_listed(count, a, b);
    if (c == NULL || !(c->time <= by)) {
        fail_msg("kind %d: passed by %g, listed at %.17g", f->kind, by, c != NULL ? c->time : -1.0);
    }
    return 1;
}

static uint32_t look_for_faces(uint32_t count, bool of_b)
{
    const actor *point = of_b ? &two : &one, *other = of_b ? &one : &two;
    uint32_t seen = 0;
    for (uint32_t v = 0; v < point->vertex_count; ++v) {
        for (uint32_t i = 0; i < other->triangle_count; ++i) {
            const uint32_t* t = other->triangles[i];
            feature vertex = {{v}, 1}, face = {{t[0], t[1], t[2]}, 3};
            toi_feature name = named(&vertex), with = {TOI_FEATURE_FACE, {i, 0}};
            features f = {of_b ? face : vertex, of_b ? vertex : face, of_b ? TOI_CONTACT_FV : TOI_CONTACT_VF};
            seen += look_for(count, &f, of_b ? with : name, of_b ? name : with);
        }
    }
    return seen;
}

static feature edge_of(const actor* a, uint32_t i)
{
    const uint32_t* t = a->triangles[i / 3];
    uint32_t v = t[i % 3], w = t[(i + 1) % 3];
    return (feature){{v < w ? v : w, v < w ? w : v}, 2};
}

static uint32_t look_for_edges(uint32_t count)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < 3 * one.triangle_count; ++i) {
        for (uint32_t k = 0; k < 3 * two.triangle_count; ++k) {
            features f = {edge_of(&one, i), edge_of(&two, k), TOI_CONTACT_EE};
            seen += look_for(count, &f, named(&f.a), named(&f.b));
        }
    }
    return seen;
}

// ---- the answer

static void check_list(const toi_result* r)
{
    for (uint32_t i = 0; i < r->contact_count; ++i) {
        const toi_contact* c = &listed[i];
        double d = distance_of(c);
        if (isnan(c->gap)) { // of the first contact, which the list has later
            assert_true(c->time == r->t_hit && d <= 4.0 * r->work.tolerance);
            continue;
        }
        if (!(d <= c->gap + NOISE && c->gap <= r->work.tolerance)) {
            fail_msg("kind %d at %.17g: distance %g, gap %g", c->kind, c->time, d, c->gap);
        }
        assert_true(i == 0 || listed[i - 1].time <= c->time);
        assert_true(c->time >= r->t_free && c->time <= 1.0);
        assert_ptr_equal(find_listed(r->contact_count, c->a, c->b), c);
    }
}

static void check_first(const toi_result* r)
{
    toi_contact first_one;
    toi_query_def def = {.contacts = &first_one, .contact_capacity = 1};
    toi_result first = ask(&one.body, &two.body, &def);
    assert_true(first.answer == r->answer && first.start == r->start && first.t_free == r->t_free);
    assert_true(first.t_hit == r->t_hit && first.gap == r->gap && first.kind == r->kind);
    assert_true(same_feature(first.a, r->a) && same_feature(first.b, r->b));
    assert_true((r->answer == TOI_ANSWER_CONTACT) == (r->contact_count > 0));
    assert_true(r->contact_count == 0 || listed[0].time == r->t_hit);
}

static void what_passes_is_listed_on_every_kind_of_motion(void** state)
{
    (void)state;
    gen_random random = {random_start(9201).state};
    uint32_t seen = 0, found = 0, most = 0;
    for (int i = 0; i < 160 / (int)TEST_SHARE; ++i) {
        make_pair(&random, i, &one, &two);
        toi_query_def def = {.contacts = listed, .contact_capacity = MOST_LISTED};
        toi_result r;
        assert_int_equal(toi_all_contacts(&one.body, &two.body, &def, &r), TOI_OK);
        assert_true(r.contact_count <= MOST_LISTED && r.t_complete == 1.0);
        check_first(&r);
        check_list(&r);
        for (uint32_t k = 0; k <= SAMPLES; ++k) {
            place(&one, (double)k / SAMPLES, path_a[k]);
            place(&two, (double)k / SAMPLES, path_b[k]);
        }
        seen += look_for_faces(r.contact_count, false) + look_for_faces(r.contact_count, true) +
                look_for_edges(r.contact_count);
        found += r.contact_count;
        most = r.work.steps > most ? r.work.steps : most;
        free_pair(&one, &two);
    }
    printf("%u listed, %u seen to pass, at most %u links\n", found, seen, most);
    assert_true(seen > 1000 / TEST_SHARE);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(what_passes_is_listed_on_every_kind_of_motion),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
