import Dependence
import DependenceTesting
import TestKeys
import Testing

/// A class that is neither isolated nor `Sendable`, so only the main actor may use it.
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

/// An object that must be released on the main actor. It finishes a stream when it is released.
private final class Released {
  let released: AsyncStream<Void>.Continuation

  init(_ released: AsyncStream<Void>.Continuation) { self.released = released }

  deinit {
    MainActor.preconditionIsolated()
    released.finish()
  }
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

  @MainActor @Test func `a main-actor lazy creates its non-Sendable value once`() {
    #expect(formatter().text(7) == "7, for the 1. time")
    #expect(formatter().text(7) == "7, for the 2. time")
    #expect(model() === model())
  }

  @MainActor @Test(arguments: 0..<10)
  func `each test case has a separate value`(number: Int) {
    #expect(formatter().calls == 0)
    #expect(formatter().text(number) == "\(number), for the 1. time")
  }

  @MainActor @Test func `the value is created in the scope of its first use`() {
    withDependencies {
      $0.number = 10
    } operation: {
      #expect(model().number == 10)
    }
  }

  @MainActor @Test func `a main-actor lazy can be overridden in a scope`() {
    let outer = model()
    let own = Model()
    withDependencies {
      $0[ModelKey.self] = MainActorLazy { own }
    } operation: {
      #expect(model() === own)
    }
    #expect(model() === outer)
  }

  @Test func `other actors can use the value by switching to the main actor`() async {
    let model = model

    #expect(await model().number == 3)
    #expect(await MainActor.run { formatter().text(1) } == "1, for the 1. time")
  }

  @Test func `the value is released on the main actor`() async {
    let (stream, released) = AsyncStream<Void>.makeStream()
    await Task.detached {
      let lazy = MainActorLazy { Released(released) }
      await MainActor.run { _ = lazy() }
    }.value
    for await _ in stream {}
  }
}
