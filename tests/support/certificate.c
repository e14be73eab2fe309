// Checks the links of a query: that they cover everything, exactly, and that each keeps its distance, in long
// double.

#include "support/certificate.h"

#include <stdlib.h>
#include <string.h>

static void* get(size_t count, size_t size)
{
    void* memory = calloc(count + 1, size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

static void init_body(certificate_body* c, const toi_body* body, toi_vec3 origin)
{
    toi_mesh_info info;
    toi_mesh_get_info(body->mesh, &info);
    *c = (certificate_body){.triangle_count = info.triangles, .track = {&body->motion, origin}};
    c->vertices = get(info.vertices, sizeof *c->vertices);
    c->used = get(info.vertices, sizeof *c->used);
    c->seen = get(info.vertices, sizeof *c->seen);
    c->triangles = get(info.triangles, sizeof *c->triangles);
    for (uint32_t i = 0; i < info.vertices; ++i) {
        c->vertices[i] = r3_wide(toi_mesh_vertex(body->mesh, i));
    }
    for (uint32_t i = 0; i < info.triangles; ++i) {
        toi_mesh_triangle(body->mesh, i, c->triangles[i]);
        for (int k = 0; k < 3; ++k) {
            c->reach = fmaxl(c->reach, r3_length(c->vertices[c->triangles[i][k]]));
        }
    }
}

void certificate_init(certificate* c, const toi_body* a, const toi_body* b, double separation)
{
    toi_vec3 origin = oracle_origin(&a->motion);
    init_body(&c->body[0], a, origin);
    init_body(&c->body[1], b, origin);
    c->separation = (real)separation;
}

void certificate_release(certificate* c)
{
    for (int i = 0; i < 2; ++i) {
        free(c->body[i].vertices);
        free(c->body[i].triangles);
        free(c->body[i].seen);
        free(c->body[i].used);
    }
}

// ---- coverage

// Triangles [a0, a1) of A and [b0, b1) of B.
typedef struct rectangle {
    uint32_t a0, a1, b0, b1;
} rectangle;

typedef struct cover {
    const toi_link* links;
    double t_free;
    certificate_hole* hole;
} cover;

static bool meets(const toi_link* l, const rectangle* r)
{
    return l->a_begin < r->a1 && l->a_end > r->a0 && l->b_begin < r->b1 && l->b_end > r->b0;
}

static bool holds(const toi_link* l, const rectangle* r)
{
    return l->a_begin <= r->a0 && l->a_end >= r->a1 && l->b_begin <= r->b0 && l->b_end >= r->b1;
}

// Up to when links that hold the whole rectangle follow one another without a gap. `list` rises by `from`.
static double covered_until(const cover* c, const rectangle* r, const uint32_t* list, uint32_t count)
{
    double t = 0.0;
    for (uint32_t i = 0; i < count && c->links[list[i]].from <= t; ++i) {
        const toi_link* l = &c->links[list[i]];
        if (l->to > t && holds(l, r)) {
            t = l->to;
        }
    }
    return t;
}

// Cuts a rectangle at a border of a link that lies inside it.
static bool cut_at(const toi_link* l, const rectangle* r, rectangle half[2])
{
    half[0] = half[1] = *r;
    if (l->a_begin > r->a0 && l->a_begin < r->a1) {
        half[0].a1 = half[1].a0 = l->a_begin;
    } else if (l->a_end > r->a0 && l->a_end < r->a1) {
        half[0].a1 = half[1].a0 = l->a_end;
    } else if (l->b_begin > r->b0 && l->b_begin < r->b1) {
        half[0].b1 = half[1].b0 = l->b_begin;
    } else if (l->b_end > r->b0 && l->b_end < r->b1) {
        half[0].b1 = half[1].b0 = l->b_end;
    } else {
        return false;
    }
    return true;
}

static bool covers(const cover* c, const rectangle* r, const uint32_t* list, uint32_t count)
{
    double t = covered_until(c, r, list, count);
    if (t >= c->t_free) {
        return true;
    }
    rectangle half[2];
    bool cut = false;
    for (uint32_t i = 0; i < count && !cut; ++i) {
        const toi_link* l = &c->links[list[i]];
        cut = l->from <= t && l->to > t && cut_at(l, r, half);
    }
    if (!cut) {
        *c->hole = (certificate_hole){r->a0, r->b0, t};
        return false;
    }
    uint32_t* part = get(count, sizeof *part);
    bool good = true;
    for (int k = 0; k < 2 && good; ++k) {
        uint32_t used = 0;
        for (uint32_t i = 0; i < count; ++i) {
            if (meets(&c->links[list[i]], &half[k])) {
                part[used++] = list[i];
            }
        }
        good = covers(c, &half[k], part, used);
    }
    free(part);
    return good;
}

typedef struct start {
    double from;
    uint32_t index;
} start;

static int compare_starts(const void* a, const void* b)
{
    const start *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

bool certificate_covers(const certificate* c, const toi_link* links, uint32_t count, double t_free,
                        certificate_hole* hole)
{
    start* starts = get(count, sizeof *starts);
    uint32_t* list = get(count, sizeof *list);
    for (uint32_t i = 0; i < count; ++i) {
        starts[i] = (start){links[i].from, i};
    }
    qsort(starts, count, sizeof *starts, compare_starts);
    for (uint32_t i = 0; i < count; ++i) {
        list[i] = starts[i].index;
    }
    cover work = {links, t_free, hole};
    rectangle all = {0, c->body[0].triangle_count, 0, c->body[1].triangle_count};
    bool good = covers(&work, &all, list, count);
    free(starts);
    free(list);
    return good;
}

// ---- distance along the direction of a link

static void use_range(certificate_body* b, uint32_t begin, uint32_t end)
{
    b->used_count = 0;
    ++b->stamp;
    for (uint32_t i = 3 * begin; i < 3 * end; ++i) {
        uint32_t v = b->triangles[i / 3][i % 3];
        if (b->seen[v] != b->stamp) {
            b->seen[v] = b->stamp;
            b->used[b->used_count++] = b->vertices[v];
        }
    }
}

// The largest n.x over the vertices in use at a time.
static real support(const certificate_body* b, rvec n, double t)
{
    oracle_pose pose = oracle_track_pose(&b->track, t);
    rvec m = rq_turn(rq_conjugate(pose.turn), n);
    real most = -HUGE_VALL;
    for (uint32_t i = 0; i < b->used_count; ++i) {
        real s = r3_dot(m, b->used[i]);
        most = s > most ? s : most;
    }
    return most + r3_dot(n, pose.position);
}

static real distance_at(const certificate* c, const toi_link* link, double t)
{
    rvec n = r3_wide(link->direction), turn = r3_wide(link->turn);
    real rate = r3_length(turn);
    if (rate > 0.0L) {
        rquat q = rq_axis_angle(r3_scale(1.0L / rate, turn), rate * ((real)t - (real)link->from));
        n = rq_turn(q, n);
    }
    n = r3_unit(n);
    return -support(&c->body[1], r3_scale(-1.0L, n), t) - support(&c->body[0], n, t) - c->separation;
}

// Bound on the second derivative of n.(x_q - x_p) for all vertices in use, between two times.
static real most_bent(const certificate* c, const toi_link* link, double from, double to)
{
    real turn = r3_length(r3_wide(link->turn)), speed = 0.0L, bend = 0.0L, apart = 0.0L;
    for (int i = 0; i < 2; ++i) {
        const certificate_body* b = &c->body[i];
        oracle_speed s = oracle_track_speed(&b->track, b->reach, from, to);
        oracle_pose pose = oracle_track_pose(&b->track, from);
        speed += s.speed;
        bend += s.acceleration;
        apart += b->reach + r3_length(pose.position) + s.speed * ((real)to - (real)from);
    }
    return turn * turn * apart + 2.0L * turn * speed + bend;
}

typedef struct span {
    double from, to;
    real f_from, f_to;
} span;

enum { SPANS = 128 };

static void keep_least(certificate_link* result, double t, real f)
{
    ++result->evaluations;
    if (f < result->least) {
        result->least = f;
        result->time = t;
    }
}

// Between two values of a function whose second derivative is at most M it lies at most M h^2/8 below the
// smaller one.
static bool prove_span(const certificate* c, const toi_link* link, span first, uint32_t limit,
                       certificate_link* result)
{
    span stack[SPANS];
    uint32_t count = 1;
    stack[0] = first;
    real bend = most_bent(c, link, first.from, first.to);
    while (count > 0) {
        span s = stack[--count];
        real h = (real)s.to - (real)s.from, least = s.f_from < s.f_to ? s.f_from : s.f_to;
        if (least - 0.125L * bend * h * h > 0.0L) {
            continue;
        }
        double middle = 0.5 * (s.from + s.to);
        bool split = middle > s.from && middle < s.to && count + 2 <= SPANS && result->evaluations < limit;
        if (!(least > 0.0L) || !split) {
            return false;
        }
        real f = distance_at(c, link, middle);
        keep_least(result, middle, f);
        stack[count++] = (span){middle, s.to, f, s.f_to};
        stack[count++] = (span){s.from, middle, s.f_from, f};
    }
    return true;
}

certificate_link certificate_check_link(certificate* c, const toi_link* link, uint32_t samples,
                                        uint32_t limit)
{
    certificate_link result = {.least = HUGE_VALL, .proved = true};
    use_range(&c->body[0], link->a_begin, link->a_end);
    use_range(&c->body[1], link->b_begin, link->b_end);
    double step = (link->to - link->from) / (samples - 1), t = link->from;
    real f = distance_at(c, link, t);
    keep_least(&result, t, f);
    for (uint32_t i = 1; i < samples; ++i) {
        double stop = i + 1 == samples ? link->to : link->from + i * step;
        // Pieces end where a motion has a corner.
        while (t < stop) {
            double next = oracle_track_next_break(&c->body[0].track, t, stop);
            next = oracle_track_next_break(&c->body[1].track, t, next);
            real f_next = distance_at(c, link, next);
            keep_least(&result, next, f_next);
            result.proved = prove_span(c, link, (span){t, next, f, f_next}, limit, &result) && result.proved;
            t = next;
            f = f_next;
        }
    }
    return result;
}
