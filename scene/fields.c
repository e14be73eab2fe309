// What results have in common: members of JSON and fields of CSV.

#include "fields.h"

#include "write.h"

#include <math.h>

ti_json ti_json_answer(FILE* stream, int lines_depth)
{
    ti_json json = {.stream = stream, .lines_depth = lines_depth};
    ti_json_begin(&json, NULL, '{');
    ti_json_count(&json, "toi_result", 1);
    return json;
}

void ti_json_indices(ti_json* json, const char* key, uint32_t first, uint32_t second)
{
    ti_json_begin(json, key, '[');
    ti_json_count(json, NULL, first);
    ti_json_count(json, NULL, second);
    ti_json_end(json, ']');
}

void ti_json_feature(ti_json* json, const char* key, toi_feature feature)
{
    const char* kind = ti_feature_kind_name(feature.kind);
    if (!kind) {
        ti_json_null(json, key);
        return;
    }
    ti_json_begin(json, key, '{');
    if (feature.kind == TOI_FEATURE_EDGE) {
        ti_json_indices(json, kind, feature.index[0], feature.index[1]);
    } else {
        ti_json_count(json, kind, feature.index[0]);
    }
    ti_json_end(json, '}');
}

void ti_json_meeting(ti_json* json, toi_contact_kind kind, toi_feature a, toi_feature b)
{
    ti_json_text(json, "kind", ti_contact_kind_name(kind));
    ti_json_feature(json, "a", a);
    ti_json_feature(json, "b", b);
}

void ti_json_pose(ti_json* json, toi_pose pose)
{
    ti_json_vec3(json, "position", pose.position);
    ti_json_begin(json, "quaternion", '[');
    ti_json_number(json, NULL, pose.quaternion.w);
    ti_json_number(json, NULL, pose.quaternion.x);
    ti_json_number(json, NULL, pose.quaternion.y);
    ti_json_number(json, NULL, pose.quaternion.z);
    ti_json_end(json, ']');
}

void ti_csv_feature(FILE* stream, toi_feature feature)
{
    char index[32] = "";
    if (feature.kind == TOI_FEATURE_EDGE) {
        snprintf(index, sizeof index, "%u-%u", feature.index[0], feature.index[1]);
    } else if (feature.kind != TOI_FEATURE_NONE) {
        snprintf(index, sizeof index, "%u", feature.index[0]);
    }
    ti_csv_text(stream, false, ti_feature_kind_name(feature.kind));
    ti_csv_text(stream, false, index);
}

void ti_csv_vec3(FILE* stream, bool given, toi_vec3 vector)
{
    ti_csv_number(stream, false, given ? vector.x : (double)NAN);
    ti_csv_number(stream, false, given ? vector.y : (double)NAN);
    ti_csv_number(stream, false, given ? vector.z : (double)NAN);
}

void ti_csv_pose(FILE* stream, toi_pose pose)
{
    ti_csv_vec3(stream, true, pose.position);
    ti_csv_number(stream, false, pose.quaternion.w);
    ti_csv_number(stream, false, pose.quaternion.x);
    ti_csv_number(stream, false, pose.quaternion.y);
    ti_csv_number(stream, false, pose.quaternion.z);
}

void ti_csv_flag(FILE* stream, bool flag)
{
    ti_csv_text(stream, false, flag ? "true" : "false");
}
