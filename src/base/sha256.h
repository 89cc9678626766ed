/* sha256.h -- the hash of FIPS 180-4: names an input text in certificates and reports, and guards
 * files against truncation. */
#ifndef PW_BASE_SHA256_H
#define PW_BASE_SHA256_H

#include <stddef.h>

enum { PW_SHA256_HEX = 65 }; /* 64 lower-case hexadecimal digits and a NUL */

void pw_sha256_hex(const void *text, size_t size, char out[PW_SHA256_HEX]);

#endif
