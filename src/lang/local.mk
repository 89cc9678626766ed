libpwqo_core_la_SOURCES += \
	src/lang/ast.h \
	src/lang/build.c src/lang/build.h \
	src/lang/check.c src/lang/check.h \
	src/lang/elaborate.c src/lang/elaborate.h \
	src/lang/concrete.c src/lang/concrete.h \
	src/lang/expr.c src/lang/expr.h \
	src/lang/format.c src/lang/format.h \
	src/lang/formula.c src/lang/formula.h \
	src/lang/graph.c src/lang/graph.h \
	src/lang/interp.c src/lang/interp.h \
	src/lang/layout.c \
	src/lang/lexer.c src/lang/lexer.h \
	src/lang/lower.c src/lang/lower.h \
	src/lang/parser.c src/lang/parser_expr.c src/lang/parser_stmt.c src/lang/parser.h \
	src/lang/program.c src/lang/program.h \
	src/lang/program_print.c \
	src/lang/scope.c src/lang/scope.h \
	src/lang/statebag.c src/lang/statebag.h \
	src/lang/step.c
