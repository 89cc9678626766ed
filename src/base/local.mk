libpwqo_core_la_SOURCES += \
	src/base/agenda.c src/base/agenda.h \
	src/base/arena.c src/base/arena.h \
	src/base/bits.h \
	src/base/debug.c src/base/debug.h \
	src/base/decimal.c src/base/decimal.h \
	src/base/diag.c src/base/diag.h \
	src/base/guard.c src/base/guard.h \
	src/base/jread.c src/base/jread.h \
	src/base/json.c src/base/json.h \
	src/base/limits.c src/base/limits.h \
	src/base/lines.c src/base/lines.h \
	src/base/mem.c src/base/mem.h \
	src/base/options.c src/base/options.h \
	src/base/order.c src/base/order.h \
	src/base/plural.c src/base/plural.h \
	src/base/progress.c src/base/progress.h \
	src/base/real.c src/base/real.h \
	src/base/sha256.c src/base/sha256.h \
	src/base/source.c src/base/source.h \
	src/base/stats.c src/base/stats.h \
	src/base/strbuf.c src/base/strbuf.h \
	src/base/table.c src/base/table.h \
	src/base/vec.c src/base/vec.h \
	src/base/verdict.c src/base/verdict.h
