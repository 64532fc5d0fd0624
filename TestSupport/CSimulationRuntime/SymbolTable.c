#define _GNU_SOURCE
#include "CSimulationRuntime.h"

#if defined(__linux__) && defined(__x86_64__)

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

extern char *swift_demangle(const char *name, size_t length, char *buffer, size_t *size, uint32_t flags);

// A function in the program. Because a test binary does not export its functions, `dladdr` does not
// find them. Instead, they are read from the binary's symbol table and sorted by address for a
// binary search.
typedef struct {
  uintptr_t start;
  uintptr_t end;
  const char *name;
} function;
static function *functions;
static size_t function_count;
static uintptr_t program_start;

static int by_start(const void *left, const void *right) {
  uintptr_t a = ((const function *)left)->start, b = ((const function *)right)->start;
  return (a > b) - (a < b);
}

// Finds the address where the program was loaded. The dynamic linker lists the program before its
// shared libraries, so the search stops at the first image.
static int find_program(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  (void)context;
  program_start = image->dlpi_addr;
  return 1;
}

static void read_symbols(const char *file, size_t size) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
  if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG)) return;
  if (header->e_shoff + (size_t)header->e_shnum * sizeof(Elf64_Shdr) > size) return;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + header->e_shoff);
  for (int i = 0; i < header->e_shnum; i++) {
    const Elf64_Shdr *section = &sections[i];
    if (section->sh_type != SHT_SYMTAB || section->sh_link >= header->e_shnum) continue;
    const Elf64_Shdr *strings = &sections[section->sh_link];
    if (section->sh_offset + section->sh_size > size || strings->sh_offset + strings->sh_size > size) return;
    const Elf64_Sym *symbols = (const Elf64_Sym *)(file + section->sh_offset);
    size_t count = section->sh_size / sizeof *symbols;
    functions = malloc(count * sizeof *functions);
    for (size_t s = 0; functions && s < count; s++) {
      if (ELF64_ST_TYPE(symbols[s].st_info) != STT_FUNC || !symbols[s].st_size) continue;
      if (symbols[s].st_name >= strings->sh_size) continue;
      functions[function_count++] = (function){
        symbols[s].st_value, symbols[s].st_value + symbols[s].st_size,
        file + strings->sh_offset + symbols[s].st_name};
    }
    qsort(functions, function_count, sizeof *functions, by_start);
    return;
  }
}

static void load(void) {
  dl_iterate_phdr(find_program, NULL);
  int descriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (descriptor >= 0 && !fstat(descriptor, &status)) {
    // The file stays mapped until the process ends, because the function names point into it.
    void *file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (file != MAP_FAILED) read_symbols(file, (size_t)status.st_size);
  }
  if (descriptor >= 0) close(descriptor);
}

const char *simulation_symbol_at(const void *address) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  uintptr_t offset = (uintptr_t)address - program_start;
  size_t low = 0, high = function_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (functions[middle].start <= offset) low = middle + 1;
    else high = middle;
  }
  return low && offset < functions[low - 1].end ? functions[low - 1].name : NULL;
}

char *simulation_demangle(const char *symbol) {
  return swift_demangle(symbol, strlen(symbol), NULL, NULL, 0);
}

#endif
