// Steps five and six of the collision screen: vertices that project into faces, and edges whose projections
// cross, found by sweeping over the rows [Buss05, section 9].

#include "narrow/screw/screen_parts.h"

// ---- step six: edges

static toi_status scan(ti_screen_sweep* sweep, const ti_screen_item* one, int k, const ti_screen_item* other,
                       const ti_screen_item* end, ti_array* hits)
{
    toi_status status = TOI_OK;
    for (; other < end && other->h[0] <= one->h[1] && status == TOI_OK; ++other) {
        if (other->real) {
            status = ti_screen_cross(sweep, k == 0 ? one : other, k == 0 ? other : one, hits);
        }
    }
    return status;
}

// Of two intervals of h that meet, the one that begins later begins inside the other one.
static toi_status sweep_cell(ti_screen_sweep* sweep, uint32_t cell, ti_array* hits)
{
    const ti_screen_item *at[2], *end[2];
    for (int k = 0; k < 2; ++k) {
        at[k] = sweep->records[k].item + sweep->records[k].first[cell];
        end[k] = sweep->records[k].item + sweep->records[k].first[cell + 1];
    }
    toi_status status = TOI_OK;
    while (at[0] < end[0] && at[1] < end[1] && status == TOI_OK) {
        int k = at[0]->h[0] <= at[1]->h[0] ? 0 : 1;
        const ti_screen_item* one = at[k]++;
        if (one->real) {
            status = scan(sweep, one, k, at[1 - k], end[1 - k], hits);
        }
    }
    return status;
}

toi_status ti_screen_sweep_edges(ti_screen_sweep* sweep, ti_array* hits)
{
    toi_status status = TOI_OK;
    for (uint32_t cell = 0; cell < sweep->records[0].count && status == TOI_OK; ++cell) {
        status = sweep_cell(sweep, cell, hits);
    }
    return status;
}

// Where lines cross, with the range of fractions within the errors of the pieces.
static bool cross_range(double cross, double determinant, double error, double at[3])
{
    double u = cross / determinant, du = error / fabs(determinant);
    at[0] = d_max(u - du, 0.0);
    at[1] = d_min(u + du, 1.0);
    at[2] = u;
    return at[0] <= at[1];
}

static double at_fraction(double a, double b, double w)
{
    return a + w * (b - a);
}

toi_status ti_screen_cross(ti_screen_sweep* sweep, const ti_screen_item* item_a, const ti_screen_item* item_b,
                           ti_array* hits)
{
    const ti_screen_frame* f = sweep->frame;
    ++sweep->pairs;
    if (item_a->t[1] - item_b->t[0] < f->from || item_a->t[0] - item_b->t[1] > f->to ||
        item_a->h[0] > item_b->h[1] || item_b->h[0] > item_a->h[1]) {
        return TOI_OK;
    }
    const ti_screen_record* a = (const ti_screen_record*)sweep->body[0]->records.data + item_a->index;
    const ti_screen_record* b = (const ti_screen_record*)sweep->body[1]->records.data + item_b->index;
    double ar = a->to.r - a->from.r, ah = a->to.h - a->from.h;
    double br = b->to.r - b->from.r, bh = b->to.h - b->from.h;
    double dr = b->from.r - a->from.r, dh = b->from.h - a->from.h;
    double er = a->error.r + b->error.r, eh = a->error.h + b->error.h;
    if (d_min(0.0, ar) > dr + d_max(0.0, br) + er || dr + d_min(0.0, br) > d_max(0.0, ar) + er) {
        return TOI_OK;
    }
    // Strips around the lines, one after the other, then the fractions of the way.
    double past_a = dr * ah - dh * ar, past_b = dr * bh - dh * br, determinant = ar * bh - ah * br;
    double error_a = er * fabs(ah) + eh * fabs(ar), error_b = er * fabs(bh) + eh * fabs(br);
    if (d_min(past_a, past_a - determinant) > error_a || d_max(past_a, past_a - determinant) < -error_a ||
        d_min(past_b, past_b - determinant) > error_b || d_max(past_b, past_b - determinant) < -error_b) {
        return TOI_OK;
    }
    double ua[3] = {0.0, 1.0, 0.5}, ub[3] = {0.0, 1.0, 0.5};
    if (determinant != 0.0 &&
        (!cross_range(past_b, determinant, error_b, ua) || !cross_range(past_a, determinant, error_a, ub))) {
        return TOI_OK;
    }
    double ta0 = at_fraction(a->from.t, a->to.t, ua[0]), ta1 = at_fraction(a->from.t, a->to.t, ua[1]);
    double tb0 = at_fraction(b->from.t, b->to.t, ub[0]), tb1 = at_fraction(b->from.t, b->to.t, ub[1]);
    double error = a->error.t + b->error.t;
    ti_screen_hit hit = {.kind = TOI_CONTACT_EE, .feature = {a->crease, b->crease}};
    hit.lower = d_min(ta0, ta1) - d_max(tb0, tb1) - error;
    hit.upper = d_max(ta0, ta1) - d_min(tb0, tb1) + error;
    if (hit.lower > f->to || hit.upper < f->from) {
        return TOI_OK;
    }
    hit.inside = ua[2] >= 0.0 && ua[2] <= 1.0 && ub[2] >= 0.0 && ub[2] <= 1.0;
    double wa = d_min(d_max(ua[2], ua[0]), ua[1]), wb = d_min(d_max(ub[2], ub[0]), ub[1]);
    hit.s = at_fraction(a->from.t, a->to.t, wa) - at_fraction(b->from.t, b->to.t, wb);
    hit.u[0] = at_fraction(a->u[0], a->u[1], wa);
    hit.u[1] = at_fraction(b->u[0], b->u[1], wb);
    ti_screen_hit* new_hit = ti_array_push(hits);
    if (new_hit == NULL) {
        return TOI_ERROR_MEMORY;
    }
    *new_hit = hit;
    return TOI_OK;
}

// ---- step five: vertices in faces

// A copy of a face in the cell at hand.
typedef struct face {
    uint32_t stamp;  // cell + 1 where the rest holds
    uint32_t ahead;  // records of its boundary that the sweep has not left behind
    uint32_t first;  // link to the records that it has entered
    uint32_t active; // place among the active ones, or TI_NONE
} face;

typedef struct link {
    uint32_t record, next;
    int sign;
} link;

typedef struct face_sweep {
    ti_screen_sweep* sweep;
    const ti_screen_body* body; // the one with the faces
    const ti_screen_record* records;
    int k; // the one with the vertices
    face* faces;
    link* links;
    uint32_t link_count;
    ti_screen_key* order; // of the items of a cell, by their upper ends
    uint32_t* active;
    uint32_t active_count;
    uint32_t cell;
} face_sweep;

static face* face_beside(face_sweep* s, const ti_screen_record* record, int side, uint32_t* copy)
{
    *copy = ti_screen_copy(s->body, record->part[side], record->lift);
    if (*copy == TI_NONE) {
        return NULL;
    }
    face* it = &s->faces[*copy];
    if (it->stamp != s->cell + 1) {
        *it = (face){s->cell + 1, 0, TI_NONE, TI_NONE};
    }
    return it;
}

static void enter(face_sweep* s, uint32_t index)
{
    const ti_screen_record* record = &s->records[index];
    for (int side = 0; side < 2; ++side) {
        uint32_t copy;
        face* it = face_beside(s, record, side, &copy);
        if (it == NULL) {
            continue;
        }
        if (it->active == TI_NONE) {
            it->active = s->active_count;
            s->active[s->active_count++] = copy;
        }
        s->links[s->link_count] = (link){index, it->first, side == 0 ? 1 : -1};
        it->first = s->link_count++;
    }
}

static void leave(face_sweep* s, uint32_t index)
{
    for (int side = 0; side < 2; ++side) {
        uint32_t copy;
        face* it = face_beside(s, &s->records[index], side, &copy);
        if (it == NULL || --it->ahead > 0) {
            continue;
        }
        uint32_t last = s->active[--s->active_count];
        s->active[it->active] = last;
        s->faces[last].active = it->active;
        it->active = TI_NONE;
    }
}

// Whether a point, give or take (er, eh), is on the piece of a record, give or take its error.
static bool is_near(const ti_screen_record* record, ti_screen_mark at, double reach)
{
    double er = record->error.r + reach, eh = record->error.h + reach;
    const ti_screen_mark *a = &record->from, *b = &record->to;
    double dr = b->r - a->r, dh = b->h - a->h;
    return at.r >= d_min(a->r, b->r) - er && at.r <= d_max(a->r, b->r) + er &&
           at.h >= d_min(a->h, b->h) - eh && at.h <= d_max(a->h, b->h) + eh &&
           fabs((at.r - a->r) * dh - (at.h - a->h) * dr) <= er * fabs(dh) + eh * fabs(dr);
}

typedef enum cover { COVER_NONE, COVER_NEAR, COVER_INSIDE } cover;

// The winding number of the boundary around the point tells how often the face covers it: its projection
// has one orientation, as it faces one way. All pieces of the boundary to the left of the point are entered.
// Near the boundary, to within the errors of its pieces, the point may be in the face too.
static cover covers(const face_sweep* s, const face* it, ti_screen_mark at, int32_t row)
{
    double reach = s->sweep->frame->pad + s->sweep->frame->noise;
    bool own_row = at.r >= row && at.r < row + 1.0, near = false;
    int winding = 0;
    for (uint32_t i = it->first; i != TI_NONE; i = s->links[i].next) {
        const ti_screen_record* record = &s->records[s->links[i].record];
        near = near || is_near(record, at, reach);
        const ti_screen_mark *a = &record->from, *b = &record->to;
        if (own_row && (a->r <= at.r) != (b->r <= at.r) &&
            at_fraction(a->h, b->h, (at.r - a->r) / (b->r - a->r)) < at.h) {
            winding += a->r <= at.r ? s->links[i].sign : -s->links[i].sign;
        }
    }
    return winding != 0 ? COVER_INSIDE : (near ? COVER_NEAR : COVER_NONE);
}

static toi_status test_vertex(face_sweep* s, const ti_screen_vertex* vertex, int32_t row, ti_array* hits)
{
    const ti_screen_frame* f = s->sweep->frame;
    const double(*times)[2] = (const double(*)[2])s->sweep->times[1 - s->k];
    for (uint32_t i = 0; i < s->active_count; ++i) {
        uint32_t copy = s->active[i];
        const face* it = &s->faces[copy];
        double t = vertex->mark.t;
        double low = s->k == 0 ? t - times[copy][1] : times[copy][0] - t;
        double high = s->k == 0 ? t - times[copy][0] : times[copy][1] - t;
        double slack = f->time_error; // far above rounding; the time itself is computed later
        ++s->sweep->pairs;
        if (low > f->to + slack || high < f->from - slack) {
            continue;
        }
        cover how = covers(s, it, vertex->mark, row);
        if (how == COVER_NONE) {
            continue;
        }
        const ti_screen_record* record = &s->records[s->links[it->first].record];
        uint32_t part = s->links[it->first].sign > 0 ? record->part[0] : record->part[1];
        ti_screen_hit* hit = ti_array_push(hits);
        if (hit == NULL) {
            return TOI_ERROR_MEMORY;
        }
        *hit = (ti_screen_hit){.kind = s->k == 0 ? TOI_CONTACT_VF : TOI_CONTACT_FV,
                               .inside = how == COVER_INSIDE};
        hit->lower = low - slack;
        hit->upper = high + slack;
        hit->feature[s->k] = vertex->vertex;
        hit->feature[1 - s->k] = part / 2;
    }
    return TOI_OK;
}

// The items of a cell by rising upper end; of equal ones in their order.
static void order_by_end(const ti_screen_item* items, uint32_t count, ti_screen_key* order)
{
    for (uint32_t i = 0; i < count; ++i) {
        order[i] = (ti_screen_key){items[i].h[1], i, i};
    }
    ti_screen_sort(order, count);
}

static toi_status sweep_faces_of_cell(face_sweep* s, ti_array* hits)
{
    const ti_screen_sweep* sweep = s->sweep;
    const ti_screen_cells *records = &sweep->records[1 - s->k], *cells = &sweep->vertices[s->k];
    const ti_screen_vertex* vertices = sweep->body[s->k]->vertices.data;
    const ti_screen_item* items = records->item + records->first[s->cell];
    uint32_t low = 0, high = 0, end = records->first[s->cell + 1] - records->first[s->cell];
    double reach = sweep->frame->pad + sweep->frame->noise;
    bool sorted = sweep->sorted;
    s->active_count = s->link_count = 0;
    for (uint32_t i = 0; i < end; ++i) {
        for (int side = 0; side < 2; ++side) {
            uint32_t copy;
            face* it = face_beside(s, &s->records[items[i].index], side, &copy);
            if (it != NULL) {
                ++it->ahead;
            }
        }
    }
    if (sorted) {
        order_by_end(items, end, s->order);
    }
    toi_status status = TOI_OK;
    for (uint32_t i = cells->first[s->cell]; i < cells->first[s->cell + 1] && status == TOI_OK; ++i) {
        const ti_screen_vertex* vertex = &vertices[cells->item[i].index];
        for (; low < end && (!sorted || items[low].h[0] <= vertex->mark.h + reach); ++low) {
            enter(s, items[low].index);
        }
        for (; sorted && high < end && s->order[high].h < vertex->mark.h - reach; ++high) {
            leave(s, items[s->order[high].at].index);
        }
        status = test_vertex(s, vertex, sweep->grid.row[0] + (int32_t)(s->cell / sweep->grid.times), hits);
    }
    return status;
}

toi_status ti_screen_sweep_faces(ti_screen_sweep* sweep, int k, ti_arena* arena, ti_array* hits)
{
    const ti_screen_body* body = sweep->body[1 - k];
    const ti_screen_cells* cells = &sweep->records[1 - k];
    uint32_t most = 0;
    for (uint32_t cell = 0; cell < cells->count; ++cell) {
        uint32_t count = cells->first[cell + 1] - cells->first[cell];
        most = count > most ? count : most;
    }
    ti_arena_mark mark = ti_arena_get_mark(arena);
    face_sweep s = {.sweep = sweep, .body = body, .records = body->records.data, .k = k};
    s.faces = ti_arena_allocate(arena, body->copy_count, sizeof *s.faces);
    s.active = ti_arena_allocate(arena, body->copy_count, sizeof *s.active);
    s.links = ti_arena_allocate(arena, 2 * (size_t)most, sizeof *s.links);
    s.order = ti_arena_allocate(arena, most, sizeof *s.order);
    if (s.faces == NULL || s.active == NULL || s.links == NULL || s.order == NULL) {
        return TOI_ERROR_MEMORY;
    }
    memset(s.faces, 0, body->copy_count * sizeof *s.faces);
    toi_status status = TOI_OK;
    for (s.cell = 0; s.cell < cells->count && status == TOI_OK; ++s.cell) {
        if (sweep->vertices[k].first[s.cell] < sweep->vertices[k].first[s.cell + 1] &&
            cells->first[s.cell] < cells->first[s.cell + 1]) {
            status = sweep_faces_of_cell(&s, hits);
        }
    }
    ti_arena_reset(arena, mark);
    return status;
}
