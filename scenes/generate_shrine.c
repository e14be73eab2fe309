// A shrine of some 5,400 faces that four hands put together from its parts. Parts wait in the air, drawn
// apart; a hand takes one after the other down to where it belongs, a little way into what it stands on.

#include "scenes/generate.h"

#include <math.h>
#include <string.h>

static const double digits = 1e5;
static const double tenon = 0.0625; // how far parts reach into each other

// Everything is drawn apart by these about the middle of the ground, and lifted.
static const double spread = 1.5, spread_up = 4.0, lift = 4.0;

// ---- shapes, their lowest point or their middle at the origin

// Rings of (height, radius) about z, closed by caps.
static void turn_rings(ti_model* model, const double (*ring)[2], uint32_t count, uint32_t around)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t first = ti_model_ring(model, ring[i][1], ring[i][0], around);
        if (i == 0) {
            ti_model_cap(model, first, around, false);
        } else {
            ti_model_join(model, last, first, around);
        }
        last = first;
    }
    ti_model_cap(model, last, around, true);
}

enum { CURVE = 12, OUTLINE = 2 * (CURVE + 1) };

// A beam along x whose ends are higher than its middle by `rise`.
static void make_beam(ti_model* model, double half_length, double half_width, double height, double rise)
{
    double outline[OUTLINE][2];
    for (int i = 0; i <= CURVE; ++i) {
        double x = 2.0 * i / CURVE - 1.0, low = rise * x * x;
        outline[i][0] = half_length * x;
        outline[i][1] = low;
        outline[OUTLINE - 1 - i][0] = half_length * x;
        outline[OUTLINE - 1 - i][1] = low + height;
    }
    ti_model_prism(model, (const double(*)[2])outline, OUTLINE, -half_width, half_width);
}

// Half a pipe along z, its back to y.
static void make_tile(ti_model* model)
{
    static const double outer = 0.45, inner = 0.35, half_length = 0.55;
    double outline[OUTLINE][2];
    for (int i = 0; i <= CURVE; ++i) {
        double turn = TI_DEGREES(180.0) * i / CURVE, c = cos(turn), s = sin(turn);
        outline[i][0] = outer * c;
        outline[i][1] = outer * s;
        outline[OUTLINE - 1 - i][0] = inner * c;
        outline[OUTLINE - 1 - i][1] = inner * s;
    }
    ti_model_prism(model, (const double(*)[2])outline, OUTLINE, -half_length, half_length);
}

static void make_steps(ti_model* model)
{
    static const double outline[][2] = {{-1.0, 0.0},   {0.0625, 0.0},  {0.0625, 0.375}, {-0.25, 0.375},
                                        {-0.25, 0.25}, {-0.625, 0.25}, {-0.625, 0.125}, {-1.0, 0.125}};
    ti_model_prism(model, outline, 8, -1.5, 1.5);
}

static const double pillar[][2] = {{0.0, 0.35}, {0.2, 0.35}, {0.25, 0.25}, {0.9, 0.27},    {1.6, 0.265},
                                   {2.3, 0.25}, {2.6, 0.22}, {2.7, 0.3},   {2.8125, 0.35}, {3.0, 0.35}};
static const double post[][2] = {{0.0, 0.15},  {0.1, 0.15},  {0.15, 0.1},  {0.7, 0.1},
                                 {0.75, 0.14}, {0.85, 0.14}, {0.95, 0.08}, {1.05, 0.02}};
static const double gate_post[][2] = {{0.0, 0.3},  {0.25, 0.3}, {0.3, 0.2},  {1.2, 0.2},
                                      {2.4, 0.18}, {3.4, 0.17}, {3.5, 0.22}, {3.75, 0.22}};
static const double lantern[][2] = {
    {0.0, 0.4},  {0.15, 0.4}, {0.25, 0.2}, {0.7, 0.15}, {0.8, 0.2},  {0.85, 0.35}, {0.9, 0.35}, {0.95, 0.25},
    {1.2, 0.25}, {1.25, 0.5}, {1.3, 0.5},  {1.4, 0.3},  {1.55, 0.1}, {1.6, 0.12},  {1.7, 0.1},  {1.75, 0.02}};
static const double urn[][2] = {{0.0, 0.5},  {0.1, 0.5},  {0.15, 0.35}, {0.3, 0.3}, {0.4, 0.5},
                                {0.6, 0.68}, {0.8, 0.75}, {1.0, 0.7},   {1.1, 0.6}, {1.2, 0.6},
                                {1.25, 0.7}, {1.3, 0.7},  {1.3, 0.6},   {1.1, 0.5}, {0.9, 0.6}};
static const double ridge[][2] = {{-3.1, 0.1},  {-3.0, 0.3},  {-2.9, 0.35}, {-2.8, 0.25}, {-1.4, 0.24},
                                  {-0.5, 0.24}, {-0.4, 0.32}, {0.4, 0.32},  {0.5, 0.24},  {1.4, 0.24},
                                  {2.8, 0.25},  {2.9, 0.35},  {3.0, 0.3},   {3.1, 0.1}};

static void write_turned(ti_writer* writer, const char* name, const double (*ring)[2], uint32_t count,
                         uint32_t around)
{
    ti_model model = {0};
    turn_rings(&model, ring, count, around);
    ti_writer_mesh(writer, name, &model, digits);
}

#define TURNED(name, ring, around) \
    write_turned(writer, name, ring, (uint32_t)(sizeof(ring) / sizeof(ring)[0]), around)

static void write_beam(ti_writer* writer, const char* name, double half_length, double half_width,
                       double height, double rise)
{
    ti_model model = {0};
    make_beam(&model, half_length, half_width, height, rise);
    ti_writer_mesh(writer, name, &model, digits);
}

static void write_shapes(ti_writer* writer)
{
    ti_model ground = {0}, tile = {0}, steps = {0}, knob = {0};
    ti_model_box(&ground, (toi_vec3){0.0, -1.5, -0.75}, (toi_vec3){5.0, 6.5, 0.25});
    ti_model_box(&ground, (toi_vec3){0.0, 0.0, -0.25}, (toi_vec3){4.0, 4.0, 0.25});
    ti_writer_mesh(writer, "shrine-ground", &ground, digits);
    make_tile(&tile);
    ti_writer_mesh(writer, "shrine-tile", &tile, digits);
    make_steps(&steps);
    ti_writer_mesh(writer, "shrine-steps", &steps, digits);
    ti_model_sphere(&knob, 0.375, 16, 10);
    ti_writer_mesh(writer, "shrine-knob", &knob, digits);
    TURNED("shrine-pillar", pillar, 16);
    TURNED("shrine-post", post, 10);
    TURNED("shrine-gate-post", gate_post, 14);
    TURNED("shrine-lantern", lantern, 16);
    TURNED("shrine-urn", urn, 20);
    TURNED("shrine-ridge", ridge, 20);
    write_beam(writer, "shrine-beam", 3.25, 0.2, 0.4, 0.0625);
    write_beam(writer, "shrine-cross", 2.5, 0.15, 0.4, 0.0);
    write_beam(writer, "shrine-rafter", 1.75, 0.1, 0.2, 0.0);
    write_beam(writer, "shrine-lintel", 3.0, 0.25, 0.4, 0.375);
}

// ---- the plan

enum { HANDS = 4, MOST_PARTS = 96, NAME = 24 };

// Where a part belongs, and how high above that its top is.
typedef struct part {
    char name[NAME], mesh[NAME];
    toi_pose at;
    double top;
} part;

typedef struct plan {
    part parts[MOST_PARTS];
    uint32_t count;
} plan;

static const toi_quat as_it_is = {1.0, 0.0, 0.0, 0.0};
static const toi_quat beam_along_x = {1.0, 1.0, 0.0, 0.0}; // outlines of beams stand upright
static const toi_quat beam_along_y = {1.0, 1.0, 1.0, 1.0};

static void add(plan* p, const char* kind, double top, toi_vec3 at, toi_quat turn)
{
    uint32_t before = 0;
    part* new_part = &p->parts[p->count];
    snprintf(new_part->mesh, NAME, "shrine-%s", kind);
    for (uint32_t i = 0; i < p->count; ++i) {
        before += strcmp(p->parts[i].mesh, new_part->mesh) == 0;
    }
    snprintf(new_part->name, NAME, "%s-%u", kind, before);
    new_part->at = (toi_pose){at, turn};
    new_part->top = top;
    ++p->count;
}

// Both slopes fall by 8 over 15; the ridge is at this height.
static const double slope_along = 15.0 / 17.0, slope_down = 8.0 / 17.0, ridge_height = 4.375;

// A point of a slope (side 1 or -1): so far down from the ridge, and so far above.
static toi_vec3 on_slope(double side, double x, double down, double above)
{
    return (toi_vec3){x, side * (slope_along * down + slope_down * above),
                      ridge_height - slope_down * down + slope_along * above};
}

static void plan_frame(plan* p)
{
    for (int i = 0; i < 8; ++i) {
        add(p, "pillar", 3.0, (toi_vec3){1.6 * (i % 4) - 2.4, i < 4 ? -2.0 : 2.0, -tenon}, as_it_is);
    }
    add(p, "urn", 1.3, (toi_vec3){0.0, 0.0, -tenon}, as_it_is);
    for (int side = -1; side <= 1; side += 2) {
        add(p, "beam", 0.4, (toi_vec3){0.0, 2.0 * side, 3.0 - 2.0 * tenon}, beam_along_x);
    }
    for (int side = -1; side <= 1; side += 2) {
        add(p, "cross", 0.4, (toi_vec3){2.4 * side, 0.0, 3.25}, beam_along_y);
    }
    for (int i = 0; i < 6; ++i) {
        double side = i < 3 ? -1.0 : 1.0;
        // The direction down a slope is y of a beam along y, turned by the angle of the slope about x.
        toi_quat turn = {4.0 + side, 4.0 - side, 4.0 + side, 4.0 - side};
        add(p, "rafter", 1.0, on_slope(side, 1.6 * (i % 3) - 1.6, 1.5, -0.1), turn);
    }
}

static void plan_roof(plan* p)
{
    for (int i = 0; i < 36; ++i) {
        int row = i % 18 / 6, column = i % 6;
        double side = i < 18 ? -1.0 : 1.0, above = 0.0625 * (column % 2) - 0.05 * row + 0.0625;
        toi_quat turn = side > 0.0 ? (toi_quat){5.0, 3.0, 0.0, 0.0} : (toi_quat){3.0, 5.0, 0.0, 0.0};
        add(p, "tile", 0.5, on_slope(side, 0.85 * column - 2.125, 0.5 + row, above), turn);
    }
    add(p, "ridge", 0.3, (toi_vec3){0.0, 0.0, ridge_height + 0.375}, (toi_quat){1.0, 0.0, 1.0, 0.0});
    for (int side = -1; side <= 1; side += 2) {
        add(p, "knob", 0.375, (toi_vec3){3.25 * side, 0.0, ridge_height + 0.375}, as_it_is);
    }
}

static void plan_court(plan* p)
{
    add(p, "steps", 0.375, (toi_vec3){0.0, -4.0, -0.5 - tenon}, (toi_quat){1.0, 1.0, 1.0, 1.0});
    for (int side = -1; side <= 1; side += 2) {
        add(p, "gate-post", 3.75, (toi_vec3){1.75 * side, -7.0, -0.5 - tenon}, as_it_is);
    }
    add(p, "lintel", 0.6, (toi_vec3){0.0, -7.0, 3.0}, beam_along_x);
    for (int i = 0; i < 4; ++i) {
        add(p, "lantern", 1.75, (toi_vec3){i % 2 ? 3.25 : -3.25, i < 2 ? -3.25 : 3.25, -tenon}, as_it_is);
    }
    for (int i = 0; i < 12; ++i) {
        double side = i < 6 ? -3.75 : 3.75;
        add(p, "post", 1.05, (toi_vec3){side, 0.9 * (i % 6) - 2.25, -tenon}, as_it_is);
    }
}

// ---- who moves what when

// Each hand has as many turns as there are parts for it; it takes a part down in the first piece of a turn,
// and goes straight to the next one in what is left. The hands follow each other by a quarter of a turn.
static const double turn_time = 3.0 / 64.0, carry_time = 2.0 / 64.0;

static toi_vec3 waiting_place(toi_vec3 at)
{
    return (toi_vec3){spread * at.x, spread * at.y, spread_up * at.z + lift};
}

static double start_time(uint32_t index)
{
    return turn_time * (index / HANDS) + turn_time / HANDS * (index % HANDS);
}

static void write_part(ti_writer* writer, const part* p, uint32_t index)
{
    double start = start_time(index);
    toi_key keys[2] = {{start, {waiting_place(p->at.position), p->at.quaternion}},
                       {start + carry_time, p->at}};
    toi_motion m = {.kind = TOI_MOTION_KEYFRAMES, .path = TOI_PATH_SLERP, .keys = keys, .key_count = 2};
    ti_writer_body(writer, p->name, p->mesh, &m);
}

// Fingers point down, and their tips reach a little below the top of the part.
static toi_pose hold(const part* p, toi_vec3 at)
{
    static const double reach = 1.25;
    return (toi_pose){{at.x, at.y, at.z + p->top + reach}, {0.0, 1.0, 0.0, 0.0}};
}

static void write_hand(ti_writer* writer, const plan* p, uint32_t hand)
{
    toi_key keys[2 * MOST_PARTS];
    toi_motion m = {.kind = TOI_MOTION_KEYFRAMES, .path = TOI_PATH_SLERP, .keys = keys};
    for (uint32_t i = hand; i < p->count; i += HANDS) {
        const part* held = &p->parts[i];
        double start = start_time(i);
        keys[m.key_count++] = (toi_key){start, hold(held, waiting_place(held->at.position))};
        keys[m.key_count++] = (toi_key){start + carry_time, hold(held, held->at.position)};
    }
    char name[NAME];
    snprintf(name, sizeof name, "hand-%u", hand);
    ti_writer_body(writer, name, "hand", &m);
}

// A hand meets the parts that it carries.
static void list_held(const plan* p, const char* names[2 * MOST_PARTS + 1])
{
    static const char* const hands[HANDS] = {"hand-0", "hand-1", "hand-2", "hand-3"};
    for (uint32_t i = 0; i < p->count; ++i) {
        names[2 * i] = hands[i % HANDS];
        names[2 * i + 1] = p->parts[i].name;
    }
    names[2 * p->count] = NULL;
}

void ti_generate_shrine(ti_writer* writer)
{
    write_shapes(writer);
    static plan p;
    plan_frame(&p);
    plan_roof(&p);
    plan_court(&p);
    ti_writer_begin(writer, "shrine");
    ti_writer_body(writer, "ground", "shrine-ground", &TI_AT_REST);
    for (uint32_t i = 0; i < p.count; ++i) {
        write_part(writer, &p.parts[i], i);
    }
    for (uint32_t hand = 0; hand < HANDS; ++hand) {
        write_hand(writer, &p, hand);
    }
    const char* held[2 * MOST_PARTS + 1];
    list_held(&p, held);
    double from = lift - spread_up * tenon; // height of the first pillar, which goes down to -tenon
    const ti_known known = {
        .about = "Four hands put a shrine together from its parts, which wait above it, drawn apart.",
        .source = "closed form: the foot of the first pillar; toi check for the pairs, and dense sampling "
                  "finds the same ones. The faces: every one against every other",
        .a = "ground",
        .b = "pillar-0",
        .time = carry_time * from / (from + tenon),
        .error = 1e-8,
        .contacts = 348,
        .faces_time = 1.0,
        .face_pairs = 3331};
    ti_writer_end(writer, held, &known);
}
