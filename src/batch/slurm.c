/* slurm.c -- see slurm.h */
#include "batch/slurm.h"

#include <string.h>

#include "base/real.h"

void pw_slurm_quote(const char *text, struct pw_strbuf *out)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%";
    if (*text && text[strspn(text, plain)] == '\0') {
        pw_strbuf_puts(out, text);
        return;
    }
    pw_strbuf_putc(out, '\'');
    for (; *text; text++) {
        if (*text == '\'')
            pw_strbuf_puts(out, "'\\''");
        else
            pw_strbuf_putc(out, *text);
    }
    pw_strbuf_putc(out, '\'');
}

static void put_setting(const char *name, const char *value, struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "%s=", name);
    pw_slurm_quote(value, out);
    pw_strbuf_putc(out, '\n');
}

/* Requests: the limits of the tasks and some room, rounded up; none where a limit is missing, so
 * that the cluster's defaults hold. */
static void put_requests(const struct pw_slurm *s, size_t chunk, size_t elements,
                         struct pw_strbuf *out)
{
    pw_strbuf_puts(
        out, "#SBATCH --job-name=pwqo-batch\n#SBATCH --ntasks=1\n#SBATCH --cpus-per-task=1\n");
    pw_strbuf_printf(out, "#SBATCH --array=1-%zu\n", elements);
    if (s->time_limit > 0)
        pw_strbuf_printf(out, "#SBATCH --time=%.0f\n",
                         pw_real_ceil((s->time_limit * 1.1 + 2) * (double)chunk / 60) + 1);
    if (s->memory_limit > 0)
        pw_strbuf_printf(out, "#SBATCH --mem=%.0fM\n", pw_real_ceil(s->memory_limit * 1.25) + 64);
    pw_strbuf_puts(out, "#SBATCH --output=/dev/null\n");
}

static void put_command(const struct pw_slurm *s, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "run() {\n    \"$pwqo\" batch \"$@\"");
    for (size_t i = 0; i < s->n_arguments; i++) {
        pw_strbuf_putc(out, ' ');
        pw_slurm_quote(s->arguments[i], out);
    }
    pw_strbuf_puts(out, "\n}\n\n");
}

static const char body[] =
    "element() {\n"
    "    low=$((($1 - 1) * chunk + 1))\n"
    "    high=$(($1 * chunk))\n"
    "    test \"$high\" -le \"$tasks\" || high=$tasks\n"
    "    run --quiet --jobs=1 --only=\"$low..$high\" --out=\"$out/part.$1\" --resume "
    ">\"$out/part.$1.log\" 2>&1\n"
    "    status=$?\n"
    "    # 5 and 10 are answers, see EXIT STATUS in pwqo(1); an element fails when the batch "
    "itself did.\n"
    "    test \"$status\" -eq 0 || test \"$status\" -eq 5 || test \"$status\" -eq 10\n"
    "}\n\n"
    "merge() {\n"
    "    first=yes\n"
    "    for part in \"$out\"/part.*/journal; do\n"
    "        test -f \"$part\" || continue\n"
    "        if test \"$first\" = yes; then cat \"$part\"; else tail -n +2 \"$part\"; fi\n"
    "        first=no\n"
    "    done >\"$out/journal\"\n"
    "    run --jobs=\"${SLURM_CPUS_PER_TASK:-1}\" --out=\"$out\" --resume\n"
    "}\n\n"
    "self=$(cd \"$(dirname \"$0\")\" && pwd)/$(basename \"$0\")\n"
    "cd \"$folder\" && mkdir -p \"$out\" || exit 1\n"
    "if test \"${1-}\" = merge; then\n"
    "    merge\n"
    "elif test -n \"${SLURM_ARRAY_TASK_ID-}\"; then\n"
    "    element \"$SLURM_ARRAY_TASK_ID\"\n"
    "else\n"
    "    job=$(sbatch --parsable \"$self\") || exit 1\n"
    "    job=${job%%;*}\n"
    "    cp \"$self\" \"$out/merge.sh\" &&\n"
    "    sbatch --array=1 --output=\"$out/merge.log\" --dependency=\"afterany:$job\" "
    "\"$out/merge.sh\" merge\n"
    "fi\n";

void pw_slurm_write(const struct pw_slurm *s, struct pw_strbuf *out)
{
    size_t chunk = (s->tasks + PW_SLURM_ELEMENTS - 1) / PW_SLURM_ELEMENTS;
    if (chunk == 0) chunk = 1;
    size_t elements = s->tasks ? (s->tasks + chunk - 1) / chunk : 1;
    pw_strbuf_puts(out, "#!/bin/sh\n");
    put_requests(s, chunk, elements, out);
    pw_strbuf_printf(out,
                     "#\n# %zu tasks in %zu array elements. On the cluster:  sh THIS    submits "
                     "the array and, after it, the merge step.\n"
                     "# By hand:  SLURM_ARRAY_TASK_ID=k sh THIS    runs element k,    sh THIS "
                     "merge    writes the reports.\n\n",
                     s->tasks, elements);
    put_setting("pwqo", s->program, out);
    put_setting("folder", s->folder, out);
    put_setting("out", s->out, out);
    pw_strbuf_printf(out, "tasks=%zu\nchunk=%zu\n\n", s->tasks, chunk);
    put_command(s, out);
    pw_strbuf_puts(out, body);
}
