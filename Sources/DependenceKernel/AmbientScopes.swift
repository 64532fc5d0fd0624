import Synchronization

/// A registry of functions that find the running test's scope, which contains the test's overrides
/// and cached defaults. Each testing library registers one function. Test code that has not entered
/// another scope reads dependencies in the scope that this function returns.
package enum AmbientScopes {
  /// An immutable list of the functions registered with ``add(_:)``. Each registration replaces the
  /// list with a longer copy. Old lists are never deallocated, because other threads may still be
  /// reading them.
  private final class List: Sendable {
    let find: [@Sendable () -> Frame?]
    init(_ find: [@Sendable () -> Frame?]) { self.find = find }
  }

  private static let list = Atomic<UInt>(0)

  /// Registers a function that returns the running test's scope, or `nil` if it finds no running
  /// test. Do not call this method concurrently, because a registration could be lost.
  package static func add(_ find: @escaping @Sendable () -> Frame?) {
    let known = Uncounted<List>(at: list.load(ordering: .acquiring))?.object.find ?? []
    list.store(Uncounted.immortal(List(known + [find])).address, ordering: .releasing)
    Bound.setFallback(nil)
  }

  /// The running test's scope, or `nil` if no registered function finds a running test.
  package static var current: Frame? {
    if let frame = remembered { return frame.object }
    guard let list = Uncounted<List>(at: list.load(ordering: .acquiring)) else { return nil }
    for find in list.object.find {
      if let frame = find() { return frame }
    }
    return nil
  }

  // MARK: The scopes of tasks

  // Asking a testing library for the running test takes much longer than reading a dependency, so
  // the result is cached per task in a small hash table. A new entry overwrites any older one at
  // the same index. Task identifiers are never reused, so an entry never applies to a later task.

  /// The number of integers in each entry of the cache that maps a task to the running test's
  /// scope. They are the task's identifier, the value of ``Bound/suiteAddress`` (the address of the
  /// scope around the suite) in that task, and the address of the innermost frame in the test's
  /// scope.
  private static let stride = 3
  private static let entries = Words(count: 64 * stride)
  /// A lock that serializes writes to `entries`, the cache of each task's scope. Reads need no
  /// lock.
  private static let writing = Lock(())

  /// Caches the running test's scope for the current task, so that later reads need not search for
  /// the scope. A scope is a chain of frames, and `frame` is the innermost one. The entry is valid
  /// until the task ends, or until a test trait in the same task enters a scope around another
  /// suite. Does nothing outside a task.
  ///
  /// - Parameter frame: The frame to cache. It must never be deallocated, because the cache does
  ///   not retain it.
  package static func remember(_ frame: Frame) {
    guard let task = taskIdentifier else { return }
    let entry = entry(of: task)
    writing.withLock { _ in
      // Mark the entry as empty while writing it, so that a thread that reads it concurrently sees
      // the task identifier change and discards what it has read.
      entry[0] = 0
      entry[1] = Bound.suiteAddress
      entry[2] = Uncounted(frame).address
      entry[0] = task
    }
  }

  /// The running test's scope, as cached by ``remember(_:)`` for the current task, or `nil` if the
  /// task has no valid cache entry. The scope is represented by its innermost frame. Reading this
  /// property does not acquire a lock.
  static var remembered: Uncounted<Frame>? {
    guard let task = taskIdentifier else { return nil }
    let entry = entry(of: task)
    guard entry[0] == task, entry[1] == Bound.suiteAddress else { return nil }
    let frame = Uncounted<Frame>(at: entry[2])
    // Check the task identifier again, because another thread may have replaced the entry since the
    // first check. `frame` may then belong to another task.
    return entry[0] == task ? frame : nil
  }

  private static func entry(of task: UInt) -> Words {
    entries.suffix(from: Int(bitPattern: task % 64) * stride)
  }

  /// The current task's identifier, or `nil` outside a task. Identifiers are never reused within a
  /// process.
  private static var taskIdentifier: UInt? {
    var number: UInt?
    withUnsafeCurrentTask { task in
      guard let task else { return }
      // `UnsafeCurrentTask` exposes no identifier, but its memory contains only a reference to the
      // task. Pass that reference to the concurrency runtime function that returns the identifier.
      number = UInt(exactly: identifier(of: unsafeBitCast(task, to: UnsafeRawPointer.self)))
    }
    return number
  }
}

/// Returns a task's identifier. The concurrency runtime exports this function for the standard
/// library, which declares it in `Task.swift`.
@_silgen_name("swift_task_getJobTaskId")
private func identifier(of task: UnsafeRawPointer) -> UInt64
