// Checks of a run of cloth.

#include "cloth_watch.h"

#include "check.h"

#include <string.h>

// [FNV] of bytes.
static uint64_t hash_bytes(uint64_t hash, const void* bytes, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        hash = (hash ^ ((const uint8_t*)bytes)[i]) * 0x100000001b3u;
    }
    return hash;
}

static double mean_speed(const soft_system* soft)
{
    double sum = 0.0, mass = 0.0;
    for (uint32_t i = 0; i < soft->point_count; ++i) {
        if (soft->inverse[i] > 0.0) {
            sum += v3_dot(soft->velocity[i], soft->velocity[i]) / soft->inverse[i];
            mass += 1.0 / soft->inverse[i];
        }
    }
    return sqrt(sum / mass);
}

void cloth_watch_begin(cloth_watch* watch, const cloth_world* w)
{
    *watch = (cloth_watch){.hash = 0xcbf29ce484222325u};
    watch->energy_first = watch->energy_last = watch->energy_most = soft_energy(&w->soft);
    watch->volume_first = soft_volume(&w->soft, w->soft.at);
}

void cloth_watch_step(cloth_watch* watch, const cloth_world* w)
{
    watch->energy_last = soft_energy(&w->soft);
    watch->energy_most = fmax(watch->energy_most, watch->energy_last);
    watch->stretch_most =
        fmax(watch->stretch_most, soft_stretch(&w->soft, SOFT_STRETCH, &watch->stretch_mean));
    if (w->soft.skin != NULL) {
        double share = soft_volume(&w->soft, w->soft.at) / watch->volume_first;
        watch->volume_error = fmax(watch->volume_error, fabs(share - 1.0));
    }
    watch->speed = mean_speed(&w->soft);
    watch->speed_most = fmax(watch->speed_most, watch->speed);
    watch->hash = hash_bytes(watch->hash, w->soft.at, w->soft.point_count * sizeof *w->soft.at);
}

void cloth_watch_report(const cloth_watch* watch, const cloth_world* w, const cloth_scene* scene,
                        double seconds)
{
    const cloth_counts* c = &w->counts;
    check("meets", c->looked == c->steps && c->meeting == 0,
          "at the ends of %u of %u steps %llu pairs of faces meet", c->looked, c->steps,
          (unsigned long long)c->meeting);
    check("near", c->near > 0 || seconds < 0.5,
          "%llu pairs of features were near before a step, %llu in a proposed one",
          (unsigned long long)c->near, (unsigned long long)c->impacts);
    check("time", w->time >= 0.99 * seconds, "%.6g s of %.6g s passed; %u steps were cut, %u moved nothing",
          w->time, seconds, c->cuts, c->stops);
    check("stretch", watch->stretch_most <= scene->most_stretch,
          "edges are at most %.3g longer than at rest, of %.3g", watch->stretch_most, scene->most_stretch);
    if (w->soft.skin != NULL) {
        check("volume", watch->volume_error <= 0.02, "the volume changes by at most %.3g of it",
              watch->volume_error);
    }
    if (w->lead == NULL) {
        double rise = watch->energy_most - watch->energy_first;
        check("energy", rise <= 1e-3 * watch->energy_first, "of %.6g J it rises by %.3g J, %.6g J are left",
              watch->energy_first, rise, watch->energy_last);
    }
    if (seconds >= scene->rest_after) {
        check("rest", watch->speed <= 0.05 * watch->speed_most,
              "at the end the mean speed is %.3g m/s, of %.3g m/s", watch->speed, watch->speed_most);
    }
}
