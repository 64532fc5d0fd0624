#define _GNU_SOURCE
#include "CSimulationRuntime.h"
#include "RuntimeLayout.h"

#if defined(__linux__) && defined(__x86_64__)

#include <dlfcn.h>
#include <sys/uio.h>
#include <unistd.h>

#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#include <sanitizer/allocator_interface.h>
#endif

// Copies memory with a system call that fails if an address is unmapped, whereas a direct read
// would trap.
bool simulation_copy_memory(uintptr_t address, void *buffer, size_t size) {
  struct iovec local = {buffer, size}, remote = {(void *)address, size};
  return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)size;
}

// Returns whether an address belongs to the program or to a library, rather than to memory that was
// allocated at run time.
static bool is_in_image(uintptr_t address) {
  Dl_info image;
  return dladdr((void *)address, &image);
}

// Returns whether the memory at an address is the metadata of a box. `kind` is the first word at
// the address. Other memory may begin with the same number. This function therefore also checks
// that the metadata, or the destroying function to which it refers, is part of the program or of a
// library.
static bool is_box(uintptr_t kind, uintptr_t address) {
  if (kind == kind_captures || kind == kind_error) return is_in_image(address);
  uintptr_t destroy;
  return kind == kind_generic_captures &&
         simulation_copy_memory(address - metadata_destroy, &destroy, sizeof destroy) && is_in_image(destroy);
}

simulation_metadata simulation_read_metadata(uintptr_t address) {
  simulation_metadata none = {0}, found = {0};
  class_metadata class;
  if (address % 8 || !simulation_copy_memory(address, &class.kind, sizeof class.kind)) return none;
  found.is_object = true;
  found.header_size = object_header_size;
  found.is_error = class.kind == kind_error;
  if (is_box(class.kind, address)) return found;
  if (class.kind != kind_class || !simulation_copy_memory(address, &class, sizeof class)) return none;
  uint32_t description;
  if (class.address_point || class.size < object_header_size || class.size > 1 << 24 || class.reserved ||
      (class.alignment_mask != 7 && class.alignment_mask != 15 && class.alignment_mask != 31) ||
      class.description % 4 || !simulation_copy_memory(class.description, &description, sizeof description))
    return none;
  if ((description & context_kind_mask) != context_kind_class || !is_in_image(class.description)) return none;
  found.is_class = true;
  if (description & context_is_default_actor) found.header_size += actor_state_size;
  found.size = class.size;
  return found;
}

// Memory that begins with a pointer to metadata is not always an object. For example, a function's
// stack frame may contain such a pointer in a variable. In an object, the next word is the
// reference count, so this function checks whether that word looks like one.
bool simulation_is_reference_count(uint64_t word, uintptr_t address) {
  uint64_t kind = word >> 62;
  if (kind < 2) return (word & count_is_inline) && (word & count_of_unowned) && !(word & count_is_ending);
  if (kind == 2 && !(word & count_of_strong)) return true;
  uintptr_t object;
  // If the object has a side table, for example because of a weak reference, the first word of the
  // side table is the address of the object.
  if (kind == 3 && simulation_copy_memory(word << side_table_shift, &object, sizeof object) && object == address)
    return true;
  // A statically initialized object is never destroyed, and its count has a special value.
  return is_in_image(address);
}

uintptr_t simulation_object_with_side_table(uintptr_t address) {
  uintptr_t object = 0;
  uint64_t count = 0;
  if (!simulation_copy_memory(address, &object, sizeof object) || !object || object % 16) return 0;
  if (!simulation_copy_memory(object + sizeof object, &count, sizeof count)) return 0;
  return count >> 62 == 3 && count << side_table_shift == address ? object : 0;
}

// Returns the number of bytes allocated at an address, or 0 if nothing was allocated there and the
// address only looks like that of an object.
static size_t allocated_size(uintptr_t address) {
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
  // The sanitizers replace the allocator, so ask them for the size instead of reading the memory
  // before the object.
  const void *object = (const void *)address;
  return __sanitizer_get_ownership(object) ? __sanitizer_get_allocated_size(object) : 0;
#else
  size_t chunk;
  // The eight bytes before an allocated object contain the size of its memory chunk and three
  // flags. `malloc_usable_size` reads them as well, but it could trap if no object was allocated at
  // the address.
  if (!simulation_copy_memory(address - sizeof chunk, &chunk, sizeof chunk)) return 0;
  const size_t is_mapped = 2, flags = 7, smallest = 32;
  size_t size = chunk & ~flags;
  if (size < smallest || size % 16) return 0;
  if (chunk & is_mapped) return size - 2 * sizeof chunk;
  // The lowest bit of the next chunk's size is set if this chunk is in use.
  size_t next;
  if (!simulation_copy_memory(address + size - sizeof chunk, &next, sizeof next) || !(next & 1)) return 0;
  return size - sizeof chunk;
#endif
}

size_t simulation_object_size(uintptr_t address, simulation_metadata metadata) {
  // A statically initialized object is part of the program or a library. It was not allocated, so
  // use the size that its class specifies.
  if (metadata.is_class && is_in_image(address)) return metadata.size;
  return allocated_size(address);
}

#endif
