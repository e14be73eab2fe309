// Queries on straight vertex paths of any finite numbers: the verifier takes every certificate, exact and
// default mode agree, A with B and vertices in another order have the same answer, and so have queries in
// bulk, bit for bit.

#include "bytes.h"
#include "toi/toi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINKS = 256, NUMBERS = 3 * TOI_PRIMITIVE_MOST_VERTICES };

static void expect(bool fine)
{
    if (!fine) {
        abort();
    }
}

// Eight bytes as they are, few bits, or what another coordinate is, also a last bit beside it.
static double take_number(bytes* input, const double* before, uint32_t count, int exponent)
{
    uint32_t kind = take(input, 24);
    if (kind == 0) {
        double x = 0.0;
        if (input->left >= sizeof x) {
            memcpy(&x, input->next, sizeof x);
            input->next += sizeof x;
            input->left -= sizeof x;
        }
        return isfinite(x) ? x : 0.0;
    }
    if (kind < 6 && count > 0) {
        double x = before[take(input, count)];
        double other = kind == 1   ? -x
                       : kind == 2 ? nextafter(x, HUGE_VAL)
                       : kind == 3 ? nextafter(x, -1.0)
                                   : x;
        return isfinite(other) ? other : x;
    }
    return ldexp((double)kind - 14.0, exponent);
}

static toi_primitive_query take_query(bytes* input)
{
    static const int exponents[] = {0, 0, 0, -1, 1, -30, 30, -1000, 1000, -1074};
    double x[2 * NUMBERS];
    toi_primitive_query q = {.kind = (toi_primitive_kind)(TOI_PRIMITIVE_VF + take(input, 4))};
    int exponent = exponents[take(input, sizeof exponents / sizeof *exponents)];
    for (uint32_t i = 0; i < 2 * NUMBERS; ++i) {
        x[i] = take_number(input, x, i, exponent);
    }
    for (uint32_t i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        q.start[i] = (toi_vec3){x[3 * i], x[3 * i + 1], x[3 * i + 2]};
        q.end[i] = (toi_vec3){x[NUMBERS + 3 * i], x[NUMBERS + 3 * i + 1], x[NUMBERS + 3 * i + 2]};
    }
    return q;
}

static toi_primitive_result ask(const toi_primitive_query* q, const toi_primitive_def* def)
{
    toi_primitive_result r;
    expect(toi_primitive_contact(q, def, &r) == TOI_OK);
    expect(r.t_free >= 0.0 && r.t_free <= 1.0 && isfinite(r.gap) && r.gap >= 0.0);
    bool all = r.t_free == 1.0 && r.gap == 0.0 && r.start == TOI_START_FREE;
    expect(r.answer != TOI_ANSWER_CLEAR || all);
    return r;
}

// The certificate reaches as far as the answer says, but where exact arithmetic gave it.
static toi_primitive_result ask_certified(const toi_primitive_query* q, toi_primitive_def def)
{
    toi_primitive_link links[MOST_LINKS];
    double proved = -1.0;
    def.links = links;
    def.link_capacity = MOST_LINKS;
    toi_primitive_result r = ask(q, &def);
    expect(r.link_count <= MOST_LINKS);
    expect(toi_primitive_verify(q, def.separation, links, r.link_count, &proved) == TOI_OK);
    expect(proved == (r.link_count > 0 ? links[r.link_count - 1].t_to : 0.0));
    expect(r.answer == TOI_ANSWER_CLEAR || def.exact || proved <= r.t_free);
    if (def.separation > 0.0) { // no answer by exact arithmetic
        expect(proved == r.t_free);
    }
    return r;
}

// The positions at t_free, as a caller goes on from there.
static double between(double x, double y, double t)
{
    double sum = (1.0 - t) * x + t * y;
    return t < 1.0 ? fmin(fmax(sum, fmin(x, y)), fmax(x, y)) : y;
}

static toi_primitive_query cut(const toi_primitive_query* q, double t)
{
    toi_primitive_query c = *q;
    for (uint32_t i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        const toi_vec3 *a = &q->start[i], *b = &q->end[i];
        c.end[i] = (toi_vec3){between(a->x, b->x, t), between(a->y, b->y, t), between(a->z, b->z, t)};
    }
    return c;
}

static void check_modes(const toi_primitive_query* q)
{
    const toi_primitive_def exactly = {.exact = true};
    toi_primitive_result r = ask_certified(q, (toi_primitive_def){0});
    toi_primitive_result exact = ask_certified(q, exactly);
    expect(exact.answer != TOI_ANSWER_UNDECIDED && exact.start != TOI_START_UNKNOWN);
    expect(r.start == TOI_START_UNKNOWN || r.start == exact.start);
    if (r.answer == TOI_ANSWER_CLEAR) {
        expect(exact.answer == TOI_ANSWER_CLEAR);
        return;
    }
    expect(r.t_free <= exact.t_exact);
    expect((r.t_free == 0.0) == (exact.answer == TOI_ANSWER_CONTACT && exact.start == TOI_START_TOUCHING) ||
           exact.t_exact < 0x1p-1060);
    if (exact.answer == TOI_ANSWER_CONTACT && exact.start == TOI_START_FREE && exact.t_free > 0x1p-1060) {
        toi_primitive_query c = cut(q, exact.t_free);
        expect(ask(&c, &exactly).answer == TOI_ANSWER_CLEAR);
    }
}

// Over the reals the order of vertices does not count, nor which is A, nor which way time goes for whether
// they touch.
static void check_orders(const toi_primitive_query* q, bytes* input)
{
    static const uint8_t orders[TOI_PRIMITIVE_VV + 1][3][4] = {
        [TOI_PRIMITIVE_VF] = {{0, 2, 3, 1}, {0, 3, 2, 1}, {0, 1, 3, 2}},
        [TOI_PRIMITIVE_EE] = {{2, 3, 0, 1}, {1, 0, 2, 3}, {3, 2, 1, 0}},
        [TOI_PRIMITIVE_VE] = {{0, 2, 1, 3}, {0, 2, 1, 3}, {0, 2, 1, 3}},
        [TOI_PRIMITIVE_VV] = {{1, 0, 2, 3}, {1, 0, 2, 3}, {1, 0, 2, 3}}};
    const toi_primitive_def exactly = {.exact = true};
    const uint8_t* order = orders[q->kind][take(input, 3)];
    toi_primitive_query other = {.kind = q->kind}, back = {.kind = q->kind};
    for (int i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        other.start[i] = q->start[order[i]];
        other.end[i] = q->end[order[i]];
        back.start[i] = q->end[i];
        back.end[i] = q->start[i];
    }
    toi_primitive_result a = ask(q, &exactly), b = ask(&other, &exactly), c = ask(&back, &exactly);
    expect(a.answer == b.answer && a.t_exact == b.t_exact && a.start == b.start && a.answer == c.answer);
    ask_certified(&other, (toi_primitive_def){0});
}

static void check_batch(const toi_primitive_query q[2], double separation)
{
    double x[2][TOI_PRIMITIVE_MOST_VERTICES][3][2], t_free[2], gap[2];
    uint8_t answer[2];
    toi_primitive_batch batch = {.kind = q[0].kind, .count = 2};
    for (int i = 0; i < TOI_PRIMITIVE_MOST_VERTICES; ++i) {
        for (int k = 0; k < 2; ++k) {
            const double a[3] = {q[k].start[i].x, q[k].start[i].y, q[k].start[i].z};
            const double b[3] = {q[k].end[i].x, q[k].end[i].y, q[k].end[i].z};
            for (int c = 0; c < 3; ++c) {
                x[0][i][c][k] = a[c];
                x[1][i][c][k] = b[c];
                batch.start[i][c] = x[0][i][c];
                batch.end[i][c] = x[1][i][c];
            }
        }
    }
    toi_primitive_def def = {.separation = separation};
    toi_primitive_answers answers = {.answer = answer, .t_free = t_free, .gap = gap};
    expect(toi_primitive_contacts(&batch, &def, &answers, NULL) == TOI_OK);
    for (int k = 0; k < 2; ++k) {
        toi_primitive_result r = ask(&q[k], &def);
        expect(answer[k] == r.answer && t_free[k] == r.t_free && gap[k] == r.gap);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    bytes input = {data, size};
    double separation = take(&input, 2) ? ldexp((double)take(&input, 256), -(int)take(&input, 64)) : 0.0;
    toi_primitive_query q[2] = {take_query(&input), take_query(&input)};
    q[1].kind = q[0].kind;
    for (int k = 0; k < 2; ++k) {
        check_modes(&q[k]);
        check_orders(&q[k], &input);
        ask_certified(&q[k], (toi_primitive_def){.separation = separation});
    }
    check_batch(q, separation);
    return 0;
}
