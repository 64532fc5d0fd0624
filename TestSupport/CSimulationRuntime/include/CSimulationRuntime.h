#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a simulation has to know of the Swift runtime and the platform, and what it has to change in them.
// Nothing here changes anything for code that belongs to no simulation.

// An executor as the runtime passes it: an object, and how it conforms.
typedef struct {
  void *_Nullable identity;
  void *_Nullable implementation;
} simulation_executor;

// What the runtime has to know of one simulation. It lives as long as that does.
typedef struct simulation_session {
  // Handed to the callbacks.
  void *_Nonnull simulation;
  simulation_executor task_executor;
  simulation_executor main_executor;
  // The virtual time in nanoseconds, which Swift's clocks tell. Written and read as one.
  int64_t now;
  // Whether the simulation is over, so that tasks that outlive it are tasks like any other. Written and read as
  // one.
  bool is_closed;
} simulation_session;

// Where a task was made: addresses in the functions of this program that were running, innermost first. The first
// ones may belong to initialisers of `Task` that were compiled into it.
typedef struct {
  const void *_Nullable callers[3];
} simulation_origin;

typedef struct {
  // A job without a task of its own was enqueued on the pool by code of a simulation.
  void (*_Nonnull enqueued)(void *_Nonnull simulation, void *_Nonnull job);
  // Code of a simulation made a task. The name lives as long as the call.
  void (*_Nonnull created)(
    void *_Nonnull simulation, void *_Nonnull task, const char *_Nullable name, simulation_origin origin);
} simulation_callbacks;

// Installs the hooks, once per process. `executor_class` is the class of all task executors of simulations,
// whose first stored property is a pointer to the session.
void simulation_install(simulation_callbacks callbacks, const void *_Nonnull executor_class);

// Whether this platform and toolchain are ones on which simulations were proven to work.
bool simulation_is_supported(void);

// What a thread runs: the jobs of a session, on behalf of the task that was current when it began.
typedef struct {
  simulation_session *_Nullable session;
  const void *_Nullable driver;
  bool is_outside;
} simulation_thread;
// Makes this thread the one that runs a session's jobs; returns what it ran before.
simulation_thread simulation_enter(simulation_session *_Nonnull session);
void simulation_leave(simulation_thread before);
// Makes the code of this thread belong to no session, until `simulation_leave` undoes it.
simulation_thread simulation_leave_all(void);
// Moves the virtual time of a session.
void simulation_set_time(simulation_session *_Nonnull session, int64_t nanoseconds);
// Says that a session is over. Nothing belongs to it any more.
void simulation_close(simulation_session *_Nonnull session);
// The session whose jobs this thread runs.
simulation_session *_Nullable simulation_on_thread(void);
// The session that the running code belongs to: that of its task, on whatever thread, or this thread's.
simulation_session *_Nullable simulation_of_code(void);

// What a job is for.
typedef enum {
  // It is a task itself.
  simulation_job_task,
  // It lets a default actor run what waits for it.
  simulation_job_actor,
  // It resumes a task that has yielded.
  simulation_job_continuation,
  simulation_job_other
} simulation_job_kind;
simulation_job_kind simulation_kind_of_job(const void *_Nonnull job);
// The actor or the task of such a job.
const void *_Nonnull simulation_subject_of_job(const void *_Nonnull job);

// A number that no other task of the process has, ever.
uint64_t simulation_number_of_task(const void *_Nonnull task);
// That of the task that runs; 0 outside tasks.
uint64_t simulation_number_of_current_task(void);
// Whether a task is an `async let`, which lives in the frame of its parent and must not be retained.
bool simulation_task_is_async_let(const void *_Nonnull task);
typedef enum { simulation_task_pending, simulation_task_finished, simulation_task_unknown } simulation_task_state;
simulation_task_state simulation_state_of_task(const void *_Nonnull task);
void simulation_cancel_task(void *_Nonnull task);
void simulation_retain(void *_Nonnull object);
void simulation_release(void *_Nonnull object);

// Whether this is the thread that the process started with.
bool simulation_is_initial_thread(void);

// The mangled name of the function of this program that contains `address`; null if it has none.
const char *_Nullable simulation_symbol_at(const void *_Nonnull address);
// The name in the form in which people write it, to be freed with the next function; null if it is not mangled.
char *_Nullable simulation_demangle(const char *_Nonnull symbol);
void simulation_free(char *_Nullable text);
