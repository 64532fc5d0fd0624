public import Dependence

/// Makes every default that is read an issue, once for each key.
package final class StrictReads: ReadObserver {
  private let exceptions: [any TestDependencyKey.Type]
  /// True for reads that belong to no scope at all.
  private let isOutside: Bool
  private let reported = Lock<Set<AnyKeyRecord>>([])

  package init(except exceptions: [any TestDependencyKey.Type] = [], isOutside: Bool = false) {
    self.exceptions = exceptions
    self.isOutside = isOutside
  }

  package func didRead(_ read: DependencyRead, from frame: Frame) {
    // What a default reads is its own business.
    guard read.source == .default, !read.isConfiguring, !read.isNested,
      !isAllowed(read.key.key),
      reported.withLock({ $0.insert(read.key).inserted })
    else { return }
    IssuePath.deliver(DependencyIssue(message(for: read.key), at: read.site), from: frame)
  }

  package func didBind(_ frame: Frame, over base: Frame?, at site: SourceSite?) {}

  private func isAllowed(_ key: Any.Type) -> Bool {
    // A placeholder has said so itself.
    key is any NeutralDependencyKey.Type || key is any PlaceholderDependencyKey.Type
      || exceptions.contains { $0 == key }
  }

  private func message(for key: AnyKeyRecord) -> String {
    if isOutside {
      return """
        \(key.name) was read outside every scope, and DEPENDENCE_STRICT is 1. Work that leaves its \
        task must take its scope along: captureDependencies(), then yield.
        """
    }
    return """
      \(key.name) was read, but nothing overrides it, and this scope is strict. Override it with \
      $0\(key.place) = …, in withDependencies { … } or .dependencies { … }, or except it.
      """
  }
}

/// Runs `operation` in a strict scope: reading a default is an issue, once for each key.
///
/// Overrides and prepared values are no defaults. A default that another default reads is not an
/// issue of its own.
///
/// ```swift
/// withStrictDependencies(except: GreetingKey.self) {
///   _ = Greeter().greet()
/// }
/// ```
///
/// For every scope of a whole test run, and for reads outside all scopes, set the environment
/// variable `DEPENDENCE_STRICT` to `1`.
///
/// - Parameter exceptions: Keys whose defaults may be read.
/// - Throws: What `operation` throws.
public func withStrictDependencies<Result>(
  except exceptions: any TestDependencyKey.Type...,
  operation: () throws -> Result
) rethrows -> Result {
  try Frame.bind(ObserverFrame(StrictReads(except: exceptions), over: .current), operation)
}

/// Runs an asynchronous `operation` in a strict scope: reading a default is an issue, once for each
/// key.
///
/// - Parameters:
///   - exceptions: Keys whose defaults may be read.
///   - operation: Runs in the caller's isolation.
/// - Throws: What `operation` throws.
public func withStrictDependencies<Result>(
  except exceptions: any TestDependencyKey.Type...,
  operation: @concurrent () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation
) async rethrows -> Result {
  let strict = ObserverFrame(StrictReads(except: exceptions), over: .current)
  return try await Frame.bind(strict, operation, isolation: isolation)
}
