// Step four of the collision screen: what is drawn, sorted by row, by time and by height [Buss05, section 9].

#include "narrow/screw/screen_parts.h"

enum { MOST_TIMES = 256 };

// Cells are fewer than this for each item, or times are wider.
enum { CELLS_PER_ITEM = 4 };

static bool before(const ti_screen_place* a, const ti_screen_place* b)
{
    return a->key < b->key || (a->key == b->key && a->item < b->item);
}

// Shell sort with gaps 3^k/2, as cells are short.
static void sort_places(ti_screen_place* at, size_t count)
{
    size_t gap = 1;
    while (gap < count / 3) {
        gap = 3 * gap + 1;
    }
    for (; gap > 0; gap /= 3) {
        for (size_t i = gap; i < count; ++i) {
            ti_screen_place moved = at[i];
            size_t k = i;
            for (; k >= gap && before(&moved, &at[k - gap]); k -= gap) {
                at[k] = at[k - gap];
            }
            at[k] = moved;
        }
    }
}

static uint32_t time_cell(const ti_screen_grid* grid, double t)
{
    double cell = floor((t - grid->start) / grid->width);
    return cell > 0.0 ? (cell < grid->times ? (uint32_t)cell : grid->times - 1) : 0;
}

bool ti_screen_place_item(const ti_screen_grid* grid, const int32_t row[2], const double time[2],
                          const ti_screen_place* item, ti_array* places)
{
    int32_t first = row[0] > grid->row[0] ? row[0] : grid->row[0];
    int32_t last = row[1] < grid->row[1] ? row[1] : grid->row[1];
    uint32_t begin = 0, end = 0;
    if (grid->times > 1) {
        begin = time_cell(grid, time[0]);
        end = time[1] >= time[0] ? time_cell(grid, time[1]) : grid->times - 1;
    }
    for (int32_t i = first; i <= last; ++i) {
        for (uint32_t k = begin; k <= end; ++k) {
            ti_screen_place* place = ti_array_push(places);
            if (place == NULL) {
                return false;
            }
            *place = *item;
            place->cell = (uint32_t)(i - grid->row[0]) * grid->times + k;
        }
    }
    return true;
}

toi_status ti_screen_cells_make(const ti_screen_grid* grid, const ti_array* places, bool sort,
                                ti_arena* arena, ti_screen_cells* cells)
{
    const ti_screen_place* at = places->data;
    size_t count = places->count;
    cells->count = (uint32_t)(grid->row[1] - grid->row[0] + 1) * grid->times;
    cells->first = ti_arena_allocate(arena, (size_t)cells->count + 1, sizeof *cells->first);
    cells->item = ti_arena_allocate(arena, count, sizeof *cells->item);
    ti_arena_mark mark = ti_arena_get_mark(arena);
    ti_screen_place* sorted = ti_arena_allocate(arena, count, sizeof *sorted);
    if (cells->first == NULL || cells->item == NULL || sorted == NULL) {
        return TOI_ERROR_MEMORY;
    }
    uint32_t* first = cells->first;
    memset(first, 0, ((size_t)cells->count + 1) * sizeof *first);
    for (size_t i = 0; i < count; ++i) {
        ++first[at[i].cell + 1];
    }
    for (uint32_t c = 0; c < cells->count; ++c) {
        first[c + 1] += first[c];
    }
    for (size_t i = count; i-- > 0;) { // from the back: first[c + 1] walks down to the begin of cell c
        sorted[--first[at[i].cell + 1]] = at[i];
    }
    // Now first[c + 1] is where cell c begins.
    for (uint32_t c = 0; c < cells->count; ++c) {
        first[c] = first[c + 1];
    }
    first[cells->count] = (uint32_t)count;
    for (uint32_t c = 0; c < cells->count && sort; ++c) {
        sort_places(sorted + first[c], first[c + 1] - first[c]);
    }
    for (size_t i = 0; i < count; ++i) {
        cells->item[i] = sorted[i].item;
    }
    ti_arena_reset(arena, mark);
    return TOI_OK;
}

void ti_screen_times(const ti_screen_frame* f, const ti_screen_box* box, double turn, double t[2])
{
    if (f->straight) {
        t[0] = fmin(box->y[0] / f->g, box->y[1] / f->g);
        t[1] = fmax(box->y[0] / f->g, box->y[1] / f->g);
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
    double q[2] = {f->theta * box->y[0] - fmax(g0, g1), f->theta * box->y[1] - fmin(g0, g1)};
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < 4; ++i) {
        double turned = f->theta * fmax(f->rho + box->r[i % 2], 0.0);
        double value = f->g / (f->theta * (f->g * f->g + turned * turned)) * q[i / 2];
        low = fmin(low, value);
        high = fmax(high, value);
    }
    t[0] += low;
    t[1] += high;
}

// ---- all lists of the sweeps

typedef struct maker {
    const ti_screen_def* def;
    ti_arena* arena;
    ti_array places;
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
static void record_times(const ti_screen_sweep* sweep, int k, const ti_screen_record* record, double t[2])
{
    t[0] = record->t_min;
    t[1] = record->t_max;
    for (int side = 0; side < 2; ++side) {
        uint32_t copy = ti_screen_copy(sweep->body[k], record->part[side], record->lift);
        if (copy != TI_NONE) {
            t[0] = fmin(t[0], sweep->times[k][copy][0]);
            t[1] = fmax(t[1], sweep->times[k][copy][1]);
        }
    }
    collision_times(sweep, k, t);
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
            ti_screen_times(m->sweep->frame, &body->boxes[part / 2], lift * TI_TURN,
                            times[ti_screen_copy(body, part, lift)]);
        }
    }
    return TOI_OK;
}

// One cell a row, or with TI_SCREEN_BY_TIME one for each length of the motion.
static void choose_grid(maker* m, const int32_t row[2])
{
    ti_screen_sweep* sweep = m->sweep;
    sweep->grid = (ti_screen_grid){{row[0], row[1]}, 1, 0.0, 1.0};
    if (m->def->order != TI_SCREEN_BY_TIME) {
        return;
    }
    double start = HUGE_VAL, end = -HUGE_VAL;
    size_t items = 0;
    for (int k = 0; k < 2; ++k) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (uint32_t i = 0; i < sweep->body[k]->copy_count; ++i) {
            low = fmin(low, sweep->times[k][i][0]);
            high = fmax(high, sweep->times[k][i][1]);
        }
        double t[2] = {low, high};
        collision_times(sweep, k, t);
        start = k == 0 ? t[0] : fmax(start, t[0]);
        end = k == 0 ? t[1] : fmin(end, t[1]);
        items += sweep->body[k]->records.count;
    }
    double width = sweep->frame->to - sweep->frame->from;
    double rows = (double)row[1] - row[0] + 1.0;
    double most = fmin(MOST_TIMES, fmax(1.0, CELLS_PER_ITEM * (double)items / rows));
    double times = width > 0.0 && end > start ? fmin(most, ceil((end - start) / width)) : 1.0;
    if (times > 1.0) {
        sweep->grid.times = (uint32_t)times;
        sweep->grid.start = start;
        sweep->grid.width = (end - start) / times;
    }
}

static toi_status place_records(maker* m, int k, bool falling, ti_screen_cells* cells)
{
    const ti_screen_record* records = m->sweep->body[k]->records.data;
    m->places.count = 0;
    for (size_t i = 0; i < m->sweep->body[k]->records.count; ++i) {
        const ti_screen_record* record = &records[i];
        const int32_t row[2] = {record->row, record->row};
        double t[2];
        record_times(m->sweep, k, record, t);
        ti_screen_place place = {falling ? record->h_max : record->h_min, 0, (uint32_t)i};
        if (!ti_screen_place_item(&m->sweep->grid, row, t, &place, &m->places)) {
            return TOI_ERROR_MEMORY;
        }
    }
    return ti_screen_cells_make(&m->sweep->grid, &m->places, m->sweep->sorted, m->arena, cells);
}

static toi_status place_vertices(maker* m, int k, ti_screen_cells* cells)
{
    const ti_screen_frame* f = m->sweep->frame;
    const ti_screen_vertex* vertices = m->sweep->body[k]->vertices.data;
    double reach = f->pad + f->noise;
    m->places.count = 0;
    for (size_t i = 0; i < m->sweep->body[k]->vertices.count; ++i) {
        ti_screen_mark mark = vertices[i].mark;
        if (!(mark.r + reach >= m->sweep->grid.row[0] && mark.r - reach <= m->sweep->grid.row[1] + 1.0)) {
            continue;
        }
        const int32_t row[2] = {(int32_t)floor(mark.r - reach), (int32_t)floor(mark.r + reach)};
        double t[2] = {mark.t, mark.t};
        collision_times(m->sweep, k, t);
        ti_screen_place place = {mark.h, 0, (uint32_t)i};
        if (!ti_screen_place_item(&m->sweep->grid, row, t, &place, &m->places)) {
            return TOI_ERROR_MEMORY;
        }
    }
    return ti_screen_cells_make(&m->sweep->grid, &m->places, true, m->arena, cells);
}

toi_status ti_screen_sweep_make(const ti_screen_frame* frame, const ti_screen_def* def,
                                const ti_screen_body body[2], const int32_t row[2], ti_arena* arena,
                                ti_screen_sweep* sweep)
{
    *sweep = (ti_screen_sweep){
        .frame = frame, .body = {&body[0], &body[1]}, .sorted = def->order != TI_SCREEN_HASHED};
    maker m = {def, arena, ti_array_make(sizeof(ti_screen_place), &arena->allocator), sweep};
    toi_status status = part_times(&m, 0);
    status = status == TOI_OK ? part_times(&m, 1) : status;
    if (status == TOI_OK) {
        choose_grid(&m, row);
    }
    for (int k = 0; k < 2 && status == TOI_OK; ++k) {
        status = place_records(&m, k, false, &sweep->rising[k]);
        status = status == TOI_OK ? place_records(&m, k, true, &sweep->falling[k]) : status;
        status = status == TOI_OK ? place_vertices(&m, k, &sweep->vertices[k]) : status;
    }
    ti_array_release(&m.places);
    return status;
}
