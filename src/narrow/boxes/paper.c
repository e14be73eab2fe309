// The route, interval by interval: signs, pairs, planes, roots, and what is apart along no plane.
//
// "The origin is on plane i, and not outside of any other" is told by complements: the closed times at which
// it is certainly outside of a plane are put together, and what is between them is contact. An end of such a
// time is a root of its plane at which no other plane is certainly outside.
//
// Between two homogeneous intervals there is a bracket of a time at which signs change. There a plane may
// have been made for the wrong sign of some R_ij, and then D is too small by 2 |R_ij| times a half edge at
// most: that much must D be below zero (ti_paper_plane_doubt). R_ij that is zero all the time, as of edges
// that stay parallel, has such a bracket everywhere: either sign will do.

#include "narrow/boxes/paper.h"

#include "core/assert.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/paper_planes.h"
#include "narrow/boxes/paper_spheres.h"
#include "narrow/boxes/paper_splits.h"

#include <string.h>

// a + (b - a) x of times in [0, 1] has three roundings of at most TI_U.
static const double TIME_ROUNDING = 8.0 * TI_U;

enum { DEFAULT_LIMIT = 16384 };

// The origin is outside of a plane; of the spheres the side of the pair is 0.
typedef struct outside {
    double begin, end;
    ti_gauss_pair pair;
    double error; // of its values
} outside;

typedef struct route {
    ti_polys* polys;
    const ti_box_system* system;
    const ti_paper_splits* splits;
    const ti_paper_signs* spheres;
    outside* list; // of one interval
    uint32_t count, limit;
    double* plane;
    outside last; // up to its end nothing meets but in the spans so far
    ti_paper_search* out;
} route;

typedef struct part {
    double begin, end;
    int sign[9];
    double doubt[9]; // |R_ij| where its sign is not certain, else 0
} part;

static double largest(const double* c, uint32_t degree)
{
    double most = 0.0;
    for (uint32_t k = 0; k <= degree; ++k) {
        most = d_max(fabs(c[k]), most);
    }
    return most;
}

// ---- spans

// A value of a plane is a length times the size of the system; where that is lost in rounding the blur is
// infinite.
static double blur_at(const route* r, double time, double error)
{
    const ti_box_system* s = r->system;
    const double* size = s->coefficients + (size_t)4 * (s->degree + 1) * BOX_SIZE_A;
    for (size_t k = 0; k <= s->degree; ++k) {
        r->plane[k] = size[4 * k];
    }
    double most = largest(r->plane, s->degree);
    ti_bern_cut(r->plane, s->degree, 1, time, 1.0);
    double least = r->plane[0] - ti_gamma(6 * (int)s->degree) * most;
    return error > 0.0 ? error / d_max(least, 0.0) : 0.0;
}

static void add_span(route* r, const outside* next)
{
    ti_paper_search* out = r->out;
    if (out->count < out->capacity) {
        const outside* last = &r->last;
        out->spans[out->count] = (ti_paper_span){.enter = last->end,
                                                 .exit = next->begin,
                                                 .enter_pair = last->pair,
                                                 .exit_pair = next->pair,
                                                 .enter_blur = blur_at(r, last->end, last->error),
                                                 .exit_blur = blur_at(r, next->begin, next->error)};
    }
    ++out->count;
}

// In the order of their beginnings.
static void add_outside(route* r, const outside* o)
{
    if (o->begin > r->last.end) {
        add_span(r, o);
    }
    if (o->end > r->last.end) {
        r->last = *o;
    }
}

static void sort(outside* list, uint32_t count)
{
    for (uint32_t i = 1; i < count; ++i) {
        outside o = list[i];
        uint32_t k = i;
        for (; k > 0 && o.begin < list[k - 1].begin; --k) {
            list[k] = list[k - 1];
        }
        list[k] = o;
    }
}

// ---- planes

static void take_outsides(route* r, const part* p, const outside* of, const ti_paper_signs* signs)
{
    double width = p->end - p->begin;
    for (uint32_t k = 0; k < signs->count; ++k) {
        const ti_paper_piece* s = &signs->pieces[k];
        double from = s->begin > 0.0 ? p->begin + width * s->begin + TIME_ROUNDING : p->begin;
        double to = s->end < 1.0 ? p->begin + width * s->end - TIME_ROUNDING : p->end;
        if (s->sign < 0 && from <= to) {
            r->list[r->count++] = (outside){from, to, of->pair, of->error};
        }
    }
}

static bool look_at_plane(route* r, const part* p, const ti_gauss_pair* pair)
{
    const ti_box_system* s = r->system;
    ti_paper_plane(s, pair, r->plane);
    double error = s->margin[ti_paper_axis(pair)] +
                   ti_gamma(6 * (int)s->degree + 4) * largest(r->plane, s->degree) +
                   ti_paper_plane_doubt(s, pair, p->doubt);
    ti_bern_cut(r->plane, s->degree, 1, p->begin, p->end);
    ti_arena_mark mark = ti_arena_get_mark(r->polys->arena);
    ti_paper_signs signs;
    const ti_paper_poly poly = {r->plane, s->degree, error * (1.0 + 0x1p-40)};
    if (!ti_paper_signs_find(r->polys->arena, &poly, r->limit, &signs)) {
        r->polys->no_memory = true;
        return false;
    }
    take_outsides(r, p, &(outside){.pair = *pair, .error = error}, &signs);
    r->out->undecided = r->out->undecided || signs.cut_short;
    ++r->out->counts.planes;
    ti_arena_reset(r->polys->arena, mark);
    return true;
}

// ---- intervals

static double size_on(const route* r, const part* p, uint32_t entry)
{
    const ti_box_system* s = r->system;
    const double* c = s->coefficients + (size_t)4 * (s->degree + 1) * (BOX_G_ROW + entry / 3) + entry % 3;
    for (size_t k = 0; k <= s->degree; ++k) {
        r->plane[k] = c[4 * k];
    }
    double most = largest(r->plane, s->degree);
    ti_bern_cut(r->plane, s->degree, 1, p->begin, p->end);
    return largest(r->plane, s->degree) + ti_gamma(6 * (int)s->degree) * most;
}

static void set_signs(const route* r, part* p)
{
    for (uint32_t k = 0; k < 9; ++k) {
        int sign = ti_paper_sign_on(&r->splits->signs[k], p->begin, p->end);
        p->sign[k] = sign != 0 ? sign : 1;
        p->doubt[k] = sign != 0 ? 0.0 : size_on(r, p, k);
    }
}

// Whether the spheres leave it, or memory fails: `no_memory` tells.
static bool look_at(route* r, double begin, double end)
{
    part p = {.begin = begin, .end = end};
    if (ti_paper_sign_on(r->spheres, begin, end) > 0) {
        add_outside(r, &(outside){.begin = begin, .end = end});
        return false;
    }
    ti_gauss_pair pairs[GAUSS_PAIRS];
    set_signs(r, &p);
    ti_gauss_pairs(p.sign, pairs);
    r->count = 0;
    for (int k = 0; k < GAUSS_PAIRS; ++k) {
        if (!look_at_plane(r, &p, &pairs[k])) {
            return true;
        }
    }
    sort(r->list, r->count);
    for (uint32_t k = 0; k < r->count; ++k) {
        add_outside(r, &r->list[k]);
    }
    return true;
}

static void look_at_interval(route* r, double begin, double end)
{
    bool left = look_at(r, begin, end);
    r->out->counts.left += left;
    r->out->counts.dropped += !left;
}

static void walk(route* r)
{
    double from = 0.0;
    const ti_paper_splits* s = r->splits;
    for (uint32_t k = 0; k < s->count && !r->polys->no_memory; ++k) {
        const ti_paper_split* at = &s->brackets[k];
        if (at->begin > from) {
            look_at_interval(r, from, at->begin);
        }
        look_at(r, at->begin, at->end);
        from = at->end;
    }
    if (from < 1.0 && !r->polys->no_memory) {
        look_at_interval(r, from, 1.0);
    }
    if (r->last.end < 1.0) {
        add_span(r, &(outside){.begin = 1.0});
    }
}

// ---- the whole

static bool make_room(route* r)
{
    uint32_t degree = r->system->degree;
    size_t most = (size_t)GAUSS_PAIRS * ti_paper_most_pieces(degree);
    r->list = ti_arena_allocate(r->polys->arena, most, sizeof *r->list);
    r->plane = ti_arena_allocate(r->polys->arena, degree + 1, sizeof *r->plane);
    r->polys->no_memory = r->list == NULL || r->plane == NULL;
    return !r->polys->no_memory;
}

bool ti_box_paper_frames(ti_polys* polys, const ti_box_frame* a, const ti_box_frame* b,
                         ti_paper_search* search)
{
    TI_ASSERT(a->rigid && b->rigid);
    ti_box_system system;
    ti_paper_splits splits;
    ti_paper_signs spheres;
    uint32_t limit = search->limit > 0 ? search->limit : DEFAULT_LIMIT;
    route r = {polys, &system, &splits, &spheres, .limit = limit, .out = search};
    search->count = 0;
    search->counts = (ti_paper_counts){0};
    if (!ti_box_system_make(polys, a, b, &system) || !ti_paper_splits_find(polys, a, b, limit, &splits) ||
        !ti_paper_spheres_find(polys, a, b, limit, &spheres) || !make_room(&r)) {
        return false;
    }
    search->undecided = splits.cut_short || spheres.cut_short;
    search->counts.degree = system.degree;
    search->counts.touches = splits.touches;
    search->counts.outside = splits.before + splits.after;
    search->counts.intervals = search->counts.outside + splits.inside + 1;
    walk(&r);
    return !polys->no_memory;
}

bool ti_box_paper(ti_polys* polys, const ti_moving_box* a, const ti_moving_box* b, ti_paper_search* search)
{
    ti_box_frame frames[2] = {ti_box_frame_rational(polys, a, 0.0, 1.0),
                              ti_box_frame_rational(polys, b, 0.0, 1.0)};
    return ti_box_paper_frames(polys, &frames[0], &frames[1], search);
}

static uint32_t axis_of(const ti_gauss_pair* pair)
{
    return pair->side != 0 ? ti_paper_axis(pair) : BOX_NO_AXIS;
}

ti_box_span ti_paper_as_span(const ti_paper_span* span)
{
    return (ti_box_span){.enter = span->enter,
                         .exit = span->exit,
                         .enter_axis = axis_of(&span->enter_pair),
                         .exit_axis = axis_of(&span->exit_pair),
                         .enter_blur = span->enter_blur,
                         .exit_blur = span->exit_blur};
}
