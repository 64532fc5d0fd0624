@testable import DependenceSimulation
import Testing

struct SearchDivergenceTests {
  private typealias Choice = SearchDivergence.Choice

  /// What a search says of a second run after this one, which explores the second branch of the second
  /// choice.
  private func divergence(
    _ second: RunRecord,
    pruning: ExhaustiveSearch.Pruning = .none
  ) throws -> SearchDivergence? {
    var search = ExhaustiveSearch(pruning: pruning)
    let first = RunRecord((0, [0]), (1, [1, 2]), (3, [3]), (2, [2, 1]), (1, [1]))
    var next = search.next()
    search.finish(try #require(next), with: first)
    next = search.next()
    let ticket = try #require(next)
    #expect(ticket.choices == [0, 1])
    search.finish(ticket, with: second)
    #expect(search.isFinished == (search.divergence != nil))
    #expect(!search.isComplete)
    return search.divergence
  }

  @Test func `a run that makes the choices that were asked for is none`() throws {
    let record = RunRecord((0, [0]), (1, [1, 2]), (3, [3]), (1, [2, 1]), (2, [2]))

    #expect(try divergence(record) == nil)
  }

  @Test(arguments: [ExhaustiveSearch.Pruning.none, .independentTasks])
  func `others could run than before`(pruning: ExhaustiveSearch.Pruning) throws {
    let record = RunRecord((0, [0]), (1, [1, 2]), (3, [3]), (4, [2, 4]), (2, [2]))

    #expect(
      try divergence(record, pruning: pruning)
        == SearchDivergence(
          step: 3,
          expected: Choice(participant: 1, candidates: [2, 1]),
          found: Choice(participant: 4, candidates: [2, 4])
        )
    )
  }

  @Test func `another one ran than was asked for`() throws {
    let record = RunRecord((0, [0]), (2, [1, 2]), (3, [3]), (1, [2, 1]), (2, [2]))

    #expect(
      try divergence(record)
        == SearchDivergence(
          step: 1,
          expected: Choice(participant: 1, candidates: [1, 2]),
          found: Choice(participant: 2, candidates: [1, 2])
        )
    )
  }

  @Test func `there was a choice where there had been none`() throws {
    let record = RunRecord((0, [0]), (1, [1, 2]), (3, [3, 4]), (1, [2, 1]), (2, [2]))

    #expect(
      try divergence(record)
        == SearchDivergence(
          step: 2,
          expected: nil,
          found: Choice(participant: 3, candidates: [3, 4])
        )
    )
  }

  @Test func `the run ended too early`() throws {
    #expect(
      try divergence(RunRecord((0, [0]), (1, [1, 2])))
        == SearchDivergence(
          step: 3,
          expected: Choice(participant: 1, candidates: [2, 1]),
          found: nil
        )
    )
  }
}
