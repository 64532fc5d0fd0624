#define _GNU_SOURCE
#include "CSimulationRuntime.h"

#if defined(__linux__) && defined(__x86_64__)

#include <dlfcn.h>
#include <stdatomic.h>

// Public functions of the concurrency library by which tasks share something that no executor sees: they may go on
// at once where they might have waited. That a step has called one is noted; nothing else changes.
#define FOR_EACH_CALL(CALL) \
  CALL(0, "$sScT5valuexvg", simulation_uses_ends) \
  CALL(1, "$sScTss5NeverORs_rlE5valuexvg", simulation_uses_ends) \
  CALL(2, "$sScT6results6ResultOyxq_Gvg", simulation_uses_ends) \
  CALL(3, "$sScS12ContinuationV5yieldyAB11YieldResultOyx__GxnF", simulation_uses_streams) \
  CALL(4, "$sScS12ContinuationV5yieldAB11YieldResultOyyt__GyytRszlF", simulation_uses_streams) \
  CALL(5, "$sScS12ContinuationV5yield4withAB11YieldResultOyx__Gs0E0Oyxs5NeverOG_tF", simulation_uses_streams) \
  CALL(6, "$sScS12ContinuationV6finishyyF", simulation_uses_streams) \
  CALL(7, "$sScS8IteratorV4nextxSgyYaF", simulation_uses_streams) \
  CALL(8, "$sScS8IteratorV4next9isolationxSgScA_pSgYi_tYaF", simulation_uses_streams) \
  CALL(9, "$sScs12ContinuationV5yieldyAB11YieldResultOyxq___GxnF", simulation_uses_streams) \
  CALL(10, "$sScs12ContinuationV5yieldAB11YieldResultOyytq___GyytRszrlF", simulation_uses_streams) \
  CALL(11, "$sScs12ContinuationV5yield4withAB11YieldResultOyxs5Error_p__Gs0E0OyxsAG_pG_tsAG_pRs_rlF", simulation_uses_streams) \
  CALL(12, "$sScs12ContinuationV6finish8throwingyq_Sgn_tF", simulation_uses_streams) \
  CALL(13, "$sScs8IteratorV4nextxSgyYaKF", simulation_uses_streams) \
  CALL(14, "$sScs8IteratorV4next9isolationxSgScA_pSgYi_tYaq_YKF", simulation_uses_streams)

static const struct {
  const char *symbol;
  uint32_t use;
} calls[] = {
#define ENTRY(number, symbol, use) [number] = {symbol, use},
  FOR_EACH_CALL(ENTRY)
};

static _Atomic(void *) originals[sizeof calls / sizeof *calls];

// Notes a call, and says where the function is that was called.
__attribute__((visibility("hidden"), used)) void *simulation_note_call(uint32_t number) {
  simulation_note_use(calls[number].use);
  void *original = atomic_load_explicit(&originals[number], memory_order_relaxed);
  if (!original) {
    original = dlsym(RTLD_NEXT, calls[number].symbol);
    atomic_store(&originals[number], original);
  }
  return original;
}

// Keeps every register in which Swift passes an argument. None of the functions has one of floating point.
#define THUNK(number, symbol, use) \
  __asm__( \
    ".text\n" \
    ".weak \"" symbol "\"\n" \
    ".type \"" symbol "\", @function\n" \
    "\"" symbol "\":\n" \
    "  push %rbp\n  mov %rsp, %rbp\n" \
    "  push %rax\n  push %rdi\n  push %rsi\n  push %rdx\n  push %rcx\n  push %r8\n  push %r9\n  push %r10\n" \
    "  mov $" #number ", %edi\n" \
    "  call simulation_note_call\n" \
    "  mov %rax, %r11\n" \
    "  pop %r10\n  pop %r9\n  pop %r8\n  pop %rcx\n  pop %rdx\n  pop %rsi\n  pop %rdi\n  pop %rax\n" \
    "  pop %rbp\n" \
    "  jmp *%r11\n");
FOR_EACH_CALL(THUNK)

#endif
