#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "CSimulationRuntime.h"

// Whether an address is in the library of Swift's concurrency runtime.
bool simulation_is_in_runtime(uintptr_t address);
// Whether an address is in the code of this program.
bool simulation_is_in_program(uintptr_t address);

// What the interposed functions ask of the thread that calls them. None of these calls the Swift runtime.

// Notes that the step is about to cancel a task, or the children of its own if it is null.
void simulation_note_cancellation(const void *task);
// Notes the use of a stream by the simulation that this thread runs, if it runs one.
void simulation_note_stream(void);
// Notes what the step that runs on this thread uses, if one does.
void simulation_note_in_step(uint32_t use);
bool simulation_is_in_step(void);
// The number with which hash values are combined in the simulation that this thread runs; 0 if it runs none.
uint64_t simulation_hash_salt(void);
// Whether that step has made a continuation.
bool simulation_has_continuation(void);
// Whether another step of the simulation that this thread runs is suspended at a scheduling point.
bool simulation_has_suspended_steps(void);
// Lets other steps run until no suspended step holds the lock any more. Returns false if none does.
bool simulation_wait_for_lock(simulation_lock lock);
