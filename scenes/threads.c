// Screws and threaded holes. The columns of the mesh follow the thread, so that four points a pitch are
// enough.

#include "scenes/model.h"

#include <math.h>

#define POINTS 4 // of the profile in one pitch: end of root, start of crest, end of crest, start of root

static const double two_pi = 6.283185307179586;

// Where the points of the profile lie in a pitch, as in ISO metric threads: an eighth of crest, a quarter of
// root.
static const double phase[POINTS] = {0.125, 0.4375, 0.5625, 0.875};

// Appends the points of a thread and its quads. Column i, point k has the number first + i * rows + k.
static uint32_t add_thread(ti_model* model, const ti_thread* t, double z, bool hole)
{
    uint32_t first = model->vertex_count;
    uint32_t rows = t->turns * POINTS + 1;
    for (uint32_t i = 0; i < t->around; ++i) {
        double turn = two_pi * i / t->around;
        for (uint32_t k = 0; k < rows; ++k) {
            bool crest = k % POINTS == 1 || k % POINTS == 2;
            double radius = (crest ? t->crest : t->root) + (hole ? t->play : 0.0);
            double height = k / POINTS + phase[k % POINTS] + (double)i / t->around;
            ti_model_vertex(model, radius * cos(turn), radius * sin(turn), z + t->pitch * height);
        }
    }
    for (uint32_t i = 0; i < t->around; ++i) {
        // The last column meets the first one a pitch further up.
        bool wraps = i + 1 == t->around;
        uint32_t here = first + i * rows;
        uint32_t next = wraps ? first + POINTS : here + rows;
        for (uint32_t k = 0; k + 1 < rows - (wraps ? POINTS : 0); ++k) {
            if (hole) {
                ti_model_quad(model, here + k, here + k + 1, next + k + 1, next + k);
            } else {
                ti_model_quad(model, here + k, next + k, next + k + 1, here + k + 1);
            }
        }
    }
    return first;
}

// Appends a quad or, where two corners are the same, a triangle; the other way round with `flip`.
static void add_patch(ti_model* model, const uint32_t corners[4], bool flip)
{
    uint32_t kept[4], count = 0;
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t corner = corners[flip ? 3 - i : i];
        if (count == 0 || (corner != kept[count - 1] && corner != kept[0])) {
            kept[count++] = corner;
        }
    }
    ti_model_face(model, kept, count);
}

// One end of a thread and the ring that it is joined to; a ring of step 0 is a point.
typedef struct thread_end {
    uint32_t thread, rows, around;
    uint32_t ring, ring_step;
    bool flip;
} thread_end;

static uint32_t ring_at(const thread_end* e, uint32_t i)
{
    return e->ring + e->ring_step * (i % e->around);
}

// The lower boundary is row 0 of all columns, then the step along column 0 up to the next turn.
static void join_below(ti_model* model, const thread_end* e)
{
    for (uint32_t i = 0; i < e->around; ++i) {
        uint32_t here = e->thread + i * e->rows;
        uint32_t next = i + 1 == e->around ? e->thread + POINTS : here + e->rows;
        add_patch(model, (const uint32_t[4]){next, here, ring_at(e, i), ring_at(e, i + 1)}, e->flip);
    }
    for (uint32_t k = 0; k < POINTS; ++k) {
        uint32_t point = e->thread + k;
        add_patch(model, (const uint32_t[4]){point, point + 1, ring_at(e, 0), ring_at(e, 0)}, e->flip);
    }
}

// The upper boundary is the last row of all columns, then the step down along the last column.
static void join_above(ti_model* model, const thread_end* e)
{
    uint32_t last = e->thread + (e->around - 1) * e->rows;
    for (uint32_t i = 0; i < e->around; ++i) {
        uint32_t top = e->thread + i * e->rows + e->rows - 1;
        uint32_t here = i + 1 == e->around ? top - POINTS : top;
        uint32_t next = i + 1 == e->around ? e->thread + e->rows - 1 : top + e->rows;
        add_patch(model, (const uint32_t[4]){here, next, ring_at(e, i + 1), ring_at(e, i)}, e->flip);
    }
    for (uint32_t k = e->rows - 1; k > e->rows - 1 - POINTS; --k) {
        uint32_t ring = ring_at(e, e->around - 1);
        add_patch(model, (const uint32_t[4]){last + k, last + k - 1, ring, ring}, e->flip);
    }
}

// Above the highest point of a thread that starts at height z.
static double above_thread(const ti_thread* t, double z)
{
    return z + t->pitch * (t->turns + 1.5);
}

void ti_model_screw(ti_model* model, const ti_thread* t, double head_radius, double head_height)
{
    uint32_t tip = ti_model_vertex(model, 0.0, 0.0, 0.0);
    double z = 0.5 * t->pitch;
    double neck_z = above_thread(t, z);
    thread_end end = {.rows = t->turns * POINTS + 1, .around = t->around, .ring = tip};
    end.thread = add_thread(model, t, z, false);
    join_below(model, &end);

    uint32_t neck = ti_model_ring(model, 0.9 * t->root, neck_z, t->around);
    end.ring = neck;
    end.ring_step = 1;
    join_above(model, &end);
    uint32_t low = ti_model_ring(model, head_radius, neck_z, t->around);
    uint32_t high = ti_model_ring(model, head_radius, neck_z + head_height, t->around);
    ti_model_join(model, neck, low, t->around);
    ti_model_join(model, low, high, t->around);
    ti_model_cap(model, high, t->around, true);
}

// Appends a ring of vertices on the sides of a square.
static uint32_t add_square(ti_model* model, double half, double z, uint32_t around)
{
    uint32_t first = model->vertex_count;
    for (uint32_t i = 0; i < around; ++i) {
        double c = cos(two_pi * i / around);
        double s = sin(two_pi * i / around);
        double radius = half / fmax(fabs(c), fabs(s));
        ti_model_vertex(model, radius * c, radius * s, z);
    }
    return first;
}

void ti_model_threaded_block(ti_model* model, const ti_thread* t, double half)
{
    double z = 0.25 * t->pitch;
    thread_end end = {.rows = t->turns * POINTS + 1, .around = t->around, .ring_step = 1, .flip = true};
    end.thread = add_thread(model, t, z, true);
    // Wide enough for the first turn of a screw to get into the groove without touching the mouth.
    double mouth = 0.95 * half;
    uint32_t low_mouth = ti_model_ring(model, mouth, 0.0, t->around);
    uint32_t low = add_square(model, half, 0.0, t->around);
    uint32_t high = add_square(model, half, above_thread(t, z), t->around);
    uint32_t high_mouth = ti_model_ring(model, mouth, above_thread(t, z), t->around);
    end.ring = low_mouth;
    join_below(model, &end);
    ti_model_join(model, low_mouth, low, t->around);
    ti_model_join(model, low, high, t->around);
    ti_model_join(model, high, high_mouth, t->around);
    end.ring = high_mouth;
    join_above(model, &end);
}
