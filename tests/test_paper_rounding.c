// The bound on rounding of a pair of features (ti_paper_contact.rounding) against long double: the gap that
// is told, and the one at the pose of doubles that is given back, are not further apart.

#include "paper_support.h"

typedef struct placed {
    const toi_mesh* mesh;
    rvec position;
    rquat quaternion;
} placed;

static placed place(const toi_mesh* mesh, const toi_pose* pose)
{
    return (placed){mesh, r3_wide(pose->position), rq_wide(pose->quaternion)};
}

static rvec vertex(const placed* p, uint32_t v)
{
    return r3_add(p->position, rq_turn(p->quaternion, r3_wide(p->mesh->vertices[v])));
}

// Distance from the plane of a face, which is a triangle or exactly plane.
static real to_face(const placed* face, uint32_t f, rvec x)
{
    const uint32_t* c = &face->mesh->corners[face->mesh->face_offsets[f]];
    rvec a = vertex(face, c[0]), b = vertex(face, c[1]), d = vertex(face, c[2]);
    rvec n = r3_unit(r3_cross(r3_sub(b, a), r3_sub(d, a)));
    return fabsl(r3_dot(n, r3_sub(x, a)));
}

static real true_gap(const placed* mover, const placed* still, const ti_paper_contact* c)
{
    if (c->kind == TOI_CONTACT_VF) {
        return to_face(still, c->b.index[0], vertex(mover, c->a.index[0]));
    }
    if (c->kind == TOI_CONTACT_FV) {
        return to_face(mover, c->a.index[0], vertex(still, c->b.index[0]));
    }
    rvec a = vertex(mover, c->a.index[0]), b = vertex(still, c->b.index[0]);
    rvec u = r3_sub(vertex(mover, c->a.index[1]), a), w = r3_sub(vertex(still, c->b.index[1]), b);
    return fabsl(r3_dot(r3_unit(r3_cross(u, w)), r3_sub(b, a)));
}

// Lengths at which things go wrong: bodies far away, far axes, long ways.
typedef struct regime {
    double offset, lever;
} regime;

static ti_paper_terms random_terms(gen_random* random, const toi_mesh* mover, const toi_mesh* still, regime r)
{
    toi_vec3 there = v3_scale(r.offset, gen_direction(random));
    toi_pose pose = {v3_madd(there, 1.5 * still->radius, gen_direction(random)), gen_quaternion(random)};
    toi_vec3 way = v3_scale(-2.0, v3_sub(pose.position, there));
    toi_move move = {.by = v3_madd(way, 0.5 * still->radius, gen_direction(random))};
    if (gen_chance(random, 0.6)) {
        double lever = r.lever * gen_unit(random);
        move = (toi_move){.kind = TOI_MOVE_ROTATION,
                          .point = v3_madd(there, lever, gen_direction(random)),
                          .axis = gen_direction(random),
                          .angle = gen_between(random, -7.0, 7.0) / (1.0 + 0.01 * lever)};
    }
    ti_paper_terms terms = paper_terms(mover, pose, still, move, gen_chance(random, 0.5) ? 0.0 : 0.25);
    terms.still.pose = ti_pose_unit((toi_pose){there, gen_quaternion(random)});
    return terms;
}

static void the_gap_that_is_told_is_right_within_its_bound(void** state)
{
    (void)state;
    static const regime regimes[] = {{0.0, 50.0}, {0.0, 1e6}, {1024.0, 50.0}, {1e6, 1e3}, {1e9, 50.0}};
    toi_mesh *still[TS_STILL_COUNT], *moving[TS_MOVING_COUNT];
    paper_make_all(still, moving);
    gen_random random = {51};
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    real worst = 0.0L;
    int count = 0, wide = 0;
    for (int i = 0; i < 20000; ++i) {
        ti_paper_terms terms =
            random_terms(&random, moving[gen_below(&random, TS_MOVING_COUNT)],
                         still[gen_below(&random, TS_STILL_COUNT)], regimes[gen_below(&random, 5)]);
        ti_array list = ti_array_make(sizeof(ti_paper_contact), NULL);
        assert_true(ti_paper_list(&terms, &arena, &list));
        placed fixed = place(terms.still.mesh, &terms.still.pose);
        for (size_t k = 0; k < list.count && k < 8; ++k) {
            const ti_paper_contact* c = (const ti_paper_contact*)list.data + k;
            bool turns = terms.move.kind == TOI_MOVE_ROTATION;
            toi_motion motion = {.kind = turns ? TOI_MOTION_ROTATION : TOI_MOTION_TRANSLATION,
                                 .pose = terms.mover.pose,
                                 .by = terms.move.by,
                                 .point = terms.move.point,
                                 .axis = terms.move.axis,
                                 .angle = terms.move.angle};
            toi_pose reached = toi_motion_pose(&motion, c->fraction);
            placed moved = place(terms.mover.mesh, &reached);
            // Behind a face (a start in the other body) the gap is negative.
            real off = fabsl(true_gap(&moved, &fixed, c) - fabsl((real)c->gap));
            worst = r_max(worst, off / (real)c->rounding);
            double length = terms.still.mesh->radius + v3_length(terms.still.pose.position);
            wide += c->rounding >
                    1e-12 * (length + v3_length(v3_sub(terms.move.point, terms.still.pose.position)));
            ++count;
        }
        ti_array_release(&list);
    }
    print_message("%d contacts, at worst %.3Lf of the bound, %d bounds above 1e-12\n", count, worst, wide);
    assert_true(worst < 1.0L);
    assert_true(worst > 0.02L);                       // not so wide that nothing could break it
    assert_true(count > 10000 && wide * 100 < count); // edges that are nearly parallel
    ti_arena_destroy(&arena);
    paper_release_all(still, moving);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_gap_that_is_told_is_right_within_its_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
