#include "base/order.h"

#include <stdint.h>

int pw_order_uint(const void *x, const void *y)
{
    return PW_ORDER(*(const uint32_t *)x, *(const uint32_t *)y);
}
