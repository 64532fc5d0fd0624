// The memory layout of the Swift 6.3 runtime objects that simulations read.
//
// The runtime does not guarantee this layout. Before the first simulation in a process,
// SelfTest.swift runs a program that depends on the layout of jobs, tasks, task groups and task
// options. If the program fails, `Simulation.isSupported` is `false`, and simulations throw an
// error. The self-test does not depend on the layout of metadata. Metadata is read only to compare
// the objects of repeated runs, and an object with implausible metadata is left out of the
// comparison.
//
// The following files contain the other assumptions about the runtime and the standard library:
// - Functions in this library that replace runtime functions have the same calling conventions as
//   the originals.
// - Session.c: The first word of an object points to its class, and the first stored property of an
//   object follows two words.
// - SchedulingPoints.c: The runtime functions that wait for child tasks lock the group's mutex
//   within the first 256 bytes of their code. The runtime function that waits for a continuation
//   calls `swift_task_exitThreadLocalContext` within the first 512 bytes of its code.
// - RuntimeHooks.c: Bit 60 of a saved frame pointer marks the frame of an asynchronous function.
// - Jobs.c: An asynchronous function's frame begins with a pointer to the caller's frame, followed
//   by the function where the caller continues.
// - HeapGraph.swift: An array's storage has a header of 32 bytes, and some standard library classes
//   have specific names. The box of an error has a header of 32 bytes, which contains the error's
//   type, and a type's value witness table contains the size of its values.
// - ObjectPadding.swift: The functions that `Mirror` calls return the types and offsets of stored
//   properties, and the metadata of structures and tuples begins with a specific number.
// - TestFunction.swift: The context of a closure that `withoutActuallyEscaping` passes to its body
//   contains the original closure.

#pragma once

#include "CSimulationRuntime.h"

// MARK: Jobs and tasks

// The offsets of a job's fields, in bytes. A job (a unit of work that the runtime schedules, such
// as a task) begins with an object header of 16 bytes.
enum {
  // A pointer to another job. While the job is ready to run, a scheduler can use this field to link
  // jobs in a list. While a task awaits a result, the field points to the next task that awaits the
  // same result.
  job_next = 16,
  job_flags = 32,
  // The address of the function where a task continues.
  job_resume_function = 56,
  // For a job that is not a task, the actor that the job runs, or the task that it resumes.
  job_target = 64,
  // A pointer to the stack frame of the function where a task continues. The field has the same
  // offset as `job_target`, because a job has only one of these two fields.
  task_resume_frame = 64,
  // A task's status. The lowest byte of the status is the task's current priority. The flags below
  // are in the other bytes.
  task_status = 96,
};

// Flags in a task's status: whether a thread runs the task, and whether the task is in the queue of
// an executor or an actor.
enum { task_is_running = 0x800, task_is_enqueued = 0x1000 };

// A job's flags. The lowest byte is the job's kind, and the second byte is its priority.
enum {
  job_kind_mask = 0xFF,
  job_kind_task = 0,
  job_kind_actor = 193,
  job_kind_continuation = 195,
  job_priority_shift = 8,
  task_is_child = 1 << 24,
  task_is_future = 1 << 25,
  task_is_in_group = 1 << 26,
  task_is_async_let = 1 << 28,
};

// The sizes in bytes of the optional parts that follow a task in memory. A child task has a part
// with a pointer to its parent and a link to the next child. A task in a group has a part with a
// pointer to the group. These parts are followed by the queue of other tasks that await the task's
// result.
enum { task_child_part_size = 16, task_group_part_size = 8 };

// A mask that selects the lowest two bits of the first word in the queue of tasks that await a
// task's result. These bits are 0 until the result is available.
enum { task_queue_state_mask = 3 };

// MARK: Child tasks of an `async let`

// The offset in bytes of the task pointer in an `async let` record, and a mask for the flags in the
// pointer's lowest bits.
enum { async_let_task = 24, async_let_flags = 15 };

// MARK: Groups of child tasks

// The offsets of a task group's fields, in bytes. The highest bit of the status is set if the group
// is cancelled. The lowest 31 bits are the number of child tasks whose results have not been
// returned yet.
enum { group_mutex = 40, group_status = 80, group_pending_mask = 0x7FFFFFFF };

// MARK: Task creation

// The structures that compiled code uses to pass a new task's options to the runtime. They form a
// linked list.
typedef struct task_option {
  size_t flags;
  struct task_option *parent;
} task_option;
typedef struct {
  task_option base;
  simulation_executor executor;
} executor_option;
typedef struct {
  task_option base;
  const char *name;
} task_name_option;
enum {
  option_kind_mask = 0xFF,
  option_serial_executor = 0,
  option_unowned_task_executor = 5,
  option_task_executor = 6,
  option_task_name = 7,
};

// The flags that compiled code passes to the runtime when it creates a task.
enum { creates_child_task = 1 << 8, enqueues_task = 1 << 12, discards_result = 1 << 14 };

// MARK: Metadata

// The metadata kinds of heap objects that can contain values: instances of classes, and the boxes
// that the runtime uses for captured variables, closures and errors. See MetadataKind.def in the
// Swift runtime. The metadata of a closure's captured values and of errors is part of the program,
// and that of generic boxes is created at run time.
enum { kind_class = 0, kind_captures = 0x400, kind_generic_captures = 0x500, kind_error = 0x501 };

// The distance in bytes from a type's metadata back to the word that contains the address of the
// function that destroys the type's objects.
enum { metadata_destroy = 16 };

// The size in bytes of an object's header, which contains its type and its reference count. In a
// default actor (an actor without a custom executor), the runtime's state for the actor follows the
// header.
enum { object_header_size = 16, actor_state_size = 96 };

// The fields of an object's reference count, which is a word of 64 bits. The two highest bits
// determine the meaning of the others:
// - If the highest bit is clear, the word contains the counts. While the object is in use, the
//   lowest bit is set, and the count of unowned references is at least 1.
// - If the highest bit is set and the next one is clear, the object is never destroyed.
// - If both are set, the other bits are the address of the object's side table, shifted to the
//   right.
static const uint64_t count_is_inline = 1, count_of_unowned = 0xFFFFFFFE, count_is_ending = 1ull << 32,
                      count_of_strong = 0x3FFFFFFEull << 32;
enum { side_table_shift = 3 };

// The beginning of a class's metadata on platforms without Objective-C.
typedef struct {
  uintptr_t kind, superclass;
  uint32_t flags, address_point, size;
  uint16_t alignment_mask, reserved;
  uint32_t class_size, class_address_point;
  uintptr_t description;
} class_metadata;

// The flags in the first word of a context descriptor, which describes a type. The lowest five bits
// are the type's kind. Another bit is set if the type is an actor without a custom executor.
enum { context_kind_mask = 31, context_kind_class = 16, context_is_default_actor = 1 << 24 };

static inline const void *simulation_field(const void *object, size_t offset) {
  return (const char *)object + offset;
}
