#define _GNU_SOURCE
#include "CSimulationRuntime.h"

#if defined(__linux__) && defined(__x86_64__)

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The signal handler in this file only reads memory that was prepared before the signal. It must
// not allocate memory, because the thread that trapped may hold the allocator's lock, and the
// handler would wait for that lock forever.

static _Thread_local simulation_token *this_token;

simulation_token *simulation_announce_token(simulation_token *token) {
  simulation_token *before = this_token;
  this_token = token;
  return before;
}

simulation_token *simulation_make_token(simulation_token token) {
  simulation_token *made = malloc(sizeof token);
  *made = token;
  return made;
}

static char *write_number(char *end, uint64_t number) {
  char digits[20];
  int count = 0;
  do {
    digits[count++] = '0' + number % 10;
    number /= 10;
  } while (number);
  while (count) *end++ = digits[--count];
  return end;
}

void simulation_add_choice(simulation_token *token, uint64_t choice) {
  if (choice == 0) {
    token->zeros += 1;
    return;
  }
  // Make room for 48 bytes. Each call adds at most two numbers and two dots to the text, which need
  // less.
  if (token->capacity - token->count < 48) {
    size_t capacity = token->capacity ? 2 * token->capacity : 256;
    char *text = realloc(token->text, capacity);
    // There is no memory left to store this choice. Without the choice, the token would replay a
    // different schedule, so abort the process, as Swift does if an allocation fails.
    if (!text) abort();
    token->text = text;
    token->capacity = capacity;
  }
  char *end = token->text + token->count;
  if (token->zeros) end = write_number(end, token->zeros);
  token->zeros = 0;
  if (choice <= 26) {
    *end++ = 'a' + choice - 1;
  } else {
    *end++ = '.';
    end = write_number(end, choice);
    *end++ = '.';
  }
  token->count = end - token->text;
}

void simulation_free_token(simulation_token *token) {
  free(token->text);
  free(token);
}

// MARK: writing

static void put(const char *text, size_t count) {
  while (count) {
    ssize_t written = write(STDERR_FILENO, text, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text += written;
    count -= written;
  }
}

// Computes the same checksum as `String.checksum`.
static uint16_t checksum(uint16_t remainder, const char *text, size_t count) {
  for (size_t i = 0; i < count; i++) {
    remainder ^= (uint16_t)((uint8_t)text[i] << 8);
    for (int bit = 0; bit < 8; bit++) remainder = remainder << 1 ^ (remainder & 0x8000 ? 0x1021 : 0);
  }
  return remainder;
}

// Writes the first part of the token's text: the version (which must equal `ReplayToken.version`),
// the kind, and the other fields that precede the text of the choices. Returns the end of the text.
static char *write_head(const simulation_token *token, char *end) {
  *end++ = '1';
  *end++ = token->kind;
  *end++ = '-';
  if (token->kind != 'c' && token->kind != 't') {
    end = write_number(end, token->seed);
    if (token->kind == 'p') {
      *end++ = '.';
      end = write_number(end, token->depth);
      *end++ = '.';
      end = write_number(end, token->length);
    }
  } else if (token->count == 0) {
    *end++ = '0';
  }
  return end;
}

static void write_tail(char tail[5], uint16_t sum) {
  tail[0] = '-';
  for (int i = 0; i < 4; i++) tail[i + 1] = "0123456789abcdef"[sum >> (12 - 4 * i) & 15];
}

size_t simulation_write_token(const simulation_token *token, char *text) {
  char *end = write_head(token, text);
  if (token->count) memcpy(end, token->text, token->count);
  end += token->count;
  write_tail(end, checksum(0xffff, text, end - text));
  return end + 5 - text;
}

// Writes the token to standard error in pieces, because the token may be long, and a signal handler
// cannot allocate memory to join the pieces.
static void put_token(const simulation_token *token) {
  char head[96], tail[5];
  char *end = write_head(token, head);
  write_tail(tail, checksum(checksum(0xffff, head, end - head), token->text, token->count));
  static const char sentence[] =
    "\ndependence: The process crashed in a simulation. Run the tasks in the same order again with DEPENDENCE_REPLAY=";
  put(sentence, sizeof sentence - 1);
  put(head, end - head);
  put(token->text, token->count);
  put(tail, sizeof tail);
  put("\n", 1);
}

// MARK: signals

static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { signal_count = sizeof signals / sizeof *signals };
static struct sigaction previous[signal_count];

static void on_signal(int number, siginfo_t *info, void *context) {
  (void)context;
  int error = errno;
  if (this_token) put_token(this_token);
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
