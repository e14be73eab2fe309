// The roots of a form of degree 3, apart from each other by ratios in closed form, and signs of other forms
// at a root.

#include "math/form_time.h"

#include "core/assert.h"
#include "math/rounding.h"

static const uint64_t one = 1;

ti_form_time ti_form_time_zero(void)
{
    return (ti_form_time){.form = {{Z_ZERO, {&one, 1, 1}}, 1}, .later = 1};
}

// ---- roots

typedef struct root_list {
    ti_form_time* time;
    int count;
} root_list;

static void add_ratio(root_list* list, ti_integer s, ti_integer t)
{
    list->time[list->count++] =
        (ti_form_time){.form = {{z_negate(z_magnitude(t)), z_magnitude(s)}, 1}, .later = 1};
}

static int variations(const ti_form* f)
{
    int count = 0, last = 0;
    for (int i = 0; i <= f->degree; ++i) {
        int sign = f->c[i].sign;
        count += sign * last < 0;
        last = sign != 0 ? sign : last;
    }
    return count;
}

// The roots of f between ratios that rise and at which f is not zero, where there is at most one root between
// two neighbours.
static void add_between(ti_limbs* pool, const ti_form* f, const ti_ratio* ratio, int count, root_list* list)
{
    int before = f->c[0].sign;
    for (int i = 0; i <= count; ++i) {
        int after = i < count ? ti_form_sign(pool, f, ratio[i]) : f->c[f->degree].sign;
        if (before != after) {
            ti_form_time time = {.form = *f, .after_low = i > 0, .before_high = i < count, .later = after};
            time.low = i > 0 ? ratio[i - 1] : time.low;
            time.high = i < count ? ratio[i] : time.high;
            list->time[list->count++] = time;
        }
        before = after;
    }
}

// Both coefficients at the ends have the same sign, that in the middle the other one.
static void add_of_quadratic(ti_limbs* pool, const ti_form* f, root_list* list)
{
    ti_integer twice = ti_integer_times(pool, f->c[2], 2), product = ti_integer_mul(pool, f->c[0], f->c[2]);
    int discriminant =
        ti_integer_sub(pool, ti_integer_mul(pool, f->c[1], f->c[1]), ti_integer_times(pool, product, 4)).sign;
    ti_ratio middle = {z_magnitude(twice), z_magnitude(f->c[1])};
    if (discriminant == 0) {
        add_ratio(list, middle.s, middle.t);
    } else if (discriminant > 0) {
        add_between(pool, f, &middle, 1, list);
    }
}

// With x = t/s the cubic is a x^3 + b x^2 + c x + d. Its Hessian is h2 x^2 + h1 x + h0, of which the
// discriminant is -3 times that of the cubic.
typedef struct hessian {
    ti_integer h2, h1;
    int discriminant; // the sign of that of the cubic: positive with three real roots, 0 with a repeated one
} hessian;

static hessian hessian_of(ti_limbs* pool, const ti_form* f)
{
    size_t mark = pool->used;
    ti_integer a = f->c[3], b = f->c[2], c = f->c[1], d = f->c[0];
    ti_integer h2 = ti_integer_minor(pool, b, b, ti_integer_times(pool, a, 3), c);
    ti_integer h1 = ti_integer_minor(pool, b, c, ti_integer_times(pool, a, 9), d);
    ti_integer h0 = ti_integer_minor(pool, c, c, ti_integer_times(pool, b, 3), d);
    int sign = ti_integer_minor(pool, h1, h1, ti_integer_times(pool, h2, 4), h0).sign;
    ti_form ends = form_between(h2, h1);
    ti_form_keep(pool, mark, &ends);
    return (hessian){ends.c[0], ends.c[1], -sign};
}

// A double root x is that of the Hessian, -h1/(2 h2), and the other root -b/a - 2 x; a root three times is
// -b/(3 a), and the Hessian is zero. All roots are real, so that the variations of sign are as many as there
// are positive roots: with 2 only the double root is positive, with 3 all are.
static void add_repeated(ti_limbs* pool, const ti_form* f, const hessian* h, int count, root_list* list)
{
    ti_integer a = f->c[3], b = f->c[2];
    if (h->h2.sign == 0) {
        add_ratio(list, ti_integer_times(pool, a, 3), b);
        return;
    }
    ti_integer twice = ti_integer_times(pool, h->h2, 2);
    if (count < 3) {
        add_ratio(list, twice, h->h1);
        return;
    }
    ti_ratio both = {z_magnitude(twice), z_magnitude(h->h1)};
    ti_integer other = ti_integer_minor(pool, a, h->h1, b, h->h2); // over a h2
    ti_ratio single = {z_magnitude(ti_integer_mul(pool, a, h->h2)), z_magnitude(other)};
    bool first = ti_ratio_compare(pool, both, single) < 0;
    ti_ratio left = first ? both : single, right = first ? single : both;
    add_ratio(list, left.s, left.t);
    add_ratio(list, right.s, right.t);
}

// Three real roots, all different, `count` of them positive. Shifted and scaled, the cubic is g(x) = x^3 - 3
// x
// + q with |q| < 2, its inflection is at 0, and q/2 is the real part of the roots of its Hessian. Let q > 0,
// q < 0 being its mirror image. Then g(0) = q > 0, so that one root is negative and two are positive, and
// g(q/2) = q (q^2 - 4)/8 < 0, so that q/2 is between those two: both ratios part the three roots. With q = 0
// both are the root in the middle. In x they are -b/(3 a) and -h1/(2 h2), with h2 > 0; what is not positive
// parts no positive roots.
static void add_real(ti_limbs* pool, const ti_form* f, const hessian* h, int count, root_list* list)
{
    ti_integer a3 = ti_integer_times(pool, f->c[3], 3), b = f->c[2], twice = ti_integer_times(pool, h->h2, 2);
    ti_ratio inflection = {z_magnitude(a3), z_magnitude(b)}, nearest = {twice, z_negate(h->h1)};
    bool use_inflection = b.sign * a3.sign<0, use_nearest = nearest.t.sign> 0;
    ti_ratio ratio[2] = {inflection, nearest};
    int ratios = 0;
    if (use_inflection) {
        ratio[ratios++] = inflection;
    }
    if (use_nearest) {
        ratio[ratios++] = nearest;
    }
    if (ratios == 2 && ti_ratio_compare(pool, ratio[0], ratio[1]) > 0) {
        ratio[0] = nearest;
        ratio[1] = inflection;
    }
    TI_ASSERT(pool->full || ratios > 0); // at least two roots are positive
    if (ti_form_sign(pool, f, ratio[0]) != 0) {
        add_between(pool, f, ratio, ratios, list);
        return;
    }
    if (count == 3) {
        list->time[list->count++] =
            (ti_form_time){.form = *f, .before_high = true, .high = ratio[0], .later = -f->c[0].sign};
    }
    add_ratio(list, ratio[0].s, ratio[0].t);
    list->time[list->count++] =
        (ti_form_time){.form = *f, .after_low = true, .low = ratio[0], .later = f->c[3].sign};
}

// The first and the last coefficient are not 0. By Descartes' rule there are as many roots as variations of
// sign, or two fewer.
static void add_inner(ti_limbs* pool, const ti_form* f, root_list* list)
{
    int count = variations(f);
    if (f->degree == 1 && count == 1) {
        add_ratio(list, f->c[1], f->c[0]);
    } else if (count == 1) {
        add_between(pool, f, NULL, 0, list);
    } else if (count == 2 && f->degree == 2) {
        add_of_quadratic(pool, f, list);
    } else if (count >= 2) {
        hessian h = hessian_of(pool, f);
        if (h.discriminant > 0) {
            add_real(pool, f, &h, count, list);
        } else if (h.discriminant == 0) {
            add_repeated(pool, f, &h, count, list);
        } else if (count == 3) {
            add_between(pool, f, NULL, 0, list);
        }
    }
}

int ti_form_times(ti_limbs* pool, const ti_form* f, ti_form_time time[TI_FORM_TIMES])
{
    TI_ASSERT(pool->full || !ti_form_is_zero(f));
    root_list list = {time, 0};
    int first = 0, last = f->degree;
    while (first < last && f->c[first].sign == 0) {
        ++first;
    }
    while (last > first && f->c[last].sign == 0) {
        --last;
    }
    if (first > 0) {
        time[list.count++] = ti_form_time_zero();
    }
    ti_form inner = {.degree = last - first};
    for (int i = first; i <= last; ++i) {
        inner.c[i - first] = f->c[i];
    }
    add_inner(pool, &inner, &list);
    if (last < f->degree) {
        add_ratio(&list, Z_ZERO, (ti_integer){&one, 1, 1});
        list.time[list.count - 1].later = 1;
    }
    return list.count;
}

// ---- signs

int ti_form_time_compare(ti_limbs* pool, const ti_form_time* time, ti_ratio ratio)
{
    if (time->after_low && ti_ratio_compare(pool, ratio, time->low) <= 0) {
        return 1;
    }
    if (time->before_high && ti_ratio_compare(pool, ratio, time->high) >= 0) {
        return -1;
    }
    return -ti_form_sign(pool, &time->form, ratio) * time->later;
}

// The sign of a s + b t: just after its root it is that of b.
static int sign_linear(ti_limbs* pool, ti_integer a, ti_integer b, const ti_form_time* time)
{
    if (a.sign * b.sign >= 0) {
        return a.sign != 0 ? a.sign : b.sign;
    }
    ti_ratio root = {z_magnitude(b), z_magnitude(a)};
    return b.sign * ti_form_time_compare(pool, time, root);
}

// The form f of the time is divided by q, as polynomials in t/s. Where f is zero, the remainder is minus the
// product of q and the quotient, up to positive factors.
static int sign_quadratic(ti_limbs* pool, const ti_form* q, const ti_form_time* time)
{
    const ti_form* f = &time->form;
    ti_integer q0 = q->c[0], q1 = q->c[1], q2 = q->c[2], f2 = f->c[2];
    if (q2.sign == 0) {
        return sign_linear(pool, q0, q1, time);
    }
    if (f->degree == 2) {
        ti_integer r1 = ti_integer_minor(pool, q2, f->c[1], f2, q1),
                   r0 = ti_integer_minor(pool, q2, f->c[0], f2, q0);
        return -f2.sign * sign_linear(pool, r0, r1, time);
    }
    ti_integer square = ti_integer_mul(pool, q2, q2), l1 = ti_integer_mul(pool, f->c[3], q2);
    ti_integer l0 = ti_integer_minor(pool, f2, q2, f->c[3], q1);
    ti_integer r1 =
        ti_integer_sub(pool, ti_integer_minor(pool, square, f->c[1], l1, q0), ti_integer_mul(pool, l0, q1));
    ti_integer r0 = ti_integer_minor(pool, square, f->c[0], l0, q0);
    int quotient = sign_linear(pool, l0, l1, time);
    if (quotient == 0) {
        return ti_form_sign(pool, q, (ti_ratio){z_magnitude(l1), z_magnitude(l0)});
    }
    return -quotient * sign_linear(pool, r0, r1, time);
}

// With u = 2^-53, x the rounded time and s = fl(1 - x), the time t is within 2 u x of x, or 2^-1074, and 1 -
// t within 3 u of s. Coefficients are below 1 and off by 2 u of themselves. Then s^2 c0 is off by 6 u + 2 u +
// second order, s t c1 by (5 u + 2 u) x and t^2 c2 by (4 u + 2 u) x in units of |c0|, |c1| and |c2|, and the
// linear terms by less. Two products and two sums add 4 u of each. In all less than 13 u (|c0| + (|c1| +
// |c2|) x), and where something is below 2^-1022 less than 2^-1000.
static int sign_filtered(const ti_form* q, const ti_form_time* time)
{
    double c[TI_FORM_DEGREE + 1], t = time->near, s = 1.0 - t;
    ti_form_to_doubles(q, c);
    double value = q->degree == 2 ? (s * s * c[0] + s * t * c[1]) + t * t * c[2] : s * c[0] + t * c[1];
    double error = 0x1p-49 * (fabs(c[0]) + (fabs(c[1]) + fabs(c[2])) * t) + 0x1p-1000;
    return fabs(value) > error ? (value > 0.0 ? 1 : -1) : 0;
}

int ti_form_sign_at(ti_limbs* pool, const ti_form* q, const ti_form_time* time)
{
    TI_ASSERT(q->degree == 1 || q->degree == 2);
    int sign = ti_form_is_zero(q) ? 0 : sign_filtered(q, time);
    if (sign != 0 || ti_form_is_zero(q)) {
        return sign;
    }
    if (time->form.degree == 1) {
        return ti_form_sign(pool, q, (ti_ratio){time->form.c[1], z_negate(time->form.c[0])});
    }
    size_t mark = pool->used;
    sign = q->degree == 1 ? sign_linear(pool, q->c[0], q->c[1], time) : sign_quadratic(pool, q, time);
    pool->used = mark;
    return sign;
}
