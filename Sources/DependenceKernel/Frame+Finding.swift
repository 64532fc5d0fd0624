extension Frame {
  /// Calls `body` with each frame in the chain that forms the scope, from this frame outward, until
  /// `body` returns a non-`nil` result. Returns that result, or `nil` if there is none.
  final func first<Result>(_ body: (Frame) -> Result?) -> Result? {
    var start: Frame? = self
    while let frame = start {
      // Retain `frame` during the search. Otherwise, a computation of a default value, whose own
      // frame is above `frame` in the chain, could end on another thread and release `frame`.
      let result = withExtendedLifetime(frame) { () -> Result? in
        var link = Uncounted(frame)
        while true {
          if let result = link.withObject(body) { return result }
          guard let parent = link.withObject({ $0.parent.map { Uncounted($0) } }) else { break }
          link = parent
        }
        // `link` has no parent, so it is either the bottom of the chain or a computation, which
        // stores the next frame in `beneath`.
        start = link.withObject { $0.nearestComputation?.beneath }
        return nil
      }
      if let result { return result }
    }
    return nil
  }

  /// Returns a key's innermost override in this frame's scope, or `nil` if the scope does not
  /// override the key.
  ///
  /// - Complexity: O(1) if the key's bit is not set in ``keys``; otherwise O(*n*), where *n* is the
  ///   number of frames below this frame.
  package final func anyOverride(of record: AnyKeyRecord) -> Frame? {
    guard keys & record.bit != 0 else { return nil }
    return first { $0.record === record ? $0 : nil }
  }

  /// Returns the innermost override of a key as a typed frame, or `nil` if no frame overrides the
  /// key. If a default value is being computed in this scope, this method records that the default
  /// value depends on the key.
  package final func override<Value>(of record: KeyRecord<Value>) -> OverrideFrame<Value>? {
    let override = anyOverride(of: record)
    noteRead(of: record, resolvedBy: override)
    return override.map { unsafeDowncast($0, to: OverrideFrame<Value>.self) }
  }

  /// Returns the object that holds a key's value in this frame's scope: the innermost override, the
  /// value that `prepareDependencies` has installed, or the default, which is computed if
  /// necessary.
  ///
  /// - Parameters:
  ///   - location: The source location of the read.
  ///   - isPartOfAssignment: Whether the value is read only to assign to one of its members, as in
  ///     `$0.client.fetch = …`. After such a read, `prepareDependencies` can still install a value.
  package final func find(
    _ record: AnyKeyRecord,
    at location: ReadLocation,
    isPartOfAssignment: Bool = false
  ) -> Holder {
    if let override = anyOverride(of: record) {
      noteRead(of: record, resolvedBy: override)
      return override
    }
    let found = root.cache.value(
      for: record,
      from: self,
      readAt: location,
      marksRead: !isPartOfAssignment
    )
    noteUse(of: found, for: record)
    return found
  }

  /// Caches the result of a read in this frame, so that the next read of the same key is faster.
  /// Caches nothing if every read must be reported to an observer or recorded as an input to a
  /// default value that is being computed.
  package final func remember(_ found: Holder, for record: AnyKeyRecord) {
    if !isObserved, !isInsideComputation { ReadMemo.note(found, for: record, from: self) }
  }

  /// Finds the object that holds a key's value in this frame's scope, and caches it in the frame
  /// for later reads.
  ///
  /// - Returns: The object, or `nil` if the caller must use the slower method `Frame.read` in the
  ///   module `Dependence`. The slower method notifies observers, reports issues, and can read the
  ///   key from another frame. It also retains the object, which is necessary if a computation in
  ///   this scope may end on another thread.
  package final func findFast(_ record: AnyKeyRecord, at location: ReadLocation) -> Holder? {
    guard !isObserved, !root.isClosed, !canChangeDuringRead,
      source(of: record, at: location) === self
    else { return nil }
    let found = find(record, at: location)
    if !found.needsNoReport { return nil }
    remember(found, for: record)
    return found
  }
}
