// What every test includes: cmocka with the headers it needs, assert_near, test data, and a seeded generator.

#ifndef TOI_TESTS_CMOCKA_TOI_H
#define TOI_TESTS_CMOCKA_TOI_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Long random tests run for one in so many of their rounds where a sanitizer makes each several times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TEST_SHARE 4u
#else
#define TEST_SHARE 1u
#endif

// Fails unless |value - expected| <= tolerance; a NaN fails.
#define assert_near(value, expected, tolerance) \
    test_assert_near((value), (expected), (tolerance), #value, __FILE__, __LINE__)

static inline void test_assert_near(double value, double expected, double tolerance, const char* what,
                                    const char* file, int line)
{
    if (value == expected || fabs(value - expected) <= tolerance) {
        return;
    }
    print_error("%s is %.17g, expected %.17g within %.3g, off by %.3g\n", what, value, expected, tolerance,
                fabs(value - expected));
    _fail(file, line);
}

// Path of a file below `folder`; valid until the fourth call after this one.
static inline const char* test_join_path(const char* folder, const char* name)
{
    static char path[4][4096];
    static unsigned turn = 0;
    char* p = path[turn++ % 4];
    snprintf(p, sizeof path[0], "%s/%s", folder, name);
    return p;
}

// Path of a file of this repository, such as "scenes/linked-tori.json".
static inline const char* test_source_path(const char* name)
{
    const char* folder = getenv("TOI_SOURCE_DIR");
    return test_join_path(folder != NULL ? folder : TOI_TEST_SOURCE_DIR, name);
}

// Path of a file or folder of the collection of test data (environment variable TOI_DATA), or NULL after
// saying that it is not there; then the test calls skip().
static inline const char* test_data_path(const char* name)
{
    const char* folder = getenv("TOI_DATA");
    const char* path = test_join_path(folder != NULL ? folder : TOI_TEST_SOURCE_DIR "/../shared", name);
    FILE* file = fopen(path, "rb");
    if (file == NULL) {
        printf("skipped: no data %s\n", path);
        return NULL;
    }
    fclose(file);
    return path;
}

// Path of the command line tool, or NULL where it is not built; then the test calls skip().
static inline const char* test_tool_path(void)
{
    const char* path = getenv("TOI_TOOL");
    if (path == NULL) {
        printf("skipped: no tool, TOI_TOOL is not set\n");
    }
    return path;
}

// Random numbers by splitmix64: any seed is good, and every machine gets the same ones.
typedef struct test_random {
    uint64_t state;
} test_random;

// Starts a generator and prints its seed: the environment variable TOI_SEED, else the one given.
static inline test_random random_start(uint64_t seed)
{
    const char* text = getenv("TOI_SEED");
    if (text != NULL) {
        seed = strtoull(text, NULL, 0);
    }
    printf("seed %llu (TOI_SEED overrides it)\n", (unsigned long long)seed);
    return (test_random){seed};
}

static inline uint64_t random_bits(test_random* random)
{
    uint64_t z = (random->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// In [0, 1), a multiple of 2^-53.
static inline double random_unit(test_random* random)
{
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

// Between lower and upper.
static inline double random_between(test_random* random, double lower, double upper)
{
    return lower + (upper - lower) * random_unit(random);
}

// A whole number below count, which is at least 1.
static inline uint32_t random_below(test_random* random, uint32_t count)
{
    return (uint32_t)(((random_bits(random) >> 32) * count) >> 32);
}

#endif
