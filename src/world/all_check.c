// What a query for all contacts may ask, and the defaults that depend on the bodies.

#include "world/all_check.h"

#include "math/scalar.h"
#include "motion/path.h"
#include "narrow/screw/screen.h"

#include <float.h>
#include <math.h>

// As in toi_query_def, of the size of the smaller body.
static const double DEFAULT_MODEL_ERROR = 1e-6;

// Coarse meshes that do not hold their bodies would hide contacts.
static bool takes_coarse(const toi_query_def* def, int k, const toi_mesh* mesh)
{
    const toi_mesh* coarse = def->coarse[k];
    bool used = coarse != NULL && def->method == TOI_METHOD_SCREEN;
    return !used || (!coarse->inspect_only && coarse->info.closed && mesh->round.kind == TI_ROUND_NONE &&
                     ti_screen_encloses(coarse, mesh));
}

toi_status ti_all_check(const toi_body* a, const toi_body* b, const toi_query_def* def)
{
    if (!d_is_length(def->tolerance) || !d_is_length(def->max_model_error) || !d_is_length(def->concurrent) ||
        !d_is_length(def->time_resolution) || !(def->min_properness >= -1.0 && def->min_properness <= 1.0)) {
        return TOI_ERROR_INVALID;
    }
    if (def->separation != 0.0 || def->solid || (unsigned)def->method > TOI_METHOD_SCREEN ||
        (unsigned)def->screen_order > TOI_SCREEN_HASHED) {
        return TOI_ERROR_INVALID;
    }
    const toi_body* const body[2] = {a, b};
    for (int k = 0; k < 2; ++k) {
        const toi_mesh* mesh = body[k]->mesh;
        if (mesh == NULL || mesh->inspect_only || !takes_coarse(def, k, mesh) ||
            !ti_motion_rigid(&body[k]->motion)) {
            return TOI_ERROR_INVALID;
        }
    }
    return TOI_OK;
}

double ti_all_model_error(const toi_body* a, const toi_body* b, const toi_query_def* def)
{
    double size = 2.0 * fmin(a->mesh->radius, b->mesh->radius), asked = def->max_model_error;
    return asked > 0.0 ? asked : fmax(DEFAULT_MODEL_ERROR * size, DBL_MIN);
}
