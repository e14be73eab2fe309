// Step four of the collision screen: what is drawn, sorted by row, by time and by height [Buss05, section 9].

#include "narrow/screw/screen_parts.h"

enum { MOST_TIMES = 256 };

// Cells are fewer than this for each item, or times are wider.
enum { CELLS_PER_ITEM = 4 };

static bool before(const ti_screen_key* a, const ti_screen_key* b)
{
    return a->h < b->h || (a->h == b->h && a->index < b->index);
}

// Shell sort with gaps (3^k - 1)/2. A cell has fewer keys than the radix sort of core/sort.h has counters,
// and comparisons are inlined.
void ti_screen_sort(ti_screen_key* at, size_t count)
{
    size_t gap = 1;
    while (gap < count / 3) {
        gap = 3 * gap + 1;
    }
    for (; gap > 0; gap /= 3) {
        for (size_t i = gap; i < count; ++i) {
            ti_screen_key moved = at[i];
            size_t k = i;
            for (; k >= gap && before(&moved, &at[k - gap]); k -= gap) {
                at[k] = at[k - gap];
            }
            at[k] = moved;
        }
    }
}

// Sorts the items of each cell by their keys, and then moves each item once.
static toi_status sort_cells(ti_arena* arena, ti_screen_cells* cells)
{
    uint32_t count = cells->first[cells->count];
    ti_screen_item* sorted = ti_arena_allocate(arena, count, sizeof *sorted);
    ti_arena_mark mark = ti_arena_get_mark(arena);
    ti_screen_key* keys = ti_arena_allocate(arena, count, sizeof *keys);
    if (sorted == NULL || keys == NULL) {
        return TOI_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < count; ++i) {
        keys[i] = (ti_screen_key){cells->item[i].h[0], cells->item[i].index, i};
    }
    for (uint32_t c = 0; c < cells->count; ++c) {
        ti_screen_sort(keys + cells->first[c], cells->first[c + 1] - cells->first[c]);
    }
    for (uint32_t i = 0; i < count; ++i) {
        sorted[i] = cells->item[keys[i].at];
    }
    cells->item = sorted;
    ti_arena_reset(arena, mark);
    return TOI_OK;
}

static uint32_t time_cell(const ti_screen_grid* grid, double t)
{
    double cell = floor((t - grid->start) / grid->width);
    return cell > 0.0 ? (cell < grid->times ? (uint32_t)cell : grid->times - 1) : 0;
}

// Something that is to be put into cells.
typedef struct placed {
    ti_screen_item item;
    int32_t row[2];
    double time[2];
} placed;

// First and last time cell; not a number counts as any time.
static void time_cells(const ti_screen_grid* grid, const double time[2], uint32_t range[2])
{
    range[0] = range[1] = 0;
    if (grid->times > 1) {
        range[0] = time_cell(grid, time[0]);
        range[1] = time[1] >= time[0] ? time_cell(grid, time[1]) : grid->times - 1;
    }
}

// When what is in a box passes the screen, azimuths turned by `turn`.
static void times_of(const ti_screen_frame* f, const ti_screen_box* box, double turn, double t[2])
{
    if (f->straight) {
        t[0] = d_min(box->y[0] / f->g, box->y[1] / f->g);
        t[1] = d_max(box->y[0] / f->g, box->y[1] / f->g);
        return;
    }
    double low_phi = box->phi[0] + turn, high_phi = box->phi[1] + turn;
    t[0] = low_phi / f->theta;
    t[1] = high_phi / f->theta;
    if (f->g == 0.0) {
        return;
    }
    // phi/theta + G Q, G = g/(theta L^2), Q = theta y - g phi
    double g0 = f->g * low_phi, g1 = f->g * high_phi;
    double q[2] = {f->theta * box->y[0] - d_max(g0, g1), f->theta * box->y[1] - d_min(g0, g1)};
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < 4; ++i) {
        double turned = f->theta * d_max(f->rho + box->r[i % 2], 0.0);
        double value = f->g / (f->theta * (f->g * f->g + turned * turned)) * q[i / 2];
        low = d_min(low, value);
        high = d_max(high, value);
    }
    t[0] += low;
    t[1] += high;
}

// ---- all lists of the sweeps

typedef struct maker {
    const ti_screen_def* def;
    ti_arena* arena;
    ti_screen_sweep* sweep;
} maker;

// When what is drawn can collide: A as it passes the screen, B as much later as the time of the collision.
static void collision_times(const ti_screen_sweep* sweep, int k, double t[2])
{
    if (k == 1) {
        t[0] += sweep->frame->from;
        t[1] += sweep->frame->to;
    }
}

// A record belongs to all times of the faces beside it, so that a face has its whole boundary in each cell.
static placed place_record(const ti_screen_sweep* sweep, int k, uint32_t index)
{
    const ti_screen_record* record = (const ti_screen_record*)sweep->body[k]->records.data + index;
    const ti_screen_mark *a = &record->from, *b = &record->to, *error = &record->error;
    placed p = {.row = {record->row, record->row}};
    p.item = (ti_screen_item){{d_min(a->h, b->h) - error->h, d_max(a->h, b->h) + error->h},
                              {d_min(a->t, b->t) - error->t, d_max(a->t, b->t) + error->t},
                              index,
                              record->crease != TI_NONE};
    if (sweep->grid.times > 1) {
        p.time[0] = p.item.t[0];
        p.time[1] = p.item.t[1];
        for (int side = 0; side < 2; ++side) {
            uint32_t copy = ti_screen_copy(sweep->body[k], record->part[side], record->lift);
            if (copy != TI_NONE) {
                p.time[0] = d_min(p.time[0], sweep->times[k][copy][0]);
                p.time[1] = d_max(p.time[1], sweep->times[k][copy][1]);
            }
        }
        collision_times(sweep, k, p.time);
    }
    return p;
}

static placed place_vertex(const ti_screen_sweep* sweep, int k, uint32_t index)
{
    ti_screen_mark mark = ((const ti_screen_vertex*)sweep->body[k]->vertices.data)[index].mark;
    double reach = sweep->frame->pad + sweep->frame->noise;
    const int32_t* row = sweep->grid.row;
    placed p = {
        .item = {{mark.h, mark.h}, {mark.t, mark.t}, index, true}, .row = {0, -1}, .time = {mark.t, mark.t}};
    if (mark.r + reach >= row[0] && mark.r - reach <= row[1] + 1.0) {
        p.row[0] = (int32_t)floor(mark.r - reach);
        p.row[1] = (int32_t)floor(mark.r + reach);
        p.row[0] = p.row[0] > row[0] ? p.row[0] : row[0];
        p.row[1] = p.row[1] < row[1] ? p.row[1] : row[1];
        collision_times(sweep, k, p.time);
    }
    return p;
}

typedef placed place(const ti_screen_sweep* sweep, int k, uint32_t index);

// Step four: counts the items of each cell, puts them there, and sorts each cell.
static toi_status make_cells(const maker* m, int k, uint32_t count, place* where, ti_screen_cells* cells)
{
    const ti_screen_grid* grid = &m->sweep->grid;
    cells->count = (uint32_t)(grid->row[1] - grid->row[0] + 1) * grid->times;
    uint32_t* first = ti_arena_allocate(m->arena, (size_t)cells->count + 2, sizeof *first);
    if (first == NULL) {
        return TOI_ERROR_MEMORY;
    }
    cells->first = first;
    memset(first, 0, ((size_t)cells->count + 2) * sizeof *first);
    uint32_t range[2];
    const ti_screen_record* records = m->sweep->body[k]->records.data;
    bool rows_alone = where == place_record && grid->times == 1;
    for (uint32_t i = 0; i < count && rows_alone; ++i) {
        ++first[records[i].row - grid->row[0] + 2];
    }
    for (uint32_t i = 0; i < count && !rows_alone; ++i) {
        placed p = where(m->sweep, k, i);
        time_cells(grid, p.time, range);
        for (int32_t row = p.row[0]; row <= p.row[1]; ++row) {
            uint32_t cell = (uint32_t)(row - grid->row[0]) * grid->times;
            for (uint32_t c = cell + range[0]; c <= cell + range[1]; ++c) {
                ++first[c + 2];
            }
        }
    }
    for (uint32_t c = 2; c < cells->count + 2; ++c) {
        first[c] += first[c - 1];
    }
    // first[c + 1] is where cell c begins, and moves to its end.
    cells->item = ti_arena_allocate(m->arena, first[cells->count + 1], sizeof *cells->item);
    if (cells->item == NULL) {
        return TOI_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < count; ++i) {
        placed p = where(m->sweep, k, i);
        time_cells(grid, p.time, range);
        for (int32_t row = p.row[0]; row <= p.row[1]; ++row) {
            uint32_t cell = (uint32_t)(row - grid->row[0]) * grid->times;
            for (uint32_t c = cell + range[0]; c <= cell + range[1]; ++c) {
                cells->item[first[c + 1]++] = p.item;
            }
        }
    }
    return m->sweep->sorted ? sort_cells(m->arena, cells) : TOI_OK;
}

static toi_status part_times(maker* m, int k)
{
    const ti_screen_body* body = m->sweep->body[k];
    double(*times)[2] = ti_arena_allocate(m->arena, body->copy_count, sizeof *times);
    if (times == NULL) {
        return TOI_ERROR_MEMORY;
    }
    m->sweep->times[k] = times;
    for (uint32_t part = 0; part < 2 * body->mesh->features.facet_count; ++part) {
        for (int32_t lift = body->lifts[part].first; lift <= body->lifts[part].last; ++lift) {
            times_of(m->sweep->frame, &body->boxes[part / 2], lift * TI_TURN,
                     times[ti_screen_copy(body, part, lift)]);
        }
    }
    return TOI_OK;
}

// One cell a row, or with TI_SCREEN_BY_TIME one for each length of the motion: fewer where items would be in
// many of them, as things are that hardly move.
static void choose_grid(maker* m, const int32_t row[2])
{
    ti_screen_sweep* sweep = m->sweep;
    sweep->grid = (ti_screen_grid){{row[0], row[1]}, 1, 0.0, 1.0};
    if (m->def->order != TI_SCREEN_BY_TIME) {
        return;
    }
    double start = -HUGE_VAL, end = HUGE_VAL, lengths = 0.0, copies = 0.0, items = 0.0;
    for (int k = 0; k < 2; ++k) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (uint32_t i = 0; i < sweep->body[k]->copy_count; ++i) {
            double t[2] = {sweep->times[k][i][0], sweep->times[k][i][1]};
            collision_times(sweep, k, t);
            low = d_min(t[0], low);
            high = d_max(t[1], high);
            lengths += t[1] - t[0];
        }
        start = d_max(low, start);
        end = d_min(high, end);
        copies += sweep->body[k]->copy_count;
        items += (double)sweep->body[k]->records.count;
    }
    double width = sweep->frame->to - sweep->frame->from, span = end - start;
    double rows = (double)row[1] - row[0] + 1.0;
    double times = d_min(ceil(span / width), d_min(MOST_TIMES, CELLS_PER_ITEM * items / rows));
    times = d_min(times, CELLS_PER_ITEM * copies * span / lengths);
    if (times >= 2.0) {
        sweep->grid.times = (uint32_t)times;
        sweep->grid.start = start;
        sweep->grid.width = span / sweep->grid.times;
    }
}

toi_status ti_screen_sweep_make(const ti_screen_frame* frame, const ti_screen_def* def,
                                const ti_screen_body body[2], const int32_t row[2], ti_arena* arena,
                                ti_screen_sweep* sweep)
{
    *sweep = (ti_screen_sweep){
        .frame = frame, .body = {&body[0], &body[1]}, .sorted = def->order != TI_SCREEN_HASHED};
    maker m = {def, arena, sweep};
    toi_status status = part_times(&m, 0);
    status = status == TOI_OK ? part_times(&m, 1) : status;
    if (status == TOI_OK) {
        choose_grid(&m, row);
    }
    for (int k = 0; k < 2 && status == TOI_OK; ++k) {
        uint32_t records = (uint32_t)body[k].records.count, vertices = (uint32_t)body[k].vertices.count;
        status = make_cells(&m, k, records, place_record, &sweep->records[k]);
        status = status == TOI_OK ? make_cells(&m, k, vertices, place_vertex, &sweep->vertices[k]) : status;
    }
    return status;
}
