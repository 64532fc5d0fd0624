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
  // Where tasks wait for leave to get in line for an actor.
  simulation_executor gate_executor;
  // Whether a task that stays where it is goes to the gate, too.
  bool turns_everywhere;
  // What the step that runs has used of what tasks share, besides actors. Used by the thread that runs the step only.
  uint32_t uses;
  // How many continuations the step has resumed without making a task able to run. Used by that thread only.
  uint32_t resumptions;
  // Whether the latest of them has just been counted: the runtime then makes its task able to run, if it waits.
  bool has_just_resumed;
  // How many steps are suspended at a scheduling point. Written by the thread that runs the simulation.
  uint32_t suspended_steps;
  // The number with which hash values are combined.
  uint64_t hash_salt;
  // The virtual time in nanoseconds, which Swift's clocks tell. Written and read as one.
  int64_t now;
  // Whether the simulation is over, so that tasks that outlive it are tasks like any other. Written and read as
  // one.
  bool is_closed;
  // How often code of the simulation handed work to a queue. Written and read as one.
  int64_t departures;
} simulation_session;

// Where a task was made: addresses in the functions of this program that were running, innermost first. The first
// ones may belong to initialisers of `Task` that were compiled into it.
typedef struct {
  const void *_Nullable callers[3];
} simulation_origin;

// How to see which thread holds a lock: these bits of this word of memory are its identifier, or zero while the lock is free.
// The word is null if the step waits for something else than a lock, such as a condition.
typedef struct {
  const uint32_t *_Nullable word;
  uint32_t bits;
} simulation_lock;
uint32_t simulation_holder_of_lock(simulation_lock lock);

typedef struct {
  // A job without a task of its own was enqueued on the pool by code of a simulation.
  void (*_Nonnull enqueued)(void *_Nonnull simulation, void *_Nonnull job);
  // Code of a simulation made a task. The name lives as long as the call.
  void (*_Nonnull created)(
    void *_Nonnull simulation, void *_Nonnull task, const char *_Nullable name, simulation_origin origin);
  // Code of a simulation made a default actor.
  void (*_Nonnull made_actor)(void *_Nonnull simulation, void *_Nonnull actor);
  // The task is in line for a default actor, to which its closure is isolated.
  void (*_Nonnull arrived)(void *_Nonnull simulation, void *_Nonnull task, simulation_executor actor);
  // Code of a simulation has released the last reference to an object whose deinitializer is isolated to an actor.
  void (*_Nonnull deinits)(void *_Nonnull simulation, simulation_executor actor);
  // The step that runs on this thread has reached a scheduling point. Returns when the step goes on.
  void (*_Nonnull reached_point)(void *_Nonnull simulation);
  // The step that runs on this thread is about to cancel a task, which may have ended, or the children of its own task if
  // it is null.
  void (*_Nonnull cancels)(void *_Nonnull simulation, const void *_Nullable task);
  // The step that runs on this thread needs a lock. Returns true when no suspended step holds it any more, and false at once
  // if none does. For a lock without a word, it returns true when another step has run, and false if none is suspended.
  bool (*_Nonnull blocked)(void *_Nonnull simulation, simulation_lock lock);
} simulation_callbacks;

// What a task at the gate wants: the actor to get in line for, null for none, and the one it comes from, null if
// it holds none.
typedef struct {
  simulation_executor target;
  const void *_Nullable source;
} simulation_gate;
simulation_gate simulation_take_gate(void);
// Gives a task to a default actor.
void simulation_enqueue(void *_Nonnull task, simulation_executor actor);

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
  // Whether the code that runs is that of a step, and may be suspended at a scheduling point.
  bool is_in_step;
  // What the step uses until it ends: it has begun to wait for a continuation.
  uint32_t open_uses;
  // Whether the code that runs computes the initial value of a global or static variable.
  bool is_in_once;
} simulation_thread;
// Makes this thread the one that runs a session's jobs; returns what it ran before.
simulation_thread simulation_enter(simulation_session *_Nonnull session);
void simulation_leave(simulation_thread before);
// Makes the code of this thread belong to no session, until `simulation_leave` undoes it.
simulation_thread simulation_leave_all(void);
// Sets whether the code that this thread runs from now on belongs to a step, and returns the previous value.
bool simulation_set_in_step(bool is_in_step);
// Says that this thread begins a step.
void simulation_begin_step(void);
// Lets the search suspend the step that runs on this thread, if one does; it uses the given things when it goes on.
void simulation_reach_point(uint32_t use);
// Says that the step has made a task able to run.
void simulation_note_wake_up(void);
// The identifier of this thread that locks name as their holder.
uint32_t simulation_thread_identifier(void);
// Runs `body`, which uses a stream of the standard library once, to learn how streams take their locks.
void simulation_learn_streams(void (*_Nonnull body)(void));
// Moves the virtual time of a session.
void simulation_set_time(simulation_session *_Nonnull session, int64_t nanoseconds);
// Says that a session is over. Nothing belongs to it any more.
void simulation_close(simulation_session *_Nonnull session);
// What a step uses.
enum {
  // The ends of tasks: it awaits one.
  simulation_uses_ends = 1,
  simulation_uses_streams = 2,
  // The time: it reads a clock, or sleeps.
  simulation_uses_time = 4,
  // It resumes a continuation, and nobody waits for it yet.
  simulation_uses_resumption = 8,
  // It begins to wait for a continuation, which may have been resumed already.
  simulation_uses_continuation = 16,
  // The ends of its task's children: it awaits one.
  simulation_uses_children = 32
};
// Notes a use by the code that runs.
void simulation_note_use(uint32_t use);
// What was used since it was asked last.
uint32_t simulation_take_uses(simulation_session *_Nonnull session);
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
// The priority of a job. Actors run jobs with a higher one first.
uint8_t simulation_priority_of_job(const void *_Nonnull job);
// The actor or the task of such a job.
const void *_Nonnull simulation_subject_of_job(const void *_Nonnull job);

// A number that no other task of the process has, ever.
uint64_t simulation_number_of_task(const void *_Nonnull task);
// That of the task that runs; 0 outside tasks.
uint64_t simulation_number_of_current_task(void);
const void *_Nullable simulation_current_task(void);
// Whether a task is an `async let`, which lives in the frame of its parent and must not be retained.
bool simulation_task_is_async_let(const void *_Nonnull task);
typedef enum { simulation_task_pending, simulation_task_finished, simulation_task_unknown } simulation_task_state;
simulation_task_state simulation_state_of_task(const void *_Nonnull task);
bool simulation_task_is_cancelled(const void *_Nonnull task);
// Whether a task is a child, of which nobody but its parent can see the end.
bool simulation_task_is_child(const void *_Nonnull task);
// The first of the tasks that wait for the end of a task that has not ended, and the one after a task in such a line;
// null if there is none.
const void *_Nullable simulation_first_waiter(const void *_Nonnull task);
const void *_Nullable simulation_next_waiter(const void *_Nonnull waiter);
// The task in whose group a task is; null if it is in none.
const void *_Nullable simulation_group_owner_of_task(const void *_Nonnull task);
// The place at which a waiting task goes on: the functions of this program, innermost first, none before it begins; and how
// many functions of libraries are inside of those.
typedef struct {
  simulation_origin functions;
  int depth;
} simulation_wait;
simulation_wait simulation_wait_of_task(const void *_Nonnull task);
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

// How often code of a session handed work to a queue.
static inline int64_t simulation_departures(const simulation_session *_Nonnull session) {
  return __atomic_load_n(&session->departures, __ATOMIC_RELAXED);
}

// A schedule in the form in which a handler of signals can write it down.
typedef struct {
  // As in the text of a `ReplayToken`: `s`, `o` and `p` are made of a seed, `c` and `t` of the choices so far.
  char kind;
  uint64_t seed, depth, length;
  // The choices as text, and how many zeros come after it.
  char *_Nullable text;
  size_t count, capacity;
  uint64_t zeros;
} simulation_word;

// Has a trap on this thread write the word to standard error before the process dies, and whoever else handles the
// signal go on; null is none. Returns the one before.
simulation_word *_Nullable simulation_announce_word(simulation_word *_Nullable word);
void simulation_add_choice(simulation_word *_Nonnull word, uint64_t choice);
// Makes a word like this one, to be freed with the next function.
simulation_word *_Nonnull simulation_make_word(simulation_word word);
void simulation_free_word(simulation_word *_Nonnull word);
// Writes the word to `text`, which has room for `count` + 128 characters; returns how many there are.
size_t simulation_write_word(const simulation_word *_Nonnull word, char *_Nonnull text);
// Installs the handlers, once per process.
void simulation_watch_traps(void);

// Copies memory of this process. Returns false if it is not mapped.
bool simulation_copy_memory(uintptr_t address, void *_Nonnull buffer, size_t size);
// The type that the first word of an object refers to.
typedef struct {
  // Whether the word refers to the metadata of a Swift object.
  bool is_object;
  bool is_class;
  // Whether it is an actor whose storage begins with the state of the Swift runtime.
  bool is_default_actor;
  // The size of an instance without tail allocation, for classes.
  uint32_t size;
} simulation_metadata;
simulation_metadata simulation_read_metadata(uintptr_t address);
// The number of bytes that belong to an object of this type, or 0 if the memory is no object.
size_t simulation_object_size(uintptr_t address, simulation_metadata metadata);
