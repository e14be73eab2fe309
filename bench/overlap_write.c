// Writes the triangles of a world of the experiments at a cycle, for a picture: a row a triangle, with its
// body, whether it meets a triangle of another one, and its corners.

#include "bench/overlap_parts.h"
#include "bench/overlap_shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: toi_bench_overlap_write room|hands [CYCLE]\n"
    "Without a cycle, the one in which most faces meet. The shuttle is read from $TOI_DATA.\n";

static uint32_t cycle_with_most(const overlap_world* world)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < world->cycles; ++i) {
        best = world->face_pairs[i] > world->face_pairs[best] ? i : best;
    }
    return best;
}

static void print_body(const ti_faces* faces, uint32_t body, const bool* met)
{
    for (uint32_t i = 0; i < faces->triangle_count; ++i) {
        toi_vec3 c[3];
        ti_faces_corners(faces, i, c);
        printf("%u,%d", body, met[i]);
        for (int k = 0; k < 3; ++k) {
            printf(",%.5g,%.5g,%.5g", c[k].x, c[k].y, c[k].z);
        }
        putchar('\n');
    }
}

static void print_cycle(overlap_world* world, uint32_t cycle)
{
    bool* met[OVERLAP_BODIES];
    overlap_judge judge;
    overlap_judge_make(world, &judge);
    ti_octree_result found = overlap_world_judge(world, cycle, &judge);
    for (uint32_t i = 0; i < world->count; ++i) {
        met[i] = overlap_room(world->meshes[i]->triangle_count, sizeof(bool));
    }
    for (size_t i = 0; i < found.pair_count; ++i) {
        met[found.pairs[i].body_a][found.pairs[i].a] = true;
        met[found.pairs[i].body_b][found.pairs[i].b] = true;
    }
    printf("# %s, cycle %u of %u, %zu pairs of faces meet\n", world->name, cycle + 1, world->cycles,
           found.pair_count);
    puts("body,met,ax,ay,az,bx,by,bz,cx,cy,cz");
    for (uint32_t i = 0; i < world->count; ++i) {
        print_body(&judge.bodies.faces[i], i, met[i]);
        free(met[i]);
    }
    overlap_judge_release(&judge);
}

int main(int argc, char** argv)
{
    bool room = argc >= 2 && strcmp(argv[1], "room") == 0;
    if (argc < 2 || argc > 3 || (!room && strcmp(argv[1], "hands") != 0)) {
        fputs(usage, stderr);
        return 2;
    }
    toi_mesh* shuttle = overlap_read_mesh("shuttle528.obj");
    if (shuttle == NULL) {
        fputs("the shuttle is not there\n", stderr);
        return 3;
    }
    overlap_world world;
    (room ? overlap_make_room : overlap_make_hands)(shuttle, &world);
    unsigned long asked = argc == 3 ? strtoul(argv[2], NULL, 10) : cycle_with_most(&world) + 1UL;
    if (asked < 1 || asked > world.cycles) {
        fputs(usage, stderr);
        return 2;
    }
    print_cycle(&world, (uint32_t)asked - 1);
    overlap_world_release(&world);
    return 0;
}
