// toi primitives: queries on straight vertex paths from a file, in bulk.

#include "commands.h"
#include "queries.h"

#include "scene/json_writer.h"

#include <math.h>
#include <stdlib.h>

// Answers, in the order of the queries, and what they are beside the truth of the file.
typedef struct answers {
    tool_queries queries;
    bool exact;
    uint8_t* answer;
    double *t_free, *t_exact, *gap;
    size_t contacts, undecided, known, false_negatives, false_positives, late;
} answers;

// The queries of one kind as arrays of coordinates, and the places of their answers.
typedef struct columns {
    double* x; // QUERY_NUMBERS columns
    size_t* at;
    uint8_t* answer;
    double *t_free, *t_exact, *gap;
    size_t count;
} columns;

static void release_columns(columns* c)
{
    free(c->x);
    free(c->at);
    free(c->answer);
    free(c->t_free);
    free(c->t_exact);
    free(c->gap);
}

static double* allocate_numbers(size_t count)
{
    return count < SIZE_MAX / sizeof(double) ? malloc((count + 1) * sizeof(double)) : NULL;
}

static bool make_columns(const tool_queries* q, toi_primitive_kind kind, columns* c)
{
    *c = (columns){0};
    for (size_t i = 0; i < q->count; ++i) {
        c->count += q->list[i].kind == kind;
    }
    c->x = c->count < SIZE_MAX / QUERY_NUMBERS - 1 ? allocate_numbers(c->count * QUERY_NUMBERS) : NULL;
    c->at = malloc((c->count + 1) * sizeof *c->at);
    c->answer = malloc(c->count + 1);
    c->t_free = allocate_numbers(c->count);
    c->t_exact = allocate_numbers(c->count);
    c->gap = allocate_numbers(c->count);
    if (!c->x || !c->at || !c->answer || !c->t_free || !c->t_exact || !c->gap) {
        return false;
    }
    for (size_t i = 0, n = 0; i < q->count; ++i) {
        for (int k = 0; k < QUERY_NUMBERS && q->list[i].kind == kind; ++k) {
            c->x[(size_t)k * c->count + n] = q->list[i].x[k];
        }
        c->at[n] = i;
        n += q->list[i].kind == kind;
    }
    return true;
}

static toi_status ask_columns(const tool_request* request, toi_primitive_kind kind, const columns* c)
{
    toi_primitive_batch batch = {.kind = kind, .count = c->count};
    batch.threads = tool_threads(request);
    for (int k = 0; k < QUERY_NUMBERS / 2; ++k) {
        batch.start[k / 3][k % 3] = c->x + (size_t)k * c->count;
        batch.end[k / 3][k % 3] = c->x + (size_t)(k + QUERY_NUMBERS / 2) * c->count;
    }
    const toi_primitive_def def = {.separation = request->separation,
                                   .tolerance = request->tolerance,
                                   .exact = request->exact,
                                   .max_steps = request->max_steps};
    const toi_primitive_answers to = {
        .answer = c->answer, .t_free = c->t_free, .t_exact = c->t_exact, .gap = c->gap};
    return toi_primitive_contacts(&batch, &def, &to, NULL);
}

static toi_status ask_kind(const tool_request* request, toi_primitive_kind kind, answers* a)
{
    columns c;
    toi_status status =
        make_columns(&a->queries, kind, &c) ? ask_columns(request, kind, &c) : TOI_ERROR_MEMORY;
    for (size_t n = 0; n < c.count && status == TOI_OK; ++n) {
        size_t i = c.at[n];
        a->answer[i] = c.answer[n];
        a->t_free[i] = c.t_free[n];
        a->t_exact[i] = c.t_exact[n];
        a->gap[i] = c.gap[n];
    }
    release_columns(&c);
    return status;
}

// With a separation, touching is not what was asked: then only a contact that is missed is wrong.
static void compare(double separation, answers* a)
{
    for (size_t i = 0; i < a->queries.count; ++i) {
        const tool_query* q = &a->queries.list[i];
        bool clear = a->answer[i] == TOI_ANSWER_CLEAR;
        a->contacts += a->answer[i] == TOI_ANSWER_CONTACT;
        a->undecided += a->answer[i] == TOI_ANSWER_UNDECIDED;
        a->known += q->truth != QUERY_UNKNOWN;
        a->false_negatives += q->truth == QUERY_CONTACT && clear;
        a->false_positives += q->truth == QUERY_CLEAR && !clear && separation == 0.0;
        a->late += q->truth == QUERY_CONTACT && !clear && a->t_free[i] > q->time;
    }
}

static toi_status ask_all(const tool_request* request, answers* a)
{
    size_t count = a->queries.count;
    a->exact = request->exact;
    a->answer = calloc(count + 1, 1);
    a->t_free = allocate_numbers(count);
    a->t_exact = allocate_numbers(count);
    a->gap = allocate_numbers(count);
    bool room = a->answer && a->t_free && a->t_exact && a->gap;
    toi_status status = room ? ask_kind(request, TOI_PRIMITIVE_VF, a) : TOI_ERROR_MEMORY;
    status = status == TOI_OK ? ask_kind(request, TOI_PRIMITIVE_EE, a) : status;
    if (status == TOI_OK) {
        compare(request->separation, a);
    }
    return status;
}

static void write_rows(FILE* stream, const answers* a)
{
    static const char* const names[] = {"undecided", "clear", "contact"};
    fputs(a->exact ? "id,answer,t_free,gap,t_exact\n" : "id,answer,t_free,gap\n", stream);
    for (size_t i = 0; i < a->queries.count; ++i) {
        fprintf(stream, "%s,%s,%s,%s", a->queries.names + a->queries.list[i].id, names[a->answer[i]],
                ti_number_show(a->t_free[i]).text, ti_number_show(a->gap[i]).text);
        if (a->exact) {
            fprintf(stream, ",%s", ti_number_show(a->t_exact[i]).text);
        }
        fputc('\n', stream);
    }
}

static void write_json(FILE* stream, const answers* a)
{
    ti_json json = {.stream = stream, .lines_depth = 1, .first = true};
    ti_json_begin(&json, NULL, '{');
    ti_json_count(&json, "toi_result", 1);
    ti_json_count(&json, "queries", a->queries.count);
    ti_json_count(&json, "contacts", a->contacts);
    ti_json_count(&json, "undecided", a->undecided);
    if (a->known > 0) {
        ti_json_count(&json, "known", a->known);
        ti_json_count(&json, "false_negatives", a->false_negatives);
        ti_json_count(&json, "false_positives", a->false_positives);
        ti_json_count(&json, "late", a->late);
    }
    ti_json_end(&json, '}');
    fputc('\n', stream);
}

static void write_text(FILE* stream, const answers* a)
{
    size_t clear = a->queries.count - a->contacts - a->undecided;
    fprintf(stream, "%zu queries: %zu contacts, %zu clear, %zu undecided\n", a->queries.count, a->contacts,
            clear, a->undecided);
    if (a->known > 0) {
        fprintf(stream, "beside %zu known answers: %zu false negatives, %zu false positives, %zu late\n",
                a->known, a->false_negatives, a->false_positives, a->late);
    }
}

static void write_answers(const tool_request* request, const ti_output* output, const void* found)
{
    if (request->json) {
        write_json(output->stream, found);
    } else if (request->csv) {
        write_rows(output->stream, found);
    } else {
        write_text(output->stream, found);
    }
}

int tool_primitives(const tool_request* request)
{
    answers a = {0};
    ti_scene_error error = {0};
    toi_status status = tool_queries_read(request->operands[0], request->kind, &a.queries, &error);
    if (status == TOI_OK) {
        status = error.status = ask_all(request, &a);
    }
    int code = EXIT_CLEAR;
    if (status != TOI_OK) {
        code = tool_fail(&error);
    } else {
        code = a.contacts > 0 ? EXIT_CONTACT : (a.undecided > 0 ? EXIT_UNDECIDED : EXIT_CLEAR);
        code = tool_write(request, write_answers, &a, code);
    }
    free(a.answer);
    free(a.t_free);
    free(a.t_exact);
    free(a.gap);
    tool_queries_release(&a.queries);
    return code;
}
