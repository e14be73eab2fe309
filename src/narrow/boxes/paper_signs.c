// Roots isolated by the rule of signs: a polynomial has no more roots in an interval than its Bernstein
// coefficients there have changes of sign, and as many if that is none or one. Else the interval is halved.
//
// What a sign is worth depends on the error of the coefficients. One change, of c less the error and of c
// with the error added, leaves one root of either, and everything outside of the two is certain.

#include "narrow/boxes/paper_signs.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/root.h"

#include <string.h>

// An interval of 2^-48 is not halved: its sign is not certain.
enum { MOST_HALVINGS = 48 };

typedef struct level {
    double* c;
    double begin, width, error;
    uint32_t depth;
} level;

typedef struct finder {
    uint32_t degree, capacity;
    double* shifted;
    level levels[MOST_HALVINGS + 2];
    uint32_t top;
    ti_paper_signs* out;
} finder;

// ---- pieces

// Where there is no more room the last piece grows and is not certain, which is safe.
static void emit(finder* f, double from, double to, int sign)
{
    ti_paper_signs* out = f->out;
    if (!(to > from)) {
        return;
    }
    ti_paper_piece* last = out->count > 0 ? &out->pieces[out->count - 1] : NULL;
    if (last != NULL && last->sign != sign && out->count == f->capacity) {
        last->sign = 0;
        sign = 0;
        out->cut_short = true;
    }
    if (last != NULL && last->sign == sign) {
        last->end = to;
        return;
    }
    out->pieces[out->count++] = (ti_paper_piece){from, to, sign};
}

// ---- one interval

enum { MIXED = 2 };

static int sign_of_all(const double* c, uint32_t degree, double error)
{
    bool up = true, down = true, none = true;
    for (uint32_t k = 0; k <= degree; ++k) {
        up = up && c[k] > error;
        down = down && c[k] < -error;
        none = none && fabs(c[k]) <= error;
    }
    return up ? 1 : down ? -1 : none ? 0 : MIXED;
}

// Where sense c > error, within [0, 1] of the interval; empty: from 1 to 1 or 0 to 0. False where there may
// be two such parts.
static bool find_part(const finder* f, const double* c, double sense, double error, double part[2])
{
    for (uint32_t k = 0; k <= f->degree; ++k) {
        f->shifted[k] = sense * c[k] - error;
    }
    ti_box_root root;
    if (!ti_box_root_find(f->shifted, f->degree, &root)) {
        return false;
    }
    part[0] = root.falls ? 0.0 : root.time;
    part[1] = root.falls ? root.time : 1.0;
    return true;
}

// Times of the whole: towards the inside of the part, its ends as they are.
static void emit_part(finder* f, const level* l, const double part[2], int sign, double* until)
{
    double from = part[0] > 0.0 ? ti_up(l->begin + l->width * part[0]) : l->begin;
    double to = part[1] < 1.0 ? ti_down(l->begin + l->width * part[1]) : l->begin + l->width;
    if (to > from) {
        emit(f, *until, from, 0);
        emit(f, from, to, sign);
        *until = to;
    }
}

static bool emit_one_root(finder* f, const level* l)
{
    double up[2], down[2];
    if (!find_part(f, l->c, 1.0, l->error, up) || !find_part(f, l->c, -1.0, l->error, down)) {
        return false;
    }
    double until = l->begin;
    bool up_first = up[0] < down[0] || (up[0] == down[0] && up[1] < down[1]);
    emit_part(f, l, up_first ? up : down, up_first ? 1 : -1, &until);
    emit_part(f, l, up_first ? down : up, up_first ? -1 : 1, &until);
    emit(f, until, l->begin + l->width, 0);
    return true;
}

static double largest(const double* c, uint32_t degree)
{
    double most = 0.0;
    for (uint32_t k = 0; k <= degree; ++k) {
        most = d_max(fabs(c[k]), most);
    }
    return most;
}

// De Casteljau's steps at one half: one rounding each.
static void halve(double* c, uint32_t degree, double* left)
{
    for (uint32_t row = 0; row < degree; ++row) {
        left[row] = c[0];
        for (uint32_t k = 0; k < degree - row; ++k) {
            c[k] = 0.5 * (c[k] + c[k + 1]);
        }
    }
    left[degree] = c[0];
}

static void bisect(finder* f)
{
    level *l = &f->levels[f->top - 1], *left = &f->levels[f->top++];
    double* room = left->c;
    l->error += ti_gamma((int)f->degree + 1) * largest(l->c, f->degree);
    halve(l->c, f->degree, room);
    l->width *= 0.5;
    ++l->depth;
    *left = *l;
    left->c = room;
    l->begin += l->width;
}

static void visit(finder* f)
{
    const level* l = &f->levels[f->top - 1];
    int sign = sign_of_all(l->c, f->degree, l->error);
    if (sign != MIXED || l->depth == MOST_HALVINGS) {
        emit(f, l->begin, l->begin + l->width, sign == MIXED ? 0 : sign);
        --f->top;
    } else if (emit_one_root(f, l)) {
        --f->top;
    } else {
        bisect(f);
    }
}

// ---- all

static bool make_room(ti_arena* arena, finder* f)
{
    uint32_t size = f->degree + 1;
    double* room = ti_arena_allocate(arena, (size_t)size * (MOST_HALVINGS + 3), sizeof *room);
    if (room == NULL) {
        return false;
    }
    f->shifted = room;
    for (size_t i = 0; i < MOST_HALVINGS + 2; ++i) {
        f->levels[i].c = room + size * (i + 1);
    }
    return true;
}

bool ti_paper_signs_find(ti_arena* arena, const ti_paper_poly* poly, uint32_t limit, ti_paper_signs* signs)
{
    uint32_t degree = poly->degree;
    finder f = {.degree = degree, .capacity = ti_paper_most_pieces(degree), .top = 1, .out = signs};
    *signs = (ti_paper_signs){.pieces = ti_arena_allocate(arena, f.capacity, sizeof *signs->pieces)};
    ti_arena_mark mark = ti_arena_get_mark(arena);
    if (signs->pieces == NULL || !make_room(arena, &f)) {
        return false;
    }
    f.levels[0] = (level){.c = f.levels[0].c, .width = 1.0, .error = poly->error};
    memcpy(f.levels[0].c, poly->c, (degree + 1) * sizeof *poly->c);
    for (uint32_t i = 0; f.top > 0 && i < limit; ++i) {
        visit(&f);
    }
    if (f.top > 0) {
        signs->cut_short = true;
        emit(&f, f.levels[f.top - 1].begin, 1.0, 0);
    }
    ti_arena_reset(arena, mark);
    return true;
}

int ti_paper_sign_on(const ti_paper_signs* signs, double begin, double end)
{
    for (uint32_t i = 0; i < signs->count; ++i) {
        const ti_paper_piece* p = &signs->pieces[i];
        if (begin >= p->begin && end <= p->end) {
            return p->sign;
        }
    }
    return 0;
}
