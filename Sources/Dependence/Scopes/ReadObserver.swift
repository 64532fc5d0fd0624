/// An observer of reads and overrides. Strict mode and the audit of unused overrides are observers.
package protocol ReadObserver: AnyObject, Sendable {
  /// Called after a value was read, on the thread of the reader. The library holds no lock then.
  func didRead(_ read: DependencyRead, from frame: Frame)

  /// Returns the object whose value the reader gets. By default, that is the value of `holder`. The
  /// observer keeps the returned object alive.
  func replacement(for holder: Holder, of record: AnyKeyRecord) -> Holder

  /// Called when a scope is entered. Its overrides are the frames from `frame` down to `base`,
  /// without `base` itself.
  func didBind(_ frame: Frame, over base: Frame?, at site: SourceSite?)
}

extension ReadObserver {
  package func replacement(for holder: Holder, of record: AnyKeyRecord) -> Holder { holder }
}

/// The description of a read that observers receive.
package struct DependencyRead: Sendable {
  /// The origin of a value.
  package enum Source: Sendable, Hashable {
    case override, prepared, `default`
  }

  package let key: AnyKeyRecord
  package let source: Source
  package let site: SourceSite
  /// Whether the value is read only to assign one of its members, as in `$0.client.fetch = …`.
  package let isPartOfAssignment: Bool
  /// Whether the read happened while a default was being computed.
  package let isNested: Bool
}

extension Frame {
  /// Notifies observers that a scope with the overrides above `base` is entered.
  @usableFromInline package final func noteBinding(over base: Frame, at site: SourceSite) {
    for observer in observers { observer.didBind(self, over: base, at: site) }
  }
}
