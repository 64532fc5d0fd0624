public import Dependence

/// An observer that reports an issue when a dependency is read without an override. Each dependency
/// is reported only once.
package final class StrictReads: ReadObserver {
  let exceptions: [any TestDependencyKey.Type]
  /// Whether this observer watches reads outside the scope of any test. If so, its issues recommend
  /// `captureDependencies()` instead of an override.
  private let isOutside: Bool
  private let reported = Lock<Set<AnyKeyRecord>>([])

  package init(except exceptions: [any TestDependencyKey.Type] = [], isOutside: Bool = false) {
    self.exceptions = exceptions
    self.isOutside = isOutside
  }

  package func didRead(_ read: DependencyRead, from frame: Frame) {
    // Ignore reads made while another key's default value is computed, because the read of that
    // other key is already reported. Do not ignore reads made while a module, a `Lazy`, or a
    // factory creates a value. The read of the created value is not an issue, so otherwise no issue
    // would be reported at all.
    guard read.source == .default, !read.isPartOfAssignment, !read.isPartOfDefault else { return }
    // A strict scope reports reads without an override. If strict scopes are nested, only the
    // innermost one decides whether to report a read, so it can allow keys that the outer ones do
    // not.
    let all = frame.observers.compactMap { $0 as? StrictReads }
    guard all.last === self, !isAllowed(read.key.key) else { return }
    // Mark the key as reported in the outer strict scopes, too. Otherwise, a later read in one of
    // them would report it again.
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
    let alternative =
      key.hasNameableKey
      ? ", or pass its key as `except:` to withStrictDependencies or .strictDependencies" : ""
    return """
      \(key.name) was read without an override, which is an issue in a strict scope. Override it with $0\(key.accessor) = …, \
      in \(overridingScopes)\(alternative).
      """
  }
}

/// Runs `operation` in a strict scope, where reading a dependency without an override is reported
/// as an issue. Each dependency is reported only once.
///
/// Reading values set with `prepareDependencies` is allowed. If one dependency's default value
/// reads another dependency, that second read is not reported. If a module, a `Lazy`, or a
/// `DependencyFactory` reads a dependency while creating a value, the read is reported.
///
/// ```swift
/// withStrictDependencies(except: GreetingKey.self) {
///   _ = Greeter().greet()
/// }
/// ```
///
/// To make every scope in a test run strict, and to report reads outside any scope, set the
/// environment variable `DEPENDENCE_STRICT` to `1`.
///
/// - Parameter exceptions: The keys whose default values may be read.
/// - Throws: Any error that `operation` throws.
public func withStrictDependencies<Result>(
  except exceptions: any TestDependencyKey.Type...,
  operation: () throws -> Result
) rethrows -> Result {
  try Frame.enter(Frame.current.observed(by: StrictReads(except: exceptions)), operation)
}

/// Runs an asynchronous `operation` in a strict scope, where reading a dependency without an
/// override is reported as an issue. Each dependency is reported only once.
///
/// - Parameters:
///   - exceptions: The keys whose default values may be read.
///   - operation: The operation to run, in the caller's isolation.
/// - Throws: Any error that `operation` throws.
public func withStrictDependencies<Result>(
  except exceptions: any TestDependencyKey.Type...,
  operation: @concurrent () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation
) async rethrows -> Result {
  let strict = Frame.current.observed(by: StrictReads(except: exceptions))
  return try await Frame.enter(strict, operation, isolation: isolation)
}
