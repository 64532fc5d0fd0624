#if LINKS_TESTING
import DependenceTesting
import Testing

/// A parameterized test with the library's trait. Only the second case reports the error.
@Suite(.serialized, .dependencies)
struct TraitCases {
  @Test(arguments: [1, 2, 3])
  func reports(number: Int) async throws {
    guard number == 2 else { return }
    await Neighbor.accompany("TraitCases") { await Body.report(in: "TraitCases") }
    if Body.skips(in: "TraitCases") { try Test.cancel() }
  }

  @Test func standsBy() async {
    await Afterwards.setOff(in: "TraitCases")
  }
}
#endif
