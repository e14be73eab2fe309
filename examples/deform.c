// A cloth of two triangles falls over a peak: how far may this step of a simulation go?

#include <stdio.h>
#include <toi/toi.h>

int main(void)
{
    static const double cloth[] = {0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1},
                        peak[] = {0.5, 0.5, 0.8, 0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t squares[] = {0, 1, 2, 0, 2, 3}, sides[] = {0, 1, 2, 0, 2, 3, 0, 3, 1};
    static const toi_vec3 falls[] = {{0, 0, 0.5}, {1, 0, 0.5}, {1, 1, 0.5}, {0, 1, 0.5}};
    toi_mesh* mesh[2] = {NULL, NULL};
    toi_mesh_def def[2] = {{.vertices = cloth, .vertex_count = 4, .indices = squares, .face_count = 2},
                           {.vertices = peak, .vertex_count = 4, .indices = sides, .face_count = 3}};
    toi_deform* deform = NULL;
    toi_status status = toi_deform_create(NULL, &deform);
    for (uint32_t i = 0, number; i < 2 && status == TOI_OK; ++i) {
        status = toi_mesh_create(&def[i], &mesh[i], NULL);
        toi_deform_body body = {.mesh = mesh[i], .end = i == 0 ? falls : NULL, .self = i == 0};
        status = status == TOI_OK ? toi_deform_add(deform, &body, &number, NULL) : status;
    }
    toi_deform_contact first;
    toi_deform_query query = {.contacts = &first, .contact_capacity = 1};
    toi_deform_result result;
    status = status == TOI_OK ? toi_deform_find(deform, &query, &result, NULL) : status;
    if (status == TOI_OK && result.answer == TOI_ANSWER_CONTACT) {
        printf("free until t = %.6f; a step of %.6f is safe\n", result.t_free, result.max_step);
        printf("they meet at (%.3f, %.3f, %.3f)\n", first.point.x, first.point.y, first.point.z);
    }
    toi_deform_destroy(deform);
    toi_mesh_destroy(mesh[0]);
    toi_mesh_destroy(mesh[1]);
    return status == TOI_OK ? 0 : 1;
}
