// Parts of a node in which a path is in both polytopes.
//
// One that is within 6 M of everything that it has to be in counts as in both, with the margin M of a value:
// an axis proves them apart down to 4 M of its nearest vertex, so where that also is the path, no time is
// left between the two.

#include "narrow/boxes/polytope_axis.h"

#include "math/scalar.h"
#include "narrow/boxes/root.h"

static const double INSIDE = 6.0;

static uint32_t degree_of(const ti_form_node* node)
{
    return node->system->degree;
}

static const ti_inside nowhere = {1.0, 0.0};

// Keeps the part in which a value is not positive.
static void cut_inside(const double* value, uint32_t degree, ti_inside* part)
{
    ti_box_root root;
    if (!ti_box_root_find(value, degree, &root)) {
        *part = nowhere;
    } else if (root.falls) {
        part->from = d_max(root.time, part->from);
    } else {
        part->to = d_min(root.time, part->to);
    }
}

static void cut_by_face(const ti_polytope_pair* p, const ti_form_node* node, const ti_polytope* of,
                        uint32_t face, double tolerance, ti_inside* part)
{
    uint32_t degree = degree_of(node);
    toi_vec3 n = of->normals[face];
    for (uint32_t k = 0; k <= degree; ++k) {
        const double* r = p->form + (size_t)4 * k;
        p->value[k] = (r[0] * n.x + r[1] * n.y) + (r[2] * n.z - r[3] * of->heights[face]) - tolerance;
    }
    cut_inside(p->value, degree, part);
}

static ti_inside point_inside(const ti_polytope_pair* p, const ti_form_node* node,
                              const ti_polytope_path* path)
{
    const ti_polytope* of = path->of_b ? p->a : p->b;
    double tolerance = INSIDE * ti_form_any_margin(node, !path->of_b);
    ti_inside part = {0.0, 1.0};
    ti_form_point(node, !path->of_b, path->point, p->form);
    p->bounds(p->form, degree_of(node) + 1, of->face_blocks, ti_blocks_of(of->face_count), p->low, p->high);
    for (uint32_t f = 0; f < of->face_count && part.from <= part.to; ++f) {
        if (p->high[f] <= tolerance) {
            continue;
        }
        if (!(p->low[f] <= tolerance)) {
            return nowhere;
        }
        cut_by_face(p, node, of, f, tolerance, &part);
    }
    return part;
}

// While two lines are not apart.
static ti_inside lines_inside(const ti_polytope_pair* p, const ti_form_node* node,
                              const ti_polytope_axis* edges)
{
    uint32_t degree = degree_of(node);
    ti_form_lines lines = ti_polytope_lines(p, edges);
    double margin = ti_form_edges_margin(node, lines.along_a, lines.along_b);
    bool over = true;
    ti_form_edges(node, &lines, p->value, p->other_form, p->form);
    for (uint32_t k = 0; k <= degree; ++k) {
        p->value[k] -= INSIDE * margin;
        over = over && p->value[k] <= 0.0;
    }
    ti_inside part = {0.0, 1.0};
    if (!over) {
        cut_inside(p->value, degree, &part);
    }
    return part;
}

// Both ends of a piece: bounds of its values at the faces.
typedef struct ends {
    const ti_polytope_path* path;
    const ti_polytope* of;
    const double *low[2], *high[2];
    double tolerance;
} ends;

static ends look_at_piece(const ti_polytope_pair* p, const ti_form_node* node, const ti_polytope_path* path)
{
    const ti_polytope* of = path->of_b ? p->a : p->b;
    uint32_t blocks = ti_blocks_of(of->face_count);
    ends e = {.path = path, .of = of, .tolerance = INSIDE * ti_form_any_margin(node, !path->of_b)};
    for (int i = 0; i < 2; ++i) {
        double *low = p->low + (size_t)4 * blocks * (size_t)i,
               *high = p->high + (size_t)4 * blocks * (size_t)i;
        ti_form_point(node, !path->of_b, i == 0 ? path->point : path->end, p->form);
        p->bounds(p->form, degree_of(node) + 1, of->face_blocks, blocks, low, high);
        e.low[i] = low;
        e.high[i] = high;
    }
    return e;
}

static bool is_below_others(const ends* e)
{
    const ti_polytope_path* path = e->path;
    for (uint32_t f = 0; f < e->of->face_count; ++f) {
        if (f != path->faces[0] && f != path->faces[1] && f != path->rim &&
            !(e->high[0][f] <= e->tolerance && e->high[1][f] <= e->tolerance)) {
            return false;
        }
    }
    return true;
}

// While one end is below a face.
static void cut_end(const ti_polytope_pair* p, const ti_form_node* node, const ends* e, int end,
                    uint32_t face, ti_inside* part)
{
    const ti_polytope_path* path = e->path;
    if (e->high[end][face] <= e->tolerance) {
        return;
    }
    if (!(e->low[end][face] <= e->tolerance)) {
        *part = nowhere;
        return;
    }
    ti_form_point(node, !path->of_b, end == 0 ? path->point : path->end, p->form);
    cut_by_face(p, node, e->of, face, e->tolerance, part);
}

// On the piece one face has a falling value, the other a rising one. Both are zero at once just where the
// lines meet; while the lines are not apart, the first is zero before the other, and the piece is in between.
// Of the two sides of a polygon both are zero at once, and at its rim the lines tell on which side of it. The
// lines are apart in the direction in which that counts only if the right one of both faces falls.
static ti_inside piece_inside(const ti_polytope_pair* p, const ti_form_node* node,
                              const ti_polytope_path* path)
{
    ends e = look_at_piece(p, node, path);
    if (!is_below_others(&e)) {
        return nowhere;
    }
    ti_inside best = nowhere;
    for (int turn = 0; turn < 2; ++turn) {
        uint32_t f = path->faces[turn], g = path->faces[1 - turn];
        ti_inside part = {0.0, 1.0};
        if (path->falls != 2 && path->falls != turn) {
            continue;
        }
        if (!path->polygon && !(e.low[0][f] >= -e.tolerance && e.low[1][g] >= -e.tolerance)) {
            continue;
        }
        cut_end(p, node, &e, 0, g, &part);
        cut_end(p, node, &e, 1, f, &part);
        best = part.to - part.from > best.to - best.from ? part : best;
    }
    if (path->edges.kind != TI_AXIS_NONE && best.from <= best.to) {
        ti_inside part = lines_inside(p, node, &path->edges);
        best = (ti_inside){d_max(best.from, part.from), d_min(best.to, part.to)};
    }
    return best;
}

ti_inside ti_polytope_inside(const ti_polytope_pair* p, const ti_form_node* node,
                             const ti_polytope_path* path)
{
    return path->piece ? piece_inside(p, node, path) : point_inside(p, node, path);
}
