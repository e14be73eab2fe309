// The numbers of a GLB file: vertices, triangles, poses over time, contacts.

#include "gltf_parts.h"

#include <math.h>

static const double NORMAL = 0.1;      // length of the line of a contact, by the size of the largest body
static const double ROUND_TO = 0x1p-9; // how far polygons are from a round shape, by its size

static bool is_round(const ti_scene_body* body)
{
    return body->shape == TI_SHAPE_SPHERE || body->shape == TI_SHAPE_CYLINDER;
}

static toi_vec3 minus(toi_vec3 a, toi_vec3 b)
{
    return (toi_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static void put_positions(ti_gltf* g, ti_gltf_body* entry, const toi_mesh_info* info)
{
    entry->positions = ti_gltf_begin(&g->buffer, info->vertices, 3, TI_GLTF_FLOAT, TI_GLTF_VERTICES);
    for (uint32_t i = 0; i < info->vertices; ++i) {
        ti_gltf_put_vec3(&g->buffer, toi_mesh_vertex(entry->mesh, i));
    }
}

static void put_triangles(ti_gltf* g, ti_gltf_body* entry, const toi_mesh_info* info)
{
    entry->triangles = info->triangles;
    if (info->triangles == 0) {
        return;
    }
    entry->indices = ti_gltf_begin(&g->buffer, 3 * info->triangles, 1, TI_GLTF_UINT, TI_GLTF_INDICES);
    for (uint32_t i = 0; i < info->triangles; ++i) {
        uint32_t corner[3];
        toi_mesh_triangle(entry->mesh, i, corner);
        for (int k = 0; k < 3; ++k) {
            ti_gltf_put_uint(&g->buffer, corner[k]);
        }
    }
}

// How far each vertex goes.
static void put_ends(ti_gltf* g, ti_gltf_body* entry, const toi_motion* motion)
{
    entry->ends = ti_gltf_begin(&g->buffer, motion->to_count, 3, TI_GLTF_FLOAT, TI_GLTF_VERTICES);
    for (uint32_t i = 0; i < motion->to_count; ++i) {
        ti_gltf_put_vec3(&g->buffer, minus(motion->to[i], toi_mesh_vertex(entry->mesh, i)));
    }
}

static toi_status put_mesh(ti_gltf* g, uint32_t index)
{
    const ti_scene_body* body = &g->scene->bodies[index];
    ti_gltf_body* entry = &g->bodies[index];
    toi_mesh_info info;
    entry->mesh = body->mesh;
    if (is_round(body)) {
        toi_status status =
            toi_mesh_create_tessellation(body->mesh, false, ROUND_TO * body->size.x, NULL, &entry->own, NULL);
        if (status != TOI_OK) {
            return status;
        }
        entry->mesh = entry->own;
    }
    toi_mesh_get_info(entry->mesh, &info);
    g->size = fmax(g->size, info.size);
    for (uint32_t i = 0; i < index; ++i) {
        if (g->bodies[i].mesh == entry->mesh) {
            entry->positions = g->bodies[i].positions;
            entry->indices = g->bodies[i].indices;
            entry->triangles = g->bodies[i].triangles;
            break;
        }
    }
    if (entry->positions == 0) {
        put_positions(g, entry, &info);
        put_triangles(g, entry, &info);
    }
    if (ti_gltf_deforms(body)) {
        put_ends(g, entry, &body->motion);
    }
    return TOI_OK;
}

toi_pose ti_gltf_pose(const ti_gltf* g, uint32_t index, uint32_t step)
{
    toi_pose pose = toi_motion_pose(&g->scene->bodies[index].motion, (double)step / g->steps);
    pose.position = minus(pose.position, g->origin);
    return pose;
}

static void put_motion(ti_gltf* g, uint32_t index)
{
    ti_gltf_body* entry = &g->bodies[index];
    entry->translations = ti_gltf_begin(&g->buffer, g->steps + 1, 3, TI_GLTF_FLOAT, 0);
    for (uint32_t i = 0; i <= g->steps; ++i) {
        ti_gltf_put_vec3(&g->buffer, ti_gltf_pose(g, index, i).position);
    }
    entry->rotations = ti_gltf_begin(&g->buffer, g->steps + 1, 4, TI_GLTF_FLOAT, 0);
    toi_quat before = {0};
    for (uint32_t i = 0; i <= g->steps; ++i) {
        toi_quat q = ti_gltf_pose(g, index, i).quaternion;
        double dot = q.w * before.w + q.x * before.x + q.y * before.y + q.z * before.z;
        double sign = dot < 0.0 ? -1.0 : 1.0; // both stand for the same turn
        before = (toi_quat){sign * q.w, sign * q.x, sign * q.y, sign * q.z};
        ti_gltf_put_vec3(&g->buffer, (toi_vec3){before.x, before.y, before.z});
        ti_gltf_put_float(&g->buffer, before.w);
    }
}

static uint32_t count_contacts(const toi_pair_result* pair)
{
    return pair->contacts ? pair->result.contact_count : 0;
}

typedef void put_contact(ti_gltf* g, const toi_contact* c);

static void put_point(ti_gltf* g, const toi_contact* c)
{
    ti_gltf_put_vec3(&g->buffer, minus(c->point, g->origin));
}

static void put_moment(ti_gltf* g, const toi_contact* c)
{
    ti_gltf_put_float(&g->buffer, c->time);
}

static void put_line(ti_gltf* g, const toi_contact* c)
{
    toi_vec3 from = minus(c->point, g->origin), n = c->normal;
    double s = NORMAL * g->size;
    ti_gltf_put_vec3(&g->buffer, from);
    ti_gltf_put_vec3(&g->buffer, (toi_vec3){from.x + s * n.x, from.y + s * n.y, from.z + s * n.z});
}

static void put_contacts(ti_gltf* g, put_contact* put)
{
    const toi_world_result* world = g->report->world;
    for (uint32_t i = 0; i < world->pair_count; ++i) {
        for (uint32_t k = 0; k < count_contacts(&world->pairs[i]); ++k) {
            put(g, &world->pairs[i].contacts[k]);
        }
    }
}

static void put_all_contacts(ti_gltf* g)
{
    const toi_world_result* world = g->report->world;
    for (uint32_t i = 0; i < world->pair_count; ++i) {
        g->contact_count += count_contacts(&world->pairs[i]);
    }
    if (g->contact_count == 0) {
        return;
    }
    g->points = ti_gltf_begin(&g->buffer, g->contact_count, 3, TI_GLTF_FLOAT, TI_GLTF_VERTICES);
    put_contacts(g, put_point);
    g->moments = ti_gltf_begin(&g->buffer, g->contact_count, 1, TI_GLTF_FLOAT, TI_GLTF_VERTICES);
    put_contacts(g, put_moment);
    g->lines = ti_gltf_begin(&g->buffer, 2 * g->contact_count, 3, TI_GLTF_FLOAT, TI_GLTF_VERTICES);
    put_contacts(g, put_line);
}

toi_status ti_gltf_put(ti_gltf* g)
{
    g->times = ti_gltf_begin(&g->buffer, g->steps + 1, 1, TI_GLTF_FLOAT, 0); // number 0: no mesh has it
    for (uint32_t i = 0; i <= g->steps; ++i) {
        ti_gltf_put_float(&g->buffer, (double)i / g->steps);
    }
    uint32_t* const both[] = {&g->ends, &g->weights}; // times and weights must not share an accessor
    for (int i = 0; i < 2; ++i) {
        *both[i] = ti_gltf_begin(&g->buffer, 2, 1, TI_GLTF_FLOAT, 0);
        ti_gltf_put_float(&g->buffer, 0.0);
        ti_gltf_put_float(&g->buffer, 1.0);
    }
    for (uint32_t i = 0; i < g->scene->body_count; ++i) {
        toi_status status = put_mesh(g, i);
        if (status != TOI_OK) {
            return status;
        }
        if (ti_gltf_moves(&g->scene->bodies[i])) {
            put_motion(g, i);
        }
    }
    put_all_contacts(g);
    return ti_gltf_finish(&g->buffer);
}
