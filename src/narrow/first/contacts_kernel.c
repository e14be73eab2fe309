// Finds the contacts of the first instant: walks the trees for triangles within reach, then names the
// features of the input that touch.

#include "bvh/witness.h"
#include "math/distance.h"
#include "narrow/first/contacts.h"
#include "narrow/first/pieces.h"

#define ti_contacts_collect TI_KERNEL(ti_contacts_collect)
#define ti_distance_at TI_KERNEL(ti_distance_at)

// A gap of so many rounding bounds leaves the direction of a difference unknown.
static const double NOISE = 16.0;

typedef struct collector {
    const ti_duel* duel;
    const ti_found* found;
    ti_contact_set* set;
    ti_frame frame;
    double reach;
    bool faces; // name faces, for neither vertices nor polygon edges are within reach
    item stack[MAX_STACK];
    uint32_t count;
} collector;

// Two triangles in the axes of A, from its centre.
typedef struct triangle_pair {
    const ti_triangle* t[2];
    toi_vec3 a[3], b[3];
    toi_vec3 apart; // from the corners of A to those of B, summed
} triangle_pair;

static void load_pair(const collector* c, uint32_t a, uint32_t b, triangle_pair* p)
{
    const uint32_t index[2] = {a, b};
    p->apart = v3(0.0, 0.0, 0.0);
    for (int side = 0; side < 2; ++side) {
        const ti_track* k = &c->duel->body[side];
        p->t[side] = &k->mesh->triangles[index[side]];
        for (int i = 0; i < 3; ++i) {
            toi_vec3 v = v3_scale(k->scale, k->mesh->local[p->t[side]->vertex[i]]);
            v = side ? v3_add(frame_from_b(&c->frame, v), c->frame.offset) : v;
            *(side ? &p->b[i] : &p->a[i]) = v;
            p->apart = side ? v3_add(p->apart, v) : v3_sub(p->apart, v);
        }
    }
}

// The normal from A to B. Where the gap is noise, a plane between the bodies decides, if one is known, else
// the side on which the triangles lie; where they lie in one plane, that on which the bodies do.
static toi_vec3 normal_of_gap(const collector* c, const triangle_pair* p, const ti_gap* g)
{
    toi_vec3 n = g->normal;
    if (g->distance > NOISE * c->duel->rounding) {
        return n;
    }
    if (c->found->parted) {
        return frame_from_world(&c->frame, c->found->normal);
    }
    if (!g->proper) {
        toi_vec3 nb = ti_triangle_normal(p->b);
        toi_vec3 na = ti_triangle_normal(p->a);
        toi_vec3 face = g->kind == TI_GAP_FV ? na : nb;
        double length = v3_length(face);
        n = length > 0.0 ? v3_scale(1.0 / length, face) : n;
    }
    double side = v3_dot(n, p->apart);
    side = fabs(side) > NOISE * c->duel->rounding ? side : v3_dot(n, c->frame.offset);
    return side < 0.0 ? v3_negate(n) : n;
}

static void add_contact(collector* c, const triangle_pair* p, const ti_gap* g, const toi_contact* features)
{
    toi_contact contact = *features;
    contact.time = c->found->time;
    contact.gap = ti_scale(g->distance, c->duel->exponent);
    toi_vec3 middle = v3_scale(0.5, v3_add(g->point_a, g->point_b));
    middle = v3_add(frame_to_world(&c->frame, middle), c->frame.center_a);
    contact.point = ti_contact_world(c->duel, contact.time, middle);
    contact.normal = frame_to_world(&c->frame, normal_of_gap(c, p, g));
    ti_contact_set_add(c->set, &contact);
}

// Whether a point of the body `side` is at a corner that is itself within reach of the other triangle, so
// that the corner names the contact. One farther off does not, however near the point is.
static bool at_corner(const collector* c, const triangle_pair* p, int side, toi_vec3 point)
{
    double point_reach = c->reach - c->duel->separation;
    const toi_vec3* v = side ? p->b : p->a;
    for (int i = 0; i < 3; ++i) {
        if (v3_length(v3_sub(point, v[i])) > point_reach) {
            continue;
        }
        ti_gap g =
            side ? ti_feature_gap(TI_GAP_FV, 0, i, p->a, p->b) : ti_feature_gap(TI_GAP_VF, i, 0, p->a, p->b);
        if (!(g.distance > c->reach)) {
            return true;
        }
    }
    return false;
}

// Corners on faces. A corner of B at a corner of A is left to the corner of A.
static void add_corners(collector* c, const triangle_pair* p)
{
    for (int i = 0; i < 3; ++i) {
        ti_gap vf = ti_feature_gap(TI_GAP_VF, i, 0, p->a, p->b),
               fv = ti_feature_gap(TI_GAP_FV, 0, i, p->a, p->b);
        if (!(vf.distance > c->reach)) {
            toi_contact f = {.kind = TOI_CONTACT_VF};
            f.a = ti_vertex_feature(p->t[0]->vertex[i]);
            f.b = ti_face_feature(p->t[1]->face);
            add_contact(c, p, &vf, &f);
        }
        if (!(fv.distance > c->reach) && !at_corner(c, p, 0, fv.point_a)) {
            toi_contact f = {.kind = TOI_CONTACT_FV};
            f.a = ti_face_feature(p->t[0]->face);
            f.b = ti_vertex_feature(p->t[1]->vertex[i]);
            add_contact(c, p, &fv, &f);
        }
    }
}

// Edges that cross inside of both. A touch at an end is that of a corner.
static void add_edges(collector* c, const triangle_pair* p)
{
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            ti_gap g = ti_feature_gap(TI_GAP_EE, i, j, p->a, p->b);
            if (g.distance > c->reach || !g.proper || at_corner(c, p, 0, g.point_a) ||
                at_corner(c, p, 1, g.point_b) || !ti_is_polygon_edge(c->duel->body[0].mesh, p->t[0], i) ||
                !ti_is_polygon_edge(c->duel->body[1].mesh, p->t[1], j)) {
                continue;
            }
            toi_contact f = {.kind = TOI_CONTACT_EE};
            f.a = ti_edge_feature(p->t[0]->vertex[i], p->t[0]->vertex[i == 2 ? 0 : i + 1]);
            f.b = ti_edge_feature(p->t[1]->vertex[j], p->t[1]->vertex[j == 2 ? 0 : j + 1]);
            add_contact(c, p, &g, &f);
        }
    }
}

// The faces alone: of polygons that are not plane, inner diagonals may touch and nothing else.
static void add_faces(collector* c, const triangle_pair* p, const ti_gap* g)
{
    toi_contact f = {.kind = TOI_CONTACT_FF};
    f.a = ti_face_feature(p->t[0]->face);
    f.b = ti_face_feature(p->t[1]->face);
    add_contact(c, p, g, &f);
}

// Puts the parts that are within reach on the stack, the nearest on top.
static void push_near_parts(collector* c, const item* it)
{
    int side = size_of(c->duel, it, 1) > size_of(c->duel, it, 0);
    parts p;
    split_piece(c->duel, it, side, &p);
    ti_lanes other = lanes_of_piece(c->duel, it, 1 - side);
    const ti_lanes* a = side ? &other : &p.lanes;
    const ti_lanes* b = side ? &p.lanes : &other;
    lane_choice choice = choose_directions(&c->frame, a, b, frame_from_world(&c->frame, c->found->normal));
    uint32_t base = c->count;
    double apart_of[4];
    for (uint32_t i = 0; i < p.count; ++i) {
        if (choice.apart[i] > c->reach + 2.0 * c->duel->rounding) {
            continue;
        }
        item part = *it;
        part.part[side] = p.part[i];
        push_sorted(c->stack, &c->count, base, &part, choice.apart[i], apart_of);
    }
}

// Patches along whose nearly closest direction more than the reach is left hold no contact.
static bool patches_far(const collector* c, const item* it)
{
    ti_shape a, b;
    if (!patch_of(c->duel, it, 0, &a) || !patch_of(c->duel, it, 1, &b)) {
        return false;
    }
    ti_search search = {.duel = c->duel, .frame = c->frame};
    ti_match match = {.a = &a, .b = &b};
    ti_simplex simplex = {.count = 0};
    return ti_closest_points(&search, &match, 0.5, &simplex).along.now > c->reach + 2.0 * c->duel->rounding;
}

// What to do with two triangles within reach.
static void take_triangles(collector* c, const item* it)
{
    triangle_pair p;
    load_pair(c, it->part[0].index, it->part[1].index, &p);
    ti_gap g = ti_triangle_gap(p.a, p.b);
    if (g.distance > c->reach) {
        return;
    }
    if (c->set == NULL) {
        c->reach = g.distance;
    } else if (c->faces) {
        add_faces(c, &p, &g);
    } else {
        add_corners(c, &p);
        add_edges(c, &p);
    }
}

// Walks both trees for triangles within reach; without a set only to bring the reach down to the smallest
// distance.
static void walk_near(collector* c)
{
    c->count = 1;
    c->stack[0] = (item){.part = {{0, 0}, {0, 0}}};
    while (c->count > 0) {
        item it = c->stack[--c->count];
        if (is_triangle(&it, 0) && is_triangle(&it, 1)) {
            take_triangles(c, &it);
        } else if (!patches_far(c, &it)) {
            push_near_parts(c, &it);
        }
    }
}

void ti_contacts_collect(const ti_duel* duel, const ti_found* found, ti_contact_set* set)
{
    collector c = {.duel = duel, .found = found, .set = set};
    frame_at(duel, found->time, &c.frame);
    c.reach = ti_contact_reach(duel);
    if (duel->separation > 0.0) {
        // Bodies that start within the separation have nearest features too, and many more within it.
        double margin = c.reach - duel->separation;
        c.set = NULL;
        walk_near(&c);
        c.set = set;
        c.reach = c.reach + margin;
    }
    c.faces = set->after && set->after->kind == TOI_CONTACT_FF;
    walk_near(&c);
    if (set->count == 0 && !set->after) {
        c.faces = true;
        walk_near(&c);
    }
}

double ti_distance_at(const ti_duel* duel, double time)
{
    const ti_found found = {.time = time};
    collector c = {.duel = duel, .found = &found, .reach = HUGE_VAL};
    frame_at(duel, time, &c.frame);
    walk_near(&c);
    return c.reach;
}
