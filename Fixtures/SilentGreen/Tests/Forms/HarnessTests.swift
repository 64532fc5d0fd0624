#if LINKS_TESTING
import DependenceTesting
import Testing

/// What the harness has to notice in tests with its traits.
@Suite(.strictDependencies, .unusedOverrides(), .dependencies())
struct HarnessTests {
  @Test func reports() async {
    await Mistake.make(in: "HarnessTests")
  }
}
#endif
