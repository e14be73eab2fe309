// With P_A/w_A and P_B/w_B the ways of both origins and T = P_B w_A - P_A w_B these are apart by more than r
// where
//
//     |T|^2 - r^2 (w_A w_B)^2 > 0
//
// a polynomial in Bernstein form, nowhere below the lower hull of its coefficients. What is before the place
// where that crosses zero is proved, more of it where what comes after the guess of the root is cut off
// before; then the rest is looked at, a few times.
//
// Rounding. Times within a piece are within 3 u, which moves a polynomial of degree n by 6 n u of its largest
// coefficient, and cutting costs gamma(6 n). The polynomials know what they err by; each further cut costs
// gamma(6 n) of the largest coefficient, and each hull less than 8 u of it.

#include "motion/apart.h"

#include "math/bern_crossing.h"
#include "math/poly.h"
#include "motion/affine.h"
#include "motion/rational_pieces.h"

enum { STEPS = 12 };

// Of what is left; after a shorter one there is no further one.
static const double SHORT_STEP = 0x1p-10;

// Of a time, each round: eight roundings, to no more than 1.
static const double TIME_ROUNDING = 16.0 * TI_U;

// More than what products and sums of the coefficients lose by underflow, of lengths near the distance.
static const double LOST = 0x1p-1000;

// Whether its origin is on polynomials.
static bool is_taken(const toi_motion* m)
{
    return m->kind == TOI_MOTION_RATIONAL || m->kind == TOI_MOTION_STATIC ||
           m->kind == TOI_MOTION_TRANSLATION;
}

// ---- the polynomial

// A list on a part of its piece, times 2^exponent.
static ti_poly part_of(ti_polys* p, ti_poly_list list, const double part[2])
{
    if ((part[0] > 0.0 || part[1] < 1.0) && list.degree > 0) {
        size_t count = (size_t)list.lanes * (list.degree + 1);
        double most = 0.0, *room = ti_arena_allocate(p->arena, count, sizeof *room);
        p->no_memory = p->no_memory || room == NULL;
        for (size_t i = 0; room != NULL && i < count; ++i) {
            room[i] = list.coefficients[i];
            most = d_max(fabs(room[i]), most);
        }
        if (room != NULL) {
            ti_bern_cut(room, list.degree, list.lanes, part[0], part[1]);
            list.coefficients = room;
            list.error += ti_gamma(12 * (int)list.degree) * most;
        }
    }
    return ti_poly_make(p, &list);
}

// The way of an origin and its weight, in all lanes.
typedef struct way {
    ti_poly at, weight;
} way;

static way way_of(ti_polys* p, const ti_rational_piece* piece, ti_span span, int exponent)
{
    static const double one = 1.0;
    const toi_rational* m = &piece->motion;
    double length = piece->t1 - piece->t0;
    const double part[2] = {d_max((span.from - piece->t0) / length, 0.0),
                            d_min((span.to - piece->t0) / length, 1.0)};
    const ti_poly_list at = {.coefficients = &m->translation[0].x,
                             .lanes = 3,
                             .stride = 3,
                             .degree = m->translation_count - 1,
                             .error = piece->translation_error,
                             .exponent = exponent};
    const ti_poly_list weight = {.coefficients = m->weights != NULL ? m->weights : &one,
                                 .lanes = 1,
                                 .stride = 1,
                                 .degree = m->weights != NULL ? m->translation_count - 1 : 0,
                                 .same = true};
    return (way){part_of(p, at, part), part_of(p, weight, part)};
}

static ti_poly product(ti_polys* p, const ti_poly* a, const ti_poly* b)
{
    return ti_poly_sum(p, &(ti_poly_term){1.0, a, 0, b}, 1);
}

// |T|^2 - r^2 (w_A w_B)^2, in lane 0.
static ti_poly beyond(ti_polys* p, const way* a, const way* b, double r)
{
    ti_poly t =
        ti_poly_sum(p, (ti_poly_term[]){{1.0, &a->weight, 0, &b->at}, {-1.0, &b->weight, 0, &a->at}}, 2);
    ti_poly_term terms[4];
    ti_poly lane[3];
    for (uint32_t k = 0; k < 3; ++k) {
        const ti_poly_pick pick = {{k, k, k, k}, {1.0, 0.0, 0.0, 0.0}};
        lane[k] = ti_poly_mix(p, &t, &pick, 1);
        terms[k] = (ti_poly_term){1.0, &t, k, &lane[k]};
    }
    double square = r * r;
    ti_poly_list constant = {
        .coefficients = &square, .lanes = 1, .stride = 1, .error = 2.0 * TI_U * square, .same = true};
    ti_poly c = ti_poly_make(p, &constant), w = product(p, &a->weight, &b->weight);
    ti_poly cw = product(p, &c, &w);
    terms[3] = (ti_poly_term){-1.0, &cw, 0, &w};
    return ti_poly_sum(p, terms, 4);
}

// ---- how long it is positive

// Coefficients less the margin. False where one is not positive.
static bool find_values(const double* from, uint32_t degree, double margin, double* c)
{
    bool positive = true;
    for (uint32_t k = 0; k <= degree; ++k) {
        c[k] = from[k] - margin;
        positive = positive && c[k] > 0.0;
    }
    return positive;
}

// The part of what comes before `end` that is proved; `f` becomes that.
static double proved_before(double* f, uint32_t degree, double margin, double end)
{
    double c[TI_MOST_DEGREE + 1];
    ti_bern_cut(f, degree, 1, 0.0, end);
    if (find_values(f, degree, margin, c)) {
        return end;
    }
    return c[0] > 0.0 ? end * ti_bern_crossing(c, degree).safe : 0.0;
}

// From 0 to 1; `room` is for as many numbers as there are.
static double positive_until(const double* f, uint32_t degree, double margin, double* room)
{
    double c[TI_MOST_DEGREE + 1], from = 0.0;
    for (int step = 0; step < STEPS; ++step) {
        memcpy(room, f, (degree + 1) * sizeof *f);
        ti_bern_cut(room, degree, 1, from, 1.0);
        if (find_values(room, degree, margin, c)) {
            return 1.0;
        }
        if (!(c[0] > 0.0)) {
            break;
        }
        ti_crossing x = ti_bern_crossing(c, degree);
        double end = d_min(2.0 * x.guess, 1.0), left = 1.0 - from;
        double proved = d_max(x.safe, proved_before(room, degree, margin, end)) * left - TIME_ROUNDING;
        from += d_max(proved, 0.0);
        if (!(proved > SHORT_STEP * left)) {
            break;
        }
    }
    return from;
}

static double apart_until(ti_polys* p, const ti_rational_piece* const piece[2], double distance, ti_span span)
{
    double from = 0.0;
    int exponent = 1 - ti_exponent_above(distance);
    way a = way_of(p, piece[0], span, exponent), b = way_of(p, piece[1], span, exponent);
    ti_poly f = beyond(p, &a, &b, ti_scale(distance, exponent));
    double* room =
        p->no_memory || p->too_large ? NULL : ti_arena_allocate(p->arena, 6 * (f.degree + 1), sizeof *room);
    if (room != NULL) {
        ti_poly_write(p, &f, f.degree, room);
        double *c = room + 4 * (f.degree + 1), most = f.most[0] + f.error[0];
        for (uint32_t k = 0; k <= f.degree; ++k) {
            c[k] = room[4 * k];
        }
        int n = (int)f.degree;
        double margin = (f.error[0] + ti_gamma(3 * n + 4 + 12 * n + 16) * most) + LOST;
        from =
            margin < HUGE_VAL ? positive_until(c, f.degree, margin * (1.0 + 0x1p-40), c + f.degree + 1) : 0.0;
    }
    return from;
}

// ---- pieces

double ti_motions_apart(ti_arena* arena, const toi_motion* const motion[2], double distance, ti_span span)
{
    const ti_rational_fit fit = {1.0, 1.0, false}; // what needs one is not taken
    ti_rational_pieces pieces[2];
    for (int k = 0; k < 2; ++k) {
        if (!is_taken(motion[k]) || ti_rational_pieces_make(arena, motion[k], &fit, &pieces[k]) != TOI_OK) {
            return span.from;
        }
    }
    uint32_t i = 0, j = 0;
    for (double t = span.from; t < span.to;) {
        const ti_rational_piece* const piece[2] = {&pieces[0].piece[i], &pieces[1].piece[j]};
        double end = d_min(piece[0]->t1, piece[1]->t1);
        if (end > t) {
            ti_span cell = {t, d_min(end, span.to)};
            ti_polys p = {.arena = arena, .plain = true};
            double s = apart_until(&p, piece, distance, cell);
            if (s < 1.0) {
                return d_max(t + (cell.to - t) * s - TIME_ROUNDING, span.from);
            }
            t = cell.to;
        }
        i += piece[0]->t1 == end;
        j += piece[1]->t1 == end;
    }
    return span.to;
}
