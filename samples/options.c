// Command line and random numbers.

#include "options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void usage(const char* program, const char* about, int status)
{
    fprintf(status == 0 ? stdout : stderr,
            "%s\nusage: %s [--steps N] [--rate HZ] [--seed S] [--size N] [-o FILE] [--poses FILE]\n", about,
            program);
    exit(status);
}

// A number that may stand there, or NaN.
static double number(const char* text, double least, double most)
{
    char* end;
    double value = strtod(text, &end);
    return end != text && *end == '\0' && value >= least && value <= most ? value : (double)NAN;
}

sim_options read_options(int count, char** arguments, sim_options defaults, const char* about)
{
    sim_options o = defaults;
    for (int i = 1; i < count; i += 2) {
        const char *name = arguments[i], *value = i + 1 < count ? arguments[i + 1] : "";
        double whole = number(value, 1.0, 1e9);
        if (strcmp(name, "--help") == 0) {
            usage(arguments[0], about, 0);
        } else if (strcmp(name, "-o") == 0 && *value != '\0') {
            o.output = value;
        } else if (strcmp(name, "--poses") == 0 && *value != '\0') {
            o.poses = value;
        } else if (strcmp(name, "--rate") == 0 && isfinite(number(value, 1.0, 1e5))) {
            o.rate = number(value, 1.0, 1e5);
        } else if (strcmp(name, "--steps") == 0 && whole == floor(whole)) {
            o.steps = (uint32_t)whole;
        } else if (strcmp(name, "--size") == 0 && whole == floor(whole)) {
            o.size = (uint32_t)whole;
        } else if (strcmp(name, "--seed") == 0 && whole == floor(whole)) {
            o.seed = (uint64_t)whole;
        } else {
            usage(arguments[0], about, 2);
        }
    }
    return o;
}

double draw(uint64_t* state, double low, double high)
{
    *state += 0x9e3779b97f4a7c15u; // splitmix64
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return low + (high - low) * ldexp((double)(z >> 11), -53);
}
