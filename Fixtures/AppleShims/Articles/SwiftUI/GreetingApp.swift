import Dependence
import Observation
import SwiftUI

@main
struct GreetingApp: App {
  var body: some Scene {
    WindowGroup {
      GreetingScreen()
    }
    .dependencies {
      $0.greeting = "hello"
    }
  }
}

struct GreetingView: View {
  @Dependency(\.greeting) private var greeting
  let name: String

  var body: some View {
    Text("\(greeting), \(name)")
  }
}

@MainActor @Observable
final class GreetingModel {
  @ObservationIgnored
  @Dependency(\.greeting) private var greeting
  private(set) var text = ""

  func greet(_ name: String) {
    text = "\(greeting), \(name)"
  }
}

struct GreetingScreen: View {
  @State private var isEvening = false

  var body: some View {
    GreetingView(name: "Anna")
      .dependencies {
        if isEvening { $0.greeting = "good evening" }
      }
    Button("Wait") { isEvening.toggle() }
  }
}

let inTheEvening = DependencePreview { $0.greeting = "good evening" }

private enum GreetingKey: DependencyKey {
  static var liveValue: String { "hello" }
}

extension DependencyValues {
  var greeting: String {
    get { self[GreetingKey.self] }
    set { self[GreetingKey.self] = newValue }
  }
}
