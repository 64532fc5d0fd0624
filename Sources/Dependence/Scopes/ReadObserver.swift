/// An observer of reads and overrides, such as strict mode or the audit of unused overrides.
package protocol ReadObserver: AnyObject, Sendable {
  /// Called after a value was read, on the reading thread, while the library holds no lock.
  func didRead(_ read: DependencyRead, from frame: Frame)

  /// Returns the holder whose value a read returns in place of the value of `holder`. The observer
  /// keeps it alive. By default, it is `holder` itself.
  func replacement(for holder: Holder, of record: AnyKeyRecord) -> Holder

  /// Called when a scope is entered. Its overrides are those between `frame` and `base`.
  func didBind(_ frame: Frame, over base: Frame?, at site: SourceSite?)
}

extension ReadObserver {
  package func replacement(for holder: Holder, of record: AnyKeyRecord) -> Holder { holder }
}

/// A read of a dependency, for observers.
package struct DependencyRead: Sendable {
  /// The origin of a value.
  package enum Source: Sendable, Hashable {
    case override, prepared, `default`
  }

  package let key: AnyKeyRecord
  package let source: Source
  package let site: SourceSite
  /// Whether the read is part of an assignment through the value (`$0.client.fetch = …`).
  package let isConfiguring: Bool
  /// Whether the read happened during the computation of a default.
  package let isNested: Bool
}

extension Frame {
  /// Notifies observers that a scope with the overrides between `base` and this frame is entered.
  @usableFromInline package final func noteBinding(over base: Frame, at site: SourceSite) {
    for observer in observers { observer.didBind(self, over: base, at: site) }
  }
}
