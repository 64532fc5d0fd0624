import DependenceHarness
import Testing

struct DependencyDiagnosticsTests {
  @Test func `each of the diagnostics can be asked for alone`() {
    let all: [DependencyDiagnostics] = [.strict, .unusedOverrides, .trace]

    #expect(
      all.map { asked in all.map(asked.contains) } == [
        [true, false, false], [false, true, false], [false, false, true],
      ]
    )
  }
}
