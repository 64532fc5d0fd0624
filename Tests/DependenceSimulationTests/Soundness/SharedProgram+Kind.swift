extension SharedProgram {
  indirect enum Kind: Sendable, Hashable {
    // MARK: Actors

    /// Calls an actor, which records the number.
    case note(board: Int)
    /// Calls an actor, which records the number twice and lets other tasks run in between.
    case noteTwice(board: Int)
    /// Calls an actor, which records the number and calls another actor, which does the same.
    case copy(from: Int, to: Int)
    /// Calls an actor, which creates an isolated task that records the number.
    case noteLater(board: Int)
    /// Calls an actor, which creates an isolated task with a low priority and one with a high
    /// priority. Each of them records a number.
    case noteByPriority(board: Int)
    /// Calls an actor, which records the number, if this task is cancelled.
    case noteIfCancelled(board: Int)
    /// Calls the main actor, which records the number.
    case noteOnMain
    /// Calls the main actor, which records the number and calls an actor, which does the same.
    case copyFromMain(to: Int)
    /// Calls a custom global actor, which records the number.
    case noteInArchive
    /// Calls an actor, which records the number and calls a custom global actor, which does the
    /// same.
    case copyToArchive(from: Int)
    /// Calls a custom global actor, which records the number and calls an actor, which does the
    /// same.
    case copyFromArchive(to: Int)

    // MARK: Waits

    case yield
    case sleep(units: Int)
    /// Waits for a gate to open, with a continuation that an actor stores. One of the gates holds a
    /// lock while it stores and resumes continuations.
    case pass(gate: Int)
    case open(gate: Int)
    /// Waits for a continuation. A task that is created before the wait lets an actor record the
    /// number, and then resumes the continuation.
    case handOver(board: Int)
    /// Calls an actor, which creates an isolated task that records the number, waits for a
    /// continuation, and then records the number. The actor resumes the continuation before it
    /// waits, or creates a detached task that resumes it.
    case noteAfterContinuation(board: Int, isResumedByTask: Bool)

    // MARK: Streams

    /// Sends the number to a stream.
    case send(stream: Int)
    /// Sends the number to a stream without suspending, unless this task is cancelled.
    case sendUnlessCancelled(stream: Int)
    /// Finishes a stream.
    case finish(stream: Int)
    /// Finishes a throwing stream with an error that contains the number.
    case fail(stream: Int)
    /// Calls an actor, which records the next element of a stream, its end or its error. A throwing
    /// stream has at most one such operation, because the standard library traps if two tasks wait
    /// for the same throwing stream.
    case receive(stream: Int, board: Int)

    // MARK: Cancellation

    case cancel(task: Int)
    /// Performs operations, and sends the number to a stream if this task is cancelled before or
    /// meanwhile.
    case sendOnCancel(stream: Int, [Operation])
    /// Calls an actor, which records the number twice and lets other tasks run in between. If this
    /// task is cancelled before or meanwhile, its cancellation handler sends the number to a stream.
    case noteTwiceOrSend(board: Int, stream: Int)

    // MARK: Tasks

    /// Creates a task, which is identified by the number of the operation.
    case task(isDetached: Bool, priority: Priority?, [Operation])
    /// Waits for the end of a task.
    case join(task: Int)
    /// Performs two lists of operations concurrently, with `async let`.
    case both([Operation], [Operation])
    /// Performs several lists of operations concurrently, in a group.
    case group([[Operation]])
    /// Performs several lists of operations concurrently, in a group that is cancelled after the
    /// given number of child tasks have been added. The group may first wait for one of them.
    case cancelledGroup(after: Int, waits: Bool, [[Operation]])
    /// Performs several lists of operations concurrently, in a group whose first child task throws
    /// an error at its end. An actor then records how many other child tasks ended before.
    case throwingGroup(board: Int, [[Operation]])

    // MARK: Locks

    /// Calls an actor, which records the number and has an effect on other tasks while it holds a
    /// lock. Only this actor uses the lock.
    case noteUnderLock(board: Int, Effect)
    /// Records the number in a drawer, and may have an effect on other tasks, while this task holds
    /// the lock of the drawer.
    case noteInDrawer(drawer: Int, Effect?)
    /// Waits for a drawer to open, with a continuation that the lock of the drawer protects.
    case awaitDrawer(drawer: Int)
    /// Resumes all tasks that wait for a drawer, while this task holds the lock of the drawer.
    case openDrawer(drawer: Int)
  }

  /// The effect of an operation on other tasks while a lock is held.
  enum Effect: Sendable, Hashable {
    /// Sends the number to a stream.
    case send(stream: Int)
    case cancel(task: Int)
    /// Creates a task that lets an actor record the number.
    case createTask(board: Int)
  }

  enum Priority: Sendable, Hashable, CaseIterable {
    case background, low, high

    var value: TaskPriority {
      switch self {
      case .background: .background
      case .low: .low
      case .high: .high
      }
    }
  }
}

extension SharedProgram.Operation {
  /// The nested lists of operations.
  var parts: [[SharedProgram.Operation]] {
    switch kind {
    case .task(_, _, let operations), .sendOnCancel(_, let operations): [operations]
    case .both(let first, let second): [first, second]
    case .group(let parts), .cancelledGroup(_, _, let parts), .throwingGroup(_, let parts): parts
    default: []
    }
  }

  /// Returns a copy with other nested operations.
  func replacing(_ parts: [[SharedProgram.Operation]]) -> Self {
    var copy = self
    switch kind {
    case .task(let isDetached, let priority, _):
      copy.kind = .task(isDetached: isDetached, priority: priority, parts[0])
    case .sendOnCancel(let stream, _): copy.kind = .sendOnCancel(stream: stream, parts[0])
    case .both: copy.kind = .both(parts[0], parts[1])
    case .group: copy.kind = .group(parts)
    case .cancelledGroup(let count, let waits, _):
      copy.kind = .cancelledGroup(after: count, waits: waits, parts)
    case .throwingGroup(let board, _): copy.kind = .throwingGroup(board: board, parts)
    default: break
    }
    return copy
  }

  /// This operation and all nested ones.
  var all: [SharedProgram.Operation] { [self] + parts.joined().flatMap(\.all) }

  /// Whether the operation uses a lock that tasks share without an actor.
  var usesDrawer: Bool {
    switch kind {
    case .noteInDrawer, .awaitDrawer, .openDrawer: true
    default: false
    }
  }

  /// Whether the operation may wait for another task.
  var isWaiting: Bool {
    switch kind {
    case .pass, .receive, .awaitDrawer: true
    default: false
    }
  }
}
