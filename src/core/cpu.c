// Processor features, asked of the compiler's run time.

#include "core/cpu.h"

bool ti_cpu_has_avx2(void)
{
#if defined(__x86_64__) || defined(__i386__)
    return __builtin_cpu_supports("avx2") != 0;
#else
    return false;
#endif
}
