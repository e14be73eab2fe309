// Completions for bash, zsh and fish.

#include "help.h"

#include <string.h>

static void write_names(FILE* stream, unsigned commands)
{
    for (size_t i = 0; i < tool_option_count; ++i) {
        if (tool_options[i].commands & commands) {
            fprintf(stream, " --%s", tool_options[i].name);
        }
    }
}

static void write_bash(FILE* stream)
{
    fputs("# bash completion for toi\n_toi()\n{\n    local word=\"${COMP_WORDS[COMP_CWORD]}\" command= "
          "options=\n"
          "    local i\n    for ((i = 1; i < COMP_CWORD; i++)); do\n        case \"${COMP_WORDS[i]}\" in\n",
          stream);
    for (size_t i = 0; i < tool_command_count; ++i) {
        fprintf(stream, "        %s) command=%s; options=\"", tool_commands[i].name, tool_commands[i].name);
        write_names(stream, tool_commands[i].bit);
        fputs("\" ;;\n", stream);
    }
    fputs("        esac\n    done\n    if [[ -z $command && $word != -* ]]; then\n        "
          "COMPREPLY=($(compgen -W \"",
          stream);
    for (size_t i = 0; i < tool_command_count; ++i) {
        fprintf(stream, "%s%s", i > 0 ? " " : "", tool_commands[i].name);
    }
    fputs("\" -- \"$word\"))\n    elif [[ -z $command ]]; then\n        COMPREPLY=($(compgen -W \"", stream);
    write_names(stream, FOR_NONE);
    fputs("\" -- \"$word\"))\n    elif [[ $word == -* ]]; then\n"
          "        COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n    else\n"
          "        COMPREPLY=($(compgen -f -- \"$word\"))\n    fi\n}\ncomplete -o filenames -F _toi toi\n",
          stream);
}

// Text between single quotes, without what zsh and fish read as marks inside them.
static void write_plain(FILE* stream, const char* text)
{
    for (; *text; ++text) {
        if (*text == '\'') {
            continue;
        }
        fputc(strchr("[]:", *text) ? ' ' : *text, stream);
    }
}

static bool names_file(tool_option_id id)
{
    return id == OPTION_OUTPUT || id == OPTION_SVG || id == OPTION_PLY || id == OPTION_GLTF;
}

static void write_zsh_command(FILE* stream, const tool_command* command)
{
    fprintf(stream, "    %s)\n        _arguments", command->name);
    for (size_t i = 0; i < tool_option_count; ++i) {
        const tool_option* option = &tool_options[i];
        if (!(option->commands & command->bit)) {
            continue;
        }
        fprintf(stream, " \\\n            '--%s%s[", option->name, option->value ? "=" : "");
        write_plain(stream, option->help);
        fputs("]", stream);
        if (option->value) {
            fprintf(stream, ":%s:%s", option->value, names_file(option->id) ? "_files" : "");
        }
        fputc('\'', stream);
    }
    fputs(" \\\n            '*:file:_files'\n        ;;\n", stream);
}

static void write_zsh(FILE* stream)
{
    fputs("#compdef toi\nlocal -a commands\ncommands=(\n", stream);
    for (size_t i = 0; i < tool_command_count; ++i) {
        fprintf(stream, "    '%s:", tool_commands[i].name);
        write_plain(stream, tool_commands[i].summary);
        fputs("'\n", stream);
    }
    fputs(")\nif (( CURRENT == 2 )); then\n    _describe command commands\nelse\n    case $words[2] in\n",
          stream);
    for (size_t i = 0; i < tool_command_count; ++i) {
        write_zsh_command(stream, &tool_commands[i]);
    }
    fputs("    esac\nfi\n", stream);
}

static void write_fish_option(FILE* stream, const tool_command* command, const tool_option* option)
{
    fprintf(stream, "complete -c toi -n '__fish_seen_subcommand_from %s' -l %s", command->name, option->name);
    if (option->letter) {
        fprintf(stream, " -s %c", option->letter);
    }
    fputs(option->value ? " -r -d '" : " -d '", stream);
    write_plain(stream, option->help);
    fputs("'\n", stream);
}

static void write_fish(FILE* stream)
{
    fputs("# fish completion for toi\n", stream);
    for (size_t i = 0; i < tool_command_count; ++i) {
        const tool_command* command = &tool_commands[i];
        fprintf(stream, "complete -c toi -n __fish_use_subcommand -f -a %s -d '", command->name);
        write_plain(stream, command->summary);
        fputs("'\n", stream);
        for (size_t k = 0; k < tool_option_count; ++k) {
            if (tool_options[k].commands & command->bit) {
                write_fish_option(stream, command, &tool_options[k]);
            }
        }
    }
}

bool tool_write_completion(FILE* stream, const char* shell)
{
    static const struct {
        const char* name;
        void (*write)(FILE*);
    } shells[] = {{"bash", write_bash}, {"zsh", write_zsh}, {"fish", write_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; ++i) {
        if (strcmp(shells[i].name, shell) == 0) {
            shells[i].write(stream);
            return true;
        }
    }
    return false;
}
