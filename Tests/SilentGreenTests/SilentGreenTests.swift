import TestEffort
import Testing

/// Checks that no failure is lost, in a package that uses this one.
///
/// Each cell runs in a separate process, whose exit code and failing tests are checked. A plain run
/// tries a few cells of each row and column. `CI/test debug` tries all cells.
struct SilentGreenTests {
  @Test(arguments: Matrix.tried(Matrix.reports))
  func `a reported issue fails the expected test or the run`(_ expected: Expected) async throws {
    try await check(expected)
  }

  @Test(arguments: Matrix.tried(Matrix.assertions))
  func `a failed assertion of the other library fails the run`(_ expected: Expected) async throws {
    try await check(expected)
  }

  @Test(arguments: Matrix.tried(Matrix.lateAssertions))
  func `an assertion that fails after the last test fails the run`(
    _ expected: Expected
  ) async throws {
    try await check(expected)
  }

  @Test(arguments: Matrix.tried(Matrix.special))
  func `errors in exit tests, assertions and harness checks have the required outcome`(
    _ expected: Expected
  ) async throws {
    try await check(expected)
  }

  @Test(arguments: Matrix.tried(Matrix.simulations))
  func `an error in a simulation fails the test or the run`(_ expected: Expected) async throws {
    try await check(expected)
  }

  @Test(arguments: Matrix.tried(Matrix.recordings))
  func `an error in the use of a recording fails the test`(_ expected: Expected) async throws {
    try await check(expected)
  }

  @Test(arguments: Effort.triesAllCells ? WholeRun.all : Array(WholeRun.all.prefix(2)))
  func `swift test fails if a runner or an exit callback fails`(_ run: WholeRun) async throws {
    let transcript = try await Fixture.shared.test(run.cell)
    let problems = run.problems(in: transcript)
    if !problems.isEmpty {
      Issue.record("\(problems.joined(separator: "; "))\n\(transcript)")
    }
  }

  @Test(arguments: Form.allCases, Links.allCases)
  func `every form has cells with each set of products it supports`(_ form: Form, links: Links) {
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
        == Set(Matrix.places.map(\.place)).subtracting(Matrix.placesOfLibrary)
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
