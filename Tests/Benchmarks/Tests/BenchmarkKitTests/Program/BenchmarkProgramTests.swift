import BenchmarkKit
import Testing

struct BenchmarkProgramTests {
  private let program = BenchmarkProgram(
    "Program",
    suite: Suite([Benchmark("group", "row", iterations: 1) { $0.measure { _ in } }], bounds: [:])
  )

  @Test(arguments: [
    (["--help"], 0),
    (["--list"], 0),
    (["--quick"], 0),
    (["--fast"], 2),
    (["--filter", "nothing"], 2),
  ])
  func `the exit code reports success or invalid arguments`(arguments: [String], code: Int) async {
    #expect(await Int(program.run(arguments)) == code)
  }

  @Test func `a row with an error exits with code 1`() async {
    let row = Benchmark("group", "row", iterations: 1) { run in
      run.check(run.measure { _ in false }, "it should be so")
    }

    #expect(
      await BenchmarkProgram("Program", suite: Suite([row], bounds: [:])).run(["--quick"]) == 1
    )
  }
}
