#pragma once

#include <stdint.h>

// Uses a value as far as the optimiser can tell, and lets it assume nothing about memory.
static inline __attribute__((always_inline)) void blackhole(int64_t value) {
  __asm__ volatile("" : : "r"(value) : "memory");
}
