/// A key that this library declares. Its type is not public, so messages name the property of
/// ``DependencyValues`` that reads the key.
package protocol BuiltInKey: TestDependencyKey {
  static var propertyName: String { get }
}
