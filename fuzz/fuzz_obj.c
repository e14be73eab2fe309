// Any bytes as an OBJ file.

#include "mesh_target.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    return fuzz_mesh(TOI_FORMAT_OBJ, data, size);
}
