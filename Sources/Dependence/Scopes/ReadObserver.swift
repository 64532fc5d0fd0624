/// An observer that is notified when dependencies are read or overridden. Strict mode, which
/// reports reads of default values, is implemented as such an observer.
package protocol ReadObserver: AnyObject, Sendable {
  /// Called after a value has been read, on the reader's thread. The library holds no lock during
  /// the call.
  func didRead(_ read: DependencyRead, from frame: Frame)

  /// Called after a read that is not part of an assignment. Returns an object containing the value
  /// that the reader receives. The default implementation returns `holder`, which contains the
  /// value that the read has found.
  func replacement(for holder: Holder, of record: AnyKeyRecord) -> Holder

  /// Called when a scope is entered. The overrides of the scope are `frame` and the frames below
  /// it, up to but not including `base`, which belongs to the enclosing scope.
  func didBind(_ frame: Frame, over base: Frame?, at site: SourceSite?)
}

extension ReadObserver {
  package func replacement(for holder: Holder, of record: AnyKeyRecord) -> Holder { holder }
}

/// Information about a dependency read, which is passed to observers.
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
  /// Whether the read happened while another dependency's default value was being computed.
  package let isNested: Bool
}

extension Frame {
  /// Notifies observers that a scope has been entered. This frame is the innermost frame of the
  /// scope. The overrides of the scope are this frame and the frames below it, up to but not
  /// including `base`, which belongs to the enclosing scope.
  @usableFromInline package final func noteBinding(over base: Frame, at site: SourceSite) {
    for observer in observers { observer.didBind(self, over: base, at: site) }
  }
}
