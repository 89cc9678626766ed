autocmd BufRead,BufNewFile *.dr setfiletype dr
