// Polynomials over [0, 1] with whole numbers as coefficients: forms in s and t, of degree 3 at most, where
// s + t = 1. The coefficient of s^(n - i) t^i is that of Bernstein times n over i, so that products of forms
// are those of their coefficients, and as whole numbers they lose nothing. A time is a ratio s : t, neither
// of them negative: it is t/(s + t).

#ifndef TI_MATH_FORM_H
#define TI_MATH_FORM_H

#include "math/integer.h"

enum { TI_FORM_DEGREE = 3 };

typedef struct ti_form {
    ti_integer c[TI_FORM_DEGREE + 1]; // those above the degree are not set
    int degree;
} ti_form;

typedef struct ti_ratio {
    ti_integer s, t; // not both 0
} ti_ratio;

// The linear form that is a at time 0 and b at time 1.
static inline ti_form form_between(ti_integer a, ti_integer b)
{
    return (ti_form){{a, b}, 1};
}

bool ti_form_is_zero(const ti_form* f);

// Of forms of the same degree.
ti_form ti_form_add(ti_limbs* pool, const ti_form* f, const ti_form* g);
ti_form ti_form_sub(ti_limbs* pool, const ti_form* f, const ti_form* g);
ti_form ti_form_negate(const ti_form* f);

// The degrees add up to at most 3.
ti_form ti_form_mul(ti_limbs* pool, const ti_form* f, const ti_form* g);

// ti_integer_keep for the coefficients of a form.
void ti_form_keep(ti_limbs* pool, size_t mark, ti_form* f);

// The value of the form at s and t, which need not add up to 1.
ti_integer ti_form_value(ti_limbs* pool, const ti_form* f, ti_ratio at);

// Its sign.
int ti_form_sign(ti_limbs* pool, const ti_form* f, ti_ratio at);

// The coefficients times 2^-k, as ti_integer_to_double has them: the largest magnitude is from 1/2 to 1,
// unless all are 0. Returns k.
int ti_form_to_doubles(const ti_form* f, double c[TI_FORM_DEGREE + 1]);

// The sign of the difference of two times, a - b.
int ti_ratio_compare(ti_limbs* pool, ti_ratio a, ti_ratio b);

#endif
