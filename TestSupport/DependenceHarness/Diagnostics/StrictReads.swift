public import Dependence

/// An observer that reports an issue when a dependency is read without an override. Each dependency
/// is reported only once.
package final class StrictReads: ReadObserver {
  private let exceptions: [any TestDependencyKey.Type]
  /// Whether this observer watches code outside all scopes. For reads in such code, the issue
  /// contains different advice.
  private let isOutside: Bool
  private let reported = Lock<Set<AnyKeyRecord>>([])

  package init(except exceptions: [any TestDependencyKey.Type] = [], isOutside: Bool = false) {
    self.exceptions = exceptions
    self.isOutside = isOutside
  }

  package func didRead(_ read: DependencyRead, from frame: Frame) {
    // Ignore nested reads, which occur when the default value of one dependency reads another
    // dependency. The test did not request that dependency directly.
    guard read.source == .default, !read.isPartOfAssignment, !read.isNested else { return }
    // If strict scopes are nested, only the innermost scope decides whether to report a read. It
    // can thus allow keys that the outer scopes do not allow.
    let all = frame.observers.compactMap { $0 as? StrictReads }
    guard all.last === self, !isAllowed(read.key.key) else { return }
    // Outer scopes must not report the same key again.
    let isNew = all.map { strict in strict.reported.withLock { $0.insert(read.key).inserted } }
    guard isNew.allSatisfy(\.self) else { return }
    IssuePath.deliver(DependencyIssue(message(for: read.key), at: read.site), from: frame)
  }

  package func didBind(_ frame: Frame, over base: Frame?, at site: SourceSite?) {}

  private func isAllowed(_ key: Any.Type) -> Bool {
    // Allow reads of neutral keys, whose default values are harmless, and of placeholder keys,
    // whose default values report issues themselves.
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
    // Code cannot name the key type of an entry, so it cannot exempt the entry.
    let alternative =
      key.isEntry
      ? ""
      : ", or pass its key as `except:` to withStrictDependencies or .strictDependencies"
    return """
      \(key.name) was read without an override, which is an issue in a strict scope. Override it with $0\(key.accessor) = …, \
      in \(overridingScopes)\(alternative).
      """
  }
}

/// Runs `operation` in a strict scope, in which reading a dependency without an override is
/// reported as an issue. Each dependency is reported only once.
///
/// Reading values set with `prepareDependencies` is allowed. If the default value of one dependency
/// reads another dependency, that read is not reported.
///
/// ```swift
/// withStrictDependencies(except: GreetingKey.self) {
///   _ = Greeter().greet()
/// }
/// ```
///
/// To make all scopes of a test run strict, and to report reads outside all scopes, set the
/// environment variable `DEPENDENCE_STRICT` to `1`.
///
/// - Parameter exceptions: The keys whose default values may be read.
/// - Throws: The error that `operation` throws.
public func withStrictDependencies<Result>(
  except exceptions: any TestDependencyKey.Type...,
  operation: () throws -> Result
) rethrows -> Result {
  try Frame.enter(Frame.current.observed(by: StrictReads(except: exceptions)), operation)
}

/// Runs an asynchronous `operation` in a strict scope, in which reading a dependency without an
/// override is reported as an issue. Each dependency is reported only once.
///
/// - Parameters:
///   - exceptions: The keys whose default values may be read.
///   - operation: The operation to run, in the caller's isolation.
/// - Throws: The error that `operation` throws.
public func withStrictDependencies<Result>(
  except exceptions: any TestDependencyKey.Type...,
  operation: @concurrent () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation
) async rethrows -> Result {
  let strict = Frame.current.observed(by: StrictReads(except: exceptions))
  return try await Frame.enter(strict, operation, isolation: isolation)
}
