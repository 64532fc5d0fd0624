#pragma once

#include <dlfcn.h>
#include <stdatomic.h>

// The calling convention of the Swift runtime's functions.
#define SWIFT_CALL __attribute__((swiftcall))

// Marks a function that replaces the Swift runtime's function of the same name, in the program and
// all of its shared libraries. The definition is a weak symbol, so a statically linked runtime
// keeps its own function. Simulations do not work with such a runtime, and their self-test reports
// the problem.
#define INTERPOSED __attribute__((visibility("default"), weak))

// Excludes a function from ThreadSanitizer. When a thread ends, Foundation frees its data about the
// thread after ThreadSanitizer has freed the thread's history. If Foundation then called an
// instrumented function, ThreadSanitizer would access the freed history and crash the process.
#define RUNS_AT_THREAD_END __attribute__((disable_sanitizer_instrumentation))

// Returns the original library function `symbol`, which a function in this package replaces. Stores
// the result in `found`, so that later calls need not look it up again.
RUNS_AT_THREAD_END static inline void *simulation_original(_Atomic(void *) *found, const char *symbol) {
  void *original = atomic_load_explicit(found, memory_order_relaxed);
  if (!original) {
    original = dlsym(RTLD_NEXT, symbol);
    atomic_store(found, original);
  }
  return original;
}

// Declares a pointer `name` to the original library function `symbol`, which a function in this
// package replaces.
#define FIND_ORIGINAL(type, name, symbol) \
  static _Atomic(void *) found_##name; \
  type name = (type)simulation_original(&found_##name, symbol);
