#if LINKS_TESTING
import DependenceTesting
import Testing

/// Tests of Swift Testing, with the library's trait.
@Suite(.serialized)
final class TraitTests {
  private var reportsAtEnd = false

  init() {
    if Test.current?.name == "reports()" { Body.report(in: "TraitTests", at: .setUp) }
  }

  deinit {
    if reportsAtEnd { Body.report(in: "TraitTests", at: .tearDown) }
  }

  @Test(.dependencies { _ in Body.report(in: "TraitTests", at: .configuration) })
  func reports() async throws {
    reportsAtEnd = true
    await Neighbor.accompany("TraitTests") { await Body.report(in: "TraitTests") }
    if Body.skips(in: "TraitTests") { try Test.cancel() }
  }

  @Test(.dependencies)
  func standsBy() async {
    await Afterwards.setOff(in: "TraitTests")
  }
}
#endif
