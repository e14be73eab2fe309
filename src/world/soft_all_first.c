// Edges and faces that meet at an inner diagonal: whether that is their first touch.
//
// A polygon may bend along the diagonals that it was cut by, so an edge can meet it there and nowhere else.
// But where a corner of the edge has been on the polygon, or the edge on a side of it, the two have touched:
// of polygons that are plane that is so whenever a diagonal is met.

#include "world/soft_all.h"

// A feature and those in its rim.
typedef struct cell {
    const toi_mesh* mesh;
    toi_feature feature;
    const uint32_t* corner; // of a face
    uint32_t count;
} cell;

static cell cell_of(const toi_mesh* mesh, toi_feature f)
{
    cell c = {.mesh = mesh, .feature = f, .corner = NULL, .count = 2};
    if (f.kind == TOI_FEATURE_FACE) {
        c.count = toi_mesh_face(mesh, f.index[0], &c.corner);
    }
    return c;
}

static uint32_t corner_of(const cell* c, uint32_t i)
{
    return c->corner != NULL ? c->corner[i % c->count] : c->feature.index[i % c->count];
}

static toi_feature vertex_of(const cell* c, uint32_t i)
{
    return (toi_feature){TOI_FEATURE_VERTEX, {corner_of(c, i), 0}};
}

static toi_feature side_of(const cell* c, uint32_t i)
{
    uint32_t v = corner_of(c, i), w = corner_of(c, i + 1);
    return (toi_feature){TOI_FEATURE_EDGE, {v < w ? v : w, v < w ? w : v}};
}

typedef struct looking {
    const ti_soft_names* names;
    double time; // before or at which something is looked for
} looking;

// Whether two features are in the list by that time. Of one body they are there in one order alone.
static bool touch(const looking* l, toi_feature a, toi_feature b)
{
    double time = ti_soft_time_of(l->names, a, b);
    if (l->names->alone) {
        time = fmin(time, ti_soft_time_of(l->names, b, a));
    }
    return time <= l->time;
}

// Whether corners or sides of `c` have touched a feature.
static bool rim_touches(const looking* l, const cell* c, toi_feature other, bool first)
{
    for (uint32_t i = 0; i < c->count; ++i) {
        toi_feature v = vertex_of(c, i), side = side_of(c, i);
        bool face = other.kind == TOI_FEATURE_FACE, sides = c->corner != NULL;
        if ((face && touch(l, first ? v : other, first ? other : v)) ||
            (sides && touch(l, first ? side : other, first ? other : side))) {
            return true;
        }
    }
    return false;
}

static bool rims_touch(const looking* l, const cell* a, const cell* b)
{
    for (uint32_t i = 0; i < a->count; ++i) {
        if (rim_touches(l, b, side_of(a, i), false)) {
            return true;
        }
    }
    return false;
}

bool ti_soft_touched_before(const ti_soft_names* names, const ti_soft* q, const toi_contact* c)
{
    const cell a = cell_of(q->body[0]->mesh, c->a), b = cell_of(q->body[1]->mesh, c->b);
    const looking l = {names, c->time};
    switch (c->kind) {
    case TOI_CONTACT_EF:
    case TOI_CONTACT_FE:
    case TOI_CONTACT_FF:
        break;
    default:
        return false;
    }
    bool faces = c->kind == TOI_CONTACT_FF;
    return rim_touches(&l, &a, c->b, true) || rim_touches(&l, &b, c->a, false) ||
           (faces && rims_touch(&l, &a, &b));
}
