import Dependence

extension SharedProgram {
  /// A small random program with the given number of operations.
  static func random(seed: UInt64, size: ClosedRange<Int> = 4...8) -> SharedProgram {
    var writer = ProgramWriter(seed: seed, size: size)
    return SharedProgram(operations: writer.body())
  }
}

/// Writes programs that end in every order, because no awaited operation needs a later operation of
/// the body.
private struct ProgramWriter {
  private var random: SeededRandomNumberGenerator
  /// The number of operations that may still be written.
  private var budget: Int
  private var lastNumber = 0

  init(seed: UInt64, size: ClosedRange<Int>) {
    random = SeededRandomNumberGenerator(seed: seed)
    budget = Int.random(in: size, using: &random)
  }

  mutating func body() -> [SharedProgram.Operation] {
    operations(atMost: 4, depth: 0, known: [], isJoined: true)
  }

  /// - Parameters:
  ///   - known: The tasks that may be cancelled, and whether each of them may be joined.
  ///   - isJoined: Whether these operations are awaited before the end of the body.
  private mutating func operations(
    atMost limit: Int,
    depth: Int,
    known: [(number: Int, isJoinable: Bool)],
    isJoined: Bool
  ) -> [SharedProgram.Operation] {
    var known = known
    var operations: [SharedProgram.Operation] = []
    for _ in 0..<limit
    where budget > 0 && (operations.isEmpty || Int.random(in: 0..<4, using: &random) > 0) {
      budget -= 1
      lastNumber += 1
      let number = lastNumber
      let kind =
        actOnLast(of: operations) ?? kind(depth: depth, known: known, isJoined: isJoined)
      let operation = SharedProgram.Operation(number: number, kind: kind)
      if case .task(_, _, let inner) = kind {
        known.append((number, !inner.flatMap(\.all).contains(where: \.isWaiting)))
      }
      operations.append(operation)
    }
    return operations
  }

  /// Returns an operation that a newly created task may observe before its creator suspends, or
  /// `nil` in half of the cases.
  private mutating func actOnLast(
    of operations: [SharedProgram.Operation]
  ) -> SharedProgram.Kind? {
    guard let last = operations.last, case .task(_, _, let inner) = last.kind,
      Bool.random(using: &random)
    else { return nil }
    for case .receive(let stream, _) in inner.map(\.kind) { return .send(stream: stream) }
    return .cancel(task: last.number)
  }

  private mutating func kind(
    depth: Int,
    known: [(number: Int, isJoinable: Bool)],
    isJoined: Bool
  ) -> SharedProgram.Kind {
    // One actor is busier than the other, so that tasks meet there.
    let board = Int.random(in: 0..<4, using: &random) == 0 ? 1 : 0
    let gate = Int.random(in: 0..<SharedProgram.gateCount, using: &random)
    let stream = Int.random(in: 0..<SharedProgram.streamCount, using: &random)
    let isParallel =
      depth == 0
      ? lastNumber == 1 || Int.random(in: 0..<3, using: &random) == 0
      : Int.random(in: 0..<6, using: &random) == 0
    if depth < 2, budget > 0, isParallel {
      switch Int.random(in: 0..<(isJoined && depth > 0 ? 2 : 5), using: &random) {
      case 0:
        return .both(
          operations(atMost: 2, depth: depth + 1, known: known, isJoined: true),
          operations(atMost: 2, depth: depth + 1, known: known, isJoined: true)
        )
      case 1:
        let count = budget > 2 ? Int.random(in: 2...3, using: &random) : 2
        return .group(
          (0..<count).map { _ in
            operations(atMost: 2, depth: depth + 1, known: known, isJoined: true)
          }
        )
      default:
        return .task(
          isDetached: Bool.random(using: &random),
          isUrgent: Int.random(in: 0..<4, using: &random) == 0,
          operations(atMost: 3, depth: depth + 1, known: known, isJoined: false)
        )
      }
    }
    if depth < 2, budget > 0, Int.random(in: 0..<12, using: &random) == 0 {
      return .sendOnCancel(
        stream: stream,
        operations(atMost: 2, depth: depth + 1, known: known, isJoined: isJoined)
      )
    }
    var kinds: [SharedProgram.Kind] = [
      .note(board: board), .note(board: board), .note(board: board), .noteTwice(board: board),
      .copy(from: board, to: 1 - board), .noteLater(board: board), .noteOnMain,
      .copyFromMain(to: board), .yield, .sleep(units: Int.random(in: 1...3, using: &random)),
      .noteIfCancelled(board: board), .open(gate: gate), .send(stream: stream),
      .sendUnlessCancelled(stream: stream), .handOver(board: board),
    ]
    if depth > 0 {
      kinds += [
        .noteIfCancelled(board: board), .noteIfCancelled(board: board),
        .sendUnlessCancelled(stream: stream),
      ]
    }
    if !isJoined {
      kinds += [
        .pass(gate: gate), .receive(stream: stream, board: board), .finish(stream: stream),
      ]
    }
    if let task = known.randomElement(using: &random) {
      kinds += [.cancel(task: task.number), .cancel(task: task.number)]
      if task.isJoinable { kinds.append(.join(task: task.number)) }
    }
    return kinds.randomElement(using: &random)!
  }
}

extension SharedProgram.Operation {
  /// Whether the operation may wait for another task.
  fileprivate var isWaiting: Bool {
    switch kind {
    case .pass, .receive: true
    default: false
    }
  }
}
