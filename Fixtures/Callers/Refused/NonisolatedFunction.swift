// A nonisolated function of an object that belongs to an actor.
import Dependence

final class Model {
  func load() async {}
}

@MainActor final class Screen {
  let model = Model()

  func plainSwift() async {
    await model.load()  // refused
  }

  func ours() async {
    await withDependencies { _ in
    } operation: {
      await model.load()  // refused
    }
  }
}
