// Times of contacts under a screw against Arb: what two features are apart has one sign 1e-12 before the time
// of their contact and the other 1e-12 after it, which proves a root between.

#include "cmocka_toi.h"
#include "support/exact_motion.h"
#include "support/screw_pairs.h"

#define WITHIN 1e-12

typedef struct corner {
    int body;
    uint32_t vertex;
} corner;

// Four points that are in one plane when the features meet.
static void corners_of(const sp_shapes* shapes, const sp_pair* pair, const toi_contact* c, corner out[4])
{
    const toi_feature features[2] = {c->a, c->b};
    int count = 0;
    for (int body = 0; body < 2; ++body) {
        toi_feature f = features[body];
        const uint32_t* face = NULL;
        uint32_t n = 0;
        switch (f.kind) {
        case TOI_FEATURE_FACE:
            n = toi_mesh_face(shapes->mesh[pair->shape[body]], f.index[0], &face);
            for (uint32_t i = 0; i < 3; ++i) {
                out[count++] = (corner){body, face[i * n / 3]};
            }
            break;
        case TOI_FEATURE_EDGE:
            out[count++] = (corner){body, f.index[0]};
            out[count++] = (corner){body, f.index[1]};
            break;
        case TOI_FEATURE_VERTEX:
        case TOI_FEATURE_NONE:
            out[count++] = (corner){body, f.index[0]};
            break;
        }
    }
    assert_int_equal(count, 4);
}

// det(out) = (x1 - x0) . ((x2 - x0) x (x3 - x0))
static void determinant(arb_t out, arb_t x[4][3])
{
    arb_t product;
    arb_init(product);
    for (int i = 0; i < 3; ++i) {
        for (int k = 1; k < 4; ++k) {
            arb_sub(x[k][i], x[k][i], x[0][i], EXACT_BITS);
        }
    }
    arb_zero(out);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        arb_mul(product, x[2][j], x[3][k], EXACT_BITS);
        arb_submul(product, x[2][k], x[3][j], EXACT_BITS);
        arb_addmul(out, x[1][i], product, EXACT_BITS);
    }
    arb_clear(product);
}

// The sign of the volume between the four points at a time: 1 or -1, or 0 where it is not proved.
static int sign_at(const sp_shapes* shapes, const sp_pair* pair, const corner corners[4], double t)
{
    toi_motion motion[2] = {{.kind = TOI_MOTION_STATIC, .pose = pair->pose_a}, sp_pair_motion(pair)};
    exact_pose pose[2];
    arb_t x[4][3], volume;
    arb_init(volume);
    for (int body = 0; body < 2; ++body) {
        exact_pose_init(&pose[body]);
        exact_pose_set(&pose[body], &motion[body], t);
    }
    for (int k = 0; k < 4; ++k) {
        for (int i = 0; i < 3; ++i) {
            arb_init(x[k][i]);
        }
        const toi_mesh* mesh = shapes->mesh[pair->shape[corners[k].body]];
        exact_pose_point(x[k], &pose[corners[k].body], toi_mesh_vertex(mesh, corners[k].vertex));
    }
    determinant(volume, x);
    int sign = arb_is_positive(volume) - arb_is_negative(volume);
    for (int i = 0; i < 12; ++i) {
        arb_clear(x[i / 3][i % 3]);
    }
    exact_pose_clear(&pose[0]);
    exact_pose_clear(&pose[1]);
    arb_clear(volume);
    return sign;
}

typedef struct tally {
    uint32_t proved, slanted;
} tally;

static void prove(const sp_shapes* shapes, const sp_pair* pair, const toi_contact* c, tally* t)
{
    // Rounding in double alone moves the time by more where the surfaces meet at a small angle.
    bool slanted = !(fabs(c->approach) > 0.1 * (double)pair->magnitude);
    if (c->tangent || c->sustained || slanted || c->time < WITHIN || c->time > 1.0 - WITHIN) {
        ++t->slanted;
        return;
    }
    corner corners[4];
    corners_of(shapes, pair, c, corners);
    int before = sign_at(shapes, pair, corners, c->time - WITHIN);
    int after = sign_at(shapes, pair, corners, c->time + WITHIN);
    if (before * after != -1) {
        sp_pair_print(stdout, pair);
        sp_print_contact(stdout, c);
        fail_msg("signs %d and %d", before, after);
    }
    ++t->proved;
}

static void prove_oracle(sp_family family, uint64_t pairs, tally* t)
{
    sp_shapes shapes;
    sb_list truth = {0};
    sp_shapes_init(&shapes, family);
    for (uint64_t i = 0; i < pairs; ++i) {
        sp_pair pair;
        sp_pair_random(&shapes, 11, i, &pair);
        sb_query query = {.a = &shapes.truth[0], .b = &shapes.truth[pair.shape[1]], .pose_a = pair.pose_a};
        query.screws = &pair.screw;
        query.screw_count = 1;
        sb_find(&query, false, &truth);
        for (uint32_t k = 0; k < truth.count; ++k) {
            toi_contact c = sp_as_contact(&shapes, &pair, &truth.contacts[k]);
            prove(&shapes, &pair, &c, t);
        }
    }
    sb_list_release(&truth);
    sp_shapes_release(&shapes);
}

static void prove_library(sp_family family, uint64_t pairs, tally* t)
{
    enum { CONTACTS = 1024 };
    static toi_contact contacts[CONTACTS];
    sp_shapes shapes;
    sp_shapes_init(&shapes, family);
    for (uint64_t i = 0; i < pairs; ++i) {
        sp_pair pair;
        sp_pair_random(&shapes, 12, i, &pair);
        toi_body a = {.mesh = shapes.mesh[0], .motion = {.kind = TOI_MOTION_STATIC, .pose = pair.pose_a}};
        toi_body b = {.mesh = shapes.mesh[pair.shape[1]], .motion = sp_pair_motion(&pair)};
        toi_query_def def = {.contacts = contacts, .contact_capacity = CONTACTS, .min_properness = -0.1};
        toi_result result;
        assert_int_equal(toi_all_contacts(&a, &b, &def, &result), TOI_OK);
        assert_true(result.contact_count <= CONTACTS);
        for (uint32_t k = 0; k < result.contact_count; ++k) {
            prove(&shapes, &pair, &contacts[k], t);
        }
    }
    sp_shapes_release(&shapes);
}

static void times_of_the_library_are_proved(void** state)
{
    (void)state;
    static const uint64_t pairs[SP_FAMILIES] = {500, 300, 500, 50, 50, 200};
    tally t = {0, 0};
    for (int i = 0; i < SP_FAMILIES; ++i) {
        prove_library((sp_family)i, pairs[i], &t);
    }
    printf("%u proved, %u left out\n", t.proved, t.slanted);
    assert_true(t.proved >= 500);
}

static void times_of_the_oracle_are_proved(void** state)
{
    (void)state;
    static const uint64_t pairs[SP_FAMILIES] = {150, 100, 150, 5, 3, 20};
    tally t = {0, 0};
    for (int i = 0; i < SP_FAMILIES; ++i) {
        prove_oracle((sp_family)i, pairs[i], &t);
    }
    printf("%u proved, %u left out\n", t.proved, t.slanted);
    assert_true(t.proved >= 100);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(times_of_the_library_are_proved),
        cmocka_unit_test(times_of_the_oracle_are_proved),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
