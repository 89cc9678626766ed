#!/bin/sh
# The job-array script: its elements and its merge step, run by hand, give what one batch gives. With PWQO_TEST_SLURM=1 the script is also submitted.
. "$(dirname -- "$0")/lib.sh"

for word in safe unsafe unknown crash malformed; do model "m/$word.dr" "$word"; done
model "m/with space's.dr" safe "truth: safe"
cd "$tmp" || exit 99
gives "--emit needs --out" 64 batch m --emit=slurm
gives "--emit" 0 batch m --program="$FAKE" --sweep K=1..2 --time-limit=30 --memory-limit=100 -D X=1 --emit=slurm --out=r
cp out job.sh
holds "it is a shell script" sh -n job.sh
prints "it asks for an array" "#SBATCH --array=1-12"
prints "it asks for memory" "#SBATCH --mem=189M"
holds "nothing was run" test ! -e r
for k in 12 3 1 2 4 5 6 7 9 8 10; do SLURM_ARRAY_TASK_ID=$k sh job.sh || not_ok "element $k"; done
sh job.sh merge >merged 2>&1
gives "directly" 0 batch m --program="$FAKE" --sweep K=1..2 --time-limit=30 --memory-limit=100 -D X=1 --out=d
cut -f1-7 r/results.tsv >r.tsv
cut -f1-7 d/results.tsv | cmp -s - r.tsv && ok "the same rows, the element that was left out included" || not_ok "the same rows"
same "merged from parts: only one was run by the merge step" 11 "$(cat r/part.*/journal | grep -cv '^pwqo-batch-journal')"
printf '#!/bin/sh\necho "$@" >>submitted\necho 17\n' >sbatch
chmod +x sbatch
PATH=$tmp:$PATH sh job.sh >/dev/null || not_ok "submission"
same "submits the array" "--parsable $tmp/job.sh" "$(head -n 1 submitted)"
same "submits the merge step after it" "--array=1 --output=r/merge.log --dependency=afterany:17 r/merge.sh merge" "$(tail -n 1 submitted)"

for i in $(seq 1 30); do model "many/f$i.dr" safe; done
gives "many tasks share elements" 0 batch many --sweep K=1..50 --emit=slurm --out=x
prints "many: the array" "#SBATCH --array=1-750"
prints "many: two each" "chunk=2"

if [ -n "${PWQO_TEST_SLURM-}" ] && command -v sinfo >/dev/null 2>&1 && sinfo -h -o %T 2>/dev/null | grep -q idle; then
    rm -rf r
    sh job.sh >/dev/null || not_ok "sbatch"
    n=0
    until [ -s r/results.tsv ] || [ $n -gt 120 ]; do sleep 0.5; n=$((n + 1)); done
    cut -f1-7 r/results.tsv | cmp -s - r.tsv && ok "on a real cluster of one node" || not_ok "on a real cluster of one node"
else
    skip "not tried on a cluster: needs PWQO_TEST_SLURM=1 and Slurm with an idle node"
fi
finish
