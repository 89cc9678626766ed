#!/bin/sh
# mc.sh FILE.c OUT: builds an explicit-state explorer of the compiled C program FILE.c as OUT (sequential consistency; every memory access a scheduling point).
# Then: MC_N=threads MC_ARGC=argc [MC_BFS=1] [MC_TRACE=1] [MC_ND=0,1] [MC_LIMIT=states] OUT
d=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 1
t=$(mktemp -d) || exit 1
trap 'rm -rf "$t"' EXIT
so=$(dirname -- "$2")/libmc.so
[ -f "$so" ] || gcc -O2 -w -shared -fPIC -o "$so" "$d/mc.c" -ldl || exit 1
stub=$(dirname -- "$2")/mc_stub.o
[ -f "$stub" ] || gcc -O0 -w -c "$d/stub.c" -o "$stub" || exit 1
gcc -std=gnu11 -O0 -g -w -pthread -fsanitize=thread -fno-pie -ftrivial-auto-var-init=zero -I"$d/inc" -Dmain=prog_main -Dmalloc=mc_malloc -Dcalloc=mc_calloc -Dfree=mc_free -Dmemcpy=mc_memcpy -Dmemmove=mc_memmove -Dmemset=mc_memset -c "$1" -o "$t/prog.o" &&
gcc -no-pie -o "$2" "$stub" "$t/prog.o" -L"$(dirname -- "$2")" -Wl,-rpath,"$(CDPATH='' cd -- "$(dirname -- "$2")" && pwd)" -lmc
