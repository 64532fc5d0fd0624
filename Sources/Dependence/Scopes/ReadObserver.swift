/// An observer that is notified of reads and overrides, such as strict mode or the audit of unused
/// overrides.
package protocol ReadObserver: AnyObject, Sendable {
  /// Called after a value has been read, on the reader's thread. The library holds no lock during
  /// the call.
  func didRead(_ read: DependencyRead, from frame: Frame)

  /// Returns the object whose value is returned to the reader, which is `holder` by default. The
  /// observer must keep the returned object alive.
  func replacement(for holder: Holder, of record: AnyKeyRecord) -> Holder

  /// Called when a scope is entered. The scope's overrides are the frames from `frame` down to
  /// `base`, not including `base`.
  func didBind(_ frame: Frame, over base: Frame?, at site: SourceSite?)
}

extension ReadObserver {
  package func replacement(for holder: Holder, of record: AnyKeyRecord) -> Holder { holder }
}

/// Information about a read, which is passed to observers.
package struct DependencyRead: Sendable {
  /// The origin of a dependency's value.
  package enum Source: Sendable, Hashable {
    case override, prepared, `default`
  }

  package let key: AnyKeyRecord
  package let source: Source
  package let site: SourceSite
  /// Whether the value is read only to assign to one of its members, as in `$0.client.fetch = …`.
  package let isPartOfAssignment: Bool
  /// Whether the read happened while a default was being computed.
  package let isNested: Bool
}

extension Frame {
  /// Notifies observers that a scope is being entered whose overrides are the frames above `base`.
  @usableFromInline package final func noteBinding(over base: Frame, at site: SourceSite) {
    for observer in observers { observer.didBind(self, over: base, at: site) }
  }
}
