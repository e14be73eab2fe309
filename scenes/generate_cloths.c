// Two cloths that deform: one sags, the other one is blown up from below, until they meet in the middle.

#include "scenes/generate.h"

// A square of 2 by 2, its middle at the origin, of n by n cells of two triangles each, bent to the height
// rise (1 - x^2) (1 - y^2).
static ti_model make_cloth(uint32_t n, double rise)
{
    ti_model cloth = {0};
    for (uint32_t i = 0; i <= n; ++i) {
        for (uint32_t j = 0; j <= n; ++j) {
            double x = 2.0 * i / n - 1.0, y = 2.0 * j / n - 1.0;
            ti_model_vertex(&cloth, x, y, rise * (1.0 - x * x) * (1.0 - y * y));
        }
    }
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            uint32_t v = i * (n + 1) + j, w = v + n + 1;
            ti_model_triangle(&cloth, v, w, w + 1);
            ti_model_triangle(&cloth, v, w + 1, v + 1);
        }
    }
    return cloth;
}

enum { COARSE = 4, COARSE_VERTICES = (COARSE + 1) * (COARSE + 1), FINE = 8 };

// The ends of the upper one are a list in the scene, those of the lower one a file.
void ti_generate_cloths(ti_writer* writer)
{
    ti_model flat = make_cloth(COARSE, 0.0), sagged = make_cloth(COARSE, -0.875);
    ti_model ground = make_cloth(FINE, 0.0), blown = make_cloth(FINE, 0.5);
    toi_vec3 to[COARSE_VERTICES];
    ti_model_round(&sagged, 1e7);
    for (uint32_t i = 0; i < COARSE_VERTICES; ++i) {
        const double* p = &sagged.vertices[3 * (size_t)i];
        to[i] = (toi_vec3){p[0], p[1], p[2]};
    }
    ti_model_release(&sagged);
    ti_writer_mesh(writer, "cloth", &flat, 1e7);
    ti_writer_mesh(writer, "cloth-fine", &ground, 1e7);
    ti_writer_mesh(writer, "cloth-blown", &blown, 1e7);
    const toi_pose above = {{0.0, 0.0, 0.875}, {7.0, 0.0, 0.0, 1.0}}, below = TOI_POSE_IDENTITY;
    toi_motion sags = {.kind = TOI_MOTION_VERTICES, .pose = above, .to = to, .to_count = COARSE_VERTICES};
    ti_known known = {.about = "A cloth sags onto another one that is blown up from below; both deform, and "
                               "the rims of both stay: toi pose, toi overlap.",
                      .source =
                          "closed form: the middles are at 0.875 - 0.875 t and 0.5 t, and nothing else of "
                          "either cloth is as far",
                      .a = "sheet",
                      .b = "sail",
                      .time = 7.0 / 11.0,
                      .deforms = true};
    ti_writer_begin(writer, "cloths");
    ti_writer_body(writer, "sheet", "cloth", &sags);
    ti_writer_deforming(writer, "sail", "cloth-fine", "cloth-blown", below);
    ti_writer_end(writer, NULL, &known);
}
