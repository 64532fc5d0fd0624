extension Frame {
  /// The innermost override of a key, if there is one. A computation that the search comes through notes the key.
  ///
  /// - Complexity: O(1) for keys whose bit nobody set; otherwise O(*n*) in the number of scopes.
  final func anyOverride(of record: AnyKeyRecord) -> Frame? {
    var start: Frame? = self
    while let frame = start, frame.keys & record.bit != 0 {
      var link = Uncounted(frame)
      while true {
        if link.look({ $0.record === record }) { return link.object }
        guard let parent = link.look({ $0.parent.map { Uncounted($0) } }) else { break }
        link = parent
      }
      // Here, at the foot of a stretch, the link is a scope frame.
      start = link.look { $0.scope.look { $0.computation?.follow(to: record) } }
    }
    start?.scope.look { $0.computation?.note { $0.insert(record) } }
    return nil
  }

  /// The innermost override of a key, with the type of its values.
  final func override<Value>(of record: KeyRecord<Value>) -> OverrideFrame<Value>? {
    anyOverride(of: record)?.typed(as: record)
  }

  /// Has the computation beneath know that these keys were read from here, and are not overridden.
  final func noteReads(_ keys: KeySet) {
    scope.look { $0.computation?.note { $0.formUnion(keys) } }
  }
}

// MARK: - Reading

extension Frame {
  /// The value of a key as seen from here: the innermost override, what was prepared, or the default.
  ///
  /// - Parameters:
  ///   - place: Where the read stands.
  ///   - isConfiguring: Whether this is the read half of an assignment through the value
  ///     (`$0.client.fetch = …`): that one neither counts as use nor reports what a default lacks.
  final func find(
    _ record: AnyKeyRecord,
    at place: ReadPlace,
    isConfiguring: Bool = false
  ) -> Answer {
    let source = source(of: record)
    guard source === self else {
      return source.find(record, at: place, isConfiguring: isConfiguring)
    }
    if root.isClosed { root.reportLateRead(of: record, at: place.site ?? .unknown, from: self) }
    let found = look(at: record, for: place, isConfiguring: isConfiguring)
    if isObserved {
      let source =
        found.known.map { $0.isPrepared ? .prepared : .default } ?? DependencyRead.Source.override
      tellObservers(of: record, from: source, at: place, isConfiguring: isConfiguring)
    } else if !isConfiguring {
      remember(found, to: record)
    }
    return found
  }

  /// The answer that ``find(_:at:isConfiguring:)`` finds, without telling observers.
  final func look(at record: AnyKeyRecord, for place: ReadPlace, isConfiguring: Bool) -> Answer {
    if let override = anyOverride(of: record) { return Answer(override) }
    // Here, and not only where the context matters: what was prepared hides it, the mistake stays.
    ProcessContext.reportMistakeOnce(from: self)
    let cache = root.cache
    let found = cache.value(for: record, from: self, readAt: place, marksRead: !isConfiguring)
    // Once for each root: in every test that reads it, but not at every read.
    if !isConfiguring, let flaw = found.flaw, cache.takeFlawReport(of: record) {
      IssuePath.deliver(DependencyIssue(flaw, of: record, at: place.site ?? .unknown), from: self)
    }
    return Answer(found)
  }

  /// Notes an answer for the next read, where nobody has to notice that.
  final func remember(_ found: Answer, to record: AnyKeyRecord) {
    if !isObserved, !isInsideComputation { ReadMemo.note(found, to: record, from: self) }
  }

  /// Tells whoever watches that a key was read.
  final func tellObservers(
    of record: AnyKeyRecord,
    from source: DependencyRead.Source,
    at place: ReadPlace,
    isConfiguring: Bool
  ) {
    let read = DependencyRead(
      key: record,
      source: source,
      site: place.site ?? .unknown,
      isConfiguring: isConfiguring,
      isNested: isInsideComputation
    )
    for observer in scope.object.observers { observer.didRead(read, from: self) }
  }
}
