// Decimal numbers in text to doubles, correctly rounded, without regard to the locale.

#ifndef TI_MESH_NUMBER_H
#define TI_MESH_NUMBER_H

#include <stdint.h>

// Reads a number that starts at `at`: a sign or none, digits with at most one point among, before or after
// them, and an exponent or none. Gives the double nearest to it, ties to even: the same bits as strtod in the
// C locale. A number too large for a double gives an infinity, one too small gives a zero with its sign.
// Returns the first byte after the number; NULL if no number starts at `at` ("nan" and "inf" are not
// numbers).
const char* ti_number_read(const char* at, const char* end, double* value);

// Reads a whole number that starts at `at`: a sign or none, then digits. Beyond 18 digits the result stays at
// 10^18 or -10^18, which no count reaches. Returns the first byte after it; NULL if no whole number starts at
// `at`.
const char* ti_integer_read(const char* at, const char* end, int64_t* value);

#endif
