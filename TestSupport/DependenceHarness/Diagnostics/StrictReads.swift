public import Dependence

/// An observer that reports the first read of each dependency in a scope that is not overridden.
package final class StrictReads: ReadObserver {
  private let exceptions: [any TestDependencyKey.Type]
  /// Whether this observer watches only reads that happen outside all scopes.
  private let isOutside: Bool
  private let reported = Lock<Set<AnyKeyRecord>>([])

  package init(except exceptions: [any TestDependencyKey.Type] = [], isOutside: Bool = false) {
    self.exceptions = exceptions
    self.isOutside = isOutside
  }

  package func didRead(_ read: DependencyRead, from frame: Frame) {
    // Reads by the default value of another dependency are ignored, because the test did not
    // request them.
    guard read.source == .default, !read.isPartOfAssignment, !read.isNested,
      !isAllowed(read.key.key),
      reported.withLock({ $0.insert(read.key).inserted })
    else { return }
    IssuePath.deliver(DependencyIssue(message(for: read.key), at: read.site), from: frame)
  }

  package func didBind(_ frame: Frame, over base: Frame?, at site: SourceSite?) {}

  private func isAllowed(_ key: Any.Type) -> Bool {
    // Neutral keys are harmless without an override, and placeholder keys report an issue
    // themselves.
    key is any NeutralDependencyKey.Type || key is any PlaceholderDependencyKey.Type
      || exceptions.contains { $0 == key }
  }

  private func message(for key: AnyKeyRecord) -> String {
    if isOutside {
      return """
        \(key.name) was read outside all scopes, which is an issue because DEPENDENCE_STRICT is 1. Detached tasks, queues \
        and threads do not inherit the scope of the code that started them. Call captureDependencies() in that code, and \
        read the dependency in the closure of run.
        """
    }
    return """
      \(key.name) was read without an override, which is an issue in a strict scope. Override it with $0\(key.accessor) = …, \
      in \(overridingScopes), or pass its key as `except:` to withStrictDependencies or .strictDependencies.
      """
  }
}

/// Runs `operation` in a scope where the first read of each dependency without an override is an
/// issue.
///
/// Values set with `prepareDependencies` may also be read. A default that is read only by another
/// default is not reported.
///
/// ```swift
/// withStrictDependencies(except: GreetingKey.self) {
///   _ = Greeter().greet()
/// }
/// ```
///
/// To make every scope of a test run strict, and to report reads outside all scopes, set the
/// environment variable `DEPENDENCE_STRICT` to `1`.
///
/// - Parameter exceptions: Keys whose defaults may be read.
/// - Throws: The error that `operation` throws.
public func withStrictDependencies<Result>(
  except exceptions: any TestDependencyKey.Type...,
  operation: () throws -> Result
) rethrows -> Result {
  try Frame.bind(ObserverFrame(StrictReads(except: exceptions), over: .current), operation)
}

/// Runs an asynchronous `operation` in a scope where the first read of each dependency without an
/// override is an issue.
///
/// - Parameters:
///   - exceptions: Keys whose defaults may be read.
///   - operation: An operation that runs in the isolation of the caller.
/// - Throws: The error that `operation` throws.
public func withStrictDependencies<Result>(
  except exceptions: any TestDependencyKey.Type...,
  operation: @concurrent () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation
) async rethrows -> Result {
  let strict = ObserverFrame(StrictReads(except: exceptions), over: .current)
  return try await Frame.bind(strict, operation, isolation: isolation)
}
