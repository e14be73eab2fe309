// Rooms cut out of bricks, as indoor levels are.

#include "bench/draw.h"
#include "bench/trace.h"

#include "scenes/model.h"

#include <stdlib.h>
#include <string.h>

enum { WIDE = 34, TALL = 7, ROOM = 8 };

#define BRICK 32.0

// The bricks, and the vertices at their corners, NO_VERTEX where none is needed yet.
typedef struct bricks {
    bool solid[WIDE][WIDE][TALL];
    uint32_t corner[WIDE + 1][WIDE + 1][TALL + 1];
} bricks;

#define NO_VERTEX UINT32_MAX

// Walls every ROOM bricks with a door in each, steps and pillars in the rooms.
static bool is_solid(int x, int y, int z, uint8_t floor[WIDE][WIDE])
{
    bool edge = x == 0 || y == 0 || x == WIDE - 1 || y == WIDE - 1;
    if (edge || z == 0 || z == TALL - 1) {
        return true;
    }
    bool wall_x = x % ROOM == 0, wall_y = y % ROOM == 0;
    bool door = z <= 3 && ((wall_x && y % ROOM == 4) || (wall_y && x % ROOM == 4));
    return ((wall_x || wall_y) && !door) || (z <= floor[x][y] && !wall_x && !wall_y);
}

// Heights of the floors: stairs along a side of some rooms, a pillar in others.
static void draw_floors(uint8_t floor[WIDE][WIDE])
{
    uint64_t state = 7;
    for (int x = 0; x < WIDE; x += ROOM) {
        for (int y = 0; y < WIDE; y += ROOM) {
            bool stairs = draw(&state) < 0.0;
            int px = x + 2 + (int)(2.0 + 2.0 * draw(&state)), py = y + 2 + (int)(2.0 + 2.0 * draw(&state));
            for (int i = 1; stairs && i < 4 && x + i < WIDE && y + 1 < WIDE; ++i) {
                floor[x + i][y + 1] = (uint8_t)i;
            }
            if (!stairs && px < WIDE && py < WIDE) {
                floor[px][py] = TALL;
            }
        }
    }
}

static uint32_t corner_at(ti_model* model, bricks* b, const int at[3])
{
    uint32_t* v = &b->corner[at[0]][at[1]][at[2]];
    if (*v == NO_VERTEX) {
        *v = ti_model_vertex(model, BRICK * at[0], BRICK * at[1], BRICK * at[2]);
    }
    return *v;
}

// The side of a brick along an axis, seen from outside of the brick.
static void add_side(ti_model* model, bricks* b, const int brick[3], int axis, int upper)
{
    static const int around[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    uint32_t v[4];
    for (int i = 0; i < 4; ++i) {
        int at[3] = {brick[0], brick[1], brick[2]};
        const int* turn = around[upper ? i : 3 - i];
        at[axis] += upper;
        at[(axis + 1) % 3] += turn[0];
        at[(axis + 2) % 3] += turn[1];
        v[i] = corner_at(model, b, at);
    }
    ti_model_quad(model, v[0], v[1], v[2], v[3]);
}

static void add_brick(ti_model* model, bricks* b, const int brick[3])
{
    const int sides[3] = {WIDE, WIDE, TALL};
    for (int k = 0; k < 6; ++k) {
        int next[3] = {brick[0], brick[1], brick[2]};
        next[k / 2] += k % 2 == 0 ? -1 : 1;
        bool inside = next[k / 2] >= 0 && next[k / 2] < sides[k / 2];
        if (inside && !b->solid[next[0]][next[1]][next[2]]) {
            add_side(model, b, brick, k / 2, k % 2);
        }
    }
}

const toi_mesh* ti_trace_rooms(ti_case_list* list)
{
    bricks* b = malloc(sizeof *b);
    if (b == NULL) {
        exit(5);
    }
    uint8_t floor[WIDE][WIDE] = {{0}};
    draw_floors(floor);
    memset(b->corner, 0xff, sizeof b->corner);
    for (int i = 0; i < WIDE * WIDE * TALL; ++i) {
        int x = i / (WIDE * TALL), y = i / TALL % WIDE, z = i % TALL;
        b->solid[x][y][z] = is_solid(x, y, z, floor);
    }
    ti_model model = {0};
    for (int i = 0; i < WIDE * WIDE * TALL; ++i) {
        const int brick[3] = {i / (WIDE * TALL), i / TALL % WIDE, i % TALL};
        if (b->solid[brick[0]][brick[1]][brick[2]]) {
            add_brick(&model, b, brick);
        }
    }
    free(b);
    const toi_mesh* mesh = ti_cases_keep_mesh(list, "rooms", ti_model_mesh(&model));
    ti_model_release(&model);
    return mesh;
}
