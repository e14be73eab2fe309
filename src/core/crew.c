// Own threads are started when they are first of use.

#include "core/crew.h"

bool ti_crew_call(ti_crew* crew)
{
    if (crew->threads > 1 && crew->run == NULL && crew->team == NULL) {
        crew->team = ti_team_create(crew->threads, &crew->allocator);
        return crew->team != NULL;
    }
    return true;
}

bool ti_crew_run(ti_crew* crew, toi_task task, uint32_t count, void* data)
{
    if (crew->run != NULL && count > 0) {
        crew->run(task, count, data, crew->run_context);
        return true;
    }
    if (count > 1 && !ti_crew_call(crew)) {
        return false;
    }
    if (crew->team != NULL) {
        ti_team_run(crew->team, task, count, data);
        return true;
    }
    for (uint32_t i = 0; i < count; ++i) {
        task(i, 0, data);
    }
    return true;
}
