#if LINKS_TESTING
import DependenceTesting
import Testing

/// Errors that the harness must detect in tests with its traits.
@Suite(.strictDependencies, .reportUnusedOverrides, .dependencies)
struct HarnessTests {
  @Test func reports() async {
    await TestFailure.make(in: "HarnessTests")
  }

  @Test(arguments: TestFailure.arguments(in: "HarnessTests")) func takes(number: Int) {}
}
#endif
