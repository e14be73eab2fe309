// `toi info`: what meshes are and what is wrong with them.

#include "fields.h"
#include "place.h"
#include "write.h"

// Defects and other counts of a mesh, with the words that `toi info` uses for them.
typedef struct count_row {
    const char* key;
    const char* words;
    uint32_t count;
} count_row;

enum { DEFECTS = 11, EDGES = 5 };

static void list_defects(const toi_mesh_info* info, count_row rows[DEFECTS])
{
    const count_row filled[DEFECTS] = {
        {"edges_boundary", "edges of one face, where the surface is open", info->edges_boundary},
        {"edges_non_manifold", "edges of more than two faces", info->edges_non_manifold},
        {"edges_misoriented", "edges whose two faces wind in opposite senses", info->edges_misoriented},
        {"vertices_unused", "vertices in no face", info->vertices_unused},
        {"vertices_repeated", "vertices at the position of an earlier one", info->vertices_repeated},
        {"vertices_non_manifold", "vertices whose faces are not one fan", info->vertices_non_manifold},
        {"faces_degenerate", "faces without area, which act as the segment or point that they are",
         info->faces_degenerate},
        {"faces_repeated", "faces with the same vertices as an earlier one", info->faces_repeated},
        {"faces_non_planar", "polygons whose corners are not in one plane, which are triangulated",
         info->faces_non_planar},
        {"faces_non_convex", "polygons with a reflex corner, which are triangulated", info->faces_non_convex},
        {NULL, NULL, 0},
    };
    for (size_t i = 0; i < DEFECTS; ++i) {
        rows[i] = filled[i];
    }
}

static void list_edges(const toi_mesh_info* info, count_row rows[EDGES])
{
    const count_row filled[EDGES] = {
        {"convex", "convex", info->edges_convex},
        {"flat", "flat", info->edges_flat},
        {"reflex", "reflex", info->edges_reflex},
        {"boundary", "boundary", info->edges_boundary},
        {"non_manifold", "non-manifold", info->edges_non_manifold},
    };
    for (size_t i = 0; i < EDGES; ++i) {
        rows[i] = filled[i];
    }
}

static void write_mesh(ti_json* json, const ti_info_row* row)
{
    const toi_mesh_info* info = &row->info;
    count_row defects[DEFECTS];
    count_row edges[EDGES];
    list_defects(info, defects);
    list_edges(info, edges);
    ti_json_begin(json, NULL, '{');
    ti_json_text(json, "file", row->file);
    ti_json_count(json, "vertices", info->vertices);
    ti_json_count(json, "faces", info->faces);
    ti_json_count(json, "triangles", info->triangles);
    ti_json_begin(json, "bounds", '[');
    ti_json_vec3(json, NULL, info->bounds.lower);
    ti_json_vec3(json, NULL, info->bounds.upper);
    ti_json_end(json, ']');
    ti_json_bool(json, "closed", info->closed);
    ti_json_bool(json, "manifold", info->manifold);
    ti_json_count(json, "components", info->components);
    ti_json_begin(json, "defects", '{');
    for (size_t i = 0; defects[i].key; ++i) {
        ti_json_count(json, defects[i].key, defects[i].count);
    }
    ti_json_end(json, '}');
    ti_json_bool(json, "oriented", info->oriented);
    ti_json_bool(json, "convex", info->convex);
    ti_json_number(json, "size", info->size);
    ti_json_begin(json, "edges", '{');
    for (size_t i = 0; i < EDGES; ++i) {
        ti_json_count(json, edges[i].key, edges[i].count);
    }
    ti_json_end(json, '}');
    ti_json_end(json, '}');
}

void ti_write_info_json(FILE* stream, const ti_info_row* rows, size_t count)
{
    ti_json json = ti_json_answer(stream, 3);
    ti_json_begin(&json, "meshes", '[');
    for (size_t i = 0; i < count; ++i) {
        write_mesh(&json, &rows[i]);
    }
    ti_json_end(&json, ']');
    ti_json_end(&json, '}');
}

static void write_csv_row(FILE* stream, const ti_info_row* row)
{
    const toi_mesh_info* info = &row->info;
    const double numbers[7] = {info->bounds.lower.x,
                               info->bounds.lower.y,
                               info->bounds.lower.z,
                               info->bounds.upper.x,
                               info->bounds.upper.y,
                               info->bounds.upper.z,
                               info->size};
    count_row defects[DEFECTS];
    list_defects(info, defects);
    ti_csv_text(stream, true, row->file);
    ti_csv_count(stream, false, info->vertices);
    ti_csv_count(stream, false, info->faces);
    ti_csv_count(stream, false, info->triangles);
    ti_csv_count(stream, false, info->components);
    ti_csv_text(stream, false, info->closed ? "true" : "false");
    ti_csv_text(stream, false, info->manifold ? "true" : "false");
    ti_csv_text(stream, false, info->oriented ? "true" : "false");
    ti_csv_text(stream, false, info->convex ? "true" : "false");
    for (size_t i = 0; i < 7; ++i) {
        ti_csv_number(stream, false, numbers[i]);
    }
    for (size_t i = 0; defects[i].key; ++i) {
        ti_csv_count(stream, false, defects[i].count);
    }
    fputc('\n', stream);
}

void ti_write_info_csv(FILE* stream, const ti_info_row* rows, size_t count)
{
    count_row defects[DEFECTS];
    list_defects(&(toi_mesh_info){0}, defects);
    fputs("file,vertices,faces,triangles,components,closed,manifold,oriented,convex,lower_x,lower_y,lower_z,"
          "upper_x,"
          "upper_y,upper_z,size",
          stream);
    for (size_t i = 0; defects[i].key; ++i) {
        ti_csv_text(stream, false, defects[i].key);
    }
    fputc('\n', stream);
    for (size_t i = 0; i < count; ++i) {
        write_csv_row(stream, &rows[i]);
    }
}

static const char* plural(uint32_t count)
{
    return count == 1 ? "" : "s";
}

static void write_text(FILE* stream, const ti_info_row* row)
{
    const toi_mesh_info* info = &row->info;
    const toi_bounds* box = &info->bounds;
    count_row defects[DEFECTS];
    char file[256];
    uint32_t found = 0;
    ti_text_tame(row->file, sizeof file, file);
    list_defects(info, defects);
    fprintf(stream, "%s: %u %s, %u face%s, %u triangle%s, %u edge%s, %u component%s\n", file, info->vertices,
            info->vertices == 1 ? "vertex" : "vertices", info->faces, plural(info->faces), info->triangles,
            plural(info->triangles), info->edges, plural(info->edges), info->components,
            plural(info->components));
    fprintf(stream, "  from (%g, %g, %g) to (%g, %g, %g), size %g\n", box->lower.x, box->lower.y,
            box->lower.z, box->upper.x, box->upper.y, box->upper.z, info->size);
    fprintf(stream, "  %s, %s, %s, %s\n",
            info->closed           ? "closed"
            : info->edges_boundary ? "open"
                                   : "not closed",
            info->manifold ? "manifold" : "not manifold",
            info->oriented ? "wound in one sense" : "not wound in one sense",
            info->convex ? "convex" : "not convex");
    fprintf(stream, "  edges: %u convex, %u flat, %u reflex\n", info->edges_convex, info->edges_flat,
            info->edges_reflex);
    for (size_t i = 0; defects[i].key; ++i) {
        if (defects[i].count > 0) {
            fprintf(stream, "  %s: %u\n", defects[i].words, defects[i].count);
            ++found;
        }
    }
    if (found == 0) {
        fputs("  no defects\n", stream);
    }
}

void ti_write_info_text(FILE* stream, const ti_info_row* rows, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        write_text(stream, &rows[i]);
    }
}
