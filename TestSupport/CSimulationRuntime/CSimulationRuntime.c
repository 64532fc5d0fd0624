#define _GNU_SOURCE
#include "CSimulationRuntime.h"
#include "Interposing.h"
#include "RuntimeLayout.h"
#include "SchedulingPoints.h"

#if defined(__linux__) && defined(__x86_64__)

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SWIFT_CALL __attribute__((swiftcall))
// Marks a function that replaces the function of the same name in the Swift runtime, for the
// program and all of its shared libraries. The definition is weak, so that a statically linked
// runtime keeps its own function. Simulations do not work with such a runtime, and their self-test
// reports the problem.
#define INTERPOSED __attribute__((visibility("default"), weak))

typedef SWIFT_CALL void (*enqueue_original)(void *job);
typedef SWIFT_CALL simulation_executor (*main_executor_original)(void);

extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_original original);
extern SWIFT_CALL simulation_executor (*swift_task_getMainExecutor_hook)(main_executor_original);
extern SWIFT_CALL void *swift_task_getCurrent(void);
extern SWIFT_CALL simulation_executor swift_task_getPreferredTaskExecutor(void);
extern SWIFT_CALL simulation_executor swift_task_getCurrentExecutor(void);
extern SWIFT_CALL void swift_task_enqueue(void *job, simulation_executor executor);
extern SWIFT_CALL void swift_task_cancel(void *task);
extern void *swift_retain(void *object);
extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

static _Thread_local simulation_thread this_thread;
static simulation_callbacks callbacks;
// The class of the executors that simulated tasks prefer, or null until all hooks are installed.
static _Atomic(const void *) executor_class;
typedef SWIFT_CALL void (*enqueue_hook)(void *, enqueue_original);
typedef SWIFT_CALL simulation_executor (*main_executor_hook)(main_executor_original);
// The hooks that other code had installed before this library did. They are atomic because the
// runtime may already call our hooks on other threads while we are still installing them.
static _Atomic(enqueue_hook) previous_enqueue_hook;
static _Atomic(main_executor_hook) previous_main_hook;

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

void simulation_set_time(simulation_session *session, int64_t nanoseconds) {
  __atomic_store_n(&session->now, nanoseconds, __ATOMIC_RELAXED);
}

void simulation_close(simulation_session *session) {
  __atomic_store_n(&session->is_closed, true, __ATOMIC_RELAXED);
}

void simulation_add_uses(simulation_session *session, uint32_t uses) {
  __atomic_fetch_or(&session->uses, uses, __ATOMIC_RELAXED);
}

void simulation_note_use(uint32_t use) {
  // Only the thread that runs the simulation records uses of resources. If a simulated task runs on
  // another thread, such as that of a custom executor, its code counts as work outside the
  // simulation. Looking up the simulation of that task might also take a lock that another thread
  // needs in order to cancel the task.
  if (!this_thread.session) return;
  simulation_session *session = simulation_of_code();
  if (session && session == this_thread.session) simulation_add_uses(session, use);
}

__attribute__((visibility("hidden"))) void simulation_note_stream(void) {
  // Use the thread's simulation instead of the current task's. Finding the latter may require a
  // lock of the task, which the runtime may already hold while it locks a stream.
  if (this_thread.session && !this_thread.is_outside) simulation_add_uses(this_thread.session, simulation_uses_streams);
}

uint32_t simulation_take_uses(simulation_session *session) {
  uint32_t uses = __atomic_exchange_n(&session->uses, 0, __ATOMIC_RELAXED);
  if (session->resumptions > 0) uses |= simulation_uses_resumption;
  session->resumptions = 0;
  return uses;
}

void simulation_set_suspended_steps(simulation_session *session, uint32_t count) {
  __atomic_store_n(&session->suspended_steps, count, __ATOMIC_RELAXED);
}

// MARK: scheduling points

bool simulation_set_in_step(bool is_in_step) {
  bool before = this_thread.is_in_step;
  this_thread.is_in_step = is_in_step;
  return before;
}

void simulation_begin_step(void) {
  this_thread.is_in_step = true;
  this_thread.open_uses = 0;
}

// Reaches a scheduling point, at which the schedule may suspend the running code of this thread and
// run other tasks. Does not call the runtime, because the caller may hold one of the runtime's
// locks.
void simulation_reach_point(uint32_t use) {
  if (!this_thread.is_in_step || this_thread.is_in_once) return;
  this_thread.session->is_resuming = false;
  this_thread.is_in_step = false;
  callbacks.reached_point(this_thread.session->simulation);
  this_thread.is_in_step = true;
  simulation_add_uses(this_thread.session, use | this_thread.open_uses);
}

__attribute__((visibility("hidden"))) bool simulation_has_groups(void) {
  return this_thread.is_in_step && __atomic_load_n(&this_thread.session->has_groups, __ATOMIC_RELAXED);
}

void simulation_note_wake_up(void) {
  if (!this_thread.is_in_step || !this_thread.session->is_resuming) return;
  this_thread.session->is_resuming = false;
  this_thread.session->resumptions--;
}

__attribute__((visibility("hidden"), used)) void simulation_end_resumption(void) {
  if (this_thread.is_in_step) this_thread.session->is_resuming = false;
}

// Records that the running code used a shared resource. Unlike `simulation_reach_point`, this
// function does not let the schedule suspend the code.
__attribute__((visibility("hidden"))) void simulation_note_in_step(uint32_t use) {
  if (!this_thread.is_in_step) return;
  if (use == simulation_uses_resumption) {
    this_thread.session->resumptions++;
    this_thread.session->is_resuming = true;
  } else {
    simulation_add_uses(this_thread.session, use);
    this_thread.open_uses |= use & simulation_uses_continuation;
  }
}

__attribute__((visibility("hidden"))) void simulation_note_cancellation(const void *task) {
  if (!this_thread.session || simulation_of_code() != this_thread.session) return;
  bool is_in_step = simulation_set_in_step(false);
  callbacks.cancels(this_thread.session->simulation, task);
  simulation_set_in_step(is_in_step);
}

__attribute__((visibility("hidden"))) void simulation_note_cancellation_check(const void *task) {
  if (!this_thread.session || simulation_of_code() != this_thread.session) return;
  // A task's check of its own cancellation need not be recorded, because the search already assumes
  // that a step that cancels a task affects every later step of that task.
  if (task == swift_task_getCurrent()) return;
  bool is_in_step = simulation_set_in_step(false);
  callbacks.checks_cancellation(this_thread.session->simulation, task);
  simulation_set_in_step(is_in_step);
}

__attribute__((visibility("hidden"))) void simulation_note_group_check(const void *group) {
  if (!this_thread.is_in_step) return;
  this_thread.is_in_step = false;
  callbacks.checks_group(this_thread.session->simulation, group);
  this_thread.is_in_step = true;
}

__attribute__((visibility("hidden"))) void simulation_note_awaited(const void *task) {
  if (!this_thread.session || simulation_of_code() != this_thread.session) return;
  bool is_in_step = simulation_set_in_step(false);
  callbacks.awaits(this_thread.session->simulation, task);
  simulation_set_in_step(is_in_step);
}

__attribute__((visibility("hidden"))) void simulation_note_awaited_group(const void *mutex) {
  if (!this_thread.is_in_step) return;
  this_thread.is_in_step = false;
  callbacks.awaits_group(this_thread.session->simulation, simulation_group_with_mutex(mutex));
  this_thread.is_in_step = true;
}

__attribute__((visibility("hidden"))) RUNS_AT_THREAD_END bool simulation_is_in_step(void) {
  return this_thread.is_in_step;
}

__attribute__((visibility("hidden"), used)) uint64_t simulation_hash_salt(void) {
  return this_thread.session && !this_thread.is_outside ? this_thread.session->hash_salt : 0;
}

__attribute__((visibility("hidden"))) bool simulation_has_continuation(void) {
  return this_thread.open_uses & simulation_uses_continuation;
}

__attribute__((visibility("hidden"))) bool simulation_has_suspended_steps(void) {
  return this_thread.is_in_step && __atomic_load_n(&this_thread.session->suspended_steps, __ATOMIC_RELAXED) > 0;
}

__attribute__((visibility("hidden"))) bool simulation_wait_for_lock(simulation_lock lock) {
  if (!simulation_has_suspended_steps()) return false;
  uint32_t holder = simulation_holder_of_lock(lock);
  if (lock.word && (!holder || holder == simulation_thread_identifier())) return false;
  this_thread.is_in_step = false;
  bool has_waited = callbacks.blocked(this_thread.session->simulation, lock);
  this_thread.is_in_step = true;
  return has_waited;
}

uint32_t simulation_holder_of_lock(simulation_lock lock) {
  return lock.word ? __atomic_load_n(lock.word, __ATOMIC_ACQUIRE) & lock.bits : 0;
}

uint32_t simulation_thread_identifier(void) {
  static _Thread_local uint32_t identifier;
  if (!identifier) identifier = (uint32_t)syscall(SYS_gettid);
  return identifier;
}

simulation_session *simulation_on_thread(void) { return this_thread.session; }

// Returns true if the object is the executor that the tasks of a simulation prefer.
static bool is_simulation(const void *executor) {
  const void *expected = atomic_load_explicit(&executor_class, memory_order_acquire);
  return executor && expected && *(const void *const *)executor == expected;
}

// Returns the session (the part of a simulation's state that C code needs) of the running task
// rather than that of the thread, because they can differ. A simulated task may run on the thread
// of an actor with a custom executor. Conversely, a simulation may resume a task that is not part
// of it, such as the test that waits for the simulation.
simulation_session *simulation_of_code(void) {
  if (this_thread.is_outside) return NULL;
  // A job without a task, such as an isolated `deinit`, belongs to the thread's session. During
  // such a job, the current task is still the one that runs the simulation.
  if (this_thread.session && swift_task_getCurrent() == this_thread.driver) return this_thread.session;
  void *executor = swift_task_getPreferredTaskExecutor().identity;
  if (!is_simulation(executor)) return NULL;
  simulation_session *session = ((simulation_session **)executor)[2];
  return __atomic_load_n(&session->is_closed, __ATOMIC_RELAXED) ? NULL : session;
}

// Returns true if the executor is an actor without a custom executor. The runtime represents such
// an actor without an implementation pointer.
static bool is_default_actor(simulation_executor executor) {
  return executor.identity && !executor.implementation;
}

// MARK: hooks

static SWIFT_CALL void on_enqueue(void *job, enqueue_original original) {
  // Simulated tasks prefer the simulation's executor and therefore do not reach this hook. A task
  // that does reach it belongs to other code.
  bool is_task = simulation_kind_of_job(job) == simulation_job_task;
  simulation_session *session = is_task ? NULL : simulation_of_code();
  if (session) {
    callbacks.enqueued(session->simulation, job);
    return;
  }
  enqueue_hook previous = previous_enqueue_hook;
  if (previous) {
    previous(job, original);
  } else {
    original(job);
  }
}

static SWIFT_CALL simulation_executor on_main_executor(main_executor_original original) {
  simulation_session *session = simulation_of_code();
  if (session) return session->main_executor;
  main_executor_hook previous = previous_main_hook;
  return previous ? previous(original) : original();
}

// The address ranges of the code of the program and of the concurrency runtime.
typedef struct {
  _Atomic uintptr_t start, end;
} code_range;
static code_range program, runtime;

static bool contains(const code_range *range, uintptr_t address) {
  return address >= atomic_load_explicit(&range->start, memory_order_relaxed) &&
    address < atomic_load_explicit(&range->end, memory_order_relaxed);
}

__attribute__((visibility("hidden"))) bool simulation_is_in_runtime(uintptr_t address) {
  return contains(&runtime, address);
}

__attribute__((visibility("hidden"))) bool simulation_is_in_program(uintptr_t address) {
  return contains(&program, address);
}

// Receives the images of the process from `dl_iterate_phdr`, one after the other. Stores the address
// range of the code if the image is the program or the concurrency runtime. The dynamic linker lists
// the program first, so `is_first` points to a Boolean value that is true only for the first image.
static int find_code(struct dl_phdr_info *image, size_t size, void *is_first) {
  (void)size;
  bool is_runtime = strstr(image->dlpi_name, "libswift_Concurrency");
  code_range *range = *(bool *)is_first ? &program : is_runtime ? &runtime : NULL;
  *(bool *)is_first = false;
  for (int i = 0; range && i < image->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &image->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    atomic_store(&range->start, image->dlpi_addr + segment->p_vaddr);
    atomic_store(&range->end, image->dlpi_addr + segment->p_vaddr + segment->p_memsz);
  }
  return range == &runtime;
}

void simulation_install(simulation_callbacks new_callbacks, const void *new_executor_class) {
  callbacks = new_callbacks;
  bool is_first = true;
  dl_iterate_phdr(find_code, &is_first);
  previous_enqueue_hook = swift_task_enqueueGlobal_hook;
  previous_main_hook = swift_task_getMainExecutor_hook;
  swift_task_enqueueGlobal_hook = on_enqueue;
  swift_task_getMainExecutor_hook = on_main_executor;
  atomic_store_explicit(&executor_class, new_executor_class, memory_order_release);
}

bool simulation_is_supported(void) { return true; }

// MARK: interposed functions

typedef SWIFT_CALL simulation_executor (*create_function)(
  size_t flags, task_option *options, const void *type, void *function, void *context);

// Finds the code that creates a task by following the chain of frame pointers, which Swift code
// always maintains. The search ends at the frame of the running asynchronous function, because the
// callers of that function belong to the runtime. Swift marks such a frame by setting bit 60 of the
// frame pointer that is saved in it.
static simulation_origin find_origin(const uintptr_t *frame) {
  simulation_origin origin = {{NULL, NULL, NULL}};
  int found = 0;
  for (int depth = 0; depth < 12 && found < 3 && !(frame[0] >> 60); depth++) {
    if (simulation_is_in_program(frame[1])) origin.callers[found++] = (const void *)frame[1];
    const uintptr_t next = frame[0];
    if (next % 8 || next <= (uintptr_t)frame || next - (uintptr_t)frame > 65536) break;
    frame = (const uintptr_t *)next;
  }
  return origin;
}

// Replaces the runtime's function that creates a task. Every task that simulated code creates
// prefers the simulation's executor, as if the code had called `Task(executorPreference:)`.
INTERPOSED SWIFT_CALL simulation_executor swift_task_create(
  size_t flags, task_option *options, const void *type, void *function, void *context
) {
  FIND_ORIGINAL(create_function, create, "swift_task_create")
  simulation_session *session = simulation_of_code();
  if (!session) return create(flags, options, type, function, context);
  // Disable scheduling points, because no other task may run before the simulation has been
  // notified of the new task.
  bool is_in_step = simulation_set_in_step(false);

  bool has_executor = flags & creates_child_task;  // inherited
  if (flags & creates_child_task) __atomic_store_n(&session->has_groups, true, __ATOMIC_RELAXED);
  bool is_ours = true;
  const char *name = NULL;
  // The actor to which the task's closure is isolated, if any. The new task joins the queue of this
  // actor at once.
  simulation_executor actor = {NULL, NULL};
  for (task_option *option = options; option; option = option->parent) {
    switch (option->flags & option_kind_mask) {
    case option_serial_executor:
      if (flags & enqueues_task) actor = ((executor_option *)option)->executor;
      break;
    case option_task_name:
      name = ((task_name_option *)option)->name;
      break;
    case option_unowned_task_executor:
      has_executor = true;
      break;
    case option_task_executor: {
      // `Task.immediate` passes an option without an executor.
      simulation_executor *executor = &((executor_option *)option)->executor;
      if (!has_executor && !executor->identity) {
        *executor = session->task_executor;
        swift_retain(executor->identity);
      }
      // A task that prefers the executor of another simulation is the body of an inner simulation,
      // and is not part of this simulation.
      is_ours = !is_simulation(executor->identity) || executor->identity == session->task_executor.identity;
      has_executor = true;
      break;
    }
    }
  }
  executor_option preference = {{option_task_executor, options}, session->task_executor};
  // The runtime releases the executor in the option later, so it is retained here.
  if (!has_executor) swift_retain(preference.executor.identity);
  // The simulation manages the queues of actors without custom executors, so the runtime must not
  // enqueue the task.
  bool joins_queue = is_ours && is_default_actor(actor);
  simulation_executor task = create(
    joins_queue ? flags & ~(size_t)enqueues_task : flags, has_executor ? options : &preference.base, type,
    function, context);
  if (is_ours) callbacks.created(session->simulation, task.identity, name, find_origin(__builtin_frame_address(0)));
  // An error in a child task cancels a group that discards results, and a task that is added to a
  // cancelled group is cancelled from the beginning. Creating the task therefore counts as reading
  // whether the group is cancelled.
  const void *group = flags & discards_result ? simulation_relations_of_task(task.identity).group : NULL;
  if (is_ours && is_in_step && group) callbacks.checks_group(session->simulation, group);
  if (joins_queue) {
    // This reference is released when the task runs.
    swift_retain(task.identity);
    callbacks.arrived(session->simulation, task.identity, actor);
  }
  simulation_set_in_step(is_in_step);
  simulation_reach_point(0);
  return task;
}

// Replaces the runtime's function that initializes an actor. Reports each actor that simulated code
// creates to the simulation, before any task can join the actor's queue.
INTERPOSED SWIFT_CALL void swift_defaultActor_initialize(void *actor) {
  typedef SWIFT_CALL void (*function)(void *actor);
  FIND_ORIGINAL(function, initialize, "swift_defaultActor_initialize")
  initialize(actor);
  simulation_session *session = this_thread.is_in_once ? NULL : simulation_of_code();
  if (session) callbacks.created_actor(session->simulation, actor);
}

// Replaces the runtime's function that runs a deinitializer isolated to an actor. Reports the
// deinitializer to the simulation, which would otherwise not notice it while the actor is busy. In
// that case, the runtime stores the deinitializer in the runtime's own queue for the actor, instead
// of passing it to the simulation.
INTERPOSED SWIFT_CALL void swift_task_deinitOnExecutor(
  void *object, SWIFT_CALL void (*work)(void *), simulation_executor actor, size_t flags
) {
  typedef SWIFT_CALL void (*function)(void *, SWIFT_CALL void (*)(void *), simulation_executor, size_t);
  FIND_ORIGINAL(function, deinit, "swift_task_deinitOnExecutor")
  simulation_session *session = simulation_of_code();
  if (session && is_default_actor(actor)) callbacks.deinits(session->simulation, actor);
  deinit(object, work, actor, flags);
}

// The function of a statically linked standard library that implements `swift_once`. It is null if
// the standard library is a shared library, which does not export the function.
extern void original_once(intptr_t *predicate, void (*initialize)(void *), void *context)
  __asm__("_ZN5swift14threading_impl9once_slowERNS0_6once_tEPFvPvES3_") __attribute__((weak));

// Replaces the runtime's function that computes the initial value of a global or static variable.
// The value is computed only in the first run that uses the variable, but all runs of a schedule
// must take the same steps. The computation therefore has no scheduling points, and actors that it
// creates are not reported. Such an actor gets its identifier when a task first joins its queue.
INTERPOSED void swift_once(intptr_t *predicate, void (*initialize)(void *), void *context) {
  typedef void (*function)(intptr_t *, void (*)(void *), void *);
  FIND_ORIGINAL(function, once, "swift_once")
  // A statically linked standard library contains no other `swift_once`, because this function
  // replaces it at link time. Call the function with which the library implements `swift_once`.
  if (!once) return original_once(predicate, initialize, context);
  bool was_in_once = this_thread.is_in_once;
  this_thread.is_in_once = true;
  once(predicate, initialize, context);
  this_thread.is_in_once = was_in_once;
}

// MARK: joining the queue of an actor

#define SWIFT_ASYNC_CALL __attribute__((swiftasynccall))
#define ASYNC_CONTEXT __attribute__((swift_async_context))
typedef SWIFT_ASYNC_CALL void (*resume_function)(ASYNC_CONTEXT void *context);
typedef SWIFT_ASYNC_CALL void (*switch_function)(
  ASYNC_CONTEXT void *context, resume_function function, simulation_executor executor);

// The actor whose queue the current task wants to join, and the actor that the task leaves. The
// runtime next enqueues the task on the hop executor, where tasks wait until the schedule lets them
// join. The hop executor then reads and clears this variable.
static _Thread_local simulation_hop this_hop;

simulation_hop simulation_take_hop(void) {
  simulation_hop hop = this_hop;
  this_hop = (simulation_hop){0};
  return hop;
}

void simulation_enqueue(void *task, simulation_executor actor) { swift_task_enqueue(task, actor); }

static __attribute__((noinline)) switch_function find_switch(void) {
  FIND_ORIGINAL(switch_function, function, "swift_task_switch")
  return function;
}

static bool has_queue(const simulation_session *session, simulation_executor executor) {
  return is_default_actor(executor) || executor.identity == session->main_executor.identity;
}

// Returns the executor to which a task must switch so that it can continue on `target`. If the task
// must first join an actor's queue, this is the hop executor, on which the task waits until the
// schedule lets it join.
static __attribute__((noinline)) simulation_executor find_next_executor(simulation_executor target) {
  simulation_session *session = simulation_of_code();
  if (!session) return target;
  simulation_executor source = swift_task_getCurrentExecutor();
  bool stays = source.identity == target.identity;
  if (stays ? !session->yields_at_every_await : !has_queue(session, target)) return target;
  if (target.identity && !has_queue(session, target)) return target;
  // A task that stays on its actor waits only to let other tasks run, so the actor may run other
  // jobs during the wait.
  this_hop = (simulation_hop){target, stays || !has_queue(session, source) ? NULL : source.identity};
  return session->hop_executor;
}

// Replaces the runtime's function that switches a task to an executor. If the executor is an actor,
// the task first switches to the hop executor, and waits there until the schedule lets it join the
// actor's queue.
INTERPOSED SWIFT_ASYNC_CALL void swift_task_switch(
  ASYNC_CONTEXT void *context, resume_function function, simulation_executor executor
) {
  switch_function original = find_switch();
  simulation_executor next = find_next_executor(executor);
  __attribute__((musttail)) return original(context, function, next);
}

// Makes Swift's clocks show virtual time. Callers outside the concurrency library still get real
// time. This definition is not weak, because ThreadSanitizer has a weak definition that could
// otherwise take precedence.
__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *time) {
  uintptr_t caller = (uintptr_t)__builtin_return_address(0);
  if (simulation_is_in_runtime(caller)) {
    simulation_session *session = simulation_of_code();
    if (session) {
      if (session == this_thread.session) simulation_add_uses(session, simulation_uses_time);
      // Virtual time starts at one million seconds on Swift's clocks, so that it is not mistaken
      // for real time.
      int64_t now = __atomic_load_n(&session->now, __ATOMIC_RELAXED);
      time->tv_sec = 1000000 + now / 1000000000;
      time->tv_nsec = now % 1000000000;
      return 0;
    }
  }
  typedef int (*function)(clockid_t, struct timespec *);
  FIND_ORIGINAL(function, get_time, "clock_gettime")
  return get_time(clock, time);
}

// MARK: calling the runtime

void simulation_cancel_task(void *task) { swift_task_cancel(task); }

// MARK: the platform

char *simulation_demangle(const char *symbol) {
  return swift_demangle(symbol, strlen(symbol), NULL, NULL, 0);
}

#else

bool simulation_is_supported(void) { return false; }
void simulation_install(simulation_callbacks callbacks, const void *executor_class) {}
simulation_thread simulation_enter(simulation_session *session) { return (simulation_thread){0}; }
void simulation_leave(simulation_thread before) {}
simulation_thread simulation_leave_all(void) { return (simulation_thread){0}; }
void simulation_set_time(simulation_session *session, int64_t nanoseconds) {}
void simulation_close(simulation_session *session) {}
simulation_session *simulation_on_thread(void) { return NULL; }
simulation_session *simulation_of_code(void) { return NULL; }
simulation_job_kind simulation_kind_of_job(const void *job) { return simulation_job_other; }
uint8_t simulation_priority_of_job(const void *job) { return 0; }
uint8_t simulation_base_priority_of_task(const void *task) { return 0; }
uint32_t simulation_uses_of_read_priority(uint8_t base) { return 0; }
uint32_t simulation_uses_of_raised_priority(uint8_t priority) { return 0; }
const void *simulation_target_of_job(const void *job) { return job; }
uint64_t simulation_id_of_task(const void *task) { return 0; }
const void *simulation_current_task(void) { return NULL; }
simulation_relations simulation_relations_of_task(const void *task) { return (simulation_relations){0}; }
simulation_task_state simulation_state_of_task(const void *task) { return simulation_task_unknown; }
bool simulation_task_is_cancelled(const void *task) { return false; }
const void *simulation_first_waiter(const void *task) { return NULL; }
const void *simulation_next_waiter(const void *waiter) { return NULL; }
simulation_wait simulation_wait_of_task(const void *task) { return (simulation_wait){0}; }
void simulation_cancel_task(void *task) {}
void simulation_note_use(uint32_t use) {}
void simulation_add_uses(simulation_session *session, uint32_t uses) {}
uint32_t simulation_take_uses(simulation_session *session) { return 0; }
void simulation_set_suspended_steps(simulation_session *session, uint32_t count) {}
bool simulation_set_in_step(bool is_in_step) { return false; }
void simulation_begin_step(void) {}
void simulation_reach_point(uint32_t use) {}
void simulation_note_wake_up(void) {}
uint32_t simulation_holder_of_lock(simulation_lock lock) { return 0; }
uint32_t simulation_thread_identifier(void) { return 0; }
void simulation_learn_streams(void (*body)(void)) {}
simulation_hop simulation_take_hop(void) { return (simulation_hop){0}; }
void simulation_enqueue(void *task, simulation_executor actor) {}
const char *simulation_symbol_at(const void *address) { return NULL; }
char *simulation_demangle(const char *symbol) { return NULL; }

#endif
