// Functions that find the session of the running code, and record the shared resources that the
// code has used. A session is the part of a simulation's state that C code needs.

#define _GNU_SOURCE
#include "Session.h"

#include "CSimulationRuntime.h"
#include "Interposing.h"

#if defined(__linux__) && defined(__x86_64__)

#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

extern SWIFT_CALL void *swift_task_getCurrent(void);
extern SWIFT_CALL simulation_executor swift_task_getPreferredTaskExecutor(void);

static _Thread_local simulation_thread this_thread;
static simulation_callbacks callbacks;
// The class of the executors that simulated tasks prefer, or null until all hooks are installed. A
// task is simulated if its preferred executor is an instance of this class.
static _Atomic(const void *) executor_class;

void simulation_set_callbacks(simulation_callbacks new_callbacks) {
  callbacks = new_callbacks;
}

void simulation_set_executor_class(const void *new_executor_class) {
  atomic_store_explicit(&executor_class, new_executor_class, memory_order_release);
}

const simulation_callbacks *simulation_get_callbacks(void) { return &callbacks; }

// MARK: the simulation of running code

simulation_thread simulation_enter(simulation_session *session) {
  simulation_thread before = this_thread;
  this_thread = (simulation_thread){session, swift_task_getCurrent(), false, false, 0, false};
  return before;
}

simulation_thread simulation_leave_all(void) {
  simulation_thread before = this_thread;
  this_thread.is_outside = true;
  this_thread.is_in_step = false;
  return before;
}

void simulation_leave(simulation_thread before) { this_thread = before; }

void simulation_note_use(uint32_t use) {
  // Only the thread that runs the simulation records uses of resources. If a simulated task runs on
  // another thread, such as that of a custom executor, its code counts as work outside the
  // simulation. On such a thread, do not even look up the task's simulation, because this might
  // acquire a lock that another thread needs to cancel the task.
  if (!this_thread.session) return;
  simulation_session *session = simulation_of_code();
  if (session && session == this_thread.session) simulation_add_uses(session, use);
}

void simulation_note_stream(void) {
  // Use the thread's simulation instead of the current task's. Finding the task's simulation may
  // require one of the task's locks, which the runtime may already hold while it locks a stream.
  if (this_thread.session && !this_thread.is_outside) simulation_add_uses(this_thread.session, simulation_uses_streams);
}

// MARK: scheduling points

bool simulation_is_in_once(void) { return this_thread.is_in_once; }

bool simulation_set_in_once(bool is_in_once) {
  bool before = this_thread.is_in_once;
  this_thread.is_in_once = is_in_once;
  return before;
}

bool simulation_set_in_step(bool is_in_step) {
  bool before = this_thread.is_in_step;
  this_thread.is_in_step = is_in_step;
  return before;
}

void simulation_begin_step(void) {
  this_thread.is_in_step = true;
  this_thread.open_uses = 0;
}

// This function must not call the Swift runtime, because its caller may hold one of the runtime's
// locks.
void simulation_reach_point(uint32_t use) {
  if (!this_thread.is_in_step || this_thread.is_in_once) return;
  this_thread.session->is_resuming = false;
  this_thread.is_in_step = false;
  callbacks.reached_point(this_thread.session->simulation);
  this_thread.is_in_step = true;
  simulation_add_uses(this_thread.session, use | this_thread.open_uses);
}

bool simulation_has_groups(void) {
  return this_thread.is_in_step && __atomic_load_n(&this_thread.session->has_groups, __ATOMIC_RELAXED);
}

void simulation_note_wake_up(void) {
  if (!this_thread.is_in_step || !this_thread.session->is_resuming) return;
  this_thread.session->is_resuming = false;
  this_thread.session->resumptions--;
}

__attribute__((used)) void simulation_end_resumption(void) {
  if (this_thread.is_in_step) this_thread.session->is_resuming = false;
}

void simulation_note_in_step(uint32_t use) {
  if (!this_thread.is_in_step) return;
  if (use == simulation_uses_resumption) {
    this_thread.session->resumptions++;
    this_thread.session->is_resuming = true;
  } else {
    simulation_add_uses(this_thread.session, use);
    this_thread.open_uses |= use & simulation_uses_continuation;
  }
}

void simulation_note_event(simulation_event event, const void *object) {
  if (!this_thread.session) return;
  // The caller may hold a task group's lock, so this function must not call the runtime if the
  // event concerns a group.
  bool concerns_group = event == simulation_checks_group || event == simulation_awaits_group;
  if (concerns_group ? !this_thread.is_in_step : simulation_of_code() != this_thread.session) return;
  // Do not record a task's check of its own cancellation, because the search already assumes that
  // cancelling a task affects all later steps of that task.
  if (event == simulation_checks_task && object == swift_task_getCurrent()) return;
  bool is_in_step = simulation_set_in_step(false);
  callbacks.observed(this_thread.session->simulation, event, object);
  simulation_set_in_step(is_in_step);
}

RUNS_AT_THREAD_END bool simulation_is_in_step(void) { return this_thread.is_in_step; }

__attribute__((used)) uint64_t simulation_hash_salt(void) {
  return this_thread.session && !this_thread.is_outside ? this_thread.session->hash_salt : 0;
}

bool simulation_has_continuation(void) {
  return this_thread.open_uses & simulation_uses_continuation;
}

bool simulation_has_suspended_steps(void) {
  return this_thread.is_in_step && __atomic_load_n(&this_thread.session->suspended_steps, __ATOMIC_RELAXED) > 0;
}

bool simulation_wait_for_lock(simulation_lock lock) {
  if (!simulation_has_suspended_steps()) return false;
  uint32_t holder = simulation_holder_of_lock(lock);
  if (lock.word && (!holder || holder == simulation_thread_identifier())) return false;
  this_thread.is_in_step = false;
  bool has_waited = callbacks.blocked(this_thread.session->simulation, lock);
  this_thread.is_in_step = true;
  return has_waited;
}

uint32_t simulation_thread_identifier(void) {
  static _Thread_local uint32_t identifier;
  if (!identifier) identifier = (uint32_t)syscall(SYS_gettid);
  return identifier;
}

simulation_session *simulation_on_thread(void) { return this_thread.session; }

bool simulation_is_executor(const void *executor) {
  const void *expected = atomic_load_explicit(&executor_class, memory_order_acquire);
  return executor && expected && *(const void *const *)executor == expected;
}

// Returns the session (the part of a simulation's state that C code needs) of the running task
// rather than that of the thread, because they can differ. A simulated task may run on the thread
// of an actor with a custom executor. Conversely, a task that is not simulated, such as the test
// that waits for the simulation, may run on the simulation's thread.
//
// All hooks call this function, so it also notices tasks that a custom executor has taken out of
// the simulation's control, and counts them as outside work.
simulation_session *simulation_of_code(void) {
  if (this_thread.is_outside) return NULL;
  // A job without a task, such as an isolated `deinit`, belongs to the thread's session. During
  // such a job, the current task is still the task that was running when this thread entered the
  // simulation.
  if (this_thread.session && swift_task_getCurrent() == this_thread.driver) return this_thread.session;
  void *executor = swift_task_getPreferredTaskExecutor().identity;
  if (!simulation_is_executor(executor)) {
    // A task of the simulation prefers a custom executor, which runs the task on this thread.
    if (executor && this_thread.session && this_thread.is_in_step) {
      simulation_note_submission(this_thread.session);
    }
    return NULL;
  }
  simulation_session *session = ((simulation_session **)executor)[2];
  return __atomic_load_n(&session->is_closed, __ATOMIC_RELAXED) ? NULL : session;
}

#endif
