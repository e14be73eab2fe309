// Gaps as functions of how far the mover went, where they close, and how far the expel zone lets it go: for a
// translation lines, for a rotation waves, in t = tan(angle/2) [VanWaveren05, sections 2.2 to 2.5 and 3.1 to
// 3.4, with the errata of docs/methods/trace-paper.md].

#ifndef TI_NARROW_TRACE_PAPER_WAVE_H
#define TI_NARROW_TRACE_PAPER_WAVE_H

#include "math/vec3.h"

// start + sine sin(x) - cosine (1 - cos(x)): v0, v1 and v2 of the paper, but that the gap at the start, v0 +
// v2, is kept instead of v0, so that a small one does not drown in a long lever.
typedef struct ti_paper_wave {
    double start, sine, cosine;
} ti_paper_wave;

static inline double wave_at(const ti_paper_wave* w, double t)
{
    double s = 1.0 + t * t;
    return w->start + 2.0 * t * (w->sine - t * w->cosine) / s;
}

// b^2 - a c with one rounding that matters [Kahan04].
static inline double wave_discriminant(double a, double b, double c)
{
    double product = a * c;
    double lost = fma(-a, c, product), kept = fma(b, b, -product);
    return kept + lost;
}

// Where a t^2 + 2 b t + c, (1 + t^2) times the wave, falls through zero: NaN for nowhere, infinite for half a
// turn. Of the two quotients for the root with slope -sqrt(disc) the one without cancellation, which also
// holds for a = 0, where the paper has -c/b for -c/(2 b).
static inline double wave_entry(const ti_paper_wave* w)
{
    double a = w->start - 2.0 * w->cosine, b = w->sine, c = w->start;
    double root = sqrt(wave_discriminant(a, b, c));
    return b < 0.0 ? c / (root - b) : -(b + root) / a;
}

// Where it rises through zero, alike.
static inline double wave_exit(const ti_paper_wave* w)
{
    double a = w->start - 2.0 * w->cosine, b = w->sine, c = w->start;
    double root = sqrt(wave_discriminant(a, b, c));
    return b < 0.0 ? (root - b) / a : -c / (b + root);
}

// t at the highest point, which is ahead (t >= 0) if the wave rises at the start; infinite for half a turn.
static inline double wave_top(const ti_paper_wave* w)
{
    double reach = sqrt(w->sine * w->sine + w->cosine * w->cosine);
    return w->cosine < 0.0 ? (reach - w->cosine) / w->sine : w->sine / (reach + w->cosine);
}

// The lowest value for t from 0 to `limit` of a wave that falls at first.
static inline double wave_lowest(const ti_paper_wave* w, double limit)
{
    double reach = sqrt(w->sine * w->sine + w->cosine * w->cosine);
    double bottom = w->cosine > 0.0 ? -(reach + w->cosine) / w->sine : w->sine / (w->cosine - reach);
    return bottom >= 0.0 && bottom < limit ? (w->start - w->cosine) - reach : wave_at(w, limit);
}

// Whether the gap closes at first: at first order, else at second.
static inline bool wave_falls(const ti_paper_wave* w)
{
    return w->sine < 0.0 || (w->sine == 0.0 && w->cosine > 0.0);
}

// A pair of features as the mover sees it: how far they are apart, and how far outside of the zone.
typedef struct ti_paper_gap {
    ti_paper_wave apart;   // to the still feature
    ti_paper_wave outside; // to the hull of its zone
    double rounding;       // both are known up to this
} ti_paper_gap;

// How far a pair lets the mover go. Both NaN where it does not stop it.
typedef struct ti_paper_stop {
    double at;    // where it must stop, from 0 on
    double touch; // where the features would meet, not before that; NaN: nowhere within half a turn
} ti_paper_stop;

// Whether the features start between the still one and the hull of its zone. What is behind is not in the
// zone, so that it may go on; rounding counts as in.
static inline bool gap_starts_inside(const ti_paper_gap* g)
{
    return g->apart.start >= -g->rounding && g->outside.start <= g->rounding;
}

// Whether a gap may fall from one height to another although it is in the zone: by no more than rounding, and
// not below that. This is what sliding along a face looks like, and turning about an edge.
static inline bool gap_slides(const ti_paper_gap* g, double from, double to)
{
    return from - to <= g->rounding && to >= g->rounding;
}

static inline bool is_ahead(double t)
{
    return t >= 0.0 && t < HUGE_VAL;
}

// For what is not outside of the zone, and whose gap rises at first: up to the top, unless it gets out of the
// zone before that; then to where it comes back to the hull, or no stop where that is beyond half a turn. Of
// edges the hull turns with them, so it need not be left, or not before they touch.
static inline double wave_way_out(const ti_paper_gap* g, double touch, double limit)
{
    double exit = g->outside.start > 0.0 ? 0.0 : wave_exit(&g->outside), top = wave_top(&g->apart);
    if (is_ahead(exit) && !(touch < exit)) {
        return wave_entry(&g->outside);
    }
    double highest = wave_at(&g->apart, top);
    bool free = highest < -g->rounding || gap_slides(g, highest, wave_at(&g->apart, limit));
    return free ? (double)NAN : top;
}

// Figures 2 to 4 of the paper. From outside of the zone the mover gets to the first fall through its hull. In
// the zone the way is out: none if the gap falls at first, whatever the hull does. What is behind comes into
// the zone beside the feature, if at all, and then it is the same. Never beyond a touch.
static inline ti_paper_stop wave_stop(const ti_paper_gap* g, double limit)
{
    double at = wave_entry(&g->outside), touch = wave_entry(&g->apart);
    bool inside = gap_starts_inside(g), falls = wave_falls(&g->apart);
    // Rounding alone puts a touch at the start behind it.
    touch = inside && falls && g->apart.start <= g->rounding ? 0.0 : touch;
    touch = is_ahead(touch) ? touch : (double)NAN;
    if (inside && falls) {
        at = gap_slides(g, g->apart.start, wave_lowest(&g->apart, limit)) ? (double)NAN : 0.0;
    } else if (!(g->outside.start > g->rounding)) {
        at = wave_way_out(g, touch, limit);
    }
    at = is_ahead(at) ? at : touch;
    return (ti_paper_stop){touch < at ? touch : at, touch};
}

// The same for a translation, where a gap is start + f slope: `sine` holds the slope.
static inline ti_paper_stop line_stop(const ti_paper_gap* g)
{
    double start = g->apart.start, slope = g->apart.sine;
    if (!(slope < 0.0) || start < -g->rounding) {
        return (ti_paper_stop){(double)NAN, (double)NAN};
    }
    bool inside = gap_starts_inside(g);
    if (inside && gap_slides(g, start, start + slope)) {
        return (ti_paper_stop){(double)NAN, (double)NAN};
    }
    double touch = fmax(start / -slope, 0.0);
    double at = inside ? 0.0 : g->outside.start / -g->outside.sine;
    return (ti_paper_stop){at <= touch && at >= 0.0 ? at : touch, touch};
}

#endif
