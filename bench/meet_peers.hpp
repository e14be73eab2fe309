// What the shims of other libraries share.

#ifndef TI_BENCH_MEET_PEERS_HPP
#define TI_BENCH_MEET_PEERS_HPP

#include "bench/meet.h"

#include <cstdlib>
#include <vector>

// Boxes of the bodies of a frame and the pairs of bodies whose boxes meet: what a caller who makes body boxes
// first has, so that only bodies that are near another one need their trees made anew.
struct meet_near {
    std::vector<toi_bounds> boxes;
    std::vector<char> fresh;
    std::vector<toi_pair> pairs;

    // Before the first use of a body in a frame `prepare(body)` is called, then `ask(a, b)` of each pair. Returns
    // the sum of what it answered.
    template <typename Prepare, typename Ask>
    uint64_t ask_pairs(const meet_world* world, const meet_frame* frame, Prepare prepare, Ask ask)
    {
        find(world, frame);
        fresh.assign(world->body_count, 0);
        uint64_t found = 0;
        for (const toi_pair& pair : pairs) {
            for (uint32_t body : {pair.a, pair.b}) {
                if (!fresh[body]) {
                    prepare(body);
                    fresh[body] = 1;
                }
            }
            found += ask(pair.a, pair.b);
        }
        return found;
    }

  private:
    void find(const meet_world* world, const meet_frame* frame)
    {
        boxes.resize(world->body_count);
        for (uint32_t i = 0; i < world->body_count; ++i) {
            boxes[i] = frame->vertices != nullptr
                           ? meet_vertex_box(frame->vertices[i], world->meshes[i]->vertex_count)
                           : meet_sphere_box(world->meshes[i], frame->poses[i]);
        }
        if (world->kind == MEET_SELF) {
            pairs.assign(1, toi_pair{0, 0});
            return;
        }
        size_t count = 0;
        toi_pair* found = meet_box_pairs(boxes.data(), world->body_count, &count);
        pairs.assign(found, found + count);
        std::free(found);
    }
};

// A contender made of a class: made from a world and a number of threads, with uint64_t ask(const meet_frame*).
template <typename State> void* meet_open(const meet_world* world, uint32_t threads)
{
    return new State(world, threads);
}

template <typename State> uint64_t meet_ask(void* state, const meet_frame* frame)
{
    return static_cast<State*>(state)->ask(frame);
}

template <typename State> void meet_close(void* state)
{
    delete static_cast<State*>(state);
}

template <typename State>
constexpr meet_contender meet_make(const char* name, uint32_t kinds, bool threads = false,
                                   uint32_t most_bodies = 0)
{
    return meet_contender{name,           kinds, threads, most_bodies, meet_open<State>, meet_ask<State>,
                          meet_close<State>};
}

#endif
