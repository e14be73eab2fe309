// Compares the contacts that the library lists with those of the screw oracle.

#include "support/screw_pairs.h"

#include <stdlib.h>

const char* sp_fault_name(sp_fault fault)
{
    static const char* names[SP_FAULTS] = {"right",      "missing",     "extra",
                                           "wrong time", "wrong place", "wrong properness",
                                           "wrong rate", "malformed",   "undecided"};
    return names[fault];
}

// ---- one contact

static toi_feature feature_of(const sb_mesh* mesh, const sb_contact* c, int body)
{
    uint32_t i = c->feature[body];
    if (c->kind == TOI_CONTACT_EE) {
        return (toi_feature){TOI_FEATURE_EDGE, {mesh->edge[i].v[0], mesh->edge[i].v[1]}};
    }
    bool vertex = (c->kind == TOI_CONTACT_VF) == (body == 0);
    return (toi_feature){vertex ? TOI_FEATURE_VERTEX : TOI_FEATURE_FACE, {i, 0}};
}

static bool is_equal(toi_feature a, toi_feature b)
{
    bool second = a.kind != TOI_FEATURE_EDGE || a.index[1] == b.index[1];
    return a.kind == b.kind && a.index[0] == b.index[0] && second;
}

static bool has_features(const sb_query* q, const toi_contact* c, const sb_contact* t)
{
    return c->kind == t->kind && is_equal(c->a, feature_of(q->a, t, 0)) &&
           is_equal(c->b, feature_of(q->b, t, 1));
}

// What the rounding of the numbers of a query in double makes of a time: 1e-12, but for surfaces that meet at
// a small angle.
static real time_allowed(const sp_pair* pair, const sb_contact* t)
{
    if (t->sustained) {
        // It begins where the features meet, or are enlarged enough to meet.
        return t->slack + (t->until - t->time) + 8e-9L * pair->magnitude / t->speed;
    }
    if (t->verdict == SB_MAYBE) {
        return t->slack + 1e-10L;
    }
    return 1e-12L + 2e-14L * pair->magnitude / fabsl(t->approach);
}

static real time_off(const toi_contact* c, const sb_contact* t)
{
    return fabsl((real)c->time - t->time);
}

// The nearest in time with the same features, or UINT32_MAX.
static uint32_t find_truth(const sb_query* q, const toi_contact* c, const sb_list* truth)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < truth->count; ++i) {
        const sb_contact* t = &truth->contacts[i];
        bool nearer = best == UINT32_MAX || time_off(c, t) < time_off(c, &truth->contacts[best]);
        if (t->verdict != SB_NO && nearer && has_features(q, c, t)) {
            best = i;
        }
    }
    return best;
}

static real apart(toi_vec3 a, rvec b)
{
    return r3_length(r3_sub(r3_wide(a), b));
}

static sp_fault check_contact(const sp_pair* pair, const toi_contact* c, const sb_contact* t,
                              sp_verdict* verdict)
{
    real off = time_off(c, t), allowed = time_allowed(pair, t);
    if (!(off <= allowed)) {
        return off < 1e-6L ? SP_WRONG_TIME : SP_EXTRA;
    }
    if (!c->entering || !(c->until >= c->time) || (!c->sustained && c->until != c->time)) {
        return SP_MALFORMED;
    }
    if (t->verdict == SB_MAYBE) {
        return SP_RIGHT;
    }
    verdict->worst_time = r_max(verdict->worst_time, off);
    // The tolerance may move the point; beyond it, what the time is off.
    real place = 1e-9L * pair->magnitude + 2.0L * off * t->speed;
    if (!(apart(c->point, t->point) <= place) || !(apart(c->normal, t->normal) <= 1e-9L)) {
        return SP_WRONG_PLACE;
    }
    real proper_off = fabsl((real)c->properness - t->properness);
    verdict->worst_properness = r_max(verdict->worst_properness, proper_off);
    if (!(proper_off <= 1e-6L)) {
        return SP_WRONG_PROPERNESS;
    }
    // The library gives the speed a last step of Newton's method before the contact.
    bool rate = fabsl((real)c->approach - t->approach) <= 1e-7L * (t->speed + pair->magnitude);
    return rate && off <= (real)c->time_error + 1e-16L ? SP_RIGHT : SP_WRONG_RATE;
}

// ---- the sets

static void keep_first(sp_verdict* verdict, sp_fault fault, uint32_t index)
{
    if (verdict->fault == SP_RIGHT && fault != SP_RIGHT) {
        verdict->fault = fault;
        verdict->index = index;
    }
}

static bool choice_is_met(const sb_list* truth, const bool* met, uint32_t choice, toi_contact_kind kind)
{
    for (uint32_t i = 0; i < truth->count; ++i) {
        const sb_contact* t = &truth->contacts[i];
        if (met[i] && t->choice == choice && (t->kind == TOI_CONTACT_EE) == (kind == TOI_CONTACT_EE)) {
            return true;
        }
    }
    return false;
}

sp_verdict sp_compare(const sp_shapes* shapes, const sp_pair* pair, const toi_contact* contacts,
                      uint32_t count, const sb_list* truth)
{
    sp_verdict verdict = {0};
    sb_query q = {.a = &shapes->truth[pair->shape[0]], .b = &shapes->truth[pair->shape[1]]};
    bool* met = calloc(truth->count + 1, sizeof *met);
    if (met == NULL) {
        abort();
    }
    for (uint32_t i = 0; i < count; ++i) {
        const toi_contact* c = &contacts[i];
        uint32_t j = find_truth(&q, c, truth);
        // One of the library for each of the oracle, but for those that may be seen as one or two.
        bool twice = j != UINT32_MAX && met[j] && truth->contacts[j].verdict == SB_YES;
        sp_fault fault =
            j == UINT32_MAX || twice ? SP_EXTRA : check_contact(pair, c, &truth->contacts[j], &verdict);
        keep_first(&verdict, i > 0 && c->time < contacts[i - 1].time ? SP_MALFORMED : fault, i);
        ++verdict.contacts[c->kind & 3];
        if (j != UINT32_MAX) {
            met[j] = true;
        }
    }
    for (uint32_t i = 0; i < truth->count; ++i) {
        const sb_contact* t = &truth->contacts[i];
        verdict.borderline += t->borderline;
        if (t->forced && !choice_is_met(truth, met, t->choice, t->kind)) {
            keep_first(&verdict, SP_MISSING, i);
        }
    }
    free(met);
    return verdict;
}

toi_contact sp_as_contact(const sp_shapes* shapes, const sp_pair* pair, const sb_contact* c)
{
    return (toi_contact){.kind = c->kind,
                         .a = feature_of(&shapes->truth[pair->shape[0]], c, 0),
                         .b = feature_of(&shapes->truth[pair->shape[1]], c, 1),
                         .time = (double)c->time,
                         .point = r3_round(c->point),
                         .normal = r3_round(c->normal),
                         .properness = (double)c->properness,
                         .approach = (double)c->approach,
                         .time_error = 0x1p-53,
                         .until = (double)(c->sustained ? c->until : c->time),
                         .entering = c->entering,
                         .tangent = c->tangent,
                         .sustained = c->sustained};
}

// ---- printing

static void print_feature(FILE* file, toi_feature f)
{
    static const char* names[] = {"none", "vertex", "edge", "face"};
    fprintf(file, " %s %u", names[f.kind], f.index[0]);
    if (f.kind == TOI_FEATURE_EDGE) {
        fprintf(file, "-%u", f.index[1]);
    }
}

void sp_print_contact(FILE* file, const toi_contact* c)
{
    fprintf(file, "  library:");
    print_feature(file, c->a);
    fprintf(file, " on");
    print_feature(file, c->b);
    fprintf(file, " at %.17g within %.3g, properness %.12g approach %.9g%s%s, point %.12g %.12g %.12g\n",
            c->time, c->time_error, c->properness, c->approach, c->tangent ? " tangent" : "",
            c->sustained ? " sustained" : "", c->point.x, c->point.y, c->point.z);
}

void sp_print_truth(FILE* file, const sp_shapes* shapes, const sp_pair* pair, const sb_contact* c)
{
    fprintf(file, "  oracle: ");
    print_feature(file, feature_of(&shapes->truth[pair->shape[0]], c, 0));
    fprintf(file, " on");
    print_feature(file, feature_of(&shapes->truth[pair->shape[1]], c, 1));
    fprintf(
        file, " at %.18Lg until %.18Lg slack %.2Lg, properness %.12Lg approach %.9Lg depth %.3Lg%s%s%s%s\n",
        c->time, c->until, c->slack, c->properness, c->approach, c->depth, c->tangent ? " tangent" : "",
        c->sustained ? " sustained" : "", c->borderline ? " borderline" : "", c->reported ? " reported" : "");
}
