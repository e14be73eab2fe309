// Looks at a scene by brute force: `toi_sample SCENE [SAMPLES]` poses every pair at many times and measures
// every two triangles, by formulas that share nothing with the library but the pose of a motion. It proves
// nothing; it is there to catch what a proof says wrongly. Of each pair that comes close it prints the
// smallest gap seen, when, and the bracket of the first sample that touches; with `--csv A B` it prints the
// gap of one pair at every sample.

#include "scenes/sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Samples around the closest one so far, and how often they zoom in.
#define ZOOM_SAMPLES 64
#define ZOOMS 6

typedef struct range {
    double low, high;
} range;

// One span of time, sampled evenly.
typedef struct scan {
    double gap, time; // the smallest, and when
    range first;      // the last sample without contact before the first with one; high > 1: none
} scan;

static scan scan_span(ti_sampler* sampler, range span, uint32_t samples)
{
    scan s = {.gap = TI_FAR, .first = {span.low, 2.0}};
    for (uint32_t i = 0; i <= samples; ++i) {
        double t = span.low + (span.high - span.low) * i / samples;
        // Beyond the smallest gap so far its exact size does not matter.
        double gap = ti_sampler_gap(sampler, t, s.gap);
        if (gap < s.gap) {
            s.gap = gap;
            s.time = t;
        }
        if (gap == 0.0) {
            s.first.high = t;
            return s;
        }
        s.first.low = t;
    }
    return s;
}

// The smallest gap, by zooming in on the closest sample; a touch that is found is narrowed down from its
// left.
static scan scan_pair(ti_sampler* sampler, uint32_t samples)
{
    scan best = scan_span(sampler, (range){0.0, 1.0}, samples);
    double reach = 1.0 / samples;
    for (int zoom = 0; zoom < ZOOMS && best.gap > 0.0; ++zoom) {
        range span = {fmax(0.0, best.time - reach), fmin(1.0, best.time + reach)};
        scan closer = scan_span(sampler, span, ZOOM_SAMPLES);
        if (closer.gap <= best.gap) {
            best = closer;
        }
        reach *= 2.0 / ZOOM_SAMPLES;
    }
    for (int zoom = 0; zoom < ZOOMS && best.gap == 0.0 && best.first.low < best.first.high; ++zoom) {
        best = scan_span(sampler, best.first, ZOOM_SAMPLES);
    }
    return best;
}

static void report(const ti_scene* scene, uint32_t samples)
{
    uint32_t hits = 0, looked = 0;
    for (uint32_t a = 0; a < scene->body_count; ++a) {
        for (uint32_t b = a + 1; b < scene->body_count; ++b) {
            if (!ti_scene_asks(scene, a, b)) {
                continue;
            }
            ti_sampler sampler = ti_sampler_make(&scene->bodies[a], &scene->bodies[b]);
            if (!ti_sampler_may_meet(&sampler, samples)) {
                ti_sampler_release(&sampler);
                continue;
            }
            ++looked;
            scan s = scan_pair(&sampler, samples);
            ti_sampler_release(&sampler);
            hits += s.gap == 0.0;
            printf("%s,%s,%.17g,%.17g,%.17g\n", scene->bodies[a].name, scene->bodies[b].name, s.gap,
                   s.gap == 0.0 ? s.first.low : s.time, s.gap == 0.0 ? s.first.high : s.time);
        }
    }
    printf("# %u pairs looked at, %u touch\n", looked, hits);
}

static int print_rows(const ti_scene* scene, uint32_t samples, const char* a, const char* b)
{
    const ti_scene_body *body_a = NULL, *body_b = NULL;
    for (uint32_t i = 0; i < scene->body_count; ++i) {
        body_a = strcmp(scene->bodies[i].name, a) == 0 ? &scene->bodies[i] : body_a;
        body_b = strcmp(scene->bodies[i].name, b) == 0 ? &scene->bodies[i] : body_b;
    }
    if (body_a == NULL || body_b == NULL) {
        fputs("toi_sample: there is no such body\n", stderr);
        return 2;
    }
    ti_sampler sampler = ti_sampler_make(body_a, body_b);
    puts("time,gap");
    for (uint32_t i = 0; i <= samples; ++i) {
        double t = (double)i / samples;
        printf("%.17g,%.17g\n", t, ti_sampler_gap(&sampler, t, TI_FAR));
    }
    ti_sampler_release(&sampler);
    return 0;
}

int main(int argc, char** argv)
{
    uint32_t samples = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1000;
    bool rows = argc == 6 && strcmp(argv[3], "--csv") == 0;
    if ((argc != 2 && argc != 3 && !rows) || samples == 0) {
        fputs("usage: toi_sample SCENE [SAMPLES [--csv BODY BODY]]\n", stderr);
        return 2;
    }
    ti_scene scene = {0};
    ti_scene_error error = {0};
    if (ti_scene_load(argv[1], NULL, &scene, &error) != TOI_OK) {
        fprintf(stderr, "toi_sample: %s\n", error.text);
        return 3;
    }
    int status = 0;
    if (rows) {
        status = print_rows(&scene, samples, argv[4], argv[5]);
    } else {
        puts("a,b,gap,from,to");
        report(&scene, samples);
    }
    ti_scene_release(&scene);
    return status;
}
