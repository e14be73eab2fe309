// A ball and the features of a mesh.
//     facet   n . c - d - r, the foot of c inside; of a sheet also -(n . c - d) - r
//     crease  |(c - p) x e| - r, the foot of c between the ends
//     tip     |c - v| - r

#include "mesh/features.h"
#include "narrow/screw/round.h"

static ti_jet3 center_of(const ti_event* event, const ti_moment* moment)
{
    const ti_roller* ball = event->roller[0];
    return ti_stage_point(event->stage, moment, ball->body, ball->center);
}

static bool asks_proper(const ti_event* event)
{
    return event->stage->solver->pair->min_properness >= 0.0;
}

static void name_touch(const ti_event* event, toi_feature_kind kind, uint32_t index, ti_touch* touch)
{
    (void)event;
    touch->kind[0] = kind;
    touch->index[0] = index;
    touch->kind[1] = TOI_FEATURE_FACE;
    touch->index[1] = TI_ROLLER_SIDE;
}

// ---- facets

static ti_view* mesh_view(const ti_event* event)
{
    return event->stage->solver->view[event->stage->rest];
}

static ti_jet height_of(const ti_event* event, const ti_moment* moment)
{
    ti_jet3 normal = jv_constant(event->along, 0.0);
    ti_jet height = jv_dot(normal, center_of(event, moment), moment->h);
    return jt_add(height, jt_constant(-event->length));
}

static bool facet_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    ti_jet height = jt_scale(event->side[0], height_of(event, moment));
    *jet = jt_add(height, jt_constant(-event->roller[0]->radius));
    return true;
}

static bool facet_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    toi_vec3 center = center_of(event, moment).value;
    double height = v3_dot(event->along, center) - event->length;
    touch->point = v3_madd(center, -height, event->along);
    touch->normal = v3_scale(event->side[0], event->along);
    name_touch(event, TOI_FEATURE_FACE, event->feature, touch);
    touch->properness = 0.0;
    return ti_facet_holds(mesh_view(event), event->feature, event->along, touch->point, slack);
}

// How far the centre is inside of the side k of the facet.
static ti_jet facet_limit(const ti_event* event, const ti_moment* moment, uint32_t k)
{
    ti_plane side = ti_facet_side(event, k);
    ti_jet3 normal = jv_constant(v3_negate(side.normal), 0.0);
    return jt_add(jv_dot(normal, center_of(event, moment), moment->h), jt_constant(side.offset));
}

static bool ball_facet(ti_event event, const double window[2])
{
    const ti_features* f = mesh_view(&event)->features;
    const ti_facet* facet = &f->facets[event.feature];
    event.law = (ti_event_law){.distance = facet_distance,
                               .limit = facet_limit,
                               .limit_count = facet_corner_count(facet),
                               .plain = true,
                               .touch = facet_touch};
    event.side[0] = 1;
    bool ok = ti_event_solve(&event, window[0], window[1]);
    if (ok && !facet->solid) {
        event.side[0] = -1;
        ok = ti_event_solve(&event, window[0], window[1]);
    }
    return ok;
}

// ---- creases

// Whether the centre is in front of the direction d of an edge or facet of a solid during all of the span: a
// ball that touched there would be inside of it.
static bool is_improper(const ti_event* event, const ti_jet3* y, toi_vec3 d)
{
    const ti_screw_pair* pair = event->stage->solver->pair;
    double slack = 2.0 * pair->angle_slack * jv_most(*y) + y->spread + y->error;
    return v3_dot(y->value, d) > slack * JET_UP;
}

static bool crease_is_improper(const ti_event* event, const ti_jet3* y)
{
    for (int i = 0; i < event->wedge.count; ++i) {
        if (is_improper(event, y, event->wedge.wing[i])) {
            return true;
        }
    }
    return false;
}

static bool crease_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    ti_jet3 y = jv_sub(center_of(event, moment), jv_constant(event->point, 0.0));
    if (crease_is_improper(event, &y)) {
        return false;
    }
    ti_jet distance = jv_length(jv_cross(y, jv_constant(event->along, 0.0), moment->h), moment->h);
    *jet = jt_add(distance, jt_constant(-event->roller[0]->radius));
    return true;
}

static ti_jet crease_limit(const ti_event* event, const ti_moment* moment, uint32_t k)
{
    ti_jet3 y = jv_sub(center_of(event, moment), jv_constant(event->point, 0.0));
    ti_jet share = jv_dot(y, jv_constant(event->along, 0.0), moment->h);
    return k == 0 ? share : jt_sub(jt_constant(event->length), share);
}

static bool crease_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    toi_vec3 center = center_of(event, moment).value, y = v3_sub(center, event->point);
    double share = v3_dot(y, event->along);
    touch->point = v3_madd(event->point, fmin(fmax(share, 0.0), event->length), event->along);
    toi_vec3 out = v3_madd(y, -share, event->along);
    double distance = v3_length(out);
    if (!(share >= -slack && share <= event->length + slack && distance > 0.0)) {
        return false;
    }
    touch->normal = v3_scale(1.0 / distance, out);
    ti_wedge wedge = ti_stage_wedge(event->stage, event->feature);
    touch->properness = ti_properness_wedge_plane(&wedge, v3_negate(touch->normal));
    name_touch(event, TOI_FEATURE_EDGE, event->feature, touch);
    return true;
}

static bool ball_crease(ti_event event, const double window[2])
{
    // A wedge without wings asks nothing.
    if (asks_proper(&event) && mesh_view(&event)->features->creases[event.feature].solid) {
        event.wedge = ti_stage_wedge(event.stage, event.feature);
    }
    event.law = (ti_event_law){.distance = crease_distance,
                               .limit = crease_limit,
                               .limit_count = 2,
                               .plain = true,
                               .limits_hold = true,
                               .touch = crease_touch};
    return ti_event_solve(&event, window[0], window[1]);
}

// ---- tips

// Along the edges of a hill, which are scaled to unit length with an error of a few units in the last place.
static bool tip_is_improper(const ti_event* event, const ti_jet3* y)
{
    ti_view* view = mesh_view(event);
    const ti_features* f = view->features;
    if (!asks_proper(event) || f->tip_class[event->feature] != TI_TIP_HILL) {
        return false;
    }
    for (uint32_t i = f->tip_crease_first[event->feature]; i < f->tip_crease_first[event->feature + 1]; ++i) {
        const uint32_t* end = f->creases[f->tip_crease[i]].vertex;
        uint32_t other = end[0] == event->feature ? end[1] : end[0];
        toi_vec3 d = v3_sub(ti_view_spot(view, other)->point, event->point);
        if (is_improper(event, y, v3_scale(1.0 / v3_length(d), d))) {
            return true;
        }
    }
    return false;
}

static bool tip_distance(const ti_event* event, const ti_moment* moment, ti_jet* jet)
{
    ti_jet3 y = jv_sub(center_of(event, moment), jv_constant(event->point, 0.0));
    if (tip_is_improper(event, &y)) {
        return false;
    }
    *jet = jt_add(jv_length(y, moment->h), jt_constant(-event->roller[0]->radius));
    return true;
}

static bool tip_touch(const ti_event* event, const ti_moment* moment, double slack, ti_touch* touch)
{
    (void)slack;
    toi_vec3 y = v3_sub(center_of(event, moment).value, event->point);
    touch->point = event->point;
    touch->normal = v3_scale(1.0 / v3_length(y), y);
    touch->properness = ti_stage_tip(event->stage, event->feature, v3_negate(touch->normal));
    name_touch(event, TOI_FEATURE_VERTEX, event->feature, touch);
    return true;
}

static bool ball_tip(ti_event event, const double window[2])
{
    event.law = (ti_event_law){.distance = tip_distance, .plain = true, .touch = tip_touch};
    return ti_event_solve(&event, window[0], window[1]);
}

// ---- features of the mesh

bool ti_round_facet(const ti_stage* stage, const ti_roller* roller, uint32_t facet, const double window[2])
{
    ti_event event = {.stage = stage, .roller = {roller, NULL}, .feature = facet};
    ti_plane plane = ti_view_plane(mesh_view(&event), facet);
    event.along = plane.normal;
    event.length = plane.offset;
    return roller->kind == TI_ROUND_SPHERE ? ball_facet(event, window) : ti_cylinder_facet(&event, window);
}

bool ti_round_crease(const ti_stage* stage, const ti_roller* roller, uint32_t crease, const double window[2])
{
    ti_event event = {.stage = stage, .roller = {roller, NULL}, .feature = crease};
    ti_view* view = mesh_view(&event);
    const uint32_t* end = view->features->creases[crease].vertex;
    event.point = ti_view_spot(view, end[0])->point;
    toi_vec3 span = v3_sub(ti_view_spot(view, end[1])->point, event.point);
    event.length = v3_length(span);
    if (!(event.length > 0.0)) {
        return true;
    }
    event.along = v3_scale(1.0 / event.length, span);
    return roller->kind == TI_ROUND_SPHERE ? ball_crease(event, window)
                                           : ti_round_lines(&event, window) && ti_rim_crease(&event, window);
}

bool ti_round_tip(const ti_stage* stage, const ti_roller* roller, uint32_t vertex, const double window[2])
{
    ti_event event = {.stage = stage, .roller = {roller, NULL}, .feature = vertex};
    event.point = ti_view_spot(mesh_view(&event), vertex)->point;
    return roller->kind == TI_ROUND_SPHERE ? ball_tip(event, window) : ti_cylinder_tip(&event, window);
}
