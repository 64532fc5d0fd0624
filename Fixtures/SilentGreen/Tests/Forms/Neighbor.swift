import Testing

/// A test that runs while the report of another test is made, but does nothing itself. No issue may
/// be recorded for this test.
struct Neighbor {
  private static let isRunning = Gate()
  private static let isOver = Gate()

  @Test func neighbor() async {
    guard ["Tests", "TraitTests", "Cases", "TraitCases"].contains(Cell.current?.form) else {
      return
    }
    Self.isRunning.open()
    await Self.isOver.wait()
  }

  /// Runs `body` while the test `neighbor` is running.
  static func accompany(_ form: String, _ body: () async -> Void) async {
    guard Cell.current?.form == form else { return await body() }
    await isRunning.wait()
    await body()
    isOver.open()
  }
}
