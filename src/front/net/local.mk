libpwqo_core_la_SOURCES += \
	src/front/net/lola.c \
	src/front/net/netscan.c src/front/net/netscan.h \
	src/front/net/pnml.c \
	src/front/net/ptnet.c src/front/net/ptnet.h \
	src/front/net/spec.c \
	src/front/net/spec_encode.c src/front/net/spec_encode.h \
	src/front/net/spec_exact.c src/front/net/spec_exact.h \
	src/front/net/tts.c \
	src/front/net/xml.c src/front/net/xml.h
