// Decimal numbers to doubles: equal bits to strtod in the C locale, which glibc rounds correctly.

#include "cmocka_toi.h"
#include "mesh/number.h"

#include <locale.h>

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// A longer test by hand: the environment variable TOI_NUMBER_ROUNDS times as many numbers.
static int rounds(void)
{
    const char* text = getenv("TOI_NUMBER_ROUNDS");
    return text != NULL ? atoi(text) : 1;
}

static void expect_as_strtod(const char* text)
{
    char* strtod_end;
    double expected = strtod(text, &strtod_end);
    double value = -1.0;
    const char* end = ti_number_read(text, text + strlen(text), &value);
    if (end != strtod_end || bits_of(value) != bits_of(expected)) {
        fail_msg("\"%s\": %a to byte %d, strtod %a to byte %d", text, value, end ? (int)(end - text) : -1,
                 expected, (int)(strtod_end - text));
    }
}

static void reads_each_form_of_a_number(void** state)
{
    (void)state;
    static const char* const texts[] = {
        "0",
        "-0",
        "+0",
        "0.0",
        "-.0",
        "5.",
        ".5",
        "-5.e3",
        "1e",
        "1e+",
        "1e-",
        "1ex",
        "1.5e3x",
        "1.2.3",
        "1-2",
        "000012",
        "0.000012",
        "00.0012",
        "1e5",
        "1E5",
        "1e+05",
        "1e-05",
        "+1.25",
        "1e22",
        "1e23",
        "1e27",
        "1e28",
        "1e-27",
        "1e-28",
        "123456789012345678901234567890",
        "0.1",
        "0.2",
        "0.3",
        "1e0000000000001",
        "1e-0000000000001",
        "9007199254740993",
        "9007199254740992.5",
        "9007199254740993.0000000000000000001",
        "18446744073709551615",
        "18446744073709551616",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        expect_as_strtod(texts[i]);
    }
}

// All the digits of half of the smallest double, without the exponent.
#define HALF_OF_THE_SMALLEST                                                                           \
    "2."                                                                                               \
    "470328229206232720882843964341106861825299013071623822127928412503377536351043759326499181808179" \
    "961898982823477228588654633283551779698981993873980053909390631503565951557022639229085839244910" \
    "518443593180284993653615250031937045767824921936562366986365848075700158576926990370631192827955" \
    "855133292783433840935197801553124659726357957462276646527282722005637400648549997709659947045402" \
    "082816622623785739345073633900796776193057750674017632467360096895134053553745851666113422376667" \
    "860416215968046191446729184030053005753084904876539171138659164623952491262365388187963623937328" \
    "042389101867234849766823508986338858792562830275599565752445550725518931369083625477918694866799" \
    "4968324049705821028513185451396213837722826"

static void reads_the_limits_of_doubles(void** state)
{
    (void)state;
    static const char* const texts[] = {
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1e309",
        "-1e309",
        "1e99999",
        "1e-99999",
        "-1e-99999",
        "1e999999999999999999999999",
        "1e-999999999999999999999999",
        "0e999999999999999999",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.47032822920623272e-324",
        "1e-323",
        "-1e-324",
        "1e-325",
        HALF_OF_THE_SMALLEST "e-324",  // a tie
        HALF_OF_THE_SMALLEST "1e-324", // just above it
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        expect_as_strtod(texts[i]);
    }
}

static void refuses_what_is_no_number(void** state)
{
    (void)state;
    static const char* const texts[] = {"",    "-",   "+",    ".", "-.",  "e5", ".e5",
                                        "nan", "inf", "-inf", "x", "+-1", " 1"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        double value = 3.0;
        assert_null(ti_number_read(texts[i], texts[i] + strlen(texts[i]), &value));
        assert_true(value == 3.0);
    }
    // Hexadecimal digits are none of ours: the number ends before the x.
    double value;
    const char* hex = "0x10";
    assert_ptr_equal(ti_number_read(hex, hex + 4, &value), hex + 1);
}

static void never_reads_past_the_end(void** state)
{
    (void)state;
    const char* text = "-12.5e+37";
    const double expected[] = {0, 0, -1, -12, -12, -12.5, -12.5, -12.5, -12.5e3, -12.5e37};
    const int length[] = {0, 0, 2, 3, 4, 5, 5, 5, 8, 9};
    for (int size = 0; size <= 9; ++size) {
        char* exact = malloc((size_t)size + 1); // address sanitizer sees a read of exact[size + 1]
        memcpy(exact, text, (size_t)size);
        exact[size] = '9';
        double value = 0.0;
        const char* end = ti_number_read(exact, exact + size, &value);
        assert_true(size < 2 ? end == NULL : end == exact + length[size]);
        assert_true(value == expected[size]);
        free(exact);
    }
}

static void agrees_with_strtod_on_printed_doubles(void** state)
{
    (void)state;
    test_random random = random_start(1);
    char text[64];
    for (int i = 0; i < 30000 * rounds(); ++i) {
        uint64_t bits = random_bits(&random);
        double any;
        memcpy(&any, &bits, sizeof any);
        if (!isfinite(any)) {
            continue;
        }
        snprintf(text, sizeof text, "%.*e", 10 + (int)random_below(&random, 12), any);
        expect_as_strtod(text);
        double near_one =
            ldexp((double)(int64_t)random_bits(&random), -63 + (int)random_below(&random, 24) - 12);
        snprintf(text, sizeof text, "%.*g", 1 + (int)random_below(&random, 20), near_one);
        expect_as_strtod(text);
        snprintf(text, sizeof text, "%.17g", near_one);
        double back;
        ti_number_read(text, text + strlen(text), &back);
        assert_true(bits_of(back) == bits_of(near_one));
        snprintf(text, sizeof text, "%.*f", (int)random_below(&random, 24), near_one);
        expect_as_strtod(text);
    }
}

static void agrees_with_strtod_on_random_digits(void** state)
{
    (void)state;
    test_random random = random_start(2);
    char text[64];
    for (int i = 0; i < 60000 * rounds(); ++i) {
        int digits = 1 + (int)random_below(&random, 26);
        int point = (int)random_below(&random, (uint32_t)digits + 1);
        int length = 0;
        for (int k = 0; k < digits; ++k) {
            if (k == point) {
                text[length++] = '.';
            }
            text[length++] = (char)('0' + (int)random_below(&random, 10));
        }
        int span = i % 4 == 0 ? 700 : 60;
        snprintf(text + length, sizeof text - (size_t)length, "e%d",
                 (int)random_below(&random, (uint32_t)span) - span / 2);
        expect_as_strtod(text);
    }
}

// The middle between two neighbours is the hardest number to round: exact, then one unit of the last digit to
// either side, and with a digit far behind.
static void rounds_the_middle_between_doubles_to_even(void** state)
{
    (void)state;
    test_random random = random_start(3);
    char text[1400];
    for (int i = 0; i < 2000 * rounds(); ++i) {
        // m has 54 bits and is odd: m 2^e lies in the middle of two doubles; in long double it is exact.
        uint64_t m = (random_bits(&random) >> 10) | (UINT64_C(1) << 53) | 1;
        int e = i % 3 == 0 ? (int)random_below(&random, 2020) - 1074 : (int)random_below(&random, 140) - 110;
        snprintf(text, sizeof text, "%.800Le", ldexpl((long double)m, e));
        char* exponent = strchr(text, 'e');
        expect_as_strtod(text);
        char tail[16];
        snprintf(tail, sizeof tail, "%s", exponent);
        char* last = exponent - 1;
        snprintf(exponent, 64, "%s%s", i & 1 ? "0000000001" : "", tail);
        expect_as_strtod(text);
        if (*last == '0') { // all digits are out: cut zeros, then go one below and one above
            while (*last == '0') {
                --last;
            }
            snprintf(last + 1, 32, "%s", tail);
            expect_as_strtod(text);
            --*last;
            expect_as_strtod(text);
            *last = (char)(*last + 2 <= '9' ? *last + 2 : '9');
            expect_as_strtod(text);
        }
    }
}

static void digits_beyond_the_eight_hundredth_count(void** state)
{
    (void)state;
    static char text[4000];
    int length = snprintf(text, sizeof text, "9007199254740993.");
    memset(text + length, '0', 2000);
    text[length + 2000] = '\0';
    expect_as_strtod(text);
    text[length + 1999] = '1';
    expect_as_strtod(text);
    memset(text, '0', sizeof text - 1);
    memcpy(text + 3000, ".5", 2);
    text[3990] = '\0';
    expect_as_strtod(text);
    memset(text, '7', 3000);
    snprintf(text + 3000, 32, "e-2990");
    expect_as_strtod(text);
    memset(text + 2, '0', 2990);
    memcpy(text, "0.", 2);
    snprintf(text + 2992, 32, "123e2990");
    expect_as_strtod(text);
}

static void the_locale_does_not_matter(void** state)
{
    (void)state;
    static const char* const comma_locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "C.UTF-8"};
    for (size_t i = 0; i < sizeof comma_locales / sizeof comma_locales[0]; ++i) {
        if (setlocale(LC_NUMERIC, comma_locales[i]) != NULL) {
            break;
        }
    }
    double value;
    const char* text = "1.5";
    assert_ptr_equal(ti_number_read(text, text + 3, &value), text + 3);
    assert_true(value == 1.5);
    setlocale(LC_NUMERIC, "C");
}

static void reads_whole_numbers(void** state)
{
    (void)state;
    static const struct {
        const char* text;
        int64_t value;
        int length;
    } cases[] = {
        {"0", 0, 1},
        {"-7", -7, 2},
        {"+12x", 12, 3},
        {"999999999999999999", INT64_C(999999999999999999), 18},
        {"007", 7, 3},
        {"1.5", 1, 1},
        {"99999999999999999999999", INT64_C(1000000000000000000), 23},
        {"4294967296", INT64_C(4294967296), 10},
        {"-99999999999999999999", -INT64_C(1000000000000000000), 21},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        int64_t value = 0;
        const char* end = cases[i].text + strlen(cases[i].text);
        assert_ptr_equal(ti_integer_read(cases[i].text, end, &value), cases[i].text + cases[i].length);
        assert_true(value == cases[i].value);
    }
    int64_t value;
    const char* none = "-x";
    assert_null(ti_integer_read(none, none + 1, &value));
    assert_null(ti_integer_read(none, none + 2, &value));
    assert_null(ti_integer_read(none, none, &value));
}

int main(void)
{
    const struct CMUnitTest cases[] = {
        cmocka_unit_test(reads_each_form_of_a_number),
        cmocka_unit_test(reads_the_limits_of_doubles),
        cmocka_unit_test(refuses_what_is_no_number),
        cmocka_unit_test(never_reads_past_the_end),
        cmocka_unit_test(agrees_with_strtod_on_printed_doubles),
        cmocka_unit_test(agrees_with_strtod_on_random_digits),
        cmocka_unit_test(rounds_the_middle_between_doubles_to_even),
        cmocka_unit_test(digits_beyond_the_eight_hundredth_count),
        cmocka_unit_test(the_locale_does_not_matter),
        cmocka_unit_test(reads_whole_numbers),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
