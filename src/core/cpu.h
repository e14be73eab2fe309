// What the processor at hand can do.

#ifndef TI_CORE_CPU_H
#define TI_CORE_CPU_H

#include <stdbool.h>

// Whether the kernels built for AVX2 may run here. Both builds of a kernel give equal bits.
bool ti_cpu_has_avx2(void);

#endif
