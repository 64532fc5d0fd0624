import Synchronization
import Testing

/// A test without a trait of the library that lasts until its issue has been recorded: that one
/// does come home, given the time.
struct HeldTests {
  private static let seen = Atomic(0)
  private static let isRecorded = Gate()

  @Test(
    .compactMapIssues { issue in
      // An issue is seen before it is recorded, and they are recorded one after the other: at the
      // sight of the second one, the first is in.
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
