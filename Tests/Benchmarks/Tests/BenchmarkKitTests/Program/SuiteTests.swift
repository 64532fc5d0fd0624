import BenchmarkKit
import Testing

struct SuiteTests {
  private let rows = [
    Benchmark("floors", "a loop") { _ in },
    Benchmark("floors", "a cast") { _ in },
    Benchmark("reads", "By key", floor: "floors: a loop") { _ in },
  ]

  @Test func `a filter includes the floors of the matching rows`() {
    let suite = Suite(rows, bounds: [:])

    #expect(suite.filtered("by KEY").map(\.name) == ["a loop", "By key"])
    #expect(suite.filtered("reads").map(\.name) == ["a loop", "By key"])
    #expect(suite.filtered(nil).count == 3)
    #expect(suite.filtered("writes").isEmpty)
  }

  @Test func `a suite reports duplicate rows and invalid floors and bounds`() {
    let suite = Suite(
      rows + [
        Benchmark("floors", "a cast") { _ in },
        Benchmark("reads", "lost", floor: "floors: none") { _ in },
      ],
      bounds: ["reads: none": Bounds(bytes: 1), "floors: a loop": Bounds(ratio: 1)]
    )

    #expect(
      suite.errors == [
        "two rows are called \"floors: a cast\"",
        "no row is called \"floors: none\", which is a floor of others",
        "no row is called \"reads: none\", which has bounds",
        "\"floors: a loop\" has a bound on its ratio, and no floor",
      ]
    )
    #expect(Suite(rows, bounds: ["reads: By key": Bounds(ratio: 1)]).errors.isEmpty)
  }
}
