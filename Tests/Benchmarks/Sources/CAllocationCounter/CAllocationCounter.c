#include "CAllocationCounter.h"

// Sanitizers replace the allocator themselves.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define COUNTS_ALLOCATIONS 0
#elif defined(__GLIBC__)
#define COUNTS_ALLOCATIONS 1
#else
#define COUNTS_ALLOCATIONS 0
#endif

#if COUNTS_ALLOCATIONS

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_bool is_counting;
static atomic_llong blocks;
static atomic_llong live_bytes;

static void note_new(void *block) {
  if (!block || !atomic_load_explicit(&is_counting, memory_order_relaxed)) return;
  atomic_fetch_add_explicit(&blocks, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&live_bytes, (long long)malloc_usable_size(block), memory_order_relaxed);
}

static void note_gone(void *block) {
  if (!block || !atomic_load_explicit(&is_counting, memory_order_relaxed)) return;
  atomic_fetch_sub_explicit(&live_bytes, (long long)malloc_usable_size(block), memory_order_relaxed);
}

// The names under which the C library exports its allocator for replacements.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

void *malloc(size_t size) {
  void *block = __libc_malloc(size);
  note_new(block);
  return block;
}

void *calloc(size_t count, size_t size) {
  void *block = __libc_calloc(count, size);
  note_new(block);
  return block;
}

void *realloc(void *block, size_t size) {
  note_gone(block);
  void *moved = __libc_realloc(block, size);
  note_new(moved);
  return moved;
}

void *memalign(size_t alignment, size_t size) {
  void *block = __libc_memalign(alignment, size);
  note_new(block);
  return block;
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

void free(void *block) {
  note_gone(block);
  __libc_free(block);
}

bool allocation_counter_is_available(void) { return true; }

void allocation_counter_start(void) {
  atomic_store(&blocks, 0);
  atomic_store(&live_bytes, 0);
  atomic_store(&is_counting, true);
}

void allocation_counter_stop(void) { atomic_store(&is_counting, false); }

int64_t allocation_counter_blocks(void) { return atomic_load(&blocks); }

int64_t allocation_counter_live_bytes(void) { return atomic_load(&live_bytes); }

#else

bool allocation_counter_is_available(void) { return false; }
void allocation_counter_start(void) {}
void allocation_counter_stop(void) {}
int64_t allocation_counter_blocks(void) { return 0; }
int64_t allocation_counter_live_bytes(void) { return 0; }

#endif
