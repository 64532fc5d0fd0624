import Dependence

/// A container, as the checks of parallel safety use it: the real one, or in their own tests one that
/// is broken.
struct ContainerUnderTest<Value: Sendable>: Sendable {
  typealias Operation = @concurrent @Sendable () async -> Void

  /// Where a test would run.
  struct Root: Sendable {
    /// Runs an operation in it.
    let enter: @Sendable (Operation) async -> Void
    /// Ends it.
    let close: @Sendable () -> Void
  }

  /// A scope to take along.
  struct Capture: Sendable {
    /// Runs an operation in it.
    let yield: @Sendable (() -> Void) -> Void
  }

  /// What is read and overridden, for messages.
  var name: String
  /// Runs an operation with the value overridden.
  var bind: @Sendable (Value, Operation) async -> Void
  /// The value here.
  var read: @Sendable () -> Value
  /// The scope here.
  var capture: @Sendable () -> Capture
  /// A root that tells its owner what goes wrong in it.
  var makeRoot: @Sendable (any RootOwner) -> Root
  /// Reports an issue here.
  var report: @Sendable (String) -> Void
}

extension ContainerUnderTest {
  /// The real one, for the dependency behind a property.
  ///
  /// Its roots see what is overridden here, but for that dependency.
  static func real(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    setting value: Value
  ) -> ContainerUnderTest {
    let key = DependencyValues.key(setBy: keyPath, to: value)
    let surroundings = Frame.readable
    return ContainerUnderTest(
      name: key?.key ?? "The property of type \(Value.self)",
      bind: { value, operation in
        await withDependencies {
          $0[keyPath: keyPath] = value
        } operation: {
          await operation()
        }
      },
      read: { DependencyValues.current[keyPath: keyPath] },
      capture: {
        let continuation = captureDependencies()
        return Capture { operation in continuation.yield(operation) }
      },
      makeRoot: { owner in
        let root = DependencyRoot(owner: owner)
        let scope = surroundings.rebased(onto: RootFrame(root)) {
          $0.overriddenKey != nil && $0.overriddenKey != key
        }
        return Root(
          enter: { operation in await Frame.bind(scope) { await operation() } },
          close: { root.close() }
        )
      },
      report: { reportIssue($0) }
    )
  }
}
