// Edges that are nearly parallel, of rods and of boxes on their edges, as they meet: the value of such an
// axis is small, but events are where they are.

#include "box_support.h"
#include "math/pose.h"

enum { CASES = 1000 };

typedef struct fall {
    toi_quat turn_a[1], turn_b[2];
    toi_vec3 at_a[1], way_b[3];
    box_body a, b;
} fall;

static toi_quat about(toi_vec3 axis, double angle)
{
    return (toi_quat){cos(0.5 * angle), sin(0.5 * angle) * axis.x, sin(0.5 * angle) * axis.y,
                      sin(0.5 * angle) * axis.z};
}

// B falls on A, or through it; both lie along x, but for a small angle about z that may grow, each on an edge
// if it has any thickness, and all is turned and moved as one.
static void draw(test_random* random, double angle, fall* f)
{
    const toi_vec3 x = {1.0, 0.0, 0.0}, z = {0.0, 0.0, 1.0};
    bool rods = random_below(random, 2) == 0, turns = random_below(random, 2) == 0;
    double thick = rods ? 0.0 : random_between(random, 0.1, 0.3), grown = random_between(random, 1.0, 3.0);
    toi_quat all = q_normalize(random_bell_quat(random, (toi_quat){0.0, 0.0, 0.0, 0.0}, 1.0));
    toi_quat edge = about(x, 0.25 * 3.14159265358979);
    ti_mat3 turn = m3_from_quat(all);
    toi_vec3 center = random_bell_vec(random, 1.0);
    f->turn_a[0] = q_mul(all, edge);
    f->at_a[0] = center;
    for (int k = 0; k < 2; ++k) {
        double turned = k == 0 ? angle : angle * grown;
        f->turn_b[k] = q_mul(all, q_mul(about(z, turned), edge));
    }
    double from = random_between(random, 1.0, 2.0), to = random_between(random, -2.0, -1.0);
    for (int k = 0; k < 3; ++k) {
        double height = k == 0 ? from : k == 1 ? random_between(random, -0.2, 0.2) : to;
        double along = random_between(random, -0.1, 0.1);
        f->way_b[k] = v3_add(center, m3_apply(&turn, v3(along, 0.0, height)));
    }
    f->a = (box_body){.half = {1.0, thick, thick}};
    f->a.motion = (toi_rational){
        .rotation = f->turn_a, .rotation_count = 1, .translation = f->at_a, .translation_count = 1};
    f->b = (box_body){.half = {0.7, thick, thick}};
    f->b.motion = (toi_rational){.rotation = f->turn_b,
                                 .rotation_count = turns ? 2 : 1,
                                 .translation = f->way_b,
                                 .translation_count = 3};
}

static void events_are_where_edges_meet(void** state)
{
    (void)state;
    test_random random = random_start(17);
    double worst = 0.0, least_angle = 1.0;
    uint32_t events = 0;
    for (int i = 0; i < CASES; ++i) {
        static fall f;
        double angle = pow(10.0, random_between(&random, -5.0, -2.0));
        draw(&random, angle, &f);
        ti_box_span spans[BOX_ROOM];
        ti_box_search search = {.first_only = false};
        box_solve(&f.a, &f.b, false, spans, &search);
        assert_true(search.count >= 1);
        worst = fmax(worst, box_judge(&f.a, &f.b, spans, search.count, 40));
        for (uint32_t k = 0; k < search.count; ++k) {
            bool edges = spans[k].enter_axis / 4 >= BOX_E;
            events += edges;
            least_angle = edges ? fmin(angle, least_angle) : least_angle;
        }
    }
    print_message("%u of edges, %.2g apart at most; angles from %.2g on\n", events, worst, least_angle);
    assert_true(events > CASES / 2 && least_angle < 2e-5);
    assert_true(worst < 2e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_where_edges_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
