#pragma once

#include <stdint.h>

// Keeps the optimizer from removing the computation of a value, and from making assumptions about
// memory across the call.
static inline __attribute__((always_inline)) void blackhole(int64_t value) {
  __asm__ volatile("" : : "r"(value) : "memory");
}
