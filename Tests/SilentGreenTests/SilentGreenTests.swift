import TestEffort
import Testing

/// Every way in which a failure could get lost, in a package that uses this one.
///
/// Each cell is a process of its own, of which the exit code and the named test are asserted. A plain run tries a few of
/// each row and column; `CI/test debug` tries all of them.
struct SilentGreenTests {
  @Test(arguments: Matrix.tried(Matrix.reports))
  func `a reported issue fails`(_ expected: Expected) async throws {
    try await check(expected)
  }

  @Test(arguments: Matrix.tried(Matrix.assertions))
  func `an assertion of the other runner fails`(_ expected: Expected) async throws {
    try await check(expected)
  }

  @Test(arguments: Matrix.tried(Matrix.special))
  func `exit tests, assertions and what the harness notices fail where they stand`(
    _ expected: Expected
  ) async throws {
    try await check(expected)
  }

  @Test(arguments: Matrix.tried(Matrix.simulations))
  func `what goes wrong in a simulation fails`(_ expected: Expected) async throws {
    try await check(expected)
  }

  @Test(arguments: Matrix.tried(Matrix.recordings))
  func `an error in the use of a recording fails`(_ expected: Expected) async throws {
    try await check(expected)
  }

  @Test(arguments: Effort.isThorough ? WholeRun.all : Array(WholeRun.all.prefix(2)))
  func `swift test fails if either runner does`(_ run: WholeRun) async throws {
    let transcript = try await Fixture.shared.test(run.cell)
    let problems = run.problems(in: transcript)
    if !problems.isEmpty {
      Issue.record("\(problems.joined(separator: "; "))\n\(transcript)")
    }
  }

  @Test(arguments: Form.allCases, Links.allCases)
  func `no form is left out`(_ form: Form, links: Links) {
    let cells = Matrix.all.filter {
      $0.form == form && $0.cell.links == links
    }

    #expect(cells.isEmpty == !form.exists(in: links))
    #expect(cells.contains { $0.outcome == .passes } == form.exists(in: links))
  }

  @Test func `a plain run tries a cell of each row and each column`() {
    let reports = Matrix.cover(of: Matrix.reports)
    let special = Matrix.cover(of: Matrix.special)
    let simulations = Matrix.cover(of: Matrix.simulations)
    let recordings = Matrix.cover(of: Matrix.recordings)
    let all = reports + special + simulations + recordings

    #expect(Set(reports.map(\.cell.place)) == Set(Matrix.places.map(\.place)))
    #expect(
      Set(Matrix.cover(of: Matrix.assertions).map(\.cell.place))
        == Set(Matrix.places.map(\.place)).subtracting(["lateReadCaptured"])
    )
    #expect(Set(special.map(Self.row)) == Set(Matrix.special.map(Self.row)))
    #expect(Set(simulations.map(\.cell.place)) == Set(Matrix.simulations.map(\.cell.place)))
    #expect(Set(recordings.map(Self.row)) == Set(Matrix.recordings.map(Self.row)))
    #expect(Set(all.map(\.form)) == Set(Form.allCases))
    #expect(Set(all.map(\.cell.links)) == Set(Links.allCases))
    for links in Links.plain {
      #expect(
        reports.contains { $0.cell.links == links } && special.contains { $0.cell.links == links }
      )
    }
    #expect(all.count * 2 < Matrix.all.count)
  }

  private static func row(of expected: Expected) -> [String] {
    [expected.form.rawValue, expected.cell.place]
  }

  private func check(_ expected: Expected) async throws {
    let transcript = try await expected.cell.run()
    let problems = expected.problems(in: transcript)
    if !problems.isEmpty {
      Issue.record("\(problems.joined(separator: "; "))\n\(transcript)")
    }
  }
}
