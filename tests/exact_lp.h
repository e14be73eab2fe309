// How two triangles stand, by linear programming in whole numbers (FLINT): they meet when some convex weights
// of their corners give the same point, and their insides meet when some positive weights do.

#ifndef TOI_TESTS_EXACT_LP_H
#define TOI_TESTS_EXACT_LP_H

#include "cmocka_toi.h"
#include "math/triangles.h"

#include <flint/fmpz.h>

enum { ROWS = 5, COLUMNS = 7 }; // the last column is the right side

typedef struct program {
    fmpz entry[ROWS + 1]
              [COLUMNS]; // the last row is the sum of those whose artificial variable is in the basis
    int basis[ROWS];     // -1: artificial
    int rows;
    fmpz denominator;
} program;

static void program_init(program* p, int rows)
{
    p->rows = rows;
    fmpz_init_set_ui(&p->denominator, 1);
    for (int r = 0; r <= ROWS; ++r) {
        for (int c = 0; c < COLUMNS; ++c) {
            fmpz_init(&p->entry[r][c]);
        }
    }
}

static void program_clear(program* p)
{
    fmpz_clear(&p->denominator);
    for (int r = 0; r <= ROWS; ++r) {
        for (int c = 0; c < COLUMNS; ++c) {
            fmpz_clear(&p->entry[r][c]);
        }
    }
}

// Whole-number pivoting: every entry keeps the common denominator.
static void pivot(program* p, int row, int column)
{
    fmpz value, part;
    fmpz_init_set(&value, &p->entry[row][column]);
    fmpz_init(&part);
    for (int r = 0; r <= ROWS; ++r) {
        if (r == row || (r >= p->rows && r < ROWS)) {
            continue;
        }
        fmpz factor;
        fmpz_init_set(&factor, &p->entry[r][column]);
        for (int c = 0; c < COLUMNS; ++c) {
            fmpz_mul(&part, &factor, &p->entry[row][c]);
            fmpz_mul(&p->entry[r][c], &p->entry[r][c], &value);
            fmpz_sub(&p->entry[r][c], &p->entry[r][c], &part);
            fmpz_divexact(&p->entry[r][c], &p->entry[r][c], &p->denominator);
        }
        fmpz_clear(&factor);
    }
    fmpz_set(&p->denominator, &value);
    fmpz_clear(&value);
    fmpz_clear(&part);
}

// The row to leave: the smallest ratio, ties by the lowest variable (Bland), artificial variables first.
static int leaving_row(program* p, int column)
{
    int best = -1;
    fmpz left, right;
    fmpz_init(&left);
    fmpz_init(&right);
    for (int r = 0; r < p->rows; ++r) {
        if (fmpz_sgn(&p->entry[r][column]) <= 0) {
            continue;
        }
        if (best >= 0) {
            fmpz_mul(&left, &p->entry[r][COLUMNS - 1], &p->entry[best][column]);
            fmpz_mul(&right, &p->entry[best][COLUMNS - 1], &p->entry[r][column]);
            int order = fmpz_cmp(&left, &right);
            if (order > 0 || (order == 0 && p->basis[r] > p->basis[best])) {
                continue;
            }
        }
        best = r;
    }
    fmpz_clear(&left);
    fmpz_clear(&right);
    return best;
}

// Whether non-negative variables satisfy the rows. The right sides are made non-negative first.
static bool feasible(program* p)
{
    for (int r = 0; r < p->rows; ++r) {
        p->basis[r] = -1;
        bool flip = fmpz_sgn(&p->entry[r][COLUMNS - 1]) < 0;
        for (int c = 0; c < COLUMNS; ++c) {
            if (flip) {
                fmpz_neg(&p->entry[r][c], &p->entry[r][c]);
            }
            fmpz_add(&p->entry[ROWS][c], &p->entry[ROWS][c], &p->entry[r][c]);
        }
    }
    for (int step = 0; step < 1000; ++step) {
        if (fmpz_is_zero(&p->entry[ROWS][COLUMNS - 1])) {
            return true;
        }
        int column = 0;
        while (column < COLUMNS - 1 && fmpz_sgn(&p->entry[ROWS][column]) <= 0) {
            ++column;
        }
        if (column == COLUMNS - 1) {
            return false;
        }
        int row = leaving_row(p, column);
        bool artificial = p->basis[row] < 0;
        pivot(p, row, column);
        p->basis[row] = column;
        if (artificial) {
            // The sum loses the artificial variable: its own column is not kept, so nothing is left to do.
            continue;
        }
    }
    fail_msg("the linear program did not end");
    return false;
}

// Corners of both triangles as whole numbers with one power of two taken out.
typedef struct exact_pair {
    fmpz corner[6][3];
} exact_pair;

static void exact_init(exact_pair* e, const toi_vec3 a[3], const toi_vec3 b[3])
{
    double x[6][3];
    int lowest = 2000, exponent;
    for (int i = 0; i < 6; ++i) {
        toi_vec3 v = i < 3 ? a[i] : b[i - 3];
        memcpy(x[i], &v, sizeof v);
        for (int k = 0; k < 3; ++k) {
            frexp(x[i][k], &exponent);
            lowest = x[i][k] != 0.0 && exponent - 53 < lowest ? exponent - 53 : lowest;
        }
    }
    for (int i = 0; i < 6; ++i) {
        for (int k = 0; k < 3; ++k) {
            fmpz_init(&e->corner[i][k]);
            double m = frexp(x[i][k], &exponent);
            fmpz_set_d(&e->corner[i][k], ldexp(m, 53));
            if (m != 0.0) {
                fmpz_mul_2exp(&e->corner[i][k], &e->corner[i][k], (unsigned long)(exponent - 53 - lowest));
            }
        }
    }
}

static void exact_clear(exact_pair* e)
{
    for (int i = 0; i < 6; ++i) {
        for (int k = 0; k < 3; ++k) {
            fmpz_clear(&e->corner[i][k]);
        }
    }
}

// Weights w >= 0 with sum 1 on each triangle and the same point.
static bool oracle_meet(const exact_pair* e)
{
    program p;
    program_init(&p, 5);
    for (int i = 0; i < 6; ++i) {
        for (int k = 0; k < 3; ++k) {
            fmpz_set(&p.entry[k][i], &e->corner[i][k]);
            if (i >= 3) {
                fmpz_neg(&p.entry[k][i], &p.entry[k][i]);
            }
        }
        fmpz_set_ui(&p.entry[i < 3 ? 3 : 4][i], 1);
    }
    fmpz_set_ui(&p.entry[3][6], 1);
    fmpz_set_ui(&p.entry[4][6], 1);
    bool meet = feasible(&p);
    program_clear(&p);
    return meet;
}

// Weights w >= 1 with equal sums and the same weighted sum of corners: w = 1 + w' gives the right sides.
static bool oracle_insides_meet(const exact_pair* e)
{
    program p;
    program_init(&p, 4);
    for (int i = 0; i < 6; ++i) {
        for (int k = 0; k < 3; ++k) {
            fmpz_set(&p.entry[k][i], &e->corner[i][k]);
            if (i >= 3) {
                fmpz_neg(&p.entry[k][i], &p.entry[k][i]);
            }
            fmpz_sub(&p.entry[k][6], &p.entry[k][6], &p.entry[k][i]);
        }
        fmpz_set_si(&p.entry[3][i], i < 3 ? 1 : -1);
    }
    bool meet = feasible(&p);
    program_clear(&p);
    return meet;
}

// Whether the six corners are not in one plane: elimination on the five differences.
static bool oracle_spatial(const exact_pair* e)
{
    fmpz m[5][3], left, right;
    fmpz_init(&left);
    fmpz_init(&right);
    for (int i = 0; i < 5; ++i) {
        for (int k = 0; k < 3; ++k) {
            fmpz_init(&m[i][k]);
            fmpz_sub(&m[i][k], &e->corner[i + 1][k], &e->corner[0][k]);
        }
    }
    int rank = 0;
    for (int k = 0; k < 3; ++k) {
        int row = rank;
        while (row < 5 && fmpz_is_zero(&m[row][k])) {
            ++row;
        }
        if (row == 5) {
            continue;
        }
        for (int c = 0; c < 3; ++c) {
            fmpz_swap(&m[row][c], &m[rank][c]);
        }
        for (int r = rank + 1; r < 5; ++r) {
            for (int c = 2; c >= k; --c) {
                fmpz_mul(&left, &m[r][c], &m[rank][k]);
                fmpz_mul(&right, &m[r][k], &m[rank][c]);
                fmpz_sub(&m[r][c], &left, &right);
            }
        }
        ++rank;
    }
    for (int i = 0; i < 5; ++i) {
        for (int k = 0; k < 3; ++k) {
            fmpz_clear(&m[i][k]);
        }
    }
    fmpz_clear(&left);
    fmpz_clear(&right);
    return rank == 3;
}

// Whether a coordinate parts the triangles: no need for more.
static bool coordinate_parts(const toi_vec3 a[3], const toi_vec3 b[3])
{
    for (int k = 0; k < 3; ++k) {
        double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
        for (int i = 0; i < 6; ++i) {
            toi_vec3 v = i < 3 ? a[i] : b[i - 3];
            double x = k == 0 ? v.x : k == 1 ? v.y : v.z;
            low[i / 3] = fmin(low[i / 3], x);
            high[i / 3] = fmax(high[i / 3], x);
        }
        if (high[0] < low[1] || high[1] < low[0]) {
            return true;
        }
    }
    return false;
}

static inline ti_meeting exact_lp_relation(const toi_vec3 a[3], const toi_vec3 b[3])
{
    if (coordinate_parts(a, b)) {
        return TI_MEET_APART;
    }
    exact_pair e;
    exact_init(&e, a, b);
    ti_meeting meeting = TI_MEET_APART;
    if (oracle_meet(&e)) {
        meeting = oracle_spatial(&e) && oracle_insides_meet(&e) ? TI_MEET_CROSS : TI_MEET_TOUCH;
    }
    exact_clear(&e);
    return meeting;
}

#endif
