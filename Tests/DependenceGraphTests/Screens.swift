import DependenceGraph
import TestKeys

/// A type that remembers which number it was made with.
@Instantiable
struct Reading: Instantiable, Sendable {
  let number: Int

  init() {
    @Dependency(\.number) var number
    self.number = number
  }
}

/// A type that remembers that, too, and takes one value from whoever makes it.
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

/// A type that takes several values from whoever makes it.
@Instantiable
struct Pair: Instantiable, Equatable {
  @Forwarded let left: Int
  @Forwarded let right: Int
}

/// A class on an actor, generic, nested, with a property wrapper and closures.
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

/// An actor without an initialiser of its own.
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
