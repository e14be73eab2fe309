// Writes every scene: `toi_scenes FOLDER`, where FOLDER has a folder meshes. The committed files are its
// output.

#include "scenes/generate.h"

static void (*const scenes[])(ti_writer*) = {
    ti_generate_linked_tori, ti_generate_tori,    ti_generate_screws,  ti_generate_cars,
    ti_generate_bullet,      ti_generate_gripper, ti_generate_flipper, ti_generate_rods,
    ti_generate_satellites,  ti_generate_pile,    ti_generate_crate,   ti_generate_step_up,
    ti_generate_plank,       ti_generate_boxes,   ti_generate_cloths,  ti_generate_shuttles,
    ti_generate_spheres,     ti_generate_grip,    ti_generate_shrine,
};

int main(int argc, char** argv)
{
    if (argc != 2) {
        fputs("usage: toi_scenes FOLDER\n", stderr);
        return 2;
    }
    ti_writer writer = {.folder = argv[1]};
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; ++i) {
        scenes[i](&writer);
    }
    return 0;
}
