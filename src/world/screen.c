// A pair on its collision screen: which screw it is drawn for, its pixel records, and contacts on it.

#include "toi/screen.h"

#include "core/array.h"
#include "core/memory.h"
#include "math/rounding.h"
#include "motion/relative.h"
#include "narrow/screw/screen.h"
#include "world/all_check.h"
#include "world/relative.h"

// What toi_screen_place needs.
typedef struct place {
    ti_screw_pair pair;
    ti_screen_def def;
} place;

// The screw of the whole motion. False where there is none in doubles.
static bool find_screw(const toi_body* a, const toi_body* b, const toi_query_def* def, ti_screw* screw,
                       bool* between_ends)
{
    ti_screw_terms terms = {
        .relative_screw = def->relative_screw,
        .max_model_error = ti_all_model_error(a, b, def),
        .max_pieces = 1,
    };
    ti_screw_walk walk;
    ti_screw_walk_begin(a, b, &terms, &walk);
    *between_ends = def->relative_screw;
    if (ti_screw_walk_next(&walk, screw) && screw->t1 >= 1.0) {
        return true;
    }
    terms.relative_screw = true;
    *between_ends = true;
    ti_screw_walk_begin(a, b, &terms, &walk);
    return ti_screw_walk_next(&walk, screw) && screw->t1 >= 1.0;
}

static toi_screen_mark mark_of(ti_screen_mark mark)
{
    return (toi_screen_mark){mark.r, mark.h, mark.t};
}

static toi_screen_record record_of(const toi_mesh* mesh, uint32_t body, const ti_screen_record* r)
{
    toi_screen_record out = {.from = mark_of(r->from),
                             .to = mark_of(r->to),
                             .error = mark_of(r->error),
                             .body = body,
                             .edge = {TOI_SCREEN_NONE, TOI_SCREEN_NONE},
                             .vertex = {r->vertex[0], r->vertex[1]},
                             .row = r->row,
                             .lift = r->lift};
    if (r->crease != TI_NONE) {
        const ti_crease* crease = &mesh->features.creases[r->crease];
        out.edge[0] = crease->vertex[0];
        out.edge[1] = crease->vertex[1];
    }
    return out;
}

// The records under their public names.
static toi_status take_records(const ti_screw_pair* pair, const ti_array* records, const ti_screen_size* size,
                               toi_screen* out)
{
    out->records = ti_allocate(&out->allocator, records->count, sizeof *out->records);
    if (out->records == NULL) {
        return TOI_ERROR_MEMORY;
    }
    const ti_screen_record* from = records->data;
    out->record_count = (uint32_t)records->count;
    for (uint32_t i = 0; i < out->record_count; ++i) {
        uint32_t body = i < size->records[0] ? 0 : 1;
        out->records[i] = record_of(pair->mesh[body], body, &from[i]);
    }
    return TOI_OK;
}

static toi_status draw(const ti_screw* screw, const place* p, toi_screen* out)
{
    ti_screen_size size;
    ti_array records = ti_array_make(sizeof(ti_screen_record), &out->allocator);
    toi_status status = ti_screen_draw(&p->pair, &p->def, &records, &size);
    if (status == TOI_OK && !size.complete) {
        status = TOI_ERROR_LIMIT;
    }
    if (status == TOI_OK) {
        status = take_records(&p->pair, &records, &size, out);
    }
    ti_array_release(&records);
    if (status == TOI_OK) {
        out->rows = size.rows;
        out->columns = size.columns;
        out->first_row = size.first_row;
        out->first_column = size.first_column;
        out->pixel = ti_scale(size.pixel, p->pair.exponent);
        out->r_origin = ti_scale(size.r_origin, p->pair.exponent);
        out->straight = size.straight;
        out->screw = ti_screw_named(p->pair.mesh[0], screw);
    }
    return status;
}

toi_status toi_screen_draw(const toi_body* a, const toi_body* b, const toi_query_def* def, toi_screen* out)
{
    static const toi_query_def defaults = {.tolerance = 0.0};
    if (a == NULL || b == NULL || out == NULL) {
        return TOI_ERROR_INVALID;
    }
    const toi_query_def* asked = def != NULL ? def : &defaults;
    toi_query_def checked = *asked;
    checked.method = TOI_METHOD_SCREEN; // which does not take round shapes
    toi_status status = ti_all_check(a, b, &checked);
    if (status != TOI_OK) {
        return status;
    }
    toi_screen screen = {.allocator = ti_allocator_or_default(asked->allocator)};
    ti_screw screw;
    if (!find_screw(a, b, asked, &screw, &screen.between_ends)) {
        return TOI_ERROR_LIMIT;
    }
    place* p = ti_allocate(&screen.allocator, 1, sizeof *p);
    if (p == NULL) {
        return TOI_ERROR_MEMORY;
    }
    screen.memory = p;
    p->def = (ti_screen_def){
        .pixels = asked->pixels,
        .time_resolution = asked->time_resolution,
        .robust = asked->robust,
    };
    ti_screw_pair_set(a->mesh, b->mesh, &screw, asked->tolerance, &p->pair);
    p->pair.min_properness = asked->min_properness;
    p->pair.leaving = asked->leaving;
    status = draw(&screw, p, &screen);
    if (status == TOI_OK) {
        *out = screen;
    } else {
        toi_screen_release(&screen);
    }
    return status;
}

toi_screen_mark toi_screen_place(const toi_screen* screen, const toi_contact* contact)
{
    const place* p = screen->memory;
    toi_vec3 x = v3_sub(contact->point_in_a, p->pair.mesh[0]->center);
    x = v3_scale(ti_scale(1.0, -p->pair.exponent), x);
    return mark_of(ti_screen_at(&p->pair, &p->def, x, contact->time));
}

void toi_screen_release(toi_screen* screen)
{
    if (screen != NULL) {
        ti_release(&screen->allocator, screen->records);
        ti_release(&screen->allocator, screen->memory);
        *screen = (toi_screen){0};
    }
}
