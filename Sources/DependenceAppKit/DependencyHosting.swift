#if canImport(AppKit) && !targetEnvironment(macCatalyst)
/// An object that overrides dependencies for the responders before it in the chain.
@MainActor public protocol DependencyHosting: AnyObject {
  var dependencies: DependencyValues { get set }
}
#endif
