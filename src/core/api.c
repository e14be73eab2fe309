// Public functions of this folder: names of statuses and the version.

#include "toi/base.h"

const char* toi_status_name(toi_status status)
{
    switch (status) {
    case TOI_OK:
        return "ok";
    case TOI_ERROR_INVALID:
        return "invalid argument";
    case TOI_ERROR_MEMORY:
        return "out of memory";
    case TOI_ERROR_OPEN_MESH:
        return "mesh is not closed";
    case TOI_ERROR_FORMAT:
        return "not what the file format says";
    case TOI_ERROR_LIMIT:
        return "too large";
    case TOI_ERROR_THREAD:
        return "thread could not be started";
    }
    return "unknown status";
}

const char* toi_version(void)
{
    return TOI_VERSION_STRING;
}
