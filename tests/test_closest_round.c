// Closest points of round bodies of many points from a simplex and a direction of another time: the
// separation along the normal is that of a look at all points, and the distance that of a search from
// scratch.

#include "mesh_samples.h"
#include "narrow/first/kernel.h"
#include "support/motion_reference.h"

static const double U = 0x1p-53;
static const double SLACK = 1e-6;

typedef struct scene {
    toi_mesh* mesh[2];
    ti_track track[2];
    ti_shape shape[2];
    ti_search search;
    ti_match match;
} scene;

static void open_body(scene* s, int k, mesh_sample sample)
{
    toi_mesh_def def = sample_def(&sample);
    assert_int_equal(toi_mesh_create(&def, &s->mesh[k], NULL), TOI_OK);
    sample_release(&sample);
    s->track[k] = (ti_track){
        .mesh = s->mesh[k], .scale = 1.0, .radius = ldexp(s->mesh[k]->radius, -s->mesh[k]->exponent)};
    s->shape[k] = shape_of_body(&s->track[k]);
}

// The separation along n in long double, over all points of both bodies.
static long double apart_by_all(const scene* s, toi_vec3 n)
{
    const ti_frame* f = &s->search.frame;
    long double high = -HUGE_VALL, low = HUGE_VALL;
    for (int k = 0; k < 2; ++k) {
        for (uint32_t i = 0; i < s->mesh[k]->vertex_count; ++i) {
            toi_vec3 p = s->mesh[k]->local[i];
            long double x[3] = {(long double)p.x, (long double)p.y, (long double)p.z}, y[3], value = 0.0L;
            const double normal[3] = {n.x, n.y, n.z}, offset[3] = {f->offset.x, f->offset.y, f->offset.z};
            for (int r = 0; r < 3; ++r) {
                toi_vec3 row = f->turn_b.row[r];
                y[r] = (long double)row.x * x[0] + (long double)row.y * x[1] + (long double)row.z * x[2] +
                       (long double)offset[r];
                value += (long double)normal[r] * (k ? y[r] : x[r]);
            }
            high = k == 0 && value > high ? value : high;
            low = k == 1 && value < low ? value : low;
        }
    }
    return low - high;
}

static void place(scene* s, test_random* random, toi_vec3 way, double distance)
{
    s->search.frame.turn_b = m3_from_quat(q_normalize(random_quaternion(random)));
    s->search.frame.offset = v3_scale(distance / v3_length(way), way);
}

// The bodies slide along each other and turn between two looks, so that the corners of the first simplex are
// anywhere on them.
static void check_pair(scene* s, test_random* random, uint32_t* apart)
{
    toi_vec3 way = random_direction(random), next = v3_madd(way, 0.2, random_direction(random));
    double distance = 0.8 + 0.3 * random_unit(random);
    place(s, random, way, distance + 0.05);
    s->match.last = v3(0.0, 0.0, 0.0);
    ti_simplex simplex = {.count = 0}, fresh = {.count = 0};
    ti_closest before = ti_closest_points(&s->search, &s->match, SLACK, &simplex);
    place(s, random, next, distance);
    ti_closest cold = ti_closest_points(&s->search, &s->match, SLACK, &fresh);
    s->match.last = before.along.normal;
    ti_closest warm = ti_closest_points(&s->search, &s->match, SLACK, &simplex);

    assert_true(warm.apart == (warm.along.now > 0.0));
    if (!cold.apart || !warm.apart) {
        // The search may end early where bodies meet, but not with a gap.
        assert_true(!(cold.apart && cold.along.now > 1e-6) && !(warm.apart && warm.along.now > 1e-6));
        return;
    }
    long double truth = apart_by_all(s, warm.along.normal);
    assert_true(fabsl((long double)warm.along.now - truth) <= (long double)(64 * U));
    assert_true(fabs(warm.distance - cold.distance) <= 4.0 * SLACK * cold.distance + 1e-12);
    ++*apart;
}

static void a_simplex_of_another_time_is_no_worse_than_none(void** state)
{
    (void)state;
    test_random random = random_start(72);
    scene s = {.search = {.frame = {.time = 0.0}}};
    open_body(&s, 0, sample_sphere(24, 14, 1.0));
    open_body(&s, 1, sample_torus(24, 14, 0.6, 0.4));
    s.match = (ti_match){.a = &s.shape[0], .b = &s.shape[1], .rest = 1.0};
    assert_true(shape_climbs(&s.shape[0]) && shape_climbs(&s.shape[1]));
    uint32_t apart = 0;
    for (int i = 0; i < 2000; ++i) {
        check_pair(&s, &random, &apart);
    }
    print_message("%u of 2000 pairs apart\n", apart);
    assert_true(apart > 1000 && apart < 1900);
    toi_mesh_destroy(s.mesh[0]);
    toi_mesh_destroy(s.mesh[1]);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(a_simplex_of_another_time_is_no_worse_than_none),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
