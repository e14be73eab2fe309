// Errors: the status comes back, the fields are filled, a long text is cut, NULL is allowed.

#include "cmocka_toi.h"
#include "core/error.h"

static void an_error_is_filled_and_its_status_comes_back(void** state)
{
    (void)state;
    toi_error error = {.status = TOI_OK, .line = 9};
    assert_int_equal(ti_fail(&error, TOI_ERROR_INVALID, 7, "vertex %d of %s", 3, "a mesh"),
                     TOI_ERROR_INVALID);
    assert_int_equal(error.status, TOI_ERROR_INVALID);
    assert_int_equal(error.index, 7);
    assert_int_equal(error.line, 0);
    assert_string_equal(error.text, "vertex 3 of a mesh");
    assert_int_equal(ti_fail_memory(&error), TOI_ERROR_MEMORY);
    assert_int_equal(error.index, 0);
    assert_string_equal(error.text, "out of memory");
}

static void a_long_text_is_cut(void** state)
{
    (void)state;
    toi_error error;
    ti_fail(&error, TOI_ERROR_LIMIT, 0, "%0500d", 0);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

static void no_error_is_needed(void** state)
{
    (void)state;
    assert_int_equal(ti_fail(NULL, TOI_ERROR_LIMIT, 1, "%s", "nobody reads this"), TOI_ERROR_LIMIT);
    assert_int_equal(ti_fail_memory(NULL), TOI_ERROR_MEMORY);
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(an_error_is_filled_and_its_status_comes_back),
        cmocka_unit_test(a_long_text_is_cut),
        cmocka_unit_test(no_error_is_needed),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
