#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "CSimulationRuntime.h"

// Returns true if the address is in the shared library of Swift's concurrency runtime.
bool simulation_is_in_runtime(uintptr_t address);
// Returns true if the address is in the code of this program's executable.
bool simulation_is_in_program(uintptr_t address);

// The functions below do not call the Swift runtime, whose locks their caller may hold. They apply
// to the calling thread.

// Records that the running step is about to cancel `task` or, if it is null, the children of its
// own task.
void simulation_note_cancellation(const void *task);
// Returns the group of child tasks that contains the lock `mutex`.
const void *simulation_group_with_mutex(const void *mutex);
// Records that the running step awaits child tasks of the group that contains the lock `mutex`.
void simulation_note_awaited_group(const void *mutex);
// Returns true if a group of child tasks is cancelled. `mutex` is the lock inside the group.
bool simulation_group_is_cancelled(const void *mutex);
// Returns true if a group has no child tasks whose results it still has to return.
bool simulation_group_is_empty(const void *mutex);
// Records that simulated code used an `AsyncStream`. Has no effect if this thread runs no
// simulation.
void simulation_note_stream(void);
// Records that the running code used a shared resource. This is not a scheduling point: the
// schedule cannot suspend the code here. Has no effect unless the code belongs to a step that may
// be suspended at other points.
void simulation_note_in_step(uint32_t use);
// Returns the task of an `async let`, given the address that the functions for `async let` receive.
const void *simulation_task_of_async_let(const void *async_let);
// Records that the running step awaits `task`.
void simulation_note_awaited(const void *task);
// Records that the current task begins to await `task`, which gets the priority of the current task
// unless its own is higher.
void simulation_note_wait(const void *task);
// Returns true if the running code belongs to a step that may be suspended at a scheduling point.
bool simulation_is_in_step(void);
// Returns true if the running code belongs to such a step, and code of the same simulation has
// created a child task in a group.
bool simulation_has_groups(void);
// Returns the number to mix into hash values in the simulation that this thread runs, or 0 if there
// is none.
uint64_t simulation_hash_salt(void);
// Returns true if the running step has created a continuation, so that it may be about to wait for
// it.
bool simulation_has_continuation(void);
// Returns true if the running code belongs to a step, and other steps of its simulation are
// suspended.
bool simulation_has_suspended_steps(void);
// Suspends the running step until no suspended step holds the lock, and then returns true. Returns
// false at once if no suspended step holds it.
bool simulation_wait_for_lock(simulation_lock lock);
