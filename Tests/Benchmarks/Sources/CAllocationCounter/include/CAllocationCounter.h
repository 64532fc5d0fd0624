#pragma once

#include <stdbool.h>
#include <stdint.h>

// Counts the allocations of the program on all threads while the counter is started.
// While it is stopped, each allocation takes only one additional relaxed load.

// Whether allocations can be counted on this platform.
bool allocation_counter_is_available(void);

// Resets the counter and starts counting.
void allocation_counter_start(void);

// Stops counting.
void allocation_counter_stop(void);

// The number of allocated blocks. Resizing a block counts as another allocation.
int64_t allocation_counter_blocks(void);

// The number of additional bytes in use since the start, including the rounding of the allocator.
int64_t allocation_counter_live_bytes(void);
