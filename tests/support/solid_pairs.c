// Poses are those that toi_motion_pose gives, all else is long double and written with corners.

#include "support/solid_pairs.h"

#include <math.h>
#include <string.h>

// ---- random pairs

static toi_vec3 random_half(gen_random* random)
{
    double half[3];
    for (int i = 0; i < 3; ++i) {
        half[i] = gen_chance(random, 0.1) ? 0.0 : gen_between(random, 0.1, 0.6);
    }
    return (toi_vec3){half[0], half[1], half[2]};
}

static void random_parts(gen_random* random, toi_part* parts, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        parts[i] = (toi_part){.half = random_half(random)};
        if (count > 1 || gen_chance(random, 0.5)) {
            toi_vec3 d = gen_direction(random);
            double far = gen_between(random, 0.0, 1.2);
            parts[i].pose.position = (toi_vec3){far * d.x, far * d.y, far * d.z};
        }
        if (gen_chance(random, 0.7)) {
            parts[i].pose.quaternion = gen_quaternion(random);
        }
    }
}

static bool is_exact(const toi_motion* m)
{
    switch (m->kind) {
    case TOI_MOTION_STATIC:
    case TOI_MOTION_TRANSLATION:
        return true;
    case TOI_MOTION_BETWEEN:
    case TOI_MOTION_KEYFRAMES:
        return m->path == TOI_PATH_NLERP;
    default:
        return false;
    }
}

void solid_pair_random(uint64_t seed, uint64_t index, solid_family family, solid_pair* pair)
{
    gen_random random = {seed * 0x9e3779b97f4a7c15u + index * 0xd1342543de82ef95u + (uint64_t)family};
    for (int k = 0; k < 2; ++k) {
        toi_solid* solid = &pair->solids[k];
        uint32_t count = gen_chance(&random, 0.5) ? 1 : 1 + gen_below(&random, SOLID_PARTS);
        random_parts(&random, pair->parts[k], count);
        *solid = (toi_solid){.parts = pair->parts[k], .part_count = count};
        do {
            gen_motion_random(&random, 1.2, 2.5, &solid->motion, &pair->lists[k]);
            if (family == SOLID_EXACT && gen_chance(&random, 0.7)) {
                solid->motion.path = TOI_PATH_NLERP;
            }
        } while (family == SOLID_EXACT && !is_exact(&solid->motion));
        gen_motion_point_to(&solid->motion, &pair->lists[k]);
    }
}

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

static void put(const toi_solid* solid, uint32_t index, double t, place* p)
{
    const toi_part* part = &solid->parts[index];
    toi_pose pose = toi_motion_pose(&solid->motion, t);
    const double half[3] = {part->half.x, part->half.y, part->half.z};
    const double at[3] = {pose.position.x, pose.position.y, pose.position.z};
    const real center[3] = {(real)part->pose.position.x, (real)part->pose.position.y,
                            (real)part->pose.position.z};
    real moved[3];
    rotate(pose.quaternion, center, moved);
    for (int k = 0; k < 3; ++k) {
        real unit[3] = {k == 0, k == 1, k == 2}, turned[3];
        rotate(turn_of(part), unit, turned);
        rotate(pose.quaternion, turned, p->axis[k]);
    }
    for (int c = 0; c < 8; ++c) {
        for (int i = 0; i < 3; ++i) {
            p->corner[c][i] = (real)at[i] + moved[i];
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

static real separation(const place* p, const place* q)
{
    real most = -HUGE_VALL;
    for (int i = 0; i < 3; ++i) {
        most = fmaxl(most, fmaxl(along(p, q, p->axis[i]), along(p, q, q->axis[i])));
        for (int j = 0; j < 3; ++j) {
            const real *u = p->axis[i], *v = q->axis[j];
            const real n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                               u[0] * v[1] - u[1] * v[0]};
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

// What a pose in doubles may be off, and how near an event must be: of sizes about 10.
static const double POSE = 2e-13;
static const double NEAR = 1e-10;

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
    return (solid_verdict){text, time, apart};
}

// How far a point is from a part, at most.
static double off_part(const toi_solid* solid, uint32_t index, double t, toi_vec3 point)
{
    place p;
    put(solid, index, t, &p);
    const double x[3] = {point.x, point.y, point.z};
    double worst = 0.0;
    for (int k = 0; k < 3; ++k) {
        real range[2], h = 0.0L;
        reach(&p, p.axis[k], range);
        for (int i = 0; i < 3; ++i) {
            h += p.axis[k][i] * (real)x[i];
        }
        worst = fmax(worst, (double)fmaxl(h - range[1], range[0] - h));
    }
    return worst;
}

static solid_verdict judge_end(const solid_pair* pair, const toi_boxes_pair* answer, double t,
                               const toi_boxes_end* end)
{
    double margin = 2.0 * answer->bound + NEAR, apart = (double)solid_separation(pair, t);
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
    if (!(fabs(length - 1.0) <= 1e-14 && c->time == t && c->gap >= 0.0 && c->gap <= margin)) {
        return fault("a contact that is not as it should be", t, c->gap);
    }
    return fault(NULL, t, fmax(apart - answer->bound, 0.0));
}

static solid_verdict judge_at(const solid_pair* pair, const toi_boxes_pair* answer, double t)
{
    double apart = (double)solid_separation(pair, t);
    bool in = holds(answer, t);
    if (!in && !(apart > -POSE)) {
        return fault("missed", t, apart);
    }
    if (in && !(apart < 2.0 * answer->bound + NEAR)) {
        return fault("made up", t, apart);
    }
    return fault(NULL, t, 0.0);
}

solid_verdict solid_judge(const solid_pair* pair, const toi_boxes_pair* answer, uint32_t samples)
{
    double worst = 0.0;
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
            solid_verdict v = judge_end(pair, answer, k == 0 ? span->enter : span->exit,
                                        k == 0 ? &span->at_enter : &span->at_exit);
            if (v.fault != NULL) {
                return v;
            }
            worst = fmax(worst, v.apart);
        }
    }
    return fault(NULL, 0.0, worst);
}
