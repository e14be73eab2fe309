// Memory that a contender takes, as the pages that the process has.

#define _DEFAULT_SOURCE // malloc_trim

#include "bench/meet_parts.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

// A line of /proc/self/status, in bytes; 0 where there is none.
static double status_bytes(const char* name)
{
    char line[256];
    double kilobytes = 0.0;
    FILE* status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL) {
        if (strncmp(line, name, strlen(name)) == 0) {
            kilobytes = strtod(line + strlen(name), NULL);
            break;
        }
    }
    if (status != NULL) {
        fclose(status);
    }
    return 1024.0 * kilobytes;
}

meet_memory meet_memory_begin(void)
{
    malloc_trim(0); // what others have freed is not found in place of new pages
    FILE* peak = fopen("/proc/self/clear_refs", "w");
    if (peak != NULL) {
        fputs("5", peak); // the peak begins anew
        fclose(peak);
    }
    return (meet_memory){status_bytes("VmRSS:"), 0.0};
}

meet_memory meet_memory_end(meet_memory begin)
{
    return (meet_memory){status_bytes("VmRSS:") - begin.held, status_bytes("VmHWM:") - begin.held};
}

meet_memory meet_mesh_memory(const meet_mesh* mesh)
{
    const toi_mesh_def def = {.vertices = &mesh->vertices[0].x,
                              .vertex_count = mesh->vertex_count,
                              .indices = mesh->corners,
                              .face_count = mesh->face_count};
    toi_mesh* made = NULL;
    meet_memory memory = meet_memory_begin();
    if (toi_mesh_create(&def, &made, NULL) != TOI_OK) {
        fputs("toi_bench_meet: a mesh cannot be made once more\n", stderr);
        exit(5);
    }
    memory = meet_memory_end(memory);
    toi_mesh_destroy(made);
    return memory;
}
