" Syntax of .dr files, the programs of pwqo.
if exists("b:current_syntax") | finish | endif
syntax keyword drType int bool mutex
syntax keyword drStorage shared local const
syntax keyword drDeclaration thread proc predicate init unsafe
syntax keyword drStatement assert assume atomic break continue exit goto havoc lock return skip unlock
syntax keyword drConditional if else while
syntax keyword drFunction at cas count max min other
syntax keyword drBoolean true false
syntax match drNumber "\<\d\+\>"
syntax match drLabel "^\s*\h\w*:"
syntax match drComment "//.*$" contains=drTodo
syntax region drComment start="/\*" end="\*/" contains=drTodo
syntax keyword drTodo contained TODO FIXME truth expect
highlight default link drType Type
highlight default link drStorage StorageClass
highlight default link drDeclaration Keyword
highlight default link drStatement Statement
highlight default link drConditional Conditional
highlight default link drFunction Function
highlight default link drBoolean Boolean
highlight default link drNumber Number
highlight default link drLabel Label
highlight default link drComment Comment
highlight default link drTodo Todo
let b:current_syntax = "dr"
