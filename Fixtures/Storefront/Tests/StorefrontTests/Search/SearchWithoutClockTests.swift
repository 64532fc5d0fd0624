import Dependence
import DependenceTesting
import Storefront
import Testing

struct SearchWithoutClockTests {
  @Test func `a test that searches without a clock fails once`() async {
    await expectUnimplemented("continuousClock.sleep", count: 1) {
      await #expect(throws: DependencyError.unimplemented("continuousClock.sleep")) {
        try await ProductSearch().search(for: "tea")
      }
    }
  }
}
