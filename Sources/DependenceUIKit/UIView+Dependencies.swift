#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension UIView {
  /// Overrides dependencies for this view and its subviews.
  ///
  /// UIKit propagates the overrides along with the traits, so read them from
  /// `traitCollection.dependencies`.
  ///
  /// This method copies the overrides that the view inherits at the time of the call. Later changes
  /// in its superviews do not affect the copy, so call this method after adding the view to its
  /// superview. If you call it again, the new overrides are added to the earlier ones.
  public func dependencies(_ update: (inout DependencyValues) -> Void) {
    traitOverrides.updateDependencies(inheriting: traitCollection, update)
  }
}

extension UIViewController {
  /// Overrides dependencies for this view controller, its children and their views.
  ///
  /// UIKit propagates the overrides along with the traits, so read them from
  /// `traitCollection.dependencies`.
  ///
  /// This method copies the overrides that the view controller inherits at the time of the call.
  /// Later changes in its parents do not affect the copy, so call this method after adding the view
  /// controller to its parent. If you call it again, the new overrides are added to the earlier
  /// ones.
  public func dependencies(_ update: (inout DependencyValues) -> Void) {
    traitOverrides.updateDependencies(inheriting: traitCollection, update)
  }
}
#endif
