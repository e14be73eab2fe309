// The scene reader when memory runs out: every allocation fails once, and nothing is left behind.

#include "cmocka_toi.h"
#include "failing_allocator.h"

#include "scene/scene.h"

static const char text[] =
    "{\"toi\": 1, \"bodies\": ["
    "{\"name\": \"a\", \"mesh\": \"a.obj\", \"motion\": {\"kind\": \"translation\", \"by\": [1, 0, 0]}},"
    "{\"name\": \"of more letters than a parser has room for at first, so that it has to ask for more\", "
    "\"mesh\": {\"box\": [1, 2, 3]}, \"motion\": {\"kind\": \"static\"}},"
    "{\"name\": \"b\", \"mesh\": {\"box\": [1, 2, 3]}, \"motion\": {\"kind\": \"static\", \"pose\": {}}},"
    "{\"name\": \"d\", \"mesh\": {\"box\": [1, 2, 3]}, \"motion\": {\"kind\": \"moves\", \"moves\": "
    "[{\"translate\": [1, 0, 0]}, {\"rotate\": {\"point\": [0, 0, 0], \"axis\": [0, 0, 1], \"angle\": 1}}]}},"
    "{\"name\": \"e\", \"mesh\": {\"box\": [1, 2, 3]}, \"motion\": {\"kind\": \"rational\", \"pieces\": "
    "[{\"until\": 0.5, "
    "\"rotation\": [[1, 0, 0, 0], [1, 0, 0, 1]]}, {\"until\": 1, \"matrix\": [[1, 0, 0, 0, 1, 0, 0, 0, 1]], "
    "\"translation\": [[0, 0, 0]], \"weights\": [1]}]}},"
    "{\"name\": \"f\", \"boxes\": [{\"half\": [1, 2, 3]}, {\"half\": [0, 1, 1], \"position\": [1, 0, 0]}], "
    "\"motion\": {\"kind\": \"static\"}},"
    "{\"name\": \"g\", \"mesh\": \"a.obj\", \"scale\": 2, \"motion\": {\"kind\": \"vertices\", \"to\": "
    "[[0, 0, 1], [1, 0, 1], [0, 1, 1]]}},"
    "{\"name\": \"h\", \"mesh\": \"a.obj\", \"motion\": {\"kind\": \"vertices\", \"to\": \"b.obj\"}},"
    "{\"name\": \"c\", \"mesh\": {\"vertices\": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], \"faces\": [[0, 1, 2]]}, "
    "\"motion\": "
    "{\"kind\": \"keyframes\", \"path\": \"nlerp\", \"keys\": [{\"t\": 0}, {\"t\": 1, \"position\": [0, 0, "
    "1]}]}}],"
    "\"ignore\": [[\"a\", \"b\"]], \"only\": [[\"a\", \"c\"]]}";

static const char triangle[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

static toi_status read_triangle(const char* path, const toi_allocator* allocator, ti_bytes* bytes,
                                char reason[160])
{
    (void)path;
    bytes->size = sizeof triangle - 1;
    bytes->data = allocator->allocate(bytes->size, allocator->context);
    if (!bytes->data) {
        snprintf(reason, 160, "out of memory");
        return TOI_ERROR_MEMORY;
    }
    memcpy(bytes->data, triangle, bytes->size);
    return TOI_OK;
}

static toi_status parse(const toi_allocator* allocator)
{
    ti_bytes bytes = {(unsigned char*)(uintptr_t)text, sizeof text - 1};
    ti_scene_def def = {.read_file = read_triangle, .allocator = allocator};
    ti_scene scene;
    ti_scene_error error = {0};
    toi_status status = ti_scene_parse("scene.json", &bytes, &def, &scene, &error);
    if (status == TOI_OK) {
        ti_scene_release(&scene);
    } else {
        assert_string_equal(error.text, "scene.json: out of memory");
        assert_int_equal(error.status, status);
    }
    return status;
}

// Those of the reader, of the library and of the JSON parser alike.
static void every_allocation_may_fail(void** state)
{
    (void)state;
    for (uint64_t n = 1;; ++n) {
        failing_allocator failing = failing_allocator_make(n, n % 2);
        toi_allocator allocator = failing_allocator_use(&failing);
        toi_status status = parse(&allocator);
        assert_int_equal(failing.live, 0);
        if (status == TOI_OK) {
            assert_int_equal(failing.failures, 0);
            assert_true(n > 200);
            return;
        }
        assert_int_equal(status, TOI_ERROR_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
