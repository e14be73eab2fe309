// Did you mean: the word nearest to a misspelt one, and words as a list for a message.

#include "place.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 48 }; // longer words are not compared, which bounds the work

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

// Edits that turn a into b: insert, delete, replace, or swap two neighbours; case does not count.
static size_t edit_distance(const char* a, const char* b)
{
    size_t length_a = strlen(a);
    size_t length_b = strlen(b);
    size_t row[3][LONGEST + 1];
    if (length_a > LONGEST || length_b > LONGEST) {
        return SIZE_MAX;
    }
    for (size_t j = 0; j <= length_b; ++j) {
        row[0][j] = j;
        row[2][j] = 0;
    }
    for (size_t i = 1; i <= length_a; ++i) {
        size_t* now = row[i % 3];
        const size_t* before = row[(i + 2) % 3];
        const size_t* earlier = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= length_b; ++j) {
            bool same = lower(a[i - 1]) == lower(b[j - 1]);
            bool swapped =
                i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            size_t best = smaller(smaller(before[j], now[j - 1]) + 1, before[j - 1] + (same ? 0 : 1));
            now[j] = swapped ? smaller(best, earlier[j - 2] + 1) : best;
        }
    }
    return row[length_a % 3][length_b];
}

static size_t common_start(const char* a, const char* b)
{
    size_t length = 0;
    while (a[length] && lower(a[length]) == lower(b[length])) {
        ++length;
    }
    return length;
}

// A word counts as meant if at most a third of its letters differ, or if half of it or more, and three
// letters at least, start alike.
const char* ti_words_nearest(ti_words words, const char* text)
{
    const char* nearest = NULL;
    size_t least = SIZE_MAX;
    size_t length = strlen(text);
    for (size_t i = 0; i < words.count; ++i) {
        size_t distance = edit_distance(words.word[i], text);
        size_t longer = length > strlen(words.word[i]) ? length : strlen(words.word[i]);
        size_t start = common_start(words.word[i], text);
        bool begins = start >= 3 && (2 * start >= longer || start == length);
        bool near = distance <= 1 || distance <= longer / 3 || begins;
        if (near && distance < least && distance < longer) {
            nearest = words.word[i];
            least = distance;
        }
    }
    return nearest;
}

void ti_words_list(ti_words words, size_t capacity, char* text)
{
    size_t used = 0;
    text[0] = 0;
    for (size_t i = 0; i < words.count && used < capacity; ++i) {
        const char* before = i == 0 ? "" : (i + 1 == words.count ? " or " : ", ");
        int length = snprintf(text + used, capacity - used, "%s\"%s\"", before, words.word[i]);
        used += length > 0 ? (size_t)length : 0;
    }
}

// Cuts between characters: bytes of a UTF-8 character that does not fit are left out together.
void ti_text_tame(const char* text, size_t capacity, char* tame)
{
    size_t used = 0;
    size_t i = 0;
    while (text[i] && used + 4 < capacity) {
        unsigned char c = (unsigned char)text[i];
        tame[used++] = c < 0x20 || c == 0x7f ? '?' : text[i];
        ++i;
    }
    if (text[i]) {
        while (used > 0 && ((unsigned char)text[i] & 0xc0) == 0x80) {
            --i;
            --used;
        }
        memcpy(tame + used, "...", 3);
        used += 3;
    }
    tame[used] = 0;
}
