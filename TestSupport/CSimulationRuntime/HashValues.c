#define _GNU_SOURCE
#include "CSimulationRuntime.h"
#include "Interposing.h"
#include "Session.h"

#if defined(__linux__) && defined(__x86_64__)

// Replacements for the functions that compute `hashValue`. They make `hashValue` differ between two
// runs of the same schedule, to reveal code that depends on hash values. Swift's hash values differ
// between processes, so a failure of such code cannot be replayed. Within a process, however, they
// are the same in each run, so repeating a run would not reveal the dependence. A run that repeats
// an earlier run therefore gets a random number, called the salt, which each function in this file
// mixes into its result.
//
// Sets and dictionaries hash their elements with other functions, which are not replaced.
#define FOR_EACH_FUNCTION(CALL) \
  CALL(0, "$ss10_hashValue3forSix_tSHRzlF") /* types with a compiler-generated conformance */ \
  CALL(1, "$sSS9hashValueSivg") /* String */ \
  CALL(2, "$sSs9hashValueSivg") /* Substring */ \
  CALL(3, "$sSJ9hashValueSivg") /* Character */ \
  CALL(4, "$sSi9hashValueSivg") /* Int */ \
  CALL(5, "$sSu9hashValueSivg") /* UInt */ \
  CALL(6, "$sSd9hashValueSivg") /* Double */ \
  CALL(7, "$sSb9hashValueSivg") /* Bool */ \
  CALL(8, "$sSO9hashValueSivg") /* ObjectIdentifier */ \
  CALL(9, "$sSasSHRzlE9hashValueSivg") /* Array */ \
  CALL(10, "$sSh9hashValueSivg") /* Set */ \
  CALL(11, "$sSDsSHR_rlE9hashValueSivg") /* Dictionary */ \
  CALL(12, "$sSqsSHRzlE9hashValueSivg") /* Optional */ \
  CALL(13, "$ss11AnyHashableV9hashValueSivg")

static const char *const symbols[] = {
#define SYMBOL(number, symbol) [number] = symbol,
  FOR_EACH_FUNCTION(SYMBOL)
};

static _Atomic(void *) originals[sizeof symbols / sizeof *symbols];

__attribute__((visibility("hidden"), used)) void *simulation_find_hash_function(uint32_t number) {
  return simulation_original(&originals[number], symbols[number]);
}

// Defines a replacement that calls the original function with the same arguments, and then mixes
// the salt (a number that differs between runs) into the result. All arguments are in registers: a
// `Double` is in `xmm0`, and all other arguments are in general registers.
#define FUNCTION(number, symbol) \
  __asm__( \
    ".text\n" \
    ".weak \"" symbol "\"\n" \
    ".type \"" symbol "\", @function\n" \
    "\"" symbol "\":\n" \
    "  push %rbp\n  mov %rsp, %rbp\n" \
    "  push %rdi\n  push %rsi\n  push %rdx\n  push %rcx\n  push %r8\n  push %r9\n" \
    "  sub $16, %rsp\n  movsd %xmm0, (%rsp)\n" \
    "  mov $" #number ", %edi\n" \
    "  call simulation_find_hash_function\n" \
    "  mov %rax, %r11\n" \
    "  movsd (%rsp), %xmm0\n  add $16, %rsp\n" \
    "  pop %r9\n  pop %r8\n  pop %rcx\n  pop %rdx\n  pop %rsi\n  pop %rdi\n" \
    "  call *%r11\n" \
    "  push %rax\n  push %rax\n" \
    "  call simulation_hash_salt\n" \
    "  pop %r11\n  pop %r11\n" \
    "  xor %r11, %rax\n" \
    "  pop %rbp\n" \
    "  ret\n");
FOR_EACH_FUNCTION(FUNCTION)

#endif
