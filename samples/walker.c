// Walking by slides and traces.

#include "walker.h"

#include "memory.h"

static const toi_vec3 UP = {0.0, 0.0, 1.0};

// Of two ways to go, the one over a step must be longer by this part, so that a wall is not climbed for
// nothing.
static const double STEP_GAIN = 1.01;

static toi_trace_def trace_def(const sim_walker* w)
{
    return (toi_trace_def){.separation = w->settings.separation,
                           .tolerance = w->settings.tolerance,
                           .skip = &w->self,
                           .skip_count = 1};
}

static toi_trace_result trace_up(sim_walker* w, toi_pose from, double height)
{
    toi_placed mover = {w->mesh, from, 2};
    toi_trace_def def = trace_def(w);
    toi_move move = {.kind = TOI_MOVE_TRANSLATION, .by = v3_scale(UP, height)};
    toi_trace_result r;
    must(toi_trace(w->stage, &mover, &move, &def, &r), "toi_trace");
    w->certified = w->certified && r.certified;
    return r;
}

static toi_slide_result slide(sim_walker* w, toi_pose from, toi_vec3 by)
{
    toi_placed mover = {w->mesh, from, 2};
    toi_slide_def def = {.trace = trace_def(w)};
    toi_slide_result r;
    must(toi_slide(w->stage, &mover, by, &def, &r), "toi_slide");
    w->certified = w->certified && r.certified;
    ++w->slides;
    w->bumps += r.bump_count;
    return r;
}

static bool can_stand(const sim_walker* w, const toi_trace_result* r)
{
    return r->answer == TOI_ANSWER_CONTACT && -r->normal.z >= w->settings.steepest;
}

static double flat_distance(toi_pose from, toi_pose to)
{
    double x = to.position.x - from.position.x, y = to.position.y - from.position.y;
    return sqrt(x * x + y * y);
}

// A slope that is too steep acts as an upright wall, or the slide would go up it.
static toi_vec3 without_slopes(const sim_walker* w, toi_vec3 by, const toi_slide_result* r)
{
    for (uint32_t i = 0; i < r->bump_count && i < TOI_SLIDE_BUMPS; ++i) {
        toi_vec3 n = r->bump[i].normal;
        if (-n.z < w->settings.steepest && -n.z > 0.0) {
            by = v3_not_into(by, v3_unit(v3(n.x, n.y, 0.0)));
        }
    }
    return by;
}

static toi_slide_result slide_on_the_flat(sim_walker* w, toi_pose from, toi_vec3 by)
{
    toi_slide_result r = slide(w, from, by);
    toi_vec3 flat = without_slopes(w, by, &r);
    return v3_distance(flat, by) > 0.0 ? slide(w, from, flat) : r;
}

// Up by a step, along, and down again. Returns whether it ends on ground to stand on and gets further than
// `least`.
static bool climb(sim_walker* w, toi_vec3 by, double least, toi_pose* reached)
{
    toi_pose high = trace_up(w, w->pose, w->settings.step_height).pose;
    toi_pose along = slide_on_the_flat(w, high, by).pose;
    double height = along.position.z - w->pose.position.z;
    toi_trace_result down = trace_up(w, along, -height - w->settings.ground_reach);
    *reached = down.pose;
    return can_stand(w, &down) && flat_distance(w->pose, down.pose) > STEP_GAIN * least;
}

static void find_ground(sim_walker* w, double reach)
{
    toi_trace_result down = trace_up(w, w->pose, -reach);
    w->grounded = can_stand(w, &down);
    if (w->grounded) {
        w->pose = down.pose;
        w->ground = v3_scale(down.normal, -1.0);
        w->fall_speed = 0.0;
    }
}

// Along the ground with the same horizontal velocity.
static void walk(sim_walker* w, toi_vec3 by)
{
    double rise = -v3_dot(by, w->ground) / w->ground.z;
    toi_slide_result r = slide_on_the_flat(w, w->pose, v3_madd(by, rise, UP));
    double made = flat_distance(w->pose, r.pose);
    toi_pose over_step;
    if (r.bump_count > 0 && climb(w, by, made, &over_step)) {
        ++w->steps_climbed;
        w->pose = over_step;
    } else {
        w->pose = r.pose;
    }
    find_ground(w, w->settings.step_height); // down stairs and slopes without a jump
}

static void fall(sim_walker* w, toi_vec3 by, double dt)
{
    w->fall_speed += w->settings.gravity * dt;
    toi_slide_result r = slide_on_the_flat(w, w->pose, by);
    w->pose = slide(w, r.pose, v3_scale(UP, -w->fall_speed * dt)).pose;
    find_ground(w, w->settings.ground_reach);
}

void walker_move(sim_walker* w, toi_vec3 wish, double dt)
{
    toi_vec3 by = v3_scale(wish, dt);
    if (w->grounded) {
        walk(w, by);
    } else {
        fall(w, by, dt);
    }
}
