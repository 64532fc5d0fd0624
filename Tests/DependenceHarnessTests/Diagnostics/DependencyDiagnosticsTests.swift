import DependenceHarness
import Testing

struct DependencyDiagnosticsTests {
  @Test func `each diagnostic can be enabled separately`() {
    let all: [DependencyDiagnostics] = [.strict, .unusedOverrides, .trace]

    #expect(
      all.map { asked in all.map(asked.contains) } == [
        [true, false, false], [false, true, false], [false, false, true],
      ]
    )
  }
}
