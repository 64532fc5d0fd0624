#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Functions with which simulations read and change the Swift runtime and the platform. Code outside
// simulations is not affected.

// An executor, as the runtime passes it: a pointer to the object and a pointer to its conformance.
typedef struct {
  void *_Nullable identity;
  void *_Nullable implementation;
} simulation_executor;

// The values of one simulation that the hooks need. They live as long as the simulation.
typedef struct simulation_session {
  // The Swift object of the simulation, which is passed to the callbacks.
  void *_Nonnull simulation;
  simulation_executor task_executor;
  simulation_executor main_executor;
  // The executor on which tasks wait until they may join the queue of an actor.
  simulation_executor gate_executor;
  // Whether a task waits on the gate executor even if it stays on its own executor.
  bool yields_at_every_await;
  // The shared resources that the running step has used, besides actors. Only the thread that runs
  // the step accesses this value.
  uint32_t uses;
  // The number of continuations that the running step has resumed before a task waited for them.
  // Only the thread that runs the step accesses this value.
  uint32_t resumptions;
  // Whether the step has just resumed a continuation. If a task already waits for the continuation,
  // the runtime makes that task able to run next.
  bool has_just_resumed;
  // The number of steps that are suspended at a scheduling point. Only the thread that runs the
  // simulation writes it.
  uint32_t suspended_steps;
  // The salt, which is a number that is combined with hash values.
  uint64_t hash_salt;
  // The virtual time in nanoseconds, which Swift's clocks show. Access is atomic.
  int64_t now;
  // Whether the simulation is over, and its tasks are like any other tasks. Access is atomic.
  bool is_closed;
  // The number of times that code of the simulation handed work to a queue. Access is atomic.
  int64_t departures;
} simulation_session;

// The code that created a task: addresses in up to three running functions of this program,
// beginning with the innermost. The first ones may belong to initializers of `Task` that were
// compiled into the program.
typedef struct {
  const void *_Nullable callers[3];
} simulation_origin;

// A lock, described by the memory that names its holder. The given bits at `word` are the
// identifier of the holding thread, or zero while the lock is free. `word` is null if the step
// waits for something other than a lock, such as a condition.
typedef struct {
  const uint32_t *_Nullable word;
  uint32_t bits;
} simulation_lock;
uint32_t simulation_holder_of_lock(simulation_lock lock);

typedef struct {
  // Called when code of a simulation has enqueued a job without a task on the thread pool.
  void (*_Nonnull enqueued)(void *_Nonnull simulation, void *_Nonnull job);
  // Called when code of a simulation has created a task. The name is valid only during the call.
  void (*_Nonnull created)(
    void *_Nonnull simulation, void *_Nonnull task, const char *_Nullable name, simulation_origin origin);
  // Called when code of a simulation has created an actor without a custom executor.
  void (*_Nonnull made_actor)(void *_Nonnull simulation, void *_Nonnull actor);
  // Called when a new task joins the queue of the actor to which its closure is isolated.
  void (*_Nonnull arrived)(void *_Nonnull simulation, void *_Nonnull task, simulation_executor actor);
  // Called when code of a simulation has released the last reference to an object whose
  // deinitializer is isolated to an actor.
  void (*_Nonnull deinits)(void *_Nonnull simulation, simulation_executor actor);
  // Called when the running step reaches a scheduling point. Returns when the step may continue.
  void (*_Nonnull reached_point)(void *_Nonnull simulation);
  // Called before the running step cancels a task, which may have ended. If `task` is null, the
  // step cancels the children of its own task.
  void (*_Nonnull cancels)(void *_Nonnull simulation, const void *_Nullable task);
  // Called when the running step needs a lock. Returns true when no suspended step holds the lock
  // any more, or false at once if none held it. If `lock` has no `word`, returns true when another
  // step has run, or false if no step is suspended.
  bool (*_Nonnull blocked)(void *_Nonnull simulation, simulation_lock lock);
} simulation_callbacks;

// The request of a task on the gate executor: the actor whose queue the task wants to join, and the
// actor that the task still holds. Both may be null.
typedef struct {
  simulation_executor target;
  const void *_Nullable source;
} simulation_gate;
simulation_gate simulation_take_gate(void);
// Lets the Swift runtime enqueue a task on an actor without a custom executor.
void simulation_enqueue(void *_Nonnull task, simulation_executor actor);

// Installs the hooks in the Swift runtime, once per process. `executor_class` is the class of the
// executors that tasks of simulations prefer. Its first stored property points to the session.
void simulation_install(simulation_callbacks callbacks, const void *_Nonnull executor_class);

// Returns true if simulations are known to work on this platform and toolchain.
bool simulation_is_supported(void);

// The relation of a thread to simulations. `driver` is the task that was current when the thread
// began to run the jobs of `session`.
typedef struct {
  simulation_session *_Nullable session;
  const void *_Nullable driver;
  bool is_outside;
  // Whether the running code belongs to a step that may be suspended at a scheduling point.
  bool is_in_step;
  // The resources that the step uses until its end, because it has begun to wait for a
  // continuation.
  uint32_t open_uses;
  // Whether the running code computes the initial value of a global or static variable.
  bool is_in_once;
} simulation_thread;
// Makes this thread run the jobs of a session, and returns the previous state of the thread.
simulation_thread simulation_enter(simulation_session *_Nonnull session);
void simulation_leave(simulation_thread before);
// Makes the code of this thread belong to no session until `simulation_leave` is called.
simulation_thread simulation_leave_all(void);
// Sets whether the code that follows on this thread belongs to a step. Returns the previous value.
bool simulation_set_in_step(bool is_in_step);
// Marks the beginning of a step on this thread.
void simulation_begin_step(void);
// Reaches a scheduling point in the running step, if any, and then records `use`.
void simulation_reach_point(uint32_t use);
// Records that the running step has made a waiting task able to run.
void simulation_note_wake_up(void);
// Returns the identifier that a lock stores while this thread holds the lock.
uint32_t simulation_thread_identifier(void);
// Runs `body`, which must use a stream once, to find the code that takes the locks of streams.
void simulation_learn_streams(void (*_Nonnull body)(void));
// Sets the virtual time of a session.
void simulation_set_time(simulation_session *_Nonnull session, int64_t nanoseconds);
// Ends a session. No code belongs to the session afterwards.
void simulation_close(simulation_session *_Nonnull session);
// The shared resources that a step can use.
enum {
  // The ends of tasks. The step awaits a task.
  simulation_uses_ends = 1,
  simulation_uses_streams = 2,
  // The virtual time. The step reads a clock or sleeps.
  simulation_uses_time = 4,
  // A continuation that the step resumes before a task waits for it.
  simulation_uses_resumption = 8,
  // A continuation for which the step begins to wait, and which may have been resumed already.
  simulation_uses_continuation = 16,
  // The ends of child tasks. The step awaits a child of its own task.
  simulation_uses_children = 32
};
// Records that the running code used a shared resource.
void simulation_note_use(uint32_t use);
// Returns the shared resources that the running step has used since the previous call.
uint32_t simulation_take_uses(simulation_session *_Nonnull session);
// Returns the session whose jobs this thread runs, or null.
simulation_session *_Nullable simulation_on_thread(void);
// Returns the session to which the running code belongs, or null. This is the session of the
// current task, on any thread, or the session whose jobs this thread runs.
simulation_session *_Nullable simulation_of_code(void);

// The purpose of a job of the Swift runtime.
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

// Returns an identifier that no other task of the process ever has.
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
// Returns the first task that waits for the end of an unfinished task, or null if no task waits.
// `simulation_next_waiter` returns the task behind a waiting task in the same queue.
const void *_Nullable simulation_first_waiter(const void *_Nonnull task);
const void *_Nullable simulation_next_waiter(const void *_Nonnull waiter);
// Returns the task that owns the group of a task, or null if the task is in no group.
const void *_Nullable simulation_group_owner_of_task(const void *_Nonnull task);
// The position at which a waiting task continues: the functions of this program, beginning with the
// innermost, and the number of library functions that they have called.
typedef struct {
  simulation_origin functions;
  int depth;
} simulation_wait;
simulation_wait simulation_wait_of_task(const void *_Nonnull task);
void simulation_cancel_task(void *_Nonnull task);
void simulation_retain(void *_Nonnull object);
void simulation_release(void *_Nonnull object);

// Returns true on the thread with which the process started.
bool simulation_is_initial_thread(void);

// Returns the mangled name of the program's function at `address`, or null if it has none.
const char *_Nullable simulation_symbol_at(const void *_Nonnull address);
// Returns the demangled name, or null if the symbol is not mangled. The caller must free the result
// with `simulation_free`.
char *_Nullable simulation_demangle(const char *_Nonnull symbol);
void simulation_free(char *_Nullable text);

// Returns how many times code of a session has handed work to a queue.
static inline int64_t simulation_departures(const simulation_session *_Nonnull session) {
  return __atomic_load_n(&session->departures, __ATOMIC_RELAXED);
}

// A replay token in a form that a signal handler can print.
typedef struct {
  // The kind of the token, as in the text of a `ReplayToken`. The kinds `s`, `o` and `p` use the
  // seed. The kinds `c` and `t` use the choices so far.
  char kind;
  uint64_t seed, depth, length;
  // The choices as text, and the number of zeros after the text.
  char *_Nullable text;
  size_t count, capacity;
  uint64_t zeros;
} simulation_token;

// Makes a signal handler write the token to standard error if this thread traps. The previous
// signal handlers run afterwards. Null disables this. Returns the previous token.
simulation_token *_Nullable simulation_announce_token(simulation_token *_Nullable token);
void simulation_add_choice(simulation_token *_Nonnull token, uint64_t choice);
// Creates a copy of a token. The caller must free it with `simulation_free_token`.
simulation_token *_Nonnull simulation_make_token(simulation_token token);
void simulation_free_token(simulation_token *_Nonnull token);
// Writes the token to `text`, which has room for `count` + 128 characters. Returns the length.
size_t simulation_write_token(const simulation_token *_Nonnull token, char *_Nonnull text);
// Installs the signal handlers, once per process.
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
  // The size of an instance without tail allocation, for classes.
  uint32_t size;
} simulation_metadata;
simulation_metadata simulation_read_metadata(uintptr_t address);
// Returns the number of bytes in an object of this type, or 0 if the memory is not an object.
size_t simulation_object_size(uintptr_t address, simulation_metadata metadata);
