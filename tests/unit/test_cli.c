/* The tables of the program: options, commands, exit codes. */
#include "unit/unit.h"

#include <string.h>

#include "cli/app.h"

START_TEST(the_option_table_is_sound)
{
    const char *wrong = pw_options_check(pw_option_table);
    ck_assert_msg(!wrong, "option '--%s': order, default, argument or letter", wrong);
}
END_TEST

START_TEST(commands_are_distinct_and_described)
{
    for (size_t i = 0; i < pw_commands_n; i++) {
        const struct pw_command *c = &pw_commands[i];
        ck_assert(*c->name && *c->line && *c->text && c->run);
        ck_assert(c->fewest >= 0 && (c->most == -1 || c->most >= c->fewest));
        for (size_t k = 0; k < i; k++)
            ck_assert_str_ne(pw_commands[k].name, c->name);
    }
}
END_TEST

/* The manual and the help of each command name the same options. */
START_TEST(manual_and_help_agree)
{
    struct pw_strbuf man = {0}, help = {0}, both = {0};
    pw_help_man(&man);
    for (size_t k = 0; k < pw_commands_n; k++) {
        pw_help_command(&pw_commands[k], &help);
        for (size_t i = 0; i < pw_option_table.n; i++) {
            const struct pw_option *o = &pw_option_table.at[i];
            if (!pw_options_belongs(o, pw_commands[k].name)) continue;
            pw_strbuf_reset(&both);
            pw_strbuf_printf(&both, "--%s", o->name);
            ck_assert_ptr_nonnull(strstr(pw_strbuf_text(&help), pw_strbuf_text(&both)));
            pw_strbuf_reset(&both);
            pw_options_roff("--", &both);
            pw_options_roff(o->name, &both);
            ck_assert_ptr_nonnull(strstr(pw_strbuf_text(&man), pw_strbuf_text(&both)));
        }
        pw_strbuf_reset(&help);
    }
    pw_strbuf_clear(&man), pw_strbuf_clear(&help), pw_strbuf_clear(&both);
}
END_TEST

/* 64..74 win over 10, 10 over 5, 5 over 0. */
START_TEST(the_worse_exit_wins)
{
    static const int order[] = {PW_EXIT_OK,   PW_EXIT_UNKNOWN, PW_EXIT_UNSAFE,   PW_EXIT_USAGE,
                                PW_EXIT_DATA, PW_EXIT_NOINPUT, PW_EXIT_INTERNAL, PW_EXIT_IO};
    static const int code[] = {0, 5, 10, 64, 65, 66, 70, 74};
    for (size_t i = 0; i < 8; i++) {
        ck_assert_int_eq(order[i], code[i]);
        for (size_t k = 0; k < 8; k++)
            ck_assert_int_eq(pw_exit_worse(order[i], order[k]), code[i > k ? i : k]);
    }
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, the_option_table_is_sound);
    tcase_add_test(c, commands_are_distinct_and_described);
    tcase_add_test(c, manual_and_help_agree);
    tcase_add_test(c, the_worse_exit_wins);
}

UNIT_MAIN("cli", tests)
