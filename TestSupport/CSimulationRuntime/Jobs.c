#define _GNU_SOURCE
#include "CSimulationRuntime.h"
#include "Interposing.h"
#include "RuntimeLayout.h"
#include "Session.h"

#if defined(__linux__) && defined(__x86_64__)

#include <stdatomic.h>

// The functions in this file read the Swift runtime's jobs, tasks and task groups but do not change
// them.

extern SWIFT_CALL void *swift_task_getCurrent(void);
extern SWIFT_CALL bool swift_task_isCancelled(void *task);
extern SWIFT_CALL size_t swift_task_basePriority(void *task);
extern SWIFT_CALL uint64_t swift_task_getJobTaskId(void *task);
extern const size_t _swift_concurrency_debug_asyncTaskSize;

static uint32_t flags_of_job(const void *job) { return *(const uint32_t *)simulation_field(job, job_flags); }

simulation_job_kind simulation_kind_of_job(const void *job) {
  switch (flags_of_job(job) & job_kind_mask) {
  case job_kind_task: return simulation_job_task;
  case job_kind_actor: return simulation_job_actor;
  case job_kind_continuation: return simulation_job_continuation;
  default: return simulation_job_other;
  }
}

static uint64_t status_of_task(const void *task) {
  return __atomic_load_n((const uint64_t *)simulation_field(task, task_status), __ATOMIC_RELAXED);
}

uint8_t simulation_priority_of_job(const void *job) {
  // Read a task's priority from its status instead of its flags. The status contains the priority
  // even before the task is enqueued, and is updated when a waiting task raises the priority.
  if (simulation_kind_of_job(job) == simulation_job_task) return (uint8_t)status_of_task(job);
  return flags_of_job(job) >> job_priority_shift & 0xFF;
}

uint8_t simulation_base_priority_of_task(const void *task) { return (uint8_t)swift_task_basePriority((void *)task); }

// The lowest priority in each of the five priority ranges. The first range contains the priorities
// below `.low`. The other ranges begin with `.low`, `.medium`, `.high` and the priority of user
// interaction.
static const uint8_t range_starts[] = {0, 17, 21, 25, 33};
enum { range_count = sizeof range_starts };

static uint32_t lowest_bit(uint32_t bits) { return bits & -bits; }

uint32_t simulation_uses_of_read_priority(uint8_t base) {
  int range = range_count - 1;
  while (range_starts[range] > base) range--;
  return lowest_bit(simulation_uses_read_priorities) << range;
}

// Returns the bits of `simulation_uses_raised_priorities` for a step that raises the priorities of
// tasks to `priority`. Each bit represents a range of priorities. The result contains the bits of
// all ranges that contain a priority below `priority`.
static uint32_t uses_of_raised_priority(uint8_t priority) {
  uint32_t uses = 0;
  for (int range = 0; range < range_count && range_starts[range] < priority; range++) {
    uses |= lowest_bit(simulation_uses_raised_priorities) << range;
  }
  return uses;
}

const void *simulation_task_of_async_let(const void *async_let) {
  uintptr_t task = *(const uintptr_t *)simulation_field(async_let, async_let_task);
  return (const void *)(task & ~(uintptr_t)async_let_flags);
}

void simulation_note_wait(const void *task) {
  const void *waiter = swift_task_getCurrent();
  if (!waiter) return;
  simulation_note_event(simulation_awaits_task, task);
  // A wait raises the awaited task's priority if the waiting task's current priority is higher.
  // Compare with the awaited task's base priority, because another task's wait may already have
  // raised its current priority. In another schedule, that other wait could come later.
  simulation_note_use(simulation_uses_of_read_priority(simulation_base_priority_of_task(waiter)));
  uint8_t priority = simulation_priority_of_job(waiter);
  if (priority <= simulation_base_priority_of_task(task)) return;
  simulation_note_use(uses_of_raised_priority(priority));
}

const void *simulation_target_of_job(const void *job) {
  return *(const void *const *)simulation_field(job, job_target);
}

uint64_t simulation_id_of_task(const void *task) { return swift_task_getJobTaskId((void *)task); }

const void *simulation_current_task(void) { return swift_task_getCurrent(); }

// Returns the first word in the queue of tasks that await a task's result: the address of the first
// waiting task, with the state of the result in the lowest bits. In memory, the queue follows the
// task and its optional parts.
static uintptr_t queue_of_task(const void *task) {
  uint32_t flags = flags_of_job(task);
  size_t offset = _swift_concurrency_debug_asyncTaskSize + (flags & task_is_child ? task_child_part_size : 0) +
                  (flags & task_is_in_group ? task_group_part_size : 0);
  return atomic_load((_Atomic uintptr_t *)((char *)task + offset));
}

// Returns `true` if a job is a task that has a result, and therefore a queue of tasks that await
// it.
static bool has_queue(const void *job) {
  uint32_t flags = flags_of_job(job);
  return (flags & job_kind_mask) == job_kind_task && flags & task_is_future;
}

bool simulation_task_has_ended(const void *task) {
  return has_queue(task) && queue_of_task(task) & task_queue_state_mask;
}

bool simulation_task_is_cancelled(const void *task) {
  // Leave the simulation during the call to `swift_task_isCancelled`, which this library replaces.
  // Otherwise, the call would be recorded as a cancellation check by simulated code.
  simulation_thread before = simulation_leave_all();
  bool is_cancelled = swift_task_isCancelled((void *)task);
  simulation_leave(before);
  return is_cancelled;
}

const void *simulation_first_waiter(const void *task) {
  uintptr_t queue = has_queue(task) ? queue_of_task(task) : 0;
  return queue & task_queue_state_mask ? NULL : (const void *)queue;
}

const void *simulation_group_with_mutex(const void *mutex) { return (const char *)mutex - group_mutex; }

static uint64_t status_of_group(const void *mutex) {
  const void *status = simulation_field(simulation_group_with_mutex(mutex), group_status);
  return __atomic_load_n((const uint64_t *)status, __ATOMIC_RELAXED);
}

bool simulation_group_is_cancelled(const void *mutex) { return status_of_group(mutex) >> 63; }

bool simulation_group_is_empty(const void *mutex) { return !(status_of_group(mutex) & group_pending_mask); }

// Tasks that await the same result form a linked list. The link is in the field `job_next`, which
// is free because schedulers use it only while a task is ready to run.
const void *simulation_next_waiter(const void *waiter) {
  return *(const void *const *)simulation_field(waiter, job_next);
}

// A task group's owner is the parent of the tasks in the group. The pointer to a child task's
// parent directly follows the child task in memory.
simulation_relations simulation_relations_of_task(const void *task) {
  uint32_t flags = flags_of_job(task);
  simulation_relations relations = {flags & task_is_child, flags & task_is_async_let, NULL, NULL};
  if (!(flags & task_is_in_group)) return relations;
  size_t size = _swift_concurrency_debug_asyncTaskSize;
  relations.group = *(const void *const *)simulation_field(task, size + task_child_part_size);
  if (relations.is_child) relations.group_owner = *(const void *const *)simulation_field(task, size);
  return relations;
}

// Finds the functions where a suspended task will continue. A task's job contains its next function
// and a pointer to that function's frame. Each frame begins with a pointer to the caller's frame,
// followed by the function where the caller continues.
simulation_wait simulation_wait_of_task(const void *task) {
  uint64_t status = status_of_task(task);
  simulation_wait wait = {.is_running = status & task_is_running, .is_ready = status & task_is_enqueued};
  if (wait.is_running) return wait;
  const void *function = *(const void *const *)simulation_field(task, job_resume_function);
  const void *const *frame = *(const void *const *const *)simulation_field(task, task_resume_frame);
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
