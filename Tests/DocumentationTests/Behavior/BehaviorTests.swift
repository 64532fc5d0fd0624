import DependenceTesting
import Testing

/// Checks the tables of `HowItBehaves.md`. The first cell of each row names an experiment, and the
/// other cells contain its expected results.
@Suite(.dependencies)
struct BehaviorTests {
  /// A function that performs the experiment of a row and returns the contents that the row's other
  /// cells must have.
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
  func `the results of an experiment match its row`(row: ArticleTable.Row) async throws {
    let experiment = try #require(Self.experiments[row.heading]?[row.subject], "nobody tries this")

    let results = try await experiment()

    #expect(results == row.results)
  }

  @Test(arguments: experiments.keys.sorted())
  func `every experiment has a row in its table`(heading: String) throws {
    let subjects = try ArticleTable(heading).rows.map(\.subject)

    #expect(subjects.sorted() == Self.experiments[heading]?.keys.sorted())
  }
}
