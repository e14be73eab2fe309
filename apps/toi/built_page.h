// The page of apps/report as it was built, a text that ends in 0.

#ifndef TOOL_BUILT_PAGE_H
#define TOOL_BUILT_PAGE_H

extern const char tool_built_page[];

#endif
