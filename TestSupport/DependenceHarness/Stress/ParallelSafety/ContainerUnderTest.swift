import Dependence

/// The operations of a dependency container that a ``ParallelCheck`` examines. The tests for
/// `ParallelCheck` replace the real container's operations with faulty ones to show that the check
/// finds the faults.
struct ContainerUnderTest<Value: Sendable>: Sendable {
  typealias Operation = @concurrent @Sendable () async -> Void

  struct Root: Sendable {
    let enter: @Sendable (Operation) async -> Void
    let close: @Sendable () -> Void
  }

  typealias Capture = @Sendable (() -> Void) -> Void

  var name: String
  /// Whether the dependency declares a lifetime. Such a dependency may be transient, which means
  /// that each read returns a new instance.
  var hasLifetime = false
  /// Whether `prepareDependencies` has installed a value, so that reads do not return a default.
  var isPrepared = false
  var bind: @Sendable (Value, Operation) async -> Void
  var read: @Sendable () -> Value
  var capture: @Sendable () -> Capture
  /// A closure that creates a dependency root for the given test. The root computes and caches
  /// default values for that test only.
  var makeRoot: @Sendable (any IssueOwner) -> Root
  var report: @Sendable (String) -> Void
}

extension ContainerUnderTest {
  /// Returns a container that accesses the dependency at `keyPath` in the real `DependencyValues`.
  ///
  /// Each root that the container creates inherits all overrides in the current scope except those
  /// of this dependency.
  static func real(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    setting value: Value
  ) -> ContainerUnderTest {
    let key = DependencyValues.key(setBy: keyPath, to: value)
    let surroundings = Frame.readable
    return ContainerUnderTest(
      name: key?.name ?? "The property of type \(Value.self)",
      hasLifetime: key?.value is any AnyDependencyFactory.Type,
      isPrepared: surroundings.root.preparedValues.contains { $0.record == key },
      bind: { value, operation in
        await withDependencies {
          $0.assign(value, to: keyPath)
        } operation: {
          await operation()
        }
      },
      read: { DependencyValues.current[keyPath: keyPath] },
      capture: {
        let continuation = captureDependencies()
        return { operation in continuation.run(operation) }
      },
      makeRoot: { owner in
        let root = DependencyRoot(owner: owner)
        let copy = surroundings.copied(onto: RootFrame(root)) {
          $0.record != nil && $0.record != key
        }
        let scope = copy.allowingReadsOfDefault(of: key)
        return Root(
          enter: { operation in await Frame.bind(scope) { await operation() } },
          close: { root.close() }
        )
      },
      report: { reportIssue($0) }
    )
  }
}

extension Frame {
  /// Returns a scope in which strict mode allows reads of the default value of `key`, because a check
  /// reads the default on purpose.
  fileprivate func allowingReadsOfDefault(of key: AnyKeyRecord?) -> Frame {
    guard let key = key?.key as? any TestDependencyKey.Type,
      let strict = observers.compactMap({ $0 as? StrictReads }).last
    else { return self }
    return observed(by: StrictReads(except: strict.exceptions + [key]))
  }
}

/// A substitute for a real test while a ``ParallelCheck`` runs. It owns a dependency root and
/// collects the issues reported to it.
final class CheckedOwner: IssueOwner {
  let name: String
  private let received = Lock<[DependencyIssue]>([])

  init(_ name: String) { self.name = name }

  var issues: [DependencyIssue] { received.withLock { $0 } }

  func receive(_ issue: DependencyIssue) -> Bool {
    received.withLock { $0.append(issue) }
    return true
  }

  func scopeWillEscape() {}
}
