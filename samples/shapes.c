// Meshes and their inertia.

#include "shapes.h"

#include "memory.h"

// The integrals of 1, x^2, y^2 and z^2: a tetrahedron from the origin to each triangle.
sim_shape shape_weighed(toi_mesh* mesh)
{
    toi_mesh_info info;
    toi_mesh_get_info(mesh, &info);
    double volume = 0.0;
    toi_vec3 square = {0.0, 0.0, 0.0};
    for (uint32_t f = 0; f < info.faces; ++f) {
        const uint32_t* corners;
        uint32_t count = toi_mesh_face(mesh, f, &corners);
        toi_vec3 a = toi_mesh_vertex(mesh, corners[0]);
        for (uint32_t i = 1; i + 1 < count; ++i) {
            toi_vec3 b = toi_mesh_vertex(mesh, corners[i]), c = toi_mesh_vertex(mesh, corners[i + 1]);
            toi_vec3 s = v3_add(v3_add(a, b), c);
            double v = v3_dot(a, v3_cross(b, c)) / 6.0;
            volume += v;
            square.x += v / 20.0 * (s.x * s.x + a.x * a.x + b.x * b.x + c.x * c.x);
            square.y += v / 20.0 * (s.y * s.y + a.y * a.y + b.y * b.y + c.y * c.y);
            square.z += v / 20.0 * (s.z * s.z + a.z * a.z + b.z * b.z + c.z * c.z);
        }
    }
    return (sim_shape){mesh, volume, v3(square.y + square.z, square.x + square.z, square.x + square.y)};
}

sim_shape shape_box(toi_vec3 half)
{
    toi_mesh* mesh = NULL;
    must(toi_mesh_create_box(half, NULL, &mesh, NULL), "toi_mesh_create_box");
    return shape_weighed(mesh);
}

sim_shape shape_icosahedron(double radius)
{
    static const uint32_t faces[20][3] = {
        {0, 1, 4},   {0, 6, 1},   {0, 4, 8}, {0, 9, 6},  {0, 8, 9}, {1, 10, 4}, {1, 6, 11},
        {1, 11, 10}, {2, 5, 3},   {2, 3, 7}, {2, 8, 5},  {2, 7, 9}, {2, 9, 8},  {3, 5, 10},
        {3, 11, 7},  {3, 10, 11}, {4, 5, 8}, {4, 10, 5}, {6, 9, 7}, {6, 7, 11},
    };
    double golden = 0.5 + sqrt(1.25), s = radius / sqrt(1.0 + golden * golden);
    double vertices[12][3];
    for (uint32_t i = 0; i < 12; ++i) {
        uint32_t axis = i / 4;
        vertices[i][axis] = 0.0;
        vertices[i][(axis + 1) % 3] = i & 1 ? -s : s;
        vertices[i][(axis + 2) % 3] = i & 2 ? -golden * s : golden * s;
    }
    toi_mesh_def def = {
        .vertices = &vertices[0][0], .vertex_count = 12, .indices = &faces[0][0], .face_count = 20};
    toi_mesh* mesh = NULL;
    must(toi_mesh_create(&def, &mesh, NULL), "toi_mesh_create");
    return shape_weighed(mesh);
}

// A mesh in the making.
typedef struct builder {
    double vertices[SHAPE_SECTIONS * SHAPE_SIDES][3];
    uint32_t vertex_count;
    uint32_t indices[SHAPE_SECTIONS * SHAPE_SIDES * 4 + 2 * SHAPE_SIDES];
    uint32_t offsets[SHAPE_SECTIONS * SHAPE_SIDES + 3];
    uint32_t face_count;
} builder;

static void add_corner(builder* b, uint32_t vertex)
{
    uint32_t end = b->offsets[b->face_count];
    bool repeats = end > b->offsets[b->face_count - 1] &&
                   (b->indices[end - 1] == vertex || b->indices[b->offsets[b->face_count - 1]] == vertex);
    if (!repeats) {
        b->indices[end] = vertex;
        ++b->offsets[b->face_count];
    }
}

static void begin_face(builder* b)
{
    ++b->face_count;
    b->offsets[b->face_count] = b->offsets[b->face_count - 1];
}

static void add_ring(builder* b, sim_section s, uint32_t sides)
{
    uint32_t corners = s.radius_x > 0.0 ? sides : 1;
    for (uint32_t i = 0; i < corners; ++i) {
        double angle = 2.0 * 3.14159265358979323846 * (i + 0.5) / sides;
        double stretch = sides == 4 ? sqrt(2.0) : 1.0;
        double* v = b->vertices[b->vertex_count++];
        v[0] = s.radius_x * stretch * cos(angle);
        v[1] = s.radius_y * stretch * sin(angle);
        v[2] = s.z;
    }
}

sim_shape shape_stack(const sim_section* sections, uint32_t count, uint32_t sides)
{
    builder b = {0};
    uint32_t first[SHAPE_SECTIONS + 1] = {0};
    for (uint32_t i = 0; i < count; ++i) {
        add_ring(&b, sections[i], sides);
        first[i + 1] = b.vertex_count;
    }
    for (uint32_t i = 0; i + 1 < count; ++i) {
        uint32_t low = first[i + 1] - first[i], high = first[i + 2] - first[i + 1];
        for (uint32_t k = 0; k < sides; ++k) {
            begin_face(&b);
            add_corner(&b, first[i] + k % low);
            add_corner(&b, first[i] + (k + 1) % low);
            add_corner(&b, first[i + 1] + (k + 1) % high);
            add_corner(&b, first[i + 1] + k % high);
        }
    }
    for (uint32_t end = 0; end < 2; ++end) {
        uint32_t ring = end == 0 ? 0 : count - 1, corners = first[ring + 1] - first[ring];
        if (corners > 1) {
            begin_face(&b);
        }
        for (uint32_t k = 0; k < corners && corners > 1; ++k) {
            add_corner(&b, first[ring] + (end == 0 ? corners - 1 - k : k));
        }
    }
    toi_mesh_def def = {.vertices = &b.vertices[0][0],
                        .vertex_count = b.vertex_count,
                        .indices = b.indices,
                        .face_offsets = b.offsets,
                        .face_count = b.face_count};
    toi_mesh* mesh = NULL;
    must(toi_mesh_create(&def, &mesh, NULL), "toi_mesh_create");
    return shape_weighed(mesh);
}

// Sums over the triangles of a fan around the first corner: area, centre, and the integrals of x^2, x y and
// y^2 around the origin, in coordinates u and v of the plane.
typedef struct flat {
    double area, u, v, uu, uv, vv;
} flat;

static flat integrate_flat(double (*p)[2], uint32_t count)
{
    flat f = {0};
    for (uint32_t i = 1; i + 1 < count; ++i) {
        const double *a = p[0], *b = p[i], *c = p[i + 1];
        double area = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
        double u = a[0] + b[0] + c[0], v = a[1] + b[1] + c[1];
        f.area += area;
        f.u += area * u / 3.0;
        f.v += area * v / 3.0;
        f.uu += area / 12.0 * (u * u + a[0] * a[0] + b[0] * b[0] + c[0] * c[0]);
        f.uv += area / 12.0 * (u * v + a[0] * a[1] + b[0] * b[1] + c[0] * c[1]);
        f.vv += area / 12.0 * (v * v + a[1] * a[1] + b[1] * b[1] + c[1] * c[1]);
    }
    f.u /= f.area;
    f.v /= f.area;
    return f;
}

// The turn about z that makes the mixed moment zero: tan(2 angle) = 2 uv / (uu - vv).
static toi_quat turn_to_axes(const flat* f)
{
    double x = f->uu - f->area * f->u * f->u - f->vv + f->area * f->v * f->v;
    double y = 2.0 * (f->uv - f->area * f->u * f->v), length = sqrt(x * x + y * y);
    double cosine2 = length > 0.0 ? x / length : 1.0; // of the double angle; the half is halved again
    double cosine = sqrt(0.5 * (1.0 + cosine2));
    toi_quat q = {sqrt(0.5 * (1.0 + cosine)), 0.0, 0.0, sqrt(0.5 * (1.0 - cosine))};
    q.z = y < 0.0 ? -q.z : q.z;
    return q;
}

sim_shape shape_polygon(const toi_vec3* corners, uint32_t count, toi_pose* pose)
{
    toi_vec3 e1 = v3_sub(corners[1], corners[0]);
    toi_vec3 normal = v3_unit(v3_cross(e1, v3_sub(corners[2], corners[0])));
    toi_quat flat_frame = q_from_axes(v3_unit(e1), v3_cross(normal, v3_unit(e1)), normal);
    double p[SHAPE_SIDES][2], vertices[SHAPE_SIDES][3];
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 at = q_unrotate(flat_frame, v3_sub(corners[i], corners[0]));
        p[i][0] = at.x;
        p[i][1] = at.y;
    }
    flat f = integrate_flat(p, count);
    toi_quat turn = turn_to_axes(&f);
    uint32_t indices[SHAPE_SIDES], offsets[2] = {0, count};
    for (uint32_t i = 0; i < count; ++i) {
        toi_vec3 at = q_unrotate(turn, v3(p[i][0] - f.u, p[i][1] - f.v, 0.0));
        p[i][0] = vertices[i][0] = at.x;
        p[i][1] = vertices[i][1] = at.y;
        vertices[i][2] = 0.0;
        indices[i] = i;
    }
    pose->position = v3_add(corners[0], q_rotate(flat_frame, v3(f.u, f.v, 0.0)));
    pose->quaternion = q_unit(q_multiply(flat_frame, turn));
    f = integrate_flat(p, count);
    toi_mesh_def def = {.vertices = &vertices[0][0],
                        .vertex_count = count,
                        .indices = indices,
                        .face_offsets = offsets,
                        .face_count = 1};
    toi_mesh* mesh = NULL;
    must(toi_mesh_create(&def, &mesh, NULL), "toi_mesh_create");
    return (sim_shape){mesh, f.area, v3(f.vv, f.uu, f.uu + f.vv)};
}

toi_mesh* shape_prism(double (*outline)[2], uint32_t count, uint32_t axis, double low, double high)
{
    double* vertices = allocate((size_t)count * 6, sizeof *vertices);
    uint32_t* indices = allocate((size_t)count * 6, sizeof *indices);
    uint32_t* offsets = allocate((size_t)count + 3, sizeof *offsets);
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t end = 0; end < 2; ++end) {
            double* v = &vertices[((size_t)end * count + i) * 3];
            v[axis] = end == 0 ? high : low;
            v[(axis + 1) % 3] = outline[i][0];
            v[(axis + 2) % 3] = outline[i][1];
        }
        uint32_t next = (i + 1) % count, *quad = &indices[2 * count + 4 * i];
        indices[i] = i;
        indices[count + i] = 2 * count - 1 - i;
        quad[0] = i;
        quad[1] = count + i;
        quad[2] = count + next;
        quad[3] = next;
    }
    for (uint32_t i = 0; i < count + 3; ++i) {
        offsets[i] = i < 2 ? i * count : 2 * count + 4 * (i - 2);
    }
    toi_mesh_def def = {.vertices = vertices,
                        .vertex_count = 2 * count,
                        .indices = indices,
                        .face_offsets = offsets,
                        .face_count = count + 2};
    toi_mesh* mesh = NULL;
    must(toi_mesh_create(&def, &mesh, NULL), "toi_mesh_create");
    release(vertices);
    release(indices);
    release(offsets);
    return mesh;
}
