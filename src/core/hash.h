// FNV-1a hashes with the same value on every machine, a mixing function, and a table of indices.

#ifndef TI_CORE_HASH_H
#define TI_CORE_HASH_H

#include "toi/base.h"

#include <string.h>

#define TI_HASH_START UINT64_C(0xcbf29ce484222325)
#define TI_HASH_PRIME UINT64_C(0x100000001b3)

// FNV-1a over bytes, going on from `hash` (TI_HASH_START at first).
static inline uint64_t ti_hash_bytes(uint64_t hash, const void* bytes, size_t count)
{
    const unsigned char* p = bytes;
    for (size_t i = 0; i < count; ++i) {
        hash = (hash ^ p[i]) * TI_HASH_PRIME;
    }
    return hash;
}

// FNV-1a over the eight bytes of a word, lowest first whatever the machine.
static inline uint64_t ti_hash_word(uint64_t hash, uint64_t word)
{
    for (int shift = 0; shift < 64; shift += 8) {
        hash = (hash ^ (word >> shift & 0xffu)) * TI_HASH_PRIME;
    }
    return hash;
}

// FNV-1a over the bits of a double: -0 and 0 differ.
static inline uint64_t ti_hash_double(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return ti_hash_word(hash, bits);
}

// The bits of a double with -0 turned into 0, so that doubles that are not NaN compare equal just if these
// do.
static inline uint64_t ti_bits_of_number(double value)
{
    value += 0.0;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// Spreads every bit over the word; one to one [Steele14, splitmix64].
static inline uint64_t ti_hash_u64(uint64_t word)
{
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return word ^ (word >> 31);
}

// Hash of a position for a table; equal for positions whose coordinates compare equal.
static inline uint64_t ti_hash_position(const double p[3])
{
    uint64_t hash = ti_hash_u64(ti_bits_of_number(p[0]) + UINT64_C(0x9e3779b97f4a7c15));
    hash = ti_hash_u64(hash + ti_bits_of_number(p[1]));
    return ti_hash_u64(hash + ti_bits_of_number(p[2]));
}

// Open addressing over indices below UINT32_MAX; the caller knows what an index stands for. What is found
// does not depend on the order of the slots.
typedef struct ti_table {
    uint32_t* slots; // UINT32_MAX where empty
    uint64_t mask;
    toi_allocator allocator;
} ti_table;

// A table for at most `capacity` indices, at most half full.
toi_status ti_table_init(ti_table* table, uint32_t capacity, const toi_allocator* allocator);
void ti_table_release(ti_table* table);

// What it holds; nothing before ti_table_init.
static inline uint64_t ti_table_bytes(const ti_table* table)
{
    return table->slots != NULL ? (table->mask + 1) * sizeof *table->slots : 0;
}

// Whether the item of an index is the one looked for.
typedef bool ti_table_equal(uint32_t index, const void* item, const void* context);

// The slot of the item looked for: holds its index, or UINT32_MAX where a new index may be stored.
uint32_t* ti_table_find(const ti_table* table, uint64_t hash, ti_table_equal* equal, const void* item,
                        const void* context);

#endif
