#define _GNU_SOURCE
#include "CSimulationRuntime.h"

#include <stdlib.h>

simulation_word *simulation_make_word(simulation_word word) {
  simulation_word *made = malloc(sizeof word);
  *made = word;
  return made;
}

#if defined(__linux__) && defined(__x86_64__)

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

// A thread that has trapped may hold any lock, so a signal handler reads only prepared memory.

static _Thread_local simulation_word *this_word;

simulation_word *simulation_announce_word(simulation_word *word) {
  simulation_word *before = this_word;
  this_word = word;
  return before;
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

void simulation_add_choice(simulation_word *word, uint64_t choice) {
  if (choice == 0) {
    word->zeros += 1;
    return;
  }
  // A choice adds at most two numbers and two dots to the text.
  if (word->capacity - word->count < 48) {
    size_t capacity = word->capacity ? 2 * word->capacity : 256;
    char *text = realloc(word->text, capacity);
    if (!text) return;
    word->text = text;
    word->capacity = capacity;
  }
  char *end = word->text + word->count;
  if (word->zeros) end = write_number(end, word->zeros);
  word->zeros = 0;
  if (choice <= 26) {
    *end++ = 'a' + choice - 1;
  } else {
    *end++ = '.';
    end = write_number(end, choice);
    *end++ = '.';
  }
  word->count = end - word->text;
}

void simulation_free_word(simulation_word *word) {
  free(word->text);
  free(word);
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

// The same algorithm as in `String.checksum`.
static uint16_t checksum(uint16_t remainder, const char *text, size_t count) {
  for (size_t i = 0; i < count; i++) {
    remainder ^= (uint16_t)((uint8_t)text[i] << 8);
    for (int bit = 0; bit < 8; bit++) remainder = remainder << 1 ^ (remainder & 0x8000 ? 0x1021 : 0);
  }
  return remainder;
}

// Writes the version, as in `ReplayToken.version`, and everything except the text of choices.
static char *write_head(const simulation_word *word, char *end) {
  *end++ = '1';
  *end++ = word->kind;
  *end++ = '-';
  if (word->kind != 'c' && word->kind != 't') {
    end = write_number(end, word->seed);
    if (word->kind == 'p') {
      *end++ = '.';
      end = write_number(end, word->depth);
      *end++ = '.';
      end = write_number(end, word->length);
    }
  } else if (word->count == 0) {
    *end++ = '0';
  }
  return end;
}

static void write_tail(char tail[5], uint16_t sum) {
  tail[0] = '-';
  for (int i = 0; i < 4; i++) tail[i + 1] = "0123456789abcdef"[sum >> (12 - 4 * i) & 15];
}

size_t simulation_write_word(const simulation_word *word, char *text) {
  char *end = write_head(word, text);
  if (word->count) memcpy(end, word->text, word->count);
  end += word->count;
  write_tail(end, checksum(0xffff, text, end - text));
  return end + 5 - text;
}

// Writes the token in pieces, because it may be long and memory cannot be allocated here.
static void put_word(const simulation_word *word) {
  char head[96], tail[5];
  char *end = write_head(word, head);
  write_tail(tail, checksum(checksum(0xffff, head, end - head), word->text, word->count));
  static const char sentence[] =
    "\ndependence: the process traps in a simulation. Run the same schedule again with DEPENDENCE_REPLAY=";
  put(sentence, sizeof sentence - 1);
  put(head, end - head);
  put(word->text, word->count);
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
  if (this_word) put_word(this_word);
  this_word = NULL;
  // The previous handler receives the signal next, because the instruction traps again or the
  // signal is raised again.
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

#else

simulation_word *simulation_announce_word(simulation_word *word) { return NULL; }
void simulation_add_choice(simulation_word *word, uint64_t choice) {}
void simulation_free_word(simulation_word *word) { free(word); }
void simulation_watch_traps(void) {}
size_t simulation_write_word(const simulation_word *word, char *text) { return 0; }

#endif
