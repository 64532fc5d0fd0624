extension Frame {
  /// Passes this frame and the frames below to `body`, innermost first, until it returns a result.
  final func first<Result>(_ body: (Frame) -> Result?) -> Result? {
    var start: Frame? = self
    while let frame = start {
      var link = Uncounted(frame)
      while true {
        if let result = link.look(body) { return result }
        guard let parent = link.look({ $0.parent.map { Uncounted($0) } }) else { break }
        link = parent
      }
      // A frame without a parent is the bottom, or a computation.
      start = link.look { $0.nearestComputation?.beneath }
    }
    return nil
  }

  /// The innermost override of a key, or `nil` if there is none.
  ///
  /// - Complexity: O(1) for keys whose bit is not set; otherwise O(*n*) in the number of frames.
  package final func anyOverride(of record: AnyKeyRecord) -> Frame? {
    guard keys & record.bit != 0 else { return nil }
    return first { $0.record === record ? $0 : nil }
  }

  /// The innermost override of a key, with the type of its values.
  package final func override<Value>(of record: KeyRecord<Value>) -> OverrideFrame<Value>? {
    let override = anyOverride(of: record)
    noteRead(of: record, answeredBy: override)
    return override.map { unsafeDowncast($0, to: OverrideFrame<Value>.self) }
  }

  /// The holder of a key's value as seen from here: the innermost override, the prepared value, or the default, which is
  /// computed if necessary.
  ///
  /// - Parameters:
  ///   - place: The place of the read.
  ///   - isConfiguring: Whether this is the read half of an assignment through the value (`$0.client.fetch = …`), which
  ///     does not count as use.
  package final func find(
    _ record: AnyKeyRecord,
    at place: ReadPlace,
    isConfiguring: Bool = false
  ) -> Holder {
    if let override = anyOverride(of: record) {
      noteRead(of: record, answeredBy: override)
      return override
    }
    let found = root.cache.value(
      for: record,
      from: self,
      readAt: place,
      marksRead: !isConfiguring
    )
    noteUse(of: found, for: record)
    return found
  }

  /// Remembers a holder for the next read of the key, unless reads from here have to be noticed.
  package final func remember(_ found: Holder, for record: AnyKeyRecord) {
    if !isObserved, !isInsideComputation { ReadMemo.note(found, for: record, from: self) }
  }

  /// Finds the holder of a key's value and writes it to the memo.
  ///
  /// - Returns: `nil` if the read needs more work, which the module `Dependence` does: if an observer is told about it, if
  ///   the test of the scope has ended, or if the use of the default has to be reported.
  package final func findQuietly(_ record: AnyKeyRecord, at place: ReadPlace) -> Holder? {
    guard !isObserved, !root.isClosed, source(of: record) === self else { return nil }
    let found = find(record, at: place)
    if !found.isQuiet { return nil }
    remember(found, for: record)
    return found
  }
}
