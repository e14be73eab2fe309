// One move of a walk, and what is checked of its answer.

#include "support/number_hash.h"
#include "support/trace_walk_parts.h"

#include <time.h>

typedef struct step {
    tw_state* walk;
    uint32_t number;
    int turn; // 1 where the move is one
    const toi_move* move;
    toi_pose start;
    te_gap from, to;
    real keep;  // what must be kept
    real slack; // rounding of the pose and of what is proved
    toi_trace_result result;
} step;

static void hash_result(uint64_t* hash, const toi_trace_result* r)
{
    number_hash(hash, (double)r->answer);
    number_hash(hash, r->fraction);
    number_hash(hash, r->pose.position.x);
    number_hash(hash, r->pose.position.y);
    number_hash(hash, r->pose.position.z);
    number_hash(hash, r->pose.quaternion.w);
    number_hash(hash, r->pose.quaternion.x);
    number_hash(hash, r->pose.quaternion.y);
    number_hash(hash, r->pose.quaternion.z);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void print_step(const step* s, const char* what, real value)
{
    static int shown = 0;
    const tw_state* w = s->walk;
    const toi_move* m = s->move;
    flockfile(stdout);
    if (shown++ < 20 && !w->row->quiet) {
        toi_pose p = s->start;
        printf("%s: %Lg, walk %llu step %u, %s against %s, angle %g shift %g separation %g\n", what, value,
               (unsigned long long)w->index, s->number, w->moving->shape.name, w->still->shape.name,
               w->row->angle, w->row->shift, w->row->separation);
        printf("  start %.17g %.17g %.17g, %.17g %.17g %.17g %.17g\n", p.position.x, p.position.y,
               p.position.z, p.quaternion.w, p.quaternion.x, p.quaternion.y, p.quaternion.z);
        p = w->still_pose;
        printf("  still %.17g %.17g %.17g, %.17g %.17g %.17g %.17g\n", p.position.x, p.position.y,
               p.position.z, p.quaternion.w, p.quaternion.x, p.quaternion.y, p.quaternion.z);
        printf("  by %.17g %.17g %.17g point %.17g %.17g %.17g axis %.17g %.17g %.17g angle %.17g\n", m->by.x,
               m->by.y, m->by.z, m->point.x, m->point.y, m->point.z, m->axis.x, m->axis.y, m->axis.z,
               m->angle);
        printf(
            "  distance %.12Lg to %.12Lg, keep %.12Lg, kept %.17g gap %.17g fraction %.17g answer %d e %g\n",
            s->from.low, s->to.low, s->keep, s->result.kept, s->result.gap, s->result.fraction,
            (int)s->result.answer, s->result.work.rounding);
    }
    funlockfile(stdout);
}

static bool check(const step* s, uint64_t* count, bool fine, const char* what, real value)
{
    if (!fine) {
        ++*count;
        print_step(s, what, value);
    }
    return fine;
}

static bool is_finite_pose(const toi_pose* p)
{
    toi_quat q = p->quaternion;
    return isfinite(p->position.x) && isfinite(p->position.y) && isfinite(p->position.z) && isfinite(q.w) &&
           isfinite(q.x) && isfinite(q.y) && isfinite(q.z) &&
           q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z > 0.5;
}

// ---- the end

te_gap tw_gap(tw_state* walk)
{
    return te_pair_gap(&walk->pair, 4.0L * (real)walk->row->separation);
}

static void check_end(step* s)
{
    tw_state* w = s->walk;
    tw_counts* c = w->counts;
    const toi_trace_result* r = &s->result;
    te_pair_place(&w->pair, 0, &r->pose);
    s->to = tw_gap(w);
    bool free = s->to.relation == TE_FREE && te_pair_inside(&w->pair, 0) == w->inside;
    if (!check(s, &c->meets[s->turn], free, "not free", s->to.low)) {
        return;
    }
    c->least = fmin(c->least, (double)s->to.low / w->row->separation);
    check(s, &c->margin[s->turn], s->to.high >= s->keep, "margin", s->to.high - s->keep);
    // The library knows the distance at the start to rounding.
    bool kept = s->to.high >= (real)r->kept && (real)r->kept >= s->keep - 2.0L * (real)r->work.rounding;
    check(s, &c->kept, kept, "kept", s->to.high - (real)r->kept);
    if (r->answer != TOI_ANSWER_CLEAR) {
        // First contact, which answers where rounding is large, measures to a part of the tolerance, from
        // above.
        real over = (real)r->gap - s->to.low, most = s->slack + 1e-4L * (real)w->row->separation;
        check(s, &c->gap, over >= -s->slack && over <= most, "gap", over);
    }
    if (r->answer == TOI_ANSWER_CONTACT) {
        real most = (real)r->kept + r_max(0.01L * (real)w->row->separation, s->slack);
        check(s, &c->early[s->turn], s->to.low <= most + s->slack, "early", s->to.low - most);
    }
}

// The largest distance of a vertex from where the exact move has it at the fraction that was returned.
static void check_pose(step* s)
{
    tw_state* w = s->walk;
    uint32_t count = w->moving->truth.vertex_count;
    rvec at_end[GEN_VERTICES];
    real off = 0.0L;
    te_pose pose;
    for (uint32_t i = 0; i < count; ++i) {
        at_end[i] = w->pair.side[0].vertices[i];
    }
    te_pose_init(&pose);
    te_pose_set(&pose, &s->start);
    te_pose_move(&pose, s->move, s->result.fraction);
    te_pair_place_exact(&w->pair, 0, &pose);
    te_pose_clear(&pose);
    for (uint32_t i = 0; i < count; ++i) {
        off = r_max(off, r3_length(r3_sub(at_end[i], w->pair.side[0].vertices[i])));
    }
    check(s, &w->counts->pose, off <= s->slack, "off its way", off);
}

// ---- the way

// Places on the way, in eighths and crowding to the end: free, and nowhere nearer than what is kept.
static void look(step* s)
{
    tw_state* w = s->walk;
    te_pose pose;
    te_pose_init(&pose);
    for (int i = 1; i <= 12; ++i) {
        double share = i < 8 ? i / 8.0 : 1.0 - ldexp(0.1, -3 * (i - 8));
        te_pose_set(&pose, &s->start);
        te_pose_move(&pose, s->move, share * s->result.fraction);
        te_pair_place_exact(&w->pair, 0, &pose);
        te_gap gap = tw_gap(w);
        bool fine = gap.relation == TE_FREE && gap.high >= (real)s->result.kept;
        ++w->counts->looks;
        check(s, &w->counts->look_meets, fine, "on the way", gap.high - (real)s->result.kept);
    }
    te_pose_clear(&pose);
}

// The first time at which less than what is kept is left, but for the noise of long double, is not before the
// stop.
static void prove(step* s)
{
    tw_state* w = s->walk;
    te_pair_place(&w->pair, 0, &s->start);
    real noise = 1e-15L * (w->moving->truth.reach + w->local_reach) + 64.0L * w->pair.error;
    real level = (real)s->result.kept - noise;
    if (level <= noise || level >= s->from.low) {
        return;
    }
    real first = tf_first(&w->pair, &w->moving->features, &w->still->features, s->move, level);
    ++w->counts->proofs;
    check(s, &w->counts->late, first + 1e-15L >= (real)s->result.fraction, "late", first);
}

// ---- all

// Sizes of the bodies, and of the numbers that say where they are, in units of rounding. They know nothing of
// how the library works.
static real rounding_units(const step* s, real of_sizes, real of_places)
{
    const tw_state* w = s->walk;
    toi_vec3 p = s->start.position;
    real size = w->moving->truth.reach + w->local_reach + 6.0L;
    real far = fabsl((real)p.x) + fabsl((real)p.y) + fabsl((real)p.z) + w->still->truth.reach;
    return 0x1p-53L * (of_sizes * size + of_places * far);
}

static bool ask(step* s)
{
    tw_state* w = s->walk;
    toi_placed mover = {.mesh = w->moving->mesh, .pose = w->pose};
    toi_trace_def def = {.separation = w->row->separation, .method = w->row->method};
    tw_trace* trace = w->row->trace != NULL ? w->row->trace : toi_trace;
    double start = now();
    toi_status status = trace(w->stage, &mover, s->move, &def, &s->result);
    w->counts->seconds += now() - start;
    const toi_trace_result* r = &s->result;
    bool whole = r->answer != TOI_ANSWER_CLEAR || r->fraction == 1.0;
    bool proved = w->row->method != TOI_TRACE_CERTIFIED ||
                  (r->certified && (real)r->work.rounding <= rounding_units(s, 2048.0L, 1024.0L));
    bool fine = status == TOI_OK && is_finite_pose(&r->pose) && r->fraction >= 0.0 && r->fraction <= 1.0 &&
                r->start == TOI_START_FREE && whole && proved;
    return check(s, &w->counts->failed, fine, "no answer", 0.0L);
}

void tw_step(tw_state* w, uint32_t number, const toi_move* move)
{
    tw_counts* c = w->counts;
    step s = {
        .walk = w, .number = number, .turn = move->kind == TOI_MOVE_ROTATION, .move = move, .start = w->pose};
    s.from = w->gap;
    ++c->moves[s.turn];
    if (!ask(&s)) {
        return;
    }
    s.slack = rounding_units(&s, 256.0L, 32.0L) + (real)s.result.work.rounding;
    real separation = (real)w->row->separation;
    s.keep = r_min(separation, s.from.low - 16.0L * (real)s.result.work.rounding);
    c->zone += s.from.low < separation;
    c->undecided[s.turn] += s.result.answer == TOI_ANSWER_UNDECIDED;
    c->hits[s.turn] += s.result.answer == TOI_ANSWER_CONTACT;
    c->blocked[s.turn] += s.result.fraction <= 1e-12;
    hash_result(&c->hash, &s.result);
    check_end(&s);
    if (s.to.relation == TE_FREE) {
        w->pose = s.result.pose;
        w->gap = s.to;
    }
    check_pose(&s);
    if (w->row->look > 0 && number / 2 % w->row->look == 0) {
        look(&s);
    }
    if (w->row->prove > 0 && number / 2 % w->row->prove == 0) {
        prove(&s);
    }
}
