// Sliding: a translation that goes on along what stops it.

#include "world/least.h"
#include "world/touches.h"
#include "world/trace.h"

// Rounding bounds by which a slide leads away from each plane that it runs along: a mover that keeps pressing
// on a plane would else come as much nearer to it as it may in each query.
static const double AWAY = 64.0;

// What is left is nothing where it is no more than so many times what leads away from planes.
static const double LEAST = 8.0;

// Planes are forgotten once the mover has got on by this part of the displacement.
static const double PROGRESS = 1e-6;

enum { DEFAULT_BUMPS = 4, MOST_PLANES = 24 };

typedef struct slide {
    const toi_stage* stage;
    const toi_trace_def* def;
    toi_placed mover;
    double forget; // a way after which planes are forgotten
    double tolerance;
    uint32_t max_bumps;
    toi_vec3 normal[MOST_PLANES];
    uint32_t normal_count;
    bool known; // touches of the last stop gave planes
    toi_slide_result result;
} slide;

// Whether a plane can be slid along: it stops the mover, and has a normal.
static bool is_plane(const toi_trace_result* r)
{
    return r->answer == TOI_ANSWER_CONTACT && r->start <= TOI_START_TOUCHING &&
           v3_dot(r->normal, r->normal) > 0.5;
}

// Normals of one plane differ by what rounding makes of them: the later one counts.
static void add_normal(slide* s, toi_vec3 n)
{
    uint32_t i = 0;
    while (i < s->normal_count && !ti_same_plane(s->normal[i], n)) {
        ++i;
    }
    if (i < MOST_PLANES) {
        s->normal[i] = n;
        s->normal_count += i == s->normal_count;
    }
}

// Takes the planes that are in the way: their normals are those of features, and better than the direction
// between the nearest points, which is as good as rounding leaves it at their distance.
static toi_status take_planes(uint32_t body, const ti_touch_list* list, void* context)
{
    slide* s = context;
    (void)body;
    for (uint32_t i = 0; i < list->count; ++i) {
        if (v3_dot(list->items[i].normal, s->result.rest) > 0.0) {
            add_normal(s, list->items[i].normal);
            s->known = true;
        }
    }
    return TOI_OK;
}

static toi_status find_planes(slide* s, const toi_trace_result* r)
{
    ti_still mover;
    s->known = false;
    ti_still_prepare(&s->mover, &mover);
    ti_around around = {s->stage, s->def, &mover, r->kept + fmax(r->work.tolerance, s->tolerance)};
    toi_status status = ti_touches_around(&around, take_planes, s);
    if (!s->known) {
        add_normal(s, r->normal);
    }
    return status;
}

// Takes in what one move did. Whether there is a plane to slide along.
static bool take_move(slide* s, const toi_trace_result* r)
{
    toi_slide_result* all = &s->result;
    double way = r->fraction * v3_length(all->rest);
    s->mover.pose = all->pose = r->pose;
    all->start = all->start == TOI_START_UNKNOWN ? r->start : all->start;
    all->certified = all->certified && r->certified;
    all->fraction += (1.0 - all->fraction) * r->fraction;
    all->rest = v3_scale(1.0 - r->fraction, all->rest);
    if (r->answer == TOI_ANSWER_CLEAR) {
        all->fraction = 1.0;
        return false;
    }
    if (way > s->forget) {
        s->normal_count = 0;
    }
    return is_plane(r) && all->bump_count < s->max_bumps;
}

static toi_status run(slide* s)
{
    toi_slide_result* all = &s->result;
    for (;;) {
        toi_move move = {.by = all->rest};
        toi_trace_result r;
        toi_status status = ti_trace_among(s->stage, &s->mover, &move, s->def, false, &r);
        if (status != TOI_OK || !take_move(s, &r)) {
            return status;
        }
        all->bump[all->bump_count++] = ti_touch_of_result(&r);
        status = find_planes(s, &r);
        double away = AWAY * r.work.rounding;
        all->rest = ti_clip_move(all->rest, s->normal, s->normal_count, away);
        if (status != TOI_OK || !(v3_length(all->rest) > LEAST * away)) {
            all->rest = v3(0.0, 0.0, 0.0);
            return status;
        }
    }
}

toi_status toi_slide(const toi_stage* stage, const toi_placed* mover, toi_vec3 by, const toi_slide_def* def,
                     toi_slide_result* result)
{
    const toi_slide_def defaults = {0};
    def = def ? def : &defaults;
    toi_move move = {.by = by};
    uint32_t bumps = def->max_bumps > 0 ? def->max_bumps : DEFAULT_BUMPS;
    toi_status status = result == NULL || bumps > TOI_SLIDE_BUMPS
                            ? TOI_ERROR_INVALID
                            : ti_trace_check(stage, mover, &move, &def->trace);
    if (status != TOI_OK) {
        return status;
    }
    toi_trace_def asked = def->trace;
    asked.blocking = NULL; // each stop says of itself what it is
    slide s = {.stage = stage,
               .def = &asked,
               .mover = *mover,
               .forget = PROGRESS * v3_length(by),
               .max_bumps = bumps,
               .tolerance = ti_trace_terms(mover, &def->trace).tolerance,
               .result = {.rest = by, .certified = true}};
    status = run(&s);
    if (status == TOI_OK) {
        *result = s.result;
    }
    return status;
}
