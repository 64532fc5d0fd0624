#define _GNU_SOURCE
#include "CSimulationRuntime.h"
#include "Interposing.h"
#include "Session.h"

#if defined(__linux__) && defined(__x86_64__)

#include <stdatomic.h>
#include <stdio.h>

// The effect of a function call on a task, a task group or an `async let`. This object is usually
// the call's first argument. Only a function that awaits an unstructured task takes the task as its
// second argument, because its first argument is the address where the result is stored.
typedef enum {
  no_effect,
  cancels_task,
  // Cancels child tasks of the running task.
  cancels_children,
  checks_task,
  // Reads the state of a task group, that is, whether the group is cancelled or empty. If the group
  // discards results, the end of a child task can change this state.
  checks_group,
  awaits_async_let,
  awaits_task,
} call_effect;

// The public functions of the concurrency library that let a task affect other tasks or depend on
// them. Most of them are *scheduling points*: when simulated code calls the function, the
// simulation may first suspend the running step and let another task run.
//
// Each entry contains an index and the function's symbol, followed by three facts about a call to
// the function: the shared resources that it uses, whether it is a scheduling point, and its
// effect.
#define FOR_EACH_FUNCTION(CALL) \
  CALL(0, "$sScT6cancelyyF", 0, true, cancels_task) \
  CALL(1, "$sSct6cancelyyF", 0, true, cancels_task) \
  CALL(2, "swift_task_cancel", 0, true, cancels_task) \
  CALL(3, "$sScG9cancelAllyyF", 0, true, cancels_children) \
  CALL(4, "$sScg9cancelAllyyF", 0, true, cancels_children) \
  CALL(5, "$ss19DiscardingTaskGroupV9cancelAllyyF", 0, true, cancels_children) \
  CALL(6, "$ss27ThrowingDiscardingTaskGroupV9cancelAllyyF", 0, true, cancels_children) \
  CALL(7, "swift_taskGroup_cancelAll", 0, true, cancels_children) \
  CALL(8, "$sScT11isCancelledSbvg", 0, true, checks_task) \
  CALL(9, "$sSct11isCancelledSbvg", 0, true, checks_task) \
  CALL(10, "swift_task_isCancelled", 0, true, checks_task) \
  CALL(11, "$sScTss5NeverORszABRs_rlE11isCancelledSbvgZ", 0, true, no_effect) \
  CALL(12, "$sScTss5NeverORszABRs_rlE17checkCancellationyyKFZ", 0, true, no_effect) \
  CALL(13, "$sScG11isCancelledSbvg", 0, true, no_effect) \
  CALL(14, "$sScg11isCancelledSbvg", 0, true, no_effect) \
  CALL(15, "$ss19DiscardingTaskGroupV11isCancelledSbvg", 0, true, checks_group) \
  CALL(16, "$ss27ThrowingDiscardingTaskGroupV11isCancelledSbvg", 0, true, checks_group) \
  CALL(17, "swift_taskGroup_isCancelled", 0, true, no_effect) \
  CALL(18, "swift_continuation_init", simulation_uses_continuation, false, no_effect) \
  CALL(24, "swift_asyncLet_get", simulation_uses_ends, true, awaits_async_let) \
  CALL(25, "swift_asyncLet_get_throwing", simulation_uses_ends, true, awaits_async_let) \
  CALL(26, "swift_asyncLet_finish", simulation_uses_ends, true, awaits_async_let) \
  CALL(27, "swift_asyncLet_consume", simulation_uses_ends, true, awaits_async_let) \
  CALL(28, "swift_asyncLet_consume_throwing", simulation_uses_ends, true, awaits_async_let) \
  CALL(29, "$sScT16escalatePriority2toyScP_tF", simulation_uses_raised_priorities, true, no_effect) \
  CALL(30, "$sSct16escalatePriority2toyScP_tF", simulation_uses_raised_priorities, true, no_effect) \
  CALL(31, "swift_task_escalate", simulation_uses_raised_priorities, true, no_effect) \
  CALL(32, "$sScTss5NeverORszABRs_rlE15currentPriorityScPvgZ", simulation_uses_read_priorities, true, no_effect) \
  CALL(33, "$sSct8priorityScPvg", simulation_uses_read_priorities, true, no_effect) \
  CALL(34, "swift_task_currentPriority", simulation_uses_read_priorities, true, no_effect) \
  CALL(35, "swift_task_addPriorityEscalationHandler", simulation_uses_read_priorities, true, no_effect) \
  CALL(36, "swift_task_removePriorityEscalationHandler", simulation_uses_read_priorities, true, no_effect) \
  CALL(37, "$ss19DiscardingTaskGroupV7isEmptySbvg", 0, true, checks_group) \
  CALL(38, "$ss27ThrowingDiscardingTaskGroupV7isEmptySbvg", 0, true, checks_group) \
  CALL(39, "swift_taskGroup_addPending", 0, true, checks_group)

// The functions that resume a continuation. The simulation does not add a scheduling point (where
// another task may run) to these calls. During the call, the runtime enqueues the resumed task, and
// enqueuing a task is already a scheduling point.
#define FOR_EACH_RESUMPTION(CALL) \
  CALL(19, "swift_continuation_resume", simulation_uses_resumption, false, no_effect) \
  CALL(20, "swift_continuation_throwingResume", simulation_uses_resumption, false, no_effect) \
  CALL(21, "swift_continuation_throwingResumeWithError", simulation_uses_resumption, false, no_effect) \
  CALL(22, "$sScC6resume9returningyxn_tF", simulation_uses_resumption, false, no_effect) \
  CALL(23, "$sScC6resume8throwingyq_n_tF", simulation_uses_resumption, false, no_effect)

// The asynchronous functions that let a task affect other tasks or depend on them. For each
// asynchronous function, the compiler also emits a constant that refers to the function's code and
// contains the size of its frame. This file replaces both the code and the constant. A program may
// call the function directly or through the constant, and it always reads the frame size from the
// constant.
#define FOR_EACH_ASYNC_FUNCTION(CALL) \
  CALL(40, "$ss27withTaskCancellationHandler9operation8onCancel9isolationxxyYaKXE_yyYbXEScA_pSgYitYaKlF", 0, true, no_effect) \
  CALL(41, "$ss27withTaskCancellationHandler9operation8onCancelxxyYaKXE_yyYbXEtYaKlF", 0, true, no_effect) \
  CALL(42, "$sScTss5NeverORszABRs_rlE5sleep11nanosecondsys6UInt64V_tYaKFZ", simulation_uses_time, true, no_effect) \
  CALL(43, "$sScTss5NeverORszABRs_rlE5sleep5until9tolerance5clocky7InstantQyd___8DurationQyd__Sgqd__tYaKs5ClockRd__lFZ", \
    simulation_uses_time, true, no_effect) \
  CALL(44, "$ss23withCheckedContinuation9isolation8function_xScA_pSgYi_SSyScCyxs5NeverOGXEtYalF", \
    simulation_uses_continuation, false, no_effect) \
  CALL(45, "$ss31withCheckedThrowingContinuation9isolation8function_xScA_pSgYi_SSyScCyxs5Error_pGXEtYaKlF", \
    simulation_uses_continuation, false, no_effect) \
  CALL(46, "$sScT5valuexvg", simulation_uses_ends, true, awaits_task) \
  CALL(47, "$sScTss5NeverORs_rlE5valuexvg", simulation_uses_ends, true, awaits_task) \
  CALL(48, "$sScT6results6ResultOyxq_Gvg", simulation_uses_ends, true, awaits_task) \
  /* Functions that return the next element of a stream. They add a cancellation handler. */ \
  CALL(49, "$sScS8IteratorV4next9isolationxSgScA_pSgYi_tYaF", 0, true, no_effect) \
  CALL(50, "$sScS8IteratorV4nextxSgyYaF", 0, true, no_effect) \
  CALL(51, "$sScs8IteratorV4next9isolationxSgScA_pSgYi_tYaq_YKF", 0, true, no_effect) \
  CALL(52, "$sScs8IteratorV4nextxSgyYaKF", 0, true, no_effect)

static const struct {
  const char *symbol;
  uint32_t use;
  bool is_point;
  call_effect effect;
} functions[] = {
#define ENTRY(number, symbol, use, is_point, effect) [number] = {symbol, use, is_point, effect},
  FOR_EACH_FUNCTION(ENTRY) FOR_EACH_RESUMPTION(ENTRY) FOR_EACH_ASYNC_FUNCTION(ENTRY)
};
// The index of the first asynchronous function in `functions`.
enum { first_async_function = 40 };

static _Atomic(void *) originals[sizeof functions / sizeof *functions];

// Runs before each call to a function that this file replaces. Records the call, lets the schedule
// run another task if the call is a scheduling point, and returns the address of the original
// function. `first` and `second` are the first two arguments of the call.
__attribute__((visibility("hidden"), used)) void *simulation_note_call(uint32_t number, const void *first,
                                                                       const void *second) {
  call_effect effect = functions[number].effect;
  if (!simulation_is_in_step()) {
    // Some uses of resources (waiting for tasks, and reading and raising priorities) are recorded
    // even if the simulation does not suspend steps at scheduling points.
    uint32_t use = functions[number].use &
                   (simulation_uses_ends | simulation_uses_read_priorities | simulation_uses_raised_priorities);
    if (use && effect != awaits_async_let) simulation_note_use(use);
  } else if (functions[number].is_point) {
    simulation_reach_point(functions[number].use);
  } else {
    simulation_note_in_step(functions[number].use);
  }
  switch (effect) {
  case no_effect: break;
  case cancels_task: simulation_note_event(simulation_cancels_task, first); break;
  case cancels_children: simulation_note_event(simulation_cancels_children, NULL); break;
  case checks_task: simulation_note_event(simulation_checks_task, first); break;
  case checks_group: simulation_note_event(simulation_checks_group, first); break;
  case awaits_async_let: simulation_note_wait(simulation_task_of_async_let(first)); break;
  case awaits_task: simulation_note_wait(second); break;
  }
  return simulation_original(&originals[number], functions[number].symbol);
}

// Assembly code that calls `simulation_note_call`, loads the address of the original function into
// `r11`, and preserves the registers that Swift uses to pass arguments. Floating-point registers
// are not preserved, because none of the functions has a floating-point argument.
#define FIND_FUNCTION(number) \
  "  push %rbp\n  mov %rsp, %rbp\n" \
  "  push %rax\n  push %rdi\n  push %rsi\n  push %rdx\n  push %rcx\n  push %r8\n  push %r9\n  push %r10\n" \
  "  mov %rsi, %rdx\n" \
  "  mov %rdi, %rsi\n" \
  "  mov $" #number ", %edi\n" \
  "  call simulation_note_call\n" \
  "  mov %rax, %r11\n" \
  "  pop %r10\n  pop %r9\n  pop %r8\n  pop %rcx\n  pop %rdx\n  pop %rsi\n  pop %rdi\n  pop %rax\n"

#define DEFINE(number, symbol, code) \
  __asm__( \
    ".text\n" \
    ".weak \"" symbol "\"\n" \
    ".type \"" symbol "\", @function\n" \
    "\"" symbol "\":\n" \
    "simulation_function_" #number ":\n" FIND_FUNCTION(number) code);

// Defines a replacement that records the call and then jumps to the original function.
#define FUNCTION(number, symbol, use, is_point, effect) DEFINE(number, symbol, "  pop %rbp\n  jmp *%r11\n")

// Defines a replacement that calls the original function and then records the end of the call. It
// can do so because the function has no result and takes all of its arguments in registers.
#define RESUMPTION(number, symbol, use, is_point, effect) \
  DEFINE(number, symbol, "  call *%r11\n  call simulation_end_resumption\n  pop %rbp\n  ret\n")

FOR_EACH_FUNCTION(FUNCTION)
FOR_EACH_RESUMPTION(RESUMPTION)

// The constant that the compiler emits for each asynchronous function, under a symbol that ends in
// `Tu`. `offset` is the distance from the constant to the function's code.
typedef struct {
  int32_t offset;
  uint32_t frame_size;
} async_function;

#define ASYNC_FUNCTION(number, symbol, use, is_point, effect) \
  FUNCTION(number, symbol, use, is_point, effect) \
  __asm__( \
    ".data\n" \
    ".p2align 3\n" \
    ".weak \"" symbol "Tu\"\n" \
    ".type \"" symbol "Tu\", @object\n" \
    ".size \"" symbol "Tu\", 8\n" \
    "\"" symbol "Tu\":\n" \
    "  .long simulation_function_" #number " - .\n" \
    "  .long 0\n" \
    ".text\n");
FOR_EACH_ASYNC_FUNCTION(ASYNC_FUNCTION)

// Copies the frame sizes of the original asynchronous functions to the constants of their
// replacements. The caller of an asynchronous function reads the size from the function's constant
// to allocate the frame.
__attribute__((constructor)) static void copy_frame_sizes(void) {
  for (uint32_t number = first_async_function; number < sizeof functions / sizeof *functions; number++) {
    char symbol[256];
    snprintf(symbol, sizeof symbol, "%sTu", functions[number].symbol);
    const async_function *original = dlsym(RTLD_NEXT, symbol);
    async_function *ours = dlsym(RTLD_DEFAULT, symbol);
    if (original && ours && ours != original) ours->frame_size = original->frame_size;
  }
}

// These functions reach a scheduling point (where another task may run) before an error is thrown.
// If the error leaves the body of a task group, or a child task of a discarding group, the
// concurrency library cancels the group's child tasks. It does not call a function that could be
// replaced, so the scheduling point cannot come directly before the cancellation. Errors that the
// concurrency library throws are excluded, because they often come from a call that is a scheduling
// point itself.
//
// If a program links the standard library statically, the linker may omit the original functions,
// because the definitions here replace them. This is harmless: the original functions only call a
// handler, and a program that sets this handler also links the original functions.
#define CONTEXT __attribute__((swift_context))
#define THROWN_ERROR __attribute__((swift_error_result))

static void reach_point_before_error(uintptr_t caller) {
  if (simulation_has_groups() && !simulation_is_in_runtime(caller)) simulation_reach_point(0);
}

INTERPOSED SWIFT_CALL void swift_willThrow(CONTEXT void *context, THROWN_ERROR void **error) {
  reach_point_before_error((uintptr_t)__builtin_return_address(0));
  typedef SWIFT_CALL void (*function)(CONTEXT void *, THROWN_ERROR void **);
  FIND_ORIGINAL(function, note, "swift_willThrow")
  if (note) note(context, error);
}

INTERPOSED SWIFT_CALL void swift_willThrowTypedImpl(void *value, const void *type, const void **conformance) {
  reach_point_before_error((uintptr_t)__builtin_return_address(0));
  typedef SWIFT_CALL void (*function)(void *, const void *, const void **);
  FIND_ORIGINAL(function, note, "swift_willThrowTypedImpl")
  if (note) note(value, type, conformance);
}

// MARK: waits that lock a mutex

static _Atomic(uintptr_t) stream_lock_caller;
static _Thread_local bool learns_streams;

void simulation_learn_streams(void (*body)(void)) {
  learns_streams = true;
  body();
  learns_streams = false;
}

// Returns a `simulation_uses_…` value if the running step is about to wait for a group's child
// tasks, or 0 otherwise. Two runtime functions wait for child tasks, and both first lock the
// group's mutex. `caller` is the address of the code that locks `mutex`. If it is near the
// beginning of one of these functions, the step is about to wait.
static uint32_t use_of_wait(uintptr_t caller, const void *mutex) {
  FIND_ORIGINAL(uintptr_t, wait_all, "swift_taskGroup_waitAll")
  FIND_ORIGINAL(uintptr_t, wait_next, "swift_taskGroup_wait_next_throwing")
  if (caller - wait_all < 256) return simulation_uses_children;
  if (caller - wait_next >= 256) return 0;
  // If the group has already returned all results, the wait ends at once with `nil`. It then
  // depends on the end of all child tasks, not only on the end of the next one.
  return simulation_group_is_empty(mutex) ? simulation_uses_children : simulation_uses_next_child;
}

RUNS_AT_THREAD_END void simulation_note_lock(uintptr_t caller, const void *mutex) {
  if (learns_streams && simulation_is_in_runtime(caller)) {
    learns_streams = false;
    atomic_store(&stream_lock_caller, caller);
  }
  // Sending an element to a stream, requesting an element and ending the stream all lock the
  // stream's mutex. The code that locks it is always at the same address, which shows that the
  // mutex belongs to a stream.
  bool is_stream = caller == atomic_load_explicit(&stream_lock_caller, memory_order_relaxed);
  if (!simulation_is_in_step()) {
    if (is_stream) simulation_note_stream();
    return;
  }
  if (is_stream) simulation_reach_point(simulation_uses_streams);
  uint32_t use = use_of_wait(caller, mutex);
  if (!use) return;
  // If the body of a task group throws an error, Swift's concurrency library cancels the group
  // without calling a function that can be replaced. It then waits for all child tasks, so record
  // the cancellation at the beginning of this wait.
  if (simulation_group_is_cancelled(mutex)) simulation_note_event(simulation_cancels_children, NULL);
  simulation_reach_point(use);
  simulation_note_event(simulation_awaits_group, simulation_group_with_mutex(mutex));
}

// MARK: waits for continuations

// Reaches a scheduling point before a task waits for a continuation, so that another task can run
// and resume the continuation before the wait. The runtime calls the replaced function whenever a
// task begins to wait. Continuations that the concurrency library creates internally, such as the
// one in `Task.yield`, do not need a scheduling point.
INTERPOSED void swift_task_exitThreadLocalContext(char *context) {
  typedef void (*function)(char *);
  FIND_ORIGINAL(function, leave, "swift_task_exitThreadLocalContext")
  leave(context);
  FIND_ORIGINAL(uintptr_t, start, "swift_continuation_await")
  uintptr_t caller = (uintptr_t)__builtin_return_address(0);
  if (caller - start < 512 && simulation_has_continuation()) simulation_reach_point(simulation_uses_continuation);
}

#endif
