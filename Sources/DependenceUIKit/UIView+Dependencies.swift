#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension UIView {
  /// Overrides dependencies for this view and its subviews.
  ///
  /// The overrides are passed down with the traits, so read them as `traitCollection.dependencies`.
  /// The call copies the overrides that the view inherits at this moment. Make the call after the
  /// view has been added to its superview, because later overrides of the superviews have no effect
  /// on the copy. A second call adds overrides to those of the first call.
  public func dependencies(_ update: (inout DependencyValues) -> Void) {
    traitOverrides.updateDependencies(inheriting: traitCollection, update)
  }
}

extension UIViewController {
  /// Overrides dependencies for this view controller, its children and their views.
  ///
  /// The overrides are passed down with the traits, so read them as `traitCollection.dependencies`.
  /// The call copies the overrides that the view controller inherits at this moment. Make the call
  /// after the view controller has been added to its parent, because later overrides of the parents
  /// have no effect on the copy. A second call adds overrides to those of the first call.
  public func dependencies(_ update: (inout DependencyValues) -> Void) {
    traitOverrides.updateDependencies(inheriting: traitCollection, update)
  }
}
#endif
