// Screws of the screw oracle by axis and angle (Rodrigues), and bodies posed by them.

#include "support/screw_brute_parts.h"

#include <stdlib.h>

sb_motion sb_motion_make(const sb_screw* screw)
{
    return (sb_motion){.c = r3_wide(screw->point),
                       .u = r3_unit(r3_wide(screw->axis)),
                       .th = (real)screw->angle,
                       .h = (real)screw->advance,
                       .from = (real)screw->from,
                       .to = (real)screw->to};
}

sb_instant sb_motion_at(const sb_motion* m, real s)
{
    return (sb_instant){s, cosl(m->th * s), sinl(m->th * s)};
}

static rvec rotate(rvec u, real cosine, real sine, rvec d)
{
    rvec along = r3_scale(r3_dot(u, d), u), across = r3_sub(d, along);
    return r3_add(along, r3_add(r3_scale(cosine, across), r3_scale(sine, r3_cross(u, d))));
}

rvec sb_motion_turn(const sb_motion* m, sb_instant at, rvec d)
{
    return rotate(m->u, at.cosine, at.sine, d);
}

rvec sb_motion_turn_back(const sb_motion* m, sb_instant at, rvec d)
{
    return rotate(m->u, at.cosine, -at.sine, d);
}

rvec sb_motion_point(const sb_motion* m, sb_instant at, rvec x)
{
    rvec turned = r3_add(m->c, sb_motion_turn(m, at, r3_sub(x, m->c)));
    return r3_add(turned, r3_scale(at.s * m->h, m->u));
}

rvec sb_motion_point_back(const sb_motion* m, sb_instant at, rvec x)
{
    rvec moved = r3_sub(r3_sub(x, m->c), r3_scale(at.s * m->h, m->u));
    return r3_add(m->c, sb_motion_turn_back(m, at, moved));
}

rvec sb_motion_velocity(const sb_motion* m, rvec x)
{
    rvec spin = r3_scale(m->th, r3_cross(m->u, r3_sub(x, m->c)));
    return r3_add(spin, r3_scale(m->h, m->u));
}

// ---- bodies

void sb_body_init(sb_body* body, const sb_mesh* mesh, toi_pose pose)
{
    body->mesh = mesh;
    body->vertex = sb_alloc(mesh->vertex_count, sizeof *body->vertex);
    body->normal = sb_alloc(mesh->face_count, sizeof *body->normal);
    body->offset = sb_alloc(mesh->face_count, sizeof *body->offset);
    rmat turn = rm_from_quat(rq_wide(pose.quaternion));
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        body->vertex[v] = r3_add(rm_apply(&turn, mesh->vertex[v]), r3_wide(pose.position));
    }
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        const uint32_t* corner = mesh->corner + mesh->offset[f];
        uint32_t n = mesh->offset[f + 1] - mesh->offset[f];
        rvec sum = r3(0.0L, 0.0L, 0.0L), p = body->vertex[corner[0]];
        for (uint32_t i = 2; i < n; ++i) {
            rvec e1 = r3_sub(body->vertex[corner[i - 1]], p), e2 = r3_sub(body->vertex[corner[i]], p);
            sum = r3_add(sum, r3_cross(e1, e2));
        }
        if (mesh->face_used[f]) {
            body->normal[f] = r3_unit(sum);
            body->offset[f] = r3_dot(body->normal[f], p);
        }
    }
}

void sb_body_release(sb_body* body)
{
    free(body->vertex);
    free(body->normal);
    free(body->offset);
    *body = (sb_body){0};
}

rvec sb_body_edge(const sb_body* body, uint32_t edge)
{
    const sb_edge* e = &body->mesh->edge[edge];
    return r3_unit(r3_sub(body->vertex[e->v[1]], body->vertex[e->v[0]]));
}

static real distance_to_segment(rvec x, rvec p, rvec q)
{
    rvec d = r3_sub(q, p), w = r3_sub(x, p);
    real t = r3_dot(w, d) / r3_dot(d, d);
    t = r_max(0.0L, r_min(1.0L, t));
    return r3_length(r3_sub(w, r3_scale(t, d)));
}

real sb_body_outside(const sb_body* body, uint32_t face, rvec x)
{
    const sb_mesh* mesh = body->mesh;
    const uint32_t* corner = mesh->corner + mesh->offset[face];
    uint32_t n = mesh->offset[face + 1] - mesh->offset[face];
    x = r3_sub(x, r3_scale(r3_dot(body->normal[face], x) - body->offset[face], body->normal[face]));
    real nearest = HUGE_VALL;
    real around = 0.0L; // angle by which the outline goes around x
    for (uint32_t i = 0; i < n; ++i) {
        rvec p = body->vertex[corner[i]], q = body->vertex[corner[(i + 1) % n]];
        nearest = r_min(nearest, distance_to_segment(x, p, q));
        rvec dp = r3_sub(p, x), dq = r3_sub(q, x);
        around += atan2l(r3_dot(body->normal[face], r3_cross(dp, dq)), r3_dot(dp, dq));
    }
    return fabsl(around) > 3.0L ? -nearest : nearest;
}

// ---- waves

real sb_wave_value(const sb_motion* m, const sb_wave* wave, real s)
{
    sb_instant at = sb_motion_at(m, s);
    const real* c = wave->c;
    return c[0] + c[1] * s + (c[2] + c[3] * s) * at.cosine + (c[4] + c[5] * s) * at.sine;
}

sb_wave sb_wave_vf(const sb_motion* m, rvec x, rvec normal, rvec on_plane)
{
    // R n . (x - c - s h u) - n . (p - c)
    rvec w = r3_sub(x, m->c);
    rvec along = r3_scale(r3_dot(normal, m->u), m->u);
    real constant = r3_dot(along, w) - r3_dot(normal, r3_sub(on_plane, m->c));
    return (sb_wave){{constant, -m->h * r3_dot(normal, m->u), r3_dot(r3_sub(normal, along), w), 0.0L,
                      r3_dot(r3_cross(m->u, normal), w), 0.0L}};
}

sb_wave sb_wave_fv(const sb_motion* m, rvec normal, real offset, rvec x)
{
    rvec p = r3_sub(x, m->c);
    rvec along = r3_scale(r3_dot(p, m->u), m->u);
    return (sb_wave){{r3_dot(normal, r3_add(m->c, along)) - offset, m->h * r3_dot(normal, m->u),
                      r3_dot(normal, r3_sub(p, along)), 0.0L, r3_dot(normal, r3_cross(m->u, p)), 0.0L}};
}

// a . R b as c0 + c2 cos + c4 sin.
static void add_turned(const sb_motion* m, rvec a, rvec b, real* c)
{
    real along = r3_dot(a, m->u) * r3_dot(m->u, b);
    c[0] += along;
    c[2] += r3_dot(a, b) - along;
    c[4] += r3_dot(a, r3_cross(m->u, b));
}

sb_wave sb_wave_ee(const sb_motion* m, rvec a, rvec along_a, rvec b, rvec along_b)
{
    // da . (R db x (b(s) - a)) with b(s) = c + R (b - c) + s h u
    //     = da . R (db x (b - c)) + R db . ((c - a + s h u) x da)
    sb_wave wave = {{0.0L}};
    real linear[5] = {0.0L};
    add_turned(m, along_a, r3_cross(along_b, r3_sub(b, m->c)), wave.c);
    add_turned(m, r3_cross(r3_sub(m->c, a), along_a), along_b, wave.c);
    add_turned(m, r3_scale(m->h, r3_cross(m->u, along_a)), along_b, linear);
    wave.c[1] = linear[0];
    wave.c[3] = linear[2];
    wave.c[5] = linear[4];
    return wave;
}
