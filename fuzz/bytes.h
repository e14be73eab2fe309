// The bytes that a target draws its input from.

#ifndef TOI_FUZZ_BYTES_H
#define TOI_FUZZ_BYTES_H

#include <stddef.h>
#include <stdint.h>

typedef struct bytes {
    const uint8_t* next;
    size_t left;
} bytes;

// A number below `below`; 0 when all are used up.
static inline uint32_t take(bytes* input, uint32_t below)
{
    if (input->left == 0) {
        return 0;
    }
    --input->left;
    return *input->next++ % below;
}

#endif
