// Faces to facets: the whole polygon where its corners are in one plane up to rounding, else its triangles.

#include "core/memory.h"
#include "mesh/features_parts.h"

#include <string.h>

// How far a face has come.
enum { FACE_NEW = 0, FACE_WHOLE, FACE_SPLIT };

// Corners that are in one plane are still off it once they are in doubles: by u |q| each in a file, as much
// by a scale, and by less than that relative to the centre; d = 3 u |q| in all. Newell's normal is then
// turned by up to d P/A for a polygon of perimeter P and area A, and its corners, up to R from its middle,
// are within d (1 + R P/A) of its plane: 12 u |q| for a square, 64 u |q| for a rectangle of 20 : 1. Longer
// ones whose corners are further off are split, which is never wrong.
#define PLANE_TOLERANCE (64.0 * TI_U)

static double plane_tolerance(const toi_mesh* mesh)
{
    int scale = -mesh->exponent;
    toi_vec3 c = mesh->center;
    c = v3(ldexp(c.x, scale), ldexp(c.y, scale), ldexp(c.z, scale));
    return PLANE_TOLERANCE * (v3_length(c) + 1.0);
}

static uint32_t* corners_end(ti_feature_builder* b)
{
    return b->out->corner + b->corner_count;
}

// The largest sine of the angle between the plane of a facet and its sides, with the rounding of the
// products.
static double tilt_of(const toi_mesh* mesh, const ti_facet* facet)
{
    double tilt2 = 0.0;
    for (uint32_t i = facet->corner_begin; i < facet->corner_end; ++i) {
        uint32_t next = i + 1 < facet->corner_end ? i + 1 : facet->corner_begin;
        toi_vec3 side = v3_sub(facet_point(mesh, next), facet_point(mesh, i));
        double across = v3_dot(facet->normal, side), length2 = v3_dot(side, side);
        double sine2 = across * across / length2;
        tilt2 = sine2 > tilt2 ? sine2 : tilt2;
    }
    return sqrt(tilt2) + TI_FACET_ROUNDING;
}

// Makes a facet of the `count` corners that stand at the end of out->corner, if they are in one plane.
static bool push_facet(ti_feature_builder* b, uint32_t face, uint32_t count)
{
    const toi_mesh* mesh = b->mesh;
    ti_features* out = b->out;
    ti_facet facet = {.face = face, .corner_begin = b->corner_count, .corner_end = b->corner_count + count};
    if (!ti_facet_normal(mesh->local, corners_end(b), count, &facet.normal)) {
        return false;
    }
    double lowest = HUGE_VAL, highest = -HUGE_VAL;
    for (uint32_t i = facet.corner_begin; i < facet.corner_end; ++i) {
        double along = v3_dot(facet.normal, facet_point(mesh, i));
        lowest = along < lowest ? along : lowest;
        highest = along > highest ? along : highest;
    }
    facet.offset = 0.5 * lowest + 0.5 * highest;
    double above = highest - facet.offset, below = facet.offset - lowest;
    double distance = above > below ? above : below;
    if (!(distance <= b->tolerance)) {
        return false;
    }
    double flatness = distance * (1.0 + 8.0 * TI_U) + TI_FACET_ROUNDING;
    out->flatness = flatness > out->flatness ? flatness : out->flatness;
    double tilt = tilt_of(mesh, &facet);
    out->tilt = tilt > out->tilt ? tilt : out->tilt;
    facet.convex = ti_facet_is_convex(mesh, &facet, b->tolerance);
    out->facets[out->facet_count++] = facet;
    b->corner_count += count;
    return true;
}

// Puts the corners of a face at the end of out->corner, without those that repeat the one before.
static uint32_t gather_corners(ti_feature_builder* b, uint32_t face)
{
    const toi_mesh* mesh = b->mesh;
    uint32_t* to = corners_end(b);
    uint32_t count = 0;
    for (uint32_t h = mesh->face_offsets[face]; h < mesh->face_offsets[face + 1]; ++h) {
        uint32_t v = mesh->corners[h];
        if (count == 0 || v != to[count - 1]) {
            to[count++] = v;
        }
    }
    while (count > 1 && to[count - 1] == to[0]) {
        --count;
    }
    return count;
}

static bool push_loose(ti_feature_builder* b, uint32_t tail, uint32_t head)
{
    ti_loose* loose = ti_array_push(&b->loose);
    if (loose == NULL) {
        return false;
    }
    *loose = (ti_loose){tail, head, b->out->facet_count};
    return true;
}

// The sides of a triangle without an area, each once; or the point that it is.
static bool push_thin(ti_feature_builder* b, const ti_triangle* t)
{
    const uint32_t* v = t->vertex;
    b->sheet[side_component(b, t->face)] = 1;
    if (v[0] == v[1] && v[1] == v[2]) {
        return push_loose(b, v[0], v[0]);
    }
    bool segment = v[0] == v[1] || v[1] == v[2] || v[2] == v[0];
    bool ok = true;
    for (int k = 0; ok && k < 3; ++k) {
        uint32_t tail = v[k], head = v[(k + 1) % 3];
        if (tail != head) {
            ok = push_loose(b, tail, head);
            if (segment) {
                break;
            }
        }
    }
    return ok;
}

static bool push_triangle(ti_feature_builder* b, const ti_triangle* t)
{
    const uint32_t* v = t->vertex;
    if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) {
        return push_thin(b, t);
    }
    memcpy(corners_end(b), v, 3 * sizeof *v);
    return push_facet(b, t->face, 3) || push_thin(b, t);
}

// Room for whole polygons and for their triangles, whichever takes more.
static size_t largest_corner_count(const toi_mesh* mesh)
{
    size_t total = 0;
    for (uint32_t f = 0; f < mesh->face_count; ++f) {
        size_t n = mesh->face_offsets[f + 1] - mesh->face_offsets[f];
        total += n < 4 ? 3 : 3 * (n - 2);
    }
    return total;
}

// Moves the first `count` items to memory of just their size.
static bool shrink(const toi_allocator* allocator, void** memory, size_t count, size_t size)
{
    void* smaller = ti_allocate(allocator, count, size);
    if (smaller == NULL) {
        return false;
    }
    memcpy(smaller, *memory, count * size);
    ti_release(allocator, *memory);
    *memory = smaller;
    return true;
}

static bool make_all(ti_feature_builder* b, uint8_t* state)
{
    const toi_mesh* mesh = b->mesh;
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        const ti_triangle* t = &mesh->triangles[i];
        if (state[t->face] == FACE_NEW) {
            uint32_t n = gather_corners(b, t->face);
            state[t->face] = n >= 3 && push_facet(b, t->face, n) ? FACE_WHOLE : FACE_SPLIT;
        }
        if (state[t->face] == FACE_SPLIT && !push_triangle(b, t)) {
            return false;
        }
    }
    return true;
}

toi_status ti_features_make_facets(ti_feature_builder* b)
{
    const toi_mesh* mesh = b->mesh;
    const toi_allocator* allocator = &mesh->allocator;
    ti_features* out = b->out;
    size_t corner_room = largest_corner_count(mesh);
    b->tolerance = plane_tolerance(mesh);
    uint8_t* state = ti_allocate_zero(allocator, mesh->face_count, sizeof *state);
    void* facets = ti_allocate(allocator, mesh->triangle_count, sizeof *out->facets);
    void* corner = ti_allocate(allocator, corner_room, sizeof *out->corner);
    out->facets = facets;
    out->corner = corner;
    bool ok = state != NULL && facets != NULL && corner != NULL && make_all(b, state);
    if (ok && out->facet_count < mesh->triangle_count) {
        ok = shrink(allocator, &facets, out->facet_count, sizeof *out->facets);
        out->facets = facets;
    }
    if (ok && b->corner_count < corner_room) {
        ok = shrink(allocator, &corner, b->corner_count, sizeof *out->corner);
        out->corner = corner;
    }
    ti_release(allocator, state);
    return ok ? TOI_OK : TOI_ERROR_MEMORY;
}
