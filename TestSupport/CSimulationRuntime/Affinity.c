#define _GNU_SOURCE
#include "CSimulationRuntime.h"

// Functions that make a thread wake up on the processor of the thread that wakes it. Only one
// thread of a simulation runs at a time, because a thread that wakes another one then waits itself.
// A second processor would therefore not help, and waking a thread on another processor takes
// longer than most steps in a simulation.
#if defined(__linux__) && defined(__x86_64__)

#include <sched.h>
#include <stdatomic.h>

static _Thread_local struct {
  cpu_set_t processors;
  bool is_known;
} usual;

// Whether a thread's affinity (the set of processors that it is allowed to run on) could be saved.
// Saving fails on a machine with more processors than fit in a `cpu_set_t`. On such a machine,
// threads are not restricted to a processor, because the restriction could not be undone.
static _Atomic bool is_affinity_saved;

void simulation_pin_to_current_processor(uint32_t thread) {
  int processor = sched_getcpu();
  if (processor < 0 || !atomic_load(&is_affinity_saved)) return;
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(processor, &here);
  sched_setaffinity((pid_t)thread, sizeof here, &here);
}

void simulation_save_affinity(void) {
  usual.is_known = sched_getaffinity(0, sizeof usual.processors, &usual.processors) == 0;
  atomic_store(&is_affinity_saved, usual.is_known);
}

void simulation_restore_affinity(void) {
  if (usual.is_known) sched_setaffinity(0, sizeof usual.processors, &usual.processors);
}

#endif
