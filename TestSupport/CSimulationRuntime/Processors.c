#define _GNU_SOURCE
#include "CSimulationRuntime.h"

// Lets a thread wake up on the processor of the thread that wakes it. The waking thread then waits,
// because only one thread of a simulation runs at a time. A second processor would therefore not
// help, and waking a thread on another processor takes longer than most steps.
#if defined(__linux__)

#include <sched.h>
#include <stdatomic.h>

static _Thread_local struct {
  cpu_set_t processors;
  bool is_known;
} usual;

// Whether threads know on which processors they may run. This fails on a machine with more
// processors than a `cpu_set_t` can contain, where no thread may be moved.
static _Atomic bool are_processors_known;

void simulation_move_thread_here(uint32_t thread) {
  int processor = sched_getcpu();
  if (processor < 0 || !atomic_load(&are_processors_known)) return;
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(processor, &here);
  sched_setaffinity((pid_t)thread, sizeof here, &here);
}

void simulation_remember_processors(void) {
  usual.is_known = sched_getaffinity(0, sizeof usual.processors, &usual.processors) == 0;
  atomic_store(&are_processors_known, usual.is_known);
}

void simulation_use_all_processors(void) {
  if (usual.is_known) sched_setaffinity(0, sizeof usual.processors, &usual.processors);
}

#else

void simulation_move_thread_here(uint32_t thread) {}
void simulation_remember_processors(void) {}
void simulation_use_all_processors(void) {}

#endif
