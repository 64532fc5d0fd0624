import DependenceGraph
import TestKeys

/// A type that stores the value of the dependency `number` in the scope in which it is created.
@Instantiable
struct Reading: Instantiable, Sendable {
  let number: Int

  init() {
    @Dependency(\.number) var number
    self.number = number
  }
}

/// A type that stores the value of the dependency `number` in its scope, and one forwarded value.
@Instantiable
struct NamedReading: Instantiable, Sendable {
  @Forwarded let name: String
  let number: Int

  init(name: String) {
    @Dependency(\.number) var number
    self.name = name
    self.number = number
  }
}

/// A type that takes several forwarded values.
@Instantiable
struct Pair: Instantiable, Equatable {
  @Forwarded let left: Int
  @Forwarded let right: Int
}

/// A namespace that contains a generic class on the main actor, which has closures and an
/// instantiator.
enum Feature {
  @MainActor
  @Instantiable
  final class Screen<Style: Sendable>: Instantiable {
    @Forwarded let style: Style
    @Forwarded let onClose: @MainActor () -> Void
    @Received(onlyIfAvailable: true) let pair: Pair?
    @Received(fulfilledByDependencyNamed: "onClose", ofType: (@MainActor () -> Void).self)
    let onCancel: () -> Void
    @Instantiated private let reading: SendableInstantiator<Reading>
    var title = "screen"
    var subtitle: String?

    var number: Int { reading.instantiate().number }
  }
}

/// An actor without an explicit initializer.
@Instantiable
actor Uploader: Instantiable {
  @Received let reading: Reading

  var number: Int { reading.number }
}

/// A type that another file declares, and that this file adds to the graph.
@Instantiable
extension Token: Instantiable {
  static func instantiate() -> Token { Token() }
}
