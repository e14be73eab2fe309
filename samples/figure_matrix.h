// The linear system of a figure: M dv = J' l, J dv = r, where the bodies and joints form trees.

#ifndef SAMPLES_FIGURE_MATRIX_H
#define SAMPLES_FIGURE_MATRIX_H

#include "body.h"
#include "joints.h"

// A node for each body: its block, and that of the joint to its parent.
typedef struct sim_figure_node {
    const sim_joint* joint; // to the parent, or NULL
    bool used;              // some joint holds the body
    double body[6][6];      // Cholesky factors
    double across[JOINT_ROWS][JOINT_ROWS];
    double push[6], change[6]; // of velocity and spin
    double rest[JOINT_ROWS];   // what the joint has still to change
} sim_figure_node;

typedef struct sim_figure_matrix {
    uint32_t count;
    sim_figure_node* nodes;
} sim_figure_matrix;

// Factors the system: from the leaves of the trees to their roots, so that no block arises where there was
// none [Baraff96].
void figure_factor(sim_figure_matrix* m, const sim_body* bodies, uint32_t count, const sim_joint_set* joints);

// Solves for `change` of every node: `rest` of each joint holds the right side and is overwritten.
void figure_solve(sim_figure_matrix* m);

void figure_matrix_release(sim_figure_matrix* m);

#endif
