// The page that plays a run: a file that needs nothing else. Its numbers are 16-bit words, in base64.

#ifndef SAMPLES_PAGE_H
#define SAMPLES_PAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <toi/mesh.h>

// Writes page.html with what `put` writes as the run: an object of the language of the page, as page.html
// explains. Returns false where the file could not be written.
bool page_write(const char* path, void put(FILE* file, const void* data), const void* data);

// A member of that object that is a list of words.
typedef struct page_words {
    FILE* file;
    uint32_t bits, held; // how many bits wait, below 6
} page_words;

page_words page_begin_words(FILE* file, const char* key);
void page_put_word(page_words* words, uint32_t word); // the low 16 bits, the lower byte first
void page_end_words(page_words* words);

// A number between -most and most as a signed word.
int16_t page_scaled(double value, double most);
void page_put_scaled(page_words* words, double value, double most);
void page_put_point(page_words* words, toi_vec3 v, double most);

// The member `faces`: three words a triangle.
void page_put_faces(FILE* file, const toi_mesh* mesh);

#endif
