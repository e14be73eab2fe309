// Springs with masses.

#include "soft.h"

#include "memory.h"

#include <stdlib.h>

uint32_t soft_add_point(soft_system* soft, toi_vec3 at, double mass)
{
    uint32_t i = soft->point_count, room = soft->point_room;
    toi_vec3** lists[] = {&soft->at, &soft->to, &soft->velocity, &soft->before, &soft->slope};
    for (uint32_t k = 0; k < sizeof lists / sizeof lists[0]; ++k) {
        uint32_t capacity = room;
        *lists[k] = grow(*lists[k], i, &capacity, sizeof(toi_vec3));
        (*lists[k])[i] = v3(0.0, 0.0, 0.0);
    }
    soft->inverse = grow(soft->inverse, i, &soft->point_room, sizeof *soft->inverse);
    soft->at[i] = soft->to[i] = at;
    soft->inverse[i] = mass > 0.0 ? 1.0 / mass : 0.0;
    return soft->point_count++;
}

void soft_add_spring(soft_system* soft, soft_kind kind, uint32_t a, uint32_t b, double stiffness)
{
    soft->springs = grow(soft->springs, soft->spring_count, &soft->spring_room, sizeof *soft->springs);
    double length = v3_distance(soft->at[a], soft->at[b]);
    soft->springs[soft->spring_count++] = (soft_spring){a, b, kind, length, 1.0 / stiffness};
}

void soft_release(soft_system* soft)
{
    release(soft->at);
    release(soft->to);
    release(soft->velocity);
    release(soft->before);
    release(soft->slope);
    release(soft->inverse);
    release(soft->springs);
}

// ---- skins

// An edge of a triangle, the lower point first, and the corner that faces it.
typedef struct side {
    uint32_t a, b, facing;
} side;

static int compare_sides(const void* left, const void* right)
{
    const side *l = left, *r = right;
    const uint32_t of_l[] = {l->a, l->b, l->facing}, of_r[] = {r->a, r->b, r->facing};
    for (int i = 0; i < 3; ++i) {
        if (of_l[i] != of_r[i]) {
            return of_l[i] < of_r[i] ? -1 : 1;
        }
    }
    return 0;
}

void soft_add_skin(soft_system* soft, const uint32_t* triangles, uint32_t count, double stretch, double bend)
{
    side* sides = allocate(3 * (size_t)count, sizeof *sides);
    for (uint32_t i = 0; i < 3 * count; ++i) {
        const uint32_t* t = &triangles[i / 3 * 3];
        uint32_t a = t[i % 3], b = t[(i + 1) % 3];
        sides[i] = (side){a < b ? a : b, a < b ? b : a, t[(i + 2) % 3]};
    }
    qsort(sides, 3 * (size_t)count, sizeof *sides, compare_sides);
    for (uint32_t i = 0; i < 3 * count; ++i) {
        bool again = i > 0 && sides[i].a == sides[i - 1].a && sides[i].b == sides[i - 1].b;
        if (again) {
            soft_add_spring(soft, SOFT_BEND, sides[i - 1].facing, sides[i].facing, bend);
        } else {
            soft_add_spring(soft, SOFT_STRETCH, sides[i].a, sides[i].b, stretch);
        }
    }
    release(sides);
}

// ---- a step

static void move_on(soft_system* soft, double dt)
{
    double keep = 1.0 - soft->drag * dt;
    for (uint32_t i = 0; i < soft->point_count; ++i) {
        soft->before[i] = soft->to[i];
        if (soft->inverse[i] > 0.0) {
            toi_vec3 v = v3_scale(v3_madd(soft->velocity[i], dt, soft->gravity), keep);
            soft->to[i] = v3_madd(soft->to[i], dt, v);
        }
    }
}

// [Macklin16]: the step of one spring that ends with the force that the spring then has.
static void relax(soft_system* soft, const soft_spring* s, double dt)
{
    toi_vec3 way = v3_sub(soft->to[s->b], soft->to[s->a]);
    double length = v3_length(way), wa = soft->inverse[s->a], wb = soft->inverse[s->b];
    if (!(length > 0.0) || !(wa + wb > 0.0)) {
        return;
    }
    double pull = (length - s->length) / ((wa + wb + s->compliance / (dt * dt)) * length);
    soft->to[s->a] = v3_madd(soft->to[s->a], wa * pull, way);
    soft->to[s->b] = v3_madd(soft->to[s->b], -wb * pull, way);
}

// Forth and back in turn, so that no end of the list is preferred.
static void relax_all(soft_system* soft, double dt, bool back)
{
    for (uint32_t i = 0; i < soft->spring_count; ++i) {
        relax(soft, &soft->springs[back ? soft->spring_count - 1 - i : i], dt);
    }
}

double soft_volume(const soft_system* soft, const toi_vec3* points)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < soft->skin_count; ++i) {
        const uint32_t* t = &soft->skin[3 * (size_t)i];
        sum += v3_dot(points[t[0]], v3_cross(points[t[1]], points[t[2]]));
    }
    return sum / 6.0;
}

// Moves the skin along the slope of its volume, as pressure does, until it has the volume.
static void inflate(soft_system* soft)
{
    for (uint32_t i = 0; i < soft->skin_count * 3; ++i) {
        soft->slope[soft->skin[i]] = v3(0.0, 0.0, 0.0);
    }
    for (uint32_t i = 0; i < soft->skin_count; ++i) {
        const uint32_t* t = &soft->skin[3 * (size_t)i];
        for (int k = 0; k < 3; ++k) {
            toi_vec3 across = v3_cross(soft->to[t[(k + 1) % 3]], soft->to[t[(k + 2) % 3]]);
            soft->slope[t[k]] = v3_madd(soft->slope[t[k]], 1.0 / 6.0, across);
        }
    }
    double sum = 0.0;
    for (uint32_t i = 0; i < soft->point_count; ++i) {
        sum += soft->inverse[i] * v3_dot(soft->slope[i], soft->slope[i]);
    }
    double by = sum > 0.0 ? (soft->volume - soft_volume(soft, soft->to)) / sum : 0.0;
    for (uint32_t i = 0; i < soft->point_count; ++i) {
        soft->to[i] = v3_madd(soft->to[i], by * soft->inverse[i], soft->slope[i]);
    }
}

static void push_all(soft_system* soft, const soft_impacts* impacts)
{
    for (uint32_t i = 0; i < impacts->count; ++i) {
        soft_impact impact = impacts->list[i];
        soft_push(soft, &impact, soft->before);
    }
}

static void take_velocities(soft_system* soft, double dt)
{
    for (uint32_t i = 0; i < soft->point_count; ++i) {
        soft->velocity[i] = v3_scale(v3_sub(soft->to[i], soft->before[i]), 1.0 / dt);
    }
}

void soft_propose(soft_system* soft, double dt, const soft_impacts* impacts)
{
    double piece = dt / soft->pieces;
    for (uint32_t i = 0; i < soft->point_count; ++i) {
        soft->slope[i] = v3_scale(v3_sub(soft->to[i], soft->at[i]), 1.0 / soft->pieces);
        soft->to[i] = soft->at[i];
        soft->velocity[i] =
            soft->inverse[i] > 0.0 ? soft->velocity[i] : v3_scale(soft->slope[i], 1.0 / piece);
    }
    for (uint32_t k = 0; k < soft->pieces; ++k) {
        move_on(soft, piece);
        for (uint32_t i = 0; i < soft->point_count; ++i) {
            if (soft->inverse[i] <= 0.0) {
                soft->to[i] = v3_madd(soft->to[i], piece, soft->velocity[i]);
            }
        }
        relax_all(soft, piece, k % 2 == 1);
        if (soft->skin != NULL) {
            inflate(soft);
        }
        push_all(soft, impacts);
        take_velocities(soft, piece);
    }
}

// ---- impacts

double soft_lack(const soft_system* soft, const soft_impact* impact)
{
    double gap = 0.0;
    for (int i = 0; i < 4; ++i) {
        gap += impact->share[i] * v3_dot(impact->normal, soft->to[impact->point[i]]);
    }
    return soft->gap - gap;
}

// Moves the two features against each other.
static void shift(soft_system* soft, const soft_impact* impact, toi_vec3 by)
{
    for (int i = 0; i < 4; ++i) {
        uint32_t p = impact->point[i];
        soft->to[p] = v3_madd(soft->to[p], impact->share[i] * soft->inverse[p], by);
    }
}

double soft_push(soft_system* soft, soft_impact* impact, const toi_vec3* from)
{
    double weight = 0.0, lack = soft_lack(soft, impact);
    toi_vec3 slide = v3(0.0, 0.0, 0.0);
    for (int i = 0; i < 4; ++i) {
        uint32_t p = impact->point[i];
        weight += impact->share[i] * impact->share[i] * soft->inverse[p];
        slide = v3_madd(slide, impact->share[i], v3_sub(soft->to[p], from[p]));
    }
    if (!(weight > 0.0)) {
        return 0.0;
    }
    double push = fmax(impact->push + lack / weight, 0.0), more = push - impact->push;
    impact->push = push;
    shift(soft, impact, v3_scale(impact->normal, more));
    slide = v3_madd(slide, -v3_dot(slide, impact->normal), impact->normal);
    double length = v3_length(slide), most = soft->friction * fmax(more, 0.0) * weight;
    if (length > 0.0) {
        shift(soft, impact, v3_scale(slide, -fmin(most / length, 1.0) / weight));
    }
    return fabs(more) * weight;
}

// ---- what there is

double soft_energy(const soft_system* soft)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < soft->point_count; ++i) {
        if (soft->inverse[i] > 0.0) {
            double motion = 0.5 * v3_dot(soft->velocity[i], soft->velocity[i]);
            sum += (motion - v3_dot(soft->gravity, soft->at[i])) / soft->inverse[i];
        }
    }
    for (uint32_t i = 0; i < soft->spring_count; ++i) {
        const soft_spring* s = &soft->springs[i];
        double longer = v3_distance(soft->at[s->a], soft->at[s->b]) - s->length;
        sum += 0.5 * longer * longer / s->compliance;
    }
    return sum;
}

double soft_stretch(const soft_system* soft, soft_kind kind, double* mean)
{
    double most = 0.0, sum = 0.0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < soft->spring_count; ++i) {
        const soft_spring* s = &soft->springs[i];
        if (s->kind == kind && soft->inverse[s->a] + soft->inverse[s->b] > 0.0) {
            double share = v3_distance(soft->at[s->a], soft->at[s->b]) / s->length - 1.0;
            most = fmax(most, share);
            sum += fabs(share);
            ++count;
        }
    }
    *mean = count > 0 ? sum / count : 0.0;
    return most;
}

void soft_turn(double angle, double* cosine, double* sine)
{
    enum { HALVINGS = 12 };
    double a = ldexp(angle, -HALVINGS), square = a * a; // below 0.01: three terms are more than enough
    double c = 1.0 - square / 2.0 * (1.0 - square / 12.0 * (1.0 - square / 30.0));
    double s = a * (1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0)));
    for (int i = 0; i < HALVINGS; ++i) {
        double doubled = 2.0 * s * c;
        c = (c - s) * (c + s);
        s = doubled;
    }
    *cosine = c;
    *sine = s;
}
