#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension UIView {
  /// Overrides dependencies for this view and its subviews.
  ///
  /// UIKit passes the overrides down with the traits, so read them as
  /// `traitCollection.dependencies`. This method copies the overrides that the view inherits now.
  /// Call it after the view has been added to its superview, because later overrides of the
  /// superviews do not change the copy. A second call adds overrides to those of the first call.
  public func dependencies(_ update: (inout DependencyValues) -> Void) {
    traitOverrides.updateDependencies(inheriting: traitCollection, update)
  }
}

extension UIViewController {
  /// Overrides dependencies for this view controller, its children and their views.
  ///
  /// UIKit passes the overrides down with the traits, so read them as
  /// `traitCollection.dependencies`. This method copies the overrides that the view controller
  /// inherits now. Call it after the view controller has been added to its parent, because later
  /// overrides of the parents do not change the copy. A second call adds overrides to those of the
  /// first call.
  public func dependencies(_ update: (inout DependencyValues) -> Void) {
    traitOverrides.updateDependencies(inheriting: traitCollection, update)
  }
}
#endif
