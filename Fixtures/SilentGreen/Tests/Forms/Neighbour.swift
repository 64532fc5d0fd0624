import Testing

/// A test that is running, and nothing else, while another test's report is made: nothing may be
/// recorded on it.
struct Neighbour {
  private static let isRunning = Gate()
  private static let isOver = Gate()

  @Test func neighbour() async {
    guard ["Tests", "TraitTests", "Cases", "TraitCases"].contains(Cell.current?.form) else {
      return
    }
    Self.isRunning.open()
    await Self.isOver.wait()
  }

  /// Runs `body` while the neighbour is running.
  static func accompany(_ form: String, _ body: () async -> Void) async {
    guard Cell.current?.form == form else { return await body() }
    await isRunning.wait()
    await body()
    isOver.open()
  }
}
