// Forms from the coefficients of a system.

#include "narrow/boxes/polytope_form.h"

static const double* at(const ti_form_node* node, uint32_t group)
{
    return node->coefficients + (size_t)4 * (node->system->degree + 1) * group;
}

// What tells one polytope in the coordinates of the other.
typedef struct view {
    const double *row[3], *way, *size;
    double sign; // of the way
} view;

static view view_of(const ti_form_node* node, bool of_b)
{
    uint32_t rows = of_b ? node->system->h_row : (uint32_t)BOX_G_ROW;
    return (view){{at(node, rows), at(node, rows + 1), at(node, rows + 2)},
                  at(node, BOX_P + (of_b ? BOX_B : BOX_A)),
                  at(node, of_b ? node->system->size_b : (uint32_t)BOX_SIZE_A),
                  of_b ? -1.0 : 1.0};
}

void ti_form_plane(const ti_form_node* node, bool of_b, toi_vec3 n, double height, double* form)
{
    view v = view_of(node, of_b);
    for (size_t k = 0; k < 4 * ((size_t)node->system->degree + 1); k += 4) {
        const double *r0 = v.row[0] + k, *r1 = v.row[1] + k, *r2 = v.row[2] + k, *p = v.way + k;
        if (of_b) {
            form[k] = (n.x * r0[0] + n.y * r0[1]) + n.z * r0[2];
            form[k + 1] = (n.x * r1[0] + n.y * r1[1]) + n.z * r1[2];
            form[k + 2] = (n.x * r2[0] + n.y * r2[1]) + n.z * r2[2];
        } else {
            form[k] = (n.x * r0[0] + n.y * r1[0]) + n.z * r2[0];
            form[k + 1] = (n.x * r0[1] + n.y * r1[1]) + n.z * r2[1];
            form[k + 2] = (n.x * r0[2] + n.y * r1[2]) + n.z * r2[2];
        }
        form[k + 3] = v.sign * ((n.x * p[0] + n.y * p[1]) + n.z * p[2]) - height * v.size[k];
    }
}

void ti_form_point(const ti_form_node* node, bool of_b, toi_vec3 y, double* form)
{
    view v = view_of(node, of_b);
    for (size_t k = 0; k < 4 * ((size_t)node->system->degree + 1); k += 4) {
        const double *r0 = v.row[0] + k, *r1 = v.row[1] + k, *r2 = v.row[2] + k, *p = v.way + k;
        for (size_t i = 0; i < 3; ++i) {
            const double* r = i == 0 ? r0 : i == 1 ? r1 : r2;
            form[k + i] = of_b ? ((y.x * r0[i] + y.y * r1[i]) + y.z * r2[i]) - p[i]
                               : ((y.x * r[0] + y.y * r[1]) + y.z * r[2]) + p[i];
        }
        form[k + 3] = v.size[k];
    }
}

void ti_form_subtract(const ti_form_node* node, toi_vec3 p, double* form)
{
    for (size_t k = 0; k < 4 * ((size_t)node->system->degree + 1); k += 4) {
        form[k + 3] = -((form[k] * p.x + form[k + 1] * p.y) + form[k + 2] * p.z);
    }
}

static void set_form(double* form, double sign, toi_vec3 normal, toi_vec3 base)
{
    form[0] = sign * normal.x;
    form[1] = sign * normal.y;
    form[2] = sign * normal.z;
    form[3] = -sign * v3_dot(normal, base);
}

void ti_form_edges(const ti_form_node* node, const ti_form_lines* l, double* value, double* form_a,
                   double* form_b)
{
    const double *g[3], *h[3], *e[3];
    toi_vec3 u = l->along_a, v = l->along_b;
    for (uint32_t i = 0; i < 3; ++i) {
        g[i] = at(node, BOX_G_ROW + i);
        h[i] = at(node, node->system->h_row + i);
        e[i] = at(node, BOX_P + BOX_E + i);
    }
    for (size_t i = 0; i <= node->system->degree; ++i) {
        size_t k = 4 * i;
        toi_vec3 along_h = {(u.x * h[0][k] + u.y * h[1][k]) + u.z * h[2][k],
                            (u.x * h[0][k + 1] + u.y * h[1][k + 1]) + u.z * h[2][k + 1],
                            (u.x * h[0][k + 2] + u.y * h[1][k + 2]) + u.z * h[2][k + 2]};
        toi_vec3 along_g = {(v.x * g[0][k] + v.y * g[0][k + 1]) + v.z * g[0][k + 2],
                            (v.x * g[1][k] + v.y * g[1][k + 1]) + v.z * g[1][k + 2],
                            (v.x * g[2][k] + v.y * g[2][k + 1]) + v.z * g[2][k + 2]};
        toi_vec3 way = {(v.x * e[0][k] + v.y * e[0][k + 1]) + v.z * e[0][k + 2],
                        (v.x * e[1][k] + v.y * e[1][k + 1]) + v.z * e[1][k + 2],
                        (v.x * e[2][k] + v.y * e[2][k + 1]) + v.z * e[2][k + 2]};
        toi_vec3 across_b = v3_cross(along_h, v), across_a = v3_cross(u, along_g);
        double apart = (v3_dot(u, way) + v3_dot(across_b, l->b)) - v3_dot(across_a, l->a);
        value[i] = l->sign * apart;
        set_form(form_a + k, -l->sign, across_a, l->a);
        set_form(form_b + k, l->sign, across_b, l->b);
    }
}

// ---- margins

double ti_form_plane_margin(const ti_form_node* node, bool of_b, toi_vec3 n)
{
    uint32_t axis = 4 * (uint32_t)(of_b ? BOX_B : BOX_A);
    return 2.0 * ((fabs(n.x) * ti_box_margin(node->system, axis, node->depth) +
                   fabs(n.y) * ti_box_margin(node->system, axis + 1, node->depth)) +
                  fabs(n.z) * ti_box_margin(node->system, axis + 2, node->depth));
}

double ti_form_any_margin(const ti_form_node* node, bool of_b)
{
    return ti_form_plane_margin(node, of_b, (toi_vec3){1.0, 1.0, 1.0});
}

double ti_form_edges_margin(const ti_form_node* node, toi_vec3 u, toi_vec3 v)
{
    const double a[3] = {fabs(u.x), fabs(u.y), fabs(u.z)}, b[3] = {fabs(v.x), fabs(v.y), fabs(v.z)};
    double sum = 0.0;
    for (uint32_t i = 0; i < 3; ++i) {
        for (uint32_t j = 0; j < 3; ++j) {
            sum += a[i] * b[j] * ti_box_margin(node->system, 4 * (BOX_E + i) + j, node->depth);
        }
    }
    return 2.0 * sum;
}
