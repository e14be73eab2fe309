// The frame of a collision screen: its axis, its pixel, the projection, and what can meet at all [Buss05,
// sections 4.1 and 7].

#include "math/rounding.h"
#include "narrow/screw/screen_parts.h"

enum { SAMPLES = 64 };

// Bounds of F(r) (theta y - g phi) and its like are made of a dozen roundings of terms not above |y| + r
// |phi| and r, the azimuth among them within TI_ATAN2_ULP: less than 64 u of their sum.
#define ROUNDINGS (64.0 * TI_U)

// The lower quartile of the lengths of some creases, spread over the list, in local units; 1 if there are
// none. A few slivers do not make the screen finer, nor large faces coarser.
static double short_edge(const toi_mesh* mesh)
{
    const ti_features* features = &mesh->features;
    double lengths[SAMPLES];
    uint32_t count = features->crease_count < SAMPLES ? features->crease_count : SAMPLES, used = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const ti_crease* crease = &features->creases[(uint64_t)i * features->crease_count / count];
        double length = v3_length(v3_sub(mesh->local[crease->vertex[1]], mesh->local[crease->vertex[0]]));
        uint32_t k = used++;
        for (; k > 0 && lengths[k - 1] > length; --k) {
            lengths[k] = lengths[k - 1];
        }
        lengths[k] = length;
    }
    return used > 0 && lengths[used / 4] > 0.0 ? lengths[used / 4] : 1.0;
}

// Any unit vector perpendicular to one.
static toi_vec3 perpendicular(toi_vec3 v)
{
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    toi_vec3 pick = x <= y && x <= z ? v3(1, 0, 0) : (y <= z ? v3(0, 1, 0) : v3(0, 0, 1));
    toi_vec3 p = v3_cross(v, pick);
    return v3_scale(1.0 / v3_length(p), p);
}

// The z-axis points from the axis to the centre of B halfway: then B is at azimuths -theta/2 to theta/2, as
// far from the cut at pi as can be, and what it meets lies around z in one lift unless the turn is large.
static void place_axis(const ti_twist* twist, ti_screen_frame* f)
{
    toi_vec3 y = v3_scale(1.0 / twist->angle, twist->turn);
    toi_vec3 across = v3_add(v3_cross(twist->turn, f->origin), twist->across);
    across = v3_madd(across, -v3_dot(across, y), y);
    double speed = v3_length(across);
    toi_vec3 x = speed > 0.0 ? v3_scale(1.0 / speed, across) : perpendicular(y);
    f->axis[0] = x;
    f->axis[1] = y;
    f->axis[2] = v3_cross(x, y);
    f->theta = twist->angle;
    f->spin = speed;
    f->rho = speed / twist->angle;
    f->g = v3_dot(twist->along, y);
}

// Projects along a straight motion. The turn is left out where it moves no point of the bodies by more than
// they are known to, or than the last bit of its distance from the origin.
static void place_straight(const ti_screw_pair* pair, double reach, ti_screen_frame* f)
{
    toi_vec3 velocity = tw_velocity(&pair->twist, f->origin);
    double speed = v3_length(velocity);
    f->straight = true;
    f->still = !(speed > pair->rounding);
    toi_vec3 y = f->still ? v3(0, 1, 0) : v3_scale(1.0 / speed, velocity);
    f->g = f->still ? d_max(pair->tolerance, TI_U * reach) : speed;
    f->axis[1] = y;
    f->axis[0] = perpendicular(y);
    f->axis[2] = v3_cross(f->axis[0], y);
}

static double ball(const ti_screw_pair* pair, int k)
{
    const toi_mesh* mesh = pair->mesh[k];
    return pair->scale[k] * ti_scale(mesh->radius, -mesh->exponent);
}

void ti_screen_frame_make(const ti_screw_pair* pair, const ti_screen_def* def, ti_screen_frame* f)
{
    *f = (ti_screen_frame){.from = pair->from, .to = pair->to, .robust = def->robust};
    f->time_error = def->time_resolution > 0.0 ? def->time_resolution : 0.02;
    double half = 0.5 * (pair->from + pair->to);
    f->origin = tw_point(&pair->twist, ti_swing_at(pair->twist.angle, half), pair->position[1]);
    double far_a = v3_length(f->origin) + ball(pair, 0);
    double far_b = v3_length(v3_sub(pair->position[1], f->origin)) + ball(pair, 1);
    double reach = d_max(far_a, far_b);
    double turn = pair->twist.angle;
    if (turn > TI_U && turn * reach > pair->rounding) {
        place_axis(&pair->twist, f);
    } else {
        place_straight(pair, reach, f);
    }
    uint32_t pixels = def->pixels > 0 ? def->pixels : TI_SCREEN_PIXELS;
    double edge_a = pair->scale[0] * short_edge(pair->mesh[0]);
    double edge_b = pair->scale[1] * short_edge(pair->mesh[1]);
    f->per_pixel = (double)pixels / d_min(edge_a, edge_b);
    // |y| + r |phi| over all lifts: arcs are at most pi + theta + 2 pi long, and not above the reach times
    // pi/2 and the way where the axis is outside of it.
    double arc = f->straight ? reach : d_min(f->rho + reach, 2.0 * reach) * (TOI_PI + 3.0 * TI_TURN + turn);
    f->noise = (pair->rounding + ROUNDINGS * (reach + arc)) * f->per_pixel;
    f->pad = f->robust ? 0.5 : 0.0;
    f->slack = 2.0 * (f->pad + f->noise) / f->per_pixel;
    f->facing = pair->angle_slack * (f->spin + turn * reach + fabs(f->g)) + turn * pair->rounding;
}

double ti_screen_radius(const ti_screen_frame* f, toi_vec3 x)
{
    if (f->straight) {
        return x.z;
    }
    double z = f->rho + x.z, r = sqrt(x.x * x.x + z * z);
    double sum = r + f->rho;
    // (r - rho)(r + rho) = x^2 + z (2 rho + z)
    return sum > 0.0 ? (x.x * x.x + x.z * (f->rho + z)) / sum : 0.0;
}

double ti_screen_azimuth(const ti_screen_frame* f, toi_vec3 x)
{
    if (f->straight) {
        return x.x;
    }
    double phi = ti_atan2_nonneg(fabs(x.x), f->rho + x.z);
    return x.x >= 0.0 ? phi : -phi;
}

ti_screen_mark ti_screen_project(const ti_screen_frame* f, toi_vec3 x, double phi)
{
    if (f->straight) {
        return (ti_screen_mark){x.z * f->per_pixel, x.x * f->per_pixel, x.y / f->g};
    }
    double radius = ti_screen_radius(f, x), r = f->rho + radius, turn = f->spin + f->theta * radius;
    ti_screen_mark mark = {radius * f->per_pixel, 0.0, 0.0};
    if (f->g == 0.0) { // h = y also on the axis, where nothing moves
        mark.h = x.y * f->per_pixel;
        mark.t = phi / f->theta;
        return mark;
    }
    double speed2 = f->g * f->g + turn * turn;
    // r (theta y - g phi)/L and (g y + r^2 theta phi)/L^2, L^2 = g^2 + r^2 theta^2
    mark.h = (turn * x.y - f->g * (r * phi)) / sqrt(speed2) * f->per_pixel;
    mark.t = (f->g * x.y + turn * (r * phi)) / speed2;
    return mark;
}

// ---- what can meet

// Cylinder coordinates of a ball.
static ti_screen_box ball_box(const ti_screen_frame* f, toi_vec3 center, double radius)
{
    toi_vec3 x = ti_screen_placed(f, center);
    double r = ti_screen_radius(f, x);
    ti_screen_box box = {{r - radius, r + radius}, {x.y - radius, x.y + radius}, {-TOI_PI, TOI_PI}};
    if (f->straight) {
        box.phi[0] = x.x - radius;
        box.phi[1] = x.x + radius;
        return box;
    }
    double all = f->rho + r;
    if (radius < all) {
        // asin(radius/all)
        double half = ti_atan2_nonneg(radius, sqrt((all - radius) * (all + radius)));
        double phi = ti_screen_azimuth(f, x);
        if (phi - half > -TOI_PI && phi + half < TOI_PI) {
            box.phi[0] = phi - half;
            box.phi[1] = phi + half;
        }
    }
    return box;
}

// Times at which intervals that are `gap` = [a0 - b1, a1 - b0] apart along a coordinate meet, b moving at
// `speed`; narrows s.
static void narrow(double low, double high, double speed, double s[2])
{
    if (speed > 0.0) {
        s[0] = d_max(s[0], low / speed);
        s[1] = d_min(s[1], high / speed);
    } else if (speed < 0.0) {
        s[0] = d_max(s[0], high / speed);
        s[1] = d_min(s[1], low / speed);
    } else if (low > 0.0 || high < 0.0) {
        s[1] = -1.0;
        s[0] = 0.0;
    }
}

ti_screen_lifts ti_screen_meet(const ti_screen_frame* f, const ti_screen_box* a, const ti_screen_box* b)
{
    const ti_screen_lifts none = {0, -1};
    double slack = f->slack, speed = f->g;
    if (a->r[0] > b->r[1] + slack || b->r[0] > a->r[1] + slack) {
        return none;
    }
    // s itself has an error of a few u, and where y hardly moves one of slack/g.
    double s[2] = {f->from - ROUNDINGS, f->to + ROUNDINGS};
    narrow(a->y[0] - b->y[1] - slack, a->y[1] - b->y[0] + slack, speed, s);
    if (s[0] > s[1] + 2.0 * ROUNDINGS) {
        return none;
    }
    if (f->straight) {
        return a->phi[0] > b->phi[1] + slack || b->phi[0] > a->phi[1] + slack ? none
                                                                              : (ti_screen_lifts){0, 0};
    }
    // phi_A + 2 pi k - phi_B = theta s. A pixel is an angle of slack/r.
    double r = f->rho + d_max(a->r[0], b->r[0]);
    double turn = r > slack ? slack / r + ROUNDINGS * (TI_TURN + f->theta) : TI_TURN;
    double low = b->phi[0] + f->theta * s[0] - turn - a->phi[1];
    double high = b->phi[1] + f->theta * s[1] + turn - a->phi[0];
    return (ti_screen_lifts){ti_screen_whole(ceil(low / TI_TURN)), ti_screen_whole(floor(high / TI_TURN))};
}

// Range of h over a box with azimuths turned by `turn`: F rises with r, and theta y - g phi is linear.
void ti_screen_heights(const ti_screen_frame* f, const ti_screen_box* box, double turn, double h[2])
{
    if (f->straight) {
        h[0] = box->phi[0];
        h[1] = box->phi[1];
        return;
    }
    double g0 = f->g * (box->phi[0] + turn), g1 = f->g * (box->phi[1] + turn);
    double low = f->theta * box->y[0] - d_max(g0, g1), high = f->theta * box->y[1] - d_min(g0, g1);
    double factor[2];
    for (int k = 0; k < 2; ++k) {
        double r = d_max(f->rho + box->r[k], 0.0), speed = sqrt(f->g * f->g + f->theta * r * (f->theta * r));
        factor[k] = f->g == 0.0 ? 1.0 / f->theta : r / speed;
    }
    h[0] = d_min(low * factor[0], low * factor[1]);
    h[1] = d_max(high * factor[0], high * factor[1]);
}

bool ti_screen_balls_meet(const ti_screw_pair* pair, const ti_screen_frame* f)
{
    ti_screen_box a = ball_box(f, v3(0, 0, 0), ball(pair, 0));
    ti_screen_box b = ball_box(f, pair->position[1], ball(pair, 1));
    ti_screen_lifts lifts = ti_screen_meet(f, &a, &b);
    if (f->straight) {
        return lifts.first <= lifts.last;
    }
    for (int32_t k = lifts.first; k <= lifts.last; ++k) {
        double ha[2], hb[2];
        ti_screen_heights(f, &a, k * TI_TURN, ha);
        ti_screen_heights(f, &b, 0.0, hb);
        if (!(ha[0] > hb[1] + f->slack || hb[0] > ha[1] + f->slack)) {
            return true;
        }
    }
    return false;
}

void ti_screen_rows(const ti_screen_frame* f, const ti_screen_box* a, const ti_screen_box* b, bool either,
                    int32_t row[2])
{
    double low = either ? d_min(a->r[0], b->r[0]) : d_max(a->r[0], b->r[0]);
    double high = either ? d_max(a->r[1], b->r[1]) : d_min(a->r[1], b->r[1]);
    row[0] = ti_screen_whole(floor((low - f->slack) * f->per_pixel));
    row[1] = ti_screen_whole(floor((high + f->slack) * f->per_pixel));
}
