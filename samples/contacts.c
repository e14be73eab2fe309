// Contacts by toi_stage_touches, with the impulses of the step before.

#include "contacts.h"
#include "crowd.h"
#include "memory.h"

enum { TOUCHES_OF_ONE = 1024 };

// Contacts nearer than this part of the reach of a body are taken for the same.
static const double SAME_PLACE = 0.1;

// A stop is remembered for so many steps, while its two points are within so many rest gaps.
static const double STOP_DRIFT = 4.0;

enum { STOP_LIFE = 10 };

static sim_contact* append(sim_contact_list* list)
{
    list->items = grow(list->items, list->count, &list->capacity, sizeof *list->items);
    sim_contact* c = &list->items[list->count++];
    *c = (sim_contact){0};
    return c;
}

static bool same_feature(toi_feature f, toi_feature g)
{
    return f.kind == g.kind && f.index[0] == g.index[0] && f.index[1] == g.index[1];
}

// The contacts of body a in a list are the range [first, last).
static void range_of(const sim_contact_list* list, uint32_t a, uint32_t* first, uint32_t* last)
{
    while (*first < list->count && list->items[*first].a < a) {
        ++*first;
    }
    *last = *first;
    while (*last < list->count && list->items[*last].a == a) {
        ++*last;
    }
}

// The new contact that goes on from an old one: between the same features, or else the nearest on body a. New
// contacts of body a are those from `begin` on.
static sim_contact* find_heir(const sim_contact* old, const sim_contact_list* list, uint32_t begin,
                              double slack)
{
    sim_contact* best = NULL;
    double least = slack;
    for (uint32_t i = begin; i < list->count; ++i) {
        sim_contact* c = &list->items[i];
        bool same = old->stop == 0 && c->stop == 0 && same_feature(old->feature_a, c->feature_a) &&
                    same_feature(old->feature_b, c->feature_b);
        double distance = same ? 0.0 : v3_distance(old->place_on_a, c->place_on_a);
        if (old->b == c->b && distance < least) {
            best = c;
            least = distance;
        }
    }
    return best;
}

// Impulses of the step before go to the contacts of this one. The tangents may have turned: friction is a
// vector.
static void hand_over(const sim_contact* old, sim_contact* heir)
{
    if (heir != NULL) {
        toi_vec3 drag = v3_madd(v3_scale(old->tangent[0], old->drag[0]), old->drag[1], old->tangent[1]);
        heir->push += old->push;
        heir->drag[0] += v3_dot(drag, heir->tangent[0]);
        heir->drag[1] += v3_dot(drag, heir->tangent[1]);
    }
}

static sim_contact* add_contact(sim_crowd* crowd, uint32_t a, uint32_t b, const toi_vec3 points[2],
                                toi_vec3 normal)
{
    sim_contact* c = append(&crowd->contacts);
    c->a = a;
    c->b = b;
    c->arm_a = v3_sub(points[0], crowd->bodies[a].pose.position);
    c->arm_b = v3_sub(points[1], crowd->bodies[b].pose.position);
    c->place_on_a = q_unrotate(crowd->bodies[a].pose.quaternion, c->arm_a);
    c->normal = normal;
    c->tangent[0] = v3_perpendicular(c->normal);
    c->tangent[1] = v3_cross(c->normal, c->tangent[0]);
    c->gap = v3_dot(v3_sub(points[1], points[0]), normal);
    crowd->bodies[a].alone = crowd->bodies[b].alone = false;
    return c;
}

static void take_touch(sim_crowd* crowd, uint32_t a, const toi_touch* touch)
{
    const toi_vec3 points[2] = {touch->point_a, touch->point_b};
    sim_contact* c = add_contact(crowd, a, touch->body, points, touch->normal);
    c->feature_a = touch->a;
    c->feature_b = touch->b;
    c->gap = touch->gap;
}

static double place_slack(const sim_crowd* crowd, uint32_t a)
{
    return SAME_PLACE * crowd->bodies[a].reach;
}

void contacts_note_stop(sim_crowd* crowd, uint32_t mover, const toi_trace_result* r)
{
    double side = mover < r->body ? 1.0 : -1.0;
    sim_stop stop = {.a = mover < r->body ? mover : r->body, .b = mover < r->body ? r->body : mover};
    const toi_pose *pose_a = &crowd->bodies[stop.a].pose, *pose_b = &crowd->bodies[stop.b].pose;
    toi_vec3 normal = v3_scale(r->normal, side);
    stop.place_a =
        q_unrotate(pose_a->quaternion, v3_sub(v3_madd(r->point, -0.5 * r->gap, normal), pose_a->position));
    stop.place_b =
        q_unrotate(pose_b->quaternion, v3_sub(v3_madd(r->point, 0.5 * r->gap, normal), pose_b->position));
    stop.normal = q_unrotate(pose_b->quaternion, normal);
    sim_stop_list* list = &crowd->stops;
    for (uint32_t i = 0; i < list->count; ++i) {
        const sim_stop* old = &list->items[i];
        if (old->a == stop.a && old->b == stop.b &&
            v3_distance(old->place_a, stop.place_a) < place_slack(crowd, stop.a)) {
            list->items[i] = stop;
            return;
        }
    }
    list->items = grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = stop;
}

// A stop that carries something is as good as new.
static void forget_old_stops(sim_crowd* crowd)
{
    sim_stop_list* list = &crowd->stops;
    for (uint32_t i = 0; i < crowd->contacts.count; ++i) {
        const sim_contact* c = &crowd->contacts.items[i];
        if (c->stop > 0 && c->push > 0.0) {
            list->items[c->stop - 1].age = 0;
        }
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; ++i) {
        if (list->items[i].age++ < STOP_LIFE) {
            list->items[kept++] = list->items[i];
        }
    }
    list->count = kept;
}

// Stops of body a that are still where they were and that no touch stands for; those are from `first` on.
static void take_stops(sim_crowd* crowd, uint32_t a, uint32_t first)
{
    for (uint32_t i = 0; i < crowd->stops.count; ++i) {
        const sim_stop* stop = &crowd->stops.items[i];
        bool known = stop->a != a;
        for (uint32_t k = first; k < crowd->contacts.count && !known; ++k) {
            const sim_contact* c = &crowd->contacts.items[k];
            known = c->b == stop->b && v3_distance(c->place_on_a, stop->place_a) < place_slack(crowd, a);
        }
        if (known) {
            continue;
        }
        toi_pose pose_b = crowd->bodies[stop->b].pose;
        const toi_vec3 points[2] = {toi_pose_point(crowd->bodies[a].pose, stop->place_a),
                                    toi_pose_point(pose_b, stop->place_b)};
        toi_vec3 normal = q_rotate(pose_b.quaternion, stop->normal);
        if (v3_distance(points[0], points[1]) < STOP_DRIFT * crowd->settings.rest_gap) {
            add_contact(crowd, a, stop->b, points, normal)->stop = i + 1;
        }
    }
}

// Whether anything awake could be near enough to a sleeping body for its contacts to change.
static bool is_disturbed(const sim_crowd* crowd, uint32_t a)
{
    const sim_body* sleeper = &crowd->bodies[a];
    for (uint32_t i = 0; i < crowd->count; ++i) {
        const sim_body* other = &crowd->bodies[i];
        double near = sleeper->reach + other->reach + 2.0 * crowd->settings.reach;
        if (i != a && body_moves(other) && v3_distance(other->pose.position, sleeper->pose.position) < near) {
            return true;
        }
    }
    return false;
}

static void keep_contacts(sim_crowd* crowd, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i < last; ++i) {
        sim_contact* c = append(&crowd->contacts);
        *c = crowd->contacts_before.items[i];
        c->stop = 0;
    }
}

static void find_contacts_of(sim_crowd* crowd, uint32_t a, uint32_t first, uint32_t last)
{
    static toi_touch items[TOUCHES_OF_ONE];
    toi_touches touches = {.items = items, .capacity = TOUCHES_OF_ONE};
    toi_trace_def def = {.first_body = a + 1};
    toi_placed mover = {crowd->bodies[a].mesh, crowd->bodies[a].pose, 2};
    uint32_t begin = crowd->contacts.count;
    must(toi_stage_touches(crowd->stage, &mover, crowd->settings.reach, &def, &touches), "toi_stage_touches");
    for (uint32_t i = 0; i < touches.count && i < touches.capacity; ++i) {
        take_touch(crowd, a, &items[i]);
    }
    take_stops(crowd, a, begin);
    for (uint32_t i = first; i < last; ++i) {
        const sim_contact* old = &crowd->contacts_before.items[i];
        hand_over(old, find_heir(old, &crowd->contacts, begin, place_slack(crowd, a)));
    }
}

void contacts_find(sim_crowd* crowd)
{
    forget_old_stops(crowd);
    sim_contact_list old = crowd->contacts_before;
    crowd->contacts_before = crowd->contacts;
    crowd->contacts = old;
    crowd->contacts.count = 0;
    for (uint32_t i = 0; i < crowd->count; ++i) {
        crowd->bodies[i].alone = true;
    }
    uint32_t first = 0, last = 0;
    for (uint32_t a = 0; a < crowd->count; ++a) {
        const sim_body* b = &crowd->bodies[a];
        if (b->mass <= 0.0 || b->held) {
            continue;
        }
        range_of(&crowd->contacts_before, a, &first, &last);
        if (b->asleep && !is_disturbed(crowd, a)) {
            keep_contacts(crowd, first, last);
        } else {
            find_contacts_of(crowd, a, first, last);
        }
    }
    crowd->counts.contacts += crowd->contacts.count;
}

void contact_list_release(sim_contact_list* list)
{
    release(list->items);
    *list = (sim_contact_list){0};
}
