// Paths that meet corners and edges exactly.

#include "support/trace_aim.h"

#include "support/number_hash.h"

#include <stdlib.h>
#include <string.h>

// ---- bodies

static void open_shape(gen_shape* s, const char* name, const double (*vertex)[3], uint32_t count)
{
    memset(s, 0, sizeof *s);
    s->name = name;
    for (uint32_t i = 0; i < count; ++i) {
        gen_shape_vertex(s, vertex[i][0], vertex[i][1], vertex[i][2]);
    }
}

static void make_corner(gen_shape* s)
{
    static const double v[7][3] = {{0, 0, 0},   {64, 0, 0},  {0, 64, 0}, {0, 0, 64},
                                   {64, 64, 0}, {64, 0, 64}, {0, 64, 64}};
    static const uint32_t faces[3][4] = {{0, 1, 4, 2}, {0, 2, 6, 3}, {0, 3, 5, 1}};
    open_shape(s, "corner", v, 7);
    for (int i = 0; i < 3; ++i) {
        gen_shape_face(s, faces[i], 4);
    }
}

static void make_fold(gen_shape* s)
{
    static const double v[4][3] = {{-32, 0, 0}, {32, 0, 0}, {0, 24, -40}, {8, -16, -48}};
    open_shape(s, "fold", v, 4);
    gen_shape_face(s, (uint32_t[]){0, 1, 2}, 3);
    gen_shape_face(s, (uint32_t[]){1, 0, 3}, 3);
}

static void make_spike(gen_shape* s)
{
    static const double v[7][3] = {{0, 0, 40},  {16, 0, 0},   {8, 16, 0},  {-8, 12, -4},
                                   {-16, 0, 0}, {-4, -16, 4}, {12, -12, 0}};
    open_shape(s, "spike", v, 7);
    for (uint32_t i = 0; i < 6; ++i) {
        gen_shape_face(s, (uint32_t[]){0, 1 + i, 1 + (i + 1) % 6}, 3);
    }
}

static void make_level(gen_shape* s, bool rough)
{
    static const double heights[25] = {0, 8, 4, 0, 12, 4,  16, 0, 8, 0,  20, 4, 12,
                                       0, 8, 0, 8, 4,  16, 4,  8, 0, 12, 0,  4};
    static const double none[25] = {0};
    ts_make_level(s, 4, 16.0, rough ? heights : none);
    s->name = rough ? "rough level" : "flat level";
}

static void make_target(ta_target which, gen_shape* s)
{
    static const ts_still closed[4] = {TS_CUBE, TS_OCTA, TS_LSHAPE, TS_STAIRS};
    switch (which) {
    case TA_CUBE:
    case TA_OCTAHEDRON:
    case TA_LSHAPE:
    case TA_STAIRS:
    case TA_TARGETS:
        ts_make_still(closed[which % 4], s);
        break;
    case TA_FLAT_LEVEL:
    case TA_ROUGH_LEVEL:
        make_level(s, which == TA_ROUGH_LEVEL);
        break;
    case TA_QUAD:
    case TA_DOUBLE_QUAD:
        ts_make_quad(s, 32.0, 24.0);
        break;
    case TA_CORNER:
        make_corner(s);
        break;
    case TA_FOLD:
        make_fold(s);
        break;
    case TA_SPIKE:
        make_spike(s);
        break;
    }
    if (which == TA_DOUBLE_QUAD) {
        s->name = "doubled quad";
        gen_shape_face(s, (uint32_t[]){3, 2, 1, 0}, 4);
    }
}

static void make_mover(ta_mover which, gen_shape* s)
{
    static const double tetrahedron[4][3] = {{-4, -4, -2}, {8, -2, -2}, {0, 8, -2}, {0, 0, 10}};
    switch (which) {
    case TA_POINT:
    case TA_MOVERS:
        ts_make_point(s);
        break;
    case TA_SEGMENT:
        ts_make_segment(s, (toi_vec3){-4, 2, -6}, (toi_vec3){4, -2, 10});
        break;
    case TA_POLYGON:
        ts_make_quad(s, 6.0, 4.0);
        break;
    case TA_BOX:
        ts_make_box(s, 6.0, 4.0, 2.0);
        break;
    case TA_TETRAHEDRON:
        open_shape(s, "tetrahedron", tetrahedron, 4);
        for (uint32_t i = 0; i < 4; ++i) {
            gen_shape_face(s, (uint32_t[]){i, (i + 1) % 4, (i + 2) % 4}, 3);
        }
        break;
    }
}

static void body_init(ta_body* b)
{
    b->mesh = gen_toi_mesh(&b->shape);
    if (b->mesh == NULL) {
        abort();
    }
    gen_oracle_mesh(&b->shape, &b->truth);
}

void ta_bodies_init(ta_bodies* bodies)
{
    for (int i = 0; i < TA_TARGETS; ++i) {
        make_target((ta_target)i, &bodies->targets[i].shape);
        body_init(&bodies->targets[i]);
    }
    for (int i = 0; i < TA_MOVERS; ++i) {
        make_mover((ta_mover)i, &bodies->movers[i].shape);
        body_init(&bodies->movers[i]);
    }
}

void ta_bodies_release(ta_bodies* bodies)
{
    for (int i = 0; i < TA_TARGETS + TA_MOVERS; ++i) {
        ta_body* b = i < TA_TARGETS ? &bodies->targets[i] : &bodies->movers[i - TA_TARGETS];
        toi_mesh_destroy(b->mesh);
        oracle_mesh_release(&b->truth);
    }
}

// ---- aiming

typedef struct path {
    const ta_body *target, *mover;
    toi_pose start;
    toi_move move;
    double separation;
    double meeting; // share of the move after which it meets
    double w, s;    // a turn meets where it has turned by the quaternion (w, s axis)
    bool quiet;     // prints nothing
} path;

static toi_vec3 corner(const gen_shape* s, uint32_t vertex)
{
    const double* v = s->vertices + 3 * (size_t)vertex;
    return (toi_vec3){v[0], v[1], v[2]};
}

static toi_vec3 plus(toi_vec3 a, double s, toi_vec3 b)
{
    return (toi_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

// A corner, or a point of an edge at so many of its eighths: exact for whole coordinates.
static toi_vec3 choose_point(gen_random* random, const gen_shape* s)
{
    const uint32_t* t = s->triangles[gen_below(random, s->triangle_count)];
    toi_vec3 a = corner(s, t[gen_below(random, 3)]), b = corner(s, t[gen_below(random, 3)]);
    return plus(a, gen_chance(random, 0.5) ? 0.0 : gen_below(random, 9) / 8.0, plus(b, -1.0, a));
}

static toi_vec3 whole_vector(gen_random* random, uint32_t reach)
{
    double r = reach, x = gen_below(random, 2 * reach + 1) - r, y = gen_below(random, 2 * reach + 1) - r;
    return (toi_vec3){x, y, gen_below(random, 2 * reach + 1) - r};
}

// q v q* for whole numbers; |q|^2 times a rotation.
static toi_vec3 turn(toi_quat q, toi_vec3 v)
{
    double uv = q.x * v.x + q.y * v.y + q.z * v.z, uu = q.x * q.x + q.y * q.y + q.z * q.z;
    toi_vec3 u = {q.x, q.y, q.z};
    toi_vec3 c = {q.y * v.z - q.z * v.y, q.z * v.x - q.x * v.z, q.x * v.y - q.y * v.x};
    double f = q.w * q.w - uu;
    toi_vec3 r = {f * v.x, f * v.y, f * v.z};
    return plus(plus(r, 2.0 * uv, u), 2.0 * q.w, c);
}

// Turns of a cube, of which quaternions of exact doubles exist: by 0, 180 and 120 degrees.
static toi_quat choose_turn(gen_random* random)
{
    static const toi_quat turns[5] = {
        {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0.5, 0.5, 0.5, 0.5}, {0.5, -0.5, 0.5, 0.5}};
    return turns[gen_below(random, 5)];
}

// Puts the start so that the mover's point is at `from`.
static void put_at(path* p, toi_vec3 point, toi_vec3 from)
{
    p->start.position = plus(from, -1.0, turn(p->start.quaternion, point));
}

static void aim_translation(gen_random* random, path* p, toi_vec3 goal, toi_vec3 point)
{
    toi_vec3 half = whole_vector(random, 30);
    // Along an axis, or in a plane of two, every third time.
    half.x = gen_chance(random, 0.3) ? 0.0 : half.x;
    half.y = gen_chance(random, 0.3) ? 0.0 : half.y;
    put_at(p, point, plus(goal, -1.0, half));
    p->move = (toi_move){.kind = TOI_MOVE_TRANSLATION, .by = plus(half, 1.0, half)};
    p->meeting = 0.5;
}

// With the axis a and a quaternion q = (w, s a) of whole numbers, a point at c + q* r q goes to c + |q|^2 r.
static void aim_turn(gen_random* random, path* p, toi_vec3 goal, toi_vec3 point)
{
    static const double axes[7][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0},
                                      {1, 1, 1}, {1, 2, 2}, {-1, 0, 1}};
    const double* a = axes[gen_below(random, 7)];
    double w = gen_below(random, 4), s = gen_below(random, 2) + 1.0,
           size2 = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
    s = gen_chance(random, 0.5) ? s : -s;
    toi_quat q = {w, -s * a[0], -s * a[1], -s * a[2]};
    toi_vec3 r = whole_vector(random, 3);
    double norm2 = w * w + s * s * size2, angle = 2.0 * atan2(s * sqrt(size2), w);
    p->w = w;
    p->s = s;
    p->move = (toi_move){.kind = TOI_MOVE_ROTATION, .point = plus(goal, -norm2, r), .angle = 2.0 * angle};
    p->move.axis = (toi_vec3){a[0], a[1], a[2]};
    put_at(p, point, plus(p->move.point, 1.0, turn(q, r)));
    p->meeting = 0.5;
}

// ---- asking

static te_relation relation_at_meeting(te_pair* pair, const path* p)
{
    te_pose pose;
    te_pose_init(&pose);
    te_pose_set(&pose, &p->start);
    if (p->move.kind == TOI_MOVE_ROTATION) {
        te_pose_turn(&pose, &p->move, p->w, p->s);
    } else {
        te_pose_move(&pose, &p->move, p->meeting);
    }
    te_pair_place_exact(pair, 0, &pose);
    te_pose_clear(&pose);
    return te_pair_gap(pair, 1e-3L).relation;
}

static bool find_path(const ta_bodies* bodies, gen_random* random, path* p, te_pair* pair)
{
    *p = (path){.target = &bodies->targets[gen_below(random, TA_TARGETS)],
                .mover = &bodies->movers[gen_below(random, TA_MOVERS)],
                .start.quaternion = choose_turn(random),
                .separation = gen_size(random, 1e-6, 0.25)};
    toi_vec3 goal = choose_point(random, &p->target->shape), point = choose_point(random, &p->mover->shape);
    (gen_chance(random, 0.5) ? aim_translation : aim_turn)(random, p, goal, point);
    te_pair_init(pair, &p->mover->truth, &p->target->truth, (toi_vec3){0.0, 0.0, 0.0});
    te_pair_place(pair, 0, &p->start);
    if (te_pair_gap(pair, 1.0L).low > (real)p->separation) {
        return true;
    }
    te_pair_clear(pair);
    return false;
}

static void print_path(const path* p, const toi_trace_result* r, const char* what)
{
    static int shown = 0;
    toi_vec3 x = p->start.position, c = p->move.point, a = p->move.axis, v = p->move.by;
    toi_quat q = p->start.quaternion;
    flockfile(stdout);
    if (!p->quiet && shown++ < 20) {
        printf("%s: %s to %s, separation %.17g, start %.17g %.17g %.17g, %g %g %g %g\n", what,
               p->mover->shape.name, p->target->shape.name, p->separation, x.x, x.y, x.z, q.w, q.x, q.y, q.z);
        printf(
            "  by %g %g %g, or about %.17g %.17g %.17g axis %g %g %g angle %.17g; answer %d fraction %.17g\n",
            v.x, v.y, v.z, c.x, c.y, c.z, a.x, a.y, a.z, p->move.angle, (int)r->answer, r->fraction);
    }
    funlockfile(stdout);
}

static void judge(const path* p, te_pair* pair, const toi_trace_result* r, ta_counts* c)
{
    int turns = p->move.kind == TOI_MOVE_ROTATION;
    if (relation_at_meeting(pair, p) == TE_FREE) {
        abort(); // it was not aimed
    }
    if (!(r->fraction < p->meeting) || r->answer == TOI_ANSWER_CLEAR) {
        ++c->slips[turns];
        print_path(p, r, "slips");
        return;
    }
    te_pair_place(pair, 0, &r->pose);
    if (te_pair_gap(pair, 1.0L).relation != TE_FREE) {
        ++c->meets;
        print_path(p, r, "meets");
    }
    c->undecided += r->answer == TOI_ANSWER_UNDECIDED;
}

static void ask(const path* p, ta_trace* trace, te_pair* pair, ta_counts* c)
{
    toi_placed still = {.mesh = p->target->mesh, .pose = TOI_POSE_IDENTITY};
    toi_placed mover = {.mesh = p->mover->mesh, .pose = p->start};
    toi_trace_def def = {.separation = p->separation};
    toi_trace_result r = {0};
    toi_stage* stage;
    if (toi_stage_create(&still, 1, NULL, &stage, NULL) != TOI_OK) {
        abort();
    }
    toi_status status = trace(stage, &mover, &p->move, &def, &r);
    toi_stage_destroy(stage);
    ++c->paths[p->move.kind == TOI_MOVE_ROTATION];
    uint64_t hash = number_hash_start;
    number_hash(&hash, (double)r.answer);
    number_hash(&hash, r.fraction);
    number_hash(&hash, r.pose.position.x);
    number_hash(&hash, r.pose.quaternion.w);
    c->hash += hash;
    if (status != TOI_OK || !(r.fraction >= 0.0)) {
        ++c->failed;
        print_path(p, &r, "fails");
        return;
    }
    judge(p, pair, &r, c);
}

void ta_path(const ta_bodies* bodies, ta_trace* trace, uint64_t seed, uint64_t index, ta_counts* counts)
{
    gen_random random = {seed * 0x9e3779b97f4a7c15u + index * 0xd1342543de82ef95u};
    path p;
    te_pair pair;
    for (int try = 0; try < 100; ++try) {
        if (find_path(bodies, &random, &p, &pair)) {
            p.quiet = trace != toi_trace;
            ++counts->by_target[p.target - bodies->targets];
            ++counts->by_mover[p.mover - bodies->movers];
            ask(&p, trace, &pair, counts);
            te_pair_clear(&pair);
            return;
        }
    }
    ++counts->aimless;
}

void ta_counts_add(ta_counts* sum, const ta_counts* part)
{
    uint64_t to[sizeof *sum / sizeof(uint64_t)], from[sizeof *sum / sizeof(uint64_t)];
    memcpy(to, sum, sizeof to);
    memcpy(from, part, sizeof from);
    for (size_t i = 0; i < sizeof to / sizeof *to; ++i) {
        to[i] += from[i];
    }
    memcpy(sum, to, sizeof to);
}
