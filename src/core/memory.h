// Memory through the caller's allocator. Sizes are checked, and any allocation may fail.

#ifndef TI_CORE_MEMORY_H
#define TI_CORE_MEMORY_H

#include "toi/base.h"

// *allocator, or malloc and free for NULL. An allocator without functions counts as NULL.
toi_allocator ti_allocator_or_default(const toi_allocator* allocator);

// Room for `count` objects of `size` bytes, not initialised. NULL if the product overflows or the allocator
// fails; a product of zero gives memory of the smallest size, so NULL always means failure.
void* ti_allocate(const toi_allocator* allocator, size_t count, size_t size);

// The same, filled with zero bytes.
void* ti_allocate_zero(const toi_allocator* allocator, size_t count, size_t size);

// Gives memory back to the allocator that it came from; NULL memory is allowed.
void ti_release(const toi_allocator* allocator, void* memory);

#endif
