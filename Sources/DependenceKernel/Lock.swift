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

/// A lock together with the state that it protects.
///
/// This class uses a POSIX mutex because ThreadSanitizer does not recognize `Synchronization.Mutex`
/// on Linux and therefore reports false data races.
package class Lock<State>: @unchecked Sendable {
  // This class is `@unchecked Sendable` because `state` is accessed only while the lock is held,
  // and `mutex` never changes.
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

  /// Runs `body` while holding the lock.
  ///
  /// Do not call user code, resume a continuation or release a user's value in `body`, because code
  /// that runs as a result could try to acquire the same lock. Instead, return the closure,
  /// continuation or value from `body`, and use or release it after this method has returned.
  package final func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }
}

/// A lock with a condition variable, so that threads can wait for the protected state to change.
package final class Monitor<State>: Lock<State>, @unchecked Sendable {
  // This class is `@unchecked Sendable`, like its superclass. The pointer to the condition variable
  // never changes, and several threads may use a condition variable at the same time.
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

  /// Wakes all threads that are blocked in ``wait(until:)``. Each of them then calls its closure
  /// again to check whether it can continue.
  package func wakeAll() { pthread_cond_broadcast(condition) }

  /// Blocks the current thread until `isReady` returns `true`. The closure is called immediately,
  /// and again after every call to ``wakeAll()``, while the lock is held.
  package func wait(until isReady: (inout State) -> Bool) {
    pthread_mutex_lock(mutex)
    while !isReady(&state) { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }
}

/// Returns an identifier for the current thread that is unique among all running threads.
package func currentThread() -> UInt {
  let thread = pthread_self()
  return withUnsafeBytes(of: thread) { $0.loadUnaligned(as: UInt.self) }
}

/// An integer in thread-specific storage. Each thread has its own value, which is initially zero.
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
