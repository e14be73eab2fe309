// Poses are those that toi_motion_pose gives, or polynomials in long double; all else is long double too, and
// written with corners.

#include "support/real_bernstein.h"
#include "support/solid_pairs.h"

#include <math.h>

// ---- how far they are apart

typedef struct place {
    real corner[8][3], axis[3][3];
} place;

static void rotate(toi_quat q, const real v[3], real out[3])
{
    real a[4] = {(real)q.w, (real)q.x, (real)q.y, (real)q.z}, once[3];
    real s = 2.0L / (a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3]);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        once[i] = a[1 + j] * v[k] - a[1 + k] * v[j] + a[0] * v[i];
    }
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = v[i] + s * (a[1 + j] * once[k] - a[1 + k] * once[j]);
    }
}

static toi_quat turn_of(const toi_part* part)
{
    toi_quat q = part->pose.quaternion;
    bool zero = q.w == 0.0 && q.x == 0.0 && q.y == 0.0 && q.z == 0.0;
    return zero ? (toi_quat){1.0, 0.0, 0.0, 0.0} : q;
}

// Where a body is: columns of its matrix, and its position.
typedef struct frame {
    real axis[3][3], at[3];
} frame;

static void turn_frame(toi_quat q, frame* f)
{
    for (int k = 0; k < 3; ++k) {
        const real unit[3] = {k == 0, k == 1, k == 2};
        rotate(q, unit, f->axis[k]);
    }
}

static void frame_of_piece(const toi_rational* m, real s, frame* f)
{
    real w = m->weights != NULL ? real_bernstein(m->weights, 1, m->translation_count, s) : 1.0L, q[4],
         n = 0.0L;
    for (size_t i = 0; i < 3; ++i) {
        f->at[i] = real_bernstein(&m->translation[0].x + i, 3, m->translation_count, s) / w;
        for (size_t k = 0; k < 3 && m->matrix != NULL; ++k) {
            f->axis[k][i] = real_bernstein(m->matrix + 3 * i + k, 9, m->matrix_count, s);
        }
    }
    if (m->matrix != NULL) {
        return;
    }
    for (size_t i = 0; i < 4; ++i) {
        q[i] = real_bernstein(&m->rotation[0].w + i, 4, m->rotation_count, s);
        n += q[i] * q[i];
    }
    for (int k = 0; k < 3; ++k) { // column k of the matrix, by its nine formulas
        int j = (k + 1) % 3, l = (k + 2) % 3;
        f->axis[k][k] = (q[0] * q[0] + q[1 + k] * q[1 + k] - q[1 + j] * q[1 + j] - q[1 + l] * q[1 + l]) / n;
        f->axis[k][j] = 2.0L * (q[1 + k] * q[1 + j] + q[0] * q[1 + l]) / n;
        f->axis[k][l] = 2.0L * (q[1 + k] * q[1 + l] - q[0] * q[1 + j]) / n;
    }
}

static void frame_at(const toi_motion* motion, double t, frame* f)
{
    if (motion->kind != TOI_MOTION_RATIONAL) {
        toi_pose pose = toi_motion_pose(motion, t);
        turn_frame(pose.quaternion, f);
        f->at[0] = (real)pose.position.x;
        f->at[1] = (real)pose.position.y;
        f->at[2] = (real)pose.position.z;
        return;
    }
    uint32_t i = 0;
    double from = 0.0;
    while (i + 1 < motion->rational_count && motion->rationals[i].until <= t) {
        from = motion->rationals[i++].until;
    }
    const toi_rational* piece = &motion->rationals[i];
    frame_of_piece(piece, ((real)t - (real)from) / ((real)piece->until - (real)from), f);
}

// f->at + sum over k of v_k axis[k], or without f->at.
static void carry(const frame* f, bool is_point, const real v[3], real out[3])
{
    for (int i = 0; i < 3; ++i) {
        out[i] = is_point ? f->at[i] : 0.0L;
        for (int k = 0; k < 3; ++k) {
            out[i] += v[k] * f->axis[k][i];
        }
    }
}

static void put(const toi_solid* solid, uint32_t index, double t, place* p)
{
    const toi_part* part = &solid->parts[index];
    const double half[3] = {part->half.x, part->half.y, part->half.z};
    const real center[3] = {(real)part->pose.position.x, (real)part->pose.position.y,
                            (real)part->pose.position.z};
    frame body, own;
    real at[3];
    frame_at(&solid->motion, t, &body);
    turn_frame(turn_of(part), &own);
    carry(&body, true, center, at);
    for (int k = 0; k < 3; ++k) {
        carry(&body, false, own.axis[k], p->axis[k]);
    }
    for (int c = 0; c < 8; ++c) {
        for (int i = 0; i < 3; ++i) {
            p->corner[c][i] = at[i];
            for (int k = 0; k < 3; ++k) {
                p->corner[c][i] += (c >> k & 1 ? 1.0L : -1.0L) * (real)half[k] * p->axis[k][i];
            }
        }
    }
}

static void reach(const place* p, const real n[3], real range[2])
{
    range[0] = HUGE_VALL;
    range[1] = -HUGE_VALL;
    for (int c = 0; c < 8; ++c) {
        real h = n[0] * p->corner[c][0] + n[1] * p->corner[c][1] + n[2] * p->corner[c][2];
        range[0] = fminl(h, range[0]);
        range[1] = fmaxl(h, range[1]);
    }
}

static real along(const place* p, const place* q, const real n[3])
{
    real length = sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), a[2], b[2];
    if (length < 1e-7L) {
        return -HUGE_VALL; // parallel edges: the sides tell
    }
    reach(p, n, a);
    reach(q, n, b);
    return fmaxl(b[0] - a[1], a[0] - b[1]) / length;
}

static void cross(const real u[3], const real v[3], real n[3])
{
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        n[i] = u[j] * v[k] - u[k] * v[j];
    }
}

static real separation(const place* p, const place* q)
{
    real most = -HUGE_VALL, n[3];
    for (int i = 0; i < 3; ++i) {
        cross(p->axis[(i + 1) % 3], p->axis[(i + 2) % 3], n);
        most = fmaxl(most, along(p, q, n));
        cross(q->axis[(i + 1) % 3], q->axis[(i + 2) % 3], n);
        most = fmaxl(most, along(p, q, n));
        for (int j = 0; j < 3; ++j) {
            cross(p->axis[i], q->axis[j], n);
            most = fmaxl(most, along(p, q, n));
        }
    }
    return most;
}

real solid_part_separation(const solid_pair* pair, uint32_t part_a, uint32_t part_b, double t)
{
    place a, b;
    put(&pair->solids[0], part_a, t, &a);
    put(&pair->solids[1], part_b, t, &b);
    return separation(&a, &b);
}

real solid_separation(const solid_pair* pair, double t)
{
    place all[2][SOLID_PARTS];
    real least = HUGE_VALL;
    for (int k = 0; k < 2; ++k) {
        for (uint32_t i = 0; i < pair->solids[k].part_count; ++i) {
            put(&pair->solids[k], i, t, &all[k][i]);
        }
    }
    for (uint32_t i = 0; i < pair->solids[0].part_count; ++i) {
        for (uint32_t j = 0; j < pair->solids[1].part_count; ++j) {
            least = fminl(least, separation(&all[0][i], &all[1][j]));
        }
    }
    return least;
}

// ---- judgement

// What a pose in doubles may be off, and how near an event must be beyond its blur: of sizes about 4: 1e-12.
static const double POSE = 2e-13;
static const double NEAR = 4e-12;

// A time is a share of its cell, of three roundings, moved outwards by five and then by one more, and a root
// is found to a few: of a body that is fast these are a length.
static const double TIME = 16.0 * 0x1p-53;

// How far bodies may be apart at an event.
static double margin_of(const toi_boxes_end* end)
{
    return end->blur + NEAR;
}

// And at any time of an interval.
static double widest_margin(const toi_boxes_pair* answer)
{
    double widest = NEAR;
    for (uint32_t i = 0; i < answer->interval_count; ++i) {
        const toi_boxes_interval* span = &answer->intervals[i];
        widest = fmax(widest, fmax(margin_of(&span->at_enter), margin_of(&span->at_exit)));
    }
    return widest;
}

static bool holds(const toi_boxes_pair* answer, double t)
{
    for (uint32_t i = 0; i < answer->interval_count; ++i) {
        if (t >= answer->intervals[i].enter && t <= answer->intervals[i].exit) {
            return true;
        }
    }
    return false;
}

static solid_verdict fault(const char* text, double time, double apart)
{
    return (solid_verdict){text, time, apart, 0.0};
}

// How far a point is from a part, at most.
static double off_part(const toi_solid* solid, uint32_t index, double t, toi_vec3 point)
{
    place p;
    put(solid, index, t, &p);
    const double x[3] = {point.x, point.y, point.z};
    double worst = 0.0;
    for (int k = 0; k < 3; ++k) {
        real range[2], h = 0.0L, n[3];
        cross(p.axis[(k + 1) % 3], p.axis[(k + 2) % 3], n);
        reach(&p, n, range);
        for (int i = 0; i < 3; ++i) {
            h += n[i] * (real)x[i];
        }
        real length = sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        worst = fmax(worst, (double)(fmaxl(h - range[1], range[0] - h) / length));
    }
    return worst;
}

// What bodies come nearer, at an event at time t, in the last bits of the time.
static double last_bits(const solid_pair* pair, double t, bool at_exit, double apart)
{
    double inside = t * (at_exit ? 1.0 - TIME : 1.0 + TIME);
    return fmax(apart - (double)solid_separation(pair, fmin(inside, 1.0)), 0.0);
}

static solid_verdict judge_end(const solid_pair* pair, double t, bool at_exit, const toi_boxes_end* end)
{
    double apart = (double)solid_separation(pair, t);
    double moved = last_bits(pair, t, at_exit, apart), margin = margin_of(end) + moved;
    const toi_contact* c = &end->contact;
    if ((c->kind == TOI_CONTACT_NONE) != (t == 0.0 || t == 1.0)) {
        return fault("a kind is missing, or where nothing touches", t, apart);
    }
    if (c->kind == TOI_CONTACT_NONE) {
        return fault(NULL, t, 0.0);
    }
    if (!(apart >= -POSE && apart <= margin)) {
        return fault("an event where nothing touches", t, apart);
    }
    double named = (double)solid_part_separation(pair, end->part_a, end->part_b, t);
    if (!(named >= -POSE && named <= margin)) {
        return fault("parts that do not touch", t, named);
    }
    double length = sqrt(c->normal.x * c->normal.x + c->normal.y * c->normal.y + c->normal.z * c->normal.z);
    double off = fmax(off_part(&pair->solids[0], end->part_a, t, c->point),
                      off_part(&pair->solids[1], end->part_b, t, c->point));
    if (!(off <= 8.0 * margin)) {
        return fault("a point that is not on both parts", t, off);
    }
    bool told = c->time == t && c->gap >= 0.0 && c->gap <= margin && isfinite(end->blur);
    if (!(fabs(length - 1.0) <= 1e-14 && told)) {
        return fault("a contact that is not as it should be", t, c->gap);
    }
    return (solid_verdict){NULL, t, apart, apart - end->blur - moved};
}

static solid_verdict judge_at(const solid_pair* pair, const toi_boxes_pair* answer, double t)
{
    double apart = (double)solid_separation(pair, t);
    bool in = holds(answer, t);
    if (!in && !(apart > -POSE)) {
        return fault("missed", t, apart);
    }
    if (in && !(apart < fmax(widest_margin(answer), 3.0 * answer->bound))) {
        return fault("made up", t, apart);
    }
    return fault(NULL, t, 0.0);
}

solid_verdict solid_judge(const solid_pair* pair, const toi_boxes_pair* answer, uint32_t samples)
{
    double worst = 0.0, beyond = 0.0;
    for (uint32_t i = 0; i <= samples; ++i) {
        solid_verdict v = judge_at(pair, answer, (double)i / samples);
        if (v.fault != NULL) {
            return v;
        }
    }
    for (uint32_t i = 0; i < answer->interval_count; ++i) {
        const toi_boxes_interval* span = &answer->intervals[i];
        if (!(span->enter <= span->exit && (i == 0 || answer->intervals[i - 1].exit < span->enter))) {
            return fault("intervals out of order", span->enter, span->exit);
        }
        for (int k = 0; k < 2; ++k) {
            solid_verdict v = judge_end(pair, k == 0 ? span->enter : span->exit, k == 1,
                                        k == 0 ? &span->at_enter : &span->at_exit);
            if (v.fault != NULL) {
                return v;
            }
            worst = fmax(worst, v.apart);
            beyond = fmax(beyond, v.beyond);
        }
    }
    return (solid_verdict){NULL, 0.0, worst, beyond};
}
