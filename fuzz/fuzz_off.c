// Any bytes as an OFF file.

#include "mesh_target.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    return fuzz_mesh(TOI_FORMAT_OFF, data, size);
}
