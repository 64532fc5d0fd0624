import DependenceGraph

protocol Base: Sendable {
  @MainActor var id: Int { get }
}

/// A protocol with every kind of member that a double can have.
protocol Everything: Base, AnyObject {
  var name: String { get async throws }
  var flags: [Bool] { get set }
  var cache: Set<Int> { get }
  var opaque: Opaque { get }
  func nothing()
  func same<T: Equatable>(_ value: T, as other: T) -> T where T: Sendable
  func optional(id: Int) async -> String?
  func typed() throws(Failure) -> Int
  func known() throws(DependencyError) -> Opaque
  func change(_ value: inout Int) async throws
  func void() -> Void
  @discardableResult func result() -> Int
  func `default`(_ `for`: @escaping @Sendable () -> Void) throws
}

protocol Counter: Actor {
  func count() -> Int
}

struct Opaque: Sendable {}
struct Failure: Error {}

@Instantiable(fulfillingAdditionalTypes: [(any Everything).self])
final class RealEverything: Everything, Instantiable {
  @MainActor var id: Int { 1 }
  let name = "real"
  var flags: [Bool] {
    get { [] }
    set {}
  }
  let cache: Set<Int> = []
  let opaque = Opaque()
  func nothing() {}
  func same<T: Equatable>(_ value: T, as other: T) -> T where T: Sendable { value }
  func optional(id: Int) async -> String? { nil }
  func typed() throws(Failure) -> Int { 1 }
  func known() throws(DependencyError) -> Opaque { opaque }
  func change(_ value: inout Int) async throws {}
  func void() {}
  func result() -> Int { 1 }
  func `default`(_ `for`: @escaping @Sendable () -> Void) throws {}
}

@Instantiable(fulfillingAdditionalTypes: [(any Counter).self])
actor RealCounter: Counter, Instantiable {
  @Forwarded private let start: Int

  func count() -> Int { start }
}
