import DependenceTesting
import Testing

/// The tables of `HowItBehaves.md`: each row names an experiment, and its other cells are what has
/// to come of it.
@Suite(.dependencies)
struct BehaviourTests {
  /// Gives what the row's other cells should say.
  typealias Experiment = @Sendable () async throws -> [String]

  private static let experiments: [String: [String: Experiment]] = [
    "Context of a process": contexts,
    "Default of a key": defaults,
    "Issues in a strict test": strictReads,
    "Reach of a scope": propagation,
    "Order of lookup": precedence,
    "Reads in another scope": swaps,
    "Lifetime of a value": lifetimes,
  ]

  private static func rows() throws -> [ArticleTable.Row] {
    try experiments.keys.sorted().flatMap { try ArticleTable($0).rows }
  }

  @Test(arguments: try rows())
  func `a row is so`(row: ArticleTable.Row) async throws {
    let experiment = try #require(Self.experiments[row.heading]?[row.subject], "nobody tries this")

    let results = try await experiment()

    #expect(results == row.results)
  }

  @Test(arguments: experiments.keys.sorted())
  func `every experiment has a row`(heading: String) throws {
    let subjects = try ArticleTable(heading).rows.map(\.subject)

    #expect(subjects.sorted() == Self.experiments[heading]?.keys.sorted())
  }
}
