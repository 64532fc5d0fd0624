// An actor's method uses an object that is not `Sendable` in a closure that also uses the actor,
// and uses the object again after the call. The compiler refuses this code.
import Dependence

final class Model {
  var count = 0
}

enum Locals {
  @TaskLocal static var number = 0
}

actor Till {
  var sum = 0

  func plainSwift() async {
    let model = Model()
    await Locals.$number.withValue(1) {
      sum += 1
      model.count += 1  // refused
      await Task.yield()
    }
    model.count += 1
  }

  func ours() async {
    let model = Model()
    await withDependencies { _ in
    } operation: {
      sum += 1
      model.count += 1  // refused
      await Task.yield()
    }
    model.count += 1
  }
}
