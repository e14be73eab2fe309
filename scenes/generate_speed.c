// Scenes of great speed in one step of 1/60 s: racing cars, and a bullet through a thin plate.

#include "scenes/generate.h"

// Metres. Both cars cover 70/60 m. The nose of one crosses behind the other and clips its rear corner by a
// centimetre: they are apart before and after the step, and for 99 % of it.
void ti_generate_cars(ti_writer* writer)
{
    ti_model car = {0};
    ti_model_car(&car);
    ti_writer_mesh(writer, "car", &car, 1e6);

    toi_motion straight = {
        .kind = TOI_MOTION_TRANSLATION, .pose = TOI_POSE_IDENTITY, .by = {7.0 / 6.0, 0.0, 0.0}};
    toi_motion crossing = {.kind = TOI_MOTION_SPIN,
                           .pose = {{-2.637, -3.65, 0.0}, {1.0, 0.0, 0.0, 1.0}},
                           .by = {0.0, 7.0 / 6.0, 0.0},
                           .axis = {0.0, 0.0, 1.0},
                           .angle = 0.005};
    ti_known known = {
        .about = "Two racing cars at 70 m/s, one step of 1/60 s: one crosses behind the other with a "
                 "little yaw and clips its rear corner by a centimetre.",
        .source = "root of -3.65 + 7 t / 6 + 2.25 cos a + 0.9 sin a = -0.9 with a = t / 200",
        .a = "straight",
        .b = "crossing",
        .time = 0.42692909727397377,
        .error = 1e-9,
        .contacts = 1};
    ti_writer_begin(writer, "cars");
    ti_writer_body(writer, "straight", "car", &straight);
    ti_writer_body(writer, "crossing", "car", &crossing);
    ti_writer_end(writer, NULL, &known);
}

// Metres. 900 m/s, and a turn every 0.178 m.
void ti_generate_bullet(ti_writer* writer)
{
    static const double profile[][2] = {
        {-0.023, 0.0},    {-0.023, 0.0022}, {-0.02, 0.00285}, {-0.011, 0.00285},
        {-0.007, 0.0024}, {-0.003, 0.0015}, {-0.001, 0.0007}, {0.0, 0.0},
    };
    ti_model bullet = {0}, plate = {0};
    ti_model_lathe(&bullet, profile, sizeof profile / sizeof profile[0], 16);
    ti_model_box(&plate, (toi_vec3){0.0, 0.0, 0.0}, (toi_vec3){0.0005, 0.1, 0.1});
    ti_writer_mesh(writer, "bullet", &bullet, 1e6);
    ti_writer_mesh(writer, "sheet", &plate, 1e6);

    toi_motion flight = {.kind = TOI_MOTION_SCREW,
                         .pose = {{-6.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}},
                         .axis = {1.0, 0.0, 0.0},
                         .angle = 529.5,
                         .advance = 15.0};
    ti_known known = {
        .about = "A bullet at 900 m/s, turning 84 times in one step of 1/60 s, and a plate 1 mm thick: "
                 "it is through after 15 000 times the plate's thickness.",
        .source = "closed form: the tip flies 5.9995 m of 15 m",
        .a = "plate",
        .b = "bullet",
        .time = 5.9995 / 15.0,
        .error = 1e-12,
        .contacts = 1};
    ti_writer_begin(writer, "bullet");
    ti_writer_body(writer, "plate", "sheet", &TI_AT_REST);
    ti_writer_body(writer, "bullet", "bullet", &flight);
    ti_writer_end(writer, NULL, &known);
}
