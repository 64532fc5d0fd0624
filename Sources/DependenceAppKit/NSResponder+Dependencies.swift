#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit

/// An object that overrides dependencies for the responders before it in the chain.
@MainActor public protocol DependencyHosting: AnyObject {
  var dependencies: DependencyValues { get set }
}

extension NSResponder {
  /// The overrides of the nearest host in the responder chain; empty where no host has any.
  ///
  /// The search begins with this responder and follows `nextResponder`. At a window controller it also
  /// looks at the document, which is no responder itself. Hosts that override nothing are passed over.
  ///
  /// - Complexity: O(*n*) in the length of the chain.
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
