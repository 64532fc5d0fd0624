#define _GNU_SOURCE
#include "CSimulationRuntime.h"
#include "SchedulingPoints.h"

#if defined(__linux__) && defined(__x86_64__)

#include <stdatomic.h>

// These functions read the memory of the runtime's jobs and tasks. They do not change it.

#define SWIFT_CALL __attribute__((swiftcall))
extern SWIFT_CALL void *swift_task_getCurrent(void);
extern SWIFT_CALL bool swift_task_isCancelled(void *task);
extern SWIFT_CALL uint64_t swift_task_getJobTaskId(void *task);
extern const size_t _swift_concurrency_debug_asyncTaskSize;

// A job begins with a header of 16 bytes and 16 bytes for the scheduler. Its flags follow. The
// lowest byte of the flags is the kind of the job.
static uint32_t flags_of_job(const void *job) { return *(const uint32_t *)((const char *)job + 32); }

simulation_job_kind simulation_kind_of_job(const void *job) {
  switch (flags_of_job(job) & 0xFF) {
  case 0: return simulation_job_task;
  case 193: return simulation_job_actor;
  case 195: return simulation_job_continuation;
  default: return simulation_job_other;
  }
}

uint8_t simulation_priority_of_job(const void *job) {
  // The priority of a task that has not been enqueued yet is only in its status, where waiting
  // tasks raise the priority.
  if (simulation_kind_of_job(job) == simulation_job_task) {
    return (uint8_t)__atomic_load_n((const uint64_t *)((const char *)job + 96), __ATOMIC_RELAXED);
  }
  return flags_of_job(job) >> 8 & 0xFF;
}

const void *simulation_subject_of_job(const void *job) {
  // The subject follows the job, which is 64 bytes long.
  return *(const void *const *)((const char *)job + 64);
}

uint64_t simulation_number_of_task(const void *task) { return swift_task_getJobTaskId((void *)task); }

const void *simulation_current_task(void) { return swift_task_getCurrent(); }

uint64_t simulation_number_of_current_task(void) {
  void *task = swift_task_getCurrent();
  return task ? swift_task_getJobTaskId(task) : 0;
}

bool simulation_task_is_child(const void *task) { return flags_of_job(task) >> 24 & 1; }

bool simulation_task_is_async_let(const void *task) { return flags_of_job(task) >> 28 & 1; }

// Returns the queue of the tasks that wait for the result of a task. The result follows the task
// and its optional parts, and begins with this queue.
static uintptr_t queue_of_task(const void *task) {
  uint32_t flags = flags_of_job(task);
  bool is_child = flags >> 24 & 1, is_in_group = flags >> 26 & 1;
  size_t offset = _swift_concurrency_debug_asyncTaskSize + (is_child ? 16 : 0) + (is_in_group ? 8 : 0);
  return atomic_load((_Atomic uintptr_t *)((char *)task + offset));
}

simulation_task_state simulation_state_of_task(const void *task) {
  uint32_t flags = flags_of_job(task);
  bool is_future = flags >> 25 & 1;
  if ((flags & 0xFF) != 0 || !is_future) return simulation_task_unknown;
  // The lowest bits of the queue show whether the result is available.
  uintptr_t queue = queue_of_task(task);
  return queue & 3 ? simulation_task_finished : simulation_task_pending;
}

bool simulation_task_is_cancelled(const void *task) { return swift_task_isCancelled((void *)task); }

const void *simulation_first_waiter(const void *task) {
  if (simulation_state_of_task(task) != simulation_task_pending) return NULL;
  uintptr_t queue = queue_of_task(task);
  return (const void *)(queue & ~(uintptr_t)3);
}

// The queue is linked through the bytes that the scheduler uses while a task can run.
const void *simulation_next_waiter(const void *waiter) {
  return *(const void *const *)((const char *)waiter + 16);
}

// The parent of a child task follows the task directly.
const void *simulation_group_owner_of_task(const void *task) {
  uint32_t flags = flags_of_job(task);
  if (!(flags >> 24 & 1) || !(flags >> 26 & 1)) return NULL;
  return *(const void *const *)((const char *)task + _swift_concurrency_debug_asyncTaskSize);
}

// A job ends with the function at which its task continues, and a pointer to the frame of that
// function. Each frame begins with a pointer to the frame of its caller, followed by the function
// at which the caller continues.
simulation_wait simulation_wait_of_task(const void *task) {
  simulation_wait wait = {{{NULL, NULL, NULL}}, 0};
  const void *function = *(const void *const *)((const char *)task + 56);
  const void *const *frame = *(const void *const *const *)((const char *)task + 64);
  int found = 0;
  for (int depth = 0; depth < 12 && found < 3; depth++) {
    if (simulation_is_in_program((uintptr_t)function)) wait.functions.callers[found++] = function;
    if (found == 0) wait.depth++;
    if (!frame || (uintptr_t)frame % 8) break;
    function = frame[1];
    frame = (const void *const *)frame[0];
  }
  return wait;
}

#endif
