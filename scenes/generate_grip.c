// A hand closes about a head from behind while the head gives way: both deform.

#include "scenes/generate.h"

#include <math.h>

static const double bent = 1.5; // radians for a unit of length
static const double digits = 1e5;

// The same vertices and faces.
static ti_model copy_of(const ti_model* model)
{
    ti_model copy = {0};
    for (uint32_t i = 0; i < model->vertex_count; ++i) {
        const double* v = &model->vertices[3 * (size_t)i];
        ti_model_vertex(&copy, v[0], v[1], v[2]);
    }
    for (uint32_t f = 0; f < model->face_count; ++f) {
        ti_model_face(&copy, model->corners + model->offsets[f], model->offsets[f + 1] - model->offsets[f]);
    }
    return copy;
}

// The palm comes nearer while the fingers bend.
static void close_hand(ti_model* hand)
{
    ti_model_bend_fingers(hand->vertices, hand->vertex_count, bent, hand->vertices);
    ti_model_move(hand, (toi_vec3){0.0, -0.125, 0.0});
}

// Pressed in about the place that the fingers come to, and wider everywhere else.
static void press_head(ti_model* head)
{
    static const double place[3] = {0.0, 0.5, 1.0}, wide = 0.3, deep = 0.2, grown = 0.05;
    for (uint32_t i = 0; i < head->vertex_count; ++i) {
        double *v = &head->vertices[3 * (size_t)i], square = 0.0;
        for (int k = 0; k < 3; ++k) {
            square += (v[k] - place[k]) * (v[k] - place[k]);
        }
        double pressed = exp(-square / wide);
        for (int k = 0; k < 3; ++k) {
            v[k] += grown * (1.0 - pressed) * v[k] - deep * pressed * place[k];
        }
    }
}

void ti_generate_grip(ti_writer* writer)
{
    ti_model hand = {0}, head = {0};
    ti_model_hand(&hand);
    ti_model_head(&head);
    ti_model_cut(&hand);
    ti_model_cut(&head);
    ti_model closed = copy_of(&hand), pressed = copy_of(&head);
    close_hand(&closed);
    press_head(&pressed);
    ti_writer_mesh(writer, "hand", &hand, digits);
    ti_writer_mesh(writer, "hand-closed", &closed, digits);
    ti_writer_mesh(writer, "head", &head, digits);
    ti_writer_mesh(writer, "head-pressed", &pressed, digits);
    const toi_pose behind = {{0.125, 1.25, 0.5}, {8.0, 0.25, 0.0, 0.5}}, upright = TOI_POSE_IDENTITY;
    const ti_known known = {.about = "A hand of 960 triangles grips a head of 1816 from behind; both deform.",
                            .source = "dense sampling. The faces: every one against every other",
                            .a = "hand",
                            .b = "head",
                            .time = 0.736784555747,
                            .deforms = true,
                            .faces_time = 1.0,
                            .face_pairs = 112};
    ti_writer_begin(writer, "grip");
    ti_writer_deforming(writer, "hand", "hand", "hand-closed", behind);
    ti_writer_deforming(writer, "head", "head", "head-pressed", upright);
    ti_writer_end(writer, NULL, &known);
}
