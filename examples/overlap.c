// A cloth sinks onto a crate, a new shape each frame: which of its faces meet which of the crate's.

#include <stdio.h>
#include <toi/toi.h>

enum { SIDE = 9, VERTICES = SIDE * SIDE, TRIANGLES = 2 * (SIDE - 1) * (SIDE - 1) };

// The cloth with its middle at a height, hanging down all around.
static void drape(double height, toi_vec3 vertices[VERTICES])
{
    for (int i = 0; i < VERTICES; ++i) {
        double x = i % SIDE - 4.0, y = i / SIDE - 4.0;
        vertices[i] = (toi_vec3){x, y, height - 0.05 * (x * x + y * y)};
    }
}

static toi_mesh* make_cloth(const toi_vec3 vertices[VERTICES])
{
    uint32_t indices[3 * TRIANGLES];
    for (uint32_t i = 0; i < TRIANGLES; ++i) { // two in each square, one on each side of its diagonal
        uint32_t square = i / 2 / (SIDE - 1) * SIDE + i / 2 % (SIDE - 1);
        indices[3 * i] = square;
        indices[3 * i + 1] = i % 2 ? square + SIDE + 1 : square + 1;
        indices[3 * i + 2] = i % 2 ? square + SIDE : square + SIDE + 1;
    }
    toi_mesh_def def = {&vertices->x, VERTICES, indices, .face_count = TRIANGLES};
    toi_mesh* cloth = NULL;
    toi_mesh_create(&def, &cloth, NULL);
    return cloth;
}

int main(void)
{
    toi_vec3 vertices[VERTICES];
    drape(3.0, vertices);
    toi_mesh *cloth = make_cloth(vertices), *crate = NULL;
    toi_mesh_create_box((toi_vec3){1.5, 1.5, 1.0}, NULL, &crate, NULL);

    toi_overlap* overlap = NULL;
    uint32_t still, falling;
    toi_overlap_create(NULL, &overlap);
    toi_overlap_add(overlap, &(toi_overlap_body){.mesh = crate, .pose = TOI_POSE_IDENTITY}, &still, NULL);
    toi_overlap_add(overlap, &(toi_overlap_body){.mesh = cloth, .pose = TOI_POSE_IDENTITY}, &falling, NULL);
    for (int frame = 0; frame < 4; ++frame) {
        toi_overlap_result r;
        drape(1.3 - 0.1 * frame, vertices);
        if (toi_overlap_deform(overlap, falling, vertices, NULL) != TOI_OK ||
            toi_overlap_find(overlap, NULL, &r, NULL) != TOI_OK) {
            return 1;
        }
        printf("frame %d: %u pairs of faces meet\n", frame, (unsigned)r.face_count);
        for (uint32_t i = 0; i < r.pair_count; ++i) {
            const toi_face_pair* first = r.pairs[i].faces;
            printf("  the first is face %u of body %u and %u of %u\n", first->a, r.pairs[i].a, first->b,
                   r.pairs[i].b);
        }
    }
    toi_overlap_destroy(overlap);
    toi_mesh_destroy(cloth);
    toi_mesh_destroy(crate);
}
