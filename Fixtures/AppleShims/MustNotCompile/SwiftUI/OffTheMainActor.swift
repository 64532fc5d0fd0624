// main actor-isolated property 'name' can not be mutated from a nonisolated context
import Dependence
import SwiftUI

@MainActor final class Model {
  var name = ""
}

nonisolated func rename(_ model: Model) -> some View {
  model.name = "Anna"
  return Text("hello").dependencies { _ in model.name = "Anna" }
}
