import Testing

/// Tests of a process in which all tests are strict.
struct StrictProcessTests {
  @Test func `a check of parallel safety can read defaults`() async throws {
    let run = try await TestBinary(
      filter: "ParallelSafetyTests/.a dependency with a value type passes all rules",
      environment: ["DEPENDENCE_STRICT": "1"]
    )

    #expect(run.hasPassed, "\(run.output)")
    #expect(run.output.contains("4 test cases"), "\(run.output)")
  }
}
