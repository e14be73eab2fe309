// Sums, products and values of forms.

#include "math/form.h"

#include "core/assert.h"

bool ti_form_is_zero(const ti_form* f)
{
    for (int i = 0; i <= f->degree; ++i) {
        if (f->c[i].sign != 0) {
            return false;
        }
    }
    return true;
}

ti_form ti_form_add(ti_limbs* pool, const ti_form* f, const ti_form* g)
{
    TI_ASSERT(f->degree == g->degree);
    ti_form sum = {.degree = f->degree};
    for (int i = 0; i <= f->degree; ++i) {
        sum.c[i] = ti_integer_add(pool, f->c[i], g->c[i]);
    }
    return sum;
}

ti_form ti_form_negate(const ti_form* f)
{
    ti_form negated = {.degree = f->degree};
    for (int i = 0; i <= f->degree; ++i) {
        negated.c[i] = z_negate(f->c[i]);
    }
    return negated;
}

ti_form ti_form_sub(ti_limbs* pool, const ti_form* f, const ti_form* g)
{
    ti_form negated = ti_form_negate(g);
    return ti_form_add(pool, f, &negated);
}

ti_form ti_form_mul(ti_limbs* pool, const ti_form* f, const ti_form* g)
{
    TI_ASSERT(f->degree + g->degree <= TI_FORM_DEGREE);
    size_t mark = pool->used;
    ti_form product = {.degree = f->degree + g->degree};
    for (int i = 0; i <= f->degree; ++i) {
        for (int k = 0; k <= g->degree; ++k) {
            product.c[i + k] = ti_integer_add(pool, product.c[i + k], ti_integer_mul(pool, f->c[i], g->c[k]));
        }
    }
    ti_form_keep(pool, mark, &product);
    return product;
}

void ti_form_keep(ti_limbs* pool, size_t mark, ti_form* f)
{
    ti_integer* number[TI_FORM_DEGREE + 1];
    for (int i = 0; i <= f->degree; ++i) {
        number[i] = &f->c[i];
    }
    ti_integer_keep(pool, mark, number, f->degree + 1);
}

// Horner's rule in t, with a power of s for each coefficient.
ti_integer ti_form_value(ti_limbs* pool, const ti_form* f, ti_ratio at)
{
    ti_integer value = f->c[f->degree], power = at.s;
    for (int i = f->degree - 1; i >= 0; --i) {
        ti_integer rest = ti_integer_mul(pool, value, at.t);
        value = ti_integer_add(pool, rest, ti_integer_mul(pool, f->c[i], power));
        if (i > 0) {
            power = ti_integer_mul(pool, power, at.s);
        }
    }
    return value;
}

int ti_form_sign(ti_limbs* pool, const ti_form* f, ti_ratio at)
{
    size_t mark = pool->used;
    int sign = ti_form_value(pool, f, at).sign;
    pool->used = mark;
    return sign;
}

int ti_form_to_doubles(const ti_form* f, double c[TI_FORM_DEGREE + 1])
{
    uint32_t bits = 0;
    for (int i = 0; i <= f->degree; ++i) {
        uint32_t own = ti_integer_bits(f->c[i]);
        bits = own > bits ? own : bits;
    }
    for (int i = 0; i <= TI_FORM_DEGREE; ++i) {
        c[i] = i <= f->degree ? ti_integer_to_double(f->c[i], (int)bits) : 0.0;
    }
    return (int)bits;
}

int ti_ratio_compare(ti_limbs* pool, ti_ratio a, ti_ratio b)
{
    size_t mark = pool->used;
    int sign = ti_integer_minor(pool, a.t, b.s, b.t, a.s).sign;
    pool->used = mark;
    return sign;
}
