// Stubs for this target's functions on platforms that cannot run simulations. They let packages
// that use simulations compile on these platforms. `Simulation.isSupported` is `false` there.

#include "CSimulationRuntime.h"

#if !(defined(__linux__) && defined(__x86_64__))

bool simulation_is_supported(void) { return false; }
void simulation_install(
  simulation_callbacks callbacks, const void *executor_class, const void *library_thread_start
) {}
simulation_thread simulation_enter(simulation_session *session) { return (simulation_thread){0}; }
void simulation_leave(simulation_thread before) {}
simulation_thread simulation_leave_all(void) { return (simulation_thread){0}; }
simulation_session *simulation_on_thread(void) { return NULL; }
simulation_session *simulation_of_code(void) { return NULL; }
simulation_job_kind simulation_kind_of_job(const void *job) { return simulation_job_other; }
uint8_t simulation_priority_of_job(const void *job) { return 0; }
uint8_t simulation_base_priority_of_task(const void *task) { return 0; }
uint32_t simulation_uses_of_read_priority(uint8_t base) { return 0; }
const void *simulation_target_of_job(const void *job) { return job; }
uint64_t simulation_id_of_task(const void *task) { return 0; }
const void *simulation_current_task(void) { return NULL; }
simulation_relations simulation_relations_of_task(const void *task) { return (simulation_relations){0}; }
bool simulation_task_has_ended(const void *task) { return false; }
bool simulation_task_is_cancelled(const void *task) { return false; }
const void *simulation_first_waiter(const void *task) { return NULL; }
const void *simulation_next_waiter(const void *waiter) { return NULL; }
simulation_wait simulation_wait_of_task(const void *task) { return (simulation_wait){0}; }
void simulation_cancel_task(void *task) {}
void simulation_note_use(uint32_t use) {}
bool simulation_set_in_step(bool is_in_step) { return false; }
void simulation_begin_step(void) {}
void simulation_reach_point(uint32_t use) {}
void simulation_note_wake_up(void) {}
uint32_t simulation_thread_identifier(void) { return 0; }
void simulation_learn_streams(void (*body)(void)) {}
simulation_hop simulation_take_hop(void) { return (simulation_hop){0}; }
void simulation_enqueue(void *task, simulation_executor actor) {}
const char *simulation_symbol_at(const void *address) { return NULL; }
char *simulation_demangle(const char *symbol) { return NULL; }
void simulation_pin_to_current_processor(uint32_t thread) {}
void simulation_save_affinity(void) {}
void simulation_restore_affinity(void) {}
bool simulation_copy_memory(uintptr_t address, void *buffer, size_t size) { return false; }
simulation_metadata simulation_read_metadata(uintptr_t address) { return (simulation_metadata){0}; }
bool simulation_is_reference_count(uint64_t word, uintptr_t address) { return false; }
uintptr_t simulation_object_with_side_table(uintptr_t address) { return 0; }
size_t simulation_object_size(uintptr_t address, simulation_metadata metadata) { return 0; }
const simulation_token *simulation_announce_token(const simulation_token *token) { return NULL; }
void simulation_watch_traps(void) {}

#endif
