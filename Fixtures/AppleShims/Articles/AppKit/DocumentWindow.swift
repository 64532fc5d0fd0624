import AppKit
import DependenceAppKit

final class WindowController: NSWindowController, DependencyHosting {
  var dependencies = DependencyValues()
}

final class LetterDocument: NSDocument {
  override func makeWindowControllers() {
    dependencies.greeting = "good evening"
    addWindowController(NSWindowController(window: NSWindow()))
  }
}

final class GreetingField: NSView {
  func greet() -> String {
    inheritedDependencies.greeting
  }
}

private enum GreetingKey: DependencyKey {
  static var liveValue: String { "hello" }
}

extension DependencyValues {
  var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }
}
