/// A module, or a list of modules, that can register its dependencies in a scope.
public protocol DependencyInstalling: Sendable {
  /// Registers the dependencies of several modules in a scope, in array order.
  ///
  /// - Parameters:
  ///   - parts: The modules and lists of modules to register, which may have different types. Call
  ///     this method on the first element's type.
  ///   - values: The dependencies of the scope that the modules are registered in.
  static func install(_ parts: [any DependencyInstalling], in values: inout DependencyValues)
}
