// Takes down cycle after cycle.

#include "hands_record.h"

#include "memory.h"

hands_record hands_record_start(uint32_t cycles)
{
    size_t n = cycles;
    return (hands_record){.cycles = cycles,
                          .poses = allocate(n * HANDS_BODIES, sizeof(toi_pose)),
                          .body_pairs = allocate(n, sizeof(uint32_t)),
                          .face_pairs = allocate(n, sizeof(uint64_t)),
                          .seconds = allocate(n, sizeof(double)),
                          .lit_end = allocate(n * HANDS_BODIES, sizeof(uint32_t)),
                          .hash = 0xcbf29ce484222325u};
}

void hands_record_release(hands_record* record)
{
    release(record->poses);
    release(record->body_pairs);
    release(record->face_pairs);
    release(record->seconds);
    release(record->lit_end);
    release(record->lit);
    *record = (hands_record){0};
}

// FNV-1a.
static void add_bytes(hands_record* record, const void* data, size_t size)
{
    const unsigned char* bytes = data;
    for (size_t i = 0; i < size; ++i) {
        record->hash = (record->hash ^ bytes[i]) * 0x100000001b3u;
    }
}

static void add_lit(hands_record* record, uint32_t cycle, uint32_t body, const bool* is_lit, uint32_t faces)
{
    for (uint32_t f = 0; f < faces; ++f) {
        if (is_lit[f]) {
            record->lit = grow(record->lit, record->lit_count, &record->lit_capacity, sizeof *record->lit);
            record->lit[record->lit_count++] = f;
        }
    }
    record->lit_end[(size_t)cycle * HANDS_BODIES + body] = record->lit_count;
}

static void mark_lit(const toi_overlap_pair* pair, uint32_t body, bool* is_lit)
{
    for (uint64_t i = 0; i < pair->face_count; ++i) {
        if (pair->a == body) {
            is_lit[pair->faces[i].a] = true;
        } else if (pair->b == body) {
            is_lit[pair->faces[i].b] = true;
        }
    }
}

static void light_faces(hands_record* record, uint32_t cycle, const hands_world* world,
                        const toi_overlap_result* found)
{
    for (uint32_t body = 0; body < HANDS_BODIES; ++body) {
        toi_mesh_info info;
        toi_mesh_get_info(hands_mesh(world, body), &info);
        bool* is_lit = allocate(info.faces, sizeof *is_lit);
        for (uint32_t p = 0; p < found->pair_count; ++p) {
            mark_lit(&found->pairs[p], body, is_lit);
        }
        add_lit(record, cycle, body, is_lit, info.faces);
        release(is_lit);
    }
}

void hands_record_cycle(hands_record* record, uint32_t cycle, const hands_world* world,
                        const toi_overlap_result* found)
{
    toi_pose* poses = &record->poses[(size_t)cycle * HANDS_BODIES];
    for (uint32_t i = 0; i < HANDS_BODIES; ++i) {
        poses[i] = hands_pose(world, i);
    }
    add_bytes(record, poses, HANDS_BODIES * sizeof *poses);
    for (uint32_t p = 0; p < found->pair_count; ++p) {
        const toi_overlap_pair* pair = &found->pairs[p];
        add_bytes(record, &pair->a, sizeof pair->a);
        add_bytes(record, &pair->b, sizeof pair->b);
        add_bytes(record, pair->faces, pair->face_count * sizeof *pair->faces);
        add_bytes(record, pair->meetings, pair->face_count * sizeof *pair->meetings);
    }
    record->body_pairs[cycle] = found->pair_count;
    record->face_pairs[cycle] = found->face_count;
    light_faces(record, cycle, world, found);
}

const uint32_t* hands_lit(const hands_record* record, uint32_t cycle, uint32_t body, uint32_t* count)
{
    size_t at = (size_t)cycle * HANDS_BODIES + body;
    uint32_t begin = at > 0 ? record->lit_end[at - 1] : 0;
    *count = record->lit_end[at] - begin;
    return record->lit + begin;
}
