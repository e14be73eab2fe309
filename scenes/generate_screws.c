// Scenes of screw motions: linked rings, and a screw that is driven into a hole.

#include "scenes/generate.h"

static const toi_motion at_rest = {.pose = TOI_POSE_IDENTITY};

// Two rings linked like a chain. Turning one about the other's axis does no harm; moving it along that axis
// by more than the play does.
static void write_linked(ti_writer* writer, const char* name, double advance, const ti_known* known)
{
    toi_motion screw = {.kind = TOI_MOTION_SCREW,
                        .pose = {{1.0, 0.0, 0.0}, {1.0, 1.0, 0.0, 0.0}},
                        .axis = {0.0, 0.0, 1.0},
                        .angle = 4.71238898038469,
                        .advance = advance};
    ti_writer_begin(writer, name);
    ti_writer_body(writer, "ring", "torus", &at_rest);
    ti_writer_body(writer, "link", "torus", &screw);
    ti_writer_end(writer, NULL, known);
}

void ti_generate_linked_tori(ti_writer* writer)
{
    ti_model torus = {0};
    ti_model_torus(&torus, 1.0, 0.375, 24, 16);
    ti_writer_mesh(writer, "torus", &torus, 1e6);

    write_linked(writer, "linked-tori", 0.75,
                 &(ti_known){.about =
                                 "Two linked rings: one turns three quarters of a turn about the axis of "
                                 "the other while it moves along it, and touches on the way.",
                             .source = "closed form: the play of 0.25 is used up after a third of "
                                       "0.75, a quarter turn, where vertices face each other",
                             .a = "ring",
                             .b = "link",
                             .time = 1.0 / 3.0,
                             .error = 1e-9,
                             .contacts = 1});
    write_linked(writer, "linked-tori-clear", 0.15,
                 &(ti_known){.about = "The same rings, moving less far along the axis: they stay linked and "
                                      "never touch.",
                             .source = "toi check; dense sampling agrees"});
}
