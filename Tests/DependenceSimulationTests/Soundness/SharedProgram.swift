/// A small concurrent program as data. Tasks interpret it on real threads or in a simulation.
///
/// Its tasks share state, and show their effects, only through actors, the main actor, streams and
/// operations on other tasks.
struct SharedProgram: Sendable, Hashable {
  struct Operation: Sendable, Hashable {
    /// The unique number of the operation, which its notes contain.
    var number: Int
    var kind: Kind
  }

  indirect enum Kind: Sendable, Hashable {
    /// Calls an actor, which records the number.
    case note(board: Int)
    /// Calls an actor, which records the number twice and lets other tasks run in between.
    case noteTwice(board: Int)
    /// Calls an actor, which records the number and calls another actor, which does the same.
    case copy(from: Int, to: Int)
    /// Calls an actor, which creates an isolated task that records the number.
    case noteLater(board: Int)
    /// Calls the main actor, which records the number.
    case noteOnMain
    /// Calls the main actor, which records the number and calls an actor, which does the same.
    case copyFromMain(to: Int)
    /// Calls an actor, which records the number, if this task is cancelled.
    case noteIfCancelled(board: Int)
    case yield
    case sleep(units: Int)
    /// Waits for a gate to open, with a continuation that an actor stores.
    case pass(gate: Int)
    case open(gate: Int)
    /// Sends the number to a stream.
    case send(stream: Int)
    /// Sends the number to a stream without suspending, unless this task is cancelled.
    case sendUnlessCancelled(stream: Int)
    /// Finishes a stream.
    case finish(stream: Int)
    /// Performs operations, and sends the number to a stream if this task is cancelled before or
    /// meanwhile.
    case sendOnCancel(stream: Int, [Operation])
    /// Waits for a continuation. A task that is created before the wait lets an actor record the
    /// number, and then resumes the continuation.
    case handOver(board: Int)
    /// Calls an actor, which records the next element of a stream.
    case receive(stream: Int, board: Int)
    /// Creates a task, which is identified by the number of the operation.
    case task(isDetached: Bool, isUrgent: Bool, [Operation])
    case cancel(task: Int)
    /// Waits for the end of a task.
    case join(task: Int)
    /// Performs two lists of operations concurrently, with `async let`.
    case both([Operation], [Operation])
    /// Performs several lists of operations concurrently, in a group.
    case group([[Operation]])
  }

  var operations: [Operation]
}

extension SharedProgram {
  /// The observable result of a run: the notes of each actor and of the main actor.
  struct Outcome: Sendable, Hashable {
    var boards: [[Int]]
    var desk: [Int]
  }

  static let boardCount = 2
  static let gateCount = 2
  /// The first stream keeps all elements, the second the newest one, and the third the oldest one.
  static let streamCount = 3
}

extension SharedProgram.Operation {
  /// The nested lists of operations.
  var parts: [[SharedProgram.Operation]] {
    switch kind {
    case .task(_, _, let operations), .sendOnCancel(_, let operations): [operations]
    case .both(let first, let second): [first, second]
    case .group(let parts): parts
    default: []
    }
  }

  /// Returns a copy with other nested operations.
  func replacing(_ parts: [[SharedProgram.Operation]]) -> Self {
    var copy = self
    switch kind {
    case .task(let isDetached, let isUrgent, _):
      copy.kind = .task(isDetached: isDetached, isUrgent: isUrgent, parts[0])
    case .sendOnCancel(let stream, _): copy.kind = .sendOnCancel(stream: stream, parts[0])
    case .both: copy.kind = .both(parts[0], parts[1])
    case .group: copy.kind = .group(parts)
    default: break
    }
    return copy
  }

  /// This operation and all nested ones.
  var all: [SharedProgram.Operation] { [self] + parts.joined().flatMap(\.all) }
}

extension SharedProgram: CustomStringConvertible {
  var description: String { Self.text(of: operations, indentation: "") }

  private static func text(of operations: [Operation], indentation: String) -> String {
    operations
      .map { operation in
        let name = String(describing: operation.replacing([[], []]).kind)
        let parts = operation.parts.map { text(of: $0, indentation: indentation + "  ") }
        return (["\(indentation)\(operation.number): \(name)"] + parts).joined(
          separator: "\n\(indentation)  ---\n"
        )
      }
      .joined(separator: "\n")
  }
}
