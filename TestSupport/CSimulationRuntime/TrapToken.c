#define _GNU_SOURCE
#include "CSimulationRuntime.h"

#if defined(__linux__) && defined(__x86_64__)

#include <errno.h>
#include <signal.h>
#include <unistd.h>

// The signal handler in this file only reads memory that was prepared before the signal. It must
// not allocate memory, because the thread that trapped may hold the allocator's lock, and the
// handler would wait for that lock forever.

static _Thread_local const simulation_token *this_token;

const simulation_token *simulation_announce_token(const simulation_token *token) {
  const simulation_token *before = this_token;
  this_token = token;
  return before;
}

static void put(const char *text, size_t count) {
  while (count) {
    ssize_t written = write(STDERR_FILENO, text, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text += written;
    count -= written;
  }
}

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { signal_count = sizeof signals / sizeof *signals };
static struct sigaction previous[signal_count];

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  if (this_token) {
    static const char sentence[] =
      "\ndependence: The process crashed in a simulation. Run the tasks in the same order again with DEPENDENCE_REPLAY=";
    put(sentence, sizeof sentence - 1);
    put(this_token->text, this_token->count);
    put("\n", 1);
  }
  this_token = NULL;
  // Restore the previous handler, so that it receives the signal next. The signal occurs again:
  // either it is raised below, or the instruction that trapped runs again after this function
  // returns.
  for (int i = 0; i < signal_count; i++) {
    if (signals[i] == number) sigaction(number, &previous[i], NULL);
  }
  if (info->si_code <= 0 || number == SIGTRAP) raise(number);
  errno = error;
}

void simulation_watch_traps(void) {
  struct sigaction action = {0};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int i = 0; i < signal_count; i++) sigaction(signals[i], &action, &previous[i]);
}

#endif
