// The scenes: each function writes one or two of them, and the meshes that they use.

#ifndef TI_SCENES_GENERATE_H
#define TI_SCENES_GENERATE_H

#include "scenes/writer.h"

void ti_generate_linked_tori(ti_writer* writer);
void ti_generate_tori(ti_writer* writer);
void ti_generate_screws(ti_writer* writer);
void ti_generate_cars(ti_writer* writer);
void ti_generate_bullet(ti_writer* writer);
void ti_generate_gripper(ti_writer* writer);
void ti_generate_flipper(ti_writer* writer);
void ti_generate_rods(ti_writer* writer);
void ti_generate_satellites(ti_writer* writer);
void ti_generate_pile(ti_writer* writer);
void ti_generate_crate(ti_writer* writer);
void ti_generate_step_up(ti_writer* writer); // after the crate, whose stairs it has
void ti_generate_plank(ti_writer* writer);
void ti_generate_boxes(ti_writer* writer);
void ti_generate_cloths(ti_writer* writer);
void ti_generate_shuttles(ti_writer* writer);
void ti_generate_spheres(ti_writer* writer);
void ti_generate_grip(ti_writer* writer);
void ti_generate_shrine(ti_writer* writer); // after the grip, whose hand it has

// The motion of what does not move, and stands as its mesh does.
#define TI_AT_REST ((toi_motion){.pose = TOI_POSE_IDENTITY})

// An angle in radians, from degrees.
#define TI_DEGREES(a) ((a)*0.017453292519943295)

// A fraction in [-1, 1) of few digits, from a linear congruential generator.
static inline double ti_draw(uint64_t* state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)((*state >> 40) % 2000) / 1000.0 - 1.0;
}

#endif
