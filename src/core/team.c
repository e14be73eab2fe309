// A team waits on one condition for the next run. Tasks are claimed from one atomic counter; what they wrote
// reaches the caller through the mutex, under which each member leaves the run.

#include "core/team.h"

#include "core/assert.h"
#include "core/memory.h"

#include <stdatomic.h>

typedef struct member {
    ti_team* team;
    uint32_t id;
    pthread_t thread;
} member;

struct ti_team {
    toi_allocator allocator;
    member* members;
    uint32_t count; // started
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    // Under the lock:
    uint64_t run;    // number of the run at hand
    uint32_t active; // members at work on it
    bool open;       // members may still join it: who wakes up late leaves it to the others
    bool over;
    // Set before a run begins:
    toi_task task;
    void* data;
    uint64_t task_count;
    _Atomic uint64_t next; // 64 bits: claims beyond the end do not wrap around
};

static void work_until_done(ti_team* team, uint32_t id)
{
    for (;;) {
        uint64_t index = atomic_fetch_add_explicit(&team->next, 1, memory_order_relaxed);
        if (index >= team->task_count) {
            return;
        }
        team->task((uint32_t)index, id, team->data);
    }
}

static void* serve(void* argument)
{
    member* self = argument;
    ti_team* team = self->team;
    uint64_t seen = 0;
    pthread_mutex_lock(&team->lock);
    for (;;) {
        while (team->run == seen && !team->over) {
            pthread_cond_wait(&team->begin, &team->lock);
        }
        if (team->over) {
            break;
        }
        seen = team->run;
        if (!team->open) {
            continue;
        }
        ++team->active;
        pthread_mutex_unlock(&team->lock);
        work_until_done(team, self->id);
        pthread_mutex_lock(&team->lock);
        if (--team->active == 0) {
            pthread_cond_signal(&team->end);
        }
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

static int start_thread(pthread_t* thread, void* (*run)(void*), void* argument)
{
    return pthread_create(thread, NULL, run, argument);
}

static void start_members(ti_team* team, uint32_t wanted, ti_thread_start* start)
{
    while (team->count < wanted) {
        member* next = &team->members[team->count];
        *next = (member){.team = team, .id = team->count + 1};
        if (start(&next->thread, serve, next) != 0) {
            return;
        }
        ++team->count;
    }
}

ti_team* ti_team_create_with(uint32_t threads, const toi_allocator* allocator, ti_thread_start* start)
{
    TI_ASSERT(start != NULL);
    uint32_t wanted = threads > 1 ? threads - 1 : 0;
    toi_allocator own = ti_allocator_or_default(allocator);
    ti_team* team = ti_allocate_zero(&own, 1, sizeof *team);
    member* members = team ? ti_allocate(&own, wanted, sizeof *members) : NULL;
    if (members == NULL) {
        ti_release(&own, team);
        return NULL;
    }
    team->allocator = own;
    team->members = members;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->begin, NULL);
    pthread_cond_init(&team->end, NULL);
    start_members(team, wanted, start);
    return team;
}

ti_team* ti_team_create(uint32_t threads, const toi_allocator* allocator)
{
    return ti_team_create_with(threads, allocator, start_thread);
}

void ti_team_run(ti_team* team, toi_task task, uint32_t count, void* data)
{
    TI_ASSERT(task != NULL);
    bool alone = count <= 1 || team->count == 0;
    team->task = task;
    team->data = data;
    team->task_count = count;
    atomic_store_explicit(&team->next, 0, memory_order_relaxed);
    if (!alone) {
        pthread_mutex_lock(&team->lock);
        ++team->run;
        team->open = true;
        pthread_cond_broadcast(&team->begin);
        pthread_mutex_unlock(&team->lock);
    }
    work_until_done(team, 0);
    if (!alone) {
        pthread_mutex_lock(&team->lock);
        team->open = false;
        while (team->active > 0) {
            pthread_cond_wait(&team->end, &team->lock);
        }
        pthread_mutex_unlock(&team->lock);
    }
}

void ti_team_destroy(ti_team* team)
{
    if (team == NULL) {
        return;
    }
    pthread_mutex_lock(&team->lock);
    team->over = true;
    pthread_cond_broadcast(&team->begin);
    pthread_mutex_unlock(&team->lock);
    for (uint32_t i = 0; i < team->count; ++i) {
        pthread_join(team->members[i].thread, NULL);
    }
    pthread_cond_destroy(&team->end);
    pthread_cond_destroy(&team->begin);
    pthread_mutex_destroy(&team->lock);
    toi_allocator own = team->allocator;
    ti_release(&own, team->members);
    ti_release(&own, team);
}
