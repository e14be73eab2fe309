// The polynomials that all pairs of a window share, and links along them.

#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/boxes/tree_search.h"

// Roundings of a value in units of what an axis of the cubes has (tree_link.h).
static const double SHARE = 3.0;

// More than what the products and sums of a value lose by underflow, 2^-1075 each.
static const double LOST = 0x1p-1050;

static ti_moving_box cube_of(const ti_solid_cell* c, double half)
{
    return (ti_moving_box){.motion = c->motion,
                           .half = {half, half, half},
                           .rotation_error = c->rotation_error,
                           .translation_error = c->translation_error,
                           .weight_error = c->weight_error};
}

ti_tree_kernel ti_tree_kernel_of(bool plain)
{
    return plain ? (ti_tree_kernel){ti_tree_advance_line_plain, ti_tree_advance_lanes_plain,
                                    ti_tree_cut_plain, ti_tree_reach_plain}
                 : (ti_tree_kernel){ti_tree_advance_line_avx2, ti_tree_advance_lanes_avx2, ti_tree_cut_avx2,
                                    ti_tree_reach_avx2};
}

static void write_rows(ti_tree_motion* m)
{
    const ti_box_system* s = &m->system;
    size_t group = 4 * ((size_t)s->degree + 1);
    const double* c = s->coefficients;
    for (size_t k = 0; k <= s->degree; ++k) {
        for (size_t i = 0; i < 3; ++i) {
            double *a = m->rows + 4 * (TREE_ROWS * k + i), *b = a + 12;
            memcpy(a, c + group * (BOX_G_ROW + i) + 4 * k, 3 * sizeof *a);
            memcpy(b, c + group * (BOX_G_COLUMN + i) + 4 * k, 3 * sizeof *b);
            a[3] = c[group * (BOX_P + BOX_A) + 4 * k + i];
            b[3] = -c[group * (BOX_P + BOX_B) + 4 * k + i];
        }
        double size = c[group * BOX_SIZE_A + 4 * k];
        for (size_t i = 0; i < 4; ++i) {
            m->rows[4 * (TREE_ROWS * k + TREE_SIZE_ROW) + i] = size;
        }
        m->size = d_max(size, m->size);
    }
}

double ti_tree_margin(const ti_tree_motion* m, uint32_t axis)
{
    return SHARE * (m->system.margin[axis] + TREE_CUT_HALVINGS * m->system.deeper[axis]);
}

// How far the rotation goes from coefficient to coefficient, next to its size.
static double turn_of(const toi_rational* m)
{
    double turn = 0.0;
    for (uint32_t k = 1; k < m->rotation_count; ++k) {
        toi_quat q = m->rotation[k - 1], r = m->rotation[k];
        turn += sqrt(q_norm2((toi_quat){r.w - q.w, r.x - q.x, r.y - q.y, r.z - q.z}) / q_norm2(r));
    }
    return turn;
}

bool ti_tree_motion_make(ti_tree_search* search, ti_polys* polys)
{
    ti_tree_motion* m = &search->motion;
    *m = (ti_tree_motion){
        .cube = {ti_tree_cube(search->query->a->mesh), ti_tree_cube(search->query->b->mesh)}};
    ti_moving_box a = cube_of(&search->cell->a, m->cube[0]), b = cube_of(&search->cell->b, m->cube[1]);
    m->calm = turn_of(&a.motion) <= turn_of(&b.motion) ? 0 : 1;
    ti_box_frame f = ti_box_frame_rational(polys, &a, search->from, search->to);
    ti_box_frame g = ti_box_frame_rational(polys, &b, search->from, search->to);
    if (!ti_box_system_make(polys, &f, &g, &m->system)) {
        return false;
    }
    size_t count = (size_t)m->system.degree + 1;
    double* room = ti_arena_allocate(polys->arena, (8 * TREE_ROWS + 12) * count, sizeof *room);
    polys->no_memory = room == NULL;
    if (room == NULL) {
        return false;
    }
    m->rows = room;
    m->left = m->rows + 4 * TREE_ROWS * count;
    m->work = m->left + 4 * TREE_ROWS * count;
    write_rows(m);
    int degree = (int)m->system.degree, cuts = 2 * TREE_ROUNDS + 1;
    m->blur = ti_gamma(3 * degree * cuts + 8 * TREE_ROUNDS);
    for (uint32_t i = 0; i < 3; ++i) {
        m->margin[0][i] = ti_tree_margin(m, 4 * BOX_A + i);
        m->margin[1][i] = ti_tree_margin(m, 4 * BOX_B + i);
    }
    return true;
}

double ti_tree_plane_margin(const ti_tree_motion* m, int body, toi_vec3 n)
{
    const double* margin = m->margin[body];
    return ((fabs(n.x) * margin[0] + fabs(n.y) * margin[1]) + fabs(n.z) * margin[2]) + LOST;
}

void ti_tree_look(ti_tree_search* s, double time)
{
    if (s->frame.time != time) {
        s->kernel.cut(&s->motion, time, &s->frame);
    }
}

double ti_tree_link(const ti_tree_search* s, const ti_tree_side side[2], const ti_tree_plane* plane,
                    uint32_t rounds)
{
    const ti_tree_motion* m = &s->motion;
    int body = plane->body;
    const ti_tree_line line = {.rows = m->left,
                               .body = (uint32_t)body,
                               .degree = m->system.degree,
                               .rounds = rounds,
                               .normal = plane->normal,
                               .reach = plane->reach,
                               .margin = ti_tree_plane_margin(m, body, plane->normal),
                               .blur = m->blur,
                               .other = &side[1 - body],
                               .from = s->frame.time,
                               .work = m->work};
    ++s->found->steps;
    return line.margin < HUGE_VAL ? s->kernel.line(&line) : line.from;
}
