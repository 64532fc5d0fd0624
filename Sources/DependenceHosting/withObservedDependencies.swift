import Observation

/// Reads dependencies, and says when an observable object that was read on the way changes.
///
/// ```swift
/// override func layoutSubviews() {
///   super.layoutSubviews()
///   let name = withObservedDependencies {
///     $0.account.name
///   } onChange: { [weak self] in
///     self?.setNeedsLayout()
///   }
///   label.text = name
/// }
/// ```
///
/// `onChange` runs once, on the main actor, soon after the first change, in the scope of this call;
/// not at all if nothing changes. To go on, call this function again from there, or from whatever
/// `onChange` sets going.
///
/// - Parameter read: Gets ``/Dependence/DependencyValues/current``.
/// - Returns: What `read` returns.
@discardableResult
@MainActor public func withObservedDependencies<Result>(
  _ read: (DependencyValues) -> Result,
  onChange: @escaping @MainActor () -> Void
) -> Result {
  let scope = captureDependencies()
  return withObservationTracking {
    read(.current)
  } onChange: {
    // The change comes from any thread, and is announced before it is made.
    Task { @MainActor in scope.yield(onChange) }
  }
}
