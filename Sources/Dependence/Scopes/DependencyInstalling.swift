/// A module, or a list of modules, that can register its dependencies in a scope.
public protocol DependencyInstalling: Sendable {
  /// Registers the dependencies of several modules in a scope, in the order of the array.
  ///
  /// - Parameters:
  ///   - parts: The modules and lists of modules, which may have different types. The caller calls
  ///     this method on the type of the first element.
  ///   - values: The dependencies of the scope that is being set up.
  static func install(_ parts: [any DependencyInstalling], in values: inout DependencyValues)
}
