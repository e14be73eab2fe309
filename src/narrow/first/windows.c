// The windows of a query: spans of time in which each body is on one path.

#include "math/rounding.h"
#include "motion/apart.h"
#include "motion/path.h"
#include "motion/pieces.h"
#include "narrow/first/query.h"

// The search, compiled twice.
void ti_search_window_plain(const ti_duel* duel, ti_recorder* recorder, ti_effort* effort, ti_found* found);
void ti_search_window_avx2(const ti_duel* duel, ti_recorder* recorder, ti_effort* effort, ti_found* found);

static void search_window(ti_query* q, const ti_duel* duel, ti_found* found)
{
    (q->avx2 ? ti_search_window_avx2 : ti_search_window_plain)(duel, &q->recorder, &q->effort, found);
}

static void prepare_window(const ti_query* q, const ti_pieces on[2], double from, ti_duel* duel)
{
    const toi_mesh* const mesh[2] = {q->body[0]->mesh, q->body[1]->mesh};
    const ti_path path[2] = {on[0].path, on[1].path};
    double to = fmin(fmin(path[0].t1, path[1].t1), q->to);
    ti_duel_prepare(mesh, path, from, to, &q->terms, duel);
}

// What the answer tells of rounding and tolerance, without what a window got by paths that are not the motion
// and were not the last word.
static void note_work(ti_query* q, const ti_duel* duel, bool last)
{
    toi_work* work = &q->result.work;
    double rounding = duel->rounding - duel->bend;
    double tolerance = last ? duel->tolerance : fmax(duel->asked, 6.0 * rounding);
    work->tolerance = fmax(work->tolerance, ti_scale(tolerance, duel->exponent));
    work->rounding = fmax(work->rounding, ti_scale(rounding, duel->exponent));
}

static void answer_clear(ti_query* q)
{
    q->result.answer = TOI_ANSWER_CLEAR;
    q->result.t_free = q->to;
}

// ---- smooth pieces

// Searches the spans of time in which both bodies are on one smooth piece of their motion, in order.
static void search_pieces(ti_query* q, ti_pieces on[2])
{
    double from = q->from;
    for (;;) {
        ti_duel duel;
        ti_found found;
        prepare_window(q, on, from, &duel);
        search_window(q, &duel, &found);
        note_work(q, &duel, true);
        if (ti_query_take(q, &duel, &found)) {
            return;
        }
        if (!(duel.to < q->to)) {
            answer_clear(q);
            return;
        }
        for (int k = 0; k < 2; ++k) {
            if (on[k].path.t1 <= duel.to) {
                ti_pieces_next(&on[k]);
            }
        }
        from = duel.to;
    }
}

// ---- chords
//
// A rational motion is taken for chords, and how far these are from it is part of the rounding bound of a
// window, so that what a window proves, it proves of the motion. Long chords are enough where the bodies are
// far apart. Where a window finds the bodies within its bound, everything before that time is proved, and the
// search goes on there with chords that bend less, down to a small share of the tolerance: then what it finds
// is the answer. After every clear window chords may bend more again.

static const double FIRST_BEND = 0x1p-3; // of the radii of both bodies
static const double NEAR = 0x1p-6;       // of these too: what is farther off is passed without windows
static const double LAST_BEND = 0x1p-5;  // of the tolerance
static const double TIGHTER = 0x1p-6;
static const double LOOSER = 4.0;

typedef struct chord_search {
    ti_query* query;
    ti_pieces on[2];
    double from;  // everything before is proved
    double limit; // of the bends of both chords together, besides rounding
    double least; // no smaller limit changes the answer; 0 before the first window
} chord_search;

static void restart(chord_search* s, int k)
{
    ti_pieces_restart(&s->on[k], s->from, fmax(0.5 * s->limit, DBL_MIN));
}

// Also rounding bounds the tolerance, so half of it is not worth less.
static void set_least(chord_search* s, const ti_duel* duel)
{
    double least = fmax(LAST_BEND * duel->asked, 0.5 * (duel->rounding - duel->bend));
    s->least = ti_scale(least, duel->exponent);
}

static void tighten(chord_search* s, double bend)
{
    double limit = TIGHTER * fmin(s->limit, bend);
    s->limit = fmax(limit < DBL_MAX ? limit : DBL_MAX, s->least);
    restart(s, 0);
    restart(s, 1);
}

// After a clear window until `to`.
static void go_on(chord_search* s, double to)
{
    s->from = to;
    s->limit *= LOOSER;
    for (int k = 0; k < 2; ++k) {
        if (s->on[k].path.t1 <= to) {
            restart(s, k);
        }
    }
}

// One window. True where the query is answered.
static bool search_chord(chord_search* s)
{
    ti_query* q = s->query;
    ti_duel duel;
    double bend = s->on[0].path.bend + s->on[1].path.bend;
    bool usable = bend <= DBL_MAX;
    q->terms.bend = usable ? bend : 0.0;
    prepare_window(q, s->on, s->from, &duel);
    set_least(s, &duel);
    bool last = s->limit <= s->least || bend <= 2.0 * s->least;
    ti_found found = {.outcome = TI_OUTCOME_PRECISION, .time = s->from};
    if (usable) {
        search_window(q, &duel, &found);
    }
    note_work(q, &duel, last);
    if (last || found.outcome == TI_OUTCOME_CLEAR || found.outcome == TI_OUTCOME_LIMIT) {
        if (ti_query_take(q, &duel, &found)) {
            return true;
        }
        if (!(duel.to < q->to)) {
            answer_clear(q);
            return true;
        }
        go_on(s, duel.to);
        return false;
    }
    if (ti_query_take_part(q, &duel, &found)) {
        return true;
    }
    s->from = fmin(found.time, nextafter(q->to, 0.0));
    tighten(s, bend);
    return false;
}

// Where the ways of both origins alone keep the bodies apart, windows are of no use. True where that answers
// the query. A certificate needs links all the same.
static bool pass_far(chord_search* s, double size)
{
    ti_query* q = s->query;
    double clear = q->terms.separation + NEAR * size;
    double reach = ti_mesh_reach(q->body[0]->mesh) + ti_mesh_reach(q->body[1]->mesh);
    const toi_motion* const motion[2] = {&q->body[0]->motion, &q->body[1]->motion};
    if (q->recorder.capacity > 0 || !(size > 0.0)) {
        return false;
    }
    ti_arena arena;
    ti_arena_init(&arena, q->def->allocator, 0);
    double time =
        ti_motions_apart(&arena, motion, (reach + clear) * (1.0 + 0x1p-50), (ti_span){q->from, q->to});
    ti_arena_destroy(&arena);
    bool known = q->result.start == TOI_START_FREE;
    if (!(time > q->from) || (!known && ti_query_start(q).state != TOI_START_FREE)) {
        return false;
    }
    q->result.start = TOI_START_FREE;
    q->result.gap = clear;
    s->from = fmin(time, nextafter(q->to, 0.0));
    if (time < q->to) {
        return false;
    }
    ti_duel duel;
    ti_query_first_window(q, &duel);
    note_work(q, &duel, false);
    answer_clear(q);
    return true;
}

// Windows that prove little cost a step each, at least.
static void search_chords(ti_query* q, ti_pieces on[2])
{
    double size = q->body[0]->mesh->radius + q->body[1]->mesh->radius;
    chord_search s = {.query = q, .on = {on[0], on[1]}, .from = q->from};
    s.limit = size > 0.0 ? FIRST_BEND * size : DBL_MAX;
    if (pass_far(&s, size)) {
        return;
    }
    restart(&s, 0);
    restart(&s, 1);
    for (uint32_t i = 0; i < q->effort.max_steps; ++i) {
        if (search_chord(&s)) {
            return;
        }
    }
    ti_duel duel;
    const ti_found found = {.outcome = TI_OUTCOME_LIMIT, .time = s.from};
    prepare_window(q, s.on, s.from, &duel);
    ti_query_take(q, &duel, &found);
}

// ---- all

static bool is_rational(const toi_body* body)
{
    return body->motion.kind == TOI_MOTION_RATIONAL;
}

static bool has_chords(const ti_query* q)
{
    return is_rational(q->body[0]) || is_rational(q->body[1]);
}

// Bodies on the same rational motion do not move relative to each other, and chords would only blur that.
static bool stay_together(const ti_query* q)
{
    return has_chords(q) && !q->terms.moves;
}

static void begin_pieces(const ti_query* q, ti_pieces on[2])
{
    for (int k = 0; k < 2; ++k) {
        const toi_body* body = q->body[k];
        ti_chord_terms terms = {.radius = ti_mesh_reach(body->mesh), .limit = DBL_MAX, .longest = 1.0};
        ti_pieces_begin_chords(&body->motion, &terms, &on[k]);
        ti_pieces_seek(&on[k], q->from);
        if (stay_together(q)) {
            on[k].path = ti_path_rest(toi_motion_pose(&body->motion, q->from), q->from, q->to);
        }
    }
}

void ti_query_first_window(const ti_query* q, ti_duel* duel)
{
    ti_pieces on[2];
    begin_pieces(q, on);
    prepare_window(q, on, q->from, duel);
}

void ti_query_search(ti_query* q)
{
    ti_pieces on[2];
    begin_pieces(q, on);
    q->result.gap = HUGE_VAL;
    if (stay_together(q)) {
        q->recorder.capacity = ti_motion_rests(&q->body[0]->motion) ? q->recorder.capacity : 0;
        search_pieces(q, on);
    } else if (has_chords(q)) {
        search_chords(q, on);
    } else {
        search_pieces(q, on);
    }
}
