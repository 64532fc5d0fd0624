#define _GNU_SOURCE
#include "CSimulationRuntime.h"

// ThreadSanitizer also replaces the functions that submit work to dispatch queues and start threads.
// If it is enabled, this file defines no functions, because they would shadow ThreadSanitizer's
// functions.
#if defined(__linux__) && defined(__x86_64__) && !__has_feature(thread_sanitizer)

#include <pthread.h>
#include <string.h>

#include "Interposing.h"
#include "Session.h"

// Counts how often simulated code submits work to a dispatch queue or starts a thread, because a
// simulation does not control such work.

static void note_submission(void) {
  simulation_session *session = simulation_of_code();
  if (session) __atomic_fetch_add(&session->outside_submissions, 1, __ATOMIC_RELAXED);
}

#define SUBMISSION(name, parameters, arguments) \
  INTERPOSED void name parameters; \
  INTERPOSED void name parameters { \
    typedef void (*function) parameters; \
    FIND_ORIGINAL(function, call, #name) \
    note_submission(); \
    call arguments; \
  }

SUBMISSION(dispatch_async, (void *queue, void *block), (queue, block))
SUBMISSION(dispatch_async_f, (void *queue, void *context, void *work), (queue, context, work))
SUBMISSION(dispatch_barrier_async, (void *queue, void *block), (queue, block))
SUBMISSION(dispatch_group_async, (void *group, void *queue, void *block), (group, queue, block))
SUBMISSION(dispatch_after, (uint64_t when, void *queue, void *block), (when, queue, block))
SUBMISSION(dispatch_apply, (size_t count, void *queue, void *block), (count, queue, block))

// AddressSanitizer, which also replaces `pthread_create`, must keep its own function.
#if !__has_feature(address_sanitizer)

// Returns `true` if the address is in the shared library of Dispatch.
static bool is_in_dispatch(const void *address) {
  Dl_info image;
  return dladdr(address, &image) && image.dli_fname && strstr(image.dli_fname, "libdispatch");
}

// Replaces the function that creates a thread, which `Thread` of Foundation calls. Counts only
// threads that neither the program's executable nor Dispatch creates. The executable contains the
// simulation itself, which also creates threads. For threads of Dispatch, the submission of their
// work is already counted.
INTERPOSED int pthread_create(
  pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument
) {
  typedef int (*function)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  FIND_ORIGINAL(function, create, "pthread_create")
  const void *caller = __builtin_return_address(0);
  if (simulation_on_thread() && !simulation_is_in_program((uintptr_t)caller) && !is_in_dispatch(caller)) {
    note_submission();
  }
  return create(thread, attributes, start, argument);
}

#endif
#endif
