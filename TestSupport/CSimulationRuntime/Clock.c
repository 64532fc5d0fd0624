#define _GNU_SOURCE
#include "CSimulationRuntime.h"
#include "Interposing.h"
#include "Session.h"

#if defined(__linux__) && defined(__x86_64__)

#include <time.h>

// Replaces `clock_gettime` so that Swift's clocks show virtual time in simulations. All callers
// except Swift's concurrency library still get real time. This definition is not a weak symbol,
// because ThreadSanitizer contains a weak definition of the same function, which could otherwise
// take precedence.
__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *time) {
  uintptr_t caller = (uintptr_t)__builtin_return_address(0);
  if (simulation_is_in_runtime(caller)) {
    simulation_session *session = simulation_of_code();
    if (session) {
      if (session == simulation_on_thread()) simulation_add_uses(session, simulation_uses_time);
      // Virtual time starts at one million seconds on Swift's clocks, so that it is not mistaken
      // for real time.
      int64_t now = __atomic_load_n(&session->now, __ATOMIC_RELAXED);
      time->tv_sec = 1000000 + now / 1000000000;
      time->tv_nsec = now % 1000000000;
      return 0;
    }
  }
  typedef int (*function)(clockid_t, struct timespec *);
  FIND_ORIGINAL(function, get_time, "clock_gettime")
  return get_time(clock, time);
}

#endif
