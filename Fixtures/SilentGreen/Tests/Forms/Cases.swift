import Testing

/// A parameterized test without a trait of the library. Only the second case reports the error.
@Suite(.serialized)
struct Cases {
  @Test(arguments: [1, 2, 3])
  func reports(number: Int) async throws {
    guard number == 2 else { return }
    await Neighbor.accompany("Cases") { await Body.report(in: "Cases") }
    if Body.skips(in: "Cases") { try Test.cancel() }
  }

  @Test func standsBy() async {
    await Afterwards.setOff(in: "Cases")
  }
}
