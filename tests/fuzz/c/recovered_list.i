#2""3
void(int}