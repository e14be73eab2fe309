// The last steps of the collision screen: hits become contacts between a vertex and a face or between two
// edges [Buss05, sections 5 and 9].

#include "core/sort.h"
#include "math/rounding.h"
#include "narrow/screw/properness.h"
#include "narrow/screw/screen_parts.h"

// A turn at most this far is taken in one search for roots, of which there are two for each half turn.
#define SEARCH_TURN (4.0 * TOI_PI)

// Edges whose directions differ by less than this have no normal: a few dozen roundings of unit vectors.
#define DIRECTION_ROUNDING (64.0 * TI_U)

typedef struct resolver {
    const ti_screw_pair* pair;
    const ti_screen_frame* frame;
    const ti_screen_hit* hits;
    ti_array* contacts;
    double pixel;
    size_t first;      // contact of the vertex at hand
    size_t inside_end; // past its last contact with a face that it projects into
} resolver;

// ---- what is known of both bodies at a time

static bool push_contact(resolver* r, const ti_screw_contact* contact)
{
    ti_screw_contact* it = ti_array_push(r->contacts);
    if (it == NULL) {
        return false;
    }
    *it = *contact;
    it->properness = d_max(it->properness, r->pair->min_properness);
    return true;
}

// ---- a vertex on a face

// A vertex near the edge of two faces, or near a vertex of several: of the faces that it meets within the
// time of a pixel the one that its projection is inside of is kept, and of several the one met most properly.
// @return whether the contact took the place of an older one, or is not better than it
static bool merge_faces(resolver* r, const ti_screw_contact* contact, bool inside, int k)
{
    ti_screw_contact* all = r->contacts->data;
    const toi_mesh* mesh = r->pair->mesh[1 - k];
    double speed = v3_length(tw_velocity(&r->pair->twist, contact->point));
    for (size_t i = r->first; i < r->contacts->count; ++i) {
        ti_screw_contact* old = &all[i];
        uint32_t f = old->feature[1 - k], g = contact->feature[1 - k];
        bool same = f == g && fabs(old->s - contact->s) <= old->s_error + contact->s_error;
        if (!same && (r->frame->robust || old->entering != contact->entering ||
                      fabs(old->s - contact->s) * speed > r->pixel ||
                      !ti_screen_share_corner(&mesh->features, f, g))) {
            continue;
        }
        if (contact->properness > old->properness && (inside || i >= r->inside_end)) {
            *old = *contact;
        }
        return true;
    }
    return false;
}

// The vertex of body k passes the plane of a facet of the other at a root, and comes from the side `sign` of
// its normal.
static toi_status vertex_contact(resolver* r, const ti_screen_hit* hit, const ti_screen_root* root,
                                 double sign, double slope)
{
    const ti_screw_pair* pair = r->pair;
    int k = hit->kind == TOI_CONTACT_VF ? 0 : 1;
    uint32_t v = hit->feature[k], facet = hit->feature[1 - k];
    toi_vec3 normal = v3_scale(sign, pair->mesh[1 - k]->features.facets[facet].normal);
    ti_screw_contact c = {.kind = hit->kind,
                          .feature = {hit->feature[0], hit->feature[1]},
                          .s = root->s,
                          .s_until = root->until,
                          .tangent = root->tangent,
                          .sustained = root->sustained,
                          .approach = -sign * slope,
                          .entering = sign * slope <= r->frame->facing};
    c.s_error = d_min(1.0, (pair->rounding + pair->tolerance) / fabs(slope));
    c.s_error = c.s_error >= 0.0 ? c.s_error : 1.0;
    if (!c.entering && !pair->leaving) {
        return TOI_OK;
    }
    ti_swing p = ti_swing_at(pair->twist.angle, root->s);
    ti_mat3 turned = tw_rotate_frame(&pair->twist, p, &pair->rotation[1]);
    if (k == 0) {
        normal = m3_apply(&turned, normal);
        c.point = ti_pair_vertex(pair, 0, v);
        c.normal = v3_negate(normal);
        c.properness = ti_properness_tip(pair->mesh[0], v, normal);
    } else {
        c.point = tw_point(&pair->twist, p, ti_pair_vertex(pair, 1, v));
        c.normal = normal;
        c.properness = ti_properness_tip(pair->mesh[1], v, m3_apply_transposed(&turned, normal));
    }
    if (!(c.properness >= pair->min_properness - (pair->angle_slack + pair->tilt)) ||
        merge_faces(r, &c, hit->inside, k)) {
        return TOI_OK;
    }
    return push_contact(r, &c) ? TOI_OK : TOI_ERROR_MEMORY;
}

static toi_status resolve_vertex(resolver* r, const ti_screen_hit* hit)
{
    const ti_screw_pair* pair = r->pair;
    int k = hit->kind == TOI_CONTACT_VF ? 0 : 1;
    const ti_features* features = &pair->mesh[1 - k]->features;
    const ti_facet* facet = &features->facets[hit->feature[1 - k]];
    toi_vec3 x = ti_pair_vertex(pair, k, hit->feature[k]);
    toi_vec3 corner = ti_pair_vertex(pair, 1 - k, features->corner[facet->corner_begin]);
    toi_vec3 n = k == 1 ? facet->normal : m3_apply(&pair->rotation[1], facet->normal);
    // A face of B runs away from a vertex of A as the vertex moves backwards from the face at rest.
    double way = k == 1 ? 1.0 : -1.0;
    toi_vec3 once = v3_add(v3_cross(pair->twist.turn, x), pair->twist.across);
    ti_screen_fall fall = {
        .c = {v3_dot(n, v3_sub(x, corner)), way * v3_dot(n, once),
              v3_dot(n, v3_cross(pair->twist.turn, once)), way * v3_dot(n, pair->twist.along)},
        .theta = pair->twist.angle,
        .tolerance = pair->tolerance,
    };
    double step = fall.theta > SEARCH_TURN ? SEARCH_TURN / fall.theta : 1.0;
    toi_status status = TOI_OK;
    // The face is where the vertex passes it between two times only.
    double end = d_min(hit->upper, pair->to);
    for (double from = d_max(hit->lower, pair->from); status == TOI_OK; from += step) {
        fall.from = from;
        fall.to = d_min(from + step, end);
        ti_screen_root roots[TI_SCREEN_ROOTS];
        int count = ti_screen_roots(&fall, roots);
        for (int i = 0; i < count && status == TOI_OK; ++i) {
            ti_swing p = ti_swing_at(fall.theta, roots[i].s);
            toi_vec3 there = tw_point(&pair->twist, k == 1 ? p : ti_swing_back(p), x);
            if (!ti_screen_on_facet(pair, 1 - k, hit->feature[1 - k], there, r->pixel)) {
                continue;
            }
            double slope = ti_screen_fall_at(&fall, 1, p);
            status = vertex_contact(r, hit, &roots[i], 1.0, slope);
            if (status == TOI_OK && !facet->solid) {
                status = vertex_contact(r, hit, &roots[i], -1.0, slope);
            }
        }
        if (!(fall.to < end)) {
            break;
        }
    }
    return status;
}

// ---- two edges

static toi_vec3 crease_vector(const toi_mesh* mesh, uint32_t crease)
{
    const ti_crease* c = &mesh->features.creases[crease];
    toi_vec3 d = v3_sub(mesh->local[c->vertex[1]], mesh->local[c->vertex[0]]);
    return v3_scale(1.0 / v3_length(d), d);
}

// What is known of a hit but for the side of the normal.
static ti_screw_contact edge_contact(const resolver* r, const ti_screen_hit* hit)
{
    const ti_screw_pair* pair = r->pair;
    const ti_crease* crease = &pair->mesh[0]->features.creases[hit->feature[0]];
    toi_vec3 a = ti_pair_vertex(pair, 0, crease->vertex[0]), b = ti_pair_vertex(pair, 0, crease->vertex[1]);
    ti_screw_contact c = {.kind = TOI_CONTACT_EE,
                          .feature = {hit->feature[0], hit->feature[1]},
                          .s = d_min(d_max(hit->s, pair->from), pair->to),
                          .point = v3_madd(a, hit->u[0], v3_sub(b, a))};
    c.s_until = c.s;
    c.s_error = d_max(hit->upper - c.s, c.s - hit->lower);
    return c;
}

// Properness, or something below `least` where it certainly is below: the rise of one wedge often tells.
static double edge_properness(const ti_screw_pair* pair, const ti_screw_contact* c, const ti_mat3* turned,
                              double sine, double least)
{
    ti_wedge wedge[2];
    for (int k = 0; k < 2; ++k) {
        wedge[k] = ti_wedge_of(pair->mesh[k], &pair->mesh[k]->features.creases[c->feature[k]]);
        toi_vec3 n = k == 0 ? c->normal : v3_negate(m3_apply_transposed(turned, c->normal));
        double rise = ti_wedge_rise(&wedge[k], n), most = rise > 0.0 ? -sine * rise : -rise;
        if (most < least - DIRECTION_ROUNDING) {
            return most;
        }
    }
    wedge[1] = ti_wedge_turned(&wedge[1], turned);
    return ti_properness_edges(&wedge[0], &wedge[1], c->normal);
}

// The normal is perpendicular to both edges at the time of the hit. Where that is known to ds only, in robust
// mode, it is known to an angle of theta ds/|e_A x e_B|, and so is properness with as much for the turned
// edge.
static toi_status resolve_edges(resolver* r, const ti_screen_hit* hit)
{
    const ti_screw_pair* pair = r->pair;
    ti_screw_contact c = edge_contact(r, hit);
    ti_mat3 turned = tw_rotate_frame(&pair->twist, ti_swing_at(pair->twist.angle, c.s), &pair->rotation[1]);
    toi_vec3 along_b = m3_apply(&turned, crease_vector(pair->mesh[1], hit->feature[1]));
    toi_vec3 normal = v3_cross(crease_vector(pair->mesh[0], hit->feature[0]), along_b);
    double sine = v3_length(normal);
    if (!(sine > DIRECTION_ROUNDING)) {
        return TOI_OK; // parallel: contacts of their ends with faces
    }
    double tilt = r->frame->robust ? pair->twist.angle * c.s_error * (1.0 + 1.0 / sine) : 0.0;
    double least = pair->min_properness - (pair->angle_slack + pair->tilt / sine) - tilt;
    toi_vec3 velocity = tw_velocity(&pair->twist, c.point);
    for (int side = 0; side < 2; ++side) {
        c.normal = v3_scale((side == 0 ? 1.0 : -1.0) / sine, normal);
        c.approach = -v3_dot(c.normal, velocity);
        c.entering = c.approach >= -(r->frame->facing + tilt * v3_length(velocity));
        if (!c.entering && !pair->leaving) {
            continue;
        }
        c.properness = edge_properness(pair, &c, &turned, sine, least);
        if (c.properness >= least && !push_contact(r, &c)) {
            return TOI_ERROR_MEMORY;
        }
    }
    return TOI_OK;
}

// ---- all hits

static bool same_features(const ti_screen_hit* a, const ti_screen_hit* b)
{
    return a->kind == b->kind && a->feature[0] == b->feature[0] && a->feature[1] == b->feature[1];
}

// Hits of two edges in several pixels, where their times meet: a crossing of the drawn pieces counts more
// than a near one, then the earlier.
static void merge_hit(const resolver* r, ti_screen_hit* kept, const ti_screen_hit* hit)
{
    double lower = d_min(kept->lower, hit->lower), upper = d_max(kept->upper, hit->upper);
    if (hit->inside && !kept->inside) {
        *kept = *hit;
    }
    if (r->frame->robust || hit->kind != TOI_CONTACT_EE) {
        kept->lower = lower;
        kept->upper = upper;
    }
}

// The next hit and all that say the same, which begin at *i.
static ti_screen_hit next_hit(const resolver* r, const ti_key_value* order, size_t end, size_t* i)
{
    ti_screen_hit hit = r->hits[order[(*i)++].value];
    double upper = hit.upper;
    for (; *i < end; ++*i) {
        const ti_screen_hit* other = &r->hits[order[*i].value];
        if (!same_features(&hit, other) || (hit.kind == TOI_CONTACT_EE && other->lower > upper)) {
            break;
        }
        upper = d_max(upper, other->upper);
        merge_hit(r, &hit, other);
    }
    return hit;
}

// All hits of one vertex: first the faces that it projects into, then those that it is near to.
static toi_status resolve_faces(resolver* r, const ti_key_value* order, size_t count)
{
    toi_status status = TOI_OK;
    r->first = r->contacts->count;
    for (int near = 0; near < 2; ++near) {
        r->inside_end = near == 0 ? SIZE_MAX : r->contacts->count;
        for (size_t i = 0; i < count && status == TOI_OK;) {
            ti_screen_hit hit = next_hit(r, order, count, &i);
            if (hit.inside == (near == 0)) {
                status = resolve_vertex(r, &hit);
            }
        }
    }
    return status;
}

static toi_status resolve_all(resolver* r, const ti_key_value* order, size_t count)
{
    toi_status status = TOI_OK;
    for (size_t i = 0; i < count && status == TOI_OK;) {
        const ti_screen_hit* hit = &r->hits[order[i].value];
        if (hit->kind == TOI_CONTACT_EE) {
            ti_screen_hit edges = next_hit(r, order, count, &i);
            status = resolve_edges(r, &edges);
            continue;
        }
        int k = hit->kind == TOI_CONTACT_VF ? 0 : 1;
        size_t begin = i;
        while (i < count && r->hits[order[i].value].kind == hit->kind &&
               r->hits[order[i].value].feature[k] == hit->feature[k]) {
            ++i;
        }
        status = resolve_faces(r, order + begin, i - begin);
    }
    return status;
}

// Hits by kind, then by vertex, so that those of one vertex are together, or by the edge of A; then by the
// other feature. Features are far below 2^31 in number, as each takes many bytes.
static uint64_t hit_key(const ti_screen_hit* hit)
{
    int first = hit->kind == TOI_CONTACT_FV ? 1 : 0;
    return (uint64_t)hit->kind << 62 | (uint64_t)hit->feature[first] << 31 | hit->feature[1 - first];
}

// Of hits that say the same, by time, then by the order in which they were found.
static void sort_group(const ti_screen_hit* hits, ti_key_value* at, size_t count)
{
    for (size_t i = 1; i < count; ++i) {
        ti_key_value moved = at[i];
        size_t k = i;
        for (; k > 0 && hits[moved.value].lower < hits[at[k - 1].value].lower; --k) {
            at[k] = at[k - 1];
        }
        at[k] = moved;
    }
}

toi_status ti_screen_resolve(const ti_screw_pair* pair, const ti_screen_frame* frame, const ti_array* hits,
                             ti_arena* arena, ti_array* contacts)
{
    resolver r = {pair, frame, hits->data, contacts, 1.0 / frame->per_pixel, 0, 0};
    size_t count = hits->count;
    ti_key_value* order = ti_arena_allocate(arena, count, sizeof *order);
    ti_key_value* scratch = ti_arena_allocate(arena, count, sizeof *scratch);
    if (order == NULL || scratch == NULL) {
        return TOI_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; ++i) {
        order[i] = (ti_key_value){hit_key(&r.hits[i]), (uint32_t)i};
    }
    ti_sort_keys(order, scratch, count);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && order[end].key == order[i].key; ++end) {
        }
        sort_group(r.hits, order + i, end - i);
    }
    return resolve_all(&r, order, count);
}
