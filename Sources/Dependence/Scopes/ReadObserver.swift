/// Watches what a scope reads and binds: strict mode, traces, the audit of overrides.
package protocol ReadObserver: AnyObject, Sendable {
  /// Told after a value was looked up, on the thread that reads, outside every lock.
  func didRead(_ read: DependencyRead, from frame: Frame)

  /// Returns the holder whose value a read returns in place of the value of `holder`. The observer keeps it alive. By
  /// default, it is `holder` itself.
  func replacement(for holder: Holder, of record: AnyKeyRecord) -> Holder

  /// Told when a scope with the overrides between `frame` and `base` is entered.
  func didBind(_ frame: Frame, over base: Frame?, at site: SourceSite?)
}

extension ReadObserver {
  package func replacement(for holder: Holder, of record: AnyKeyRecord) -> Holder { holder }
}

/// One read of a dependency.
package struct DependencyRead: Sendable {
  /// The origin of a value.
  package enum Source: Sendable, Hashable {
    case override, prepared, `default`
  }

  package let key: AnyKeyRecord
  package let source: Source
  package let site: SourceSite
  /// True if this is the read half of an assignment through the value.
  package let isConfiguring: Bool
  /// True if a default that was being computed read this.
  package let isNested: Bool
}

extension Frame {
  /// Tells whoever watches what is overridden between this frame and `base`, and where that stands.
  @usableFromInline package final func noteBinding(over base: Frame, at site: SourceSite) {
    for observer in observers { observer.didBind(self, over: base, at: site) }
  }
}
