# The library that is installed: static and shared, with the names of pwqo.h as its only exported symbols.
lib_LTLIBRARIES += libpwqo.la
libpwqo_la_SOURCES = \
	src/api/pwqo.c \
	src/api/settings.c src/api/settings.h
libpwqo_la_LIBADD = libpwqo_core.la
libpwqo_la_LDFLAGS = -no-undefined -version-info 0:0:0 -export-symbols-regex '^pwqo_'
include_HEADERS += include/pwqo.h
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = pwqo.pc
