#include "cover/forward.h"
void pw_forward_init(struct pw_forward *f, const struct pw_system *sys, const struct pw_slice *slice, struct pw_cover_stats *stats){(void)slice;(void)stats;f->sys=sys;}
void pw_forward_clear(struct pw_forward *f){(void)f;}
enum pw_forward_state pw_forward_run(struct pw_forward *f, uint64_t until){(void)f;(void)until;return PW_FORWARD_STUCK;}
bool pw_forward_plan(struct pw_forward *f, struct pw_plan *plan){(void)f;(void)plan;return false;}
void pw_forward_export(const struct pw_forward *f, struct pw_cover_result *r){(void)f;(void)r;}
