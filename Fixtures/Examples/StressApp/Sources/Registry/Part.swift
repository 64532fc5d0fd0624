package import Dependence

/// A dependency that reads other parts when it is created.
package final class Part: Sendable {
  /// The part's name.
  package let name: String
  /// The parts from which this part is built.
  package let needs: [Part]

  /// Creates a part, and reads the parts in `needs` from the current scope.
  package init(_ name: String, _ needs: KeyPath<DependencyValues, Part>...) {
    self.name = name
    self.needs = needs.map { DependencyValues.current[keyPath: $0] }
  }

  /// Returns this part and all parts from which it is directly or indirectly built, each of them
  /// once.
  package func walk() -> [Part] {
    var found: [Part] = []
    var seen: Set<ObjectIdentifier> = []
    var open = [self]
    while let part = open.popLast() {
      guard seen.insert(ObjectIdentifier(part)).inserted else { continue }
      found.append(part)
      open += part.needs
    }
    return found
  }
}
