/// An observer that is notified when dependencies are read or overridden. Strict mode, which
/// reports reads of default values, is implemented as such an observer.
package protocol ReadObserver: AnyObject, Sendable {
  /// Called after a value has been read, on the reader's thread. The library holds no lock during
  /// the call.
  func didRead(_ read: DependencyRead, from frame: Frame)

  /// Called after each read, except for reads that are part of an assignment such as
  /// `$0.client.fetch = …`. Returns the object that holds the value for the reader: either
  /// `holder`, which holds the value that was found, or an object with another value. The default
  /// implementation returns `holder`.
  func replacement(for holder: Holder, of record: AnyKeyRecord) -> Holder

  /// Called when code enters a scope, which is a chain of frames. The chain starts at `frame`, the
  /// innermost frame of the new scope. The new scope's own overrides are in the frames that precede
  /// `base`, the innermost frame of the enclosing scope.
  func didBind(_ frame: Frame, over base: Frame?, at site: SourceSite?)

  /// Called with the frames that override keys, innermost first, when code enters a scope, and when
  /// the observer is added to a scope that already has overrides.
  ///
  /// - Parameter site: A closure that returns the source location of the override in a frame, or
  ///   `nil` if it is unknown.
  func didBind(_ overrides: [Frame], at site: (Frame) -> SourceSite?)

  /// Called when a method such as `Dependencies.override` overrides a key without a new scope. The
  /// default implementation does nothing.
  func didBind(_ key: AnyKeyRecord, at site: SourceSite?)
}

extension ReadObserver {
  package func didBind(_ key: AnyKeyRecord, at site: SourceSite?) {}
  package func replacement(for holder: Holder, of record: AnyKeyRecord) -> Holder { holder }
}

/// Information about a dependency read, passed to observers.
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
  /// Whether the read happened while the value of another dependency was being computed.
  package let isNested: Bool
  /// Whether the read happened while the default value of a key was being computed, or the value of
  /// a `Lazy` or factory that such a default value created. This is `false` while a module is
  /// creating a value.
  package let isPartOfDefault: Bool
}

extension Frame {
  /// Notifies observers that code is entering the scope whose innermost frame is this frame.
  ///
  /// - Parameter base: The innermost frame of the enclosing scope. The overrides of the entered
  ///   scope are in the frames from this frame outward, up to but not including `base`.
  @usableFromInline package final func noteBinding(over base: Frame, at site: SourceSite) {
    for observer in observers { observer.didBind(self, over: base, at: site) }
  }
}
