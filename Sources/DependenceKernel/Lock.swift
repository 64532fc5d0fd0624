#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
#error("Lock needs a platform with POSIX threads")
#endif

/// State that is only reached through a lock.
///
/// A POSIX mutex and not `Synchronization.Mutex`: ThreadSanitizer cannot see the latter on Linux
/// and reports races that are none.
package class Lock<State>: @unchecked Sendable {
  // Touched only between lock and unlock, so accesses cannot overlap. `mutex` itself never changes.
  @exclusivity(unchecked) fileprivate final var state: State
  fileprivate final let mutex: UnsafeMutablePointer<pthread_mutex_t>

  package init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` alone. Never call user code, resume a continuation or release a user's value in
  /// it: return them and act after.
  package final func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }
}

/// State that threads can wait for.
package final class Monitor<State>: Lock<State>, @unchecked Sendable {
  // Unchecked, as its superclass is: the pointer never changes, and threads may share what it leads to.
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  package override init(_ state: State) {
    condition = .allocate(capacity: 1)
    pthread_cond_init(condition, nil)
    super.init(state)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  /// Wakes every waiting thread, so that each looks at the state again.
  package func wakeAll() { pthread_cond_broadcast(condition) }

  /// Blocks this thread until `isReady` says so; it is asked again at every ``wakeAll()``.
  package func wait(until isReady: (inout State) -> Bool) {
    pthread_mutex_lock(mutex)
    while !isReady(&state) { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }
}

/// An identifier that no other living thread has.
package func currentThread() -> UInt {
  let thread = pthread_self()
  return withUnsafeBytes(of: thread) { $0.loadUnaligned(as: UInt.self) }
}

/// A word that every thread has of its own. It is zero until the thread sets it.
struct ThreadWord: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    self.key = key
  }

  var value: UInt {
    get { UInt(bitPattern: pthread_getspecific(key)) }
    nonmutating set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
  }
}
