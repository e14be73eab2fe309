// Block elimination along trees [Baraff96].
//
// A body c with its joint j to the parent p. With the children of c eliminated,
//     A_c dv_c = g_c + C' l,   C dv_c + P dv_p = r,
// where C and P are the rows of the joint for child and parent. So, with S = C A_c^-1 C' and
// h = r - C A_c^-1 g_c:   l = S^-1 (h - P dv_p), and the parent gets A_p += P' S^-1 P and g_p += P' S^-1 h.

#include "figure_matrix.h"

#include "memory.h"

#include <string.h>

// The lower half becomes the factor L of m = L L'. The rows are `stride` numbers apart.
static void factor(double* m, uint32_t n, uint32_t stride)
{
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j <= i; ++j) {
            double sum = m[i * stride + j];
            for (uint32_t k = 0; k < j; ++k) {
                sum -= m[i * stride + k] * m[j * stride + k];
            }
            m[i * stride + j] = i == j ? sqrt(fmax(sum, 1e-30)) : sum / m[j * stride + j];
        }
    }
}

static void solve(const double* m, uint32_t n, uint32_t stride, double* x)
{
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t k = 0; k < i; ++k) {
            x[i] -= m[i * stride + k] * x[k];
        }
        x[i] /= m[i * stride + i];
    }
    for (uint32_t i = n; i-- > 0;) {
        for (uint32_t k = i + 1; k < n; ++k) {
            x[i] -= m[k * stride + i] * x[k];
        }
        x[i] /= m[i * stride + i];
    }
}

static double dot6(const double a[6], const double b[6])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5];
}

// x += rows' l
static void add_rows(double x[6], const double rows[][6], const double* l, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t k = 0; k < 6; ++k) {
            x[k] += rows[i][k] * l[i];
        }
    }
}

static void set_mass(sim_figure_node* node, const sim_body* b)
{
    mat3 inertia = m3_turned_diagonal(b->pose.quaternion, b->inertia);
    memset(node->body, 0, sizeof node->body);
    for (int i = 0; i < 3; ++i) {
        node->body[i][i] = b->mass;
        node->body[3 + i][3] = inertia.row[i].x;
        node->body[3 + i][4] = inertia.row[i].y;
        node->body[3 + i][5] = inertia.row[i].z;
    }
}

// S of the joint, and what it adds to the parent.
static void eliminate(sim_figure_node* child, sim_figure_node* parent)
{
    const sim_joint* joint = child->joint;
    uint32_t n = joint->row_count;
    for (uint32_t i = 0; i < n; ++i) {
        double column[6];
        memcpy(column, joint->rows_child[i], sizeof column);
        solve(&child->body[0][0], 6, 6, column);
        for (uint32_t k = 0; k < n; ++k) {
            child->across[k][i] = dot6(joint->rows_child[k], column);
        }
    }
    factor(&child->across[0][0], n, JOINT_ROWS);
    for (uint32_t i = 0; i < 6; ++i) {
        double column[JOINT_ROWS], added[6] = {0};
        for (uint32_t k = 0; k < n; ++k) {
            column[k] = joint->rows_parent[k][i];
        }
        solve(&child->across[0][0], n, JOINT_ROWS, column);
        add_rows(added, joint->rows_parent, column, n);
        for (uint32_t k = 0; k < 6; ++k) {
            parent->body[k][i] += added[k];
        }
    }
}

void figure_factor(sim_figure_matrix* m, const sim_body* bodies, uint32_t count, const sim_joint_set* joints)
{
    if (m->nodes == NULL) {
        m->nodes = allocate(count, sizeof *m->nodes);
        m->count = count;
    }
    for (uint32_t i = 0; i < joints->count; ++i) {
        const sim_joint* joint = &joints->items[i];
        m->nodes[joint->def.child].joint = joint;
        m->nodes[joint->def.child].used = m->nodes[joint->def.parent].used = true;
    }
    for (uint32_t i = 0; i < count; ++i) {
        set_mass(&m->nodes[i], &bodies[i]);
    }
    for (uint32_t i = count; i-- > 0;) {
        sim_figure_node* node = &m->nodes[i];
        if (node->used) {
            factor(&node->body[0][0], 6, 6);
        }
        if (node->joint != NULL) {
            eliminate(node, &m->nodes[node->joint->def.parent]);
        }
    }
}

static void gather(sim_figure_node* child, sim_figure_node* parent)
{
    const sim_joint* joint = child->joint;
    double moved[6], impulse[JOINT_ROWS];
    memcpy(moved, child->push, sizeof moved);
    solve(&child->body[0][0], 6, 6, moved);
    for (uint32_t i = 0; i < joint->row_count; ++i) {
        child->rest[i] -= dot6(joint->rows_child[i], moved);
        impulse[i] = child->rest[i];
    }
    solve(&child->across[0][0], joint->row_count, JOINT_ROWS, impulse);
    add_rows(parent->push, joint->rows_parent, impulse, joint->row_count);
}

static void spread(sim_figure_node* child, const sim_figure_node* parent)
{
    const sim_joint* joint = child->joint;
    memcpy(child->change, child->push, sizeof child->change);
    if (joint != NULL) {
        for (uint32_t i = 0; i < joint->row_count; ++i) {
            child->rest[i] -= dot6(joint->rows_parent[i], parent->change);
        }
        solve(&child->across[0][0], joint->row_count, JOINT_ROWS, child->rest);
        add_rows(child->change, joint->rows_child, child->rest, joint->row_count);
    }
    solve(&child->body[0][0], 6, 6, child->change);
}

void figure_solve(sim_figure_matrix* m)
{
    for (uint32_t i = 0; i < m->count; ++i) {
        memset(m->nodes[i].push, 0, sizeof m->nodes[i].push);
    }
    for (uint32_t i = m->count; i-- > 0;) {
        sim_figure_node* node = &m->nodes[i];
        if (node->joint != NULL) {
            gather(node, &m->nodes[node->joint->def.parent]);
        }
    }
    for (uint32_t i = 0; i < m->count; ++i) {
        sim_figure_node* node = &m->nodes[i];
        if (node->used) {
            spread(node, node->joint != NULL ? &m->nodes[node->joint->def.parent] : NULL);
        }
    }
}

void figure_matrix_release(sim_figure_matrix* m)
{
    if (m != NULL) {
        release(m->nodes);
        release(m);
    }
}
