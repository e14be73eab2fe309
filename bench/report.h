// The CSV: what the machine is, and a row a scene and method.

#ifndef TI_BENCH_REPORT_H
#define TI_BENCH_REPORT_H

#include "bench/measure.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

// Comment lines that say what ran where; and with them how times were taken.
void ti_report_build(FILE* file, const char* program);
void ti_report_machine(FILE* file, const char* program, uint32_t repeat);

// The same and the tolerance, then the names of the columns.
void ti_report_head(FILE* file, const char* program, uint32_t repeat, double tolerance);

enum { TI_ROW_NAME = 160 };

// What a row is called: the scene of a query, with the name of the query if the row is for it alone.
void ti_report_name(const ti_case* query, bool alone, char name[TI_ROW_NAME]);

// One row; sorts the values of the summary.
void ti_report_row(FILE* file, const char* scene, const char* method, ti_summary* summary);

#ifdef __cplusplus
}
#endif

#endif
