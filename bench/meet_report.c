// The CSV and the table of the bench of faces that meet: a row a workload and contender.

#include "bench/meet_parts.h"

static const char csv_head[] =
    "workload,library,contender,threads,bodies,faces,frames,runs,median_us,worst_us,ratio,open_ms,held_bytes,"
    "peak_bytes,mesh_bytes,pairs,truth,wrong_frames,verdict,fastest_right_peer,must_us,must,stretch_us,"
    "stretch\n";

void meet_report_head(meet_report* report)
{
    fputs(csv_head, report->csv);
    if (report->table != NULL) {
        fprintf(report->table, "%-28s %-26s %7s %12s %8s %10s %-13s %s\n", "workload", "contender", "threads",
                "median us", "ratio", "pairs", "verdict", "targets");
    }
}

static const char* verdict_of(const meet_entry* entry, const meet_measured* m)
{
    if (entry->contender == NULL) {
        return "not measured";
    }
    return m->wrong > 0 ? "wrong" : "right";
}

// Of those on as many threads as the first entry; -1 where none is right.
static int fastest_peer(const meet_entry* entries, uint32_t count, const meet_measured* measured)
{
    int best = -1;
    for (uint32_t i = 0; i < count; ++i) {
        bool peer = entries[i].library != entries[0].library && measured[i].taken && measured[i].wrong == 0;
        if (peer && (best < 0 || measured[i].median_us < measured[best].median_us)) {
            best = (int)i;
        }
    }
    return best;
}

// Met or not, of a time of ours and a target; empty where there is none.
static const char* met(const meet_measured* m, double target_us)
{
    return target_us == 0.0 ? "" : m->wrong == 0 && m->median_us <= target_us ? "met" : "not met";
}

typedef struct row {
    const meet_world* world;
    const meet_entry* entry;
    const meet_measured* m;
    double ratio;      // of the median to that of the first entry
    double mesh_bytes; // of a mesh of toi, which must be there besides
    uint64_t truth;
    bool ours, fastest;
} row;

static void print_csv(FILE* file, const row* r)
{
    const meet_world* w = r->world;
    fprintf(file, "%s,%s,%s,%u,%u,", w->name, r->entry->library,
            r->entry->contender != NULL ? r->entry->contender->name : "", r->entry->threads, w->body_count);
    uint64_t faces = 0;
    for (uint32_t i = 0; i < w->body_count; ++i) {
        faces += w->meshes[i]->face_count;
    }
    fprintf(file, "%llu,%u,", (unsigned long long)faces, w->frame_count);
    if (r->m->taken) {
        fprintf(file, "%u,%.4g,%.4g,%.4g,%.4g,%.4g,%.4g,%.4g,%llu,%llu,%u,", r->m->runs, r->m->median_us,
                r->m->worst_us, r->ratio, r->m->open_ms, r->m->memory.held, r->m->memory.peak, r->mesh_bytes,
                (unsigned long long)r->m->found, (unsigned long long)r->truth, r->m->wrong);
    } else {
        fprintf(file, ",,,,,,,,,%llu,,", (unsigned long long)r->truth);
    }
    fprintf(file, "%s,%s,", verdict_of(r->entry, r->m), r->fastest ? "yes" : "");
    if (r->ours && w->must_us > 0.0) {
        fprintf(file, "%g,%s,%g,%s\n", w->must_us, met(r->m, w->must_us), w->stretch_us,
                met(r->m, w->stretch_us));
    } else {
        fputs(",,,\n", file);
    }
    fflush(file);
}

static void print_table(FILE* file, const row* r)
{
    const char* verdict = verdict_of(r->entry, r->m);
    const char* name = r->entry->contender != NULL ? r->entry->contender->name : r->entry->library;
    if (!r->m->taken) {
        fprintf(file, "%-28s %-26s %7s %12s %8s %10s %s\n", r->world->name, name, "", "", "", "", verdict);
        return;
    }
    fprintf(file, "%-28s %-26s %7u %12.4g %8.3g %10llu %-13s", r->world->name, name, r->entry->threads,
            r->m->median_us, r->ratio, (unsigned long long)r->m->found, verdict);
    if (r->ours && r->world->must_us > 0.0) {
        fprintf(file, " must %g %s, stretch %g %s", r->world->must_us, met(r->m, r->world->must_us),
                r->world->stretch_us, met(r->m, r->world->stretch_us));
    }
    fprintf(file, "%s\n", r->fastest ? " fastest right peer" : "");
    fflush(file);
}

void meet_report_world(meet_report* report, const meet_world* world, const meet_entry* entries,
                       uint32_t count, const meet_measured* measured)
{
    int best = fastest_peer(entries, count, measured);
    uint64_t truth = 0;
    for (uint32_t i = 0; i < world->frame_count; ++i) {
        truth += world->truth[i];
    }
    double mesh_bytes = world->kind < MEET_BOXES ? meet_mesh_memory(world->meshes[0]).held : 0.0;
    for (uint32_t i = 0; i < count; ++i) {
        bool own = entries[i].library == entries[0].library;
        row r = {.world = world,
                 .entry = &entries[i],
                 .m = &measured[i],
                 .mesh_bytes = own ? mesh_bytes : 0.0,
                 .truth = truth,
                 .ours = i == 0 && entries[i].threads == 1,
                 .fastest = (int)i == best};
        if (!measured[i].taken && entries[i].contender != NULL) {
            continue; // not what it does
        }
        r.ratio = measured[i].taken ? measured[i].median_us / measured[0].median_us : 0.0;
        report->wrong += own && measured[i].wrong > 0;
        print_csv(report->csv, &r);
        if (report->table != NULL) {
            print_table(report->table, &r);
        }
    }
}
