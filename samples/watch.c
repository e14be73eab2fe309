// Checks of a run.

#include "watch.h"

#include "memory.h"

#include <stdio.h>

// Of the energy that was brought in.
static const double ENERGY_SLACK = 1e-3;

static const uint32_t HANGING_STEPS = 3;

void watch_meetings(sim_watch* watch, const sim_crowd* crowd)
{
    toi_body* bodies = allocate(crowd->count, sizeof *bodies);
    uint32_t moving = 0;
    for (uint32_t i = 0; i < crowd->count; ++i) {
        bodies[i].mesh = crowd->bodies[i].mesh;
        bodies[i].motion = (toi_motion){.kind = TOI_MOTION_STATIC, .pose = crowd->bodies[i].pose};
        moving += crowd->bodies[i].mass > 0.0;
    }
    // What never moves is not asked about its like: a level may be built of parts that touch.
    uint32_t still = crowd->count - moving;
    toi_pair* ignore = allocate((size_t)still * still, sizeof *ignore);
    uint32_t ignored = 0;
    for (uint32_t i = moving; i < crowd->count; ++i) {
        for (uint32_t j = i + 1; j < crowd->count; ++j) {
            ignore[ignored++] = (toi_pair){i, j};
        }
    }
    toi_world_def def = {
        .bodies = bodies, .body_count = crowd->count, .ignore = ignore, .ignore_count = ignored};
    toi_world_result result;
    toi_error error;
    must(toi_world_check(&def, &result, &error), "toi_world_check");
    ++watch->steps;
    watch->pairs += result.pairs_asked;
    watch->near += result.pairs_asked - result.pairs_broad;
    for (uint32_t i = 0; i < result.pair_count; ++i) {
        watch->meetings += result.pairs[i].result.answer != TOI_ANSWER_CLEAR;
    }
    toi_world_result_release(&result);
    release(bodies);
    release(ignore);
}

void watch_energy(sim_watch* watch, const sim_crowd* crowd)
{
    double before = watch->energy;
    watch->energy = 0.0;
    for (uint32_t i = 0; i < crowd->count; ++i) {
        watch->energy += body_energy(&crowd->bodies[i], crowd->settings.gravity);
    }
    double rise = fmax(watch->energy - before, 0.0);
    watch->excess = fmax(watch->excess, watch->energy - watch->bound);
    watch->risen += rise;
    watch->risen_most = fmax(watch->risen_most, rise);
}

void watch_begin(sim_watch* watch, const sim_crowd* crowd)
{
    watch_energy(watch, crowd);
    watch->bound = watch->energy;
    watch->excess = watch->risen = watch->risen_most = 0.0;
}

void watch_brought(sim_watch* watch, double energy)
{
    watch->bound += energy;
    watch->energy += energy;
}

void watch_report(const sim_watch* w, const sim_crowd* crowd)
{
    const sim_crowd_counts* n = &crowd->counts;
    check("meetings", w->meetings == 0, "%llu of %llu pairs, %llu of them near",
          (unsigned long long)w->meetings, (unsigned long long)w->pairs, (unsigned long long)w->near);
    check("certified", n->uncertified == 0, "%llu traces are not; %llu are undecided",
          (unsigned long long)n->uncertified, (unsigned long long)n->undecided);
    check("energy", w->risen < ENERGY_SLACK * w->bound,
          "of %.6g J brought in %.6g are left; rises add up to %.3g, the largest is %.3g", w->bound,
          w->energy, w->risen, w->risen_most);
    check("hanging", n->longest_hanging <= HANGING_STEPS, "at most %u steps in a row", n->longest_hanging);
}

void crowd_print_counts(const sim_crowd* crowd, uint32_t steps)
{
    const sim_crowd_counts* n = &crowd->counts;
    printf("%llu traces, %llu stopped, %llu strikes, %llu moves not finished, %.3g m of one at most\n",
           (unsigned long long)n->traces, (unsigned long long)n->stops, (unsigned long long)n->strikes,
           (unsigned long long)n->left, n->largest_left);
    printf("%.1f sweeps and %.0f contacts a step\n", (double)n->sweeps / steps, (double)n->contacts / steps);
}
