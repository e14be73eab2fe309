// Random boxes on random motions, from a fixed seed for each class.

#include "bench/boxes.h"
#include "bench/draw.h"

#include <stdio.h>
#include <stdlib.h>

#define LARGE 1.3 // largest half edge
#define WAY 4.5   // half the length of the way
#define ASIDE 0.9 // spread of the coefficients around it
#define FREE 6.0  // a way that passes by is so far aside
#define NEAR 2.2  // a way that passes near by
#define UNROLLED 0.7

enum { MEET, PASS_NEAR, PASS, WAYS };

typedef struct shape {
    const char* name;
    uint32_t rotation, translation; // degrees
    bool weighted;
} shape;

static const shape shapes[TI_BOX_CLASSES / WAYS] = {
    {"linear", 0, 1, false},  {"degree2", 1, 1, false}, {"degree2_rational", 1, 2, true},
    {"degree4", 2, 4, false}, {"degree6", 3, 6, false},
};

// About normal, with the spread 1.
static double bell(uint64_t* state)
{
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        sum += draw(state);
    }
    return sum;
}

static void draw_box(uint64_t* state, double half[3])
{
    for (int i = 0; i < 3; ++i) {
        half[i] = LARGE - 0.5 * (1.0 + draw(state));
    }
}

static void draw_rotation(uint64_t* state, ti_box_query* q)
{
    double first[4];
    for (int i = 0; i < 4; ++i) {
        first[i] = bell(state);
    }
    for (uint32_t k = 0; k < q->rotation_count; ++k) {
        double s = k > 0 ? UNROLLED : 0.0, x[4];
        for (int i = 0; i < 4; ++i) {
            x[i] = first[i] + s * bell(state);
        }
        q->rotation[k] = (toi_quat){x[0], x[1], x[2], x[3]};
    }
}

// From one side of A to the other, near it or aside by `aside`.
static void draw_translation(uint64_t* state, double aside, ti_box_query* q)
{
    toi_vec3 way = draw_direction(state), by = draw_direction(state);
    double along = way.x * by.x + way.y * by.y + way.z * by.z;
    toi_vec3 off = {by.x - along * way.x, by.y - along * way.y, by.z - along * way.z};
    double far = aside / sqrt(off.x * off.x + off.y * off.y + off.z * off.z);
    for (uint32_t k = 0; k < q->translation_count; ++k) {
        double s = WAY * (1.0 - 2.0 * k / (q->translation_count - 1));
        double x = ASIDE * bell(state), y = ASIDE * bell(state), z = ASIDE * bell(state);
        q->weights[k] = q->weighted ? 1.0 + 0.5 * draw(state) : 1.0;
        double w = q->weights[k];
        q->translation[k] = (toi_vec3){w * (s * way.x + far * off.x + x), w * (s * way.y + far * off.y + y),
                                       w * (s * way.z + far * off.z + z)};
    }
}

static void draw_query(uint64_t* state, const shape* s, double aside, ti_box_query* q)
{
    *q = (ti_box_query){
        .rotation_count = s->rotation + 1, .translation_count = s->translation + 1, .weighted = s->weighted};
    draw_box(state, q->half_a);
    draw_box(state, q->half_b);
    draw_rotation(state, q);
    draw_translation(state, aside, q);
}

// Spheres around the boxes do not show that they are apart, the axes do.
static bool is_near_miss(const ti_box_query* q)
{
    ti_box_answer answer = ti_box_ask(q, true);
    return answer.count == 0 && answer.nodes > 0.0;
}

void ti_box_class_make(uint32_t number, ti_box_class* to)
{
    static const char* const names[WAYS] = {"", "_near", "_clear"};
    static const double asides[WAYS] = {0.0, NEAR, FREE};
    const shape* s = &shapes[number / WAYS];
    uint32_t way = number % WAYS;
    uint64_t state = 7001 + number;
    to->passes = way != MEET;
    to->straight = s->rotation == 0;
    snprintf(to->name, sizeof to->name, "%s%s", s->name, names[way]);
    for (uint32_t i = 0; i < TI_BOX_QUERIES; ++i) {
        do {
            draw_query(&state, s, asides[way], &to->queries[i]);
        } while (way == PASS_NEAR && !is_near_miss(&to->queries[i]));
    }
}

toi_rational ti_box_motion(const ti_box_query* q)
{
    return (toi_rational){.rotation = q->rotation,
                          .rotation_count = q->rotation_count,
                          .translation = q->translation,
                          .weights = q->weighted ? q->weights : NULL,
                          .translation_count = q->translation_count,
                          .until = 1.0};
}
