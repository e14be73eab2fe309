// Decimal numbers in text to doubles: short ones by one operation on exact doubles, nearly all others by one
// multiplication or division of whole numbers in 128 bits, the rest by whole numbers of any length. Each way
// rounds once, so each is exact.

#include "mesh/number.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum {
    SHORT_DIGITS = 19, // 10^19 - 1 is below 2^64
    EXACT_POWER = 22,  // 10^22 is a double
    SHORT_POWER = 27,  // 5^27 is below 2^63
    LONG_DIGITS =
        800, // the middle between two doubles has at most 768 digits; beyond these only "is it zero" counts
    LONG_WORDS = 80, // 2^(64 * 80) holds 10^800 5^1200 and its shifts
};

static const uint64_t power_of_5[SHORT_POWER + 1] = {1u,
                                                     5u,
                                                     25u,
                                                     125u,
                                                     625u,
                                                     3125u,
                                                     15625u,
                                                     78125u,
                                                     390625u,
                                                     1953125u,
                                                     9765625u,
                                                     48828125u,
                                                     244140625u,
                                                     1220703125u,
                                                     6103515625u,
                                                     30517578125u,
                                                     152587890625u,
                                                     762939453125u,
                                                     3814697265625u,
                                                     19073486328125u,
                                                     95367431640625u,
                                                     476837158203125u,
                                                     2384185791015625u,
                                                     11920928955078125u,
                                                     59604644775390625u,
                                                     298023223876953125u,
                                                     1490116119384765625u,
                                                     7450580596923828125u};

// Larger exponents in the text count as about this one: no file in memory has digits enough to bring such a
// number back into the range of doubles, and sums with it do not overflow.
static const int64_t exponent_cap = INT64_C(100000000000000000);

// A number as written: digits without leading zeros, times 10^exponent.
typedef struct decimal {
    const char* first; // first digit that is not zero
    const char* end;   // after the last digit of the mantissa; a point may stand among the digits
    uint64_t head;     // value of the first SHORT_DIGITS digits
    int64_t digits;    // count of all digits from `first`
    int64_t exponent;  // of the last digit
    bool negative;
} decimal;

// The bits of the double nearest to (q + sticky) 2^exponent, where q has its top bit set and sticky is in [0,
// 1).
static uint64_t round_to_double(uint64_t q, bool sticky, int64_t exponent)
{
    int64_t top = exponent + 63; // exponent of the top bit
    if (top > 1023) {
        return UINT64_C(0x7ff) << 52;
    }
    if (top < -1075) {
        return 0; // below half of the smallest double
    }
    // 53 bits stay, or fewer where the double is subnormal: 2^-1074 is the last place there.
    int64_t drop = top >= -1022 ? 11 : -1011 - top; // 11 to 64
    uint64_t kept = drop < 64 ? q >> drop : 0;
    uint64_t half = UINT64_C(1) << (drop - 1);
    uint64_t rest = drop < 64 ? q & (2 * half - 1) : q;
    if (rest > half || (rest == half && (sticky || (kept & 1)))) {
        ++kept;
    }
    // The top bit of a normal number adds one to the exponent field, and so does a carry out of the mantissa.
    return kept + (top >= -1022 ? (uint64_t)(top + 1022) << 52 : 0);
}

// The bits of head 10^exponent where both factors are exact doubles: one operation, rounded once.
static uint64_t exact_product(uint64_t head, int64_t exponent)
{
    int64_t power = exponent < 0 ? -exponent : exponent;
    double scale = (double)power_of_5[power] * (double)(UINT64_C(1) << power);
    double value = exponent < 0 ? (double)head / scale : (double)head * scale;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// The bits of head 10^exponent for |exponent| <= SHORT_POWER, head > 0.
static uint64_t short_value(uint64_t head, int64_t exponent)
{
    if (head <= UINT64_C(1) << 53 && exponent >= -EXACT_POWER && exponent <= EXACT_POWER) {
        return exact_product(head, exponent);
    }
    if (exponent >= 0) {
        wide product = (wide)head * power_of_5[exponent];
        uint64_t high = (uint64_t)(product >> 64);
        int shift = high != 0 ? 64 - __builtin_clzll(high) : 0; // low bits to drop
        uint64_t q = (uint64_t)(product >> shift);
        int normalise = __builtin_clzll(q);
        return round_to_double(q << normalise, ((wide)q << shift) != product, exponent + shift - normalise);
    }
    // head / 5^n, both with their top bit set. With the head halved, the quotient of 2^63 head and 5^n is
    // below 2^64 and at least 2^62.
    uint64_t divisor = power_of_5[-exponent];
    int head_shift = __builtin_clzll(head);
    int divisor_shift = __builtin_clzll(divisor);
    wide numerator = (wide)(head << head_shift) << 63;
    divisor <<= divisor_shift;
    uint64_t q = (uint64_t)(numerator / divisor);
    bool sticky = (wide)q * divisor != numerator;
    int normalise = __builtin_clzll(q);
    // A bit shifted in at the bottom must be the true next bit of the quotient, or ties would be misjudged;
    // it is far below the 53 bits kept, where only "is the rest zero" counts, and sticky keeps that.
    return round_to_double(q << normalise, sticky, exponent - head_shift + divisor_shift - 63 - normalise);
}

// ---- whole numbers of any length, lowest word first

typedef struct big {
    uint64_t word[LONG_WORDS];
    int count; // words in use; the last one is not zero
} big;

// number = number * factor + add
static void big_multiply_add(big* number, uint64_t factor, uint64_t add)
{
    uint64_t carry = add;
    for (int i = 0; i < number->count; ++i) {
        wide product = (wide)number->word[i] * factor + carry;
        number->word[i] = (uint64_t)product;
        carry = (uint64_t)(product >> 64);
    }
    if (carry != 0) {
        number->word[number->count++] = carry;
    }
}

static void big_multiply_power_of_5(big* number, int64_t power)
{
    for (; power > SHORT_POWER; power -= SHORT_POWER) {
        big_multiply_add(number, power_of_5[SHORT_POWER], 0);
    }
    big_multiply_add(number, power_of_5[power], 0);
}

static void big_shift_left(big* number, int bits)
{
    int words = bits / 64;
    if (words > 0) {
        memmove(number->word + words, number->word, sizeof(uint64_t) * (size_t)number->count);
        memset(number->word, 0, sizeof(uint64_t) * (size_t)words);
        number->count += words;
    }
    big_multiply_add(number, UINT64_C(1) << (bits % 64), 0);
}

static int big_bits(const big* number)
{
    return 64 * number->count - __builtin_clzll(number->word[number->count - 1]);
}

static bool big_less(const big* a, const big* b)
{
    if (a->count != b->count) {
        return a->count < b->count;
    }
    for (int i = a->count - 1; i >= 0; --i) {
        if (a->word[i] != b->word[i]) {
            return a->word[i] < b->word[i];
        }
    }
    return false;
}

// a = a - b, a >= b
static void big_subtract(big* a, const big* b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < a->count; ++i) {
        wide difference = (wide)a->word[i] - (i < b->count ? b->word[i] : 0) - borrow;
        a->word[i] = (uint64_t)difference;
        borrow = (uint64_t)(difference >> 64) & 1;
    }
    while (a->count > 0 && a->word[a->count - 1] == 0) {
        --a->count;
    }
}

// The digits as a whole number. Digits beyond LONG_DIGITS are replaced by one digit that says whether all are
// zero. Returns the number of digits left out.
static int64_t big_from_digits(const decimal* text, big* number)
{
    number->count = 0;
    int64_t taken = 0;
    bool rest = false;
    for (const char* c = text->first; c != text->end; ++c) {
        if (*c == '.') {
            continue;
        }
        if (taken < LONG_DIGITS) {
            big_multiply_add(number, 10, (uint64_t)(*c - '0'));
            ++taken;
        } else {
            rest = rest || *c != '0';
        }
    }
    int64_t left_out = text->digits - taken;
    if (rest) {
        big_multiply_add(number, 10, 1);
        --left_out;
    }
    return left_out;
}

// The bits of any decimal. The first 64 bits of the quotient of two whole numbers, one by one, and whether
// more follow.
static uint64_t long_value(const decimal* text)
{
    // The number is at least 10^(digits + exponent - 1) and below 10^(digits + exponent).
    if (text->digits + text->exponent > 310) {
        return UINT64_C(0x7ff) << 52;
    }
    if (text->digits + text->exponent < -324) {
        return 0;
    }
    big number;
    big divisor = {.word = {1}, .count = 1};
    int64_t exponent = text->exponent + big_from_digits(text, &number);
    big_multiply_power_of_5(exponent >= 0 ? &number : &divisor, exponent >= 0 ? exponent : -exponent);

    int shift = big_bits(&divisor) - big_bits(&number);
    big_shift_left(shift >= 0 ? &number : &divisor, shift >= 0 ? shift : -shift);
    if (big_less(&number, &divisor)) {
        big_shift_left(&number, 1);
        ++shift;
    }
    // Now divisor <= number < 2 divisor.
    uint64_t q = 0;
    for (int bit = 0; bit < 64; ++bit) {
        q <<= 1;
        if (!big_less(&number, &divisor)) {
            big_subtract(&number, &divisor);
            q |= 1;
        }
        big_shift_left(&number, 1);
    }
    return round_to_double(q, number.count != 0, exponent - shift - 63);
}

// The bits of the absolute value.
static uint64_t decimal_value(const decimal* text)
{
    if (text->digits == 0) {
        return 0;
    }
    int64_t left_out = text->digits > SHORT_DIGITS ? text->digits - SHORT_DIGITS : 0;
    int64_t exponent = text->exponent + left_out;
    if (exponent < -SHORT_POWER || exponent > SHORT_POWER) {
        return long_value(text);
    }
    uint64_t below = short_value(text->head, exponent);
    // With digits left out the number is between head and head + 1: rounding is monotone.
    if (left_out == 0 || below == short_value(text->head + 1, exponent)) {
        return below;
    }
    return long_value(text);
}

static bool is_digit(const char* at, const char* end)
{
    return at < end && *at >= '0' && *at <= '9';
}

// The exponent after 'e', if digits follow; otherwise the number ends before the 'e'.
static const char* read_exponent(const char* at, const char* end, int64_t* exponent)
{
    const char* c = at + 1;
    bool negative = c < end && *c == '-';
    if (c < end && (*c == '-' || *c == '+')) {
        ++c;
    }
    if (!is_digit(c, end)) {
        return at;
    }
    int64_t sum = 0;
    for (; is_digit(c, end); ++c) {
        if (sum < exponent_cap) {
            sum = 10 * sum + (*c - '0');
        }
    }
    *exponent += negative ? -sum : sum;
    return c;
}

// Takes the digits at `at` into the decimal. Returns the first byte that is no digit.
static const char* take_digits(const char* at, const char* end, decimal* text)
{
    const char* c = at;
    if (text->digits == 0) {
        while (c < end && *c == '0') {
            ++c;
        }
        text->first = c;
    }
    uint64_t head = text->head;
    int64_t digits = text->digits;
    for (; is_digit(c, end); ++c) {
        if (digits < SHORT_DIGITS) {
            head = 10 * head + (uint64_t)(*c - '0');
        }
        ++digits;
    }
    text->head = head;
    text->digits = digits;
    return c;
}

const char* ti_number_read(const char* at, const char* end, double* value)
{
    decimal text = {0};
    const char* c = at;
    if (c < end && (*c == '-' || *c == '+')) {
        text.negative = *c == '-';
        ++c;
    }
    const char* start = c;
    c = take_digits(c, end, &text);
    int64_t seen = c - start;
    text.end = c;
    if (c < end && *c == '.') {
        const char* point = c + 1;
        c = take_digits(point, end, &text);
        seen += c - point;
        text.exponent = point - c;
        text.end = c;
    }
    if (seen == 0) {
        return NULL;
    }
    if (c < end && (*c == 'e' || *c == 'E')) {
        c = read_exponent(c, end, &text.exponent);
    }
    uint64_t bits = decimal_value(&text) | (uint64_t)text.negative << 63;
    memcpy(value, &bits, sizeof bits);
    return c;
}

const char* ti_integer_read(const char* at, const char* end, int64_t* value)
{
    const int64_t cap = INT64_C(1000000000000000000);
    const char* c = at;
    bool negative = c < end && *c == '-';
    if (c < end && (*c == '-' || *c == '+')) {
        ++c;
    }
    if (!is_digit(c, end)) {
        return NULL;
    }
    int64_t sum = 0;
    for (; is_digit(c, end); ++c) {
        sum = sum < cap / 10 ? 10 * sum + (*c - '0') : cap;
    }
    *value = negative ? -sum : sum;
    return c;
}
