// Hashes of numbers, for comparing results.

#ifndef TOI_TESTS_NUMBER_HASH_H
#define TOI_TESTS_NUMBER_HASH_H

#include <stdint.h>
#include <string.h>

static const uint64_t number_hash_start = 0xcbf29ce484222325u;

static inline void number_hash(uint64_t* hash, double x)
{
    uint64_t bits;
    x += 0.0; // one zero of two
    memcpy(&bits, &x, sizeof bits);
    *hash = (*hash ^ bits) * 0x100000001b3u;
    *hash ^= *hash >> 29;
}

#endif
