// Which bodies carry which, and which rest together.

#ifndef SAMPLES_ORDER_H
#define SAMPLES_ORDER_H

struct sim_crowd;

// Levels of support, and bodies and contacts in their order.
void order_by_support(struct sim_crowd* crowd);

// Bodies that touch and have all been slow for long enough fall asleep; they wake when one among them moves.
void sleep_and_wake(struct sim_crowd* crowd, double dt);

#endif
