// Parts of a course: a translation is one, a rotation is cut into parts of at most 24 degrees, so that the
// way of a point is nearly straight in each. The cut depends on the course alone.

#ifndef TI_NARROW_TRACE_WALK_PART_H
#define TI_NARROW_TRACE_WALK_PART_H

#include "narrow/trace/link.h"
#include "narrow/trace/path.h"

typedef struct ti_part {
    ti_place from, to;
    toi_vec3 shift;        // translation: of M at `from`
    ti_mat3 turn, turn_to; // rotation: of M at either place
    double tau;            // rotation: at least the tangent of half the angle of the part
} ti_part;

// A course in parts.
typedef struct ti_cut_course {
    double cosine, sine; // of half the angle of a part
    uint32_t count;
} ti_cut_course;

// cos 12 degrees.
static const double TI_PART_COSINE = 0.9781476;
enum { TI_MOST_PARTS = 16 };

static inline ti_cut_course cut_course(const ti_course* c)
{
    ti_cut_course cut = {c->cosine, c->sine, 1};
    while (c->turns && cut.cosine < TI_PART_COSINE && cut.count < TI_MOST_PARTS) {
        double half = sqrt(0.5 * (1.0 + cut.cosine));
        cut.sine = cut.cosine > 0.0 ? 0.5 * cut.sine / half : sqrt(0.5 * (1.0 - cut.cosine));
        cut.cosine = half;
        cut.count *= 2;
    }
    return cut;
}

static inline ti_mat3 turn_at(const ti_course* c, const ti_place* p)
{
    return m3_rotation_of(
        (toi_quat){p->cosine, p->sine * c->axis.x, p->sine * c->axis.y, p->sine * c->axis.z});
}

// The part that follows, or the first. Each place is what its doubles say, so that nothing adds up; the last
// one is the end of the course. The angles of parts differ by what 16 steps err, 80 u of an angle of which
// half has a tangent above 0.1: less than the rest of TI_PART_UP.
static const double TI_PART_UP = 1.0 + 0x1p-42;

static inline void part_next(const ti_course* c, const ti_cut_course* cut, uint32_t index, ti_part* part)
{
    part->from = index == 0 ? place_start() : part->to;
    part->to = (ti_place){1.0, 1.0, 0.0};
    part->shift = v3(0.0, 0.0, 0.0);
    if (!c->turns) {
        return;
    }
    double tau = cut->sine / cut->cosine;
    part->tau = tau * TI_PART_UP;
    if (index + 1 == cut->count) {
        part->to = (ti_place){ti_order_of_pair(c->cosine, c->sine), c->cosine, c->sine};
    } else {
        part->to = place_after_turn(&part->from, tau);
    }
    part->turn = index == 0 ? turn_at(c, &part->from) : part->turn_to;
    part->turn_to = turn_at(c, &part->to);
}

// No way at all, at a place.
static inline void part_at(const ti_course* c, const ti_place* at, ti_part* part)
{
    part->from = part->to = *at;
    part->shift = v3_scale(at->order, c->by);
    part->tau = 0.0;
    if (c->turns) {
        part->turn = part->turn_to = turn_at(c, at);
    }
}

#endif
