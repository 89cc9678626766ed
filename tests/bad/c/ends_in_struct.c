typedef int word;
struct