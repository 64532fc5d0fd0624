import Dependence

extension ToyProgram {
  /// The kinds of state that the tasks of a random program share.
  enum Sharing: Sendable, Hashable {
    /// Actors and the main actor.
    case actors
    /// Actors, the main actor and events.
    case actorsAndEvents
    /// Actors, the main actor and events. Each task may also decide whether it performs an
    /// operation.
    case actorsAndEventsWithDecisions
    /// Actors, the main actor and a stream. Each task may also decide whether it performs an
    /// operation.
    case actorsAndStreamWithDecisions

    fileprivate var hasDecisions: Bool { self != .actors && self != .actorsAndEvents }
  }

  /// Returns a small random program.
  static func random(seed: UInt64, sharing: Sharing) -> ToyProgram {
    var random = SeededRandomNumberGenerator(seed: seed)
    let count = Int.random(in: 2...3, using: &random)
    var tasks: [[Operation]] = []
    for task in 0..<count {
      let length = Int.random(in: 1...(count == 2 ? 4 : 3), using: &random)
      tasks.append(
        (0..<length).flatMap {
          let operation = operation(of: task, number: $0, sharing: sharing, using: &random)
          let isDecided = sharing.hasDecisions && Int.random(in: 0..<3, using: &random) == 0
          return isDecided ? [.choose(below: 2), .only(if: 1, next: 1), operation] : [operation]
        }
      )
    }
    var program = ToyProgram(tasks: tasks)
    program.endsWithFirst = Int.random(in: 0..<4, using: &random) == 0
    if Int.random(in: 0..<3, using: &random) == 0 {
      program.started = count - 1
      program.tasks[0].insert(
        .spawn(count - 1),
        at: Int.random(in: 0...tasks[0].count, using: &random)
      )
    }
    return program
  }

  private static func operation(
    of task: Int,
    number: Int,
    sharing: Sharing,
    using random: inout SeededRandomNumberGenerator
  ) -> Operation {
    let value = 10 * task + number
    let one = Int.random(in: 0...1, using: &random)
    let operations: [Operation] =
      switch sharing {
      case .actors:
        [.yield, .call(actor: one, value), .post(actor: one, value), .main(value), .sleep(1 + one)]
      case .actorsAndEvents, .actorsAndEventsWithDecisions:
        [.yield, .call(actor: one, value), .post(actor: one, value), .main(value), .sleep(1 + one)]
          + [.wait(0), .happen(0), .wait(1), .happen(1)]
      case .actorsAndStreamWithDecisions:
        [.yield, .call(actor: one, value), .main(value), .send(value), .send(value)]
      }
    return operations.randomElement(using: &random)!
  }
}
