/// Something that gives a scope its dependencies: a module, or a list of them, of the product `DependenceModules`.
public protocol DependencyInstalling: Sendable {
  /// Gives a scope what the parts of one list install, in order.
  ///
  /// - Parameters:
  ///   - parts: The list; this type is that of its first part.
  ///   - values: The dependencies of the scope, while they are assigned.
  static func install(_ parts: [any DependencyInstalling], in values: inout DependencyValues)
}
