// Scenes for traces: a crate that falls on stairs and tips over, a step up, and a plank that turns beside a
// wall. Metres, y is up.

#include "scenes/generate.h"

// Stairs up along x: step k has its nose at (0.3 k, 0.2 (k + 1)), the last one is a landing of 0.9.
static void write_stairs(ti_writer* writer)
{
    static const double outline[][2] = {
        {0.0, 0.0}, {2.4, 0.0}, {2.4, 1.2}, {1.5, 1.2}, {1.5, 1.0}, {1.2, 1.0}, {1.2, 0.8},
        {0.9, 0.8}, {0.9, 0.6}, {0.6, 0.6}, {0.6, 0.4}, {0.3, 0.4}, {0.3, 0.2}, {0.0, 0.2},
    };
    ti_model stairs = {0};
    ti_model_prism(&stairs, outline, sizeof outline / sizeof outline[0], -0.6, 0.6);
    ti_writer_mesh(writer, "stairs", &stairs, 1e6);
}

// Lowest corner of the crate at (-0.184, -0.262) from its centre, its lower side rises by 0.28/0.96 from
// there.
void ti_generate_crate(ti_writer* writer)
{
    write_stairs(writer);
    ti_model crate = {0};
    ti_model_box(&crate, (toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){0.25, 0.2, 0.3});
    ti_writer_mesh(writer, "crate", &crate, 1e6);
    const toi_move moves[] = {
        {.kind = TOI_MOVE_TRANSLATION, .by = {0.0, -1.5, 0.0}},
        {.kind = TOI_MOVE_ROTATION, .point = {0.9, 0.8, 0.0}, .axis = {0.0, 0.0, 1.0}, .angle = 0.6},
    };
    toi_motion fall = {.kind = TOI_MOTION_MOVES,
                       .pose = {{0.75, 2.0, 0.0}, {7.0, 0.0, 0.0, 1.0}}, // cosine 0.96, sine 0.28
                       .moves = moves,
                       .move_count = 2};
    ti_known known = {.about =
                          "A tilted crate falls on the nose of a step, and then tips over about it until "
                          "its lower edge lands on the step below: toi trace --mover crate.",
                      .up = "y",
                      .source = "closed form: down to 0.8 + 0.262 - 0.334 * 0.28/0.96, half of the time",
                      .a = "crate",
                      .b = "stairs",
                      .time = 0.3451388888888889,
                      .error = 1e-9,
                      .contacts = 1};
    ti_writer_begin(writer, "crate");
    ti_writer_body(writer, "crate", "crate", &fall);
    ti_writer_body(writer, "stairs", "stairs", &TI_AT_REST);
    ti_writer_end(writer, NULL, &known);
}

// A figure of eight sides about y.
static void write_player(ti_writer* writer)
{
    ti_model player = {0};
    ti_model_rod(&player, 0.25, 0.9, 8);
    for (uint32_t i = 0; i < player.vertex_count; ++i) {
        double* v = &player.vertices[3 * i];
        double y = v[1];
        v[1] = v[2];
        v[2] = -y;
    }
    ti_writer_mesh(writer, "player", &player, 1e6);
}

// It is a millimetre above the floor. Its foremost edge is 0.25 before it: 0.35 of the way to the second
// riser.
void ti_generate_step_up(ti_writer* writer)
{
    ti_model floor = {0};
    write_player(writer);
    ti_model_box(&floor, (toi_vec3){0.0, -0.05, 0.0}, (toi_vec3){3.0, 0.05, 3.0});
    ti_writer_mesh(writer, "floor", &floor, 1e6);
    const toi_move moves[] = {
        {.kind = TOI_MOVE_TRANSLATION, .by = {0.0, 0.25, 0.0}},
        {.kind = TOI_MOVE_TRANSLATION, .by = {0.5, 0.0, 0.0}},
        {.kind = TOI_MOVE_TRANSLATION, .by = {0.0, -0.2, 0.0}},
    };
    toi_motion step = {.kind = TOI_MOTION_MOVES,
                       .pose = {{-0.3, 0.901, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                       .moves = moves,
                       .move_count = 3};
    ti_known known = {.about = "A player steps up: up, ahead until the riser of the second step, and down on "
                               "the first one: toi trace --mover player.",
                      .up = "y",
                      .source = "closed form: (1 + 0.35/0.5)/3",
                      .a = "player",
                      .b = "stairs",
                      .time = 0.5666666666666667,
                      .error = 1e-9,
                      .contacts = 1};
    static const char* const standing[] = {"stairs", "floor", NULL};
    ti_writer_begin(writer, "step-up");
    ti_writer_body(writer, "player", "player", &step);
    ti_writer_body(writer, "stairs", "stairs", &TI_AT_REST);
    ti_writer_body(writer, "floor", "floor", &TI_AT_REST);
    ti_writer_end(writer, standing, &known);
}

// Carried along the wall, which does not bring it nearer, while it turns about y.
void ti_generate_plank(ti_writer* writer)
{
    ti_model plank = {0}, wall = {0};
    ti_model_box(&plank, (toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){1.0, 0.1, 0.05});
    ti_model_box(&wall, (toi_vec3){0.0, 0.0, 0.9}, (toi_vec3){3.0, 1.0, 0.1});
    ti_writer_mesh(writer, "plank", &plank, 1e6);
    ti_writer_mesh(writer, "wall", &wall, 1e6);
    toi_motion carry = {.kind = TOI_MOTION_BETWEEN,
                        .path = TOI_PATH_SLERP,
                        .pose = {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                        .end = {{1.0, 0.0, 0.0}, {1.0, 0.0, 1.0, 0.0}}};
    ti_known known = {.about =
                          "A plank is carried along a wall and turned by a right angle, for which there is "
                          "no room. toi trace --mover plank carries it first and then turns it.",
                      .up = "y",
                      .source = "closed form: sin a + 0.05 cos a = 0.8, t = 2 a / pi",
                      .a = "plank",
                      .b = "wall",
                      .time = 0.5574720918704649,
                      .error = 1e-9,
                      .contacts = 1};
    ti_writer_begin(writer, "plank");
    ti_writer_body(writer, "plank", "plank", &carry);
    ti_writer_body(writer, "wall", "wall", &TI_AT_REST);
    ti_writer_end(writer, NULL, &known);
}
