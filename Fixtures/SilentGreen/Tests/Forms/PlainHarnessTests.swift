#if LINKS_TESTING || LINKS_XCTEST
import Testing

/// Errors that the harness must detect in tests without its traits.
struct PlainHarnessTests {
  @Test func reports() async {
    await TestFailure.make(in: "PlainHarnessTests")
  }

  @Test(arguments: TestFailure.arguments(in: "PlainHarnessTests")) func takes(number: Int) {}
}
#endif
