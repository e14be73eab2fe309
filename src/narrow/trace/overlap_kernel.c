// Whether a convex solid of few sides is in a body: directions that part it from the triangles of the body,
// four at a time, and where there is none pairs of triangles that may cross, which the caller decides
// exactly.
//
// A separation computed in the frame is within e of that of the bodies (course.c), and so are the posed
// doubles that exact tests look at. What is computed to be more than MARGIN e apart is.

#include "narrow/trace/overlap_hulls.h"

static const double MARGIN = 32.0;

// Pairs of triangles that are asked about.
enum { MOST_ASKED = 32 };

// A walk keeps at most 3 boxes a level and one more.
enum { MOST_STACK = 3 * 24 + 1 };

// ---- triangles of M

static void put_triangles(look* l)
{
    const toi_mesh* mesh = l->query->m;
    const ti_w3 base = w3_set(l->course->base);
    for (uint32_t i = 0; i < mesh->triangle_count; i += 4) {
        uint32_t four[4];
        ti_four local, *to = &l->triangles[i / 4];
        for (uint32_t k = 0; k < 4; ++k) {
            four[k] = i + k < mesh->triangle_count ? i + k : mesh->triangle_count - 1;
        }
        load_four(mesh, four, &local);
        for (int k = 0; k < 3; ++k) {
            ti_w3 p = w3_add(w3_rotate(&l->course->turn, (ti_w3){local.x[k], local.y[k], local.z[k]}), base);
            to->x[k] = p.x;
            to->y[k] = p.y;
            to->z[k] = p.z;
        }
    }
    l->has_triangles = true;
}

static inline ti_w3 corner_of(const ti_four* s, int k)
{
    return (ti_w3){s->x[k], s->y[k], s->z[k]};
}

// Lanes in which of three numbers some are above zero and some below.
static inline ti_m4 on_both_sides(const ti_v4 h[3])
{
    ti_v4 low = f4_min(f4_min(h[0], h[1]), h[2]), high = f4_max(f4_max(h[0], h[1]), h[2]);
    return (ti_m4)(low < f4_set(0.0)) & (ti_m4)(high > f4_set(0.0));
}

// What four triangles and the planes of others share: a part of a line, as places along it.
typedef struct cut {
    ti_v4 low, high;
} cut;

// `along`: places of the corners along the line, `height`: over the plane.
static inline cut cut_of(const ti_v4 along[3], const ti_v4 height[3])
{
    cut c = {f4_set(HUGE_VAL), f4_set(-HUGE_VAL)};
    for (int k = 0; k < 3; ++k) {
        const int next = k == 2 ? 0 : k + 1;
        ti_v4 share = height[k] / (height[k] - height[next]),
              at = along[k] + share * (along[next] - along[k]);
        ti_m4 passes = (ti_m4)(height[k] * height[next] < f4_set(0.0));
        c.low = f4_select(passes, f4_min(at, c.low), c.low);
        c.high = f4_select(passes, f4_max(at, c.high), c.high);
    }
    return c;
}

// Which of four triangles of M seem to cross one with corners x and normal n.
static int seem_to_cross(const ti_four* m, const toi_vec3 x[3], toi_vec3 n)
{
    ti_w3 a = corner_of(m, 0), b = corner_of(m, 1), c = corner_of(m, 2);
    ti_w3 normal = w3_cross(w3_sub(b, a), w3_sub(c, a)), across = w3_set(n);
    ti_v4 level = w3_dot(normal, a), of_s[3], of_m[3], plane = f4_set(v3_dot(n, x[0]));
    for (int k = 0; k < 3; ++k) {
        of_s[k] = w3_dot(normal, w3_set(x[k])) - level;
        of_m[k] = w3_dot(across, corner_of(m, k)) - plane;
    }
    int lanes = m4_bits(on_both_sides(of_s) & on_both_sides(of_m));
    if (lanes == 0) {
        return 0;
    }
    const ti_w3 line = w3_cross(normal, across);
    ti_v4 along_s[3], along_m[3];
    for (int k = 0; k < 3; ++k) {
        along_s[k] = w3_dot(line, w3_set(x[k]));
        along_m[k] = w3_dot(line, corner_of(m, k));
    }
    cut cut_s = cut_of(along_s, of_s), cut_m = cut_of(along_m, of_m);
    return lanes & m4_bits((ti_m4)(f4_max(cut_s.low, cut_m.low) < f4_min(cut_s.high, cut_m.high)));
}

// Whether a triangle of S crosses M.
static bool crosses_some(look* l, uint32_t triangle, const toi_vec3 x[3], toi_vec3 n)
{
    if (!l->has_triangles) {
        put_triangles(l);
    }
    const uint32_t count = l->query->m->triangle_count;
    for (uint32_t i = 0; i < count; i += 4) {
        int lanes = seem_to_cross(&l->triangles[i / 4], x, n);
        for (uint32_t k = 0; lanes >> k != 0 && i + k < count; ++k) {
            if (!(lanes >> k & 1)) {
                continue;
            }
            if (l->asked++ >= MOST_ASKED) {
                return false;
            }
            if (l->query->crosses(i + k, triangle, l->query->context)) {
                return true;
            }
        }
    }
    return false;
}

// ---- triangles of S

// How far M is from each of four triangles at least, along their normals.
static inline ti_v4 apart_by_normals(const look* l, const ti_four* s, const ti_ways* n)
{
    const ti_w3 across = {n->x, n->y, n->z};
    ti_v4 low = f4_set(HUGE_VAL), high = f4_set(-HUGE_VAL);
    for (uint32_t i = 0; i < l->m.count; ++i) {
        ti_v4 along = w3_dot(across, (ti_w3){f4_set(l->m.x[i]), f4_set(l->m.y[i]), f4_set(l->m.z[i])});
        low = f4_min(along, low);
        high = f4_max(along, high);
    }
    const ti_span4 corners = span_of_corners(n, s);
    return f4_max(low - corners.high, corners.low - high);
}

// And along the sides of M.
static inline ti_v4 apart_by_sides_of_m(const look* l, const ti_four* s)
{
    ti_v4 most = f4_set(-HUGE_VAL);
    for (uint32_t i = 0; i < l->sides.count; ++i) {
        const ti_ways n = {f4_set(l->sides.normal.x[i]), f4_set(l->sides.normal.y[i]),
                           f4_set(l->sides.normal.z[i])};
        ti_v4 a = corner_along(&n, s, 0), b = corner_along(&n, s, 1), c = corner_along(&n, s, 2);
        most = f4_max(f4_min(f4_min(a, b), c) - f4_set(l->sides.offset[i]), most);
    }
    return most;
}

// Which of four triangles the box around M meets.
static inline int met_by_box(const look* l, const ti_four* s)
{
    const ti_v4* x[3] = {s->x, s->y, s->z};
    ti_m4 meets = {-1, -1, -1, -1};
    for (int c = 0; c < 3; ++c) {
        meets &= (ti_m4)(f4_min(f4_min(x[c][0], x[c][1]), x[c][2]) <= l->high[c]);
        meets &= (ti_m4)(f4_max(f4_max(x[c][0], x[c][1]), x[c][2]) >= l->low[c]);
    }
    return m4_bits(meets);
}

// Whether one of up to four triangles crosses M.
static bool crosses_leaf(look* l, uint32_t begin, uint32_t count)
{
    const uint32_t last = begin + count - 1;
    const uint32_t four[4] = {begin, count > 1 ? begin + 1 : last, count > 2 ? begin + 2 : last, last};
    const ti_v4 margin = f4_set(l->margin);
    ti_four s;
    load_four(l->query->s, four, &s);
    int lanes = ((1 << count) - 1) & met_by_box(l, &s);
    if (lanes == 0) {
        return false;
    }
    shift_four(&s, l->course->pivot);
    ti_ways n = normals_of(&s);
    lanes &= ~m4_bits((ti_m4)(apart_by_normals(l, &s, &n) > margin));
    lanes &= lanes != 0 ? ~m4_bits((ti_m4)(apart_by_sides_of_m(l, &s) > margin)) : 0;
    for (int i = 0; lanes >> i != 0; ++i) {
        if (lanes >> i & 1) {
            toi_vec3 x[3];
            for (int k = 0; k < 3; ++k) {
                x[k] = v3(s.x[k][i], s.y[k][i], s.z[k][i]);
            }
            if (crosses_some(l, begin + (uint32_t)i, x, v3(n.x[i], n.y[i], n.z[i]))) {
                return true;
            }
            if (l->open_count < MOST_OPEN) {
                l->open[l->open_count] = begin + (uint32_t)i;
            }
            ++l->open_count;
        }
    }
    return false;
}

// ---- the tree of S

// The box around M, rounded outwards.
typedef struct float_box {
    ti_q4 low[3], high[3];
} float_box;

static void find_box(look* l)
{
    const double at[3] = {l->course->pivot.x, l->course->pivot.y, l->course->pivot.z};
    const double* x[3] = {l->m.x, l->m.y, l->m.z};
    for (int c = 0; c < 3; ++c) {
        ti_v4 low = f4_load(x[c]), high = low;
        for (uint32_t i = 4; i < l->m.count; i += 4) {
            low = f4_min(f4_load(x[c] + i), low);
            high = f4_max(f4_load(x[c] + i), high);
        }
        l->low[c] = f4_set((at[c] + f4_hmin(low)) - l->margin);
        l->high[c] = f4_set((at[c] + f4_hmax(high)) + l->margin);
    }
}

static float_box rounded_box(const look* l)
{
    float_box box;
    for (int c = 0; c < 3; ++c) {
        box.low[c] = q4_set(ti_float_down(l->low[c][0]));
        box.high[c] = q4_set(ti_float_up(l->high[c][0]));
    }
    return box;
}

static inline int meets_slabs(const float_box* box, const ti_slabs* slabs)
{
    ti_i4 meets = {-1, -1, -1, -1};
    for (int c = 0; c < 3; ++c) {
        meets &= (ti_i4)(q4_load(slabs->side[c]) <= box->high[c]);
        meets &= (ti_i4)(q4_load(slabs->side[3 + c]) >= box->low[c]);
    }
    return i4_bits(meets);
}

static bool crosses_tree(look* l)
{
    const ti_tree* tree = &l->query->s->tree;
    find_box(l);
    const float_box box = rounded_box(l);
    uint32_t stack[MOST_STACK], count = 1;
    stack[0] = tree->node_count > 1 ? 1 : 0;
    while (count > 0) {
        const ti_slabs* slabs = &tree->slabs[stack[--count]];
        int lanes = meets_slabs(&box, slabs);
        for (int i = 0; lanes >> i != 0; ++i) {
            if (!(lanes >> i & 1)) {
                continue;
            }
            if (slabs->leaf[i] == 0) {
                stack[count++] = slabs->at[i];
            } else if (crosses_leaf(l, slabs->at[i], slabs->leaf[i])) {
                return true;
            }
        }
    }
    return false;
}

// ---- what crosses nothing

static bool couple_apart(const look* l, const ti_couple* p)
{
    return ti_start_gap(l->course, p, 2.0 * l->margin) > l->margin;
}

static bool triangle_apart(const look* l, uint32_t triangle)
{
    const toi_mesh* mesh = l->query->s;
    double room[3][4];
    for (int i = 0; i < 4; ++i) {
        toi_vec3 v = mesh->local[mesh->triangles[triangle].vertex[i < 3 ? i : 0]];
        room[0][i] = v.x;
        room[1][i] = v.y;
        room[2][i] = v.z;
    }
    const ti_points s = {room[0], room[1], room[2], 4};
    return couple_apart(l, &(ti_couple){.m = &l->m, .s = &s, .fan = true});
}

static bool open_apart(const look* l)
{
    bool apart = l->open_count <= MOST_OPEN;
    for (uint32_t i = 0; apart && i < l->open_count; ++i) {
        apart = triangle_apart(l, l->open[i]);
    }
    return apart;
}

static void put_mover(look* l)
{
    const toi_mesh* mesh = l->query->m;
    const ti_points* points = &mesh->support.points;
    put_points(l->course, points, points->count, (double* const[3]){l->x[0], l->x[1], l->x[2]});
    l->m = (ti_points){l->x[0], l->x[1], l->x[2], points->count};
    l->sides = put_sides(l->course, mesh, (double* const[4]){l->side[0], l->side[1], l->side[2], l->side[3]});
}

ti_overlap ti_overlap_look(const ti_overlap_query* query)
{
    const toi_mesh* s = query->s;
    look l;
    l.query = query;
    l.course = query->course;
    l.margin = MARGIN * query->course->rounding;
    l.asked = l.open_count = 0;
    l.has_triangles = false;
    put_mover(&l);
    const ti_couple p = {.m = &l.m, .s = &s->support.points, .sides_m = &l.sides, .sides_s = &s->sides};
    const bool hulls = s->info.convex && s->sides.count > 0;
    if (hulls && hulls_apart(&l, &p)) {
        return TI_OVERLAP_APART;
    }
    if (crosses_tree(&l)) {
        return TI_OVERLAP_CROSSES;
    }
    return (hulls && couple_apart(&l, &p)) || open_apart(&l) ? TI_OVERLAP_APART : TI_OVERLAP_UNSURE;
}
