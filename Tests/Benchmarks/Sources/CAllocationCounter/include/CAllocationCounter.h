#pragma once

#include <stdbool.h>
#include <stdint.h>

// Counts what a program that links this allocates, on every thread, while it is told to.
// A program that does not count runs one relaxed load slower for each allocation.

// Whether this platform lets allocations be counted.
bool allocation_counter_is_available(void);

// Forgets everything and counts from here.
void allocation_counter_start(void);

// Counts no more.
void allocation_counter_stop(void);

// How many blocks were allocated. One that was resized counts once more.
int64_t allocation_counter_blocks(void);

// How many bytes are in use more than at the start, with the allocator's own rounding.
int64_t allocation_counter_live_bytes(void);
