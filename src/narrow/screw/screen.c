// The collision screen from one end to the other [Buss05, sections 6 to 9].

#include "narrow/screw/screen.h"

#include "narrow/screw/screen_parts.h"

enum { DEFAULT_RECORDS = 1 << 22 };

typedef struct screen {
    const ti_screw_pair* pair;
    ti_screen_def def;
    ti_screen_frame frame;
    ti_screen_body body[2];
    ti_arena arena;
    ti_array hits;
    ti_screen_outline outline[2];
    int32_t row[2];
} screen;

static void begin(screen* s, const ti_screw_pair* pair, const ti_screen_def* def,
                  const toi_allocator* allocator)
{
    *s = (screen){.pair = pair, .def = def != NULL ? *def : (ti_screen_def){0}};
    s->def.max_records = s->def.max_records > 0 ? s->def.max_records : DEFAULT_RECORDS;
    ti_screen_frame_make(pair, &s->def, &s->frame);
    ti_arena_init(&s->arena, allocator, 0);
    s->hits = ti_array_make(sizeof(ti_screen_hit), allocator);
    // Without the cull what a threshold below 0 lists depends on geometry alone; what parts faces the other
    // way.
    bool cull = pair->min_properness >= 0.0 && !pair->leaving && !s->frame.still;
    for (int k = 0; k < 2; ++k) {
        ti_screen_body* body = &s->body[k];
        ti_screen_body_init(body, k, allocator);
        body->keep[0] = k == 0 || !cull;
        body->keep[1] = k == 1 || !cull;
        body->proper = pair->min_properness >= 0.0;
    }
}

static void end(screen* s)
{
    for (int k = 0; k < 2; ++k) {
        ti_screen_body_release(&s->body[k]);
    }
    ti_array_release(&s->hits);
    ti_arena_destroy(&s->arena);
}

static toi_status pose(screen* s)
{
    toi_status status = TOI_OK;
    for (int k = 0; k < 2 && status == TOI_OK; ++k) {
        ti_screen_placing placing = ti_screen_place(s->pair, k);
        status = ti_screen_pose(&placing, &s->frame, &s->arena, &s->body[k]);
    }
    return status;
}

// The box of the other body, without bounds but in azimuth where everything is drawn.
static ti_screen_box box_of_other(const screen* s, int k, bool all)
{
    ti_screen_box box = s->body[1 - k].box;
    if (all) {
        box.r[0] = box.y[0] = -HUGE_VAL;
        box.r[1] = box.y[1] = HUGE_VAL;
    }
    return box;
}

// Only rows that both bodies have are drawn, or all.
static toi_status draw(screen* s, bool all)
{
    ti_screen_rows(&s->frame, &s->body[0].box, &s->body[1].box, all, s->row);
    toi_status status = TOI_OK;
    for (int k = 0; k < 2 && status == TOI_OK; ++k) {
        ti_screen_box other = box_of_other(s, k, all);
        s->body[k].all = all;
        status = ti_screen_clip(&s->frame, &other, &s->body[k]);
        if (status == TOI_OK) {
            status = ti_screen_rasterize(&s->frame, s->row, s->def.max_records, &s->body[k]);
        }
    }
    return status;
}

// Whether anything has to be drawn: the outlines of coarse bodies come first.
static toi_status look_at_outlines(screen* s, bool* needed)
{
    *needed = true;
    if (!s->def.boxes && s->def.coarse[0] == NULL && s->def.coarse[1] == NULL) {
        return TOI_OK;
    }
    toi_status status = ti_screen_outlines(s->pair, &s->frame, &s->def, &s->arena, s->outline);
    *needed = status == TOI_OK && !s->outline[0].nothing;
    s->body[0].outline = &s->outline[1];
    s->body[1].outline = &s->outline[0];
    return status;
}

static toi_status collide(screen* s, ti_screen_size* size, ti_array* contacts)
{
    if (s->body[0].records.count == 0 || s->body[1].records.count == 0 || !s->body[0].complete ||
        !s->body[1].complete) {
        return TOI_OK;
    }
    ti_screen_sweep sweep;
    toi_status status = ti_screen_sweep_make(&s->frame, &s->def, s->body, s->row, &s->arena, &sweep);
    for (int k = 0; k < 2 && status == TOI_OK; ++k) {
        status = ti_screen_sweep_faces(&sweep, k, &s->arena, &s->hits);
    }
    if (status == TOI_OK) {
        status = sweep.sorted ? ti_screen_sweep_edges(&sweep, &s->hits)
                              : ti_screen_hash_edges(&sweep, &s->arena, &s->hits);
    }
    size->pairs = sweep.pairs;
    return status == TOI_OK ? ti_screen_resolve(s->pair, &s->frame, &s->hits, &s->arena, contacts) : status;
}

static void measure(const screen* s, ti_screen_size* size)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    int32_t first = INT32_MAX, last = INT32_MIN;
    *size = (ti_screen_size){.pixel = 1.0 / s->frame.per_pixel,
                             .r_origin = s->frame.rho,
                             .straight = s->frame.straight,
                             .complete = true};
    for (int k = 0; k < 2; ++k) {
        const ti_screen_record* records = s->body[k].records.data;
        size->records[k] = (uint32_t)s->body[k].records.count;
        size->complete = size->complete && s->body[k].complete;
        for (size_t i = 0; i < s->body[k].records.count; ++i) {
            low = d_min(low, d_min(records[i].from.h, records[i].to.h));
            high = d_max(high, d_max(records[i].from.h, records[i].to.h));
            first = records[i].row < first ? records[i].row : first;
            last = records[i].row > last ? records[i].row : last;
        }
    }
    if (first <= last) {
        size->rows = (uint32_t)(last - first) + 1;
        size->columns = (uint32_t)d_min(1e9, floor(high) - floor(low) + 1.0);
        size->first_row = first;
        size->first_column = ti_screen_whole(floor(low));
    }
}

toi_status ti_screen_find(const ti_screw_pair* pair, const ti_screen_def* def, ti_array* contacts,
                          ti_screen_size* size)
{
    screen s;
    begin(&s, pair, def, &contacts->allocator);
    measure(&s, size);
    toi_status status = TOI_OK;
    bool needed = ti_screen_balls_meet(pair, &s.frame);
    status = needed ? look_at_outlines(&s, &needed) : status;
    if (status == TOI_OK && needed) {
        status = pose(&s);
        ti_screen_lifts lifts = {0, -1};
        if (status == TOI_OK) {
            lifts = ti_screen_meet(&s.frame, &s.body[0].box, &s.body[1].box);
        }
        if (lifts.first <= lifts.last) {
            status = draw(&s, false);
            measure(&s, size);
            status = status == TOI_OK ? collide(&s, size, contacts) : status;
        }
    }
    end(&s);
    return status;
}

toi_status ti_screen_draw(const ti_screw_pair* pair, const ti_screen_def* def, ti_array* records,
                          ti_screen_size* size)
{
    screen s;
    begin(&s, pair, def, &records->allocator);
    toi_status status = pose(&s);
    status = status == TOI_OK ? draw(&s, true) : status;
    measure(&s, size);
    for (int k = 0; k < 2 && status == TOI_OK; ++k) {
        size_t count = s.body[k].records.count;
        void* to = ti_array_extend(records, count);
        if (to == NULL) {
            status = TOI_ERROR_MEMORY;
        } else if (count > 0) {
            memcpy(to, s.body[k].records.data, count * sizeof(ti_screen_record));
        }
    }
    end(&s);
    return status;
}

ti_screen_mark ti_screen_at(const ti_screw_pair* pair, const ti_screen_def* def, toi_vec3 x, double s)
{
    ti_screen_frame f;
    ti_screen_def defaults = {0};
    ti_screen_frame_make(pair, def != NULL ? def : &defaults, &f);
    // Both points that touch pass the screen there; that of B where it is at s = 0, which is drawn in one
    // lift.
    toi_vec3 start = tw_point(&pair->twist, ti_swing_at(pair->twist.angle, -s), x);
    toi_vec3 at = ti_screen_placed(&f, start);
    return ti_screen_project(&f, at, ti_screen_azimuth(&f, at));
}
