// Paths: the vertex that is nearest to a face, the place where edges are nearest, or goes through a polygon,
// and points that are in both.

#include "narrow/boxes/polytope_paths.h"

#include "math/scalar.h"

// One polytope seen from the other, whose points are at offset + row . x in its coordinates.
typedef struct view {
    const ti_polytope *own, *other;
    const toi_vec3* row;
    toi_vec3 offset;
    bool of_b; // the other one is B
} view;

static view view_of(const ti_polytope_pair* pair, const ti_polytope_state* s, bool of_b)
{
    return of_b ? (view){pair->a, pair->b, s->place.row, s->place.offset, true}
                : (view){pair->b, pair->a, s->place.back_row, s->place.back_offset, false};
}

// Makes the path a piece of an edge of the other one around a place on it, half as long as faces allow that
// count.
static bool piece_around(const view* v, const ti_polytope_edge* f, double at, ti_polytope_path* path)
{
    toi_vec3 start = v->other->vertices[f->vertex[0]], along = ti_turn(v->row, f->direction);
    double length = v3_dot(v3_sub(v->other->vertices[f->vertex[1]], start), f->direction), reach = length;
    at = d_min(d_max(at, 0.0), length);
    toi_vec3 x = v3_add(v->offset, ti_turn(v->row, v3_madd(start, at, f->direction)));
    for (uint32_t i = 0; i < v->own->face_count; ++i) {
        if (i != path->faces[0] && i != path->faces[1] && i != path->rim) {
            double left = v->own->heights[i] - v3_dot(v->own->normals[i], x);
            double slope = fabs(v3_dot(v->own->normals[i], along));
            reach = left < 2.0 * reach * slope ? 0.5 * left / slope : reach;
        }
    }
    path->of_b = v->of_b;
    path->piece = true;
    path->point = v3_madd(start, d_max(at - reach, 0.0), f->direction);
    path->end = v3_madd(start, d_min(at + reach, length), f->direction);
    return reach > 0.0;
}

static void set_polygon(ti_polytope_path* path)
{
    path->polygon = true;
    path->faces[0] = 0;
    path->faces[1] = 1;
}

// Along an edge u between faces with normals m and n the axis s (u x v) is between these normals, not against
// them, where v leads out of the first and into the second, if s u . (m x n) is positive; else the other way
// round. At the rim of a polygon with the normal n it leads out of the side face, normal m, where v rises
// along s (m x u), which is n or -n.
static int falling_face(const view* v, const ti_polytope_edge* e, double sign)
{
    toi_vec3 m = v->own->normals[e->face[0]], n = v->own->normals[e->face[1]], u = e->direction;
    if (v->own->dimension == 2) {
        return sign * v3_dot(v3_cross(n, u), v->own->axis) > 0.0 ? 0 : 1;
    }
    return sign * v3_dot(u, v3_cross(m, n)) > 0.0 ? 1 : 0;
}

// Where an edge of the other one is nearest to one of its own.
static bool beside_edge(const view* v, const ti_polytope_axis* axis, ti_polytope_path* path)
{
    const ti_polytope_edge* e = &v->own->edges[v->of_b ? axis->edge_a : axis->edge_b];
    const ti_polytope_edge* f = &v->other->edges[v->of_b ? axis->edge_b : axis->edge_a];
    toi_vec3 u = e->direction, w = ti_turn(v->row, f->direction), across = v3_cross(u, v3_cross(u, w));
    toi_vec3 from = v3_add(v->offset, ti_turn(v->row, v->other->vertices[f->vertex[0]]));
    double at = v3_dot(v3_sub(v->own->vertices[e->vertex[0]], from), across) / v3_dot(w, across);
    *path = (ti_polytope_path){.faces = {e->face[0], e->face[1]}, .rim = TI_NO_NAME, .edges = *axis};
    path->falls = falling_face(v, e, axis->sign);
    if (v->own->dimension == 2) {
        path->rim = e->face[1];
        set_polygon(path);
    }
    bool upright = v->own->dimension == 2 && e->face[0] > 1; // from one side of a polygon to the other
    return v->own->dimension >= 2 && !upright && piece_around(v, f, at, path);
}

// From a vertex that is nearest to a polygon along the edge that leads away from it most.
static bool from_vertex(const view* v, uint32_t vertex, toi_vec3 normal, ti_polytope_path* path)
{
    const ti_polytope_edge* best = NULL;
    double most = 0.0;
    for (uint32_t i = v->other->star_begin[vertex]; i < v->other->star_begin[vertex + 1]; ++i) {
        const ti_polytope_edge* e = &v->other->edges[v->other->star[i]];
        toi_vec3 span = v3_sub(v->other->vertices[e->vertex[1]], v->other->vertices[e->vertex[0]]);
        double rise = fabs(v3_dot(normal, ti_turn(v->row, e->direction)));
        if (rise > most && v3_dot(span, span) > 0.0) {
            most = rise;
            best = e;
        }
    }
    if (best == NULL) {
        return false;
    }
    *path = (ti_polytope_path){.rim = TI_NO_NAME, .falls = 2};
    set_polygon(path);
    return piece_around(v, best, best->vertex[0] == vertex ? 0.0 : HUGE_VAL, path);
}

// Where an edge goes through a polygon, as far from its rim as there is one.
static bool through_polygon(const view* v, ti_polytope_path* path)
{
    double best = 0.0, place = 0.0;
    const ti_polytope_edge* edge = NULL;
    for (uint32_t i = 0; i < v->other->edge_count; ++i) {
        const ti_polytope_edge* f = &v->other->edges[i];
        toi_vec3 p = v3_add(v->offset, ti_turn(v->row, v->other->vertices[f->vertex[0]]));
        toi_vec3 q = v3_add(v->offset, ti_turn(v->row, v->other->vertices[f->vertex[1]]));
        double h = v3_dot(v->own->axis, p) - v->own->heights[1],
               k = v3_dot(v->own->axis, q) - v->own->heights[1];
        if (!(h * k < 0.0)) {
            continue;
        }
        double share = h / (h - k), least = HUGE_VAL;
        toi_vec3 x = v3_madd(p, share, v3_sub(q, p));
        for (uint32_t g = 2; g < v->own->face_count; ++g) {
            least = d_min(v->own->heights[g] - v3_dot(v->own->normals[g], x), least);
        }
        if (least > best) {
            toi_vec3 span = v3_sub(v->other->vertices[f->vertex[1]], v->other->vertices[f->vertex[0]]);
            best = least;
            place = share * v3_dot(span, f->direction);
            edge = f;
        }
    }
    *path = (ti_polytope_path){.rim = TI_NO_NAME, .falls = 2};
    set_polygon(path);
    return edge != NULL && piece_around(v, edge, place, path);
}

static uint32_t vertex_paths(const view* v, const ti_polytope_axis* axis, ti_polytope_path* paths)
{
    double most;
    uint32_t i = ti_farthest_vertex(v->other, v3_negate(ti_turn_normal(v->row, axis->normal)), &most);
    paths[0] = (ti_polytope_path){.of_b = v->of_b, .point = v->other->vertices[i]};
    return v->own->dimension == 2 && from_vertex(v, i, axis->normal, &paths[1]) ? 2 : 1;
}

static uint32_t paths_from_axis(const ti_polytope_pair* pair, const ti_polytope_state* s,
                                ti_polytope_path* paths)
{
    view of_a = view_of(pair, s, false), of_b = view_of(pair, s, true);
    if (s->axis.kind == TI_AXIS_EDGES) {
        uint32_t count = beside_edge(&of_b, &s->axis, &paths[0]);
        return count + beside_edge(&of_a, &s->axis, &paths[count]);
    }
    return s->axis.kind == TI_AXIS_NONE
               ? 0
               : vertex_paths(s->axis.kind == TI_AXIS_A ? &of_b : &of_a, &s->axis, paths);
}

static uint32_t paths_through(const ti_polytope_pair* pair, const ti_polytope_state* s,
                              ti_polytope_path* paths)
{
    uint32_t count = 0;
    for (int turn = 0; turn < 2; ++turn) {
        view v = view_of(pair, s, turn == 0);
        count += v.own->dimension == 2 && through_polygon(&v, &paths[count]);
    }
    return count;
}

uint32_t ti_polytope_state_paths(const ti_polytope_pair* pair, const ti_polytope_state* s,
                                 ti_polytope_path paths[POLYTOPE_PATHS])
{
    uint32_t count = s->apart ? paths_from_axis(pair, s, paths) : paths_through(pair, s, paths);
    paths[count++] = (ti_polytope_path){.of_b = false, .point = s->in_a};
    paths[count++] = (ti_polytope_path){.of_b = true, .point = s->in_b};
    return s->apart ? count : count + paths_from_axis(pair, s, paths + count);
}
