@testable import DependenceSimulation
import Testing

struct SearchDivergenceTests {
  /// Returns the step at which the second run of a search diverges. The run explores the second
  /// branch of the second choice.
  private func divergence(
    _ second: RunRecord,
    pruning: Exploration.Pruning = .none
  ) throws -> Int? {
    var search = ExhaustiveSearch(pruning: pruning)
    let first = RunRecord((0, [0]), (1, [1, 2]), (3, [3]), (2, [2, 1]), (1, [1]))
    var next = search.next()
    search.finish(try #require(next), with: first)
    next = search.next()
    let ticket = try #require(next)
    #expect(ticket.choices == [0, 1])
    search.finish(ticket, with: second)
    #expect((search.next() == nil) == (search.divergence != nil))
    #expect(!search.isComplete)
    #expect(search.explored == (search.divergence == nil ? 2 : 1))
    return search.divergence
  }

  @Test func `a run that makes the requested choices does not diverge`() throws {
    let record = RunRecord((0, [0]), (1, [1, 2]), (3, [3]), (1, [2, 1]), (2, [2]))

    #expect(try divergence(record) == nil)
  }

  @Test(arguments: [Exploration.Pruning.none, .independentTasks])
  func `a run with different candidates diverges`(pruning: Exploration.Pruning) throws {
    let record = RunRecord((0, [0]), (1, [1, 2]), (3, [3]), (4, [2, 4]), (2, [2]))

    #expect(try divergence(record, pruning: pruning) == 3)
  }

  @Test func `a run that makes another choice than requested diverges`() throws {
    let record = RunRecord((0, [0]), (2, [1, 2]), (3, [3]), (1, [2, 1]), (2, [2]))

    #expect(try divergence(record) == 1)
  }

  @Test func `a run with an additional choice diverges`() throws {
    let record = RunRecord((0, [0]), (1, [1, 2]), (3, [3, 4]), (1, [2, 1]), (2, [2]))

    #expect(try divergence(record) == 2)
  }

  @Test func `a run that ends too early diverges`() throws {
    #expect(try divergence(RunRecord((0, [0]), (1, [1, 2]))) == 3)
  }
}
