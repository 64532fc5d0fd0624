#define _GNU_SOURCE
#include "CSimulationRuntime.h"

// ThreadSanitizer, like this file, replaces the functions that submit work to dispatch queues and
// start threads. If it is enabled, this file defines no functions, because they would hide
// ThreadSanitizer's functions.
#if defined(__linux__) && defined(__x86_64__) && !__has_feature(thread_sanitizer)

#include <pthread.h>
#include <string.h>

#include "Interposing.h"
#include "Session.h"

// The functions in this file count how often simulated code submits work to a dispatch queue or
// starts a thread, because a simulation does not control such work.

// Whether this thread is inside one of the submitting functions listed below. Some of these
// functions call each other, and only the outermost call counts as a submission.
static _Thread_local bool is_submitting;

static void note_submission(void) {
  simulation_session *session = is_submitting ? NULL : simulation_of_code();
  if (session) simulation_note_submission(session);
}

#define SUBMISSION(name, parameters, arguments) \
  INTERPOSED void name parameters; \
  INTERPOSED void name parameters { \
    typedef void (*function) parameters; \
    FIND_ORIGINAL(function, call, #name) \
    note_submission(); \
    bool was_submitting = is_submitting; \
    is_submitting = true; \
    call arguments; \
    is_submitting = was_submitting; \
  }

// Functions that submit a closure or a function to a queue.
SUBMISSION(dispatch_async, (void *queue, void *block), (queue, block))
SUBMISSION(dispatch_async_f, (void *queue, void *context, void *work), (queue, context, work))
SUBMISSION(dispatch_barrier_async, (void *queue, void *block), (queue, block))
SUBMISSION(dispatch_group_async, (void *group, void *queue, void *block), (group, queue, block))
SUBMISSION(dispatch_after, (uint64_t when, void *queue, void *block), (when, queue, block))
SUBMISSION(dispatch_apply, (size_t count, void *queue, void *block), (count, queue, block))
SUBMISSION(dispatch_barrier_async_f, (void *queue, void *context, void *work), (queue, context, work))
SUBMISSION(dispatch_group_async_f, (void *group, void *queue, void *context, void *work), (group, queue, context, work))
SUBMISSION(dispatch_after_f, (uint64_t when, void *queue, void *context, void *work), (when, queue, context, work))
SUBMISSION(dispatch_apply_f, (size_t count, void *queue, void *context, void *work), (count, queue, context, work))

// Functions that submit a closure or a function to a queue as soon as an event occurs.
SUBMISSION(dispatch_group_notify, (void *group, void *queue, void *block), (group, queue, block))
SUBMISSION(dispatch_group_notify_f, (void *group, void *queue, void *context, void *work), (group, queue, context, work))
SUBMISSION(dispatch_block_notify, (void *block, void *queue, void *notification), (block, queue, notification))
SUBMISSION(dispatch_read, (int file, size_t length, void *queue, void *handler), (file, length, queue, handler))
SUBMISSION(dispatch_write, (int file, void *data, void *queue, void *handler), (file, data, queue, handler))
SUBMISSION(dispatch_io_read, (void *channel, int64_t offset, size_t length, void *queue, void *handler),
           (channel, offset, length, queue, handler))
SUBMISSION(dispatch_io_write, (void *channel, int64_t offset, void *data, void *queue, void *handler),
           (channel, offset, data, queue, handler))

// Functions that start an event source, such as a timer, or continue a suspended queue.
SUBMISSION(dispatch_activate, (void *object), (object))
SUBMISSION(dispatch_resume, (void *object), (object))

// AddressSanitizer also replaces `pthread_create` and needs its own replacement, so do not define
// another one if it is enabled.
#if !__has_feature(address_sanitizer)

// Returns `true` if the address is in Dispatch's shared library.
static bool is_in_dispatch(const void *address) {
  Dl_info image;
  return dladdr(address, &image) && image.dli_fname && strstr(image.dli_fname, "libdispatch");
}

// Replaces the function that creates a thread, to count the threads that simulated code starts.
// Foundation's `Thread` calls this function, too. The library's own threads do not count, because
// the simulation itself uses them. Dispatch's threads do not count either, because the submission
// of their work has already been counted.
INTERPOSED int pthread_create(
  pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument
) {
  typedef int (*function)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  FIND_ORIGINAL(function, create, "pthread_create")
  bool is_own_thread = (const void *)start == simulation_library_thread_start;
  if (simulation_on_thread() && !is_own_thread && !is_in_dispatch(__builtin_return_address(0))) note_submission();
  return create(thread, attributes, start, argument);
}

#endif
#endif
