#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit

/// An object whose overrides apply to the responders that precede it in the responder chain.
@MainActor public protocol DependencyHosting: AnyObject {
  var dependencies: DependencyValues { get set }
}

extension NSResponder {
  /// The overrides of the nearest host in the responder chain, or empty values if there is no host.
  ///
  /// The search begins with this responder and follows `nextResponder`. At a window controller, the
  /// search includes the document, which is not a responder. Hosts without overrides are skipped.
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
