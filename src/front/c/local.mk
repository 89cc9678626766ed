libpwqo_core_la_SOURCES += \
	src/front/c/cerror.c src/front/c/cerror.h \
	src/front/c/cfinish.c src/front/c/cfinish.h \
	src/front/c/cfront.c src/front/c/cfront.h \
	src/front/c/cfuse.c src/front/c/cfuse.h \
	src/front/c/cghost.c src/front/c/cghost.h \
	src/front/c/cheaders.c src/front/c/cheaders.h \
	src/front/c/cir.c src/front/c/cir.h \
	src/front/c/clex.c src/front/c/clex.h \
	src/front/c/cnotes.c src/front/c/cnotes.h \
	src/front/c/cparse.c src/front/c/cparse.h \
	src/front/c/cparse_builtin.c \
	src/front/c/cparse_decl.c \
	src/front/c/cparse_expr.c \
	src/front/c/cparse_stmt.c \
	src/front/c/cparser.h \
	src/front/c/cpp.c src/front/c/cpp.h \
	src/front/c/cprint.c src/front/c/cprint.h \
	src/front/c/crange.c src/front/c/crange.h \
	src/front/c/cresidue.c src/front/c/cresidue.h \
	src/front/c/ctran.h src/front/c/ctrans.h \
	src/front/c/ctran_arith.c \
	src/front/c/ctran_atomic.c \
	src/front/c/ctran_call.c \
	src/front/c/ctran_child.c \
	src/front/c/ctran_handle.c \
	src/front/c/ctran_emit.c \
	src/front/c/ctran_expr.c \
	src/front/c/ctran_init.c \
	src/front/c/ctran_loop.c \
	src/front/c/ctran_memory.c \
	src/front/c/ctran_obj.c \
	src/front/c/ctran_order.c \
	src/front/c/ctran_place.c \
	src/front/c/ctran_row.c \
	src/front/c/ctran_stmt.c \
	src/front/c/ctran_sync.c \
	src/front/c/ctran_thread.c \
	src/front/c/ctree.h \
	src/front/c/ctype.c \
	src/front/c/cunset.c src/front/c/cunset.h
