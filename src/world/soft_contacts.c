// The contacts of the first instant: everything within reach of each other at that time.

#include "core/memory.h"
#include "math/pose.h"
#include "motion/path.h"
#include "narrow/first/contacts.h"
#include "world/soft.h"

// Contacts of an instant that are looked at, at most.
enum { FIRST_ROOM = 256, MOST_FOUND = 1 << 14 };

// Features within it touch: as of rigid bodies a little more than the tolerance, besides what the bodies are
// off by.
static double reach_of(const ti_soft* q, double off)
{
    return 1.02 * q->tolerance + 2.0 * off;
}

// Both bodies as they stand at the time of the contact.
static void stand(ti_soft* q, double share)
{
    for (uint32_t k = 0; k < q->count; ++k) {
        uint32_t count = q->body[k]->mesh->vertex_count;
        for (uint32_t i = 0; i < count; ++i) {
            toi_vec3* v = &q->at[k][0][i];
            *v = v3_add(v3_scale(1.0 - share, *v), v3_scale(share, q->at[k][1][i]));
        }
    }
}

static ti_soft_side side_of(const ti_soft* q, const toi_deform_contact* c, uint32_t body, bool first)
{
    ti_soft_side s = {.mesh = q->body[body]->mesh,
                      .at = q->at[body][0],
                      .feature = first == !c->vertex_of_b ? c->feature_a : c->feature_b};
    bool edges = c->kind == TOI_PRIMITIVE_EE;
    uint32_t begin = first ? 0 : (edges ? 2 : 1), end = first ? (edges ? 2 : 1) : 4;
    for (uint32_t i = begin; i < end; ++i) {
        s.vertex[s.count] = c->vertex[i];
        s.weight[s.count++] = c->weight[i];
    }
    return s;
}

void ti_soft_to_world(const ti_soft* q, toi_vec3* point, toi_vec3* normal)
{
    if (q->local) {
        toi_pose pose = ti_pose_unit(q->body[0]->motion.pose);
        ti_mat3 rotation = m3_from_quat(pose.quaternion);
        *point = xf_point(&rotation, pose.position, *point);
        *normal = m3_apply(&rotation, *normal);
    }
}

// In world space, and by its features.
static toi_contact contact_of(const ti_soft* q, const toi_deform_contact* c, const ti_soft_contact* at)
{
    toi_contact out = {.time = at->time, .gap = c->gap + at->off, .point = c->point, .normal = c->normal};
    ti_soft_to_world(q, &out.point, &out.normal);
    if (c->kind == TOI_PRIMITIVE_NONE) {
        out.kind = TOI_CONTACT_FF;
        out.a = c->feature_a;
        out.b = c->feature_b;
        return out;
    }
    uint32_t of_a = 0, of_b = q->count - 1;
    ti_soft_side first = side_of(q, c, c->vertex_of_b ? of_b : of_a, true);
    ti_soft_side second = side_of(q, c, c->vertex_of_b ? of_a : of_b, false);
    ti_soft_name(c->vertex_of_b ? &second : &first, c->vertex_of_b ? &first : &second, reach_of(q, at->off),
                 &out);
    return out;
}

// Everything within reach while nothing moves.
static toi_status find_near(ti_soft* q, double off, toi_deform_contact** found, uint64_t* count)
{
    toi_status status = TOI_OK;
    for (uint32_t k = 0; k < q->count && status == TOI_OK; ++k) {
        status = toi_deform_set(q->deform, k, q->at[k][0], NULL, NULL);
    }
    uint64_t room = FIRST_ROOM;
    for (int pass = 0; status == TOI_OK && pass < 2; ++pass) {
        *found = ti_allocate(&q->allocator, room, sizeof **found);
        if (*found == NULL) {
            return TOI_ERROR_MEMORY;
        }
        toi_deform_result r;
        toi_deform_query query = {.separation = q->separation + reach_of(q, off),
                                  .all = true,
                                  .start_known = true,
                                  .contacts = *found,
                                  .contact_capacity = room};
        status = toi_deform_find(q->deform, &query, &r, NULL);
        *count = status == TOI_OK ? r.listed : 0;
        if (status != TOI_OK || r.contact_count <= room || room == MOST_FOUND) {
            return status;
        }
        room = r.contact_count < MOST_FOUND ? r.contact_count : MOST_FOUND;
        ti_release(&q->allocator, *found);
        *found = NULL;
    }
    return status;
}

static void take_first(toi_result* r, const toi_contact* c)
{
    r->kind = c->kind;
    r->a = c->a;
    r->b = c->b;
    r->point = c->point;
    r->normal = c->normal;
}

static toi_status list_contacts(ti_soft* q, const ti_soft_contact* at)
{
    toi_deform_contact* found = NULL;
    uint64_t count = 0;
    toi_status status = find_near(q, at->off, &found, &count);
    toi_contact* items = status == TOI_OK ? ti_allocate(&q->allocator, count, sizeof *items) : NULL;
    if (items != NULL) {
        ti_contact_set set = {.items = items, .capacity = (uint32_t)count, .gap = HUGE_VAL};
        for (uint64_t i = 0; i < count; ++i) {
            toi_contact c = contact_of(q, &found[i], at);
            ti_contact_set_add(&set, &c);
        }
        for (uint32_t i = 0; i < set.count && i < q->def->contact_capacity; ++i) {
            q->def->contacts[i] = items[i];
        }
        if (set.count > 0) {
            q->result.contact_count = set.count;
            q->result.gap = fmin(q->result.gap, set.gap);
            take_first(&q->result, &items[0]);
        }
    } else if (status == TOI_OK) {
        status = TOI_ERROR_MEMORY;
    }
    ti_release(&q->allocator, items);
    ti_release(&q->allocator, found);
    return status;
}

toi_status ti_soft_take_contact(ti_soft* q, const ti_soft_contact* at)
{
    stand(q, at->share);
    toi_contact c = contact_of(q, &at->found, at);
    q->result.gap = c.gap;
    q->result.contact_count = 1;
    take_first(&q->result, &c);
    bool lists = q->def->contacts != NULL && q->def->contact_capacity > 0;
    if (lists) {
        q->def->contacts[0] = c;
    }
    bool crosses = at->found.kind == TOI_PRIMITIVE_NONE;
    return lists && !crosses ? list_contacts(q, at) : TOI_OK;
}
