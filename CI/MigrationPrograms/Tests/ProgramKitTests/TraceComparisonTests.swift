import ProgramKit
import Testing

struct TraceComparisonTests {
  @Test func `equal traces have no difference`() {
    let comparison = TraceComparison(
      before: ["a = Service1_0"],
      after: ["a = Service1_0"],
      rows: []
    )

    #expect(comparison.differences == [])
  }

  @Test func `a difference without a reported row is unexplained`() {
    let comparison = TraceComparison(
      before: ["a = Service1_0#1", "b = Service1_1"],
      after: ["a = Service1_0#2", "b = Service1_1"],
      rows: [ReportedRow(line: "var made1_1: Service1_1", why: "a reason")]
    )

    #expect(comparison.unexplained == ["- a = Service1_0#1", "+ a = Service1_0#2"])
  }

  @Test func `a reported row explains a difference in the same dependency`() {
    let comparison = TraceComparison(
      before: ["a = Service1_0#1"],
      after: ["a = Service1_0#2"],
      rows: [ReportedRow(line: "var made1_0: Service1_0", why: "a reason")]
    )

    #expect(comparison.differences.count == 2)
    #expect(comparison.unexplained == [])
  }

  @Test func `a reported row explains differences in objects that hold its dependency`() {
    let rows = [ReportedRow(line: "var made1_1: Service1_1", why: "a reason")]
    let (before, after) = (["a = Service1_0#1"], ["a = Service1_0#2"])

    let explained = TraceComparison(
      before: before,
      after: after,
      rows: rows,
      parts: ["1_1": ["1_2"], "1_2": ["1_0"]]
    )
    let unexplained = TraceComparison(
      before: before,
      after: after,
      rows: rows,
      parts: ["1_0": ["1_1"]]
    )

    #expect(explained.unexplained == [])
    #expect(unexplained.unexplained.count == 2)
  }

  @Test func `a reported row about a whole call explains differences in its other values`() {
    let comparison = TraceComparison(
      before: ["a = Service1_0#1"],
      after: [],
      rows: [ReportedRow(line: "$0.made1_1 = Service1_1()", why: "the whole call is ignored")]
    )

    #expect(comparison.unexplained == [])
  }

  @Test func `a reported row about the whole container explains every difference`() {
    let comparison = TraceComparison(
      before: ["a = Service1_0#1"],
      after: [],
      rows: [ReportedRow(line: "Container.shared.reset()", why: "a reason")]
    )

    #expect(comparison.unexplained == [])
  }

  @Test func `a program that stops early is a difference`() {
    let comparison = TraceComparison(before: ["a"], after: ["a", "the program stops"], rows: [])

    #expect(comparison.unexplained == ["+ the program stops"])
  }
}

struct ProgramTests {
  @Test(arguments: ProgramLibrary.allCases)
  func `the same seed and number generate the same program`(library: ProgramLibrary) {
    let first = Program(of: library, number: 7, seed: 3)
    let second = Program(of: library, number: 7, seed: 3)
    let other = Program(of: library, number: 7, seed: 4)

    #expect(first.source == second.source)
    #expect(first.source != other.source)
  }
}
