// cannot assign to property: 'greeting' is a get-only property
import Dependence
import SwiftUI

enum GreetingKey: DependencyKey {
  static var liveValue: String { "hello" }
}

struct Greeting: View {
  @Dependency(GreetingKey.self) var greeting

  var body: some View {
    Button("Change") { greeting = "good evening" }
  }
}
