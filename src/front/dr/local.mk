libpwqo_core_la_SOURCES += \
	src/front/dr/ast.h \
	src/front/dr/check.c src/front/dr/check.h \
	src/front/dr/dr.c src/front/dr/dr.h \
	src/front/dr/elaborate.c src/front/dr/elaborate.h \
	src/front/dr/family.c src/front/dr/family.h \
	src/front/dr/format.c src/front/dr/format.h \
	src/front/dr/formula.c src/front/dr/formula.h \
	src/front/dr/layout.c \
	src/front/dr/lexer.c src/front/dr/lexer.h \
	src/front/dr/lower.c src/front/dr/lower.h \
	src/front/dr/parser.c src/front/dr/parser_expr.c src/front/dr/parser_stmt.c src/front/dr/parser.h \
	src/front/dr/parts.c src/front/dr/parts.h \
	src/front/dr/scope.c src/front/dr/scope.h
