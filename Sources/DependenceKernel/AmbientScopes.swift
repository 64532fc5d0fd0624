import Synchronization

/// The scopes of running tests, which apply to test code that runs without a scope of its own. For
/// each testing library, a function is registered that returns the scope of the running test.
package enum AmbientScopes {
  /// An immutable list of the registered functions. Each registration creates a new list, and old
  /// lists are never deallocated, because another thread may still be reading one.
  private final class List: Sendable {
    let find: [@Sendable () -> Frame?]
    init(_ find: [@Sendable () -> Frame?]) { self.find = find }
  }

  private static let list = Atomic<UInt>(0)

  /// Registers a function that returns the scope of the running test, or `nil` if it finds no
  /// running test. Do not call this method concurrently, because a registration could be lost.
  package static func add(_ find: @escaping @Sendable () -> Frame?) {
    let known = Uncounted<List>(at: list.load(ordering: .acquiring))?.object.find ?? []
    list.store(Uncounted.immortal(List(known + [find])).address, ordering: .releasing)
    Bound.setFallback(nil)
  }

  /// The scope of the running test, or `nil` if no registered function finds a running test.
  package static var current: Frame? {
    if let frame = remembered { return frame.object }
    guard let list = Uncounted<List>(at: list.load(ordering: .acquiring)) else { return nil }
    for find in list.object.find {
      if let frame = find() { return frame }
    }
    return nil
  }

  // MARK: The scopes of tasks

  // Asking a testing library for the running test takes much longer than a read. The result is
  // therefore remembered for the current task in a small hash table, in which a new entry replaces
  // an older one in the same place. The identifier of a task is unique in the process, so an entry
  // never applies to a later task.

  /// The integers of one entry: the identifier of the task, ``Bound/suiteAddress`` in that task, and
  /// the address of the frame.
  private static let stride = 3
  private static let entries = Words(count: 64 * stride)
  /// A lock that is held while an entry is written.
  private static let writing = Lock(())

  /// Remembers `frame` as the scope of the running test, until the current task ends or enters a
  /// different scope of a suite. Does nothing outside tasks.
  ///
  /// - Parameter frame: A frame that is never deallocated.
  package static func remember(_ frame: Frame) {
    guard let task = taskIdentifier else { return }
    let entry = entry(of: task)
    writing.withLock { _ in
      // Mark the entry as empty while it is written. A thread that reads the entry at the same time
      // then finds a different task at the end than at the beginning.
      entry[0] = 0
      entry[1] = Bound.suiteAddress
      entry[2] = Uncounted(frame).address
      entry[0] = task
    }
  }

  /// The frame that ``remember(_:)`` has stored for the current task, or `nil` if there is none.
  /// This property takes no lock.
  static var remembered: Uncounted<Frame>? {
    guard let task = taskIdentifier else { return nil }
    let entry = entry(of: task)
    guard entry[0] == task, entry[1] == Bound.suiteAddress else { return nil }
    let frame = Uncounted<Frame>(at: entry[2])
    // Check the task again, because another thread may have replaced the entry in the meantime.
    return entry[0] == task ? frame : nil
  }

  private static func entry(of task: UInt) -> Words {
    entries.suffix(from: Int(bitPattern: task % 64) * stride)
  }

  /// The number that identifies the current task in this process, or `nil` outside tasks. The
  /// numbers of tasks that have ended are not used again.
  private static var taskIdentifier: UInt? {
    var number: UInt?
    withUnsafeCurrentTask { task in
      guard let task else { return }
      // `UnsafeCurrentTask` has no public identifier. It consists of a reference to the task.
      number = UInt(exactly: identifier(of: unsafeBitCast(task, to: UnsafeRawPointer.self)))
    }
    return number
  }
}

/// Returns the number that identifies a task. The concurrency runtime exports this function for the
/// standard library, which declares it in `Task.swift`.
@_silgen_name("swift_task_getJobTaskId")
private func identifier(of task: UnsafeRawPointer) -> UInt64
