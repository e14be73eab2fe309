// Output that is written whole or not at all.

#define _XOPEN_SOURCE 700

#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_LINKS = 16 };

static bool fail(ti_output* output, const char* name, const char* what, int number)
{
    if (output->error[0] == 0) {
        snprintf(output->error, sizeof output->error, "%.140s: %s: %.80s", name, what, strerror(number));
    }
    return false;
}

// Where one link leads, whether or not there is anything. False where `path` is no link, or too long.
static bool follow_link(char path[TI_OUTPUT_PATH])
{
    char to[TI_OUTPUT_PATH];
    ssize_t length = readlink(path, to, sizeof to);
    const char* slash = strrchr(path, '/');
    size_t folder = length > 0 && to[0] != '/' && slash ? (size_t)(slash - path) + 1 : 0;
    if (length <= 0 || folder + (size_t)length + 16 >= TI_OUTPUT_PATH) {
        return false;
    }
    memcpy(path + folder, to, (size_t)length);
    path[folder + (size_t)length] = '\0';
    return true;
}

// The file behind links, so that they stay links. A file that is not there yet has no real path.
static bool resolve(ti_output* output, const char* path)
{
    char* real = realpath(path, NULL);
    if (!real && errno == ELOOP) {
        return fail(output, path, "cannot be written", ELOOP);
    }
    const char* target = real ? real : path;
    bool fits = strlen(target) + 16 < sizeof output->target;
    if (fits) {
        memcpy(output->target, target, strlen(target) + 1);
    }
    for (int links = 0; fits && !real && links < MAX_LINKS && follow_link(output->target); ++links) {
    }
    free(real);
    return fits ? true : fail(output, path, "cannot be written", ENAMETOOLONG);
}

static bool open_temporary(ti_output* output, mode_t mode)
{
    const char* slash = strrchr(output->target, '/');
    size_t folder = slash ? (size_t)(slash - output->target) + 1 : 0;
    memcpy(output->temporary, output->target, folder);
    memcpy(output->temporary + folder, ".toi-XXXXXX", 12);
    int descriptor = mkstemp(output->temporary);
    if (descriptor < 0) {
        int number = errno;
        output->temporary[0] = 0;
        return fail(output, output->target, "cannot be written", number);
    }
    output->stream = fchmod(descriptor, mode) == 0 ? fdopen(descriptor, "w") : NULL;
    if (!output->stream) {
        int number = errno;
        close(descriptor);
        ti_output_discard(output);
        return fail(output, output->target, "cannot be written", number);
    }
    return true;
}

bool ti_output_open(ti_output* output, const char* path)
{
    *output = (ti_output){0};
    if (!path || strcmp(path, "-") == 0) {
        output->stream = stdout;
        output->is_stdout = true;
        return true;
    }
    struct stat facts;
    bool exists = stat(path, &facts) == 0;
    if (!resolve(output, path)) {
        return false;
    }
    if (exists && !S_ISREG(facts.st_mode)) {
        output->stream = fopen(path, "w");
        return output->stream ? true : fail(output, path, "cannot be written", errno);
    }
    mode_t mask = umask(0);
    umask(mask);
    return open_temporary(output, exists ? facts.st_mode & 0777 : 0666 & ~mask);
}

// The name of a file is on disk only when its folder is.
static void sync_folder(const char* target)
{
    char folder[TI_OUTPUT_PATH];
    const char* slash = strrchr(target, '/');
    size_t length = slash ? (size_t)(slash - target) + 1 : 0;
    memcpy(folder, target, length);
    memcpy(folder + length, ".", 2);
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        (void)fsync(descriptor);
        close(descriptor);
    }
}

static bool close_file(ti_output* output)
{
    FILE* stream = output->stream;
    bool good = fflush(stream) == 0 && !ferror(stream);
    int number = errno;
    if (good && output->temporary[0] && fsync(fileno(stream)) != 0) {
        good = false;
        number = errno;
    }
    output->stream = NULL;
    if (fclose(stream) != 0 && good) {
        good = false;
        number = errno;
    }
    if (good && output->temporary[0] && rename(output->temporary, output->target) != 0) {
        good = false;
        number = errno;
    }
    if (!good) {
        ti_output_discard(output);
        return fail(output, output->target, "cannot be written", number);
    }
    if (output->temporary[0]) {
        sync_folder(output->target);
    }
    return true;
}

bool ti_output_close(ti_output* output)
{
    if (!output->is_stdout) {
        return close_file(output);
    }
    // Writing can fail late, when what was buffered reaches a full disk: closing says so.
    errno = 0;
    bool good = fflush(stdout) == 0 && !ferror(stdout);
    int number = errno ? errno : EIO;
    output->stream = NULL;
    if (fclose(stdout) != 0 && good) {
        good = false;
        number = errno;
    }
    return good ? true : fail(output, "standard output", "cannot be written", number);
}

void ti_output_discard(ti_output* output)
{
    if (output->stream && !output->is_stdout) {
        fclose(output->stream);
    }
    output->stream = NULL;
    if (output->temporary[0]) {
        unlink(output->temporary);
        output->temporary[0] = 0;
    }
}
