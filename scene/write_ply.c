// Contacts as a cloud of points with normals: a text in the PLY format, with the pairs named in comments.

#include "json_writer.h"
#include "place.h"
#include "write_export.h"

enum { NAME = 128 };

static uint32_t contact_count(const toi_pair_result* pair)
{
    return pair->contacts ? pair->result.contact_count : 0;
}

static void write_head(FILE* stream, const ti_check_report* report)
{
    const toi_world_result* world = report->world;
    uint64_t count = 0;
    char a[NAME], b[NAME];
    fputs("ply\nformat ascii 1.0\ncomment contacts, with normals from the first body to the second\n",
          stream);
    for (uint32_t i = 0; i < world->pair_count; ++i) {
        const toi_pair_result* pair = &world->pairs[i];
        if (contact_count(pair) > 0) {
            ti_text_tame(report->scene->bodies[pair->a].name, sizeof a, a);
            ti_text_tame(report->scene->bodies[pair->b].name, sizeof b, b);
            fprintf(stream, "comment pair %u: %s - %s\n", i, a, b);
        }
        count += contact_count(pair);
    }
    fprintf(stream, "element vertex %llu\n", (unsigned long long)count);
    static const char* const names[] = {"x", "y", "z", "nx", "ny", "nz", "time", "properness"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        fprintf(stream, "property double %s\n", names[i]);
    }
    fputs("property uint pair\nend_header\n", stream);
}

static void write_contact(FILE* stream, const toi_contact* c, uint32_t pair)
{
    const double numbers[] = {c->point.x,  c->point.y,  c->point.z, c->normal.x,
                              c->normal.y, c->normal.z, c->time,    c->properness};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        fprintf(stream, "%s ", ti_number_show(numbers[i]).text);
    }
    fprintf(stream, "%u\n", pair);
}

void ti_write_contacts_ply(FILE* stream, const ti_check_report* report)
{
    const toi_world_result* world = report->world;
    write_head(stream, report);
    for (uint32_t i = 0; i < world->pair_count; ++i) {
        for (uint32_t k = 0; k < contact_count(&world->pairs[i]); ++k) {
            write_contact(stream, &world->pairs[i].contacts[k], i);
        }
    }
}
