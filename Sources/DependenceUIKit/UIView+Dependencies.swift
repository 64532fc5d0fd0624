#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension UIView {
  /// Overrides dependencies for this view and for those beneath it.
  ///
  /// They travel with the traits: read them as `traitCollection.dependencies`. The call starts from what
  /// the view inherits at that moment, so make it when the view is where it belongs; what is overridden
  /// further out afterwards does not reach it any more. A second call goes on from the first.
  public func dependencies(_ update: (inout DependencyValues) -> Void) {
    traitOverrides.updateDependencies(inheriting: traitCollection, update)
  }
}

extension UIViewController {
  /// Overrides dependencies for this view controller, its children and their views.
  ///
  /// They travel with the traits: read them as `traitCollection.dependencies`. The call starts from what
  /// the view controller inherits at that moment, so make it when the view controller is where it belongs; what is overridden
  /// further out afterwards does not reach it any more. A second call goes on from the first.
  public func dependencies(_ update: (inout DependencyValues) -> Void) {
    traitOverrides.updateDependencies(inheriting: traitCollection, update)
  }
}
#endif
