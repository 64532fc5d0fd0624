import Dependence
import DependenceTesting
import TestKeys
import Testing

/// Only the main actor may touch it: neither isolated nor `Sendable`.
private final class Formatter {
  var calls = 0

  func text(_ number: Int) -> String {
    calls += 1
    return "\(number), for the \(calls). time"
  }
}

@MainActor private final class Model {
  let number = DependencyValues.current.number
}

private enum FormatterKey: DependencyKey {
  static let liveValue = MainActorLazy { Formatter() }
  static var testValue: MainActorLazy<Formatter> { liveValue }
}

private enum ModelKey: DependencyKey {
  static var liveValue: MainActorLazy<Model> { MainActorLazy { Model() } }
  static var testValue: MainActorLazy<Model> { liveValue }
}

struct MainActorLazyTests {
  @Dependency(FormatterKey.self) private var formatter
  @Dependency(ModelKey.self) private var model

  @MainActor @Test func `a value that is not Sendable is made once`() {
    #expect(formatter().text(7) == "7, for the 1. time")
    #expect(formatter().text(7) == "7, for the 2. time")
    #expect(model() === model())
  }

  @MainActor @Test(arguments: 0..<10)
  func `every test has a value of its own`(number: Int) {
    #expect(formatter().calls == 0)
    #expect(formatter().text(number) == "\(number), for the 1. time")
  }

  @MainActor @Test func `the value is made in the scope of its first use`() {
    withDependencies {
      $0.number = 10
    } operation: {
      #expect(model().number == 10)
    }
  }

  @MainActor @Test func `another value is bound as for any other key`() {
    let outer = model()
    let own = Model()
    withDependencies {
      $0[ModelKey.self] = MainActorLazy { own }
    } operation: {
      #expect(model() === own)
    }
    #expect(model() === outer)
  }

  @Test func `other actors read it, and use it on the main actor`() async {
    let model = model

    #expect(await model().number == 3)
    #expect(await MainActor.run { formatter().text(1) } == "1, for the 1. time")
  }
}
