// Closures that are stored, and that any code may call, capture an object that is not `Sendable`.
// The compiler refuses this code.
import Dependence
import DependenceTesting

final class Model {
  var count = 0
}

func plainSwift() -> @Sendable () -> Void {
  let model = Model()
  return { model.count += 1 }  // refused
}

func wrapped() -> @Sendable () -> Void {
  let model = Model()
  return captureDependencies().wrap { model.count += 1 }  // refused
}

func spied() -> @Sendable () -> Void {
  let model = Model()
  return Spy<Void>().wrap { model.count += 1 }  // refused
}

func provided() -> Provider<Int> {
  let model = Model()
  return Provider { model.count }  // refused
}
