// Cylinder coordinates of features, with all that rounding can do to them as padding.

#include "narrow/screw/cull.h"

#include "math/rounding.h"
#include "math/scalar.h"

// Below this angle coordinates are straight. The padding there is about the angle times the travel; around
// the axis it is that of a float at the distance of the axis, 2^-24 travel / angle: equal at 2^-12.
static const double STRAIGHT_ANGLE = 0x1p-12;

// Coordinates end as floats, which moves them by at most 2^-24 of their size.
static const double FLOAT_SHARE = 0x1p-22;

// Error of fast_turn in radians, with room for its double arithmetic.
static const double TURN_ERROR = 1.1e-5;

// Heights and angles that change by less than this share of a length or radian during the motion are not
// divided by their change: times of floats would lose their meaning.
static const double LEAST_CHANGE = 0x1p-7;

// A segment that comes nearer to the axis than this share of its far end counts as around it: others span at
// most pi less twice this, so that the errors of their ends cannot make them look shorter than they are.
static const double AROUND_SHARE = 0x1p-12;

// atan2(x, z) to within 1e-5, by a polynomial for arctangents up to 1 [Hastings55, in AbramowitzStegun64,
// 4.4.47].
static double fast_turn(double x, double z)
{
    double ax = fabs(x), az = fabs(z);
    double low = d_min(ax, az), high = d_max(ax, az);
    double t = high > 0.0 ? low / high : 0.0, q = t * t;
    double turn = t * (0.9998660 + q * (-0.3302995 + q * (0.1801410 + q * (-0.0851330 + q * 0.0208351))));
    turn = ax > az ? TOI_HALF_PI - turn : turn;
    turn = z < 0.0 ? TOI_PI - turn : turn;
    return x < 0.0 ? -turn : turn;
}

// Any two unit vectors that make a right-handed frame x, y, z with y: a turn about y takes z to x.
static void complete_frame(toi_vec3 y, toi_vec3* x, toi_vec3* z)
{
    toi_vec3 other = fabs(y.x) < 0.6 ? v3(1.0, 0.0, 0.0) : v3(0.0, 1.0, 0.0);
    toi_vec3 across = v3_cross(y, other);
    *x = v3_scale(1.0 / v3_length(across), across);
    *z = v3_cross(*x, y);
}

static double body_reach(const ti_screw_pair* pair)
{
    double a = pair->mesh[0]->radius, b = pair->mesh[1]->radius;
    double reach_b = v3_length(pair->position[1]) + ti_scale(b, -pair->exponent);
    return d_max(ti_scale(a, -pair->exponent), reach_b);
}

// A relative motion that is nearly a translation by v: the point x moves by s v and at most angle (|x| +
// |v|/2) beside that.
static void set_straight(const ti_screw_pair* pair, ti_cull* cull)
{
    const ti_twist* twist = &pair->twist;
    toi_vec3 velocity = v3_add(twist->across, twist->along);
    double travel = v3_length(velocity), reach = body_reach(pair);
    toi_vec3 y = travel > 0.0 ? v3_scale(1.0 / travel, velocity) : v3(0.0, 1.0, 0.0);
    complete_frame(y, &cull->axes.row[0], &cull->axes.row[2]);
    cull->axes.row[1] = y;
    cull->origin = v3(0.0, 0.0, 0.0);
    cull->padding = twist->angle * (reach + 0.5 * travel) * (1.0 + 0x1p-20) + 2.0 * pair->tolerance +
                    FLOAT_SHARE * (reach + travel);
    double change = d_max(travel, LEAST_CHANGE * reach);
    cull->time_per_height = 1.0 / change;
    cull->height_slack = 1.0 - travel / change;
    // Across, the bodies must overlap at all times: any gap is made longer than the motion.
    cull->time_per_turn = 0x1p40 / (reach + travel);
    cull->turn_padding = 0.0;
    cull->turn_slack = 1.0;
    cull->period = 0x1p100;
    cull->lifts = 1;
}

static void set_cylinder(const ti_screw_pair* pair, ti_cull* cull)
{
    const ti_twist* twist = &pair->twist;
    double angle = twist->angle, reach = body_reach(pair);
    toi_vec3 y = v3_scale(1.0 / angle, twist->turn);
    cull->origin = v3_scale(1.0 / (angle * angle), v3_cross(twist->turn, twist->across));
    double advance = v3_dot(twist->along, y), far = reach + v3_length(cull->origin);
    toi_vec3 x, z;
    complete_frame(y, &x, &z);
    if (advance < 0.0) { // heights grow too; a mirrored frame keeps the sense of the angle
        y = v3_negate(y);
        advance = -advance;
    }
    cull->axes = (ti_mat3){{x, y, z}};
    cull->padding = 2.0 * pair->tolerance + FLOAT_SHARE * (far + advance);
    double change = d_max(advance, LEAST_CHANGE * reach), turn = d_max(angle, LEAST_CHANGE);
    cull->time_per_height = 1.0 / change;
    cull->height_slack = 1.0 - advance / change;
    cull->time_per_turn = 1.0 / turn;
    cull->turn_padding = (2.0 * TURN_ERROR + FLOAT_SHARE * 16.0) / turn;
    cull->turn_slack = 1.0 - angle / turn;
    cull->period = 2.0 * TOI_PI / turn;
    // With the first whole turn at or after zero, early + k period <= 1 for k up to 1/period + 1; one more
    // where rounding may have miscounted by one. Below one turn that does no harm: the first then reaches
    // beyond 1.
    cull->lifts = cull->period > 1.001 ? 2 : 3 + (int)floor(d_min(1.0 / cull->period, 0x1p20));
}

void ti_cull_set(const ti_screw_pair* pair, ti_cull* cull)
{
    cull->straight = !(pair->twist.angle >= STRAIGHT_ANGLE);
    if (cull->straight) {
        set_straight(pair, cull);
    } else {
        set_cylinder(pair, cull);
    }
}

ti_spot ti_cull_spot(const ti_screw_pair* pair, const ti_cull* cull, toi_vec3 point)
{
    toi_vec3 p = m3_apply(&cull->axes, v3_sub(point, cull->origin));
    ti_spot spot = {.point = point, .velocity = tw_velocity(&pair->twist, point), .x = p.x, .z = p.z};
    spot.height = p.y * cull->time_per_height;
    spot.radius = cull->straight ? p.x : sqrt(p.x * p.x + p.z * p.z);
    spot.turn = (cull->straight ? p.z : fast_turn(p.x, p.z)) * cull->time_per_turn;
    return spot;
}

// ---- extents

static ti_extent pad(const ti_cull* cull, ti_extent e)
{
    double height = cull->padding * cull->time_per_height;
    double turn = cull->turn_padding;
    if (cull->straight) {
        turn = cull->padding * cull->time_per_turn;
    } else if (e.radius[0] > 2.0 * cull->padding) { // a shift by p is seen under at most p/(r - p) pi/2
        turn += cull->padding / (e.radius[0] - cull->padding) * TOI_HALF_PI * cull->time_per_turn;
    } else {
        e.turn[0] = 0.0;
        e.turn[1] = cull->period;
    }
    e.radius[0] -= cull->padding;
    e.radius[1] += cull->padding;
    e.height[0] -= height;
    e.height[1] += height;
    e.turn[0] -= turn;
    e.turn[1] += turn;
    return e;
}

static void include(double range[2], double x)
{
    range[0] = d_min(range[0], x);
    range[1] = d_max(range[1], x);
}

// The least distance of a segment from the axis where that is at neither of its ends.
static double nearest_inside(const ti_spot* p, const ti_spot* q, double nearest)
{
    double dx = q->x - p->x, dz = q->z - p->z;
    bool inside = p->x * dx + p->z * dz < 0.0 && q->x * dx + q->z * dz > 0.0;
    return inside ? d_min(nearest, fabs(p->x * q->z - p->z * q->x) / sqrt(dx * dx + dz * dz)) : nearest;
}

static void set_around(const ti_cull* cull, ti_extent* e)
{
    e->turn[0] = 0.0;
    e->turn[1] = cull->period;
}

ti_extent ti_cull_extent_point(const ti_cull* cull, const ti_spot* s)
{
    return pad(cull, (ti_extent){{s->radius, s->radius}, {s->height, s->height}, {s->turn, s->turn}});
}

ti_extent ti_cull_extent_segment(const ti_cull* cull, const ti_spot* p, const ti_spot* q)
{
    ti_extent e = {{p->radius, p->radius}, {p->height, p->height}, {p->turn, p->turn}};
    include(e.radius, q->radius);
    include(e.height, q->height);
    if (cull->straight) {
        include(e.turn, q->turn);
        return pad(cull, e);
    }
    include(e.turn, p->turn + ti_cull_turn_between(cull, p, q));
    e.radius[0] = nearest_inside(p, q, e.radius[0]);
    if (!(e.radius[0] > AROUND_SHARE * e.radius[1])) {
        set_around(cull, &e);
    }
    return pad(cull, e);
}

// Walks around the outline. A polygon through which the axis goes has turned by a whole turn at the end.
ti_extent ti_cull_extent_polygon(const ti_cull* cull, const ti_spot* spots, const uint32_t* corner,
                                 uint32_t count)
{
    const ti_spot *first = &spots[corner[0]], *p = first;
    ti_extent e = {{p->radius, p->radius}, {p->height, p->height}, {p->turn, p->turn}};
    double nearest = p->radius, turn = p->turn;
    for (uint32_t i = 1; i <= count; ++i) {
        const ti_spot* q = i < count ? &spots[corner[i]] : first;
        include(e.radius, q->radius);
        include(e.height, q->height);
        if (cull->straight) {
            include(e.turn, q->turn);
        } else {
            turn += ti_cull_turn_between(cull, p, q);
            nearest = nearest_inside(p, q, d_min(nearest, q->radius));
            if (i < count) {
                include(e.turn, turn);
            }
        }
        p = q;
    }
    if (cull->straight) {
        return pad(cull, e);
    }
    bool pierced = fabs(turn - first->turn) > 0.5 * cull->period;
    e.radius[0] = nearest;
    if (pierced || !(nearest > AROUND_SHARE * e.radius[1])) {
        e.radius[0] = 0.0;
        set_around(cull, &e);
    }
    return pad(cull, e);
}

// The ball is seen from the axis under twice asin(k) <= k (1 + (pi/2 - 1) k^2), k = radius / distance.
ti_extent ti_cull_extent_ball(const ti_cull* cull, toi_vec3 center, double radius)
{
    toi_vec3 p = m3_apply(&cull->axes, v3_sub(center, cull->origin));
    double height = p.y * cull->time_per_height, half = radius * cull->time_per_height;
    ti_extent e = {.height = {height - half, height + half}};
    if (cull->straight) {
        double turn = p.z * cull->time_per_turn, half_turn = radius * cull->time_per_turn;
        e.radius[0] = p.x - radius;
        e.radius[1] = p.x + radius;
        e.turn[0] = turn - half_turn;
        e.turn[1] = turn + half_turn;
        return pad(cull, e);
    }
    double distance = sqrt(p.x * p.x + p.z * p.z);
    e.radius[0] = d_max(distance - radius, 0.0);
    e.radius[1] = distance + radius;
    if (distance > radius) {
        double k = radius / distance, turn = fast_turn(p.x, p.z) * cull->time_per_turn;
        double half_turn = k * (1.0 + (TOI_HALF_PI - 1.0) * k * k) * (1.0 + 0x1p-20) * cull->time_per_turn;
        e.turn[0] = turn - half_turn;
        e.turn[1] = turn + half_turn;
    } else {
        set_around(cull, &e);
    }
    return pad(cull, e);
}

bool ti_cull_window(const ti_cull* cull, const ti_extent* a, const ti_extent* b, double span[2])
{
    if (a->radius[0] > b->radius[1] || b->radius[0] > a->radius[1]) {
        return false;
    }
    double from = d_max(span[0], a->height[0] - b->height[1]);
    double to = d_min(span[1], a->height[1] - b->height[0] + cull->height_slack);
    if (from > to) {
        return false;
    }
    double late = a->turn[1] - b->turn[0], early = a->turn[0] - b->turn[1];
    double whole = floor(late / cull->period) * cull->period, first = 2.0, last = -1.0;
    late -= whole;
    early -= whole;
    for (int i = 0; i < cull->lifts && early <= to; ++i) {
        double lower = d_max(from, early), upper = d_min(to, late + cull->turn_slack);
        if (lower <= upper) {
            first = d_min(first, lower);
            last = upper;
        }
        early += cull->period;
        late += cull->period;
    }
    span[0] = first;
    span[1] = last;
    return first <= last;
}
