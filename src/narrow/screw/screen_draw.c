// Step three of the collision screen: sub-edges become pixel records [Buss05, section 9].

#include "narrow/screw/screen_parts.h"

enum {
    MOST_HALVINGS = 40, // of a sub-edge; pieces are far below a pixel before that unless they are in a pole
    MOST_ROWS = 1 << 22,
    RECORDS_PER_EDGE = 3, // where it turns, and in the rows of its ends
};

// A point of a sub-edge.
typedef struct stop {
    toi_vec3 x;
    double phi, u;
    ti_screen_mark mark;
} stop;

typedef struct pen {
    const ti_screen_frame* frame;
    ti_screen_body* body;
    const ti_screen_edge* edge;
    const int32_t* row;
    double turn; // of the lift
    double time; // largest error of the times of the piece at hand
    uint32_t max_records;
    int32_t lift;
    bool fresh; // nothing of this sub-edge and lift is drawn yet
} pen;

// Cylinder coordinates of a straight piece.
typedef struct reach {
    double length; // across the axis
    double r[2];   // smallest and largest distance from the axis
    double twice_area;
} reach;

static reach reach_of(const ti_screen_frame* f, const stop* a, const stop* b)
{
    double za = f->rho + a->x.z, zb = f->rho + b->x.z;
    double dx = b->x.x - a->x.x, dz = b->x.z - a->x.z;
    double ra = sqrt(a->x.x * a->x.x + za * za), rb = sqrt(b->x.x * b->x.x + zb * zb);
    reach it = {sqrt(dx * dx + dz * dz), {d_min(ra, rb), d_max(ra, rb)}, fabs(a->x.x * dz - za * dx)};
    if (a->x.x * dx + za * dz < 0.0 && b->x.x * dx + zb * dz > 0.0) {
        it.r[0] = it.twice_area / it.length;
    }
    return it;
}

// How far the curve of a straight piece may be from the straight line between its ends, at equal fractions of
// the way: an eighth of the largest second derivative by that fraction. With l the length across the axis, r
// the smallest and R the largest distance from the axis, and c twice the area between the piece and the axis,
//     |r'| <= l,  |r''| <= c^2/r^3 <= l^2/r,  |phi'| <= c/r^2,  |phi''| <= min(2 c l/r^3, l^2/r^2).
// h = F Q and t = phi/theta + G Q with Q = theta y - g phi, F = r/L, G = g/(theta L^2), L^2 = g^2 + r^2
// theta^2,
//     F' = g^2/L^3, |F''| = 3 g^2 r theta^2/L^5, |G'| = 2 |g| r theta/L^4, |G''| <= |g| theta (2/L^4 + 8 r^2
//     theta^2/L^6).
static ti_screen_mark bend(const ti_screen_frame* f, const stop* a, const stop* b, double turn, reach it)
{
    ti_screen_mark none = {0.0, 0.0, 0.0};
    if (f->straight) {
        return none;
    }
    double l = it.length, r = it.r[0], over = 1.0 / r, theta = f->theta, g = fabs(f->g);
    double phi1 = it.twice_area * over * over;
    double phi2 = d_min(2.0 * it.twice_area * l * over * over * over, l * l * over * over);
    double r2 = d_min(it.twice_area * it.twice_area * over * over * over, l * l * over);
    double phi_a = a->phi + turn, phi_b = b->phi + turn, dy = fabs(b->x.y - a->x.y);
    double q = d_max(fabs(theta * a->x.y - f->g * phi_a), fabs(theta * b->x.y - f->g * phi_b)) +
               d_min(theta * dy, g * fabs(phi_b - phi_a));
    double q1 = theta * dy + g * phi1, q2 = g * phi2;
    double small = theta * r, large = theta * it.r[1];
    double near = 1.0 / (g * g + small * small); // 1/L^2 at its largest
    double speed = sqrt(near);
    double f0 = it.r[1] * d_min(speed, 1.0 / large), f1 = g * g * near * speed;
    double f2 = 3.0 * f1 * near * large * theta;
    double g0 = g / theta * near, g1 = 2.0 * g * large * near * near;
    double g2 = g * theta * (2.0 + 8.0 * large * large * near) * near * near;
    double h2 = (f2 * l * l + f1 * r2) * q + 2.0 * f1 * l * q1 + f0 * q2;
    double t2 = phi2 / theta + (g2 * l * l + g1 * r2) * q + 2.0 * g1 * l * q1 + g0 * q2;
    return (ti_screen_mark){0.125 * r2 * f->per_pixel, 0.125 * h2 * f->per_pixel, 0.125 * t2};
}

static double product_range(const double a[2], const double b[2])
{
    double p = a[0] * b[0], q = a[0] * b[1], r = a[1] * b[0], s = a[1] * b[1];
    return d_max(d_max(p, q), d_max(r, s)) - d_min(d_min(p, q), d_min(r, s));
}

// Widths of the box in which the curve of a straight piece is: y and phi run one way along it.
static ti_screen_mark spread(const ti_screen_frame* f, const stop* a, const stop* b, double turn, reach it)
{
    double theta = f->theta, ya = theta * a->x.y, yb = theta * b->x.y;
    double pa = f->g * (a->phi + turn), pb = f->g * (b->phi + turn);
    const double q[2] = {d_min(ya, yb) - d_max(pa, pb), d_max(ya, yb) - d_min(pa, pb)};
    double factor[2], rest[2];
    for (int k = 0; k < 2; ++k) {
        double speed2 = f->g * f->g + theta * it.r[k] * (theta * it.r[k]);
        factor[k] = f->g == 0.0 ? 1.0 / theta : it.r[k] / sqrt(speed2);
        rest[k] = f->g == 0.0 ? 0.0 : f->g / (theta * speed2);
    }
    return (ti_screen_mark){(it.r[1] - it.r[0]) * f->per_pixel, product_range(factor, q) * f->per_pixel,
                            fabs(b->phi - a->phi) / theta + product_range(rest, q)};
}

static ti_screen_mark between(const ti_screen_mark* a, const ti_screen_mark* b, double w)
{
    return (ti_screen_mark){a->r + w * (b->r - a->r), a->h + w * (b->h - a->h), a->t + w * (b->t - a->t)};
}

// Joins a piece to the record before it in the same row, where one straight piece can stand for both.
static bool merge(const pen* p, ti_screen_record* last, const ti_screen_record* piece)
{
    if (last->row != piece->row || last->u[1] != piece->u[0]) {
        return false;
    }
    // Where the joint is closest to the straight line, by fraction of the way.
    const ti_screen_mark *a = &last->from, *b = &last->to, *c = &piece->to;
    double w = (b->r - a->r) * (c->r - a->r) + (b->h - a->h) * (c->h - a->h);
    double l = (c->r - a->r) * (c->r - a->r) + (c->h - a->h) * (c->h - a->h);
    w = l > 0.0 ? d_min(1.0, d_max(0.0, w / l)) : 0.5;
    ti_screen_mark near = between(a, c, w);
    ti_screen_mark error = {fabs(near.r - b->r) + d_max(last->error.r, piece->error.r),
                            fabs(near.h - b->h) + d_max(last->error.h, piece->error.h),
                            fabs(near.t - b->t) + d_max(last->error.t, piece->error.t)};
    double most = 0.25 + p->frame->pad + p->frame->noise;
    if (!(error.r <= most && error.h <= most && error.t <= p->time)) {
        return false;
    }
    last->to = *c;
    last->u[1] = piece->u[1];
    last->vertex[1] = piece->vertex[1];
    last->error = error;
    return true;
}

// The part of a piece in one row, and as far past it as the curve may be.
static void clip_row(const ti_screen_record* whole, int32_t row, ti_screen_record* piece)
{
    *piece = *whole;
    piece->row = row;
    const ti_screen_mark *a = &whole->from, *b = &whole->to;
    double dr = b->r - a->r, du = whole->u[1] - whole->u[0];
    double low = (double)row - whole->error.r, high = (double)row + 1.0 + whole->error.r;
    double first = dr >= 0.0 ? low : high, last = dr >= 0.0 ? high : low;
    if (dr >= 0.0 ? a->r < first : a->r > first) {
        double w = d_min(1.0, (first - a->r) / dr);
        piece->from = between(a, b, w);
        piece->from.r = first;
        piece->u[0] = whole->u[0] + w * du;
        piece->vertex[0] = TI_NONE;
    }
    if (dr >= 0.0 ? b->r > last : b->r < last) {
        double w = d_min(1.0, (last - a->r) / dr);
        piece->to = between(a, b, w);
        piece->to.r = last;
        piece->u[1] = whole->u[0] + w * du;
        piece->vertex[1] = TI_NONE;
    }
}

// One record for each row, written in place; the first may be one with the last of the piece before.
static bool put_rows(pen* p, const stop* a, const stop* b, ti_screen_mark error)
{
    const ti_screen_edge* edge = p->edge;
    double own = p->frame->pad + p->frame->noise;
    ti_screen_record whole = {.from = a->mark,
                              .to = b->mark,
                              .error = {error.r + own, error.h + own, error.t},
                              .u = {a->u, b->u},
                              .crease = edge->crease,
                              .part = {edge->part[0], edge->part[1]},
                              .vertex = {a->u == edge->u[0] ? edge->vertex[0] : TI_NONE,
                                         b->u == edge->u[1] ? edge->vertex[1] : TI_NONE},
                              .lift = p->lift};
    double low = d_min(a->mark.r, b->mark.r) - whole.error.r,
           high = d_max(a->mark.r, b->mark.r) + whole.error.r;
    if (!(high >= p->row[0] && low < (double)p->row[1] + 1.0)) {
        return true;
    }
    int32_t first = (int32_t)floor(d_max(low, p->row[0])), last = (int32_t)floor(d_min(high, p->row[1]));
    bool up = a->mark.r <= b->mark.r;
    ti_array* records = &p->body->records;
    if (records->count + (size_t)(last - first + 1) > p->max_records) {
        p->body->complete = false;
        return true;
    }
    ti_screen_record* at = ti_array_extend(records, (size_t)(last - first + 1));
    if (at == NULL) {
        return false;
    }
    for (int32_t i = first; i <= last; ++i) {
        clip_row(&whole, up ? i : last - (i - first), at);
        bool merged = i == first && !p->fresh && merge(p, at - 1, at);
        at += merged ? 0 : 1;
        p->fresh = false;
    }
    records->count = (size_t)(at - (ti_screen_record*)records->data);
    return true;
}

// Speed of the flow at a distance from the axis.
static double speed_at(const ti_screen_frame* f, double r)
{
    double turned = f->straight ? 0.0 : f->theta * r;
    return sqrt(f->g * f->g + turned * turned);
}

static bool within(ti_screen_mark error, double pixels, double time)
{
    return error.r <= pixels && error.h <= pixels && error.t <= time;
}

static stop middle(const pen* p, const stop* a, const stop* b)
{
    stop mid = {.x = v3_scale(0.5, v3_add(a->x, b->x)), .u = 0.5 * (a->u + b->u)};
    mid.phi = a->phi == b->phi ? a->phi : ti_screen_azimuth(p->frame, mid.x);
    mid.mark = ti_screen_project(p->frame, mid.x, mid.phi + p->turn);
    return mid;
}

// Twice the error in the middle: that of a parabola is largest there.
static ti_screen_mark middle_error(const stop* a, const stop* b, const stop* mid)
{
    return (ti_screen_mark){fabs(a->mark.r + b->mark.r - 2.0 * mid->mark.r),
                            fabs(a->mark.h + b->mark.h - 2.0 * mid->mark.h),
                            fabs(a->mark.t + b->mark.t - 2.0 * mid->mark.t)};
}

// Whether all of the curve is more than a row from the rows that are drawn. Its largest r is at an end, and
// the smallest no further than the piece is long from both.
static bool is_past_rows(const pen* p, const stop* a, const stop* b, reach it)
{
    double low = d_min(a->mark.r, b->mark.r), high = d_max(a->mark.r, b->mark.r),
           margin = 1.0 + p->frame->noise;
    return high < p->row[0] - margin || low - it.length * p->frame->per_pixel > p->row[1] + 1.0 + margin;
}

// Halves a piece until the straight line between its ends is right to a quarter of a pixel, and to the time
// resolution and the time of a pixel, or the piece is in one pixel. The robust mode goes by bounds alone;
// else the error in the middle counts where bounds are not much larger, as they are where an edge turns
// around the axis.
static bool draw(pen* p, const stop* a, const stop* b, int halvings)
{
    const ti_screen_frame* f = p->frame;
    const double most = 0.25, trust = 8.0;
    reach it = reach_of(f, a, b);
    if (is_past_rows(p, a, b, it)) {
        return true;
    }
    double time = d_min(1.0 / (f->per_pixel * speed_at(f, it.r[1])), f->time_error);
    ti_screen_mark error = bend(f, a, b, p->turn, it);
    if (!within(error, most, time)) {
        stop mid = middle(p, a, b);
        bool fine = false;
        if (!f->robust && within(error, trust * most, trust * time)) {
            error = middle_error(a, b, &mid);
            fine = within(error, 2.0 * most, 2.0 * time);
        }
        bool last = halvings >= MOST_HALVINGS;
        if (!fine && (last || (fabs(a->mark.r - b->mark.r) <= 1.0 && fabs(a->mark.h - b->mark.h) <= 1.0))) {
            error = spread(f, a, b, p->turn, it);
            fine = (error.r <= 1.0 && error.h <= 1.0) || last;
        }
        if (!fine) {
            return draw(p, a, &mid, halvings + 1) && draw(p, &mid, b, halvings + 1);
        }
    }
    p->time = time;
    error.t +=
        f->noise / f->per_pixel / speed_at(f, it.r[0]); // lengths along the flow are as right as others
    return put_rows(p, a, b, error);
}

// About as many as there are rows along the edges.
static size_t expected_records(const ti_screen_frame* f, const ti_screen_edge* edges, size_t count,
                               uint32_t most)
{
    double records = 0.0;
    for (size_t i = 0; i < count; ++i) {
        double rows =
            (ti_screen_radius(f, edges[i].x[1]) - ti_screen_radius(f, edges[i].x[0])) * f->per_pixel;
        records +=
            (RECORDS_PER_EDGE + fabs(rows)) * (1.0 + edges[i].lifts.last - (double)edges[i].lifts.first);
    }
    return (size_t)d_min(records, most);
}

toi_status ti_screen_rasterize(const ti_screen_frame* f, const int32_t row[2], uint32_t max_records,
                               ti_screen_body* body)
{
    if (row[1] < row[0]) {
        return TOI_OK;
    }
    if ((double)row[1] - row[0] > MOST_ROWS) {
        body->complete = false;
        return TOI_OK;
    }
    const ti_screen_edge* edges = body->edges.data;
    if (!ti_array_reserve(&body->records, expected_records(f, edges, body->edges.count, max_records))) {
        return TOI_ERROR_MEMORY;
    }
    pen p = {.frame = f, .body = body, .row = row, .max_records = max_records};
    for (size_t i = 0; i < body->edges.count; ++i) {
        p.edge = &edges[i];
        for (int32_t k = edges[i].lifts.first; k <= edges[i].lifts.last; ++k) {
            p.lift = k;
            p.turn = k * TI_TURN;
            p.fresh = true;
            stop end[2];
            for (int e = 0; e < 2; ++e) {
                end[e] = (stop){.x = p.edge->x[e], .phi = p.edge->phi[e], .u = p.edge->u[e]};
                end[e].mark = ti_screen_project(f, end[e].x, end[e].phi + p.turn);
            }
            if (!draw(&p, &end[0], &end[1], 0)) {
                return TOI_ERROR_MEMORY;
            }
        }
    }
    return TOI_OK;
}
