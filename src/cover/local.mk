libpwqo_core_la_SOURCES += \
	src/cover/backward.c src/cover/backward.h \
	src/cover/cone.c src/cover/cone.h \
	src/cover/directed.c src/cover/directed.h \
	src/cover/distance.c src/cover/distance.h \
	src/cover/forward.c src/cover/forward.h src/cover/forward_plan.c \
	src/cover/fuse.c src/cover/fuse.h src/cover/fuse_lift.c \
	src/cover/plenty.c src/cover/plenty.h \
	src/cover/ideal.c src/cover/ideal.h \
	src/cover/init.c src/cover/init.h \
	src/cover/linear.c src/cover/linear.h \
	src/cover/merge.c src/cover/merge.h src/cover/merge_lift.c \
	src/cover/net.c src/cover/net.h \
	src/cover/queue.c src/cover/queue.h \
	src/cover/pre.c src/cover/pre.h \
	src/cover/probe.c src/cover/probe.h \
	src/cover/replay.c \
	src/cover/search.c src/cover/search.h \
	src/cover/slice.c src/cover/slice.h \
	src/cover/system.c src/cover/system.h \
	src/cover/tableau.c src/cover/tableau.h \
	src/cover/together.c src/cover/together.h \
	src/cover/trace.c src/cover/trace.h \
	src/cover/upset.c src/cover/upset.h
