// The text of page.html, which the build makes an array of; "@DATA@" in it is for the run.

#ifndef SAMPLES_PAGE_TEXT_H
#define SAMPLES_PAGE_TEXT_H

extern const char page_text[];

#endif
