#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "CSimulationRuntime.h"

// Returns true if the address is in the library of Swift's concurrency runtime.
bool simulation_is_in_runtime(uintptr_t address);
// Returns true if the address is in this program's code.
bool simulation_is_in_program(uintptr_t address);

// The functions below do not call the Swift runtime. They apply to the calling thread.

// Records that the step will now cancel a task, or its own task's children if `task` is null.
void simulation_note_cancellation(const void *task);
// Records the use of a stream in the simulation that this thread runs, if any.
void simulation_note_stream(void);
// Records that the running step of this thread, if any, used a shared resource.
void simulation_note_in_step(uint32_t use);
bool simulation_is_in_step(void);
// Returns the salt for hash values in the simulation that this thread runs, or 0 if there is none.
uint64_t simulation_hash_salt(void);
// Returns true if the running step has created a continuation.
bool simulation_has_continuation(void);
// Returns true if another step of this thread's simulation is suspended at a scheduling point.
bool simulation_has_suspended_steps(void);
// Suspends the step while a suspended step holds the lock. Returns false if no suspended step holds
// the lock.
bool simulation_wait_for_lock(simulation_lock lock);
