// Displacements under planes: at most three of them hold the answer, so a basis of three is improved plane by
// plane until no plane is left that asks for more.

#include "world/least.h"

// Planes at a smaller angle than about this count as one where two of them would hold the answer.
static const double LEAST_SINE2 = 0x1p-20;

// What the most violated plane may lack, of the most that one asks for.
static const double LACK = 0x1p-20;

enum { MOST_STEPS = 256 };

// Up to four planes and the shortest x for some of them.
typedef struct basis {
    ti_push push[4];
    uint32_t count;
} basis;

static double lacking(const ti_push* p, toi_vec3 x)
{
    return v3_dot(p->normal, x) + p->by;
}

static bool satisfied(const basis* b, toi_vec3 x, double lack)
{
    for (uint32_t i = 0; i < b->count; ++i) {
        if (!(lacking(&b->push[i], x) <= lack)) {
            return false;
        }
    }
    return true;
}

// ---- x = -(sum of weights times normals), with weights of at least zero, that does exactly what one, two or
// three planes ask for

static toi_vec3 for_one(const ti_push* p)
{
    return v3_scale(-p->by, p->normal);
}

static bool for_two(const ti_push* p, const ti_push* q, toi_vec3* x)
{
    double c = v3_dot(p->normal, q->normal), sine2 = 1.0 - c * c;
    double wp = p->by - c * q->by, wq = q->by - c * p->by;
    if (!(sine2 >= LEAST_SINE2 && wp >= 0.0 && wq >= 0.0)) {
        return false;
    }
    *x = v3_scale(-1.0 / sine2, v3_add(v3_scale(wp, p->normal), v3_scale(wq, q->normal)));
    return true;
}

// Cramer: x is the combination of the cross products, the weights are products with them.
static bool for_three(const ti_push* p, const ti_push* q, const ti_push* r, toi_vec3* x)
{
    toi_vec3 qr = v3_cross(q->normal, r->normal), rp = v3_cross(r->normal, p->normal);
    toi_vec3 pq = v3_cross(p->normal, q->normal);
    double volume = v3_dot(p->normal, qr);
    if (!(volume * volume >= LEAST_SINE2 * LEAST_SINE2)) {
        return false;
    }
    *x = v3_add(v3_add(v3_scale(-p->by / volume, qr), v3_scale(-q->by / volume, rp)),
                v3_scale(-r->by / volume, pq));
    return v3_dot(qr, *x) * volume <= 0.0 && v3_dot(rp, *x) * volume <= 0.0 && v3_dot(pq, *x) * volume <= 0.0;
}

// ---- a basis and one more plane: which of them hold x

// Takes the shortest x for all planes of the basis, the last of which is violated; only those that hold it
// stay.
static bool improve(basis* b, double lack, toi_vec3* x)
{
    const ti_push last = b->push[b->count - 1];
    *x = for_one(&last);
    if (satisfied(b, *x, lack)) {
        *b = (basis){.push = {last}, .count = 1};
        return true;
    }
    for (uint32_t i = 0; i + 1 < b->count; ++i) {
        if (for_two(&b->push[i], &last, x) && satisfied(b, *x, lack)) {
            *b = (basis){.push = {b->push[i], last}, .count = 2};
            return true;
        }
    }
    for (uint32_t i = 0; i + 1 < b->count; ++i) {
        for (uint32_t j = i + 1; j + 1 < b->count; ++j) {
            if (for_three(&b->push[i], &b->push[j], &last, x) && satisfied(b, *x, lack)) {
                *b = (basis){.push = {b->push[i], b->push[j], last}, .count = 3};
                return true;
            }
        }
    }
    return false;
}

bool ti_least_move(const ti_push* pushes, uint32_t count, toi_vec3* x)
{
    double most = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        most = fmax(most, pushes[i].by);
    }
    basis b = {.count = 0};
    *x = v3(0.0, 0.0, 0.0);
    for (int step = 0; step < MOST_STEPS; ++step) {
        double worst = LACK * most;
        uint32_t at = count;
        for (uint32_t i = 0; i < count; ++i) {
            double lack = lacking(&pushes[i], *x);
            if (lack > worst) {
                worst = lack;
                at = i;
            }
        }
        if (at == count) {
            return true;
        }
        b.push[b.count++] = pushes[at];
        if (!improve(&b, LACK * most, x)) {
            return false;
        }
    }
    return false;
}

// ---- what is left of a displacement

// Directions may lead into a plane by this part of their length: it is met again then.
static const double ALONG = 0x1p-26;

bool ti_same_plane(toi_vec3 m, toi_vec3 n)
{
    toi_vec3 across = v3_cross(m, n);
    return v3_dot(m, n) > 0.0 && v3_dot(across, across) < LEAST_SINE2;
}

static bool is_allowed(toi_vec3 by, const toi_vec3* normals, uint32_t count)
{
    double most = ALONG * v3_length(by);
    for (uint32_t i = 0; i < count; ++i) {
        if (!(v3_dot(normals[i], by) <= most)) {
            return false;
        }
    }
    return true;
}

static toi_vec3 along_plane(toi_vec3 by, toi_vec3 n)
{
    return v3_madd(by, -v3_dot(n, by), n);
}

// The longest of the ways along the line of two planes.
static toi_vec3 along_lines(toi_vec3 by, const toi_vec3* normals, uint32_t count, double away)
{
    toi_vec3 best = {0.0, 0.0, 0.0};
    double longest = 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t j = i + 1; j < count; ++j) {
            toi_vec3 line = v3_cross(normals[i], normals[j]);
            double sine2 = v3_dot(line, line), share = v3_dot(line, by) / sine2;
            toi_vec3 way = v3_scale(share, line);
            double length = v3_length(way);
            if (sine2 >= LEAST_SINE2 && length > longest && is_allowed(way, normals, count)) {
                double lean = away / (1.0 + v3_dot(normals[i], normals[j]));
                longest = length;
                best = v3_madd(way, -lean, v3_add(normals[i], normals[j]));
            }
        }
    }
    return best;
}

toi_vec3 ti_clip_move(toi_vec3 by, const toi_vec3* normals, uint32_t count, double away)
{
    toi_vec3 best = {0.0, 0.0, 0.0};
    double longest = 0.0;
    if (is_allowed(by, normals, count)) {
        return by;
    }
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 way = along_plane(by, normals[i]);
        double length = v3_length(way);
        if (v3_dot(normals[i], by) > 0.0 && length > longest && is_allowed(way, normals, count)) {
            longest = length;
            best = v3_madd(way, -away, normals[i]);
        }
    }
    return longest > 0.0 ? best : along_lines(by, normals, count, away);
}
