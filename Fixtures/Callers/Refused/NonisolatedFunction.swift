// An actor calls a nonisolated asynchronous method of its object, which is not `Sendable`. The
// compiler refuses this code unless `NonisolatedNonsendingByDefault` is enabled.
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
