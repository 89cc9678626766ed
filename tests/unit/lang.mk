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
EXTRA_DIST += tests/fuzz/README tests/fuzz/dr.dict doc/language.md

# From outside: messages about bad files, the commands fmt and explore.
LANG_TESTS = tests/bad/run.sh tests/lang/explore.sh tests/lang/tools.sh tests/fuzz/replay.sh
TESTS += $(LANG_TESTS)
EXTRA_DIST += $(LANG_TESTS) $(BAD_FILES)
tests/bad/run.log tests/lang/explore.log: pwqo$(EXEEXT)
tests/lang/tools.log: pwqo$(EXEEXT) tests/tools/gen_dr$(EXEEXT) tests/tools/shrink_dr$(EXEEXT)
tests/fuzz/replay.log: tests/fuzz/fuzz_dr$(EXEEXT)
BAD_FILES = \
	tests/bad/ambiguous_local.dr \
	tests/bad/ambiguous_local.err \
	tests/bad/ambiguous_other.dr \
	tests/bad/ambiguous_other.err \
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
EXTRA_DIST += $(FUZZ_CORPUS)
FUZZ_CORPUS = \
	tests/fuzz/corpus/0249c4d54355 \
	tests/fuzz/corpus/02d66b8929f2 \
	tests/fuzz/corpus/06bd55c3da70 \
	tests/fuzz/corpus/0704d4faecc0 \
	tests/fuzz/corpus/0a56f850c224 \
	tests/fuzz/corpus/0a83bded7e9a \
	tests/fuzz/corpus/0c42a1abec62 \
	tests/fuzz/corpus/0dda5eb30ce0 \
	tests/fuzz/corpus/13badc9850d4 \
	tests/fuzz/corpus/172be5813b7a \
	tests/fuzz/corpus/221d5567a69d \
	tests/fuzz/corpus/2266919e281c \
	tests/fuzz/corpus/2a5cf251f362 \
	tests/fuzz/corpus/2b2ae5d04481 \
	tests/fuzz/corpus/2c9cebd115b8 \
	tests/fuzz/corpus/2e9d98a4ff50 \
	tests/fuzz/corpus/303afa0cfde7 \
	tests/fuzz/corpus/32c0d641572b \
	tests/fuzz/corpus/3b32debc646e \
	tests/fuzz/corpus/41cb36a1e5f3 \
	tests/fuzz/corpus/41e154293605 \
	tests/fuzz/corpus/42d39fdf80b5 \
	tests/fuzz/corpus/43c25706b8a5 \
	tests/fuzz/corpus/43d4d4ab5a6a \
	tests/fuzz/corpus/48432b8f6f2f \
	tests/fuzz/corpus/48fcecded934 \
	tests/fuzz/corpus/4a81bdded477 \
	tests/fuzz/corpus/4d5397f9cef7 \
	tests/fuzz/corpus/4e708841485e \
	tests/fuzz/corpus/5072161b6802 \
	tests/fuzz/corpus/510b9168725c \
	tests/fuzz/corpus/5247854f4a3b \
	tests/fuzz/corpus/531981455145 \
	tests/fuzz/corpus/546980a0b469 \
	tests/fuzz/corpus/561b5f59ec8c \
	tests/fuzz/corpus/58c7ecce02c8 \
	tests/fuzz/corpus/59553c89c4cb \
	tests/fuzz/corpus/5966bb642f13 \
	tests/fuzz/corpus/5ae578883790 \
	tests/fuzz/corpus/5d1004788561 \
	tests/fuzz/corpus/5d19f51bdd97 \
	tests/fuzz/corpus/60badfea1070 \
	tests/fuzz/corpus/6589af392075 \
	tests/fuzz/corpus/65ca03b8265f \
	tests/fuzz/corpus/67791164984e \
	tests/fuzz/corpus/68b8da335f2b \
	tests/fuzz/corpus/68ed3836ccd9 \
	tests/fuzz/corpus/6ab2157f9fac \
	tests/fuzz/corpus/70cd80dd7f09 \
	tests/fuzz/corpus/71f17e0e6bc5 \
	tests/fuzz/corpus/726cfd8dd6d9 \
	tests/fuzz/corpus/74ed7f930d67 \
	tests/fuzz/corpus/7721e0735e7f \
	tests/fuzz/corpus/7a6c9f45a5b1 \
	tests/fuzz/corpus/80a10a9b99db \
	tests/fuzz/corpus/834107af3958 \
	tests/fuzz/corpus/871def746add \
	tests/fuzz/corpus/8a335092db3b \
	tests/fuzz/corpus/8a9fe159ccae \
	tests/fuzz/corpus/8b2ebfcbb35c \
	tests/fuzz/corpus/8d80a93725fd \
	tests/fuzz/corpus/8ece2d64224b \
	tests/fuzz/corpus/9382ff68dda9 \
	tests/fuzz/corpus/952b1b13d6d9 \
	tests/fuzz/corpus/95c51e9c70b9 \
	tests/fuzz/corpus/9c75b718729e \
	tests/fuzz/corpus/a175ac9e8170 \
	tests/fuzz/corpus/a3a269c4c001 \
	tests/fuzz/corpus/aab64a4f2b54 \
	tests/fuzz/corpus/ab5e903c1300 \
	tests/fuzz/corpus/b2412fa52994 \
	tests/fuzz/corpus/b242eb39888a \
	tests/fuzz/corpus/b41165bbdf8b \
	tests/fuzz/corpus/b5004ac4ed46 \
	tests/fuzz/corpus/b615d80fe0fe \
	tests/fuzz/corpus/b65c2550e951 \
	tests/fuzz/corpus/b6f96c448888 \
	tests/fuzz/corpus/b8997a2c17d2 \
	tests/fuzz/corpus/b9223d15582d \
	tests/fuzz/corpus/ba0761b6ec14 \
	tests/fuzz/corpus/bbc81313dfd7 \
	tests/fuzz/corpus/be98742a61ec \
	tests/fuzz/corpus/c1f1976dd3fc \
	tests/fuzz/corpus/c2b138ab0dda \
	tests/fuzz/corpus/c992891d37e0 \
	tests/fuzz/corpus/c997b320d9f8 \
	tests/fuzz/corpus/ccf9ff272ac5 \
	tests/fuzz/corpus/d2c6e910c22e \
	tests/fuzz/corpus/d52a46d19eb5 \
	tests/fuzz/corpus/d58676d86807 \
	tests/fuzz/corpus/d64f09f327a4 \
	tests/fuzz/corpus/d6e6ab42f131 \
	tests/fuzz/corpus/d8c4d2a67ec7 \
	tests/fuzz/corpus/d8ddf81c8805 \
	tests/fuzz/corpus/da2c5669dfd9 \
	tests/fuzz/corpus/da51e7a14731 \
	tests/fuzz/corpus/dc8361642a1f \
	tests/fuzz/corpus/dd81ce1df9ce \
	tests/fuzz/corpus/de369025c6e7 \
	tests/fuzz/corpus/e0ea95d42668 \
	tests/fuzz/corpus/e2de73bc4455 \
	tests/fuzz/corpus/ea05f7ac5922 \
	tests/fuzz/corpus/ed0479e6edf0 \
	tests/fuzz/corpus/f0739dfca63f \
	tests/fuzz/corpus/f4db70d3d655 \
	tests/fuzz/corpus/f670cdd6f426 \
	tests/fuzz/corpus/f6d2b00a3778 \
	tests/fuzz/corpus/f844264b450d \
	tests/fuzz/corpus/f8ade86c5441 \
	tests/fuzz/corpus/fb7ab6d3fccb
