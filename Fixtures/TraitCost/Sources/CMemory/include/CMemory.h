#pragma once

#include <stddef.h>

// Returns the number of allocated bytes, or 0 if the C library does not provide it.
size_t bytes_in_use(void);
