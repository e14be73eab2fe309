// Impulses of contacts: sequential impulses, a Gauss-Seidel iteration over the contacts of a crowd that
// begins with the impulses of the step before and takes them in the order in which bodies carry each other.

#ifndef SAMPLES_SOLVER_H
#define SAMPLES_SOLVER_H

struct sim_crowd;

// Changes the velocities of the bodies so that no contact closes further than to the rest gap in `dt`, with
// Coulomb friction and with restitution of fast impacts; then sets `shift` and `twist` where bodies are
// nearer than the rest gap.
void solve_contacts(struct sim_crowd* crowd, double dt);

#endif
