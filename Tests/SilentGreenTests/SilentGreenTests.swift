import Testing

/// Every way in which a failure could get lost, in a package that uses this one.
///
/// Each cell is a process of its own, of which the exit code and the named test are asserted.
struct SilentGreenTests {
  @Test(arguments: Matrix.reports)
  func `a reported issue fails`(_ expected: Expected) async throws {
    try await check(expected)
  }

  @Test(arguments: Matrix.assertions)
  func `an assertion of the other runner fails`(_ expected: Expected) async throws {
    try await check(expected)
  }

  @Test(arguments: Matrix.special)
  func `exit tests, assertions and what the harness notices fail where they stand`(
    _ expected: Expected
  ) async throws {
    try await check(expected)
  }

  @Test(arguments: Matrix.simulations)
  func `what goes wrong in a simulation fails`(_ expected: Expected) async throws {
    try await check(expected)
  }

  @Test(arguments: WholeRun.all)
  func `swift test fails if either runner does`(_ run: WholeRun) async throws {
    let transcript = try await Fixture.shared.test(run.cell)
    let problems = run.problems(in: transcript)
    if !problems.isEmpty {
      Issue.record("\(problems.joined(separator: "; "))\n\(transcript)")
    }
  }

  @Test(arguments: Form.allCases, Links.allCases)
  func `no form is left out`(_ form: Form, links: Links) {
    let cells = (Matrix.reports + Matrix.special + Matrix.simulations).filter {
      $0.form == form && $0.cell.links == links
    }

    #expect(cells.isEmpty == !form.exists(in: links))
    #expect(cells.contains { $0.outcome == .passes } == form.exists(in: links))
  }

  private func check(_ expected: Expected) async throws {
    let transcript = try await expected.cell.run()
    let problems = expected.problems(in: transcript)
    if !problems.isEmpty {
      Issue.record("\(problems.joined(separator: "; "))\n\(transcript)")
    }
  }
}
