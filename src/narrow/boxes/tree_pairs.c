// Pairs of parts: along which direction they are advanced, and what they are split into.

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/tree_search.h"

enum { ROUNDS = 2 };

// A pair is advanced again before it is split where its last link was at least this part of the rest.
static const double FAR = 0.1;

// ---- the queue

static bool is_before(const ti_tree_pair* a, const ti_tree_pair* b)
{
    return a->time < b->time || (a->time == b->time && a->size[0] + a->size[1] < b->size[0] + b->size[1]);
}

void ti_tree_push(ti_tree_search* s, const ti_tree_pair* pair)
{
    if (ti_array_push(&s->queue) == NULL) {
        s->no_memory = true;
        return;
    }
    ti_tree_pair* heap = s->queue.data;
    size_t at = s->queue.count - 1;
    for (; at > 0 && is_before(pair, &heap[(at - 1) / 2]); at = (at - 1) / 2) {
        heap[at] = heap[(at - 1) / 2];
    }
    heap[at] = *pair;
}

ti_tree_pair ti_tree_pop(ti_tree_search* s)
{
    ti_tree_pair* heap = s->queue.data;
    size_t count = --s->queue.count, at = 0;
    ti_tree_pair first = heap[0];
    const ti_tree_pair* last = &heap[count];
    for (size_t child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && is_before(&heap[child + 1], &heap[child]);
        if (!is_before(&heap[child], last)) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = *last;
    return first;
}

// ---- directions

// A direction in the coordinates of A, in those of B.
static toi_vec3 in_b(const ti_tree_frame* f, toi_vec3 n)
{
    const double(*r)[4] = f->row;
    return (toi_vec3){(n.x * r[0][0] + n.y * r[1][0]) + n.z * r[2][0],
                      (n.x * r[0][1] + n.y * r[1][1]) + n.z * r[2][1],
                      (n.x * r[0][2] + n.y * r[1][2]) + n.z * r[2][2]};
}

static double in_row(const double r[4], toi_vec3 v)
{
    return (r[0] * v.x + r[1] * v.y) + r[2] * v.z;
}

static toi_vec3 from_b(const ti_tree_frame* f, toi_vec3 v)
{
    return (toi_vec3){in_row(f->row[0], v), in_row(f->row[1], v), in_row(f->row[2], v)};
}

static toi_vec3 towards(toi_vec3 n, toi_vec3 d)
{
    return v3_dot(n, d) < 0.0 ? v3_negate(n) : n;
}

enum { LAST, THIN_A, THIN_B, CENTERS };

// As A sees them: the last one, the thin ones of both sides, and from centre to centre.
static void find_directions(const ti_tree_search* s, const ti_tree_side side[2], toi_vec3 last, toi_vec3 n[4])
{
    const ti_tree_frame* f = &s->frame;
    toi_vec3 offset = {f->row[0][3], f->row[1][3], f->row[2][3]};
    toi_vec3 d = v3_sub(v3_add(from_b(f, side[1].center), offset), side[0].center);
    double most = v3_norm1(d);
    toi_vec3 e = most > 0.0 && most <= DBL_MAX ? ti_scale3(d, -ti_exponent_above(most)) : d;
    n[LAST] = last;
    n[THIN_A] = towards(side[0].thin, d);
    n[THIN_B] = towards(from_b(f, side[1].thin), d);
    n[CENTERS] = most > 0.0 ? v3_scale(1.0 / v3_length(e), e) : last;
}

// The one of four that has the sides apart by most, in the body in which it is best fixed; `in_a` is as A
// sees it. False where none does.
static bool choose(const ti_tree_search* s, const ti_tree_side side[2], toi_vec3* in_a, ti_tree_plane* plane)
{
    const ti_tree_frame* f = &s->frame;
    toi_vec3 n[4], m[4];
    double lanes[2][3][4], way[4], reach[2][4], most = 0.0;
    find_directions(s, side, *in_a, n);
    for (int i = 0; i < 4; ++i) {
        m[i] = v3_negate(in_b(f, n[i]));
        way[i] = (n[i].x * f->row[0][3] + n[i].y * f->row[1][3]) + n[i].z * f->row[2][3];
        lanes[0][0][i] = n[i].x;
        lanes[0][1][i] = n[i].y;
        lanes[0][2][i] = n[i].z;
        lanes[1][0][i] = m[i].x;
        lanes[1][1][i] = m[i].y;
        lanes[1][2][i] = m[i].z;
    }
    s->kernel.reach(&side[0], lanes[0], reach[0]);
    s->kernel.reach(&side[1], lanes[1], reach[1]);
    for (int i = 0; i < 4; ++i) {
        double apart = (way[i] - reach[1][i]) - reach[0][i];
        if (apart > most) {
            most = apart;
            *in_a = n[i];
            int body = i == THIN_A ? 0 : i == THIN_B ? 1 : s->motion.calm;
            *plane = (ti_tree_plane){body == 0 ? n[i] : m[i], reach[body][i], body};
        }
    }
    return most > 0.0;
}

// ---- advancing

// Advances a pair by one link.
static void advance(ti_tree_search* s, const ti_tree_side side[2], ti_tree_pair* pair)
{
    double from = pair->time;
    ti_tree_plane plane;
    ti_tree_look(s, from);
    ++s->found->nodes;
    pair->again = false;
    if (choose(s, side, &pair->normal, &plane)) {
        pair->time = ti_tree_link(s, side, &plane, ROUNDS);
        pair->again = pair->time - from > FAR * (1.0 - from);
    }
}

static const toi_mesh* mesh_of(const ti_tree_search* s, int body)
{
    return (body == 0 ? s->query->a : s->query->b)->mesh;
}

static void split(ti_tree_search* s, const ti_tree_pair* pair)
{
    ti_tree_side side[2];
    ti_tree_part children[4];
    bool is_a = !ti_tree_is_triangle(pair->part[0]) &&
                (pair->size[0] >= pair->size[1] || ti_tree_is_triangle(pair->part[1]));
    int body = is_a ? 0 : 1;
    uint32_t count = ti_tree_split(mesh_of(s, body), pair->part[body], children);
    ti_tree_side_make(mesh_of(s, 1 - body), pair->part[1 - body], &side[1 - body]);
    for (uint32_t i = 0; i < count && !s->no_memory; ++i) {
        ti_tree_pair child = *pair;
        child.part[body] = children[i];
        ti_tree_side_make(mesh_of(s, body), children[i], &side[body]);
        child.size[body] = side[body].size;
        advance(s, side, &child);
        if (child.time < 1.0) {
            ti_tree_push(s, &child);
        }
    }
}

void ti_tree_take_pair(ti_tree_search* s, const ti_tree_pair* pair)
{
    if (!pair->again) {
        split(s, pair);
        return;
    }
    ti_tree_side side[2];
    ti_tree_side_make(mesh_of(s, 0), pair->part[0], &side[0]);
    ti_tree_side_make(mesh_of(s, 1), pair->part[1], &side[1]);
    ti_tree_pair next = *pair;
    advance(s, side, &next);
    if (next.time < 1.0) {
        ti_tree_push(s, &next);
    }
}
