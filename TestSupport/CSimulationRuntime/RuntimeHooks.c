// Hooks in the Swift runtime, and replacements for some of its functions. They report new tasks,
// jobs and actors to the simulation, and let the simulation decide when a task joins an actor's
// queue.

#define _GNU_SOURCE
#include "CSimulationRuntime.h"
#include "Interposing.h"
#include "RuntimeLayout.h"
#include "Session.h"

#if defined(__linux__) && defined(__x86_64__)

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <string.h>

typedef SWIFT_CALL void (*enqueue_original)(void *job);
typedef SWIFT_CALL simulation_executor (*main_executor_original)(void);
typedef SWIFT_CALL void (*enqueue_hook)(void *, enqueue_original);
typedef SWIFT_CALL simulation_executor (*main_executor_hook)(main_executor_original);

extern enqueue_hook swift_task_enqueueGlobal_hook;
extern main_executor_hook swift_task_getMainExecutor_hook;
extern SWIFT_CALL simulation_executor swift_task_getCurrentExecutor(void);
extern SWIFT_CALL void swift_task_enqueue(void *job, simulation_executor executor);
extern SWIFT_CALL void swift_task_cancel(void *task);
extern void *swift_retain(void *object);

// The hooks that other code installed before this library installed its own. For code outside
// simulations, this library's hooks call those hooks. The variables are atomic because other
// threads may call this library's hooks while the hooks are still being installed.
static _Atomic(enqueue_hook) previous_enqueue_hook;
static _Atomic(main_executor_hook) previous_main_hook;

// Returns `true` if the executor is an actor without a custom executor. In the runtime's
// representation of such an actor, the pointer `implementation` is null.
static bool is_default_actor(simulation_executor executor) {
  return executor.identity && !executor.implementation;
}

// MARK: hooks

static SWIFT_CALL void on_enqueue(void *job, enqueue_original original) {
  // Simulated tasks prefer the simulation's executor and therefore do not reach this hook. A task
  // that does reach the hook is not simulated, so only jobs of other kinds, such as a job that runs
  // an actor, are passed to the simulation.
  bool is_task = simulation_kind_of_job(job) == simulation_job_task;
  simulation_session *session = is_task ? NULL : simulation_of_code();
  if (session) {
    simulation_get_callbacks()->enqueued(session->simulation, job);
    return;
  }
  enqueue_hook previous = previous_enqueue_hook;
  if (previous) {
    previous(job, original);
  } else {
    original(job);
  }
}

// Returns `true` if an actor has a custom executor.
static bool is_custom_executor(const simulation_session *session, simulation_executor executor) {
  return executor.identity && executor.implementation && executor.identity != session->main_executor.identity;
}

static SWIFT_CALL simulation_executor on_main_executor(main_executor_original original) {
  simulation_session *session = simulation_of_code();
  if (session) return session->main_executor;
  main_executor_hook previous = previous_main_hook;
  return previous ? previous(original) : original();
}

// The ranges of addresses that contain the code of the program and of the concurrency runtime.
typedef struct {
  _Atomic uintptr_t start, end;
} code_range;
static code_range program, runtime;

static bool contains(const code_range *range, uintptr_t address) {
  return address >= atomic_load_explicit(&range->start, memory_order_relaxed) &&
    address < atomic_load_explicit(&range->end, memory_order_relaxed);
}

bool simulation_is_in_runtime(uintptr_t address) {
  return contains(&runtime, address);
}

bool simulation_is_in_program(uintptr_t address) {
  return contains(&program, address);
}

// Called by `dl_iterate_phdr` for each image in the process. Stores the image's code address range
// if the image is the program or the concurrency runtime. The dynamic linker lists the program
// first, so `is_first` points to a Boolean value that is `true` only for the first image.
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

const void *simulation_library_thread_start;

void simulation_install(
  simulation_callbacks callbacks, const void *executor_class, const void *library_thread_start
) {
  simulation_library_thread_start = library_thread_start;
  simulation_set_callbacks(callbacks);
  bool is_first = true;
  dl_iterate_phdr(find_code, &is_first);
  previous_enqueue_hook = swift_task_enqueueGlobal_hook;
  previous_main_hook = swift_task_getMainExecutor_hook;
  swift_task_enqueueGlobal_hook = on_enqueue;
  swift_task_getMainExecutor_hook = on_main_executor;
  simulation_set_executor_class(executor_class);
}

bool simulation_is_supported(void) { return true; }

// MARK: interposed functions

typedef SWIFT_CALL simulation_executor (*create_function)(
  size_t flags, task_option *options, const void *type, void *function, void *context);

// Finds the code that creates a task by following the chain of frame pointers, which Swift code
// always maintains. The search ends at the frame of the running asynchronous function, because the
// frames below it belong to the runtime, which called that function. Swift marks such a frame by
// setting bit 60 of the frame pointer saved in it.
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
  // Disable scheduling points (where the simulation may run another task), because no other task
  // may run before the new task has been reported to the simulation.
  bool is_in_step = simulation_set_in_step(false);

  bool has_executor = flags & creates_child_task;  // A child task inherits its executor.
  if (flags & creates_child_task) __atomic_store_n(&session->has_groups, true, __ATOMIC_RELAXED);
  bool is_ours = true;
  // Whether the new task first runs on a custom executor, which the simulation does not control.
  bool is_outside = false;
  const char *name = NULL;
  // The actor that the new task's closure is isolated to, or an empty value if there is none. The
  // new task joins this actor's queue as soon as it has been created.
  simulation_executor actor = {NULL, NULL};
  for (task_option *option = options; option; option = option->parent) {
    switch (option->flags & option_kind_mask) {
    case option_serial_executor:
      if (flags & enqueues_task) actor = ((executor_option *)option)->executor;
      is_outside = is_outside || is_custom_executor(session, actor);
      break;
    case option_task_name:
      name = ((task_name_option *)option)->name;
      break;
    case option_unowned_task_executor:
      is_outside = is_outside || !simulation_is_executor(((executor_option *)option)->executor.identity);
      has_executor = true;
      break;
    case option_task_executor: {
      // `Task.immediate` passes this option without an executor, so insert the simulation's
      // executor.
      simulation_executor *executor = &((executor_option *)option)->executor;
      if (!has_executor && !executor->identity) {
        *executor = session->task_executor;
        swift_retain(executor->identity);
      }
      is_outside = is_outside || !simulation_is_executor(executor->identity);
      // A task that prefers another simulation's executor is the body of an inner simulation, not
      // part of this one.
      is_ours = !simulation_is_executor(executor->identity) || executor->identity == session->task_executor.identity;
      has_executor = true;
      break;
    }
    }
  }
  if (is_outside) simulation_note_submission(session);
  executor_option preference = {{option_task_executor, options}, session->task_executor};
  // Retain the executor in the option, because the runtime releases it later.
  if (!has_executor) swift_retain(preference.executor.identity);
  // If the task must join the queue of an actor without a custom executor, the runtime must not
  // enqueue the task. The simulation manages these queues and enqueues the task itself.
  bool joins_queue = is_ours && is_default_actor(actor);
  simulation_executor task = create(
    joins_queue ? flags & ~(size_t)enqueues_task : flags, has_executor ? options : &preference.base, type,
    function, context);
  if (is_ours) simulation_get_callbacks()->created(session->simulation, task.identity, name, find_origin(__builtin_frame_address(0)));
  // An error in a child task cancels a group that discards results, and a task added to a cancelled
  // group is cancelled from the start. Creating the task therefore counts as checking whether the
  // group is cancelled.
  const void *group = flags & discards_result ? simulation_relations_of_task(task.identity).group : NULL;
  if (is_ours && is_in_step && group) {
    simulation_get_callbacks()->observed(session->simulation, simulation_checks_group, group);
  }
  if (joins_queue) {
    // Retain the task, because the simulation enqueues it later. The additional reference is
    // released when the task runs.
    swift_retain(task.identity);
    simulation_get_callbacks()->arrived(session->simulation, task.identity, actor);
  }
  simulation_set_in_step(is_in_step);
  simulation_reach_point(0);
  return task;
}

// Replaces the runtime's function that initializes an actor. If simulated code creates the actor,
// reports it to the simulation before any task can join its queue.
INTERPOSED SWIFT_CALL void swift_defaultActor_initialize(void *actor) {
  typedef SWIFT_CALL void (*function)(void *actor);
  FIND_ORIGINAL(function, initialize, "swift_defaultActor_initialize")
  initialize(actor);
  simulation_session *session = simulation_is_in_once() ? NULL : simulation_of_code();
  if (session) simulation_get_callbacks()->created_actor(session->simulation, actor);
}

// Replaces the runtime's function that runs a deinitializer isolated to an actor, to report the
// deinitializer to the simulation. Otherwise, the simulation would not notice a deinitializer that
// must wait for a busy actor, because the runtime adds it directly to its own queue of the actor.
INTERPOSED SWIFT_CALL void swift_task_deinitOnExecutor(
  void *object, SWIFT_CALL void (*work)(void *), simulation_executor actor, size_t flags
) {
  typedef SWIFT_CALL void (*function)(void *, SWIFT_CALL void (*)(void *), simulation_executor, size_t);
  FIND_ORIGINAL(function, deinit, "swift_task_deinitOnExecutor")
  simulation_session *session = simulation_of_code();
  if (session && is_default_actor(actor)) simulation_get_callbacks()->deinits(session->simulation, actor);
  deinit(object, work, actor, flags);
}

// The function that implements `swift_once` in a statically linked standard library. It is null if
// the standard library is a shared library, which does not export the function.
extern void original_once(intptr_t *predicate, void (*initialize)(void *), void *context)
  __asm__("_ZN5swift14threading_impl9once_slowERNS0_6once_tEPFvPvES3_") __attribute__((weak));

// Replaces the runtime's function that computes the initial value of a global or static variable.
// The value is computed only in the first run that uses the variable, but all runs of a schedule
// must take the same steps. The computation therefore has no scheduling points (where another task
// may run), and actors that it creates are not reported. Such an actor gets its identifier when a
// task first joins its queue.
INTERPOSED void swift_once(intptr_t *predicate, void (*initialize)(void *), void *context) {
  typedef void (*function)(intptr_t *, void (*)(void *), void *);
  FIND_ORIGINAL(function, once, "swift_once")
  // With a statically linked standard library, there is no other `swift_once`, because this
  // function replaces it at link time. Call the library's underlying implementation instead.
  if (!once) return original_once(predicate, initialize, context);
  bool was_in_once = simulation_set_in_once(true);
  once(predicate, initialize, context);
  simulation_set_in_once(was_in_once);
}

// MARK: joining an actor's queue

#define SWIFT_ASYNC_CALL __attribute__((swiftasynccall))
#define ASYNC_CONTEXT __attribute__((swift_async_context))
typedef SWIFT_ASYNC_CALL void (*resume_function)(ASYNC_CONTEXT void *context);
typedef SWIFT_ASYNC_CALL void (*switch_function)(
  ASYNC_CONTEXT void *context, resume_function function, simulation_executor executor);

// The current task's hop: the actor whose queue the task is about to join, and the actor that it is
// leaving. The runtime next enqueues the task on the hop executor, which reads and clears this
// variable. The task waits on that executor until the schedule lets it join the queue.
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

// Returns the executor that a task must switch to in order to continue on `target`. If the task
// must first join an actor's queue, this is the hop executor, where the task waits until the
// schedule lets it join.
static __attribute__((noinline)) simulation_executor find_next_executor(simulation_executor target) {
  simulation_session *session = simulation_of_code();
  if (!session) return target;
  simulation_executor source = swift_task_getCurrentExecutor();
  bool stays = source.identity == target.identity;
  // Count the switch to a custom executor here. The executor may run the task at once on this
  // thread. The task is then not resumed from another thread, so the simulation would not notice
  // later that it had no control over the task.
  if (!stays && is_custom_executor(session, target)) simulation_note_submission(session);
  if (stays ? !session->yields_at_every_await : !has_queue(session, target)) return target;
  if (target.identity && !has_queue(session, target)) return target;
  // A task that stays on its actor waits only to let other tasks run. The hop then has no source,
  // so the actor can run other jobs during the wait.
  this_hop = (simulation_hop){target, stays || !has_queue(session, source) ? NULL : source.identity};
  return session->hop_executor;
}

// Replaces the runtime's function that switches a task to an executor. If the executor is an actor,
// the task first switches to the simulation's hop executor, and waits there until the schedule lets
// it join the actor's queue.
INTERPOSED SWIFT_ASYNC_CALL void swift_task_switch(
  ASYNC_CONTEXT void *context, resume_function function, simulation_executor executor
) {
  switch_function original = find_switch();
  simulation_executor next = find_next_executor(executor);
  __attribute__((musttail)) return original(context, function, next);
}

// MARK: calling the runtime

void simulation_cancel_task(void *task) { swift_task_cancel(task); }

#endif
