import AppIntents
import DependenceAppIntents

@MainActor
final class PlayerApp {
  init() {
    AppDependencyManager.shared.add(from: \.library)
  }
}

actor Library {
  func play() {}
}

private enum LibraryKey: DependencyKey {
  static var liveValue: Library { Library() }
}

extension DependencyValues {
  var library: Library {
    get { self[LibraryKey.self] }
    set { self[LibraryKey.self] = newValue }
  }
}
