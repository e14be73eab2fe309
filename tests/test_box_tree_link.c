// Links between parts of two trees: in long double the parts are apart along the direction until the time
// that was told, and not for much longer; where the polynomials of a window are too coarse, a shorter one is
// taken.

#include "cmocka_toi.h"
#include "core/cpu.h"
#include "math/poly.h"
#include "narrow/boxes/tree_search.h"
#include "support/generate.h"
#include "support/real_bernstein.h"

#include "toi/boxes.h"

enum { PAIRS = 60, LINKS = 40, SAMPLES = 64, MOST = 5, FOLLOWED = 12 };

// ---- truth

static rmat turn_at(const toi_rational* m, real t)
{
    const double* c = &m->rotation[0].w;
    real w = real_bernstein(c, 4, m->rotation_count, t), x = real_bernstein(c + 1, 4, m->rotation_count, t);
    real y = real_bernstein(c + 2, 4, m->rotation_count, t),
         z = real_bernstein(c + 3, 4, m->rotation_count, t);
    real n = 1.0L / (w * w + x * x + y * y + z * z);
    return (rmat){{r3_scale(n, r3(w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y))),
                   r3_scale(n, r3(2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x))),
                   r3_scale(n, r3(2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z))}};
}

static rvec position_at(const toi_rational* m, real t)
{
    const double* c = &m->translation[0].x;
    real w = m->weights != NULL ? real_bernstein(m->weights, 1, m->translation_count, t) : 1.0L;
    rvec p = {real_bernstein(c, 3, m->translation_count, t),
              real_bernstein(c + 1, 3, m->translation_count, t),
              real_bernstein(c + 2, 3, m->translation_count, t)};
    return r3_scale(1.0L / w, p);
}

// Both bodies at a time.
typedef struct posed {
    rmat turn[2];
    rvec position[2];
} posed;

static posed pose_at(const toi_rational motion[2], real t)
{
    return (posed){{turn_at(&motion[0], t), turn_at(&motion[1], t)},
                   {position_at(&motion[0], t), position_at(&motion[1], t)}};
}

static rvec apply(const rmat* m, rvec v)
{
    return r3(r3_dot(m->row[0], v), r3_dot(m->row[1], v), r3_dot(m->row[2], v));
}

static real height(const posed* p, int body, rvec n, toi_vec3 point)
{
    return r3_dot(n, r3_add(apply(&p->turn[body], r3_wide(point)), p->position[body]));
}

// The corners of the triangles of a part.
typedef struct corners {
    toi_vec3 at[3 * GEN_TRIANGLES];
    uint32_t count;
} corners;

static void find_corners(const toi_mesh* mesh, ti_tree_part part, corners* c)
{
    const ti_node* n = &mesh->tree.nodes[part.at];
    uint32_t begin = part.triangles > 0 ? part.at : n->begin[part.lane];
    uint32_t end = part.triangles > 0 ? part.at + part.triangles : n->begin[part.lane + 1];
    c->count = 0;
    for (uint32_t i = begin; i < end; ++i, c->count += 3) {
        ti_tree_corners(mesh, i, c->at + c->count);
    }
}

// How far the other points are beyond those of `body` along a direction of the world.
static real apart(const posed* p, int body, rvec n, const corners c[2])
{
    real most = -HUGE_VALL, least = HUGE_VALL;
    for (uint32_t i = 0; i < c[body].count; ++i) {
        most = r_max(height(p, body, n, c[body].at[i]), most);
    }
    for (uint32_t i = 0; i < c[1 - body].count; ++i) {
        least = r_min(height(p, 1 - body, n, c[1 - body].at[i]), least);
    }
    return least - most;
}

// ---- pairs

typedef struct drawn {
    toi_mesh* mesh[2];
    toi_quat rotation[2][MOST];
    toi_vec3 translation[2][MOST];
    double weights[2][MOST];
    toi_rational motion[2];
    ti_rational_piece piece[2];
    ti_rational_pieces pieces[2];
    ti_tree_body body[2];
    ti_tree_query query;
    ti_tree_cell cell;
    ti_tree_found found;
    ti_tree_search search;
} drawn;

// At a time of the window.
static posed pose_in(const drawn* d, real t)
{
    real from = (real)d->search.from, to = (real)d->search.to;
    return pose_at(d->motion, from + (to - from) * t);
}

static void draw_motion(gen_random* random, int k, drawn* d)
{
    toi_quat q = gen_quaternion(random);
    uint32_t m = gen_below(random, MOST), n = gen_below(random, MOST);
    for (uint32_t i = 0; i < MOST; ++i) {
        toi_quat r = gen_quaternion(random);
        d->rotation[k][i] = (toi_quat){q.w + 0.6 * r.w, q.x + 0.6 * r.x, q.y + 0.6 * r.y, q.z + 0.6 * r.z};
        d->weights[k][i] = gen_between(random, 0.5, 2.0);
        toi_vec3 way = gen_direction(random);
        d->translation[k][i] = v3_scale(gen_between(random, 0.0, 4.0), way);
    }
    d->motion[k] = (toi_rational){.rotation = d->rotation[k],
                                  .rotation_count = m + 1,
                                  .translation = d->translation[k],
                                  .weights = gen_chance(random, 0.5) ? d->weights[k] : NULL,
                                  .translation_count = n + 1,
                                  .until = 1.0};
    d->piece[k] = (ti_rational_piece){.t0 = 0.0, .t1 = 1.0, .motion = d->motion[k]};
    d->pieces[k] = (ti_rational_pieces){&d->piece[k], 1};
    d->body[k] = (ti_tree_body){d->mesh[k], &d->pieces[k]};
}

static void draw_pair(gen_random* random, ti_arena* arena, drawn* d)
{
    static gen_shape shape;
    *d = (drawn){.cell = {.to = 1.0}};
    for (int k = 0; k < 2; ++k) {
        gen_shape_random(random, &shape);
        d->mesh[k] = gen_toi_mesh(&shape);
        draw_motion(random, k, d);
    }
    d->query = (ti_tree_query){&d->body[0], &d->body[1], 1e-9, 1000, false};
    assert_true(ti_solid_cut(arena, &d->piece[0], 0.0, 1.0, &d->cell.a));
    assert_true(ti_solid_cut(arena, &d->piece[1], 0.0, 1.0, &d->cell.b));
    bool plain = !ti_cpu_has_avx2();
    d->search = (ti_tree_search){.arena = arena,
                                 .query = &d->query,
                                 .cell = &d->cell,
                                 .from = 0.0,
                                 .to = 1.0,
                                 .kernel = ti_tree_kernel_of(plain),
                                 .found = &d->found};
    if (gen_chance(random, 0.5)) {
        d->search.from = 0.984375 * gen_unit(random);
        d->search.to = d->search.from + 0x1p-6;
    }
    ti_polys polys = {.arena = arena, .plain = plain};
    assert_true(ti_tree_motion_make(&d->search, &polys));
    d->search.frame.time = -1.0;
}

static ti_tree_part draw_part(gen_random* random, const toi_mesh* mesh)
{
    ti_tree_part part = ti_tree_root(mesh), children[4];
    while (!ti_tree_is_triangle(part) && gen_chance(random, 0.7)) {
        part = children[gen_below(random, ti_tree_split(mesh, part, children))];
    }
    return part;
}

// ---- links

static rvec in_world(const posed* p, int body, toi_vec3 n)
{
    const rmat* m = &p->turn[body];
    return apply(m, r3_wide(n));
}

// Roughly from one body to the other.
static toi_vec3 draw_normal(gen_random* random, const drawn* d, int body, double from)
{
    posed p = pose_in(d, (real)from);
    rvec way = r3_unit(r3_sub(p.position[1 - body], p.position[body]));
    const rvec* row = p.turn[body].row;
    rvec own = r3_add(r3_scale(way.x, row[0]), r3_add(r3_scale(way.y, row[1]), r3_scale(way.z, row[2])));
    toi_vec3 n = v3_madd(r3_round(own), 0.3, gen_direction(random));
    return v3_scale(gen_between(random, 0.5, 2.0), n);
}

static void side_corners(const ti_tree_side* side, corners* c)
{
    c->count = side->count;
    for (uint32_t i = 0; i < side->count; ++i) {
        c->at[i] = v3(side->x[i], side->y[i], side->z[i]);
    }
}

// Link after link along a plane. Returns where it ends.
static double follow(drawn* d, const ti_tree_side side[2], const ti_tree_plane* plane, double from)
{
    for (int i = 0; i < FOLLOWED; ++i) {
        ti_tree_look(&d->search, from);
        double to = ti_tree_link(&d->search, side, plane, TREE_ROUNDS);
        assert_true(to >= from && to <= 1.0);
        if (!(to > from && to < 1.0)) {
            return to;
        }
        from = to;
    }
    return from;
}

// Returns whether links end between their beginning and the end.
static bool check_link(gen_random* random, drawn* d, uint32_t* sharp)
{
    static corners exact[2], points[2];
    ti_tree_side side[2];
    for (int k = 0; k < 2; ++k) {
        ti_tree_part part = draw_part(random, d->mesh[k]);
        ti_tree_side_make(d->mesh[k], part, &side[k]);
        find_corners(d->mesh[k], part, &exact[k]);
        side_corners(&side[k], &points[k]);
    }
    double from = gen_chance(random, 0.3) ? 0.0 : gen_unit(random);
    ti_tree_plane plane = {.reach = -HUGE_VAL, .body = (int)gen_below(random, 2)};
    plane.normal = draw_normal(random, d, plane.body, from);
    for (uint32_t i = 0; i < points[plane.body].count; ++i) {
        plane.reach = fmax(v3_dot(plane.normal, points[plane.body].at[i]), plane.reach);
    }
    double to = follow(d, side, &plane, from);
    for (int i = 0; i <= SAMPLES && to > from; ++i) {
        real t = (real)from + ((real)to - (real)from) * (real)i / SAMPLES;
        posed p = pose_in(d, t);
        assert_true(apart(&p, plane.body, in_world(&p, plane.body, plane.normal), exact) > 0.0L);
    }
    if (to <= from || to >= 1.0) {
        return false;
    }
    posed p = pose_in(d, (real)to);
    *sharp += apart(&p, plane.body, in_world(&p, plane.body, plane.normal), points) < 1e-8L;
    return true;
}

static void links_end_in_time(void** state)
{
    (void)state;
    gen_random random = {21};
    uint32_t ended = 0, sharp = 0;
    for (int i = 0; i < PAIRS; ++i) {
        ti_arena arena;
        ti_arena_init(&arena, NULL, 0);
        static drawn d;
        draw_pair(&random, &arena, &d);
        for (int k = 0; k < LINKS; ++k) {
            ended += check_link(&random, &d, &sharp);
        }
        toi_mesh_destroy(d.mesh[0]);
        toi_mesh_destroy(d.mesh[1]);
        ti_arena_destroy(&arena);
    }
    print_message("%u links end within, %u of them where the parts are in contact\n", ended, sharp);
    assert_true(ended > 100 && sharp > ended - ended / 20);
}

// ---- edges

static uint32_t check_edges(gen_random* random, drawn* d)
{
    static corners c[2];
    ti_tree_part part[2];
    for (int k = 0; k < 2; ++k) {
        part[k] = (ti_tree_part){.at = gen_below(random, d->mesh[k]->triangle_count), .triangles = 1};
        find_corners(d->mesh[k], part[k], &c[k]);
    }
    const int edge[2] = {(int)gen_below(random, 3), (int)gen_below(random, 3)};
    double sign = gen_chance(random, 0.5) ? 1.0 : -1.0, from = gen_unit(random);
    double to = ti_tree_link_edges(&d->search, part, edge, sign, from);
    assert_true(to >= from && to <= 1.0);
    for (int i = 0; i <= SAMPLES && to > from; ++i) {
        real t = (real)from + ((real)to - (real)from) * (real)i / SAMPLES;
        posed p = pose_in(d, t);
        rvec way[2];
        for (int k = 0; k < 2; ++k) {
            rvec u = r3_wide(c[k].at[edge[k]]), v = r3_wide(c[k].at[(edge[k] + 1) % 3]);
            way[k] = apply(&p.turn[k], r3_sub(v, u));
        }
        rvec n = r3_scale((real)sign, r3_cross(way[0], way[1]));
        assert_true(apart(&p, 0, r3_unit(n), c) > -1e-17L);
    }
    return to > from;
}

static void edges_are_apart_in_between(void** state)
{
    (void)state;
    gen_random random = {22};
    uint32_t links = 0;
    for (int i = 0; i < PAIRS; ++i) {
        ti_arena arena;
        ti_arena_init(&arena, NULL, 0);
        static drawn d;
        draw_pair(&random, &arena, &d);
        for (int k = 0; k < 4 * LINKS; ++k) {
            links += check_edges(&random, &d);
        }
        toi_mesh_destroy(d.mesh[0]);
        toi_mesh_destroy(d.mesh[1]);
        ti_arena_destroy(&arena);
    }
    print_message("%u links along edges\n", links);
    assert_true(links > 50);
}

// ---- windows

// A cube of side 1 comes from 2^17 units away: at that distance a value is worth less than the tolerance.
static void a_far_flight_takes_shorter_windows(void** state)
{
    (void)state;
    toi_mesh* mesh = NULL;
    assert_int_equal(toi_mesh_create_box((toi_vec3){0.5, 0.5, 0.5}, NULL, &mesh, NULL), TOI_OK);
    const double far = 0x1p17;
    const toi_body a = {.mesh = mesh, .motion = {.pose = {.quaternion = {1.0, 0.0, 0.0, 0.0}}}};
    const toi_body b = {.mesh = mesh,
                        .motion = {.kind = TOI_MOTION_TRANSLATION,
                                   .pose = {{far, 0.25, 0.25}, {1.0, 0.0, 0.0, 0.0}},
                                   .by = {-2.0 * far, 0.0, 0.0}}};
    toi_result r;
    assert_int_equal(toi_boxes_first_contact(&a, &b, NULL, &r), TOI_OK);
    assert_int_equal(r.answer, TOI_ANSWER_CONTACT);
    assert_true(r.t_free <= 0.5 - 0.5 / far && r.t_free > 0.5 - 0.5 / far - 4e-15);
    toi_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_end_in_time),
        cmocka_unit_test(edges_are_apart_in_between),
        cmocka_unit_test(a_far_flight_takes_shorter_windows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
