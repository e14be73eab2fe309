// Scenes of many bodies of one shape that fly through each other: 15 shuttles, and 40 spheres.

#include "scenes/generate.h"

// Bodies on a grid, as far apart as `step`; each drifts and turns.
typedef struct flight {
    const char* mesh;
    uint32_t count, across, rows; // along x and y
    toi_vec3 step, drift;
    double turn; // radians at most
    uint64_t seed;
} flight;

static toi_motion draw_motion(const flight* f, uint32_t index, uint64_t* state)
{
    toi_motion m = {.kind = TOI_MOTION_SPIN};
    m.pose.position = (toi_vec3){f->step.x * (index % f->across), f->step.y * (index / f->across % f->rows),
                                 f->step.z * (index / (f->across * f->rows))};
    double w = 1.0 + ti_draw(state), i = ti_draw(state), j = ti_draw(state), k = ti_draw(state);
    double x = ti_draw(state), y = ti_draw(state), z = ti_draw(state);
    double n = ti_draw(state), o = ti_draw(state), p = 2.0 + ti_draw(state);
    m.pose.quaternion = (toi_quat){w, i, j, k};
    m.by = (toi_vec3){f->drift.x * x, f->drift.y * y, f->drift.z * z};
    m.axis = (toi_vec3){n, o, p};
    m.angle = f->turn * ti_draw(state);
    return m;
}

static void write_flight(ti_writer* writer, const char* name, const flight* f, const ti_known* known)
{
    ti_writer_begin(writer, name);
    uint64_t state = f->seed;
    for (uint32_t i = 0; i < f->count; ++i) {
        toi_motion motion = draw_motion(f, i, &state);
        char body[32];
        snprintf(body, sizeof body, "%s-%u", f->mesh, i);
        ti_writer_body(writer, body, f->mesh, &motion);
    }
    ti_writer_end(writer, NULL, known);
}

void ti_generate_shuttles(ti_writer* writer)
{
    ti_model shuttle = {0};
    ti_model_shuttle(&shuttle);
    ti_model_cut(&shuttle);
    ti_writer_mesh(writer, "shuttle", &shuttle, 1e5);
    const flight f = {.mesh = "shuttle",
                      .count = 15,
                      .across = 4,
                      .rows = 2,
                      .step = {2.5, 2.25, 2.25},
                      .drift = {1.5, 1.5, 1.5},
                      .turn = 2.0,
                      .seed = 15};
    const ti_known known = {
        .about = "15 shuttles of 528 triangles drift and turn until some have flown into each other, as in "
                 "figure 8 of [Kitamura98].",
        .source = "toi check; dense sampling finds the same pairs. The faces: every one against every other",
        .a = "shuttle-3",
        .b = "shuttle-7",
        .time = 0.280587144659,
        .error = 1e-8,
        .contacts = 4,
        .faces_time = 0.3125,
        .face_pairs = 101};
    write_flight(writer, "shuttles", &f, &known);
}

void ti_generate_spheres(ti_writer* writer)
{
    ti_model sphere = {0};
    ti_model_sphere(&sphere, 1.0, 24, 12);
    ti_model_cut(&sphere);
    ti_writer_mesh(writer, "sphere", &sphere, 1e5);
    const flight f = {.mesh = "sphere",
                      .count = 40,
                      .across = 5,
                      .rows = 4,
                      .step = {2.25, 2.25, 2.25},
                      .drift = {0.75, 0.75, 0.75},
                      .turn = 1.5,
                      .seed = 40};
    const ti_known known = {
        .about = "40 spheres of 528 triangles drift and turn until some have flown into each other, as in "
                 "figure 13 of [Kitamura98].",
        .source = "toi check; dense sampling finds the same pairs. The faces: every one against every other",
        .a = "sphere-11",
        .b = "sphere-31",
        .time = 0.239981473593,
        .error = 1e-8,
        .contacts = 18,
        .faces_time = 1.0,
        .face_pairs = 1260};
    write_flight(writer, "spheres", &f, &known);
}
