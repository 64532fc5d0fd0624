#if LINKS_TESTING
import DependenceTesting
import Testing

/// Mistakes that the harness has to notice in tests with its traits.
@Suite(.strictDependencies, .reportUnusedOverrides, .dependencies)
struct HarnessTests {
  @Test func reports() async {
    await TestFailure.make(in: "HarnessTests")
  }

  @Test(arguments: TestFailure.arguments(in: "HarnessTests")) func takes(number: Int) {}
}
#endif
