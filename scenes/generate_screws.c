// Scenes of screw motions: linked rings, a torus that passes through another one, and a screw that is driven
// into a threaded hole.

#include "scenes/generate.h"

// Two rings linked like a chain. Turning one about the other's axis does no harm; moving it along that axis
// by more than the play does.
static void write_linked(ti_writer* writer, const char* name, double advance, const ti_known* known)
{
    toi_motion screw = {.kind = TOI_MOTION_SCREW,
                        .pose = {{1.0, 0.0, 0.0}, {1.0, 1.0, 0.0, 0.0}},
                        .axis = {0.0, 0.0, 1.0},
                        .angle = TI_DEGREES(270.0),
                        .advance = advance};
    ti_writer_begin(writer, name);
    ti_writer_body(writer, "ring", "torus", &TI_AT_REST);
    ti_writer_body(writer, "link", "torus", &screw);
    ti_writer_end(writer, NULL, known);
}

void ti_generate_linked_tori(ti_writer* writer)
{
    ti_model torus = {0};
    ti_model_torus(&torus, 1.0, 0.375, 24, 16);
    ti_writer_mesh(writer, "torus", &torus, 1e6);

    ti_known hit = {
        .about = "Two linked rings: one turns three quarters of a turn about the axis of the other "
                 "while it moves along it, and touches on the way.",
        .source = "closed form: the play of 0.25 is used up after a third of 0.75, a quarter turn, "
                  "where vertices face each other",
        .a = "ring",
        .b = "link",
        .time = 1.0 / 3.0,
        .error = 1e-9,
        .contacts = 1};
    write_linked(writer, "linked-tori", 0.75, &hit);
    ti_known clear = {.about =
                          "The same rings, moving less far along the axis: they stay linked and never touch.",
                      .source = "dense sampling"};
    write_linked(writer, "linked-tori-clear", 0.15, &clear);
}

// Tori of 300 quads as in figure 13 of Buss, Collision Detection with Relative Screw Motion. Their
// coordinates are not rounded, so that the quads stay plane.
void ti_generate_tori(ti_writer* writer)
{
    ti_model torus = {0};
    ti_model_torus(&torus, 1.0, 0.35, 25, 12);
    ti_writer_mesh(writer, "torus-300", &torus, 0x1p53);
    toi_motion screw = {.kind = TOI_MOTION_SCREW,
                        .pose = {{-0.316204068, -1.654199595, -1.462869143},
                                 {0.993395504, 0.000693402, 0.113332029, -0.017909281}},
                        .point = {-1.828068821, 6.458242311, -5.285785065},
                        .axis = {-0.973013542, -0.220937064, 0.066569227},
                        .angle = 0.489976922,
                        .advance = -0.216728845};
    ti_known hit = {.about =
                        "A torus passes through another one on a screw motion and touches it three times.",
                    .source = "toi check --all; brute force over all pairs of features agrees",
                    .a = "resting",
                    .b = "passing",
                    .time = 0.178486,
                    .error = 1e-6,
                    .contacts = 1};
    ti_writer_begin(writer, "tori");
    ti_writer_body(writer, "resting", "torus-300", &TI_AT_REST);
    ti_writer_body(writer, "passing", "torus-300", &screw);
    ti_writer_end(writer, NULL, &hit);
}

// Lengths in millimetres. The tip of the screw starts at the height of the block's upper face, in phase with
// the thread of the hole.
static void write_driven(ti_writer* writer, const char* name, double advance, const ti_known* known)
{
    toi_motion drive = {.kind = TOI_MOTION_SCREW,
                        .pose = {{0.0, 0.0, 7.125}, {1.0, 0.0, 0.0, 0.0}},
                        .axis = {0.0, 0.0, 1.0},
                        .angle = -TI_DEGREES(900.0),
                        .advance = advance};
    ti_writer_begin(writer, name);
    ti_writer_body(writer, "block", "threaded-block", &TI_AT_REST);
    ti_writer_body(writer, "screw", "screw", &drive);
    ti_writer_end(writer, NULL, known);
}

void ti_generate_screws(ti_writer* writer)
{
    // M10, with 0.15 mm of play.
    ti_thread thread = {.pitch = 1.5, .root = 4.08, .crest = 5.0, .play = 0.15, .turns = 4, .around = 24};
    ti_model screw = {0}, block = {0};
    ti_model_screw(&screw, &thread, 8.0, 4.0);
    thread.turns = 3;
    ti_model_threaded_block(&block, &thread, 9.0);
    ti_writer_mesh(writer, "screw", &screw, 1e4);
    ti_writer_mesh(writer, "threaded-block", &block, 1e4);

    ti_known clear = {
        .about =
            "An M10 screw is driven two and a half turns into a threaded hole, 1.5 mm a turn: the threads "
            "slide past each other with 0.15 mm of play and never touch.",
        .source = "the threads are the same helix; dense sampling"};
    write_driven(writer, "screw-in-hole", -3.75, &clear);
    ti_known hit = {.about = "The same screw fed by 1.25 mm a turn, the wrong pitch: the threads bite.",
                    .source = "toi check; dense sampling agrees",
                    .a = "block",
                    .b = "screw",
                    .time = 0.816666468883,
                    .error = 1e-9,
                    .contacts = 1};
    write_driven(writer, "screw-wrong-pitch", -3.125, &hit);
}
