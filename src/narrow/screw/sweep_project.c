// Projects features to the collision screen.

#include "core/sort.h"
#include "math/rounding.h"
#include "math/scalar.h"
#include "narrow/screw/sweep_parts.h"

// A few shadows are sorted by insertion.
enum { FEW = 48 };

static void include(double range[2], double x)
{
    range[0] = d_min(range[0], x);
    range[1] = d_max(range[1], x);
}

static double level_of(const ti_cull* cull, double height, double turn)
{
    return (1.0 - cull->turn_slack) * height - (1.0 - cull->height_slack) * turn;
}

// The range of levels on the way around a feature: of its corners, with what the curves between them may
// bulge beyond these. Along a straight line, by its length w, the turn bends by at most 1/r^2: with the
// distance d of the line from the axis, turn = atan(w/d) + const has the second derivative -2 w d/r^4, and
// 2 w d <= r^2. So between corners at a distance of w it is within w^2/(8 r^2) of the chord, while the height
// is linear.
//
// A facet has its extremes on its outline. Surfaces of equal level are helicoids around the axis (planes
// across it for g = 0), and where such a surface touches the plane of the facet it crosses it, since its
// curvature is negative everywhere.
//
// The padding is that of ti_extent: lengths by cull->padding, turns by what that is seen under besides. The
// feature keeps clear of the axis by more than r + cull->padding. Narrows `level`.
static void trace_levels(const ti_cull* cull, const ti_spot* spots, const uint32_t* corner, uint32_t count,
                         double r, double level[2])
{
    const ti_spot *first = &spots[corner[0]], *p = first;
    double turn = p->turn, longest2 = 0.0, start = level_of(cull, p->height, turn), range[2] = {start, start};
    uint32_t sides = count > 2 ? count : count - 1;
    for (uint32_t i = 1; i <= sides; ++i) {
        const ti_spot* q = i < count ? &spots[corner[i]] : first;
        double dx = q->x - p->x, dz = q->z - p->z;
        turn += ti_cull_turn_between(cull, p, q);
        include(range, level_of(cull, q->height, turn));
        longest2 = d_max(longest2, dx * dx + dz * dz);
        p = q;
    }
    double advance = 1.0 - cull->height_slack, rise = 1.0 - cull->turn_slack;
    double bulge = longest2 / (8.0 * r * r) * cull->time_per_turn;
    double turn_padding = cull->turn_padding + cull->padding / r * TOI_HALF_PI * cull->time_per_turn;
    double padding = rise * cull->padding * cull->time_per_height + advance * (turn_padding + bulge);
    level[0] = d_max(level[0], range[0] - padding);
    level[1] = d_min(level[1], range[1] + padding);
}

// The extent is that of entry i of the list; it holds whatever rounding to floats did.
static ti_shadow make_shadow(const ti_view* view, const ti_extents* list, uint32_t i, const uint32_t* corner,
                             uint32_t count)
{
    const ti_cull* cull = view->cull;
    ti_shadow s = {.id = list->id[i]};
    double height[2], turn[2], level[2];
    for (int k = 0; k < 2; ++k) {
        s.radius[k] = list->bound[k][i];
        s.height[k] = list->bound[2 + k][i];
        s.turn[k] = list->bound[4 + k][i];
        height[k] = (double)s.height[k];
        turn[k] = (double)s.turn[k];
    }
    if (cull->straight) {
        s.level[0] = s.turn[0];
        s.level[1] = s.turn[1];
        return s;
    }
    level[0] = level_of(cull, height[0], turn[1]);
    level[1] = level_of(cull, height[1], turn[0]);
    // What is around the axis has no better range, and what is at it a turn that means little.
    double r = (double)s.radius[0];
    if (r > cull->padding && turn[1] - turn[0] < cull->period) {
        trace_levels(cull, view->spots, corner, count, r, level);
    }
    ti_shadow_put(s.level, level[0], level[1]);
    return s;
}

static ti_shadow shift(const ti_cull* cull, double reference, ti_shadow s)
{
    double middle = 0.5 * ((double)s.turn[0] + (double)s.turn[1]);
    double turns = floor((reference - middle) / cull->period + 0.5);
    return turns == 0.0 ? s : ti_shadow_later(cull, s, turns);
}

static void include_all(ti_shadow* all, const ti_shadow* s)
{
    float* const to[] = {all->radius, all->level, all->height, all->turn};
    const float* const from[] = {s->radius, s->level, s->height, s->turn};
    for (int i = 0; i < 4; ++i) {
        to[i][0] = from[i][0] < to[i][0] ? from[i][0] : to[i][0];
        to[i][1] = from[i][1] > to[i][1] ? from[i][1] : to[i][1];
    }
}

static void sort_few(ti_shadow* item, uint32_t count)
{
    for (uint32_t i = 1; i < count; ++i) {
        ti_shadow moving = item[i];
        uint32_t k = i;
        for (; k > 0 && item[k - 1].radius[0] > moving.radius[0]; --k) {
            item[k] = item[k - 1];
        }
        item[k] = moving;
    }
}

// Equal radii keep the order of the features.
static bool sort_by_radius(ti_arena* arena, ti_shadow_list* list)
{
    if (list->count <= FEW) {
        sort_few(list->item, list->count);
        return true;
    }
    ti_shadow* sorted = ti_arena_allocate(arena, list->count, sizeof *sorted);
    ti_arena_mark mark = ti_arena_get_mark(arena);
    ti_key_value* keys = ti_arena_allocate(arena, 2 * (size_t)list->count, sizeof *keys);
    if (sorted == NULL || keys == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < list->count; ++i) {
        keys[i] = (ti_key_value){ti_sort_key_double((double)list->item[i].radius[0]), i};
    }
    ti_sort_keys(keys, keys + list->count, list->count);
    for (uint32_t i = 0; i < list->count; ++i) {
        sorted[i] = list->item[keys[i].value];
    }
    list->item = sorted;
    ti_arena_reset(arena, mark);
    return true;
}

typedef enum feature_kind { FACETS, CREASES, TIPS } feature_kind;

static bool make_list(ti_view* view, const ti_extents* extents, feature_kind kind, double reference,
                      ti_shadow_list* list)
{
    const ti_features* f = view->features;
    list->count = extents->count;
    list->item = ti_arena_allocate(view->arena, extents->count, sizeof *list->item);
    if (list->item == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < extents->count; ++i) {
        uint32_t id = extents->id[i], count = 1;
        const uint32_t* corner = &extents->id[i];
        if (kind == FACETS) {
            corner = f->corner + f->facets[id].corner_begin;
            count = f->facets[id].corner_end - f->facets[id].corner_begin;
        } else if (kind == CREASES) {
            corner = f->creases[id].vertex;
            count = 2;
        }
        list->item[i] = shift(view->cull, reference, make_shadow(view, extents, i, corner, count));
        if (i == 0) {
            list->all = list->item[0];
        }
        include_all(&list->all, &list->item[i]);
    }
    return sort_by_radius(view->arena, list);
}

bool ti_shadows_build(ti_view* view, const ti_feature_range* ranges, int count, double reference,
                      ti_shadow_set* set)
{
    ti_group group;
    return ti_group_build(view, ranges, count, &group) &&
           make_list(view, &group.facets, FACETS, reference, &set->facets) &&
           make_list(view, &group.creases, CREASES, reference, &set->creases) &&
           make_list(view, &group.tips, TIPS, reference, &set->tips);
}
