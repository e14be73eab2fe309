// Where two faces meet, from where their triangles do.

#include "math/rounding.h"
#include "narrow/overlap/segment.h"
#include "world/overlap.h"

// Of so many ends of segments all are compared with all. Of more the two farthest apart are looked for by
// going from end to end, at most so often: on a line they are found in three turns.
enum { MOST_COMPARED = 32, MOST_TURNS = 16 };

// The segments of two faces, and the power of two that is about their largest coordinate.
typedef struct segments {
    const ti_face_segment* at;
    size_t count;
    int exponent;
} segments;

static segments make_segments(const ti_face_segment* at, size_t count)
{
    double size = 0.0;
    for (size_t i = 0; i < count; ++i) {
        toi_vec3 p = at[i].p, q = at[i].q;
        size = fmax(size, fmax(fmax(fabs(p.x), fabs(p.y)), fabs(p.z)));
        size = fmax(size, fmax(fmax(fabs(q.x), fabs(q.y)), fabs(q.z)));
    }
    return (segments){at, count, size > 0.0 && size <= DBL_MAX ? ti_exponent_above(size) : 0};
}

static double squared_length(const segments* s, toi_vec3 p, toi_vec3 q)
{
    toi_vec3 d = v3_sub(ti_scale3(q, -s->exponent), ti_scale3(p, -s->exponent));
    return v3_dot(d, d);
}

// The first of the longest segments of triangles that meet; if none meet, the first of the shortest ways.
static const ti_face_segment* choose(const segments* s)
{
    const ti_face_segment* chosen = &s->at[0];
    double length = squared_length(s, chosen->p, chosen->q);
    for (size_t i = 1; i < s->count; ++i) {
        const ti_face_segment* next = &s->at[i];
        double other = squared_length(s, next->p, next->q);
        bool better = chosen->apart ? !next->apart || other < length : !next->apart && other > length;
        chosen = better ? next : chosen;
        length = better ? other : length;
    }
    return chosen;
}

static toi_vec3 end_of(const segments* s, size_t i)
{
    return i % 2 == 0 ? s->at[i / 2].p : s->at[i / 2].q;
}

// The first of the ends, of triangles that meet, that are farthest from x.
static toi_vec3 farthest_from(const segments* s, toi_vec3 x)
{
    toi_vec3 farthest = x;
    double most = 0.0;
    for (size_t i = 0; i < 2 * s->count; ++i) {
        toi_vec3 end = end_of(s, i);
        double length = s->at[i / 2].apart ? 0.0 : squared_length(s, x, end);
        farthest = length > most ? end : farthest;
        most = fmax(most, length);
    }
    return farthest;
}

static void compare_all(const segments* s, toi_face_meeting* meeting)
{
    double length = squared_length(s, meeting->p, meeting->q);
    for (size_t i = 0; i < 2 * s->count; ++i) {
        toi_vec3 p = end_of(s, i), q = farthest_from(s, p);
        double longer = s->at[i / 2].apart ? 0.0 : squared_length(s, p, q);
        if (longer > length) {
            meeting->p = p;
            meeting->q = q;
            length = longer;
        }
    }
}

// From an end of the longest segment to the end farthest from it, and on from there until that is no longer.
static void go_on(const segments* s, toi_face_meeting* meeting)
{
    double length = squared_length(s, meeting->p, meeting->q);
    int settled = 0;
    for (int turn = 0; turn < MOST_TURNS && settled < 2; ++turn) {
        toi_vec3 next = farthest_from(s, meeting->q);
        double longer = squared_length(s, meeting->q, next);
        settled = longer > length ? 0 : settled + 1;
        toi_vec3 last = longer > length ? next : meeting->p;
        length = fmax(length, longer);
        meeting->p = meeting->q;
        meeting->q = last;
    }
}

static toi_face_meeting meeting_of(const ti_face_segment* at, size_t count)
{
    segments s = make_segments(at, count);
    const ti_face_segment* chosen = choose(&s);
    toi_face_meeting meeting = {chosen->p, chosen->q, chosen->normal};
    if (chosen->apart || count == 1) {
        return meeting;
    }
    if (2 * count <= MOST_COMPARED) {
        compare_all(&s, &meeting);
    } else {
        go_on(&s, &meeting);
    }
    return meeting;
}

static ti_face_segment segment_of(const ti_present* a, const ti_present* b, ti_face_pair pair)
{
    toi_vec3 corner_a[3], corner_b[3];
    pair = ti_pair_in_order(a, b, pair);
    ti_faces_corners(&a->faces, pair.a, corner_a);
    ti_faces_corners(&b->faces, pair.b, corner_b);
    return ti_faces_segment(corner_a, corner_b);
}

void ti_overlap_segments(const ti_overlap_find* find, const ti_overlap_slot* slot, const ti_face_pair* pairs,
                         size_t count, ti_face_segment* to)
{
    const ti_present *a = ti_present_at(find->overlap, slot->a), *b = ti_present_at(find->overlap, slot->b);
    for (size_t i = 0; i < count; ++i) {
        to[i] = segment_of(a, b, pairs[i]);
    }
}

bool ti_overlap_meetings(const ti_overlap_find* find, const ti_overlap_slot* slot, ti_overlap_worker* worker,
                         const ti_key_value* items, size_t count)
{
    const ti_present *a = ti_present_at(find->overlap, slot->a), *b = ti_present_at(find->overlap, slot->b);
    const ti_face_pair* pairs = worker->candidates.data;
    const ti_face_segment* made = worker->made.count > 0 ? worker->made.data : NULL;
    toi_face_meeting* meetings = ti_array_extend(&worker->meetings, slot->count);
    if (meetings == NULL) {
        return false;
    }
    for (size_t i = 0; i < count;) {
        uint64_t key = items[i].key;
        worker->segments.count = 0;
        for (; i < count && items[i].key == key; ++i) {
            ti_face_segment* segment = ti_array_push(&worker->segments);
            if (segment == NULL) {
                return false;
            }
            uint32_t at = items[i].value;
            *segment = made != NULL ? made[at] : segment_of(a, b, pairs[at]);
        }
        *meetings++ = meeting_of(worker->segments.data, worker->segments.count);
    }
    return true;
}
