// Properness for the screw oracle, from its definition: the smallest sine of the angle from the highest ray
// of A to the lowest ray of B over all directions that are perpendicular to the normal [Buss05, section 5].

#include "support/screw_brute_parts.h"

// Within this of a jump, in the sine of an angle, nothing is decided.
#define JUMP 1e-8L

// ---- a vertex against a plane: the lowest ray of the plane is level, so the highest of the body decides

typedef struct peak {
    real height;     // the largest n . u over the facets
    real side;       // negative: n points into the solid there
    uint32_t beside; // the peak is on the edge to this vertex; UINT32_MAX: inside of a facet
    bool solid;
} peak;

static rvec ray_to(const sb_body* body, uint32_t from, uint32_t to)
{
    return r3_unit(r3_sub(body->vertex[to], body->vertex[from]));
}

// Whether m, in the plane of the corner, is within it.
static bool corner_holds(const sb_body* body, const sb_corner* c, rvec first, rvec last, rvec m)
{
    rvec n = body->normal[c->face];
    real whole = atan2l(r3_dot(n, r3_cross(first, last)), r3_dot(first, last));
    real part = atan2l(r3_dot(n, r3_cross(first, m)), r3_dot(first, m));
    whole += whole < 0.0L ? 2.0L * acosl(-1.0L) : 0.0L;
    part += part < 0.0L ? 2.0L * acosl(-1.0L) : 0.0L;
    return part <= whole;
}

static void climb_corner(const sb_body* body, uint32_t vertex, const sb_corner* c, rvec n, peak* best)
{
    rvec first = ray_to(body, vertex, c->next), last = ray_to(body, vertex, c->previous);
    rvec normal = body->normal[c->face];
    rvec level = r3_sub(n, r3_scale(r3_dot(n, normal), normal));
    real steep = r3_length(level);
    bool solid = body->mesh->face_solid[c->face];
    const uint32_t ends[2] = {c->next, c->previous};
    const real heights[2] = {r3_dot(first, n), r3_dot(last, n)};
    if (steep > 1e-15L && steep > best->height && corner_holds(body, c, first, last, level)) {
        *best = (peak){steep, r3_dot(n, normal), UINT32_MAX, solid};
    }
    for (int k = 0; k < 2; ++k) {
        if (heights[k] > best->height) {
            *best = (peak){heights[k], 0.0L, ends[k], solid};
        }
    }
}

// Whether n points into the solid at a vertex shows at the facet that is nearest to n.
static bool points_inside(const sb_body* body, uint32_t vertex, rvec n, bool* unsure)
{
    const sb_mesh* mesh = body->mesh;
    peak best = {-2.0L, 0.0L, UINT32_MAX, false};
    for (uint32_t i = mesh->fan_first[vertex]; i < mesh->fan_first[vertex + 1]; ++i) {
        if (mesh->face_solid[mesh->fan[i].face]) {
            climb_corner(body, vertex, &mesh->fan[i], n, &best);
        }
    }
    real side = best.side;
    // On an edge the sum of the normals beside it tells the sides apart.
    for (uint32_t i = mesh->fan_first[vertex]; i < mesh->fan_first[vertex + 1]; ++i) {
        const sb_corner* c = &mesh->fan[i];
        bool beside = c->next == best.beside || c->previous == best.beside;
        if (best.beside != UINT32_MAX && beside && mesh->face_solid[c->face]) {
            side += r3_dot(n, body->normal[c->face]);
        }
    }
    *unsure |= best.height > -2.0L && fabsl(side) <= JUMP && best.height < 1.0L - JUMP;
    return best.height > -2.0L && side < 0.0L;
}

sb_proper sb_proper_vertex(const sb_body* body, uint32_t vertex, rvec n)
{
    const sb_mesh* mesh = body->mesh;
    rvec up = r3_scale(-1.0L, n); // towards the plane
    peak best = {-2.0L, 0.0L, UINT32_MAX, false};
    for (uint32_t i = mesh->fan_first[vertex]; i < mesh->fan_first[vertex + 1]; ++i) {
        climb_corner(body, vertex, &mesh->fan[i], up, &best);
    }
    sb_proper proper = {best.height > -2.0L ? -best.height : 1.0L, false};
    if (points_inside(body, vertex, up, &proper.unsure)) {
        proper.value = -1.0L;
    }
    return proper;
}

// ---- edges

sb_rays sb_rays_of(const sb_body* body, uint32_t edge)
{
    const sb_mesh* mesh = body->mesh;
    const sb_edge* e = &mesh->edge[edge];
    sb_rays rays = {.along = sb_body_edge(body, edge)};
    for (uint32_t k = e->wing_begin; k < e->wing_end && rays.count < SB_WINGS; ++k) {
        // The inside of a face is to the left of its outline.
        rvec left = r3_cross(body->normal[mesh->wing[k].face], rays.along);
        rays.wing[rays.count++] = r3_unit(r3_scale(mesh->wing[k].forth ? 1.0L : -1.0L, left));
    }
    rays.solid = mesh->face_solid[mesh->wing[e->wing_begin].face];
    rays.reflex = e->kind == SB_EDGE_REFLEX;
    return rays;
}

// A facet that is upright up to rounding. Its tangent stands for infinity.
#define UPRIGHT 1e-15L
#define STEEPEST 1e18L

// Slopes of an edge: in the direction at the angle x from it, the tangent of the highest ray over the level
// is slope[x > 0 ? 0 : 1] |sin x|, if there is a ray on that side.
typedef struct slopes {
    real slope[2];
    bool has[2];
    bool filled;  // the normal points into the solid
    bool upright; // it points along a facet, whose rays then stand on the edge itself
} slopes;

// The solid fills the smaller angle between its two wings, or the larger one at a reflex edge.
static bool wedge_holds(const sb_rays* rays, rvec up, rvec level)
{
    real full = 2.0L * acosl(-1.0L), angle[2], turn;
    for (int k = 0; k < 2; ++k) {
        angle[k] = atan2l(r3_dot(rays->wing[k], level), r3_dot(rays->wing[k], up));
    }
    turn = angle[1] - angle[0];
    turn += turn < 0.0L ? full : 0.0L; // from wing 0 to wing 1, counter-clockwise
    real up_turn = -angle[0] + (angle[0] > 0.0L ? full : 0.0L);
    bool in_turn = up_turn < turn;
    bool small = turn < 0.5L * full;
    return in_turn == (small != rays->reflex);
}

static slopes slopes_of(const sb_rays* rays, rvec up, rvec level, bool* unsure)
{
    slopes s = {{-HUGE_VALL, -HUGE_VALL}, {false, false}, false, false};
    for (int k = 0; k < rays->count; ++k) {
        real run = r3_dot(rays->wing[k], level), rise = r3_dot(rays->wing[k], up);
        // A facet that hangs straight down is on one side or the other. Upright ones are steep on either.
        *unsure |= fabsl(run) <= JUMP && rise < 0.0L;
        int side = run > 0.0L ? 0 : 1;
        if (fabsl(run) > UPRIGHT) {
            s.slope[side] = r_max(s.slope[side], rise / fabsl(run));
            s.has[side] = true;
        }
        s.upright |= fabsl(run) <= UPRIGHT && rise > 0.0L;
    }
    s.filled = rays->solid && rays->count == 2 && wedge_holds(rays, up, level);
    return s;
}

// Sine of the angle from one slope up to another; beyond a right angle downwards it is -1.
static real sine_between(real low, real high)
{
    real rise = high - low, run = 1.0L + low * high;
    if (rise < 0.0L && run < 0.0L) {
        return -1.0L;
    }
    return rise / sqrtl((1.0L + low * low) * (1.0L + high * high));
}

typedef struct sweep {
    real a, b;      // slopes: A's highest, B's lowest
    real from_b;    // angle from A's edge at which B's is
    real low, high; // directions in which both slopes belong to one facet each
} sweep;

static real sweep_sine(const sweep* w, real x)
{
    return sine_between(w->a * fabsl(sinl(x)), w->b * fabsl(sinl(x - w->from_b)));
}

// The directions of a sweep by a share from 0 to 1, crowding at both ends, near which steep facets turn.
static real share_sine(const sweep* w, real share)
{
    real near = share * share * share, far = (1.0L - share) * (1.0L - share) * (1.0L - share);
    return sweep_sine(w, (w->low * far + w->high * near) / (near + far));
}

enum { SAMPLES = 96 };

// The smallest sine between two shares that has one valley at most there.
static real valley(const sweep* w, real l, real r)
{
    real best = HUGE_VALL;
    for (int i = 0; i < 50; ++i) {
        real x1 = l + (r - l) * 0.382L, x2 = l + (r - l) * 0.618L;
        real y1 = share_sine(w, x1), y2 = share_sine(w, x2);
        best = r_min(best, r_min(y1, y2));
        if (y1 < y2) {
            r = x2;
        } else {
            l = x1;
        }
    }
    return best;
}

// The smallest sine of a sweep, which may have several valleys. Anything below `enough` ends the search.
static real sweep_least(const sweep* w, real enough)
{
    real step = 1.0L / SAMPLES, y[SAMPLES + 1], best = HUGE_VALL;
    for (int i = 0; i <= SAMPLES; ++i) {
        // In steps of 35, which has no factor in common with 97: the first few are far apart.
        int k = 35 * i % (SAMPLES + 1);
        y[k] = share_sine(w, step * (real)k);
        best = r_min(best, y[k]);
        if (y[k] < enough) {
            return y[k];
        }
    }
    for (int i = 0; i <= SAMPLES; ++i) {
        int before = i > 0 ? i - 1 : i, after = i < SAMPLES ? i + 1 : i;
        if (y[i] <= y[before] && y[i] <= y[after]) {
            best = r_min(best, valley(w, step * (real)before, step * (real)after));
        }
    }
    return best;
}

// The least sine in the two directions along an edge with an upright facet, `angle` from the other edge.
static real upright_least(const slopes* other, real angle)
{
    real least = 1.0L;
    for (int end = 0; end < 2; ++end) {
        int side = (sinl(angle) > 0.0L) == (end == 0) ? 0 : 1;
        if (other->has[side]) {
            least = r_min(least, sine_between(STEEPEST, -other->slope[side] * fabsl(sinl(angle))));
        }
    }
    return least;
}

sb_proper sb_proper_edges(const sb_rays* a, const sb_rays* b, rvec n, real enough)
{
    sb_proper proper = {1.0L, false};
    rvec down = r3_scale(-1.0L, n);
    rvec level_a = r3_cross(n, a->along), level_b = r3_cross(n, b->along);
    slopes high = slopes_of(a, n, level_a, &proper.unsure);
    slopes low = slopes_of(b, down, level_b, &proper.unsure);
    if (high.filled || low.filled) {
        proper.value = -1.0L;
        return proper;
    }
    // Directions by their angle from A's edge towards level_a; B's edge is at from_b, and so are its sides.
    real pi = acosl(-1.0L);
    real from_b = atan2l(r3_dot(b->along, level_a), r3_dot(b->along, a->along));
    if (high.upright) {
        proper.value = r_min(proper.value, upright_least(&low, -from_b));
    }
    if (low.upright) {
        proper.value = r_min(proper.value, upright_least(&high, from_b));
    }
    real cut = from_b < 0.0L ? from_b + pi : from_b; // between 0 and pi: B's edge or its other end
    const real bounds[5] = {0.0L, cut, pi, cut + pi, 2.0L * pi};
    for (int i = 0; i < 4; ++i) {
        real middle = 0.5L * (bounds[i] + bounds[i + 1]);
        int side_a = sinl(middle) > 0.0L ? 0 : 1, side_b = sinl(middle - from_b) > 0.0L ? 0 : 1;
        if (high.has[side_a] && low.has[side_b] && proper.value >= enough) {
            sweep w = {high.slope[side_a], -low.slope[side_b], from_b, bounds[i], bounds[i + 1]};
            proper.value = r_min(proper.value, sweep_least(&w, enough));
        }
    }
    // Next to a facet that hangs down the sine is not negative, so that others decide where the value is.
    proper.unsure = proper.unsure && proper.value >= -JUMP;
    return proper;
}
