import Observation

/// Reads dependencies, and calls `onChange` when any observable property accessed by `read`
/// changes.
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
/// `onChange` runs at most once: on the main actor, shortly after the first change, and in the
/// scope that this function was called in. To observe further changes, call this function again,
/// for example in `onChange`.
///
/// Change the observed properties only on the main actor. Observation announces a change before the
/// change is made. If code on another thread changes a property, `onChange` may therefore still
/// read the old value.
///
/// - Parameter read: A closure that receives ``/Dependence/DependencyValues/current``.
/// - Returns: The result of `read`.
@discardableResult
@MainActor public func withObservedDependencies<Result>(
  _ read: (DependencyValues) -> Result,
  onChange: @escaping @MainActor () -> Void
) -> Result {
  let scope = captureDependencies()
  return withObservationTracking {
    read(.current)
  } onChange: {
    // `withObservationTracking` calls this closure before the change, possibly on another thread.
    // The task calls `onChange` after the change, on the main actor.
    Task { @MainActor in scope.run(onChange) }
  }
}
