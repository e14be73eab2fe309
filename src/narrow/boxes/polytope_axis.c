// Parts of a node in which polytopes are certainly apart along an axis.
//
// With M, a bound of what a value may err by: of the vertices of the other polytope one is the nearest, in
// that the value of no other is lower by more than M as computed, so by more than 2 M in truth. Where its own
// value exceeds 4 M as computed, that of all is positive.

#include "narrow/boxes/polytope_axis.h"

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/root.h"

#include <string.h>

static const double APART = 4.0;

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

ti_form_lines ti_polytope_lines(const ti_polytope_pair* p, const ti_polytope_axis* axis)
{
    const ti_polytope_edge *e = &p->a->edges[axis->edge_a], *f = &p->b->edges[axis->edge_b];
    return (ti_form_lines){p->a->vertices[e->vertex[0]], e->direction, p->b->vertices[f->vertex[0]],
                           f->direction, axis->sign};
}

static ti_apart apart_along_edges(const ti_polytope_pair* p, const ti_form_node* node,
                                  const ti_polytope_axis* axis)
{
    uint32_t degree = degree_of(node);
    ti_form_lines lines = ti_polytope_lines(p, axis);
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

// ---- steady values
//
// Computed coefficients err by M, so one less the one before by 2 M. Of a plane a height that is rounded, or
// is taken a little higher than it is, adds less than M to each. Of edges the values of two vertices count as
// well, each within M of that of its line as computed, so within 2 M, which adds 8 M: all together 10 M.

static const double STEADY = 12.0;

static bool is_steady(const double* value, uint32_t degree, double margin, bool falls)
{
    bool steady = degree > 0;
    for (uint32_t k = 0; k < degree && steady; ++k) {
        double step = falls ? value[k] - value[k + 1] : value[k + 1] - value[k];
        steady = step > STEADY * margin;
    }
    return steady;
}

static bool is_known(const ti_polytope* p, const ti_polytope_nearest* nearest, uint32_t vertex)
{
    for (uint32_t i = 0; i < nearest->count; ++i) {
        if (v3_equal(p->vertices[nearest->vertices[i]], p->vertices[vertex])) {
            return true;
        }
    }
    return false;
}

static bool plane_is_steady(const ti_polytope_pair* p, const ti_form_node* node, const ti_polytope_axis* axis,
                            bool falls, ti_polytope_nearest* nearest)
{
    uint32_t degree = degree_of(node);
    bool of_b = axis->kind == TI_AXIS_B;
    const ti_polytope* other = of_b ? p->a : p->b;
    double margin = ti_form_plane_margin(node, of_b, axis->normal);
    ti_form_plane(node, of_b, axis->normal, axis->height, p->form);
    memcpy(p->other_form, p->form, (size_t)4 * (degree + 1) * sizeof *p->form);
    uint32_t v = nearest_vertex(other, p->form + (falls ? 0 : (size_t)4 * degree));
    ti_form_subtract(node, other->vertices[v], p->other_form);
    least_bound(p, node, other, p->other_form);
    nearest->count = 0;
    for (uint32_t i = 0; i < other->vertex_count; ++i) {
        if (p->low[i] > margin || is_known(other, nearest, i)) {
            continue;
        }
        for (uint32_t k = 0; k <= degree; ++k) {
            p->value[k] = at_point(p->form + (size_t)4 * k, other->vertices[i]);
        }
        if (nearest->count == 8 || !is_steady(p->value, degree, margin, falls)) {
            return false;
        }
        nearest->vertices[nearest->count++] = i;
    }
    return nearest->count > 0;
}

// How far a vertex is off the line of an edge, at most: 16 roundings of at most both lengths.
static double off_line(const ti_polytope* p, const ti_polytope_edge* edge, uint32_t vertex)
{
    toi_vec3 start = p->vertices[edge->vertex[0]], way = v3_sub(p->vertices[vertex], start);
    double most = v3_length(start) + v3_length(way);
    return v3_length(v3_madd(way, -v3_dot(way, edge->direction), edge->direction)) + ti_gamma(16) * most;
}

// False where a vertex may be farther out than a line by more than its margin, or not, as time goes.
static bool is_outermost(const ti_polytope* of, const ti_polytope_edge* edge, const ti_polytope_pair* p,
                         double margin, double* off)
{
    *off = 0.0;
    for (uint32_t i = 0; i < of->vertex_count; ++i) {
        if (p->low[i] > margin) {
            continue;
        }
        if (!(p->low[i] >= -margin && p->high[i] <= margin)) {
            return false;
        }
        *off = d_max(off_line(of, edge, i), *off);
    }
    return true;
}

static bool edges_are_steady(const ti_polytope_pair* p, const ti_form_node* node,
                             const ti_polytope_axis* axis, bool falls, ti_polytope_nearest* nearest)
{
    ti_form_lines lines = ti_polytope_lines(p, axis);
    double margin = ti_form_edges_margin(node, lines.along_a, lines.along_b);
    ti_form_edges(node, &lines, p->value, p->other_form, p->form);
    if (!is_steady(p->value, degree_of(node), margin, falls)) {
        return false;
    }
    least_bound(p, node, p->a, p->other_form);
    if (!is_outermost(p->a, &p->a->edges[axis->edge_a], p, margin, &nearest->off[0])) {
        return false;
    }
    least_bound(p, node, p->b, p->form);
    return is_outermost(p->b, &p->b->edges[axis->edge_b], p, margin, &nearest->off[1]);
}

bool ti_polytope_is_steady(const ti_polytope_pair* p, const ti_form_node* node, const ti_polytope_axis* axis,
                           bool falls, ti_polytope_nearest* nearest)
{
    nearest->count = 0;
    return axis->kind == TI_AXIS_EDGES ? edges_are_steady(p, node, axis, falls, nearest)
                                       : plane_is_steady(p, node, axis, falls, nearest);
}
