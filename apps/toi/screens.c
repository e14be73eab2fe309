// Collision screens of pairs, for the page of toi report.

#include "screens.h"

#include "telling.h"

#include "scene/memory_stream.h"

#include <stdlib.h>

static bool is_rigid(const ti_scene* scene, uint32_t body)
{
    return scene->bodies[body].motion.kind != TOI_MOTION_VERTICES;
}

static toi_status add(const tool_request* request, const ti_scene* scene, const toi_pair_result* pair,
                      tool_screens* screens)
{
    ti_memory_stream memory;
    ti_page_screen* screen = &screens->list[screens->count];
    *screen = (ti_page_screen){.pair = {pair->a, pair->b}};
    if (!ti_memory_stream_open(&memory)) {
        return TOI_ERROR_MEMORY;
    }
    toi_status status = tool_screen_write(request, scene, screen->pair, memory.stream);
    if (!ti_memory_stream_close(&memory)) {
        return TOI_ERROR_MEMORY;
    }
    if (status != TOI_OK) { // none of this pair
        free(memory.text);
        return status == TOI_ERROR_MEMORY ? status : TOI_OK;
    }
    screen->svg = memory.text;
    ++screens->count;
    return TOI_OK;
}

toi_status tool_screens_draw(const tool_request* request, const tool_checked* checked, tool_screens* screens)
{
    uint32_t count = 0;
    const ti_scene* scene = checked->report.scene;
    *screens = (tool_screens){0};
    if (!request->all) {
        return TOI_OK;
    }
    const toi_pair_result** pairs = tool_telling_pairs(scene, &checked->world, UINT32_MAX, &count);
    screens->list = calloc(MOST_SCREENS, sizeof *screens->list);
    toi_status status = pairs && screens->list ? TOI_OK : TOI_ERROR_MEMORY;
    for (uint32_t i = 0; i < count && status == TOI_OK && screens->count < MOST_SCREENS; ++i) {
        if (i > 0 && pairs[i]->result.answer != TOI_ANSWER_CONTACT) {
            break;
        }
        if (is_rigid(scene, pairs[i]->a) && is_rigid(scene, pairs[i]->b)) {
            status = add(request, scene, pairs[i], screens);
        }
    }
    free(pairs);
    return status;
}

void tool_screens_release(tool_screens* screens)
{
    for (uint32_t i = 0; i < screens->count; ++i) {
        free(screens->list[i].svg);
    }
    free(screens->list);
    *screens = (tool_screens){0};
}
