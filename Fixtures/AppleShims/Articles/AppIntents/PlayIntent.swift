import AppIntents

struct PlayIntent: AppIntent {
  static let title: LocalizedStringResource = "Play"

  @Dependency private var library: Library

  func perform() async throws -> some IntentResult {
    await library.play()
    return .result()
  }
}
