// Random bodies of boxes, and random motions of all kinds for them.

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

// ---- rational motions

static double any(gen_random* random, double size)
{
    return gen_between(random, -size, size);
}

static void random_turn(gen_random* random, toi_quat q, toi_rational* piece, toi_quat* rotation)
{
    piece->rotation_count = 1 + gen_below(random, SOLID_TURN);
    piece->rotation = rotation;
    for (uint32_t k = 0; k < piece->rotation_count; ++k) {
        double w = any(random, 0.7), x = any(random, 0.7), y = any(random, 0.7), z = any(random, 0.7);
        rotation[k] = (toi_quat){q.w + w, q.x + x, q.y + y, q.z + z};
    }
}

// About the matrix of a rotation.
static void random_matrix(gen_random* random, toi_quat q, toi_rational* piece, double* matrix)
{
    piece->matrix_count = 1 + gen_below(random, 4);
    piece->matrix = matrix;
    for (uint32_t k = 0; k < piece->matrix_count; ++k) {
        double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
        const double m[9] = {
            1 - 2 * (yy + zz),           2 * (q.x * q.y - q.w * q.z), 2 * (q.x * q.z + q.w * q.y),
            2 * (q.x * q.y + q.w * q.z), 1 - 2 * (xx + zz),           2 * (q.y * q.z - q.w * q.x),
            2 * (q.x * q.z - q.w * q.y), 2 * (q.y * q.z + q.w * q.x), 1 - 2 * (xx + yy)};
        for (uint32_t i = 0; i < 9; ++i) {
            matrix[9 * k + i] = m[i] + any(random, 0.2);
        }
    }
}

// From one side of the origin to the other.
static void random_way(gen_random* random, toi_rational* piece, toi_vec3* translation, double* weights)
{
    uint32_t m = gen_below(random, SOLID_WAY);
    toi_vec3 d = gen_direction(random);
    piece->translation_count = m + 1;
    piece->translation = translation;
    piece->weights = gen_chance(random, 0.4) ? weights : NULL;
    for (uint32_t k = 0; k <= m; ++k) {
        double along = m > 0 ? 2.0 - 4.0 * k / m : 0.0;
        double x = any(random, 1.0), y = any(random, 1.0), z = any(random, 1.0);
        weights[k] = piece->weights != NULL ? gen_between(random, 0.5, 1.5) : 1.0;
        translation[k] = (toi_vec3){along * d.x + x, along * d.y + y, along * d.z + z};
    }
}

// Lets a piece begin where the one before ends, with other lengths of q and w.
static void continue_piece(solid_pieces* s, uint32_t i)
{
    const toi_rational *before = &s->piece[i - 1], *piece = &s->piece[i];
    uint32_t last = before->translation_count - 1;
    toi_vec3 p = before->translation[last];
    double share = s->weights[i][0] / s->weights[i - 1][last];
    s->translation[i][0] = (toi_vec3){share * p.x, share * p.y, share * p.z};
    if (piece->matrix != NULL) {
        memcpy(s->matrix[i], before->matrix + 9 * (before->matrix_count - 1), 9 * sizeof(double));
    } else {
        toi_quat q = before->rotation[before->rotation_count - 1];
        s->rotation[i][0] = (toi_quat){-1.5 * q.w, -1.5 * q.x, -1.5 * q.y, -1.5 * q.z};
    }
}

static void random_pieces(gen_random* random, bool affine, toi_motion* motion, solid_pieces* s)
{
    uint32_t count = gen_chance(random, 0.5) ? 1 : 1 + gen_below(random, SOLID_PIECES);
    toi_quat q = gen_quaternion(random);
    for (uint32_t i = 0; i < count; ++i) {
        toi_rational* piece = &s->piece[i];
        *piece = (toi_rational){.until = i + 1 == count ? 1.0 : (i + gen_between(random, 0.2, 0.9)) / count};
        if (affine) {
            random_matrix(random, q, piece, s->matrix[i]);
        } else {
            random_turn(random, q, piece, s->rotation[i]);
        }
        random_way(random, piece, s->translation[i], s->weights[i]);
        if (i > 0) {
            continue_piece(s, i);
        }
    }
    *motion = (toi_motion){.kind = TOI_MOTION_RATIONAL, .rationals = s->piece, .rational_count = count};
}

static bool is_possible(const solid_pair* pair, int k)
{
    toi_boxes_def def = {.solids = &pair->solids[k], .solid_count = 1};
    toi_boxes_result result;
    if (toi_boxes_check(&def, &result, NULL) != TOI_OK) {
        return false;
    }
    toi_boxes_result_release(&result);
    return true;
}

// ---- pairs

static void random_motion(gen_random* random, solid_family family, solid_pair* pair, int k)
{
    toi_motion* motion = &pair->solids[k].motion;
    if (family == SOLID_RATIONAL || family == SOLID_AFFINE) {
        bool affine = family == SOLID_AFFINE && (k == 1 || gen_chance(random, 0.5));
        do {
            random_pieces(random, affine, motion, &pair->pieces[k]);
        } while (!is_possible(pair, k));
        return;
    }
    do {
        gen_motion_random(random, 1.2, 2.5, motion, &pair->lists[k]);
        if (family == SOLID_EXACT && gen_chance(random, 0.7)) {
            motion->path = TOI_PATH_NLERP;
        }
    } while (family == SOLID_EXACT && !is_exact(motion));
    gen_motion_point_to(motion, &pair->lists[k]);
}

void solid_pair_random(uint64_t seed, uint64_t index, solid_family family, solid_pair* pair)
{
    gen_random random = {seed * 0x9e3779b97f4a7c15u + index * 0xd1342543de82ef95u + (uint64_t)family};
    memset(pair, 0, sizeof *pair);
    for (int k = 0; k < 2; ++k) {
        toi_solid* solid = &pair->solids[k];
        uint32_t count = gen_chance(&random, 0.5) ? 1 : 1 + gen_below(&random, SOLID_PARTS);
        random_parts(&random, pair->parts[k], count);
        *solid = (toi_solid){.parts = pair->parts[k], .part_count = count};
        random_motion(&random, family, pair, k);
    }
}

void solid_pair_point_to(solid_pair* pair)
{
    for (int k = 0; k < 2; ++k) {
        toi_motion* motion = &pair->solids[k].motion;
        solid_pieces* s = &pair->pieces[k];
        pair->solids[k].parts = pair->parts[k];
        if (motion->kind != TOI_MOTION_RATIONAL) {
            gen_motion_point_to(motion, &pair->lists[k]);
            continue;
        }
        motion->rationals = s->piece;
        for (uint32_t i = 0; i < motion->rational_count; ++i) {
            toi_rational* piece = &s->piece[i];
            piece->rotation = piece->rotation != NULL ? s->rotation[i] : NULL;
            piece->matrix = piece->matrix != NULL ? s->matrix[i] : NULL;
            piece->translation = s->translation[i];
            piece->weights = piece->weights != NULL ? s->weights[i] : NULL;
        }
    }
}
