#pragma once

#include <dlfcn.h>
#include <stdatomic.h>

// Declares a pointer `name` to the original library function `symbol`, which is replaced by a
// function with the same symbol in this package. The dynamic linker looks up the original only
// once.
#define FIND_ORIGINAL(type, name, symbol) \
  static _Atomic(type) found_##name; \
  type name = atomic_load_explicit(&found_##name, memory_order_relaxed); \
  if (!name) { \
    name = (type)dlsym(RTLD_NEXT, symbol); \
    atomic_store(&found_##name, name); \
  }
