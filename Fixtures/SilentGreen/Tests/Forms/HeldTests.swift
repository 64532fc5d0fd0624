import Synchronization
import Testing

/// A test without a trait of the library. It does not end until its issue has been recorded, so
/// that Swift Testing can assign the issue to this test.
struct HeldTests {
  private static let seen = Atomic(0)
  private static let isRecorded = Gate()

  @Test(
    .compactMapIssues { issue in
      // This closure sees each issue before it is recorded. Issues are recorded one after the
      // other. Therefore, the first issue has been recorded when the closure sees the second one.
      if seen.add(1, ordering: .relaxed).newValue == 2 { isRecorded.open() }
      return issue
    }
  )
  func reports() async {
    guard let cell = Cell.current(in: "HeldTests"), cell.place != .nowhere else { return }
    await Body.report(in: "HeldTests")
    await Body.report(in: "HeldTests")
    await Self.isRecorded.wait()
  }
}
