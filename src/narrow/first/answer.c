// What a query of first contact answers: the start, the contact and its names, or why there is no answer.

#include "narrow/first/contacts.h"
#include "narrow/first/query.h"

// Contacts of a query that gives no list, and those counted at a time where a list is too short.
enum { OWN_CONTACTS = 16, COUNTED_CONTACTS = 64 };

// The padding of posed doubles holds in each coordinate; along any direction it is at most so many times
// that.
static const double POSED_SHARE = 1.75;

static void collect_contacts(const ti_query* q, const ti_duel* duel, const ti_found* found,
                             ti_contact_set* set)
{
    (q->avx2 ? ti_contacts_collect_avx2 : ti_contacts_collect_plain)(duel, found, set);
}

ti_start ti_query_start(const ti_query* q)
{
    ti_start start;
    toi_pose pose[2];
    for (int k = 0; k < 2; ++k) {
        pose[k] = toi_motion_pose(&q->body[k]->motion, q->from);
    }
    ti_start_decide(q->body[0]->mesh, &pose[0], q->body[1]->mesh, &pose[1], q->def->solid, &start);
    return start;
}

// Contacts that found no room in a set. One is met with every two triangles that share it, so they are
// collected again, as many at a time as there is room for here.
static uint32_t count_dropped(const ti_query* q, const ti_duel* duel, const ti_found* found,
                              const ti_contact_set* kept)
{
    toi_contact some[COUNTED_CONTACTS], last;
    ti_contact_set set = *kept;
    uint32_t count = 0;
    while (set.full && q->def->contacts) {
        last = set.items[set.count - 1];
        set = (ti_contact_set){.items = some, .capacity = COUNTED_CONTACTS, .after = &last, .gap = HUGE_VAL};
        collect_contacts(q, duel, found, &set);
        count += set.count;
    }
    return count;
}

static void take_contact(toi_result* r, const toi_contact* contact)
{
    r->kind = contact->kind;
    r->a = contact->a;
    r->b = contact->b;
    r->point = contact->point;
    r->normal = contact->normal;
}

// Takes the first contact of a list, and their number.
static void take_contacts(ti_query* q, const ti_contact_set* set)
{
    q->result.contact_count = q->def->contacts || set->count == 0 ? set->count : 1;
    if (set->count > 0) {
        take_contact(&q->result, &set->items[0]);
    }
}

static ti_contact_set contact_set_of(const ti_query* q, toi_contact own[OWN_CONTACTS])
{
    if (q->def->contacts && q->def->contact_capacity > 0) {
        return (ti_contact_set){
            .items = q->def->contacts, .capacity = q->def->contact_capacity, .gap = HUGE_VAL};
    }
    return (ti_contact_set){.items = own, .capacity = OWN_CONTACTS, .gap = HUGE_VAL};
}

// Lists the contacts. The search stops at the first pair of triangles within reach; another may be nearer at
// the same time. Not where rounding alone makes it so: then the gap would depend on whether contacts are
// listed.
static void list_contacts(ti_query* q, const ti_duel* duel, const ti_found* found)
{
    toi_contact own[OWN_CONTACTS];
    toi_result* r = &q->result;
    ti_contact_set set = contact_set_of(q, own);
    collect_contacts(q, duel, found, &set);
    take_contacts(q, &set);
    r->contact_count += count_dropped(q, duel, found, &set);
    double gap = set.gap + ti_scale(duel->bend, duel->exponent);
    if (gap < r->gap - 2.0 * ti_scale(duel->rounding, duel->exponent)) {
        r->gap = gap;
    }
}

// Names the contact: the first of all in order where the caller wants a list, else by what lies at the
// closest points. All are looked for as well where nothing but faces lies there, and at the start, where they
// may be deep within the separation.
static void answer_contact(ti_query* q, const ti_duel* duel, const ti_found* found)
{
    toi_contact named;
    toi_result* r = &q->result;
    r->answer = TOI_ANSWER_CONTACT;
    r->t_free = r->t_hit = found->time;
    r->gap = ti_scale(found->distance + duel->bend, duel->exponent);
    bool at_start = found->time == q->from && duel->from == q->from;
    bool known = ti_contact_name(duel, found, &named);
    if (!known || q->def->contacts || at_start) {
        list_contacts(q, duel, found);
    }
    if (known && r->contact_count == 0) {
        take_contact(r, &named);
        r->contact_count = 1;
    }
    // Bodies within the separation at the start do not begin free, though their surfaces do not meet.
    if (at_start && r->start == TOI_START_FREE && r->gap <= q->def->separation && q->def->separation > 0.0) {
        r->start = TOI_START_TOUCHING;
    }
}

// Faces that cross at the start: the pair itself is the contact.
static void answer_crossing(ti_query* q, const ti_start* start)
{
    uint32_t index[2] = {start->triangle_a, start->triangle_b};
    toi_vec3 center[2] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    toi_contact contact = {.kind = TOI_CONTACT_FF};
    for (int k = 0; k < 2; ++k) {
        const ti_triangle* t = &q->body[k]->mesh->triangles[index[k]];
        toi_pose pose = toi_motion_pose(&q->body[k]->motion, q->from);
        for (int i = 0; i < 3; ++i) {
            toi_vec3 v = toi_pose_point(pose, q->body[k]->mesh->vertices[t->vertex[i]]);
            center[k] = v3_madd(center[k], 1.0 / 3.0, v);
        }
        *(k ? &contact.b : &contact.a) = (toi_feature){TOI_FEATURE_FACE, {t->face, 0}};
    }
    toi_vec3 apart = v3_sub(center[1], center[0]);
    double length = v3_length(apart);
    contact.point = v3_madd(center[0], 0.5, apart);
    contact.normal = length > 0.0 ? v3_scale(1.0 / length, apart) : v3(1.0, 0.0, 0.0);
    toi_contact own[OWN_CONTACTS];
    ti_contact_set set = contact_set_of(q, own);
    ti_contact_set_add(&set, &contact);
    take_contacts(q, &set);
}

// Whether bodies touch at the start is exact on the posed doubles. Far from the origin these round more than
// the frame of the pair does, so there the features that touch may be that far apart.
static ti_duel duel_of_posed(const ti_duel* duel)
{
    ti_duel out = *duel;
    if (isfinite(duel->posed_padding)) {
        out.rounding = fmax(out.rounding, duel->posed_padding);
        out.tolerance = fmax(out.tolerance, 2.0 * duel->posed_padding);
    }
    return out;
}

void ti_query_answer_start(ti_query* q, const ti_duel* duel, const ti_start* start)
{
    toi_result* r = &q->result;
    r->answer = TOI_ANSWER_CONTACT;
    r->start = start->state;
    r->t_free = r->t_hit = q->from;
    r->gap = 0.0;
    if (start->state == TOI_START_TOUCHING) {
        toi_contact own[OWN_CONTACTS];
        ti_contact_set set = contact_set_of(q, own);
        ti_found found = {.outcome = TI_OUTCOME_CONTACT, .normal = start->normal};
        found.parted = v3_dot(start->normal, start->normal) > 0.0;
        ti_duel posed = duel_of_posed(duel);
        collect_contacts(q, &posed, &found, &set);
        take_contacts(q, &set);
        r->contact_count += count_dropped(q, &posed, &found, &set);
    } else if (start->state == TOI_START_OVERLAPPING) {
        answer_crossing(q, start);
    }
}

// Whether the links from time 0 on prove more than the posed doubles can round away. Else, far from the
// origin, these may touch where the exact motion does not.
static bool posed_apart(const ti_duel* duel, const ti_found* found)
{
    return found->start_apart - duel->rounding > POSED_SHARE * duel->posed_padding;
}

// What a search of the first window left open at time 0 is decided exactly on the posed doubles. True where
// that ends the query. With a separation the start is by distance, which the search measures.
static bool settle_start(ti_query* q, const ti_duel* duel, const ti_found* found)
{
    bool open = found->time == q->from && found->outcome != TI_OUTCOME_CLEAR;
    bool known = q->result.start != TOI_START_UNKNOWN;
    if (known || (!open && (duel->separation > 0.0 || posed_apart(duel, found)))) {
        q->result.start = TOI_START_FREE;
        return false;
    }
    ti_start start = ti_query_start(q);
    q->result.start = start.state;
    if (start.state != TOI_START_FREE) {
        ti_query_answer_start(q, duel, &start);
        return true;
    }
    return false;
}

static void answer_undecided(ti_query* q, const ti_duel* duel, const ti_found* found)
{
    q->result.answer = TOI_ANSWER_UNDECIDED;
    q->result.t_free = found->time;
    double distance =
        q->avx2 ? ti_distance_at_avx2(duel, found->time) : ti_distance_at_plain(duel, found->time);
    q->result.gap = ti_scale(distance, duel->exponent);
}

bool ti_query_take(ti_query* q, const ti_duel* duel, const ti_found* found)
{
    toi_result* r = &q->result;
    if (duel->from == q->from && settle_start(q, duel, found)) {
        return true;
    }
    if (found->outcome == TI_OUTCOME_CLEAR) {
        double proved = ti_scale(fmax(0.0, found->distance - duel->rounding), duel->exponent);
        r->gap = fmin(r->gap, proved);
        return false;
    }
    if (found->outcome == TI_OUTCOME_CONTACT) {
        answer_contact(q, duel, found);
    } else {
        answer_undecided(q, duel, found);
    }
    return true;
}

bool ti_query_take_part(ti_query* q, const ti_duel* duel, const ti_found* found)
{
    return duel->from == q->from && settle_start(q, duel, found);
}
