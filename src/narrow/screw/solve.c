// What both kinds of contact share: which count, and the spans of a sustained touch.

#include "narrow/screw/solve.h"

#include "math/rounding.h"

static bool contact_counts(ti_solver* solver, double sine, ti_screw_contact* contact)
{
    const ti_screw_pair* pair = solver->pair;
    double slack = pair->angle_slack + pair->tilt / sine;
    double speed_slack = 4.0 * pair->rounding * fmax(1.0, pair->twist.angle);
    contact->entering = !(contact->approach < -speed_slack);
    if (!contact->entering && !pair->leaving) {
        return false;
    }
    if (contact->properness < pair->min_properness - slack) {
        return false;
    }
    contact->properness = fmax(contact->properness, pair->min_properness);
    double room = ti_pair_passing_time(pair, contact->point);
    if (contact->sustained && contact->s > pair->from) { // it begins within the tolerance of the features
        contact->s_error = fmax(contact->s_error, room);
    }
    if (pair->first_only && contact->entering) { // others at the same time may be found a little later
        solver->latest = fmin(solver->latest, contact->s + (contact->s_error + room));
    }
    return true;
}

bool ti_contact_add(ti_solver* solver, double sine, ti_screw_contact* contact)
{
    if (!contact_counts(solver, sine, contact)) {
        return true;
    }
    ti_screw_contact* slot = ti_array_push(solver->contacts);
    if (slot != NULL) {
        *slot = *contact;
    }
    return slot != NULL;
}

// ---- facets

// For a polygon that need not be convex: whether a point is inside, by the number of its sides that a ray
// from the point crosses, in the coordinates u, v of its plane.
static bool is_within_sides(ti_view* view, const ti_facet* facet, const uint32_t* corner, toi_vec3 normal,
                            toi_vec3 point)
{
    double ax = fabs(normal.x), ay = fabs(normal.y), az = fabs(normal.z);
    int drop = ax >= ay && ax >= az ? 0 : (ay >= az ? 1 : 2);
    bool inside = false;
    uint32_t count = facet->corner_end - facet->corner_begin;
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 p = v3_sub(ti_view_spot(view, corner[i])->point, point);
        toi_vec3 q = v3_sub(ti_view_spot(view, corner[(i + 1) % count])->point, point);
        double pu = drop == 0 ? p.y : p.x, pv = drop == 2 ? p.y : p.z;
        double qu = drop == 0 ? q.y : q.x, qv = drop == 2 ? q.y : q.z;
        if ((pv > 0.0) != (qv > 0.0)) {
            bool right = pu * qv - pv * qu > 0.0;
            inside ^= right == (qv > pv);
        }
    }
    return inside;
}

bool ti_facet_holds(ti_view* view, uint32_t index, toi_vec3 normal, toi_vec3 point, double slack)
{
    const ti_features* f = &view->pair->mesh[view->body]->features;
    const ti_facet* facet = &f->facets[index];
    const uint32_t* corner = f->corner + facet->corner_begin;
    uint32_t count = facet->corner_end - facet->corner_begin;
    bool near = false;
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 p = ti_view_spot(view, corner[i])->point;
        toi_vec3 q = ti_view_spot(view, corner[i + 1 < count ? i + 1 : 0])->point, side = v3_sub(q, p);
        if (facet->convex) {
            double inside = v3_dot(v3_cross(side, v3_sub(point, p)), normal);
            if (inside < 0.0 && inside * inside > slack * slack * v3_dot(side, side)) {
                return false;
            }
        } else {
            toi_vec3 apart = v3_sub(v3_nearest_on_segment(p, side, point), point);
            near = near || v3_dot(apart, apart) <= slack * slack;
        }
    }
    return facet->convex || near || is_within_sides(view, facet, corner, normal, point);
}

// ---- spans

// The earliest root of any function after `after`; 2 if there is none. Changes of state happen at roots
// alone; the ends of tangent and sustained ones count too.
static double next_change(ti_solver* solver, const ti_span_walk* walk, double after, double to)
{
    double first = 2.0;
    for (int i = 0; i < walk->count; ++i) {
        ti_root_search search;
        ti_root root;
        double limit = fmin(to, first);
        if (limit < after) {
            break;
        }
        ti_root_search_begin(&search, &walk->functions[i], after, limit, TI_SOLVER_BUDGET);
        while (ti_root_search_next(&search, &root)) {
            double change = root.s > after ? root.s : root.until;
            if (change > after) {
                first = fmin(first, change);
                break;
            }
        }
        solver->effort->steps += search.steps;
    }
    return first;
}

// Spans of one touch at most: a motion that enters and leaves more often ends in one span that is too long.
enum { MOST_SPANS = 64 };

bool ti_walk_spans(ti_solver* solver, const ti_span_walk* walk, double from, double to)
{
    double start = from, at = from;
    bool open = false;
    for (int i = 0; i < MOST_SPANS; ++i) {
        double change = fmin(next_change(solver, walk, at, to), to);
        bool last = !(change < to) || i + 1 == MOST_SPANS;
        double end = last ? to : change;
        bool inside = (i + 1 == MOST_SPANS) || walk->holds(walk->context, 0.5 * (at + end));
        if (inside && !open) {
            start = at;
            open = true;
        }
        if (open && (!inside || last)) {
            open = false;
            if (!walk->report(walk->context, start, inside ? end : at)) {
                return false;
            }
        }
        if (last) {
            break;
        }
        at = change;
    }
    return true;
}
