libpwqo_core_la_SOURCES += \
	src/lsp/answer.c src/lsp/answer.h \
	src/lsp/document.c src/lsp/document.h \
	src/lsp/frame.c src/lsp/frame.h \
	src/lsp/job.c src/lsp/job.h \
	src/lsp/outline.c src/lsp/outline.h \
	src/lsp/position.c src/lsp/position.h \
	src/lsp/server.c src/lsp/server.h
