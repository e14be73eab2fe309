// Tori under a screw: from a fixed seed, sent through each other, up to a first touch or past each other,
// linked, and in two poses with exactly three contacts.

#include "bench/cases.h"
#include "bench/draw.h"

#include "scenes/model.h"

#include <math.h>
#include <stdio.h>

#define QUERIES 4 // of each class

typedef struct size_row {
    uint32_t faces, around, across;
} size_row;

static const size_row sizes[] = {
    {300, 25, 12}, {1000, 40, 25}, {6000, 100, 60}, {10000, 125, 80}, {100000, 400, 250}};

static const toi_mesh* torus_of(ti_case_list* list, const size_row* size)
{
    char name[64];
    snprintf(name, sizeof name, "ring%u", size->faces);
    const toi_mesh* known = ti_cases_find_mesh(list, name);
    if (known != NULL) {
        return known;
    }
    ti_model model = {0};
    ti_model_torus(&model, 1.0, 0.35, size->around, size->across);
    toi_mesh* mesh = ti_model_mesh(&model);
    ti_model_release(&model);
    return ti_cases_keep_mesh(list, name, mesh);
}

// Has the case drawn with a prism of ten faces around each of its tori, a hundredth larger than need be.
static void enclose(ti_case_list* list, ti_case* query)
{
    const toi_mesh* disc = ti_cases_find_mesh(list, "disc");
    if (disc == NULL) {
        ti_model model = {0};
        ti_model_rod(&model, 1.35 * 1.01 / cos(3.141592653589793 / 8.0), 0.35 * 1.01, 8);
        disc = ti_cases_keep_mesh(list, "disc", ti_model_mesh(&model));
        ti_model_release(&model);
    }
    query->coarse[0] = query->coarse[1] = disc;
}

static ti_case* add(ti_case_list* list, const char* scene, uint32_t number, const toi_mesh* mesh)
{
    char name[64];
    snprintf(name, sizeof name, "%u", number);
    ti_case* added = ti_cases_add(list, scene, name);
    added->a = (toi_body){.mesh = mesh, .motion = {.pose = TOI_POSE_IDENTITY}};
    added->b.mesh = mesh;
    return added;
}

// B flies through A on a screw of at most a radian and a half, its axis near the centre of A.
static toi_motion draw_flight(uint64_t* state)
{
    toi_vec3 from = draw_direction(state), turn = draw_direction(state), aim = draw_direction(state);
    double half = 1.5 * draw(state);
    return (toi_motion){
        .kind = TOI_MOTION_SCREW,
        .pose = {{3.2 * from.x + 0.2 * aim.x, 3.2 * from.y + 0.2 * aim.y, 3.2 * from.z + 0.2 * aim.z},
                 {cos(half), sin(half) * turn.x, sin(half) * turn.y, sin(half) * turn.z}},
        .point = {0.3 * aim.x, 0.3 * aim.y, 0.3 * aim.z},
        .axis = {-from.x, -from.y, -from.z},
        .angle = 1.5 * draw(state),
        .advance = 6.4,
    };
}

// ---- classes of growing size

// Ends the motion a little after the first touch.
static void stop_at_touch(ti_case* query)
{
    toi_result first;
    if (toi_first_contact(&query->a, &query->b, NULL, &first) == TOI_OK &&
        first.answer == TOI_ANSWER_CONTACT) {
        query->b.motion.angle *= first.t_hit + 0.01;
        query->b.motion.advance *= first.t_hit + 0.01;
    }
}

// The whole motion, moved sideways by more than both bodies.
static void move_aside(toi_motion* m)
{
    toi_vec3 side = fabs(m->axis.x) < 0.7 ? (toi_vec3){0.0, m->axis.z, -m->axis.y}
                                          : (toi_vec3){-m->axis.z, 0.0, m->axis.x};
    double s = 3.2 / sqrt(side.x * side.x + side.y * side.y + side.z * side.z);
    m->pose.position.x += s * side.x;
    m->pose.position.y += s * side.y;
    m->pose.position.z += s * side.z;
    m->point.x += s * side.x;
    m->point.y += s * side.y;
    m->point.z += s * side.z;
}

static void add_growth(ti_case_list* list, const size_row* size)
{
    static const char* const kinds[] = {"pass", "shallow", "miss"};
    for (int k = 0; k < 3; ++k) {
        char scene[64];
        snprintf(scene, sizeof scene, "tori_%s_%u", kinds[k], size->faces);
        if (!ti_cases_wanted(list, scene)) {
            continue;
        }
        uint64_t state = 77;
        for (uint32_t i = 0; i < QUERIES; ++i) {
            ti_case* added = add(list, scene, i, torus_of(list, size));
            added->b.motion = draw_flight(&state);
            added->methods = TI_ALL_SCREW | TI_ALL_FIRST;
            if (size->faces == 300) {
                added->methods |= TI_ALL_SCREEN | TI_ALL_ROBUST;
                added->methods |= k < 2 ? TI_ALL_ORDERS | TI_ALL_COARSE : 0;
                enclose(list, added);
            }
            added->slow = size->faces > 10000;
            if (k == 1) {
                stop_at_touch(added);
            } else if (k == 2) {
                move_aside(&added->b.motion);
                added->known = true;
            }
        }
    }
}

// ---- linked

// The tube of B runs through the middle of the hole of A and may move 0.3 each way.
static void add_linked(ti_case_list* list, const char* scene, double advance, uint64_t seed)
{
    if (!ti_cases_wanted(list, scene)) {
        return;
    }
    for (uint32_t i = 0; i < QUERIES; ++i) {
        ti_case* added = add(list, scene, i, torus_of(list, &sizes[0]));
        double tilt = 0.02 * draw(&seed);
        added->b.motion = (toi_motion){
            .kind = TOI_MOTION_SCREW,
            .pose = {{1.0 + 0.02 * draw(&seed), 0.02 * draw(&seed), 0.02 * draw(&seed)},
                     {1.0, 1.0 + tilt, tilt, 0.0}},
            .axis = {0.02 * draw(&seed), 0.02 * draw(&seed), 1.0},
            .angle = 1.2,
            .advance = advance,
        };
        added->methods = TI_ALL_SCREW | TI_ALL_FIRST | TI_ALL_SCREEN | TI_ALL_ROBUST;
        added->known = advance < 0.2;
    }
}

// ---- exactly three contacts

typedef struct pose_row {
    double start[12], relative[12]; // rotation by rows, then position: of B, and of the motion of B
} pose_row;

// Drawn at random among screws of tori; those that meet exactly three times were kept.
static const pose_row poses[2] = {
    {{0.9736702175488352, 0.035739167245943837, 0.22514222034742937, -0.035424828832493774,
      0.99935755371196533, -0.005437034212222738, -0.22519189363871983, -0.0026817463345399093,
      0.97431074061410439, -0.31620406783958704, -1.6541995946215249, -1.4628691426945399},
     {0.99373543275825682, -0.006034716059954098, -0.1115951248166142, 0.056620976110134884,
      0.88808689742459823, 0.45617510638688596, 0.096353280925433479, -0.459635991655165, 0.88286510885303293,
      -0.35146614482881056, 3.285395974048166, 2.5110037077332521}},
    {{0.99952268182328985, 0.030609560387995595, -0.0041789153655056432, -0.03089232213544537,
      0.98911556855998081, -0.14386126094275381, -0.00027009971914100514, 0.14392168974762937,
      0.98958904312160245, 0.022431062683035095, -1.4342355000250906, -1.4437303349118373},
     {0.97795778356315644, 0.046063083908404925, -0.203658453959284, 0.079190756259474138,
      0.82067038087385114, 0.5658877539578151, 0.19320299607224289, -0.56954220059378868, 0.7989332162649726,
      -0.10383035234894049, 3.1883514060376621, 2.4957883908927183}},
};

typedef struct three_row {
    uint32_t size, pose;
    double times[3];
} three_row;

static const three_row threes[] = {
    {0, 0, {0.178486, 0.255876, 0.465196}},
    {0, 1, {0.163409, 0.182382, 0.388285}},
    {1, 0, {0.17647, 0.25352, 0.46358}},
    {2, 0, {0.17581, 0.25360, 0.46316}},
};

static void multiply(const double p[9], const double q[9], double out[9])
{
    for (int i = 0; i < 9; ++i) {
        out[i] = p[i / 3 * 3] * q[i % 3] + p[i / 3 * 3 + 1] * q[3 + i % 3] + p[i / 3 * 3 + 2] * q[6 + i % 3];
    }
}

// Of a rotation of less than half a turn.
static toi_pose pose_of(const double r[9], const double p[3])
{
    double w = sqrt(1.0 + r[0] + r[4] + r[8]);
    return (toi_pose){{p[0], p[1], p[2]}, {w, (r[7] - r[5]) / w, (r[2] - r[6]) / w, (r[3] - r[1]) / w}};
}

static void add_three(ti_case_list* list, const three_row* row)
{
    char scene[64];
    snprintf(scene, sizeof scene, "tori_three_%u", sizes[row->size].faces);
    if (!ti_cases_wanted(list, scene)) {
        return;
    }
    ti_case* added = add(list, scene, row->pose, torus_of(list, &sizes[row->size]));
    const double *start = poses[row->pose].start, *by = poses[row->pose].relative;
    double end[12];
    multiply(by, start, end);
    for (int i = 0; i < 3; ++i) {
        end[9 + i] = by[3 * i] * start[9] + by[3 * i + 1] * start[10] + by[3 * i + 2] * start[11] + by[9 + i];
    }
    added->b.motion = (toi_motion){
        .kind = TOI_MOTION_BETWEEN, .pose = pose_of(start, start + 9), .end = pose_of(end, end + 9)};
    added->methods = TI_ALL_SCREW | TI_ALL_SLACK | TI_ALL_FIRST;
    if (row->size == 0) {
        added->methods |= TI_ALL_SCREEN | TI_ALL_ROBUST | TI_ALL_ORDERS | TI_ALL_COARSE;
        enclose(list, added);
    }
    added->known = true;
    added->contact_count = 3;
    added->time_count = 3;
    for (int i = 0; i < 3; ++i) {
        added->times[i] = row->times[i];
    }
}

void ti_cases_add_all_tori(ti_case_list* list)
{
    for (size_t i = 0; i < sizeof threes / sizeof threes[0]; ++i) {
        add_three(list, &threes[i]);
    }
    add_linked(list, "tori_linked_miss", 0.15, 5);
    add_linked(list, "tori_linked_hit", 0.6, 5);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        if (sizes[i].faces != 6000) {
            add_growth(list, &sizes[i]);
        }
    }
}
