// Functions that the runtime hooks and function replacements use to find the simulation of the
// running code and to report events to it. Session.c and Jobs.c define most of them.

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "CSimulationRuntime.h"

// Hide these functions from other targets, because only this target's files use them.
#pragma GCC visibility push(hidden)

// Stores the callbacks that simulations use to observe running code.
void simulation_set_callbacks(simulation_callbacks callbacks);
const simulation_callbacks *simulation_get_callbacks(void);
// Stores the class of the executors that simulated tasks prefer. No code counts as simulated until
// this function is called, so call it only after all hooks are installed.
void simulation_set_executor_class(const void *executor_class);
// Returns `true` if the object is the preferred executor of a simulation's tasks.
bool simulation_is_executor(const void *executor);

// The start function of the library's own threads, or null before the hooks are installed. A thread
// with this start function does not count as work outside the simulation.
extern const void *simulation_library_thread_start;

// Returns `true` if the address is in the shared library of Swift's concurrency runtime.
bool simulation_is_in_runtime(uintptr_t address);
// Returns `true` if the address is in the code of this process's executable.
bool simulation_is_in_program(uintptr_t address);

// Most of the functions below do not call the Swift runtime, because the caller may hold one of the
// runtime's locks. All of these functions apply to the calling thread.

// Records that simulated code passes work to a queue, an executor or a thread that the simulation
// does not control.
static inline void simulation_note_submission(simulation_session *session) {
  __atomic_fetch_add(&session->outside_submissions, 1, __ATOMIC_RELAXED);
}

// Records that the running step performs an operation on a task or a task group, such as a
// cancellation. Pass the task or group as `object`, or null for `simulation_cancels_children`.
void simulation_note_event(simulation_event event, const void *object);
// Returns the address of the task group whose lock is `mutex`. The lock is part of the group's
// memory.
const void *simulation_group_with_mutex(const void *mutex);
// Returns `true` if a task group is cancelled. `mutex` is the lock inside the group.
bool simulation_group_is_cancelled(const void *mutex);
// Returns `true` if a task group has already returned the results of all its child tasks. `mutex`
// is the lock inside the group.
bool simulation_group_is_empty(const void *mutex);
// Records that simulated code used an `AsyncStream`. Has no effect if this thread is not running a
// simulation.
void simulation_note_stream(void);
// Records that the running code used the shared resource `use` (a `simulation_uses_…` value).
// Unlike `simulation_reach_point`, this function does not let the schedule suspend the code and run
// another task. Has no effect while scheduling points are disabled.
void simulation_note_in_step(uint32_t use);
// Called before a mutex is locked. Reaches a scheduling point (where the schedule may run another
// task) if the running step locks the mutex to use a stream, or to wait for a group's child tasks.
// `caller` is the address of the code that is about to lock the mutex.
void simulation_note_lock(uintptr_t caller, const void *mutex);
// Records the end of a call that resumes a continuation. If the running step makes a task ready to
// run after this call, that task was not waiting for the continuation.
void simulation_end_resumption(void);
// Returns the task of an `async let`. `async_let` is the address of the record that the compiler
// passes to the runtime's functions for `async let`.
const void *simulation_task_of_async_let(const void *async_let);
// Records that the current task is about to await `task`. If the current task has a higher priority
// than `task`, the wait raises the priority of `task`, so this function also records that the step
// reads and raises priorities.
void simulation_note_wait(const void *task);
// Returns `true` if this thread is computing the initial value of a global or static variable.
bool simulation_is_in_once(void);
// Sets whether this thread is computing the initial value of a global or static variable. Returns
// the previous setting.
bool simulation_set_in_once(bool is_in_once);
// Returns `true` if the running code belongs to a step that may be suspended at a scheduling point.
bool simulation_is_in_step(void);
// Returns `true` if a scheduling point is needed before the running code throws an error. This is
// the case if the code belongs to a step that may be suspended, and simulated code has created a
// child task in a group, because the error may cancel such a child task.
bool simulation_has_groups(void);
// Returns the number that is mixed into each `hashValue` in the simulation that this thread runs,
// or 0 outside simulations. Mixing in 0 leaves the value unchanged.
uint64_t simulation_hash_salt(void);
// Returns `true` if the running step has created a continuation. The step may then be about to wait
// for this continuation.
bool simulation_has_continuation(void);
// Returns `true` if the running code belongs to a step that may be suspended, and other steps in
// the simulation are already suspended. Only then can the code encounter a lock that a suspended
// step holds.
bool simulation_has_suspended_steps(void);
// Suspends the running step until no suspended step holds the lock, and then returns `true`.
// Returns `false` at once if no suspended step holds it.
bool simulation_wait_for_lock(simulation_lock lock);

#pragma GCC visibility pop
