extension Frame {
  /// Passes this frame and the frames below to `body`, innermost first, until it returns a result.
  final func first<Result>(_ body: (Frame) -> Result?) -> Result? {
    var start: Frame? = self
    while let frame = start {
      var link = Uncounted(frame)
      while true {
        if let result = link.withObject(body) { return result }
        guard let parent = link.withObject({ $0.parent.map { Uncounted($0) } }) else { break }
        link = parent
      }
      // A frame without a parent is a root's frame or a computation.
      start = link.withObject { $0.nearestComputation?.beneath }
    }
    return nil
  }

  /// Returns the innermost override of a key, or `nil` if no frame in the chain overrides it.
  ///
  /// - Complexity: O(1) if the key's bit is not set in ``keys``; otherwise O(*n*) in the number of
  ///   frames.
  package final func anyOverride(of record: AnyKeyRecord) -> Frame? {
    guard keys & record.bit != 0 else { return nil }
    return first { $0.record === record ? $0 : nil }
  }

  /// Returns the innermost override of a key as a typed frame, or `nil` if no frame in the chain
  /// overrides it. Records the read for the running computation.
  package final func override<Value>(of record: KeyRecord<Value>) -> OverrideFrame<Value>? {
    let override = anyOverride(of: record)
    noteRead(of: record, resolvedBy: override)
    return override.map { unsafeDowncast($0, to: OverrideFrame<Value>.self) }
  }

  /// Returns the object that holds a key's value in the scope of this frame. This is the innermost
  /// override, the prepared value, or the default, which is computed if necessary.
  ///
  /// - Parameters:
  ///   - place: The source location of the read.
  ///   - isConfiguring: Whether this read belongs to an assignment to a member of the value
  ///     (`$0.client.fetch = …`). Such a read does not prevent a later preparation of the value.
  package final func find(
    _ record: AnyKeyRecord,
    at location: ReadLocation,
    isConfiguring: Bool = false
  ) -> Holder {
    if let override = anyOverride(of: record) {
      noteRead(of: record, resolvedBy: override)
      return override
    }
    let found = root.cache.value(
      for: record,
      from: self,
      readAt: location,
      marksRead: !isConfiguring
    )
    noteUse(of: found, for: record)
    return found
  }

  /// Stores a holder in the memo, unless an observer or a computation has to see the next read.
  package final func remember(_ found: Holder, for record: AnyKeyRecord) {
    if !isObserved, !isInsideComputation { ReadMemo.note(found, for: record, from: self) }
  }

  /// Finds the object that holds a key's value and stores it in the memo.
  ///
  /// - Returns: The holder, or `nil` if the module `Dependence` has to handle the read. That is the
  ///   case if an observer has to be notified, if the test has ended, or if the use of the default
  ///   has to be reported.
  package final func findQuietly(_ record: AnyKeyRecord, at location: ReadLocation) -> Holder? {
    guard !isObserved, !root.isClosed, source(of: record) === self else { return nil }
    let found = find(record, at: location)
    if !found.isQuiet { return nil }
    remember(found, for: record)
    return found
  }
}
