// Writes the CSV.

#include "bench/report.h"

#include <string.h>

// The first line of /proc/cpuinfo that opens with a word, after the colon.
static void print_cpu(FILE* file)
{
    char line[512];
    FILE* info = fopen("/proc/cpuinfo", "r");
    while (info != NULL && fgets(line, sizeof line, info) != NULL) {
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':') != NULL) {
            fprintf(file, "# cpu:%s", strchr(line, ':') + 1);
            break;
        }
    }
    if (info != NULL) {
        fclose(info);
    }
}

void ti_report_build(FILE* file, const char* program)
{
    fprintf(file, "# %s, toi %s\n", program, toi_version());
    print_cpu(file);
    fprintf(file, "# compiler: %s; flags: %s\n", TI_BENCH_COMPILER, TI_BENCH_FLAGS);
    fprintf(file, "# avx2: %s\n", __builtin_cpu_supports("avx2") ? "yes" : "no");
}

void ti_report_machine(FILE* file, const char* program, uint32_t repeat)
{
    ti_report_build(file, program);
    fprintf(file,
            "# thread CPU time in us; of each query the median of %u batches; min, median, worst over its "
            "scene\n",
            repeat);
}

void ti_report_head(FILE* file, const char* program, uint32_t repeat, double tolerance)
{
    ti_report_machine(file, program, repeat);
    if (tolerance > 0.0) {
        fprintf(file, "# tolerance: %g\n", tolerance);
    } else {
        fputs("# tolerance: the default, 1e-9 of the smaller body's size\n", file);
    }
    fputs("scene,method,threads,count,min_us,median_us,worst_us,steps,nodes,leaves,clear,contact,undecided,"
          "missed,false,"
          "late,early_max,late_max\n",
          file);
}

void ti_report_name(const ti_case* query, bool alone, char name[TI_ROW_NAME])
{
    snprintf(name, TI_ROW_NAME, "%s%s%s", query->scene, alone ? "/" : "", alone ? query->name : "");
}

void ti_report_row(FILE* file, const char* scene, const char* method, ti_summary* s)
{
    double median = ti_middle(s->times, s->count);
    fprintf(file, "%s,%s,1,%u,%.4g,%.4g,%.4g,", scene, method, s->count, s->times[0], median,
            s->times[s->count - 1]);
    fprintf(file, "%.6g,%.6g,%.6g,", ti_middle(s->steps, s->count), ti_middle(s->nodes, s->count),
            ti_middle(s->leaves, s->count));
    fprintf(file, "%u,%u,%u,%u,%u,%u,%.3g,%.3g\n", s->clear, s->contact, s->undecided, s->missed,
            s->false_hits, s->late, s->early_max, s->late_max);
    fflush(file);
}
