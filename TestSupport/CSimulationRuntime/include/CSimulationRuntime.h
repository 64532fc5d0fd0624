#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Functions that let a simulation observe and control the Swift concurrency runtime, and the clock,
// locks and threads of the platform. Code outside simulations is not affected.
//
// A *step* is the code that a simulated task or actor runs until it suspends. At a *scheduling
// point* in the middle of a step, the simulation may suspend the step on its thread and run other
// tasks first. A *session* is the part of a simulation's state that C code needs.

// An executor as the Swift runtime represents it: a pointer to the executor object, and a pointer
// to the object's conformance to `SerialExecutor` or `TaskExecutor`.
typedef struct {
  void *_Nullable identity;
  void *_Nullable implementation;
} simulation_executor;

// The part of a simulation's state that the hooks in the Swift runtime need. It lives as long as
// the simulation. The executors, the options and the pointer to the simulation do not change while
// tasks run. Only the thread that runs a step accesses `resumptions` and `is_resuming`. All other
// fields are accessed atomically.
typedef struct simulation_session {
  // The simulation's `SimulationCore` object, which is passed to the callbacks. It is never null
  // while tasks run, but must be nullable so that Swift can create a zeroed session.
  void *_Null_unspecified simulation;
  simulation_executor task_executor;
  simulation_executor main_executor;
  // The executor where tasks wait until the schedule lets them join an actor's queue.
  simulation_executor hop_executor;
  // Whether a task lets other tasks run at every `await` that may switch executors, even if the
  // task stays on the same executor.
  bool yields_at_every_await;
  // The shared resources that the running step has used so far, as a bit set of `simulation_uses_…`
  // values. The set is accessed atomically, because a cancellation handler may not return in time.
  // The run then ends without it, but the handler continues on its own thread and may still use
  // resources.
  uint32_t uses;
  // The number of continuations that the running step has resumed before any task began to wait for
  // them. Such a resumption makes no task ready to run, but it affects the step that waits later.
  uint32_t resumptions;
  // Whether the running step is inside a call that resumes a continuation. If the runtime makes a
  // task ready to run during this call, that task was already waiting for the continuation.
  bool is_resuming;
  // Whether simulated code has created a child task in a group. If so, throwing an error is a
  // scheduling point, because an error that leaves a group's body cancels the group's child tasks.
  bool has_groups;
  // The number of steps suspended at a scheduling point or while waiting for a lock.
  uint32_t suspended_steps;
  // A number that is mixed into every `hashValue` that simulated code reads. It is 0 except in runs
  // that check whether the code depends on hash values.
  uint64_t hash_salt;
  // The virtual time that Swift's clocks show, in nanoseconds since the start of the simulation.
  int64_t now;
  // Whether the simulation is over, so its remaining tasks no longer count as simulated.
  bool is_closed;
  // The number of times that simulated code submitted work to a dispatch queue or a custom
  // executor, or started a thread. The simulation cannot control such work.
  int64_t outside_submissions;
} simulation_session;

// The code that created a task: addresses in up to three of this program's functions on the call
// stack, innermost first. One address is not enough, because the compiler copies `Task`
// initializers into the program. The innermost functions may therefore be initializers, and the
// code of interest is their caller.
typedef struct {
  const void *_Nullable callers[3];
} simulation_origin;

// A lock, described by the part of its memory that identifies the thread holding it. The bits of
// `*word` that are set in the mask `bits` contain that thread's identifier, or 0 while the lock is
// free. If a step is waiting for a condition variable instead of a lock, `word` is null.
typedef struct {
  const uint32_t *_Nullable word;
  uint32_t bits;
} simulation_lock;
// Returns the identifier of the thread that holds a lock, or 0 if the lock is free.
static inline uint32_t simulation_holder_of_lock(simulation_lock lock) {
  return lock.word ? __atomic_load_n(lock.word, __ATOMIC_ACQUIRE) & lock.bits : 0;
}

// An operation that the running step performs on a task or a task group.
typedef enum {
  // The step cancels a task.
  simulation_cancels_task,
  // The step cancels child tasks of its own task. The operation does not concern a single task or
  // group, so the callback's `object` is null.
  simulation_cancels_children,
  // The step checks whether a task other than its own is cancelled.
  simulation_checks_task,
  // The step checks whether a task group that its own task created is cancelled or empty.
  simulation_checks_group,
  // The step begins to await a task's result.
  simulation_awaits_task,
  // The step begins to await a task group's child tasks.
  simulation_awaits_group
} simulation_event;

typedef struct {
  // Called when simulated code enqueues a job that, outside a simulation, would run on the thread
  // pool. An example is a job that runs an actor. Not called for tasks, because they are enqueued
  // on the simulation's own executor.
  void (*_Nonnull enqueued)(void *_Nonnull simulation, void *_Nonnull job);
  // Called after simulated code creates a task. `name` is valid only during the call.
  void (*_Nonnull created)(
    void *_Nonnull simulation, void *_Nonnull task, const char *_Nullable name, simulation_origin origin);
  // Called after simulated code creates an actor without a custom executor.
  void (*_Nonnull created_actor)(void *_Nonnull simulation, void *_Nonnull actor);
  // Called when a new task must join the queue of `actor`, because its closure is isolated to that
  // actor.
  void (*_Nonnull arrived)(void *_Nonnull simulation, void *_Nonnull task, simulation_executor actor);
  // Called when simulated code releases the last reference to an object whose deinitializer is
  // isolated to `actor`. The deinitializer then runs on this actor.
  void (*_Nonnull deinits)(void *_Nonnull simulation, simulation_executor actor);
  // Called when the running step reaches a scheduling point, where the schedule may suspend the
  // step and run other tasks. Returns when the schedule continues the step.
  void (*_Nonnull reached_point)(void *_Nonnull simulation);
  // Called when the running step performs an operation on `object`, which is a task or a task
  // group. If `object` is a task, it may have ended before the operation. For the event
  // `simulation_cancels_children`, `object` is null.
  void (*_Nonnull observed)(void *_Nonnull simulation, simulation_event event, const void *_Nullable object);
  // Called when the running code is about to wait for a lock. Returns `true` once no suspended step
  // holds the lock, or `false` immediately if no suspended step held it. If `lock.word` is null,
  // the code is about to wait for a condition variable. The function then returns `true` once
  // another step has run, or `false` immediately if no step is suspended.
  bool (*_Nonnull blocked)(void *_Nonnull simulation, simulation_lock lock);
} simulation_callbacks;

// A task's switch from the actor `source` to the actor `target`. The task first waits on the hop
// executor until the schedule lets it join the queue of `target`. During this wait, the actor
// `source` runs no other jobs.
//
// The identity of `target` is null if the task does not continue on an actor. `source` is null if
// no actor has to pause during the wait, for example because the task was not running on an actor.
typedef struct {
  simulation_executor target;
  const void *_Nullable source;
} simulation_hop;
// Returns and clears the hop of the task that this thread is enqueuing on the hop executor. A hop
// is the task's switch to another actor.
simulation_hop simulation_take_hop(void);
// Makes the Swift runtime enqueue a task on an actor without a custom executor. The runtime then
// enqueues a job that runs the actor.
void simulation_enqueue(void *_Nonnull task, simulation_executor actor);

// Installs the hooks in the Swift runtime. Call this function only once per process.
// `executor_class` is the class of the executors that simulated tasks prefer. The first stored
// property of such an executor must point to the session.
//
// `library_thread_start` is the start function of the library's own threads, which the simulation
// uses itself. Any other threads that simulated code starts count as work that the simulation does
// not control.
void simulation_install(
  simulation_callbacks callbacks, const void *_Nonnull executor_class, const void *_Nonnull library_thread_start
);

// Returns `true` if this platform can run simulations. They need Linux on x86-64.
bool simulation_is_supported(void);

// The state of a thread that runs a simulation's jobs. `driver` is the task, such as the test's,
// that was running on the thread before it began to run the jobs of `session`.
typedef struct {
  simulation_session *_Nullable session;
  const void *_Nullable driver;
  bool is_outside;
  // Whether the running code belongs to a step that may be suspended at a scheduling point.
  bool is_in_step;
  // The shared resources that the rest of the step may still use. They are recorded again after
  // each scheduling point, until the step ends. The value is `simulation_uses_continuation` if the
  // step has created a continuation, because the step may wait for it at any later time. Otherwise,
  // the value is 0.
  uint32_t open_uses;
  // Whether the running code is computing the initial value of a global or static variable. This
  // computation has no scheduling points, because only the first run that uses the variable
  // performs it.
  bool is_in_once;
} simulation_thread;
// Marks this thread as running a simulation's jobs. Returns the thread's previous state, which
// `simulation_leave` restores.
simulation_thread simulation_enter(simulation_session *_Nonnull session);
// Restores a state of this thread that `simulation_enter` or `simulation_leave_all` returned.
void simulation_leave(simulation_thread before);
// Marks this thread's code as outside any simulation until `simulation_leave` is called. Returns
// the thread's previous state.
simulation_thread simulation_leave_all(void);
// Sets whether the code that runs next on this thread has scheduling points, where the schedule may
// run another task. Returns the previous value.
bool simulation_set_in_step(bool is_in_step);
// Marks the beginning of a step on this thread, and enables scheduling points, where the schedule
// may suspend the step.
void simulation_begin_step(void);
// Reaches a scheduling point in the running step: the schedule may run other tasks before this
// function returns. `use` contains the shared resources that the step is about to use. They are
// recorded only after the other tasks have run, because they belong to the rest of the step. Has no
// effect while scheduling points are disabled.
void simulation_reach_point(uint32_t use);
// Records that the running code has made a task ready to run. If this happens during a call that
// resumes a continuation, the task was already waiting for the continuation. The call is then
// subtracted from the session's `resumptions`, which counts only resumptions that come before the
// wait.
void simulation_note_wake_up(void);
// Returns this thread's identifier in the operating system. While the thread holds a lock, the
// lock's memory contains this identifier.
uint32_t simulation_thread_identifier(void);
// Restricts a waiting thread to the processor that runs the current thread, because waking it is
// faster there. When the waiting thread wakes up, it calls `simulation_restore_affinity` to remove
// the restriction before it runs other code.
void simulation_pin_to_current_processor(uint32_t thread);
// Saves the current thread's affinity (the set of processors that the thread is allowed to run on),
// so that `simulation_restore_affinity` can restore it.
void simulation_save_affinity(void);
// Restores the affinity that the current thread had when it called `simulation_save_affinity`.
void simulation_restore_affinity(void);
// Runs `body`, which must use an `AsyncStream` once, and stores the address of the runtime code
// that locks the stream. Every later lock operation by the code at this address counts as a use of
// a stream.
void simulation_learn_streams(void (*_Nonnull body)(void));
// Sets the virtual time of a simulation, in nanoseconds since its start.
static inline void simulation_set_time(simulation_session *_Nonnull session, int64_t nanoseconds) {
  __atomic_store_n(&session->now, nanoseconds, __ATOMIC_RELAXED);
}
// Marks a simulation as over. Afterwards, its remaining tasks no longer count as simulated code.
static inline void simulation_close(simulation_session *_Nonnull session) {
  __atomic_store_n(&session->is_closed, true, __ATOMIC_RELAXED);
}
// The shared resources that let a step affect other tasks or depend on them. The values can be
// combined in a bit set.
enum {
  // The completion of a task that does not belong to a group. The step awaits the task's result.
  simulation_uses_ends = 1,
  simulation_uses_streams = 2,
  // Virtual time. The step reads it from a clock, or sleeps.
  simulation_uses_time = 4,
  // A continuation that the step resumed before the task that created it began to wait for it.
  simulation_uses_resumption = 8,
  // A continuation that the step begins to wait for. It may already have been resumed.
  simulation_uses_continuation = 16,
  // The completion of a group's child tasks. The step awaits all of them.
  simulation_uses_children = 32,
  // The completion of a group's child tasks. The step awaits the result of the one that ends next.
  simulation_uses_next_child = 64,
  // The current priorities of tasks. Both of the following masks have one bit for each of five
  // priority ranges. A step that reads a task's priority uses the bit of the range that contains
  // the task's base priority (the priority that the task was created with). A step that raises
  // priorities uses the bits of all ranges whose tasks may be affected.
  simulation_uses_read_priorities = 31 << 8,
  simulation_uses_raised_priorities = 31 << 16
};
// Returns the bit of `simulation_uses_read_priorities` for a step that reads a task's current
// priority. `base` is the priority that the task was created with.
uint32_t simulation_uses_of_read_priority(uint8_t base);
// Records that the simulated code on this thread used the shared resources `use` (a bit set of
// `simulation_uses_…` values).
void simulation_note_use(uint32_t use);
// Adds `uses` to the shared resources that the running step has used.
static inline void simulation_add_uses(simulation_session *_Nonnull session, uint32_t uses) {
  __atomic_fetch_or(&session->uses, uses, __ATOMIC_RELAXED);
}
// Returns the shared resources that the running step has used since the previous call, and clears
// them.
static inline uint32_t simulation_take_uses(simulation_session *_Nonnull session) {
  uint32_t uses = __atomic_exchange_n(&session->uses, 0, __ATOMIC_RELAXED);
  if (session->resumptions > 0) uses |= simulation_uses_resumption;
  session->resumptions = 0;
  return uses;
}
// Sets the number of steps that are suspended, either at a scheduling point or while waiting for a
// lock.
static inline void simulation_set_suspended_steps(simulation_session *_Nonnull session, uint32_t count) {
  __atomic_store_n(&session->suspended_steps, count, __ATOMIC_RELAXED);
}
// Returns the session whose jobs this thread runs, or null if there is none.
simulation_session *_Nullable simulation_on_thread(void);
// Returns the session that the running code belongs to, or null if the code is not simulated. If
// the code belongs to a job without a task, such as an isolated `deinit`, this is the session whose
// jobs this thread runs. Otherwise, it is the session of the current task, on any thread.
simulation_session *_Nullable simulation_of_code(void);

// The kind of a job. A job is a unit of work that the Swift runtime schedules.
typedef enum {
  simulation_job_task,
  // The job makes an actor run the tasks in its queue.
  simulation_job_actor,
  // The job resumes a task that has yielded.
  simulation_job_continuation,
  simulation_job_other
} simulation_job_kind;
simulation_job_kind simulation_kind_of_job(const void *_Nonnull job);
// Returns the priority of a job. An actor runs the job with the highest number first.
uint8_t simulation_priority_of_job(const void *_Nonnull job);
// Returns the priority that a task was created with.
uint8_t simulation_base_priority_of_task(const void *_Nonnull task);
// Returns the actor that a job of kind `simulation_job_actor` runs, or the task that a job of kind
// `simulation_job_continuation` resumes. Do not call this function for other jobs.
const void *_Nonnull simulation_target_of_job(const void *_Nonnull job);

// Returns a task's identifier in the Swift runtime. The runtime never assigns the same identifier
// to another task in the process, not even after the task ends.
uint64_t simulation_id_of_task(const void *_Nonnull task);
const void *_Nullable simulation_current_task(void);
// Returns `true` if a job is a task that has ended.
bool simulation_task_has_ended(const void *_Nonnull task);
bool simulation_task_is_cancelled(const void *_Nonnull task);
// Returns the first of the tasks that await the result of an unfinished task, or null if there are
// none. `simulation_next_waiter` returns the next task that awaits the same result.
const void *_Nullable simulation_first_waiter(const void *_Nonnull task);
const void *_Nullable simulation_next_waiter(const void *_Nonnull waiter);
// A task's relations to its parent and to its task group.
typedef struct {
  // Whether the task is a child task. Only its parent can await it.
  bool is_child;
  // Whether the task is an `async let`. Such a task must not be retained, because it is stored in
  // its parent's stack frame.
  bool is_async_let;
  // The task group that the task belongs to, and the task that owns the group. Both are null if the
  // task does not belong to a group.
  const void *_Nullable group, *_Nullable group_owner;
} simulation_relations;
simulation_relations simulation_relations_of_task(const void *_Nonnull task);
// The location where a suspended task is waiting. `functions` contains up to three of this
// program's functions on the task's call stack, innermost first. The innermost of them has called a
// library function, which may have called others. `depth` is the number of library functions in
// this chain that have not returned.
typedef struct {
  simulation_origin functions;
  int depth;
  // Whether the task is not suspended but running on a thread. The other fields are then empty,
  // because the thread changes the task's call stack.
  bool is_running;
  // Whether the task is not suspended but ready to run on an executor or an actor.
  bool is_ready;
} simulation_wait;
simulation_wait simulation_wait_of_task(const void *_Nonnull task);
void simulation_cancel_task(void *_Nonnull task);

// Returns the mangled name of this program's function that contains `address`, or null if there is
// no such function.
const char *_Nullable simulation_symbol_at(const void *_Nonnull address);
// Returns the demangled form of a symbol, or null if the symbol is not mangled. The caller must
// free the result with `free`.
char *_Nullable simulation_demangle(const char *_Nonnull symbol);

// Returns the number of times that a session's code submitted work to a dispatch queue or a custom
// executor, or started a thread.
static inline int64_t simulation_outside_submissions(const simulation_session *_Nonnull session) {
  return __atomic_load_n(&session->outside_submissions, __ATOMIC_RELAXED);
}

// The text of a replay token, in memory that a signal handler can read.
typedef struct {
  const char *_Nullable text;
  size_t count;
} simulation_token;

// Registers the token that a signal handler writes to standard error if this thread traps. Signal
// handlers that were installed earlier run afterwards. Pass null to write nothing. Returns the
// previously registered token.
const simulation_token *_Nullable simulation_announce_token(const simulation_token *_Nullable token);
// Installs the signal handlers that print a thread's replay token if the thread traps. Call this
// function only once per process.
void simulation_watch_traps(void);

// Copies `size` bytes of this process's memory to `buffer`. Returns `false` instead of trapping if
// the memory is not mapped.
bool simulation_copy_memory(uintptr_t address, void *_Nonnull buffer, size_t size);
// Facts about an object's type, read from the metadata that the object's first word points to.
typedef struct {
  // Whether the metadata describes a class or another type of Swift object, such as the box of a
  // captured variable. If this is `false`, the other fields have no meaning.
  bool is_object;
  bool is_class;
  // Whether the object is the box of an `any Error` value.
  bool is_error;
  // The number of bytes that precede an instance's stored properties. They contain the type and the
  // reference count and, in an actor without a custom executor, the runtime's state for the actor,
  // such as its queue.
  uint32_t header_size;
  // For classes, the size of an instance in bytes, not counting elements that are allocated after
  // its properties.
  uint32_t size;
} simulation_metadata;
simulation_metadata simulation_read_metadata(uintptr_t address);
// Returns whether `word`, the second word of the memory at `address`, can be the reference count of
// an object that is still in use.
bool simulation_is_reference_count(uint64_t word, uintptr_t address);
// Returns the address of the object whose side table is at `address`, or 0 if there is no such
// object. A weak reference contains the address of the side table.
uintptr_t simulation_object_with_side_table(uintptr_t address);
// Returns the size in bytes of the memory occupied by the object at `address`. This is usually the
// size of its allocation, which may be larger than the object. Returns 0 if the allocator did not
// allocate an object at this address, as far as this can be detected.
size_t simulation_object_size(uintptr_t address, simulation_metadata metadata);
