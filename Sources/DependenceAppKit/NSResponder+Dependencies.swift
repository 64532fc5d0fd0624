#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit

/// An object that provides dependency overrides to the responders that precede it in the responder
/// chain. For example, a window controller can provide overrides to the views in its window.
@MainActor public protocol DependencyHosting: AnyObject {
  var dependencies: DependencyValues { get set }
}

extension NSResponder {
  /// The dependency overrides of the nearest ``DependencyHosting`` object in the responder chain,
  /// or empty values if there is no such object.
  ///
  /// The search starts at this responder and follows `nextResponder`. At a window controller, it
  /// also includes the controller's document, which is not a responder. Objects without overrides
  /// are skipped.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the chain.
  public var inheritedDependencies: DependencyValues {
    HostChain.nearestOverrides(from: self) { responder in
      responder.nextResponder
    } hosted: { responder in
      let document = (responder as? NSWindowController)?.document
      return [responder, document].compactMap { ($0 as? any DependencyHosting)?.dependencies }
    }
  }
}
#endif
