// Scenes of satellites far from the origin, and of a pile of 200 bodies.

#include "scenes/generate.h"

// Metres. A bus, two booms and two panels: five components, which touch.
static void write_satellite(ti_writer* writer)
{
    ti_model satellite = {0};
    ti_model_box(&satellite, (toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){1.0, 1.0, 1.5});
    for (int side = -1; side <= 1; side += 2) {
        ti_model_box(&satellite, (toi_vec3){side * 1.25, 0.0, 0.0}, (toi_vec3){0.25, 0.05, 0.05});
        ti_model_box(&satellite, (toi_vec3){side * 5.5, 0.0, 0.0}, (toi_vec3){4.0, 0.02, 1.0});
    }
    ti_writer_mesh(writer, "satellite", &satellite, 1e6);
}

// One second of two orbits that cross at right angles at 7.5 km/s, 7000 km from the origin.
void ti_generate_satellites(ti_writer* writer)
{
    write_satellite(writer);
    toi_motion a = {.kind = TOI_MOTION_SPIN,
                    .pose = {{7e6, -3750.0, 0.0}, {0.8, 0.0, 0.6, 0.0}},
                    .by = {0.0, 7500.0, 0.0},
                    .axis = {1.0, 2.0, -0.5},
                    .angle = 2.5};
    toi_motion b = {.kind = TOI_MOTION_SPIN,
                    .pose = {{7000007.87, 0.0, -3750.0}, {0.6, 0.0, 0.0, 0.8}},
                    .by = {0.0, 0.0, 7500.0},
                    .axis = {0.0, 1.0, 3.0},
                    .angle = -1.75};
    ti_known known = {
        .about = "Two tumbling satellites on crossing orbits, one second at 7.5 km/s each, 7000 km from the "
                 "origin: they pass within 5 cm.",
        .source = "dense sampling around the passage"};
    ti_writer_begin(writer, "satellites");
    ti_writer_body(writer, "east", "satellite", &a);
    ti_writer_body(writer, "north", "satellite", &b);
    ti_writer_end(writer, NULL, &known);
}

static void write_pile_meshes(ti_writer* writer)
{
    static const double star[][2] = {
        {0.36, 0.0},  {0.12, 0.12},   {0.0, 0.36},  {-0.12, 0.12},
        {-0.36, 0.0}, {-0.12, -0.12}, {0.0, -0.36}, {0.12, -0.12},
    };
    static const double angle_iron[][2] = {
        {-0.25, -0.25}, {0.3, -0.25}, {0.3, -0.1}, {-0.1, -0.1}, {-0.1, 0.3}, {-0.25, 0.3},
    };
    static const double spindle[][2] = {{-0.45, 0.0}, {0.0, 0.2}, {0.45, 0.0}};
    ti_model models[6] = {0};
    ti_model_box(&models[0], (toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){0.25, 0.25, 0.25});
    ti_model_prism(&models[1], star, 8, -0.15, 0.15);
    ti_model_prism(&models[2], angle_iron, 6, -0.2, 0.2);
    ti_model_torus(&models[3], 0.3, 0.125, 10, 6);
    ti_model_lathe(&models[4], spindle, 3, 5);
    ti_model_sphere(&models[5], 0.35, 8, 6);
    static const char* const names[6] = {"pile-cube", "pile-star",    "pile-angle",
                                         "pile-ring", "pile-spindle", "pile-ball"};
    for (int i = 0; i < 6; ++i) {
        ti_writer_mesh(writer, names[i], &models[i], 1e5);
    }
}

static toi_motion draw_motion(uint32_t index, uint64_t* state)
{
    toi_motion m = {.kind = TOI_MOTION_SPIN};
    m.pose.position = (toi_vec3){0.95 * (index % 5), 0.95 * (index / 5 % 5), 0.95 * (index / 25)};
    m.pose.quaternion = (toi_quat){1.0 + ti_draw(state), ti_draw(state), ti_draw(state), ti_draw(state)};
    m.by = (toi_vec3){0.4 * ti_draw(state), 0.4 * ti_draw(state), 0.4 * ti_draw(state) - 0.3};
    m.axis = (toi_vec3){ti_draw(state), ti_draw(state), 2.0 + ti_draw(state)};
    m.angle = 1.5 * ti_draw(state);
    return m;
}

// Bodies on a grid of 5 by 5 by 8, all falling, drifting and turning.
void ti_generate_pile(ti_writer* writer)
{
    static const char* const meshes[6] = {"pile-cube", "pile-star",    "pile-angle",
                                          "pile-ring", "pile-spindle", "pile-ball"};
    write_pile_meshes(writer);
    ti_known known = {
        .about = "A pile of 200 convex and concave bodies in one step: all fall, drift and turn, and every "
                 "pair of the 19 900 is asked.",
        .source = "toi check; dense sampling finds the same pairs",
        .a = "ring-3",
        .b = "angle-8",
        .time = 0.286532433501,
        .error = 1e-8,
        .contacts = 51};
    ti_writer_begin(writer, "pile");
    uint64_t state = 200;
    for (uint32_t i = 0; i < 200; ++i) {
        toi_motion motion = draw_motion(i, &state);
        uint32_t kind = (i + i / 25) % 6;
        char name[32];
        snprintf(name, sizeof name, "%s-%u", meshes[kind] + 5, i);
        ti_writer_body(writer, name, meshes[kind], &motion);
    }
    ti_writer_end(writer, NULL, &known);
}
