import Testing

@testable import MutantKit

struct MutantReportTests {
  private static func row(_ number: Int, _ verdict: Verdict, file: String = "Sources/A/F.swift")
    -> MutantReport.Row
  {
    let mutation = MutationFinder().mutations(of: "let a = 1", file: file)[0]
    return MutantReport.Row(number: number, mutation: mutation, verdict: verdict)
  }

  @Test func `the score is the share of killed mutants among all that are not equivalent`() {
    let rows = [
      Self.row(0, .killed(by: "t")), Self.row(1, .timedOut(in: "t")), Self.row(2, .survived),
      Self.row(3, .unreached), Self.row(4, .equivalent(reason: "r")),
      Self.row(5, .killed(by: "t"), file: "Sources/B/F.swift"),
    ]
    let report = MutantReport(seed: 1, rows: rows, refused: 0)

    #expect(report.scores["A"]?.percent == 50)
    #expect(report.scores["B"]?.percent == 100)
    #expect(report.total == .init(killed: 3, survived: 1, unreached: 1, equivalent: 1))
  }

  @Test func `the minimum score applies to the total and to modules with ten or more mutants`() {
    let dead = (0..<9).map { Self.row($0, .killed(by: "t")) }
    let alive = Self.row(9, .survived)
    let other = Self.row(10, .survived, file: "Sources/B/F.swift")
    func below(_ minimum: Double, _ rows: [MutantReport.Row]) -> [String] {
      MutantReport(seed: 1, rows: rows, refused: 0).below(minimum)
    }

    #expect(below(90, dead + [alive]) == [])
    #expect(below(91, dead + [alive]) == ["A", "all"])
    #expect(below(91, dead.dropLast() + [alive]) == ["all"])
    #expect(below(80, dead + [alive, other]) == [])
  }

  @Test func `a surviving mutant is reported as a diff with its file and line`() {
    let report = MutantReport(seed: 1, rows: [Self.row(0, .survived)], refused: 2)

    #expect(
      report.text == """
        Sources/A/F.swift:1:9: changed number, survived
        - 1
        + 2
          as equivalent: Sources/A/F.swift | changed number | let a = [-1-]{+2+} => (reason)

                 killed    survived   unreached  equivalent   score
        A             0           1           0           0       0 %
        all           0           1           0           0       0 %
        seed 1, 2 mutants did not compile

        """
    )
  }
}
