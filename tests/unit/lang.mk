check_PROGRAMS += tests/unit/test_lang
TESTS += tests/unit/test_lang
tests_unit_test_lang_SOURCES = tests/unit/test_lang.c tests/unit/unit.h
tests_unit_test_lang_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_lang_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_lang_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/test_lang_random
TESTS += tests/unit/test_lang_random
tests_unit_test_lang_random_SOURCES = tests/unit/test_lang_random.c tests/unit/unit.h \
	tests/oracle/program_oracle.c tests/oracle/program_oracle.h \
	tests/tools/gen_tree.c tests/tools/gen_print.c tests/tools/gen_tree.h
tests_unit_test_lang_random_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_lang_random_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_lang_random_LDADD = $(UNIT_LIBS)

# The random generator and the shrinker as programs, for other tests and for people.
check_PROGRAMS += tests/tools/gen_dr
tests_tools_gen_dr_SOURCES = tests/tools/gen_dr.c tests/tools/gen_tree.c tests/tools/gen_print.c tests/tools/gen_tree.h
tests_tools_gen_dr_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_tools_gen_dr_LDADD = libpwqo_core.la

check_PROGRAMS += tests/tools/shrink_dr
tests_tools_shrink_dr_SOURCES = tests/tools/shrink_dr.c

# The corpus of the fuzzer, once through.
check_PROGRAMS += tests/fuzz/fuzz_dr
tests_fuzz_fuzz_dr_SOURCES = tests/fuzz/fuzz_dr.c
tests_fuzz_fuzz_dr_CPPFLAGS = $(UNIT_CPPFLAGS) -DREPLAY
tests_fuzz_fuzz_dr_LDADD = libpwqo_core.la
check_PROGRAMS += tests/fuzz/fuzz_readers
tests_fuzz_fuzz_readers_SOURCES = tests/fuzz/fuzz_readers.c
tests_fuzz_fuzz_readers_CPPFLAGS = $(UNIT_CPPFLAGS) -DREPLAY
tests_fuzz_fuzz_readers_LDADD = libpwqo_core.la
check_PROGRAMS += tests/fuzz/fuzz_c
tests_fuzz_fuzz_c_SOURCES = tests/fuzz/fuzz_c.c
tests_fuzz_fuzz_c_CPPFLAGS = $(UNIT_CPPFLAGS) -DREPLAY
tests_fuzz_fuzz_c_LDADD = libpwqo_core.la
EXTRA_DIST += tests/oracle/lowered.py tests/oracle/protocols.py tests/oracle/blocks.py
EXTRA_DIST += tests/fuzz/README tests/fuzz/libfuzzer tests/fuzz/dr.dict doc/language.md

# From outside: messages about bad files, the commands fmt and explore.
LANG_TESTS = tests/bad/run.sh tests/lang/arrays.sh tests/lang/explore.sh tests/lang/labels.sh tests/lang/lower.sh tests/lang/tools.sh tests/fuzz/replay.sh
TESTS += $(LANG_TESTS)
EXTRA_DIST += $(LANG_TESTS) $(BAD_FILES)
tests/bad/run.log tests/lang/explore.log tests/lang/labels.log tests/lang/arrays.log: pwqo$(EXEEXT)
tests/lang/tools.log: pwqo$(EXEEXT) tests/tools/gen_dr$(EXEEXT) tests/tools/shrink_dr$(EXEEXT)
tests/fuzz/replay.log: tests/fuzz/fuzz_dr$(EXEEXT) tests/fuzz/fuzz_readers$(EXEEXT) tests/fuzz/fuzz_c$(EXEEXT)
tests/lang/lower.log: pwqo$(EXEEXT) tests/tools/gen_dr$(EXEEXT) tests/tools/json_check$(EXEEXT)
BAD_FILES = \
	tests/bad/abstract_body.dr \
	tests/bad/abstract_body.err \
	tests/bad/abstract_count.dr \
	tests/bad/abstract_count.err \
	tests/bad/abstract_init.dr \
	tests/bad/abstract_init.err \
	tests/bad/abstract_int.dr \
	tests/bad/abstract_int.err \
	tests/bad/abstract_int_proc.dr \
	tests/bad/abstract_int_proc.err \
	tests/bad/abstract_label.dr \
	tests/bad/abstract_label.err \
	tests/bad/abstract_no_thread.dr \
	tests/bad/abstract_no_thread.err \
	tests/bad/abstract_predicate.dr \
	tests/bad/abstract_predicate.err \
	tests/bad/abstract_predicate_several.dr \
	tests/bad/abstract_predicate_several.err \
	tests/bad/abstract_twice.dr \
	tests/bad/abstract_twice.err \
	tests/bad/abstract_word.dr \
	tests/bad/abstract_word.err \
	tests/bad/ambiguous_local.dr \
	tests/bad/ambiguous_local.err \
	tests/bad/ambiguous_other.dr \
	tests/bad/ambiguous_other.err \
	tests/bad/array_abstract.dr \
	tests/bad/array_abstract.err \
	tests/bad/array_all.dr \
	tests/bad/array_all.err \
	tests/bad/array_const.dr \
	tests/bad/array_const.err \
	tests/bad/array_index_assigned.dr \
	tests/bad/array_index_assigned.err \
	tests/bad/array_index_declared.dr \
	tests/bad/array_index_declared.err \
	tests/bad/array_index_missing.dr \
	tests/bad/array_index_missing.err \
	tests/bad/array_index_name.dr \
	tests/bad/array_index_name.err \
	tests/bad/array_index_range.dr \
	tests/bad/array_index_range.err \
	tests/bad/array_index_variable.dr \
	tests/bad/array_index_variable.err \
	tests/bad/array_label_index.dr \
	tests/bad/array_label_index.err \
	tests/bad/array_local.dr \
	tests/bad/array_local.err \
	tests/bad/array_no_array.dr \
	tests/bad/array_no_array.err \
	tests/bad/array_no_threads.dr \
	tests/bad/array_no_threads.err \
	tests/bad/array_once.dr \
	tests/bad/array_once.err \
	tests/bad/array_size.dr \
	tests/bad/array_size.err \
	tests/bad/array_threads_label.dr \
	tests/bad/array_threads_label.err \
	tests/bad/array_threads_which.dr \
	tests/bad/array_threads_which.err \
	tests/bad/array_too_large.dr \
	tests/bad/array_too_large.err \
	tests/bad/array_twice.dr \
	tests/bad/array_twice.err \
	tests/bad/assign_compare.dr \
	tests/bad/assign_compare.err \
	tests/bad/assign_const.dr \
	tests/bad/assign_const.err \
	tests/bad/assign_count.dr \
	tests/bad/assign_count.err \
	tests/bad/assign_expression.dr \
	tests/bad/assign_expression.err \
	tests/bad/assign_minusminus.dr \
	tests/bad/assign_minusminus.err \
	tests/bad/assign_plus.dr \
	tests/bad/assign_plus.err \
	tests/bad/assign_plusplus.dr \
	tests/bad/assign_plusplus.err \
	tests/bad/at_in_init.dr \
	tests/bad/at_in_init.err \
	tests/bad/at_in_statement.dr \
	tests/bad/at_in_statement.err \
	tests/bad/at_no_label.dr \
	tests/bad/at_no_label.err \
	tests/bad/atomic_label.dr \
	tests/bad/atomic_label.err \
	tests/bad/atomic_loop.dr \
	tests/bad/atomic_loop.err \
	tests/bad/atomic_proc_loop.dr \
	tests/bad/atomic_proc_loop.err \
	tests/bad/brace_extra.dr \
	tests/bad/brace_extra.err \
	tests/bad/brace_missing.dr \
	tests/bad/brace_missing.err \
	tests/bad/brace_missing_thread.dr \
	tests/bad/brace_missing_thread.err \
	tests/bad/break_outside.dr \
	tests/bad/break_outside.err \
	tests/bad/call_count.dr \
	tests/bad/call_count.err \
	tests/bad/call_in_expression.dr \
	tests/bad/call_in_expression.err \
	tests/bad/call_no_value.dr \
	tests/bad/call_no_value.err \
	tests/bad/call_two_targets.dr \
	tests/bad/call_two_targets.err \
	tests/bad/call_type.dr \
	tests/bad/call_type.err \
	tests/bad/call_value_type.dr \
	tests/bad/call_value_type.err \
	tests/bad/cas_alone.dr \
	tests/bad/cas_alone.err \
	tests/bad/cas_in_condition.dr \
	tests/bad/cas_in_condition.err \
	tests/bad/char_control.dr \
	tests/bad/char_control.err \
	tests/bad/char_hash.dr \
	tests/bad/char_hash.err \
	tests/bad/char_stray.dr \
	tests/bad/char_stray.err \
	tests/bad/char_utf8.dr \
	tests/bad/char_utf8.err \
	tests/bad/comment_open.dr \
	tests/bad/comment_open.err \
	tests/bad/condition_assign.dr \
	tests/bad/condition_assign.err \
	tests/bad/condition_bare.dr \
	tests/bad/condition_bare.err \
	tests/bad/condition_empty.dr \
	tests/bad/condition_empty.err \
	tests/bad/const_order.dr \
	tests/bad/const_order.err \
	tests/bad/const_variable.dr \
	tests/bad/const_variable.err \
	tests/bad/const_without_value.dr \
	tests/bad/const_without_value.err \
	tests/bad/continue_outside.dr \
	tests/bad/continue_outside.err \
	tests/bad/count_in_predicate.dr \
	tests/bad/count_in_predicate.err \
	tests/bad/count_no_label.dr \
	tests/bad/count_no_label.err \
	tests/bad/count_variable.dr \
	tests/bad/count_variable.err \
	tests/bad/count_zero.dr \
	tests/bad/count_zero.err \
	tests/bad/declaration_in_body.dr \
	tests/bad/declaration_in_body.err \
	tests/bad/declared_local_twice.dr \
	tests/bad/declared_local_twice.err \
	tests/bad/declared_twice.dr \
	tests/bad/declared_twice.err \
	tests/bad/deep_blocks.dr \
	tests/bad/deep_blocks.err \
	tests/bad/deep_parentheses.dr \
	tests/bad/deep_parentheses.err \
	tests/bad/division_by_variable.dr \
	tests/bad/division_by_variable.err \
	tests/bad/division_by_zero.dr \
	tests/bad/division_by_zero.err \
	tests/bad/do_loop.dr \
	tests/bad/do_loop.err \
	tests/bad/else_alone.dr \
	tests/bad/else_alone.err \
	tests/bad/for_loop.dr \
	tests/bad/for_loop.err \
	tests/bad/foreign_local.dr \
	tests/bad/foreign_local.err \
	tests/bad/init_order.dr \
	tests/bad/init_order.err \
	tests/bad/invariant_count.dr \
	tests/bad/invariant_count.err \
	tests/bad/invariant_type.dr \
	tests/bad/invariant_type.err \
	tests/bad/keyword_label.dr \
	tests/bad/keyword_label.err \
	tests/bad/keyword_name.dr \
	tests/bad/keyword_name.err \
	tests/bad/label_elsewhere.dr \
	tests/bad/label_elsewhere.err \
	tests/bad/label_twice.dr \
	tests/bad/label_twice.err \
	tests/bad/local_in_proc.dr \
	tests/bad/local_in_proc.err \
	tests/bad/local_late.dr \
	tests/bad/local_late.err \
	tests/bad/local_like_shared.dr \
	tests/bad/local_like_shared.err \
	tests/bad/local_outside.dr \
	tests/bad/local_outside.err \
	tests/bad/looks_abstract.dr \
	tests/bad/looks_abstract.err \
	tests/bad/looks_abstract_property.dr \
	tests/bad/looks_abstract_property.err \
	tests/bad/looks_in_predicate.dr \
	tests/bad/looks_in_predicate.err \
	tests/bad/looks_in_unsafe.dr \
	tests/bad/looks_in_unsafe.err \
	tests/bad/looks_many_some.dr \
	tests/bad/looks_many_some.err \
	tests/bad/looks_mixed.dr \
	tests/bad/looks_mixed.err \
	tests/bad/looks_mixed_after.dr \
	tests/bad/looks_mixed_after.err \
	tests/bad/looks_move.dr \
	tests/bad/looks_move.err \
	tests/bad/looks_move_mutex.dr \
	tests/bad/looks_move_mutex.err \
	tests/bad/looks_move_shared.dr \
	tests/bad/looks_move_shared.err \
	tests/bad/looks_nested.dr \
	tests/bad/looks_nested.err \
	tests/bad/looks_nested_set.dr \
	tests/bad/looks_nested_set.err \
	tests/bad/looks_no_other.dr \
	tests/bad/looks_no_other.err \
	tests/bad/looks_no_other_some.dr \
	tests/bad/looks_no_other_some.err \
	tests/bad/looks_outside.dr \
	tests/bad/looks_outside.err \
	tests/bad/looks_outside_at.dr \
	tests/bad/looks_outside_at.err \
	tests/bad/looks_self_init.dr \
	tests/bad/looks_self_init.err \
	tests/bad/looks_self_named.dr \
	tests/bad/looks_self_named.err \
	tests/bad/looks_self_other.dr \
	tests/bad/looks_self_other.err \
	tests/bad/looks_self_predicate_mixed.dr \
	tests/bad/looks_self_predicate_mixed.err \
	tests/bad/looks_self_predicate_templates.dr \
	tests/bad/looks_self_predicate_templates.err \
	tests/bad/looks_self_proc.dr \
	tests/bad/looks_self_proc.err \
	tests/bad/looks_self_sum.dr \
	tests/bad/looks_self_sum.err \
	tests/bad/looks_self_templates.dr \
	tests/bad/looks_self_templates.err \
	tests/bad/looks_self_value.dr \
	tests/bad/looks_self_value.err \
	tests/bad/looks_set_templates.dr \
	tests/bad/looks_set_templates.err \
	tests/bad/looks_set_type.dr \
	tests/bad/looks_set_type.err \
	tests/bad/looks_two_templates.dr \
	tests/bad/looks_two_templates.err \
	tests/bad/looks_type.dr \
	tests/bad/looks_type.err \
	tests/bad/no_thread.dr \
	tests/bad/no_thread.err \
	tests/bad/number_hex.dr \
	tests/bad/number_hex.err \
	tests/bad/number_letters.dr \
	tests/bad/number_letters.err \
	tests/bad/number_octal.dr \
	tests/bad/number_octal.err \
	tests/bad/op_and.dr \
	tests/bad/op_and.err \
	tests/bad/op_or.dr \
	tests/bad/op_or.err \
	tests/bad/other_in_statement.dr \
	tests/bad/other_in_statement.err \
	tests/bad/other_shared.dr \
	tests/bad/other_shared.err \
	tests/bad/other_thread_unknown.dr \
	tests/bad/other_thread_unknown.err \
	tests/bad/other_unknown.dr \
	tests/bad/other_unknown.err \
	tests/bad/parallel_twice.dr \
	tests/bad/parallel_twice.err \
	tests/bad/paren_extra.dr \
	tests/bad/paren_extra.err \
	tests/bad/paren_missing.dr \
	tests/bad/paren_missing.err \
	tests/bad/predicate_nested.dr \
	tests/bad/predicate_nested.err \
	tests/bad/predicate_no_name.dr \
	tests/bad/predicate_no_name.err \
	tests/bad/product.dr \
	tests/bad/product.err \
	tests/bad/product_predicate.dr \
	tests/bad/product_predicate.err \
	tests/bad/question_half.dr \
	tests/bad/question_half.err \
	tests/bad/range_empty.dr \
	tests/bad/range_empty.err \
	tests/bad/range_huge.dr \
	tests/bad/range_huge.err \
	tests/bad/range_initial.dr \
	tests/bad/range_initial.err \
	tests/bad/range_variable.dr \
	tests/bad/range_variable.err \
	tests/bad/recursion.dr \
	tests/bad/recursion.err \
	tests/bad/return_in_thread.dr \
	tests/bad/return_in_thread.err \
	tests/bad/return_missing.dr \
	tests/bad/return_missing.err \
	tests/bad/return_mixed.dr \
	tests/bad/return_mixed.err \
	tests/bad/semicolon_missing.dr \
	tests/bad/semicolon_missing.err \
	tests/bad/several.dr \
	tests/bad/several.err \
	tests/bad/shared_missing.dr \
	tests/bad/shared_missing.err \
	tests/bad/star_in_expression.dr \
	tests/bad/star_in_expression.err \
	tests/bad/thread_count_negative.dr \
	tests/bad/thread_count_negative.err \
	tests/bad/thread_no_name.dr \
	tests/bad/thread_no_name.err \
	tests/bad/tid_const.dr \
	tests/bad/tid_const.err \
	tests/bad/tid_havoc.dr \
	tests/bad/tid_havoc.err \
	tests/bad/tid_local.dr \
	tests/bad/tid_local.err \
	tests/bad/tid_order.dr \
	tests/bad/tid_order.err \
	tests/bad/tid_other.dr \
	tests/bad/tid_other.err \
	tests/bad/tid_predicate.dr \
	tests/bad/tid_predicate.err \
	tests/bad/tid_proc.dr \
	tests/bad/tid_proc.err \
	tests/bad/tid_read.dr \
	tests/bad/tid_read.err \
	tests/bad/tid_start.dr \
	tests/bad/tid_start.err \
	tests/bad/tid_value.dr \
	tests/bad/tid_value.err \
	tests/bad/two_actives.dr \
	tests/bad/two_actives.err \
	tests/bad/type_and.dr \
	tests/bad/type_and.err \
	tests/bad/type_assign.dr \
	tests/bad/type_assign.err \
	tests/bad/type_assume.dr \
	tests/bad/type_assume.err \
	tests/bad/type_cas_ok.dr \
	tests/bad/type_cas_ok.err \
	tests/bad/type_chain.dr \
	tests/bad/type_chain.err \
	tests/bad/type_compare.dr \
	tests/bad/type_compare.err \
	tests/bad/type_condition.dr \
	tests/bad/type_condition.err \
	tests/bad/type_ite.dr \
	tests/bad/type_ite.err \
	tests/bad/type_lock_int.dr \
	tests/bad/type_lock_int.err \
	tests/bad/type_missing.dr \
	tests/bad/type_missing.err \
	tests/bad/type_mutex_assign.dr \
	tests/bad/type_mutex_assign.err \
	tests/bad/type_mutex_init.dr \
	tests/bad/type_mutex_init.err \
	tests/bad/type_mutex_local.dr \
	tests/bad/type_mutex_local.err \
	tests/bad/type_mutex_read.dr \
	tests/bad/type_mutex_read.err \
	tests/bad/type_plus.dr \
	tests/bad/type_plus.err \
	tests/bad/type_predicate.dr \
	tests/bad/type_predicate.err \
	tests/bad/undeclared.dr \
	tests/bad/undeclared.err \
	tests/bad/undeclared_label.dr \
	tests/bad/undeclared_label.err \
	tests/bad/undeclared_mutex.dr \
	tests/bad/undeclared_mutex.err \
	tests/bad/undeclared_proc.dr \
	tests/bad/undeclared_proc.err \
	tests/bad/undeclared_read.dr \
	tests/bad/undeclared_read.err \
	tests/bad/undeclared_twice.dr \
	tests/bad/undeclared_twice.err \
	tests/bad/unsafe_expression.dr \
	tests/bad/unsafe_expression.err \
	tests/bad/unsafe_no_parens.dr \
	tests/bad/unsafe_no_parens.err \
	tests/bad/unsafe_upper_bound.dr \
	tests/bad/unsafe_upper_bound.err
EXTRA_DIST += tests/fuzz/corpus tests/fuzz/readers tests/fuzz/c
