// Closures that run in separate tasks capture an object that is not `Sendable`. The compiler
// refuses this code.
import Dependence
import DependenceSimulation
import DependenceTesting

final class Model {
  var count = 0
}

func plainSwift() async {
  let model = Model()
  let body: @Sendable () async -> Void = { model.count += 1 }  // refused
  async let first: Void = body()
  async let second: Void = body()
  _ = await (first, second)
}

func stressed() async throws {
  let model = Model()
  try await stress { _ in model.count += 1 }  // refused
}

func simulated() async throws {
  let model = Model()
  try await simulate { _ in model.count += 1 }  // refused
}

func explored() async throws {
  let model = Model()
  try await explore { _ in model.count += 1 }  // refused
}

func limited() async throws {
  let model = Model()
  try await ContinuousClock().timeout(after: .seconds(1)) { model.count += 1 }  // refused
}

func forgotten() async {
  let model = Model()
  let fireAndForget = Dependency(\.fireAndForget).wrappedValue
  await fireAndForget { model.count += 1 }  // refused
}
