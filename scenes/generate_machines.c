// Scenes of machines: a gripper on a path of keyframes, a flipper, and rods that turn in place.

#include "scenes/generate.h"

// Metres, y is up. The gripper and the part that it holds move alike, so their contact is not asked.
static const toi_key gripper_path[] = {
    {0.0, {{-0.3, 0.35, 0.1}, {1.0, 0.0, 0.0, 0.0}}}, {0.25, {{0.0, 0.3, 0.0}, {1.0, 0.0, 0.0, 0.0}}},
    {0.5, {{0.0, 0.03, 0.0}, {1.0, 0.0, 0.0, 0.0}}},  {0.75, {{0.0, 0.03, 0.0}, {1.0, 0.0, 1.0, 0.0}}},
    {1.0, {{0.3, 0.3, -0.1}, {1.0, 0.0, 1.0, 0.25}}},
};

static void write_gripper_meshes(ti_writer* writer)
{
    static const double outline[][2] = {
        {-0.06, 0.0}, {-0.04, 0.0}, {-0.04, 0.07}, {0.04, 0.07},
        {0.04, 0.0},  {0.06, 0.0},  {0.06, 0.1},   {-0.06, 0.1},
    };
    ti_model gripper = {0}, part = {0}, fixture = {0}, table = {0};
    ti_model_prism(&gripper, outline, sizeof outline / sizeof outline[0], -0.02, 0.02);
    ti_model_box(&part, (toi_vec3){0.0, 0.015, 0.0}, (toi_vec3){0.04, 0.025, 0.05});
    ti_model_box(&fixture, (toi_vec3){0.0, 0.06, 0.0}, (toi_vec3){0.03, 0.06, 0.06});
    ti_model_box(&table, (toi_vec3){0.0, -0.02, 0.0}, (toi_vec3){0.5, 0.02, 0.3});
    ti_writer_mesh(writer, "gripper", &gripper, 1e6);
    ti_writer_mesh(writer, "part", &part, 1e6);
    ti_writer_mesh(writer, "fixture", &fixture, 1e6);
    ti_writer_mesh(writer, "table", &table, 1e6);
}

void ti_generate_gripper(ti_writer* writer)
{
    write_gripper_meshes(writer);
    toi_motion path = {
        .kind = TOI_MOTION_KEYFRAMES, .path = TOI_PATH_SLERP, .keys = gripper_path, .key_count = 5};
    toi_motion left = {.pose = {{-0.092, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}};
    toi_motion right = {.pose = {{0.093, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}};
    ti_known known = {
        .about = "A gripper carries a part down between two fixtures, with 2 mm to spare, and then turns "
                 "its wrist where there is no room to.",
        .up = "y",
        .source = "closed form: 0.06 cos a + 0.02 sin a = 0.062, t = 0.5 + 0.5 a / pi",
        .a = "gripper",
        .b = "left",
        .time = 0.519569638548841,
        .error = 1e-9,
        .contacts = 4};
    static const char* const held[] = {"gripper", "part", "left", "table", "right", "table", NULL};
    ti_writer_begin(writer, "gripper");
    ti_writer_body(writer, "gripper", "gripper", &path);
    ti_writer_body(writer, "part", "part", &path);
    ti_writer_body(writer, "left", "fixture", &left);
    ti_writer_body(writer, "right", "fixture", &right);
    ti_writer_body(writer, "table", "table", &TI_AT_REST);
    ti_writer_end(writer, held, &known);
}

// Millimetres. The flipper turns about the origin; the ball waits where the middle of its upper side comes
// by.
void ti_generate_flipper(ti_writer* writer)
{
    static const double outline[][2] = {
        {-9.4, -3.4}, {-6.4, -7.7}, {-1.6, -9.9}, {0.8, -10.0}, {60.4, -5.0}, {63.2, -3.8}, {64.8, -1.4},
        {64.8, 1.4},  {63.2, 3.8},  {60.4, 5.0},  {0.8, 10.0},  {-1.6, 9.9},  {-6.4, 7.7},  {-9.4, 3.4},
    };
    ti_model flipper = {0}, ball = {0};
    ti_model_prism(&flipper, outline, sizeof outline / sizeof outline[0], 1.0, 24.0);
    ti_model_sphere(&ball, 13.5, 24, 12);
    ti_writer_mesh(writer, "flipper", &flipper, 1e4);
    ti_writer_mesh(writer, "ball", &ball, 1e4);

    toi_motion swing = {.kind = TOI_MOTION_ROTATION,
                        .pose = {{0.0, 0.0, 0.0}, {0.976296, 0.0, 0.0, -0.21644}},
                        .axis = {0.0, 0.0, 1.0},
                        .angle = TI_DEGREES(50.0)};
    toi_motion waiting = {.pose = {{38.0, 25.0, 13.5}, {1.0, 0.0, 0.0, 0.0}}};
    ti_known known = {.about = "A pinball flipper that only turns, by 50 degrees, hits the ball.",
                      .source = "toi check; dense sampling",
                      .a = "flipper",
                      .b = "ball",
                      .time = 0.63993737453394,
                      .error = 1e-9,
                      .contacts = 1};
    ti_writer_begin(writer, "flipper");
    ti_writer_body(writer, "flipper", "flipper", &swing);
    ti_writer_body(writer, "ball", "ball", &waiting);
    ti_writer_end(writer, NULL, &known);
}

// A rod that turns about its own centre, and a plate below.
static void write_rod(ti_writer* writer, const char* name, toi_vec3 centre, double angle, toi_quat tilt)
{
    toi_motion turn = {.kind = TOI_MOTION_ROTATION,
                       .pose = {centre, {1.0, 0.0, 0.0, 0.0}},
                       .point = centre,
                       .axis = {0.0, 1.0, 0.0},
                       .angle = angle};
    toi_motion rest = {.pose = {{0.0, 0.0, 0.0}, tilt}};
    ti_writer_begin(writer, name);
    ti_writer_body(writer, "rod", "rod", &turn);
    ti_writer_body(writer, "plate", "plate", &rest);
}

// Metres. A step that moves the rod nowhere: what looks only at displacements of centres does not see it.
void ti_generate_rods(ti_writer* writer)
{
    ti_model rod = {0}, plate = {0};
    ti_model_box(&rod, (toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){1.5, 0.02, 0.02});
    ti_model_box(&plate, (toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){3.0, 3.0, 0.01});
    ti_writer_mesh(writer, "rod", &rod, 1e6);
    ti_writer_mesh(writer, "plate", &plate, 1e6);

    ti_known hit = {
        .about = "A rod turns in place by 40 degrees, half a metre above a thin plate, and its end goes "
                 "through. Its centre does not move, so it is easily let through.",
        .source = "closed form: 1.5 sin a + 0.02 cos a = 0.49, t = a / 40 degrees",
        .a = "rod",
        .b = "plate",
        .time = 0.4575230403760941,
        .error = 1e-9,
        .contacts = 1};
    write_rod(writer, "spinning-rod", (toi_vec3){0.0, 0.0, 0.5}, TI_DEGREES(40.0),
              (toi_quat){1.0, 0.0, 0.0, 0.0});
    ti_writer_end(writer, NULL, &hit);

    ti_known half = {
        .about = "The same rod at 1800 turns a minute, one step of 1/60 s: it makes half a turn through "
                 "the plate and lies flat half a metre above it both before and after.",
        .source = "closed form: 1.5 sin a + 0.02 cos a = 0.49, t = a / pi",
        .a = "rod",
        .b = "plate",
        .time = 0.10167178675024313,
        .error = 1e-9,
        .contacts = 1};
    write_rod(writer, "half-turn", (toi_vec3){0.0, 0.0, 0.5}, TI_DEGREES(180.0),
              (toi_quat){1.0, 0.0, 0.0, 0.0});
    ti_writer_end(writer, NULL, &half);

    // The plate leans by the angle of cosine 0.96 and sine 0.28; the centre is 1.51023 above its middle
    // plane.
    ti_known clear = {
        .about = "The same rod makes a whole turn above a plate that leans: each end passes a tenth of a "
                 "millimetre above it.",
        .source = "closed form: the corners turn on a circle of radius sqrt(1.5^2 + 0.02^2) = 1.500133, "
                  "the plate is 1.50023 from its centre"};
    write_rod(writer, "near-miss", (toi_vec3){0.4228644, 0.0, 1.4498208}, TI_DEGREES(360.0),
              (toi_quat){7.0, 0.0, 1.0, 0.0});
    ti_writer_end(writer, NULL, &clear);
}
