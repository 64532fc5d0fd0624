@testable import DependenceSimulation

/// All runs that a search makes of a program.
struct ToyExploration {
  struct Outcome: Sendable, Hashable {
    let state: ToyState
    let ending: RunRecord.Ending
  }

  private(set) var search: ExhaustiveSearch
  private(set) var runs: [ToyRun] = []
  /// The largest number of choices that the search has stored at one time.
  private(set) var memory = 0

  init(_ program: ToyProgram, pruning: Exploration.Pruning = .none, limit: Int = .max) {
    search = ExhaustiveSearch(pruning: pruning, limit: limit)
    while let ticket = search.next() {
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
