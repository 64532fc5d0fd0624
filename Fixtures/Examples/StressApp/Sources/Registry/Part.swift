package import Dependence

/// One dependency of many, which has read those that it is built on.
package final class Part: Sendable {
  /// The part's name.
  package let name: String
  /// The parts that it is built on.
  package let needs: [Part]

  /// A part that is built on what the scope has for `needs`.
  package init(_ name: String, _ needs: KeyPath<DependencyValues, Part>...) {
    self.name = name
    self.needs = needs.map { DependencyValues.current[keyPath: $0] }
  }

  /// This part and all that it is built on, each of them once.
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
