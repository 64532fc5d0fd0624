/// A module, or a list of modules, that installs dependencies in a scope.
public protocol DependencyInstalling: Sendable {
  /// Installs the dependencies of several modules in a scope, in the order of the array.
  ///
  /// - Parameters:
  ///   - parts: The modules. The first element has the type on which this method is called.
  ///   - values: The dependencies of the scope, which are being assigned.
  static func install(_ parts: [any DependencyInstalling], in values: inout DependencyValues)
}
