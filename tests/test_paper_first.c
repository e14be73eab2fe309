// The paper's route with the thinnest zone against certified first contact, and paths aimed at places that
// faces share.

#include "narrow/first/start.h"
#include "paper_support.h"

static bool same_feature(toi_feature a, toi_feature b)
{
    return a.kind == b.kind && a.index[0] == b.index[0] && a.index[1] == b.index[1];
}

static toi_motion motion_of(const ti_paper_terms* t)
{
    bool turns = t->move.kind == TOI_MOVE_ROTATION;
    return (toi_motion){.kind = turns ? TOI_MOTION_ROTATION : TOI_MOTION_TRANSLATION,
                        .pose = t->mover.pose,
                        .by = t->move.by,
                        .point = t->move.point,
                        .axis = t->move.axis,
                        .angle = t->move.angle};
}

static ti_paper_terms random_terms(gen_random* random, toi_mesh* const* still, toi_mesh* const* moving)
{
    const toi_mesh* s = still[gen_below(random, TS_STILL_COUNT)];
    const toi_mesh* m = moving[gen_below(random, TS_MOVING_COUNT)];
    toi_pose pose = {
        v3_madd(s->center, 1.4 * (s->radius + m->radius) * gen_unit(random), gen_direction(random)),
        gen_quaternion(random)};
    toi_vec3 way = v3_scale(2.0 * s->radius * gen_unit(random), gen_direction(random));
    toi_move move = {.by = v3_madd(way, 2.0 * gen_unit(random), v3_sub(s->center, pose.position))};
    if (gen_chance(random, 0.6)) {
        toi_vec3 point = v3_madd(pose.position, s->radius * gen_unit(random), gen_direction(random));
        move = (toi_move){.kind = TOI_MOVE_ROTATION,
                          .point = point,
                          .axis = gen_direction(random),
                          .angle = gen_between(random, -6.0, 6.0)};
    }
    return paper_terms(m, pose, s, move, 0.0);
}

typedef struct tally {
    int hits, clears, same_names, tied_names, other_names, missed, early, late;
} tally;

static bool is_named(const ti_paper_contact* c, const toi_result* r)
{
    return c->kind == r->kind && same_feature(c->a, r->a) && same_feature(c->b, r->b);
}

// Whether first contact names one of those that come at the same time.
static bool is_listed(const ti_paper_terms* t, const toi_result* r, double until)
{
    ti_arena arena;
    ti_arena_init(&arena, NULL, 0);
    ti_array list = ti_array_make(sizeof(ti_paper_contact), NULL);
    assert_true(ti_paper_list(t, &arena, &list));
    bool found = false;
    const ti_paper_contact* c = list.data;
    for (size_t i = 0; i < list.count && c[i].fraction < until; ++i) {
        found = found || is_named(&c[i], r);
    }
    ti_array_release(&list);
    ti_arena_destroy(&arena);
    return found;
}

// A stop is right if it is no later than that of first contact, and if it is earlier the bodies are within
// tolerance there too, as first contact itself finds.
static void judge(const ti_paper_terms* t, tally* sum)
{
    toi_body a = {.mesh = t->mover.mesh, .motion = motion_of(t)};
    toi_body b = {.mesh = t->still.mesh, .motion = {.kind = TOI_MOTION_STATIC, .pose = t->still.pose}};
    toi_result r;
    ti_paper_result p = paper_ask(t);
    assert_int_equal(toi_first_contact(&a, &b, NULL, &r), TOI_OK);
    bool hit = r.answer == TOI_ANSWER_CONTACT;
    double size = fmin(t->mover.mesh->info.size, t->still.mesh->info.size), band = 1e-6;
    sum->clears += !hit && !p.hit;
    sum->hits += hit && p.hit;
    if (hit && !p.hit) { // a graze within tolerance that never touches?
        toi_query_def def = {.tolerance = 1e-12 * size};
        assert_int_equal(toi_first_contact(&a, &b, &def, &r), TOI_OK);
        sum->missed += r.answer == TOI_ANSWER_CONTACT;
    } else if (p.hit && (!hit || p.first.fraction < r.t_hit - band)) {
        a.motion.pose = toi_motion_pose(&a.motion, p.first.fraction);
        a.motion.kind = TOI_MOTION_STATIC;
        toi_query_def def = {.separation = 1e-8 * size};
        assert_int_equal(toi_first_contact(&a, &b, &def, &r), TOI_OK);
        sum->early += r.answer != TOI_ANSWER_CONTACT;
    } else if (p.hit) {
        sum->late += p.first.fraction > r.t_hit + band;
        bool same = is_named(&p.first, &r), tied = !same && is_listed(t, &r, r.t_hit + band);
        sum->same_names += same;
        sum->tied_names += tied;
        sum->other_names += !same && !tied;
    }
}

static void the_first_contact_is_that_of_certified_first_contact(void** state)
{
    (void)state;
    toi_mesh *still[TS_STILL_COUNT], *moving[TS_MOVING_COUNT];
    paper_make_all(still, moving);
    gen_random random = {61};
    tally sum = {0};
    for (int i = 0; i < 6000; ++i) {
        ti_paper_terms terms = random_terms(&random, still, moving);
        ti_start start;
        ti_start_decide(terms.mover.mesh, &terms.mover.pose, terms.still.mesh, &terms.still.pose, true,
                        &start);
        if (start.state == TOI_START_FREE) {
            judge(&terms, &sum);
        }
    }
    print_message(
        "%d hits, %d clear, %d missed, %d early, %d late; same names %d, of several at once %d, others %d\n",
        sum.hits, sum.clears, sum.missed, sum.early, sum.late, sum.same_names, sum.tied_names,
        sum.other_names);
    assert_true(sum.hits > 1000 && sum.clears > 1000);
    assert_int_equal(sum.missed, 0);
    assert_int_equal(sum.early, 0);
    assert_int_equal(sum.late, 0);
    assert_true(sum.other_names * 100 <= sum.same_names && sum.tied_names * 5 < sum.same_names);
    paper_release_all(still, moving);
}

// ---- aimed paths

// A level of 8 x 8 cells with random heights, closed below or not, by its corners.
static toi_mesh* make_level(gen_random* random)
{
    static gen_shape shape;
    double height[81];
    for (int i = 0; i < 81; ++i) {
        height[i] = gen_between(random, 0.0, 8.0);
    }
    ts_make_level(&shape, 8, 32.0, height);
    return gen_toi_mesh(&shape);
}

// A place on an inner edge, or at one of its ends.
static toi_vec3 place_on_edge(gen_random* random, const toi_mesh* mesh)
{
    const ti_topology* t = &mesh->topology;
    uint32_t h = gen_below(random, mesh->corner_count);
    while (t->next_on_edge[h] == h) {
        h = gen_below(random, mesh->corner_count);
    }
    uint32_t face = t->face_of[h],
             next = h + 1 < mesh->face_offsets[face + 1] ? h + 1 : mesh->face_offsets[face];
    toi_vec3 a = mesh->vertices[mesh->corners[h]], b = mesh->vertices[mesh->corners[next]];
    double share = gen_chance(random, 0.4) ? 0.0 : gen_chance(random, 0.2) ? 0.5 : gen_unit(random);
    return v3_madd(a, share, v3_sub(b, a));
}

// Half the way of the mover is to `place`, from either side of it; along x, y or z every now and then.
static ti_paper_terms aim_at(gen_random* random, const toi_mesh* point, const toi_mesh* mesh, toi_vec3 place)
{
    static const toi_vec3 axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    toi_vec3 from = gen_chance(random, 0.3) ? axes[gen_below(random, 3)] : gen_direction(random);
    from = v3_scale(gen_chance(random, 0.5) ? -40.0 : 40.0, from);
    toi_pose pose = {v3_add(place, from), {1.0, 0.0, 0.0, 0.0}};
    if (gen_chance(random, 0.5)) {
        return paper_terms(point, pose, mesh, (toi_move){.by = v3_scale(-2.0, from)}, 0.0);
    }
    // On an arc through the place: half a turn about the middle of a chord to it.
    toi_vec3 axis = v3_cross(from, gen_direction(random));
    toi_move move = {.kind = TOI_MOVE_ROTATION, .axis = axis, .angle = gen_chance(random, 0.5) ? 4.0 : -4.0};
    move.point = v3_madd(place, 0.5, from);
    return paper_terms(point, pose, mesh, move, 0.0);
}

static void nothing_slips_through_where_faces_meet(void** state)
{
    (void)state;
    gen_random random = {71};
    toi_mesh* point = make_point();
    toi_mesh* mesh[4] = {make_level(&random), paper_still(TS_SPHERE, (toi_vec3){0.0, 0.0, 0.0}),
                         paper_still(TS_ROOM, (toi_vec3){0.0, 0.0, 0.0}),
                         paper_still(TS_OCTA, (toi_vec3){0.25, 1.0, 3.0})};
    int count = 0;
    for (int i = 0; i < 40000; ++i) {
        const toi_mesh* still = mesh[i % 4];
        ti_paper_terms terms = aim_at(&random, point, still, place_on_edge(&random, still));
        ti_start start;
        ti_start_decide(point, &terms.mover.pose, still, &terms.still.pose, false, &start);
        if (start.state != TOI_START_FREE) {
            continue; // along a face
        }
        ++count;
        double f = paper_fraction(&terms), met = terms.move.kind == TOI_MOVE_ROTATION ? TOI_PI / 4.0 : 0.5;
        assert_true(f <= met + 1e-9);
    }
    assert_true(count > 30000);
    toi_mesh_destroy(point);
    for (int k = 0; k < 4; ++k) {
        toi_mesh_destroy(mesh[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_contact_is_that_of_certified_first_contact),
        cmocka_unit_test(nothing_slips_through_where_faces_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
