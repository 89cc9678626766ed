libpwqo_core_la_SOURCES += \
	src/cert/cert_hints.c src/cert/cert_hints.h src/cert/cert_net.c src/cert/cert_parts.c src/cert/cert_parts.h src/cert/cert_read.c src/cert/cert_template.c \
	src/cert/cert_finite.c src/cert/cert_finite.h src/cert/cert_finite_read.c src/cert/cert_split.c \
	src/cert/cert_pairs.c src/cert/cert_pairs.h src/cert/cert_pairs_read.c src/cert/pairs_obligations.c src/cert/pairs_ask.h src/cert/looks_obligations.c src/cert/nobody_obligations.c \
	src/cert/cert_pairsets.c src/cert/cert_pairsets.h \
	src/cert/cert_write.c src/cert/cert_write.h src/cert/certificate.h
