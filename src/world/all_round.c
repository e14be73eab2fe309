// Balls and cylinders on the collision screen: it draws polygons, so it is given some that are as near to a
// round shape as a pixel is large, and what they touch with is named by the shape.

#include "world/all_round.h"

#include "math/scalar.h"
#include "narrow/screw/screen.h"

// A chord that is off its arc by e is sqrt(8 r e) long, up to fourth order; a pixel p is its share 1/pixels.
// With e = p/2 that gives e = 2 r / pixels^2. At most 1/16 of the radius: a prism has at least so many sides.
static double accuracy_of(const toi_mesh* mesh, const toi_query_def* def)
{
    double pixels = def->pixels > 0 ? def->pixels : TI_SCREEN_PIXELS;
    return mesh->round.radius * d_min(2.0 / (pixels * pixels), 1.0 / 16.0);
}

// -1 and 1 for the caps and their rims, 0 for the side.
static int end_of(const toi_mesh* polygons, const uint32_t* vertices, uint32_t count)
{
    uint32_t above = 0;
    for (uint32_t i = 0; i < count; ++i) {
        above += polygons->vertices[vertices[i]].z > 0.0;
    }
    return above == count ? 1 : (above == 0 ? -1 : 0);
}

// The feature of a round shape that a feature of its polygons stands for.
static toi_feature named(const toi_mesh* round, const toi_mesh* polygons, toi_feature f)
{
    static const toi_feature side = {TOI_FEATURE_FACE, {0, 0}};
    if (round->round.kind == TI_ROUND_NONE || f.kind == TOI_FEATURE_NONE) {
        return f;
    }
    if (round->round.kind == TI_ROUND_SPHERE) {
        return side;
    }
    const uint32_t* vertices = f.index;
    uint32_t count = f.kind == TOI_FEATURE_VERTEX ? 1 : 2;
    if (f.kind == TOI_FEATURE_FACE) {
        count = toi_mesh_face(polygons, f.index[0], &vertices);
    }
    int end = end_of(polygons, vertices, count);
    if (end == 0) {
        return side;
    }
    uint32_t upper = end > 0;
    return f.kind == TOI_FEATURE_FACE ? (toi_feature){TOI_FEATURE_FACE, {1 + upper, 0}}
                                      : (toi_feature){TOI_FEATURE_EDGE, {upper, upper}};
}

static toi_contact_kind kind_of(toi_feature a, toi_feature b)
{
    if (a.kind == TOI_FEATURE_VERTEX || b.kind == TOI_FEATURE_VERTEX) {
        return a.kind == TOI_FEATURE_VERTEX ? TOI_CONTACT_VF : TOI_CONTACT_FV;
    }
    if (a.kind == TOI_FEATURE_EDGE) {
        return b.kind == TOI_FEATURE_EDGE ? TOI_CONTACT_EE : TOI_CONTACT_EF;
    }
    return b.kind == TOI_FEATURE_EDGE ? TOI_CONTACT_FE : TOI_CONTACT_FF;
}

static void rename_all(const toi_body shape[2], const toi_body polygons[2], const toi_query_def* def,
                       toi_result* r)
{
    uint32_t listed = def->contacts == NULL                      ? 0
                      : r->contact_count < def->contact_capacity ? r->contact_count
                                                                 : def->contact_capacity;
    for (uint32_t i = 0; i < listed; ++i) {
        toi_contact* c = &def->contacts[i];
        c->a = named(shape[0].mesh, polygons[0].mesh, c->a);
        c->b = named(shape[1].mesh, polygons[1].mesh, c->b);
        c->kind = kind_of(c->a, c->b);
    }
    if (r->kind != TOI_CONTACT_NONE) {
        r->a = named(shape[0].mesh, polygons[0].mesh, r->a);
        r->b = named(shape[1].mesh, polygons[1].mesh, r->b);
        r->kind = kind_of(r->a, r->b);
    }
}

toi_status ti_all_by_polygons(const toi_body* a, const toi_body* b, const toi_query_def* def,
                              toi_result* result)
{
    toi_body shape[2] = {*a, *b}, polygons[2] = {*a, *b};
    toi_mesh* made[2] = {NULL, NULL};
    toi_status status = TOI_OK;
    for (int k = 0; k < 2 && status == TOI_OK; ++k) {
        if (shape[k].mesh->round.kind != TI_ROUND_NONE) {
            double accuracy = accuracy_of(shape[k].mesh, def);
            status = toi_mesh_create_tessellation(shape[k].mesh, def->robust, accuracy, def->allocator,
                                                  &made[k], NULL);
            polygons[k].mesh = made[k];
        }
    }
    if (status == TOI_OK) {
        status = toi_all_contacts(&polygons[0], &polygons[1], def, result);
    }
    if (status == TOI_OK) {
        rename_all(shape, polygons, def, result);
    }
    toi_mesh_destroy(made[0]);
    toi_mesh_destroy(made[1]);
    return status;
}
