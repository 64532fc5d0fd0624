#define _GNU_SOURCE
#include "CSimulationRuntime.h"
#include "Interposing.h"
#include "SchedulingPoints.h"

#if defined(__linux__) && defined(__x86_64__)

#include <stdio.h>

// The public functions of the concurrency library that affect other tasks or depend on them. When
// simulated code calls one of them, the simulation may first suspend the running step and let
// another task run.
//
// Each entry contains an index, a symbol, the shared resources that a call uses, and whether a call
// is a scheduling point.
#define FOR_EACH_FUNCTION(CALL) \
  CALL(0, "$sScT6cancelyyF", 0, true) \
  CALL(1, "$sSct6cancelyyF", 0, true) \
  CALL(2, "swift_task_cancel", 0, true) \
  CALL(3, "$sScG9cancelAllyyF", 0, true) \
  CALL(4, "$sScg9cancelAllyyF", 0, true) \
  CALL(5, "$ss19DiscardingTaskGroupV9cancelAllyyF", 0, true) \
  CALL(6, "$ss27ThrowingDiscardingTaskGroupV9cancelAllyyF", 0, true) \
  CALL(7, "swift_taskGroup_cancelAll", 0, true) \
  CALL(8, "$sScT11isCancelledSbvg", 0, true) \
  CALL(9, "$sSct11isCancelledSbvg", 0, true) \
  CALL(10, "swift_task_isCancelled", 0, true) \
  CALL(11, "$sScTss5NeverORszABRs_rlE11isCancelledSbvgZ", 0, true) \
  CALL(12, "$sScTss5NeverORszABRs_rlE17checkCancellationyyKFZ", 0, true) \
  CALL(13, "$sScG11isCancelledSbvg", 0, true) \
  CALL(14, "$sScg11isCancelledSbvg", 0, true) \
  CALL(15, "$ss19DiscardingTaskGroupV11isCancelledSbvg", 0, true) \
  CALL(16, "$ss27ThrowingDiscardingTaskGroupV11isCancelledSbvg", 0, true) \
  CALL(17, "swift_taskGroup_isCancelled", 0, true) \
  CALL(18, "swift_continuation_init", simulation_uses_continuation, false) \
  CALL(24, "swift_asyncLet_get", simulation_uses_ends, true) \
  CALL(25, "swift_asyncLet_get_throwing", simulation_uses_ends, true) \
  CALL(26, "swift_asyncLet_finish", simulation_uses_ends, true) \
  CALL(27, "swift_asyncLet_consume", simulation_uses_ends, true) \
  CALL(28, "swift_asyncLet_consume_throwing", simulation_uses_ends, true) \
  CALL(29, "$sScT16escalatePriority2toyScP_tF", simulation_uses_raised_priorities, true) \
  CALL(30, "$sSct16escalatePriority2toyScP_tF", simulation_uses_raised_priorities, true) \
  CALL(31, "swift_task_escalate", simulation_uses_raised_priorities, true) \
  CALL(32, "$sScTss5NeverORszABRs_rlE15currentPriorityScPvgZ", simulation_uses_read_priorities, true) \
  CALL(33, "$sSct8priorityScPvg", simulation_uses_read_priorities, true) \
  CALL(34, "swift_task_currentPriority", simulation_uses_read_priorities, true) \
  CALL(35, "swift_task_addPriorityEscalationHandler", simulation_uses_read_priorities, true) \
  CALL(36, "swift_task_removePriorityEscalationHandler", simulation_uses_read_priorities, true) \
  CALL(37, "$ss19DiscardingTaskGroupV7isEmptySbvg", 0, true) \
  CALL(38, "$ss27ThrowingDiscardingTaskGroupV7isEmptySbvg", 0, true) \
  CALL(39, "swift_taskGroup_addPending", 0, true)

// The functions that resume a continuation. Calls to them are not scheduling points themselves,
// because enqueuing the resumed task already is one.
#define FOR_EACH_RESUMPTION(CALL) \
  CALL(19, "swift_continuation_resume", simulation_uses_resumption, false) \
  CALL(20, "swift_continuation_throwingResume", simulation_uses_resumption, false) \
  CALL(21, "swift_continuation_throwingResumeWithError", simulation_uses_resumption, false) \
  CALL(22, "$sScC6resume9returningyxn_tF", simulation_uses_resumption, false) \
  CALL(23, "$sScC6resume8throwingyq_n_tF", simulation_uses_resumption, false)

// The asynchronous functions that affect other tasks or depend on them. A program calls such a
// function directly or through a record that contains the address of its code. In both cases, the
// program reads the size of the function's frame from the record, so both the code and the record
// are replaced.
#define FOR_EACH_ASYNC_FUNCTION(CALL) \
  CALL(40, "$ss27withTaskCancellationHandler9operation8onCancel9isolationxxyYaKXE_yyYbXEScA_pSgYitYaKlF", 0, true) \
  CALL(41, "$ss27withTaskCancellationHandler9operation8onCancelxxyYaKXE_yyYbXEtYaKlF", 0, true) \
  CALL(42, "$sScTss5NeverORszABRs_rlE5sleep11nanosecondsys6UInt64V_tYaKFZ", simulation_uses_time, true) \
  CALL(43, "$sScTss5NeverORszABRs_rlE5sleep5until9tolerance5clocky7InstantQyd___8DurationQyd__Sgqd__tYaKs5ClockRd__lFZ", \
    simulation_uses_time, true) \
  CALL(44, "$ss23withCheckedContinuation9isolation8function_xScA_pSgYi_SSyScCyxs5NeverOGXEtYalF", \
    simulation_uses_continuation, false) \
  CALL(45, "$ss31withCheckedThrowingContinuation9isolation8function_xScA_pSgYi_SSyScCyxs5Error_pGXEtYaKlF", \
    simulation_uses_continuation, false) \
  CALL(46, "$sScT5valuexvg", simulation_uses_ends, true) \
  CALL(47, "$sScTss5NeverORs_rlE5valuexvg", simulation_uses_ends, true) \
  CALL(48, "$sScT6results6ResultOyxq_Gvg", simulation_uses_ends, true) \
  /* Functions that return the next element of a stream. They add a cancellation handler. */ \
  CALL(49, "$sScS8IteratorV4next9isolationxSgScA_pSgYi_tYaF", 0, true) \
  CALL(50, "$sScS8IteratorV4nextxSgyYaF", 0, true) \
  CALL(51, "$sScs8IteratorV4next9isolationxSgScA_pSgYi_tYaq_YKF", 0, true) \
  CALL(52, "$sScs8IteratorV4nextxSgyYaKF", 0, true)

static const struct {
  const char *symbol;
  uint32_t use;
  bool is_point;
} functions[] = {
#define ENTRY(number, symbol, use, is_point) [number] = {symbol, use, is_point},
  FOR_EACH_FUNCTION(ENTRY) FOR_EACH_RESUMPTION(ENTRY) FOR_EACH_ASYNC_FUNCTION(ENTRY)
};
// Indices into `functions` that mark ranges of functions with a common effect:
// - The functions up to `last_task_cancellation` cancel the task that is their argument.
// - The functions after them, up to `last_cancellation`, cancel child tasks of the running task.
// - The functions from `first_task_check` to `last_task_check` read whether the task that is their
//   argument is cancelled.
// - The functions from `first_async_let` to `last_async_let` await an `async let`.
// - The functions from `first_discarding_check` to `last_discarding_check`, and those from
//   `first_group_check` to `last_group_check`, read the state of the task group that is their
//   argument. If the group discards results, the end of a child task can change this state.
enum {
  last_task_cancellation = 2,
  last_cancellation = 7,
  first_task_check = 8,
  last_task_check = 10,
  first_discarding_check = 15,
  last_discarding_check = 16,
  first_async_let = 24,
  last_async_let = 28,
  first_group_check = 37,
  last_group_check = 39,
  first_async_function = 40,
};

static _Atomic(void *) originals[sizeof functions / sizeof *functions];

// Runs before each call to a function that this file replaces. Records the call, reaches a
// scheduling point if necessary, and returns the address of the original function. `first` and
// `second` are the first two arguments of the call.
__attribute__((visibility("hidden"), used)) void *simulation_note_call(uint32_t number, const void *first,
                                                                       const void *second) {
  bool is_async_let = number >= first_async_let && number <= last_async_let;
  if (!simulation_is_in_step()) {
    // Some uses of resources are recorded even in a simulation that does not suspend code at
    // scheduling points.
    uint32_t use = functions[number].use &
                   (simulation_uses_ends | simulation_uses_read_priorities | simulation_uses_raised_priorities);
    if (use && !is_async_let) simulation_note_use(use);
  } else if (functions[number].is_point) {
    simulation_reach_point(functions[number].use);
  } else {
    simulation_note_in_step(functions[number].use);
  }
  if (number <= last_cancellation) simulation_note_cancellation(number <= last_task_cancellation ? first : NULL);
  if (number >= first_task_check && number <= last_task_check) simulation_note_cancellation_check(first);
  if ((number >= first_discarding_check && number <= last_discarding_check) ||
      (number >= first_group_check && number <= last_group_check)) {
    simulation_note_group_check(first);
  }
  if (functions[number].use == simulation_uses_ends) {
    // The first argument of a function that awaits an unstructured task is the address for the
    // result, and the second one is the task.
    simulation_note_wait(is_async_let ? simulation_task_of_async_let(first) : second);
  }
  return simulation_original(&originals[number], functions[number].symbol);
}

// Assembly code that calls `simulation_note_call`, loads the address of the original function into
// `r11`, and preserves the registers in which Swift passes arguments. Floating-point registers are
// not preserved, because none of the functions has a floating-point argument.
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

// Jumps to the original function.
#define FUNCTION(number, symbol, use, is_point) DEFINE(number, symbol, "  pop %rbp\n  jmp *%r11\n")

// Calls the original function, and then records that the call has ended. This is possible because
// the function has no result and takes all of its arguments in registers.
#define RESUMPTION(number, symbol, use, is_point) \
  DEFINE(number, symbol, "  call *%r11\n  call simulation_end_resumption\n  pop %rbp\n  ret\n")

FOR_EACH_FUNCTION(FUNCTION)
FOR_EACH_RESUMPTION(RESUMPTION)

// The constant that the compiler emits for each asynchronous function, under a symbol that ends in
// `Tu`. `offset` is the distance from the constant to the function's code.
typedef struct {
  int32_t offset;
  uint32_t frame_size;
} async_function;

#define ASYNC_FUNCTION(number, symbol, use, is_point) \
  FUNCTION(number, symbol, use, is_point) \
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

// The caller of an asynchronous function allocates the stack frame of that function, and reads the
// size of the frame from the function's constant. This code copies the sizes of the original
// functions to the constants of the functions that replace them.
__attribute__((constructor)) static void copy_frame_sizes(void) {
  for (uint32_t number = first_async_function; number < sizeof functions / sizeof *functions; number++) {
    char symbol[256];
    snprintf(symbol, sizeof symbol, "%sTu", functions[number].symbol);
    const async_function *original = dlsym(RTLD_NEXT, symbol);
    async_function *ours = dlsym(RTLD_DEFAULT, symbol);
    if (original && ours && ours != original) ours->frame_size = original->frame_size;
  }
}

// Reaches a scheduling point before code of the program throws an error. If the error leaves the
// body of a task group, or a child task of a discarding group, the library then cancels the child
// tasks of the group without calling a function that can be replaced.
//
// If a program links the standard library statically, the linker may omit the original functions,
// because the definitions here take their place. This is harmless: the original functions only call
// a handler, and a program that sets the handler also links these functions.
#define SWIFT_CALL __attribute__((swiftcall))
#define REPLACING __attribute__((visibility("default"), weak)) SWIFT_CALL
#define CONTEXT __attribute__((swift_context))
#define THROWN_ERROR __attribute__((swift_error_result))

static void reach_point_before_error(uintptr_t caller) {
  if (simulation_has_groups() && simulation_is_in_program(caller)) simulation_reach_point(0);
}

REPLACING void swift_willThrow(CONTEXT void *context, THROWN_ERROR void **error) {
  reach_point_before_error((uintptr_t)__builtin_return_address(0));
  typedef SWIFT_CALL void (*function)(CONTEXT void *, THROWN_ERROR void **);
  FIND_ORIGINAL(function, note, "swift_willThrow")
  if (note) note(context, error);
}

REPLACING void swift_willThrowTypedImpl(void *value, const void *type, const void **conformance) {
  reach_point_before_error((uintptr_t)__builtin_return_address(0));
  typedef SWIFT_CALL void (*function)(void *, const void *, const void **);
  FIND_ORIGINAL(function, note, "swift_willThrowTypedImpl")
  if (note) note(value, type, conformance);
}

#endif
