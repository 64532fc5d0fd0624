import Testing

/// Tests of Swift Testing, without a trait of the library.
@Suite(.serialized)
final class Tests {
  private var reportsAtEnd = false

  init() {
    if Test.current?.name == "reports()" { Body.report(in: "Tests", at: .setUp) }
  }

  deinit {
    if reportsAtEnd { Body.report(in: "Tests", at: .tearDown) }
  }

  @Test func reports() async throws {
    reportsAtEnd = true
    await Neighbor.accompany("Tests") { await Body.report(in: "Tests") }
    if Body.skips(in: "Tests") { try Test.cancel() }
  }

  @Test func standsBy() async {
    await Afterwards.setOff(in: "Tests")
  }
}
