package import Dependence

/// A check that reports overrides that a test never reads.
///
/// If several scopes override the same dependency, reading it once marks all of these overrides as
/// used.
package final class UnusedOverrides: KeyObserver, RootAudit {
  private struct Binding {
    let key: AnyKeyRecord
    let site: SourceSite?
    var isRead = false
  }

  private let bindings = Lock<[Binding]>([])
  private let site: SourceSite

  /// Creates a check for unused overrides.
  ///
  /// - Parameter site: The source location to report for an override whose own source location is
  ///   unknown.
  package init(askedForAt site: SourceSite) { self.site = site }

  package func didBind(_ key: AnyKeyRecord, at site: SourceSite?) {
    bindings.withLock { bindings in
      // A repeated test sets the same overrides in each run. Record each override only once.
      if bindings.contains(where: { $0.key == key && $0.site == site }) { return }
      bindings.append(Binding(key: key, site: site))
    }
  }

  package func didRead(_ read: DependencyRead, from frame: Frame) {
    guard read.source == .override else { return }
    bindings.withLock { bindings in
      for index in bindings.indices where bindings[index].key == read.key {
        bindings[index].isRead = true
      }
    }
  }

  package func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    if root.hasEndedEarly { return [] }
    let unread = bindings.withLock { $0.filter { !$0.isRead } }
    return unread.map { binding in
      let location = binding.site ?? site
      let message = """
        The override of \(binding.key.name) (\(binding.key.accessor)) at \(location) was never read. Remove it, or move it to \
        the tests that need it.
        """
      return DependencyIssue(message, kind: .leftover, at: location)
    }
  }
}
