#define _GNU_SOURCE
#include "CSimulationRuntime.h"

// ThreadSanitizer replaces the same functions. If it is enabled, this file defines no functions,
// because they would shadow ThreadSanitizer's.
#if defined(__linux__) && defined(__x86_64__) && !__has_feature(thread_sanitizer)

#include "Interposing.h"

// Counts how often simulated code submits work to a dispatch queue, because a simulation does not
// control such work.

static void note_submission(void) {
  simulation_session *session = simulation_of_code();
  if (session) __atomic_fetch_add(&session->dispatch_submissions, 1, __ATOMIC_RELAXED);
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

#endif
