#pragma once

#include <stddef.h>

// How many bytes of the C library's allocator are in use; 0 where it does not say.
size_t bytes_in_use(void);
