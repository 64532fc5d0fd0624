#define _GNU_SOURCE
#include "CSimulationRuntime.h"
#include "Interposing.h"
#include "Session.h"

#if defined(__linux__) && defined(__x86_64__)

#include <linux/futex.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// Replaces the functions that wait for locks, because a step that is suspended at a scheduling
// point may hold a lock that the running step needs. The simulation then continues the step that
// holds the lock, instead of blocking the only thread that is running.
//
// Unlike the other replacements in this package, these functions are not weak, because the linker
// would otherwise prefer ThreadSanitizer's weak functions with the same names. If ThreadSanitizer
// is enabled, the functions in this file call ThreadSanitizer's functions instead of the original
// ones.
#define STRONGLY_INTERPOSED __attribute__((visibility("default")))

#if __has_feature(thread_sanitizer)
extern int __interceptor_pthread_mutex_lock(pthread_mutex_t *mutex);
#define ORIGINAL(name) __interceptor_##name
#endif

static _Atomic(uintptr_t) stream_lock_caller;
static _Thread_local bool learns_streams;

void simulation_learn_streams(void (*body)(void)) {
  learns_streams = true;
  body();
  learns_streams = false;
}

typedef int (*lock_function)(pthread_mutex_t *mutex);

RUNS_AT_THREAD_END static lock_function find_lock(void) {
#ifdef ORIGINAL
  return ORIGINAL(pthread_mutex_lock);
#else
  FIND_ORIGINAL(lock_function, lock, "pthread_mutex_lock")
  return lock;
#endif
}

// Returns a `simulation_uses_…` value if the running step is about to wait for child tasks of a
// group, or 0 otherwise. Two functions of the runtime wait for child tasks, and both first lock the
// group's mutex. The step is in one of them if `caller`, the address of the code that locks
// `mutex`, is near the beginning of the function.
static uint32_t use_of_wait(uintptr_t caller, const void *mutex) {
  FIND_ORIGINAL(uintptr_t, wait_all, "swift_taskGroup_waitAll")
  FIND_ORIGINAL(uintptr_t, wait_next, "swift_taskGroup_wait_next_throwing")
  if (caller - wait_all < 256) return simulation_uses_children;
  if (caller - wait_next >= 256) return 0;
  // After the last result, the group is empty and the wait ends at once with `nil`. This outcome
  // depends on the ends of all child tasks.
  return simulation_group_is_empty(mutex) ? simulation_uses_children : simulation_uses_next_child;
}

// Replaces the function that locks a mutex, for example the mutex of an `NSLock`, of a stream, or
// of the Swift runtime.
STRONGLY_INTERPOSED RUNS_AT_THREAD_END int pthread_mutex_lock(pthread_mutex_t *mutex) {
  uintptr_t caller = (uintptr_t)__builtin_return_address(0);
  if (learns_streams && simulation_is_in_runtime(caller)) {
    learns_streams = false;
    atomic_store(&stream_lock_caller, caller);
  }
  lock_function lock = find_lock();
  // Sending an element to a stream, requesting an element and ending the stream all lock the
  // stream's mutex. The address of the calling code shows that the mutex belongs to a stream.
  bool is_stream = caller == atomic_load_explicit(&stream_lock_caller, memory_order_relaxed);
  if (!simulation_is_in_step()) {
    if (is_stream) simulation_note_stream();
    return lock(mutex);
  }
  if (is_stream) simulation_reach_point(simulation_uses_streams);
  uint32_t use = use_of_wait(caller, mutex);
  if (use) {
    // If the body of a task group throws an error, Swift's concurrency library cancels the group
    // without calling a function that can be replaced. It then waits for all child tasks, so the
    // cancellation is recorded at the beginning of this wait.
    if (simulation_group_is_cancelled(mutex)) simulation_note_event(simulation_cancels_children, NULL);
    simulation_reach_point(use);
    simulation_note_event(simulation_awaits_group, simulation_group_with_mutex(mutex));
  }
  simulation_lock word = {(const uint32_t *)&mutex->__data.__owner, ~0u};
  // Check again after each wait, because another step may have acquired the lock in the meantime.
  while (simulation_has_suspended_steps() && simulation_wait_for_lock(word)) {}
  return lock(mutex);
}

// Replaces the function that makes a system call. `Synchronization.Mutex` calls it to wait for a
// mutex that another thread holds. The memory of the mutex contains the identifier of that thread.
STRONGLY_INTERPOSED RUNS_AT_THREAD_END long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
  long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number == SYS_futex && simulation_has_suspended_steps()) {
    int operation = (int)b & FUTEX_CMD_MASK;
    if (operation == FUTEX_LOCK_PI || operation == 13 /* FUTEX_LOCK_PI2 */) {
      simulation_lock word = {(const uint32_t *)a, FUTEX_TID_MASK};
      while (simulation_wait_for_lock(word)) {}
    }
  }
  typedef long (*function)(long, ...);
  FIND_ORIGINAL(function, call, "syscall")
  return call(number, a, b, c, d, e, f);
}

// Replaces the function that waits for a condition variable. In a step, the wait ends once another
// step has run, because that step may have changed the condition. POSIX allows a wait to end
// without a signal, so callers must check the condition again anyway.
STRONGLY_INTERPOSED int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  typedef int (*function)(pthread_cond_t *, pthread_mutex_t *);
#ifdef ORIGINAL
  extern int __interceptor_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
  function wait = ORIGINAL(pthread_cond_wait);
#else
  static _Atomic(function) original;
  function wait = atomic_load_explicit(&original, memory_order_relaxed);
  if (!wait) {
    wait = (function)dlvsym(RTLD_NEXT, "pthread_cond_wait", "GLIBC_2.3.2");
    atomic_store(&original, wait);
  }
#endif
  if (!simulation_has_suspended_steps()) return wait(condition, mutex);
  pthread_mutex_unlock(mutex);
  bool has_waited = simulation_wait_for_lock((simulation_lock){NULL, 0});
  pthread_mutex_lock(mutex);
  return has_waited ? 0 : wait(condition, mutex);
}

// Reaches a scheduling point before a task waits for a continuation, because another task may
// resume the continuation before the wait. The runtime calls this function whenever a task starts
// to wait. Continuations that the library creates internally, such as the one in `Task.yield`, do
// not need a scheduling point.
INTERPOSED void swift_task_exitThreadLocalContext(char *context) {
  typedef void (*function)(char *);
  FIND_ORIGINAL(function, leave, "swift_task_exitThreadLocalContext")
  leave(context);
  FIND_ORIGINAL(uintptr_t, start, "swift_continuation_await")
  uintptr_t caller = (uintptr_t)__builtin_return_address(0);
  if (caller - start < 512 && simulation_has_continuation()) simulation_reach_point(simulation_uses_continuation);
}

#endif
