#define _GNU_SOURCE
#include "CSimulationRuntime.h"
#include "Interposing.h"
#include "Session.h"

#if defined(__linux__) && defined(__x86_64__)

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

// This file replaces the functions that wait for locks, because a step that is suspended at a
// scheduling point may hold a lock that the running step needs. The simulation then continues the
// step that holds the lock, instead of blocking the only running thread.
//
// Unlike most other replacements in this package, these functions are not weak symbols, because the
// linker would otherwise prefer ThreadSanitizer's weak functions with the same names. If
// ThreadSanitizer is enabled, the functions in this file call ThreadSanitizer's functions instead
// of the original ones.
#define STRONGLY_INTERPOSED __attribute__((visibility("default")))

#if __has_feature(thread_sanitizer)
extern int __interceptor_pthread_mutex_lock(pthread_mutex_t *mutex);
extern int __interceptor_pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline);
extern int __interceptor_pthread_rwlock_rdlock(pthread_rwlock_t *lock);
extern int __interceptor_pthread_rwlock_wrlock(pthread_rwlock_t *lock);
extern int __interceptor_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
extern int __interceptor_pthread_cond_timedwait(
  pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline);
#define FIND_LOCK(type, name, symbol) type name = __interceptor_##symbol;
#else
// Declares a pointer `name` to the original library function that this file's function `symbol`
// replaces.
#define FIND_LOCK(type, name, symbol) FIND_ORIGINAL(type, name, #symbol)
#endif

// Waits until no suspended step in the simulation holds a mutex. During the wait, the simulation
// continues the step that holds it.
static void wait_for_mutex(pthread_mutex_t *mutex) {
  simulation_lock word = {(const uint32_t *)&mutex->__data.__owner, ~0u};
  // Check again after each wait, because another step may have acquired the mutex in the meantime.
  while (simulation_has_suspended_steps() && simulation_wait_for_lock(word)) {}
}

// Replaces the function that locks a mutex, for example the mutex of an `NSLock`, of a stream, or
// of the Swift runtime. If a suspended step in the simulation holds the mutex, that step continues
// first.
STRONGLY_INTERPOSED RUNS_AT_THREAD_END int pthread_mutex_lock(pthread_mutex_t *mutex) {
  simulation_note_lock((uintptr_t)__builtin_return_address(0), mutex);
  typedef int (*function)(pthread_mutex_t *);
  FIND_LOCK(function, lock, pthread_mutex_lock)
  if (simulation_is_in_step()) wait_for_mutex(mutex);
  return lock(mutex);
}

// Replaces the function that waits for a mutex until a deadline, for example in
// `NSLock.lock(before:)`. The deadline is in real time, which a simulation does not control. It
// must not pass just because the simulation has suspended the step that holds the mutex.
STRONGLY_INTERPOSED int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline) {
  typedef int (*function)(pthread_mutex_t *, const struct timespec *);
  FIND_LOCK(function, lock, pthread_mutex_timedlock)
  wait_for_mutex(mutex);
  return lock(mutex, deadline);
}

typedef int (*rwlock_function)(pthread_rwlock_t *lock);

// Acquires a read-write lock. `try` is a function that returns `EBUSY` if the lock is not
// available, and `lock_originally` is a function that blocks the thread until the lock is
// available.
//
// The lock's memory identifies the thread that holds it for writing, but not the threads that hold
// it for reading. A step that is waiting for readers therefore tries again after another step has
// run, as if it were waiting for a condition variable.
static int lock_rwlock(pthread_rwlock_t *lock, rwlock_function try, rwlock_function lock_originally) {
  if (!simulation_has_suspended_steps()) return lock_originally(lock);
  const uint32_t *writer = (const uint32_t *)&lock->__data.__cur_writer;
  while (true) {
    int result = try(lock);
    if (result != EBUSY) return result;
    bool has_writer = __atomic_load_n(writer, __ATOMIC_RELAXED);
    simulation_lock word = {has_writer ? writer : NULL, ~0u};
    if (!simulation_wait_for_lock(word)) return lock_originally(lock);
  }
}

STRONGLY_INTERPOSED int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  FIND_LOCK(rwlock_function, read_lock, pthread_rwlock_rdlock)
  return lock_rwlock(lock, pthread_rwlock_tryrdlock, read_lock);
}

STRONGLY_INTERPOSED int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  FIND_LOCK(rwlock_function, write_lock, pthread_rwlock_wrlock)
  return lock_rwlock(lock, pthread_rwlock_trywrlock, write_lock);
}

// Replaces the C library's function `syscall`, which makes a system call. `Synchronization.Mutex`
// calls it to wait for a mutex held by another thread. If a suspended step holds the mutex, the
// simulation continues that step first.
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

// Waits until another step in the simulation has run, because that step may change the condition
// that the running step is waiting for. Returns `false` at once if no other step is suspended.
//
// Returns `true` if the mutex was unlocked, even if no other step has run. A thread outside the
// simulation may have changed the condition in between. It has then also sent its signal, so a wait
// for the condition variable would miss that signal. POSIX allows spurious wakeups, so callers must
// check the condition again anyway.
static bool wait_for_other_step(pthread_mutex_t *mutex) {
  if (!simulation_has_suspended_steps()) return false;
  pthread_mutex_unlock(mutex);
  simulation_wait_for_lock((simulation_lock){NULL, 0});
  pthread_mutex_lock(mutex);
  return true;
}

// Declares a pointer `name` to the original version of a function that waits for a condition
// variable. The lookup names a version, because the C library also contains an older function of
// the same name, for programs built before 2003.
#if __has_feature(thread_sanitizer)
#define FIND_WAIT(type, name, symbol) type name = __interceptor_##symbol;
#else
#define FIND_WAIT(type, name, symbol) \
  static _Atomic(type) original; \
  type name = atomic_load_explicit(&original, memory_order_relaxed); \
  if (!name) { \
    name = (type)dlvsym(RTLD_NEXT, #symbol, "GLIBC_2.3.2"); \
    atomic_store(&original, name); \
  }
#endif

// Replaces the function that waits for a condition variable. If steps in the simulation are
// suspended, lets another step run instead of blocking the thread, because that step may change the
// condition.
STRONGLY_INTERPOSED int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  typedef int (*function)(pthread_cond_t *, pthread_mutex_t *);
  FIND_WAIT(function, wait, pthread_cond_wait)
  return wait_for_other_step(mutex) ? 0 : wait(condition, mutex);
}

// Replaces the function that waits for a condition variable until a deadline. The deadline is in
// real time, so it must not pass just because the simulation has suspended the step that would
// change the condition.
STRONGLY_INTERPOSED int pthread_cond_timedwait(
  pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline
) {
  typedef int (*function)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  FIND_WAIT(function, wait, pthread_cond_timedwait)
  return wait_for_other_step(mutex) ? 0 : wait(condition, mutex, deadline);
}

#endif
