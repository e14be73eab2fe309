// A box of 16 units that moves near a cube of 64, and a box and a point on levels, from fixed seeds.

#include "bench/draw.h"
#include "bench/trace.h"

#include "scenes/model.h"

#include <stdio.h>
#include <stdlib.h>

enum { QUERIES = 48, TRIES = 100000 };

#define HALF 8.0       // of the box that moves
#define CORNER 13.8564 // from its middle to its corners
#define CUBE 32.0      // half of the cube
#define CELL 32.0      // of a level
#define PEAK 8.0       // highest that a level can be
#define RAY 400.0
#define FAR_MOVE 170.0

// Where a class happens.
typedef struct place {
    const toi_mesh *still, *box, *point;
    double width; // of a level
} place;

// Draws the mover and its motion; `a.mesh` may be set to another mover.
typedef void draw_query(const place* p, uint64_t* state, ti_case* query);

// ---- on the cube

static toi_vec3 along(toi_vec3 p, double s, toi_vec3 d)
{
    return (toi_vec3){p.x + s * d.x, p.y + s * d.y, p.z + s * d.z};
}

// Half of the movers stand along the axes.
static toi_quat draw_stand(uint64_t* state)
{
    toi_quat turned = draw_turn(state, 180.0 * draw(state));
    return draw(state) < 0.0 ? turned : (toi_quat){1.0, 0.0, 0.0, 0.0};
}

static toi_vec3 draw_point(uint64_t* state, double half)
{
    double x = half * draw(state), y = half * draw(state);
    return (toi_vec3){x, y, half * draw(state)};
}

static void set_turn(ti_case* query, toi_vec3 point, toi_vec3 axis, double angle)
{
    query->a.motion.kind = TOI_MOTION_ROTATION;
    query->a.motion.point = point;
    query->a.motion.axis = axis;
    query->a.motion.angle = angle;
}

// From `from`, 170 units towards a point near `aim`.
static void set_flight(ti_case* query, toi_vec3 from, toi_vec3 aim)
{
    toi_vec3 to = along(aim, -1.0, from);
    double s = FAR_MOVE / sqrt(to.x * to.x + to.y * to.y + to.z * to.z);
    query->a.motion.kind = TOI_MOTION_TRANSLATION;
    query->a.motion.pose.position = from;
    query->a.motion.by = along((toi_vec3){0}, s, to);
}

static void draw_cube_flight(const place* p, uint64_t* state, ti_case* query)
{
    (void)p;
    query->a.motion.pose.quaternion = draw_stand(state);
    toi_vec3 from = along((toi_vec3){0}, 80.0 + 40.0 * draw(state), draw_direction(state));
    set_flight(query, from, draw_point(state, 1.6 * CUBE));
}

// Near a face of the cube, about an axis near the mover.
static void draw_cube_turn(const place* p, uint64_t* state, ti_case* query, double degrees)
{
    (void)p;
    query->a.motion.pose.quaternion = draw_stand(state);
    toi_vec3 at = draw_point(state, CUBE);
    at.z = CUBE + HALF + 3.0 + 3.0 * draw(state);
    query->a.motion.pose.position = at;
    double sense = draw(state) < 0.0 ? -1.0 : 1.0;
    set_turn(query, along(at, 8.0, draw_direction(state)), draw_direction(state),
             sense * degrees * TI_DEGREE);
}

static void draw_cube_turn_10(const place* p, uint64_t* state, ti_case* query)
{
    draw_cube_turn(p, state, query, 10.0);
}

static void draw_cube_turn_90(const place* p, uint64_t* state, ti_case* query)
{
    draw_cube_turn(p, state, query, 90.0);
}

// Flat on the cube, turned about z: four contacts.
static void draw_cube_rest(const place* p, uint64_t* state, ti_case* query)
{
    (void)p;
    double half = 1.57 * draw(state);
    query->a.motion.pose.quaternion = (toi_quat){cos(half), 0.0, 0.0, sin(half)};
    toi_vec3 at = draw_point(state, CUBE - CORNER);
    at.z = CUBE + HALF + 0.01;
    query->a.motion.pose.position = at;
}

// Anywhere near the surface of the cube.
static void draw_cube_pose(const place* p, uint64_t* state, ti_case* query)
{
    (void)p;
    query->a.motion.pose.quaternion = draw_stand(state);
    query->a.motion.pose.position = draw_point(state, CUBE + 2.0 * HALF);
}

// ---- on a level

static toi_vec3 draw_place(const place* p, uint64_t* state, double low, double high)
{
    double x = 0.4 * p->width * draw(state), y = 0.4 * p->width * draw(state);
    return (toi_vec3){x, y, low + 0.5 * (high - low) * (1.0 + draw(state))};
}

static void draw_level_hit(const place* p, uint64_t* state, ti_case* query)
{
    query->a.motion.pose.quaternion = draw_stand(state);
    query->a.motion.pose.position = draw_place(p, state, PEAK + CORNER + 2.0, PEAK + CORNER + 30.0);
    double x = 20.0 * draw(state), y = 20.0 * draw(state);
    double s = 64.0 / sqrt(x * x + y * y + 60.0 * 60.0);
    query->a.motion.kind = TOI_MOTION_TRANSLATION;
    query->a.motion.by = (toi_vec3){s * x, s * y, s * -60.0};
}

// Over 80 % of the width. The mover's lowest point is `low` to `high` above the lowest that a peak can be.
static void draw_across(const place* p, uint64_t* state, ti_case* query, double low, double high)
{
    toi_quat stand = draw_stand(state);
    double reach = stand.w == 1.0 ? HALF : CORNER;
    toi_vec3 at = draw_place(p, state, low + reach, high + reach);
    at.x = -0.4 * p->width;
    query->a.motion.pose = (toi_pose){at, stand};
    query->a.motion.kind = TOI_MOTION_TRANSLATION;
    query->a.motion.by = (toi_vec3){0.8 * p->width, 0.1 * p->width * draw(state), 0.0};
}

static void draw_level_above(const place* p, uint64_t* state, ti_case* query)
{
    draw_across(p, state, query, PEAK + 0.1, PEAK + 4.0);
}

static void draw_level_peaks(const place* p, uint64_t* state, ti_case* query)
{
    draw_across(p, state, query, PEAK - 3.0, PEAK);
}

static void draw_level_turn(const place* p, uint64_t* state, ti_case* query, double degrees, double off)
{
    toi_vec3 at = draw_place(p, state, PEAK + 4.0, PEAK + 12.0);
    query->a.motion.pose = (toi_pose){at, draw_stand(state)};
    double sense = draw(state) < 0.0 ? -1.0 : 1.0;
    set_turn(query, along(at, off, draw_direction(state)), draw_direction(state),
             sense * degrees * TI_DEGREE);
}

static void draw_level_turn_10(const place* p, uint64_t* state, ti_case* query)
{
    draw_level_turn(p, state, query, 10.0, 4.0);
}

static void draw_level_turn_90(const place* p, uint64_t* state, ti_case* query)
{
    draw_level_turn(p, state, query, 90.0, 40.0);
}

static void draw_level_ray(const place* p, uint64_t* state, ti_case* query)
{
    query->a.mesh = p->point;
    query->a.motion.pose = (toi_pose){draw_place(p, state, PEAK + 2.0, 100.0), {1.0, 0.0, 0.0, 0.0}};
    toi_vec3 d = draw_direction(state);
    d.z = -fabs(d.z);
    query->a.motion.kind = TOI_MOTION_TRANSLATION;
    query->a.motion.by = along((toi_vec3){0}, RAY, d);
}

// Let fall until it is a thousandth of a unit above the floor.
static void draw_level_rest(const place* p, uint64_t* state, ti_case* query)
{
    draw_level_hit(p, state, query);
    const toi_query_def def = {.separation = 1e-3};
    toi_result r = {0};
    if (toi_first_contact(&query->a, &query->b, &def, &r) != TOI_OK) {
        exit(5);
    }
    toi_pose rest = toi_motion_pose(&query->a.motion, r.t_free);
    query->a.motion = (toi_motion){.kind = TOI_MOTION_STATIC, .pose = rest};
}

static void draw_level_pose(const place* p, uint64_t* state, ti_case* query)
{
    toi_quat stand = draw_stand(state);
    query->a.motion.pose = (toi_pose){draw_place(p, state, 4.0, 24.0), stand};
}

// ---- classes

typedef struct trace_class {
    const char* name;
    draw_query* draw;
    uint32_t ask;   // ti_trace_ask
    ti_truth truth; // TI_TRUTH_UNKNOWN: either
} trace_class;

static const trace_class on_cube[] = {
    {"cube_move_hit", draw_cube_flight, TI_ASK_TRACE, TI_TRUTH_CONTACT},
    {"cube_move_miss", draw_cube_flight, TI_ASK_TRACE, TI_TRUTH_CLEAR},
    {"cube_turn_10_hit", draw_cube_turn_10, TI_ASK_TRACE, TI_TRUTH_CONTACT},
    {"cube_turn_10_miss", draw_cube_turn_10, TI_ASK_TRACE, TI_TRUTH_CLEAR},
    {"cube_turn_90_hit", draw_cube_turn_90, TI_ASK_TRACE, TI_TRUTH_CONTACT},
    {"cube_turn_90_miss", draw_cube_turn_90, TI_ASK_TRACE, TI_TRUTH_CLEAR},
    {"cube_contents", draw_cube_pose, TI_ASK_CONTENTS, TI_TRUTH_UNKNOWN},
    {"cube_touches", draw_cube_rest, TI_ASK_TOUCHES, TI_TRUTH_UNKNOWN},
};

static const trace_class on_level[] = {
    {"move_hit", draw_level_hit, TI_ASK_TRACE, TI_TRUTH_CONTACT},
    {"across_above", draw_level_above, TI_ASK_TRACE, TI_TRUTH_CLEAR},
    {"across_peaks", draw_level_peaks, TI_ASK_TRACE, TI_TRUTH_UNKNOWN},
    {"turn_10", draw_level_turn_10, TI_ASK_TRACE, TI_TRUTH_UNKNOWN},
    {"turn_90", draw_level_turn_90, TI_ASK_TRACE, TI_TRUTH_UNKNOWN},
    {"turn_90_hit", draw_level_turn_90, TI_ASK_TRACE, TI_TRUTH_CONTACT},
    {"ray", draw_level_ray, TI_ASK_TRACE, TI_TRUTH_UNKNOWN},
    {"contents", draw_level_pose, TI_ASK_CONTENTS, TI_TRUTH_UNKNOWN},
    {"touches", draw_level_rest, TI_ASK_TOUCHES, TI_TRUTH_UNKNOWN},
};

// Draws one until it does what its class says and starts free.
static void draw_case(const trace_class* c, const place* p, const ti_trace_lengths* lengths, uint64_t* state,
                      ti_case* query)
{
    for (uint32_t i = 0; i < TRIES; ++i) {
        query->a = (toi_body){.mesh = p->box, .motion = {.pose = TOI_POSE_IDENTITY}};
        query->b = (toi_body){.mesh = p->still, .motion = {.pose = TOI_POSE_IDENTITY}};
        c->draw(p, state, query);
        ti_trace_find_truth(query, lengths);
        bool starts_free = c->ask != TI_ASK_TRACE || query->time > 0.0;
        if (starts_free && (c->truth == TI_TRUTH_UNKNOWN || c->truth == query->truth)) {
            return;
        }
    }
    fprintf(stderr, "toi_bench_trace: no query is a %s\n", c->name);
    exit(5);
}

static void add_class(ti_case_list* list, const char* scene, const trace_class* c, const place* p,
                      const ti_trace_lengths* lengths)
{
    uint64_t state = 2005;
    for (uint32_t i = 0; i < QUERIES && ti_cases_wanted(list, scene); ++i) {
        char name[64];
        snprintf(name, sizeof name, "%02u", i);
        ti_case* added = ti_cases_add(list, scene, name);
        added->methods = c->ask;
        draw_case(c, p, lengths, &state, added);
    }
}

static const toi_mesh* keep_box(ti_case_list* list, const char* name, double half)
{
    ti_model model = {0};
    ti_model_box(&model, (toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){half, half, half});
    const toi_mesh* mesh = ti_cases_keep_mesh(list, name, ti_model_mesh(&model));
    ti_model_release(&model);
    return mesh;
}

static const toi_mesh* keep_point(ti_case_list* list)
{
    ti_model model = {0};
    uint32_t v = ti_model_vertex(&model, 0.0, 0.0, 0.0);
    ti_model_face(&model, &v, 1);
    const toi_mesh* mesh = ti_cases_keep_mesh(list, "point", ti_model_mesh(&model));
    ti_model_release(&model);
    return mesh;
}

const toi_mesh* ti_trace_level(ti_case_list* list, uint32_t n)
{
    ti_model model = {0};
    uint64_t state = 32;
    for (uint32_t i = 0; i <= n; ++i) {
        for (uint32_t k = 0; k <= n; ++k) {
            double x = CELL * (i - 0.5 * n), y = CELL * (k - 0.5 * n);
            ti_model_vertex(&model, x, y, 0.5 * PEAK * (1.0 + draw(&state)));
        }
    }
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t k = 0; k < n; ++k) {
            uint32_t a = i * (n + 1) + k, b = a + n + 1;
            ti_model_triangle(&model, a, b, b + 1);
            ti_model_triangle(&model, a, b + 1, a + 1);
        }
    }
    char name[64];
    snprintf(name, sizeof name, "level%u", 2 * n * n);
    const toi_mesh* mesh = ti_cases_keep_mesh(list, name, ti_model_mesh(&model));
    ti_model_release(&model);
    return mesh;
}

void ti_cases_add_trace(ti_case_list* list, const ti_trace_lengths* lengths)
{
    static const uint32_t sizes[] = {7, 22, 32, 71};
    place p = {.box = keep_box(list, "box", HALF), .point = keep_point(list)};
    p.still = keep_box(list, "cube", CUBE);
    for (size_t i = 0; i < sizeof on_cube / sizeof on_cube[0]; ++i) {
        add_class(list, on_cube[i].name, &on_cube[i], &p, lengths);
    }
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; ++k) {
        p.still = ti_trace_level(list, sizes[k]);
        p.width = CELL * sizes[k];
        for (size_t i = 0; i < sizeof on_level / sizeof on_level[0]; ++i) {
            char scene[64];
            snprintf(scene, sizeof scene, "level%05u_%s", 2 * sizes[k] * sizes[k], on_level[i].name);
            add_class(list, scene, &on_level[i], &p, lengths);
        }
    }
}
