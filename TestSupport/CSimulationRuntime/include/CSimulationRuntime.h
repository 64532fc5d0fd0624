#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Functions that let simulations read and control the Swift runtime and the platform. Code outside
// simulations is not affected.

// An executor in the runtime's representation: pointers to the object and to its conformance.
typedef struct {
  void *_Nullable identity;
  void *_Nullable implementation;
} simulation_executor;

// The values of one simulation that the hooks in the Swift runtime need. They live as long as the
// simulation.
typedef struct simulation_session {
  // The simulation's Swift object, which is passed to the callbacks.
  void *_Nonnull simulation;
  simulation_executor task_executor;
  simulation_executor main_executor;
  // The executor where tasks wait until they may join an actor's queue.
  simulation_executor gate_executor;
  // Whether a task waits on the gate executor even if it stays on its own executor.
  bool yields_at_every_await;
  // The shared resources that the running step has used, not counting actors. Only the thread that
  // runs the step accesses this value.
  uint32_t uses;
  // The number of continuations that the running step has resumed before a task waited for them.
  // Only the thread that runs the step accesses this value.
  uint32_t resumptions;
  // Whether the step has just resumed a continuation. If a task is already waiting for the
  // continuation, the runtime makes that task able to run next.
  bool has_just_resumed;
  // The number of steps that are suspended at a scheduling point. Only the thread that runs the
  // simulation writes this value.
  uint32_t suspended_steps;
  // A number that is mixed into hash values.
  uint64_t hash_salt;
  // The virtual time in nanoseconds, which Swift's clocks show. All accesses are atomic.
  int64_t now;
  // Whether the simulation is over, so that its tasks are like any other tasks. All accesses are
  // atomic.
  bool is_closed;
  // The number of times that simulated code submitted work to a dispatch queue. All accesses are
  // atomic.
  int64_t departures;
} simulation_session;

// The code that created a task, given as addresses in up to three running functions of this
// program, innermost first. The first addresses may be in initializers of `Task` that were compiled
// into the program.
typedef struct {
  const void *_Nullable callers[3];
} simulation_origin;

// A lock, described by the memory that identifies its holder. The given bits at `word` are the
// identifier of the holding thread, or zero while the lock is free. `word` is null if the step is
// waiting for something other than a lock, such as a condition.
typedef struct {
  const uint32_t *_Nullable word;
  uint32_t bits;
} simulation_lock;
uint32_t simulation_holder_of_lock(simulation_lock lock);

typedef struct {
  // Called when simulated code has enqueued a job without a task on the thread pool.
  void (*_Nonnull enqueued)(void *_Nonnull simulation, void *_Nonnull job);
  // Called when simulated code has created a task. The name is valid only during the call.
  void (*_Nonnull created)(
    void *_Nonnull simulation, void *_Nonnull task, const char *_Nullable name, simulation_origin origin);
  // Called when simulated code has created an actor without a custom executor.
  void (*_Nonnull made_actor)(void *_Nonnull simulation, void *_Nonnull actor);
  // Called when a new task joins the queue of the actor that its closure is isolated to.
  void (*_Nonnull arrived)(void *_Nonnull simulation, void *_Nonnull task, simulation_executor actor);
  // Called when simulated code has released the last reference to an object whose deinitializer is
  // isolated to an actor.
  void (*_Nonnull deinits)(void *_Nonnull simulation, simulation_executor actor);
  // Called when the running step reaches a scheduling point. Returns when the step may continue.
  void (*_Nonnull reached_point)(void *_Nonnull simulation);
  // Called before the running step cancels a task, which may already have ended. If `task` is null,
  // the step cancels the children of its own task.
  void (*_Nonnull cancels)(void *_Nonnull simulation, const void *_Nullable task);
  // Called when the running step needs a lock. Returns true once no suspended step holds the lock,
  // or false immediately if no suspended step held it. If `lock` has no `word`, returns true once
  // another step has run, or false if no step is suspended.
  bool (*_Nonnull blocked)(void *_Nonnull simulation, simulation_lock lock);
} simulation_callbacks;

// The request of a task on the gate executor: the actor whose queue the task is joining, and the
// actor that the task still holds. Both may be null.
typedef struct {
  simulation_executor target;
  const void *_Nullable source;
} simulation_gate;
simulation_gate simulation_take_gate(void);
// Makes the Swift runtime enqueue a task on an actor without a custom executor.
void simulation_enqueue(void *_Nonnull task, simulation_executor actor);

// Installs the hooks in the Swift runtime. Call this function only once per process.
// `executor_class` is the class of the executors that simulated tasks prefer. Its first stored
// property points to the session.
void simulation_install(simulation_callbacks callbacks, const void *_Nonnull executor_class);

// Returns true if simulations are known to work on this platform and toolchain.
bool simulation_is_supported(void);

// A thread's relation to simulations. `driver` is the task that was current when the thread began
// to run the jobs of `session`.
typedef struct {
  simulation_session *_Nullable session;
  const void *_Nullable driver;
  bool is_outside;
  // Whether the running code is part of a step that may be suspended at a scheduling point.
  bool is_in_step;
  // The resources that the step uses until it ends, because it has started to wait for a
  // continuation.
  uint32_t open_uses;
  // Whether the running code computes the initial value of a global or static variable.
  bool is_in_once;
} simulation_thread;
// Makes this thread run the jobs of a session. Returns the thread's previous state.
simulation_thread simulation_enter(simulation_session *_Nonnull session);
void simulation_leave(simulation_thread before);
// Excludes this thread's code from all sessions until `simulation_leave` is called.
simulation_thread simulation_leave_all(void);
// Sets whether the code that runs next on this thread is part of a step. Returns the previous
// value.
bool simulation_set_in_step(bool is_in_step);
// Marks the beginning of a step on this thread.
void simulation_begin_step(void);
// Reaches a scheduling point in the running step, if any, and then records `use`.
void simulation_reach_point(uint32_t use);
// Records that the running step has made a waiting task able to run.
void simulation_note_wake_up(void);
// Returns the identifier that a lock stores while this thread holds the lock.
uint32_t simulation_thread_identifier(void);
// Runs `body`, which must use a stream once, to find the code that locks streams.
void simulation_learn_streams(void (*_Nonnull body)(void));
void simulation_set_time(simulation_session *_Nonnull session, int64_t nanoseconds);
// Ends a session. Afterwards, no code belongs to the session.
void simulation_close(simulation_session *_Nonnull session);
// The shared resources that a step can use.
enum {
  // The completion of tasks. The step awaits a task.
  simulation_uses_ends = 1,
  simulation_uses_streams = 2,
  // Virtual time. The step reads a clock or sleeps.
  simulation_uses_time = 4,
  // A continuation that the step resumes before a task waits for it.
  simulation_uses_resumption = 8,
  // A continuation that the step starts to wait for. It may already have been resumed.
  simulation_uses_continuation = 16,
  // The completion of child tasks. The step awaits a child of its own task.
  simulation_uses_children = 32
};
// Records that the running code used a shared resource.
void simulation_note_use(uint32_t use);
// Returns the shared resources that the running step has used since the previous call.
uint32_t simulation_take_uses(simulation_session *_Nonnull session);
// Returns the session whose jobs this thread runs, or null.
simulation_session *_Nullable simulation_on_thread(void);
// Returns the session that the running code belongs to, or null. This is the session of the current
// task, on any thread, or the session whose jobs this thread runs.
simulation_session *_Nullable simulation_of_code(void);

// The purpose of a job in the Swift runtime.
typedef enum {
  simulation_job_task,
  // The job makes an actor run the tasks in its queue.
  simulation_job_actor,
  // The job resumes a task that has yielded.
  simulation_job_continuation,
  simulation_job_other
} simulation_job_kind;
simulation_job_kind simulation_kind_of_job(const void *_Nonnull job);
// Returns the priority of a job. Actors run jobs with a higher priority first.
uint8_t simulation_priority_of_job(const void *_Nonnull job);
// Returns the actor that an actor's job runs, or the task that a continuation's job resumes.
const void *_Nonnull simulation_subject_of_job(const void *_Nonnull job);

// Returns an identifier that no other task in the process ever has.
uint64_t simulation_number_of_task(const void *_Nonnull task);
// Returns the identifier of the running task, or 0 outside tasks.
uint64_t simulation_number_of_current_task(void);
const void *_Nullable simulation_current_task(void);
// Returns true for an `async let`, which lives in its parent's frame and must not be retained.
bool simulation_task_is_async_let(const void *_Nonnull task);
typedef enum { simulation_task_pending, simulation_task_finished, simulation_task_unknown } simulation_task_state;
simulation_task_state simulation_state_of_task(const void *_Nonnull task);
bool simulation_task_is_cancelled(const void *_Nonnull task);
// Returns true for a child task, whose end only its parent can observe.
bool simulation_task_is_child(const void *_Nonnull task);
// Returns the first task that waits for an unfinished task to end, or null if no task waits.
// `simulation_next_waiter` returns the task after a waiting task in the same queue.
const void *_Nullable simulation_first_waiter(const void *_Nonnull task);
const void *_Nullable simulation_next_waiter(const void *_Nonnull waiter);
// Returns the task that owns the group of a task, or null if the task is not in a group.
const void *_Nullable simulation_group_owner_of_task(const void *_Nonnull task);
// The position where a waiting task continues: the functions of this program, innermost first, and
// the number of library functions that they have called.
typedef struct {
  simulation_origin functions;
  int depth;
} simulation_wait;
simulation_wait simulation_wait_of_task(const void *_Nonnull task);
void simulation_cancel_task(void *_Nonnull task);
void simulation_retain(void *_Nonnull object);
void simulation_release(void *_Nonnull object);

// Returns true on the thread that the process started with.
bool simulation_is_initial_thread(void);

// Returns the mangled name of the program's function at `address`, or null if no function is there.
const char *_Nullable simulation_symbol_at(const void *_Nonnull address);
// Returns the demangled name, or null if the symbol is not mangled. The caller must free the result
// with `simulation_free`.
char *_Nullable simulation_demangle(const char *_Nonnull symbol);
void simulation_free(char *_Nullable text);

// Returns the number of times that code of a session has submitted work to a dispatch queue.
static inline int64_t simulation_departures(const simulation_session *_Nonnull session) {
  return __atomic_load_n(&session->departures, __ATOMIC_RELAXED);
}

// A replay token in a form that a signal handler can print.
typedef struct {
  // The token's kind, as in the text of a `ReplayToken`. The kinds `s`, `o` and `p` use the seed.
  // The kinds `c` and `t` use the choices.
  char kind;
  uint64_t seed, depth, length;
  // The choices as text, and the number of zeros that follow this text.
  char *_Nullable text;
  size_t count, capacity;
  uint64_t zeros;
} simulation_token;

// Makes a signal handler write the token to standard error if this thread traps. The previous
// signal handlers run afterwards. Pass null to turn this off. Returns the previous token.
simulation_token *_Nullable simulation_announce_token(simulation_token *_Nullable token);
void simulation_add_choice(simulation_token *_Nonnull token, uint64_t choice);
// Creates a copy of a token. The caller must free it with `simulation_free_token`.
simulation_token *_Nonnull simulation_make_token(simulation_token token);
void simulation_free_token(simulation_token *_Nonnull token);
// Writes the token to `text`, which has room for `count` + 128 characters. Returns the length.
size_t simulation_write_token(const simulation_token *_Nonnull token, char *_Nonnull text);
// Installs the signal handlers. Call this function only once per process.
void simulation_watch_traps(void);

// Copies memory of this process. Returns false if the memory is not mapped.
bool simulation_copy_memory(uintptr_t address, void *_Nonnull buffer, size_t size);
// The type of an object, read through the metadata pointer at the beginning of the object.
typedef struct {
  // Whether the pointer refers to the metadata of a Swift object.
  bool is_object;
  bool is_class;
  // Whether the type is an actor whose storage begins with the runtime's actor state.
  bool is_default_actor;
  // For classes, the size of an instance without tail allocation.
  uint32_t size;
} simulation_metadata;
simulation_metadata simulation_read_metadata(uintptr_t address);
// Returns the size in bytes of an object of this type, or 0 if the memory is not an object.
size_t simulation_object_size(uintptr_t address, simulation_metadata metadata);
