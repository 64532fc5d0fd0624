/// Makes every default that is read an issue, once for each key.
package final class StrictReads: ReadObserver {
  private let exceptions: [any TestDependencyKey.Type]
  /// Whether these are the reads that belong to no scope at all.
  private let isOutside: Bool
  private let reported = Lock<Set<DependencyName>>([])

  package init(
    except exceptions: [any TestDependencyKey.Type] = [],
    isOutside: Bool = false
  ) {
    self.exceptions = exceptions
    self.isOutside = isOutside
  }

  package func didRead(_ read: DependencyRead, from frame: Frame) {
    // What a default reads is its own business.
    guard read.source == .default, !read.isConfiguring, !read.isNested, !isAllowed(read.record.key),
      reported.withLock({ $0.insert(read.name).inserted })
    else { return }
    IssuePath.deliver(DependencyIssue(message(for: read.name), at: read.site), from: frame)
  }

  package func didBind(_ key: DependencyName, at site: SourceSite?) {}

  private func isAllowed(_ key: Any.Type) -> Bool {
    // A placeholder has said so itself.
    key is any NeutralDependencyKey.Type || key is any PlaceholderDependencyKey.Type
      || exceptions.contains { $0 == key }
  }

  private func message(for name: DependencyName) -> String {
    if isOutside {
      return """
        \(name.key) was read outside every scope, and DEPENDENCE_STRICT is 1. Work that leaves its \
        task must take its scope along: captureDependencies(), then yield.
        """
    }
    return """
      \(name.key) was read, but nothing overrides it, and this scope is strict. Override it with \
      $0\(name.place) = …, in withDependencies { … } or .dependencies { … }, or except it.
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
/// - Parameter exceptions: Keys whose defaults may be read.
/// - Throws: What `operation` throws.
public nonisolated(nonsending) func withStrictDependencies<Result>(
  except exceptions: any TestDependencyKey.Type...,
  operation: () async throws -> Result
) async rethrows -> Result {
  try await Frame.bind(ObserverFrame(StrictReads(except: exceptions), over: .current), operation)
}
