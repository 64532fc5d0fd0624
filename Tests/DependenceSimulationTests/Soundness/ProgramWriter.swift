import Dependence

extension SharedProgram {
  /// A small random program with about the given number of operations and without drawers.
  static func random(seed: UInt64, size: ClosedRange<Int> = 3...7) -> SharedProgram {
    var writer = ProgramWriter(seed: seed, size: size)
    return SharedProgram(operations: writer.body())
  }

  /// A small random program in which two tasks share a drawer. It has few operations, because a
  /// search of a program with drawers tries more schedules.
  static func randomWithDrawers(seed: UInt64) -> SharedProgram {
    var writer = ProgramWriter(seed: seed, size: 4...5, usesDrawers: true)
    return SharedProgram(operations: writer.body())
  }
}

/// A writer of random programs that end in every schedule. This is ensured because an operation
/// that the body awaits never needs a later operation of the body.
private struct ProgramWriter {
  private var random: SeededRandomNumberGenerator
  /// The number of operations that may still be written.
  private var budget: Int
  private var lastNumber = 0
  private let usesDrawers: Bool
  /// The drawer of all operations that use one.
  private let sharedDrawer: Int
  /// The throwing streams from which an operation receives.
  private var received: Set<Int> = []

  init(seed: UInt64, size: ClosedRange<Int>, usesDrawers: Bool = false) {
    random = SeededRandomNumberGenerator(seed: seed)
    budget = Int.random(in: size, using: &random)
    self.usesDrawers = usesDrawers
    sharedDrawer = Int.random(in: 0..<SharedProgram.drawerCount, using: &random)
  }

  mutating func body() -> [SharedProgram.Operation] {
    operations(Place(limit: 4))
  }

  /// The context for which a list of operations is written.
  private struct Place {
    /// The maximum number of operations in the list.
    var limit: Int
    var depth = 0
    /// The tasks that may be cancelled, and whether each of them may be joined.
    var known: [(number: Int, isJoinable: Bool)] = []
    /// Whether the body awaits these operations before it ends all remaining waits.
    var isJoined = true

    func inner(_ limit: Int, isJoined: Bool) -> Place {
      Place(limit: limit, depth: depth + 1, known: known, isJoined: isJoined)
    }
  }

  private mutating func operations(_ place: Place) -> [SharedProgram.Operation] {
    var place = place
    var operations: [SharedProgram.Operation] = []
    for _ in 0..<place.limit
    where budget > 0 && (operations.isEmpty || Int.random(in: 0..<4, using: &random) > 0) {
      budget -= 1
      lastNumber += 1
      let number = lastNumber
      let kind = actOnLast(of: operations) ?? kind(in: place)
      let operation = SharedProgram.Operation(number: number, kind: kind)
      if case .task(_, _, let inner) = kind {
        place.known.append((number, !inner.flatMap(\.all).contains(where: \.isWaiting)))
      }
      operations.append(operation)
    }
    return operations
  }

  /// Returns an operation that affects the task created by the last operation before its creator
  /// suspends. Returns `nil` in half of the cases, and if the last operation does not create a
  /// task.
  private mutating func actOnLast(
    of operations: [SharedProgram.Operation]
  ) -> SharedProgram.Kind? {
    guard let last = operations.last, case .task(_, _, let inner) = last.kind,
      Bool.random(using: &random)
    else { return nil }
    for case .receive(let stream, _) in inner.map(\.kind) {
      let isThrowing = stream >= SharedProgram.plainStreamCount
      return isThrowing && Bool.random(using: &random)
        ? .fail(stream: stream) : .send(stream: stream)
    }
    return .cancel(task: last.number)
  }

  private mutating func kind(in place: Place) -> SharedProgram.Kind {
    if usesDrawers { return drawerKind(in: place) }
    let isParallel =
      place.depth == 0
      ? lastNumber == 1 || Int.random(in: 0..<3, using: &random) == 0
      : Int.random(in: 0..<6, using: &random) == 0
    if place.depth < 2, budget > 0 {
      if isParallel { return parallelKind(in: place) }
      if Int.random(in: 0..<12, using: &random) == 0 {
        return .sendOnCancel(
          stream: stream(),
          operations(place.inner(2, isJoined: place.isJoined))
        )
      }
    }
    let kind = simpleKinds(in: place).randomElement(using: &random)!
    // A throwing stream has at most one receiver, because the standard library traps if two tasks
    // wait for the same throwing stream.
    if case .receive(let stream, let board) = kind, stream >= SharedProgram.plainStreamCount,
      !received.insert(stream).inserted
    {
      return .receive(stream: stream % SharedProgram.plainStreamCount, board: board)
    }
    return kind
  }

  // MARK: - Choices

  // The first actor is used more often than the second one, so that tasks meet there.
  private mutating func board() -> Int { Int.random(in: 0..<4, using: &random) == 0 ? 1 : 0 }

  private mutating func gate() -> Int {
    Int.random(in: 0..<SharedProgram.gateCount, using: &random)
  }

  private mutating func stream() -> Int {
    Int.random(in: 0..<SharedProgram.streamCount, using: &random)
  }

  private mutating func parallelKind(in place: Place) -> SharedProgram.Kind {
    switch Int.random(in: 0..<(place.isJoined && place.depth > 0 ? 4 : 10), using: &random) {
    case 0:
      return .both(
        operations(place.inner(2, isJoined: true)),
        operations(place.inner(2, isJoined: true))
      )
    case 1: return .group(children(in: place, atMost: 3))
    case 2:
      let children = children(in: place, atMost: 2)
      return .cancelledGroup(
        after: Int.random(in: 1...children.count, using: &random),
        waits: Bool.random(using: &random),
        children
      )
    case 3: return .throwingGroup(board: board(), children(in: place, atMost: 2))
    default:
      let priorities = SharedProgram.Priority.allCases
      return .task(
        isDetached: Bool.random(using: &random),
        priority: Bool.random(using: &random) ? nil : priorities.randomElement(using: &random),
        operations(place.inner(3, isJoined: false))
      )
    }
  }

  private mutating func children(
    in place: Place,
    atMost limit: Int
  ) -> [[SharedProgram.Operation]] {
    let count = budget > 2 ? Int.random(in: 2...limit, using: &random) : 2
    return (0..<count).map { _ in operations(place.inner(2, isJoined: true)) }
  }

  private mutating func simpleKinds(in place: Place) -> [SharedProgram.Kind] {
    let (board, gate, stream) = (board(), gate(), stream())
    var kinds: [SharedProgram.Kind] = [
      .note(board: board), .note(board: board), .note(board: board), .noteTwice(board: board),
      .copy(from: board, to: 1 - board), .noteLater(board: board),
      .noteByPriority(board: board), .noteOnMain,
      .copyFromMain(to: board), .noteInArchive, .copyToArchive(from: board),
      .copyFromArchive(to: board), .yield, .sleep(units: Int.random(in: 1...3, using: &random)),
      .noteIfCancelled(board: board), .open(gate: gate), .send(stream: stream),
      .sendUnlessCancelled(stream: stream), .handOver(board: board),
      .noteAfterContinuation(board: board, isResumedByTask: Bool.random(using: &random)),
      .noteTwiceOrSend(board: board, stream: stream),
      .noteUnderLock(board: board, effect(in: place)),
    ]
    if place.depth > 0 {
      kinds += [
        .noteIfCancelled(board: board), .noteIfCancelled(board: board),
        .sendUnlessCancelled(stream: stream),
      ]
    }
    if !place.isJoined {
      kinds += [
        .pass(gate: gate), .receive(stream: stream, board: board), .finish(stream: stream),
      ]
      if stream >= SharedProgram.plainStreamCount { kinds.append(.fail(stream: stream)) }
    }
    if let task = place.known.randomElement(using: &random) {
      kinds += [.cancel(task: task.number), .cancel(task: task.number)]
      if task.isJoinable { kinds.append(.join(task: task.number)) }
    }
    return kinds
  }

  private mutating func effect(in place: Place) -> SharedProgram.Effect {
    var effects: [SharedProgram.Effect] = [
      .send(stream: usesDrawers ? 0 : stream()), .createTask(board: board()),
    ]
    if let task = place.known.randomElement(using: &random) {
      effects += [.cancel(task: task.number), .cancel(task: task.number)]
    }
    return effects.randomElement(using: &random)!
  }

  private mutating func drawerKind(in place: Place) -> SharedProgram.Kind {
    if lastNumber == 1 {
      let limit = Int.random(in: 1...2, using: &random)
      return .task(
        isDetached: false,
        priority: nil,
        operations(place.inner(limit, isJoined: false))
      )
    }
    let effect = effect(in: place)
    var kinds: [SharedProgram.Kind] = [
      .noteInDrawer(drawer: sharedDrawer, effect), .noteInDrawer(drawer: sharedDrawer, effect),
      .noteInDrawer(drawer: sharedDrawer, nil), .openDrawer(drawer: sharedDrawer),
      .sendUnlessCancelled(stream: 0),
    ]
    if !place.isJoined {
      kinds += [.awaitDrawer(drawer: sharedDrawer), .receive(stream: 0, board: 0)]
    }
    return kinds.randomElement(using: &random)!
  }
}
