int x;
int (