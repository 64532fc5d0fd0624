/// A small concurrent program as data, which tasks interpret: on real threads, or in a simulation.
///
/// Everything that its tasks share, and all that is seen of them, goes through actors, the main actor, streams,
/// and what the tasks do to each other.
struct SharedProgram: Sendable, Hashable {
  struct Operation: Sendable, Hashable {
    /// A number that no other operation of the program has, and that its notes begin with.
    var number: Int
    var kind: Kind
  }

  indirect enum Kind: Sendable, Hashable {
    /// Has an actor write down the number.
    case note(board: Int)
    /// Has an actor write it down twice, and let others run in between.
    case noteTwice(board: Int)
    /// Has an actor write it down, which goes to another one that does, too.
    case copy(from: Int, to: Int)
    /// Has an actor make a task that is isolated to it and writes the number down.
    case noteLater(board: Int)
    /// Has the main actor write it down.
    case noteOnMain
    /// Has the main actor write it down, which then goes to an actor that does, too.
    case copyFromMain(to: Int)
    /// Has an actor write it down if this task is cancelled.
    case noteIfCancelled(board: Int)
    case yield
    case sleep(units: Int)
    /// Waits for a gate to open: a continuation that an actor keeps.
    case pass(gate: Int)
    case open(gate: Int)
    /// Sends the number to a stream.
    case send(stream: Int)
    /// Sends the number to a stream if this task is not cancelled, and does not suspend.
    case sendUnlessCancelled(stream: Int)
    /// Ends a stream.
    case finish(stream: Int)
    /// Does something, and sends the number to a stream when this task is cancelled meanwhile, or is cancelled already.
    case sendOnCancel(stream: Int, [Operation])
    /// Waits for a continuation, which a task resumes that is made before the wait; has an actor write the number down.
    case handOver(board: Int)
    /// Has an actor write down the next element of a stream.
    case receive(stream: Int, board: Int)
    /// Makes a task, which has the number of the operation.
    case task(isDetached: Bool, isUrgent: Bool, [Operation])
    case cancel(task: Int)
    /// Waits for the end of a task.
    case join(task: Int)
    /// Does two things at a time, with `async let`.
    case both([Operation], [Operation])
    /// Does several things at a time, in a group.
    case group([[Operation]])
  }

  var operations: [Operation]
}

extension SharedProgram {
  /// The rest of a run: the notes of each actor, and those of the main actor.
  struct Outcome: Sendable, Hashable {
    var boards: [[Int]]
    var desk: [Int]
  }

  static let boardCount = 2
  static let gateCount = 2
  /// The streams keep all elements, the newest, and the oldest.
  static let streamCount = 3
}

extension SharedProgram.Operation {
  /// The operations in this one, list by list.
  var parts: [[SharedProgram.Operation]] {
    switch kind {
    case .task(_, _, let operations), .sendOnCancel(_, let operations): [operations]
    case .both(let first, let second): [first, second]
    case .group(let parts): parts
    default: []
    }
  }

  /// The same with other operations in it.
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

  /// This one and all in it.
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
