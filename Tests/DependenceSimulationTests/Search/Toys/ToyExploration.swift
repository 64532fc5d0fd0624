import Dependence

@testable import DependenceSimulation

/// All runs that a search makes of a program.
struct ToyExploration {
  struct Outcome: Sendable, Hashable {
    let state: ToyState
    let ending: RunRecord.Ending
  }

  private(set) var search: ExhaustiveSearch
  private(set) var runs: [ToyRun] = []
  /// The largest number of choices that the search has kept at a time.
  private(set) var memory = 0

  /// Explores a program with several workers, of which a random one finishes first.
  init(
    _ program: ToyProgram,
    pruning: Exploration.Pruning = .none,
    limit: Int = .max,
    workers: Int = 1,
    seed: UInt64 = 0
  ) {
    search = ExhaustiveSearch(pruning: pruning, limit: limit)
    var random = SeededRandomNumberGenerator(seed: seed)
    var tickets: [SearchTicket] = []
    while true {
      while tickets.count < workers, let ticket = search.next() { tickets.append(ticket) }
      guard !tickets.isEmpty else { break }
      let ticket = tickets.remove(at: Int.random(in: tickets.indices, using: &random))
      let run = program.run(ticket.schedule)
      runs.append(run)
      search.finish(ticket, with: run.record)
      memory = max(memory, search.memory)
    }
  }

  var outcomes: Set<Outcome> {
    Set(runs.map { Outcome(state: $0.state, ending: $0.record.ending) })
  }

  var schedules: Set<[Int]> { Set(runs.map(\.record.choices)) }
}

extension SearchTicket {
  /// The choices with which the requested run begins.
  var choices: [Int] { if case .choices(let choices, _) = schedule.form { choices } else { [] } }
}
