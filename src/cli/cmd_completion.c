/* pwqo completion: scripts that complete commands, options and choices, from the tables of the
 * command line. */
#include <string.h>

#include "cli/app.h"
#include "cli/words.h"

/* The words that can follow: choices of an option, or NULL where a file name or free text follows.
 */
static const char *choices(const struct pw_option *o)
{
    return o->kind == PW_KIND_CHOICE ? o->arg : NULL;
}

static bool common(const struct pw_option *o)
{
    return !strcmp(o->commands, "*");
}

/* Text without what the quotes of all three shells would take for their own. */
static void quoted(const char *text, struct pw_strbuf *out)
{
    for (const char *s = text; *s; s++)
        if (strchr("'\"\\`$[]:", *s))
            pw_strbuf_putc(out, *s == '[' || *s == ']' || *s == ':' ? ',' : ' ');
        else
            pw_strbuf_putc(out, *s);
}

static void split_choices(const char *list, struct pw_strbuf *out)
{
    for (const char *s = list; *s; s++)
        pw_strbuf_putc(out, *s == '|' ? ' ' : *s);
}

/* --- bash --- */

static void bash_options(const char *command, struct pw_strbuf *out)
{
    for (size_t i = 0; i < pw_option_table.n; i++) {
        const struct pw_option *o = &pw_option_table.at[i];
        if (common(o) != !*command || (*command && !pw_options_belongs(o, command))) continue;
        pw_strbuf_printf(out, " --%s%s", o->name, pw_options_takes_value(o) ? "=" : "");
        if (o->letter) pw_strbuf_printf(out, " -%c", o->letter);
    }
}

static void bash_values(struct pw_strbuf *out)
{
    for (size_t i = 0; i < pw_option_table.n; i++) {
        const struct pw_option *o = &pw_option_table.at[i];
        if (!choices(o)) continue;
        pw_strbuf_printf(out, "    --%s) words='", o->name);
        split_choices(choices(o), out);
        pw_strbuf_puts(out, "' ;;\n");
    }
}

static void bash_commands(struct pw_strbuf *out)
{
    for (size_t i = 0; i < pw_commands_n; i++) {
        pw_strbuf_printf(out, "    %s) words='", pw_commands[i].name);
        bash_options(pw_commands[i].name, out);
        pw_strbuf_puts(out, "' ;;\n");
    }
}

static void command_names(struct pw_strbuf *out)
{
    for (size_t i = 0; i < pw_commands_n; i++)
        pw_strbuf_printf(out, "%s%s", i ? " " : "", pw_commands[i].name);
}

/* Readline takes '=' for the end of a word: a value arrives as the word after "--option" "=". */
static void print_bash(struct pw_strbuf *out)
{
    pw_strbuf_puts(
        out,
        "# bash completion of pwqo; made by 'pwqo completion bash'\n"
        "_pwqo() {\n    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
        "    local command='' words='' all='");
    command_names(out);
    pw_strbuf_puts(
        out, "'\n    local i\n    for ((i = 1; i < COMP_CWORD; i++)); do\n"
             "        case ${COMP_WORDS[i]} in [a-z]*) command=${COMP_WORDS[i]}; break ;; esac\n   "
             " done\n"
             "    [[ $word != '=' ]] || { before='='; word=''; COMP_CWORD=$((COMP_CWORD + 1)); }\n"
             "    [[ $before != '=' ]] || before=${COMP_WORDS[COMP_CWORD-2]}\n"
             "    case $before in\n");
    bash_values(out);
    pw_strbuf_puts(out, "    esac\n    if [[ -n $words ]]; then\n"
                        "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n    "
                        "    return\n    fi\n"
                        "    if [[ -z $command ]]; then words=$all; else case $command in\n");
    bash_commands(out);
    pw_strbuf_puts(
        out, "    esac; fi\n    case $command in\n    help) words=\"$words $all\" ;;\n"
             "    completion) words=\"$words bash zsh fish\" ;;\n    explain) words=\"$words ");
    pw_words_names(out);
    pw_strbuf_puts(out, "\" ;;\n    esac\n    words=\"$words");
    bash_options("", out);
    pw_strbuf_puts(out, "\"\n    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
                        "    [[ ${COMPREPLY[0]-} != *= || ${#COMPREPLY[@]} != 1 ]] || compopt -o "
                        "nospace 2>/dev/null\n"
                        "    [[ ${#COMPREPLY[@]} != 0 ]] || compopt -o default 2>/dev/null\n"
                        "}\ncomplete -F _pwqo pwqo\n");
}

/* --- zsh --- */

static void zsh_option(const struct pw_option *o, struct pw_strbuf *out)
{
    const char *often = o->kind == PW_KIND_LIST || o->kind == PW_KIND_COUNT ? "*" : "";
    const char *equals = pw_options_takes_value(o) ? "=" : "";
    if (o->letter)
        pw_strbuf_printf(out, " \\\n            '%s'{-%c%s,--%s%s}'[", often, o->letter,
                         *equals ? "+" : "", o->name, equals);
    else
        pw_strbuf_printf(out, " \\\n            '%s--%s%s[", often, o->name, equals);
    quoted(o->help, out);
    pw_strbuf_putc(out, ']');
    if (choices(o)) {
        pw_strbuf_puts(out, ":choice:(");
        split_choices(choices(o), out);
        pw_strbuf_putc(out, ')');
    } else if (pw_options_takes_value(o)) {
        pw_strbuf_puts(out, ":");
        quoted(o->arg, out);
        pw_strbuf_puts(out, o->kind == PW_KIND_TEXT ? ":_files" : ": ");
    }
    pw_strbuf_putc(out, '\'');
}

static void zsh_help(struct pw_strbuf *out)
{
    pw_strbuf_puts(out, " \\\n            '1:command:(");
    command_names(out);
    pw_strbuf_puts(out, ")' ;;\n");
}

static void zsh_explain(struct pw_strbuf *out)
{
    pw_strbuf_puts(out, " \\\n            '1:word:(");
    pw_words_names(out);
    pw_strbuf_puts(out, ")' ;;\n");
}

static void zsh_arguments(const struct pw_command *c, struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "    %s)\n        _arguments -s", c->name);
    for (size_t i = 0; i < pw_option_table.n; i++)
        if (pw_options_belongs(&pw_option_table.at[i], c->name))
            zsh_option(&pw_option_table.at[i], out);
    if (!strcmp(c->name, "completion"))
        pw_strbuf_puts(out, " \\\n            '1:shell:(bash zsh fish)' ;;\n");
    else if (!strcmp(c->name, "help"))
        zsh_help(out);
    else if (!strcmp(c->name, "explain"))
        zsh_explain(out);
    else
        pw_strbuf_puts(out, " \\\n            '*:file:_files' ;;\n");
}

static void print_zsh(struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "#compdef pwqo\n# zsh completion of pwqo; made by 'pwqo completion zsh'\n"
                        "_pwqo() {\n    local -a commands\n    commands=(\n");
    for (size_t i = 0; i < pw_commands_n; i++) {
        pw_strbuf_printf(out, "        '%s:", pw_commands[i].name);
        quoted(pw_commands[i].line, out);
        pw_strbuf_puts(out, "'\n");
    }
    pw_strbuf_puts(out, "    )\n    if (( CURRENT == 2 )); then\n        _describe command "
                        "commands\n        return\n    fi\n"
                        "    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    "
                        "case $command in\n");
    for (size_t i = 0; i < pw_commands_n; i++)
        zsh_arguments(&pw_commands[i], out);
    pw_strbuf_puts(out, "    esac\n}\nif [[ $funcstack[1] = _pwqo ]]; then _pwqo \"$@\"; else "
                        "compdef _pwqo pwqo; fi\n");
}

/* --- fish --- */

static void fish_option(const struct pw_option *o, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "complete -c pwqo");
    if (!common(o)) pw_strbuf_printf(out, " -n '__fish_seen_subcommand_from %s'", o->commands);
    pw_strbuf_printf(out, " -l %s", o->name);
    if (o->letter) pw_strbuf_printf(out, " -s %c", o->letter);
    if (choices(o))
        pw_strbuf_puts(out, " -x -a '"), split_choices(choices(o), out), pw_strbuf_putc(out, '\'');
    else if (o->kind == PW_KIND_TEXT)
        pw_strbuf_puts(out, " -r -F");
    else if (pw_options_takes_value(o))
        pw_strbuf_puts(out, " -x");
    pw_strbuf_puts(out, " -d '");
    quoted(o->help, out);
    pw_strbuf_puts(out, "'\n");
}

static void print_fish(struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "# fish completion of pwqo; made by 'pwqo completion fish'\n");
    for (size_t i = 0; i < pw_commands_n; i++) {
        pw_strbuf_printf(out, "complete -c pwqo -n __fish_use_subcommand -a %s -d '",
                         pw_commands[i].name);
        quoted(pw_commands[i].line, out);
        pw_strbuf_puts(out, "'\n");
    }
    pw_strbuf_puts(
        out, "complete -c pwqo -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n"
             "complete -c pwqo -n '__fish_seen_subcommand_from help' -f -a '");
    command_names(out);
    pw_strbuf_puts(out, "'\ncomplete -c pwqo -n '__fish_seen_subcommand_from explain' -f -a '");
    pw_words_names(out);
    pw_strbuf_puts(out, "'\n");
    for (size_t i = 0; i < pw_option_table.n; i++)
        fish_option(&pw_option_table.at[i], out);
}

static const struct {
    const char *shell;
    void (*print)(struct pw_strbuf *out);
} shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};

int pw_cmd_completion(struct pw_app *app)
{
    struct pw_strbuf out = {0};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (!strcmp(shells[i].shell, app->files[0])) shells[i].print(&out);
    int exit =
        out.n ? pw_app_out(app, &out)
              : pw_app_usage(app, "there is no completion for '%.60s'; bash, zsh and fish have one",
                             app->files[0]);
    pw_strbuf_clear(&out);
    return exit;
}
