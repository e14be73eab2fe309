// Certain parts of a node: apart along an axis, or a path in both.
//
// With M, a bound of what a value may err by: of the vertices of the other polytope one is the nearest, in
// that the value of no other is lower by more than M as computed, so by more than 2 M in truth. Where its own
// value exceeds 4 M as computed, that of all is positive. A path that is within 6 M of everything that it
// has to be in counts as in both: so where a nearest vertex also is the path, no time is left between the
// two.

#include "narrow/boxes/polytope_axis.h"

#include "math/bernstein.h"
#include "math/scalar.h"
#include "narrow/boxes/root.h"

static const double APART = 4.0, INSIDE = 6.0;

static uint32_t degree_of(const ti_form_node* node)
{
    return node->system->degree;
}

static double least_of(const double* values, uint32_t count)
{
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < count; ++i) {
        least = values[i] < least || values[i] != values[i] ? values[i] : least;
    }
    return least;
}

static double least_bound(const ti_polytope_pair* p, const ti_form_node* node, const ti_polytope* of,
                          const double* form)
{
    uint32_t blocks = ti_blocks_of(of->vertex_count);
    p->bounds(form, degree_of(node) + 1, of->vertex_blocks, blocks, p->low, p->high);
    return least_of(p->low, 4 * blocks);
}

static double at_point(const double* form, toi_vec3 v)
{
    return (form[0] * v.x + form[1] * v.y) + (form[2] * v.z + form[3]);
}

// How far apart they may be, as a length, where the value of an axis is what it has to exceed. The search for
// a root ends within 16 gamma(3 degree + 2) of the largest coefficient, less than 8 margins. The normal is
// nowhere shorter than the least of its coefficients along some direction.
static double blur_of(const ti_form_node* node, bool in_b, const double* form, double margin)
{
    const double* last = form + (size_t)4 * degree_of(node);
    toi_vec3 middle = {form[0] + last[0], form[1] + last[1], form[2] + last[2]};
    double length = v3_length(middle), least = HUGE_VAL;
    for (uint32_t k = 0; k <= degree_of(node); ++k) {
        const double* n = form + (size_t)4 * k;
        least = d_min(v3_dot(middle, v3(n[0], n[1], n[2])), least);
    }
    double reach = node->system->reach[in_b ? BOX_B : BOX_A];
    return least > 0.0 ? reach * ((APART + 10.0) * margin * length / least) : HUGE_VAL;
}

// ---- roots of one value

// The values are less what has to be exceeded. False where there may be several roots.
static bool cut_at_root(const double* value, uint32_t degree, bool first, ti_apart* apart)
{
    ti_box_root root;
    if (!((first ? value[0] : value[degree]) > 0.0) || !ti_box_root_find(value, degree, &root)) {
        return false;
    }
    if (root.falls && first) {
        apart->before = root.time;
    } else if (!root.falls && !first) {
        apart->after = root.time;
    }
    return true;
}

// ---- planes

static uint32_t nearest_vertex(const ti_polytope* of, const double* form)
{
    uint32_t best = 0;
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < of->vertex_count; ++i) {
        double value = at_point(form, of->vertices[i]);
        if (value < least) {
            least = value;
            best = i;
        }
    }
    return best;
}

static void find_plane_root(const ti_polytope_pair* p, const ti_form_node* node, const ti_polytope_axis* axis,
                            bool first, ti_apart* apart)
{
    uint32_t degree = degree_of(node);
    bool of_b = axis->kind == TI_AXIS_B;
    const ti_polytope* other = of_b ? p->a : p->b;
    const double* end = p->form + (first ? 0 : (size_t)4 * degree);
    double margin = ti_form_plane_margin(node, of_b, axis->normal);
    uint32_t v = nearest_vertex(other, end);
    toi_vec3 vertex = other->vertices[v];
    if (!(at_point(end, vertex) > APART * margin)) {
        return;
    }
    for (uint32_t k = 0; k <= degree; ++k) {
        const double* form = p->form + (size_t)4 * k;
        p->value[k] = at_point(form, vertex) - APART * margin;
        for (int i = 0; i < 3; ++i) {
            p->other_form[(size_t)4 * k + (size_t)i] = form[i];
        }
    }
    ti_form_subtract(node, vertex, p->other_form);
    if (!(least_bound(p, node, other, p->other_form) >= -margin) ||
        !cut_at_root(p->value, degree, first, apart)) {
        return;
    }
    ti_polytope_touch touch = {of_b ? TOI_CONTACT_VF : TOI_CONTACT_FV, of_b ? v : axis->face,
                               of_b ? axis->face : v};
    *(first ? &apart->touch_before : &apart->touch_after) = touch;
}

static ti_apart apart_along_normal(const ti_polytope_pair* p, const ti_form_node* node,
                                   const ti_polytope_axis* axis, bool roots)
{
    bool of_b = axis->kind == TI_AXIS_B;
    ti_apart apart = {.before = 0.0, .after = 1.0};
    double margin = ti_form_plane_margin(node, of_b, axis->normal);
    ti_form_plane(node, of_b, axis->normal, axis->height, p->form);
    apart.whole = least_bound(p, node, of_b ? p->a : p->b, p->form) > margin;
    apart.blur = blur_of(node, !of_b, p->form, margin);
    if (apart.whole || !roots) {
        return apart;
    }
    find_plane_root(p, node, axis, true, &apart);
    find_plane_root(p, node, axis, false, &apart);
    return apart;
}

// ---- edges

static ti_form_lines lines_of(const ti_polytope_pair* p, const ti_polytope_axis* axis)
{
    const ti_polytope_edge *e = &p->a->edges[axis->edge_a], *f = &p->b->edges[axis->edge_b];
    return (ti_form_lines){p->a->vertices[e->vertex[0]], e->direction, p->b->vertices[f->vertex[0]],
                           f->direction, axis->sign};
}

static ti_apart apart_along_edges(const ti_polytope_pair* p, const ti_form_node* node,
                                  const ti_polytope_axis* axis)
{
    uint32_t degree = degree_of(node);
    ti_form_lines lines = lines_of(p, axis);
    double margin = ti_form_edges_margin(node, lines.along_a, lines.along_b);
    ti_apart apart = {.before = 0.0, .after = 1.0};
    ti_form_edges(node, &lines, p->value, p->other_form, p->form);
    apart.blur = blur_of(node, true, p->form, margin);
    if (!(p->value[0] > 0.0 || p->value[degree] > 0.0) ||
        !(least_bound(p, node, p->a, p->other_form) >= -margin) ||
        !(least_bound(p, node, p->b, p->form) >= -margin)) {
        return apart;
    }
    for (uint32_t k = 0; k <= degree; ++k) {
        p->value[k] -= APART * margin + margin; // both may be off
    }
    apart.whole = least_of(p->value, degree + 1) > 0.0;
    if (!apart.whole) {
        cut_at_root(p->value, degree, true, &apart);
        cut_at_root(p->value, degree, false, &apart);
        apart.touch_before = apart.touch_after =
            (ti_polytope_touch){TOI_CONTACT_EE, axis->edge_a, axis->edge_b};
    }
    return apart;
}

ti_apart ti_polytope_apart(const ti_polytope_pair* p, const ti_form_node* node, const ti_polytope_axis* axis,
                           bool roots)
{
    if (axis->kind == TI_AXIS_NONE) {
        return (ti_apart){.before = 0.0, .after = 1.0};
    }
    return axis->kind == TI_AXIS_EDGES ? apart_along_edges(p, node, axis)
                                       : apart_along_normal(p, node, axis, roots);
}

// ---- inside

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
    ti_form_lines lines = lines_of(p, edges);
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
