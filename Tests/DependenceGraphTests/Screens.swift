import DependenceGraph
import TestKeys

/// A type that stores the number of the scope in which it is created.
@Instantiable
struct Reading: Instantiable, Sendable {
  let number: Int

  init() {
    @Dependency(\.number) var number
    self.number = number
  }
}

/// A type that stores the number of its scope and takes one forwarded value.
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

/// A nested generic class on the main actor, with closures and an instantiator.
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

/// An actor without an explicit initialiser.
@Instantiable
actor Uploader: Instantiable {
  @Received let reading: Reading

  var number: Int { reading.number }
}

/// A type that is declared elsewhere.
@Instantiable
extension Token: Instantiable {
  static func instantiate() -> Token { Token() }
}
