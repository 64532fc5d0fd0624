extension Frame {
  /// The innermost frame of the scope that the current code reads dependencies from. This is the
  /// current scope or, if the current scope has no overrides, the scope that a user interface has
  /// published for its views. See ``Precedence``.
  @usableFromInline package static var readable: Frame {
    if let frame = immediate { return frame.object }
    return Precedence.select(taskLocal: .current)
  }

  /// Returns the object that holds the value of a key in the scope of this frame. Unlike
  /// ``findFast(_:at:)``, this method always returns an object, and it reports issues and notifies
  /// observers if necessary.
  ///
  /// - Parameters:
  ///   - location: The source location of the read.
  ///   - isPartOfAssignment: Whether the value is read only to assign to one of its members, as in
  ///     `$0.client.fetch = …`. Such a read does not report that a default value is unsuitable, for
  ///     example because it is a live value in a test. Instead, if the value is a live client, the
  ///     read returns a copy of the client that reports an issue if a test calls its endpoints.
  package final func read(
    _ record: AnyKeyRecord,
    at location: ReadLocation,
    isPartOfAssignment: Bool = false
  ) -> Holder {
    if !isPartOfAssignment, let found = findFast(record, at: location) { return found }
    let source = source(of: record, at: location)
    guard source === self else {
      return source.read(record, at: location, isPartOfAssignment: isPartOfAssignment)
    }
    ProcessContext.reportConfigurationErrorOnce(from: self)
    root.reportIfLate(record.name, at: location.site ?? .unknown, from: self)
    if !isPartOfAssignment { reportHiddenOverride(of: record, at: location) }
    let found = find(record, at: location, isPartOfAssignment: isPartOfAssignment)
    let known = found as? Default
    // A default value with a flaw is unsuitable, for example because it is a live value in a test.
    // Each test has its own cache, so a key's flaw is reported exactly once in each test that reads
    // the key.
    if !isPartOfAssignment, let flaw = known?.flaw, root.cache.takeFlawReport(of: record) {
      IssuePath.deliver(
        DependencyIssue(flaw, of: record, at: location.site ?? .unknown),
        from: self
      )
    }
    if isObserved {
      let source =
        known.map { $0.isPrepared ? .prepared : .default } ?? DependencyRead.Source.override
      tellObservers(of: record, from: source, at: location, isPartOfAssignment: isPartOfAssignment)
      if !isPartOfAssignment {
        return observers.reduce(found) { $1.replacement(for: $0, of: record) }
      }
    } else if !isPartOfAssignment {
      remember(found, for: record)
    }
    if isPartOfAssignment, known?.flaw == .liveOnly, let sink = IssueSinks.all.first {
      return sink.reportingCalls(to: found, of: record)
    }
    return found
  }

  /// Reports an issue if a read ignores a hidden override of its key.
  ///
  /// Several scopes of a test can share a default value. Tasks that the value has started, and
  /// scopes that it has captured, then ignore the overrides of the scope where the value happened
  /// to be computed. These overrides are hidden. A task that reads an overridden key may therefore
  /// not receive the value that the test expects.
  final func reportHiddenOverride(of record: AnyKeyRecord, at location: ReadLocation) {
    guard isInsideComputation, let provider = providerHidingOverride(of: record) else { return }
    let assignment = (provider as? AnyKeyRecord).map {
      ", or assign a new value to $0\($0.accessor) in the same scope"
    }
    let message = """
      A task or a captured scope of \(provider.name) read \(record.name), but the override of \(record.name) was ignored. \
      The test first used \(provider.name) in a scope with this override. It does not apply to the value of \
      \(provider.name), because all scopes of the test share that value. Override \(record.name) for the whole test, in \
      .dependencies { … } or configureDependencies(_:)\(assignment ?? "").
      """
    IssuePath.deliver(DependencyIssue(message, at: location.site ?? .unknown), from: self)
  }

  final func tellObservers(
    of record: AnyKeyRecord,
    from source: DependencyRead.Source,
    at location: ReadLocation,
    isPartOfAssignment: Bool
  ) {
    let read = DependencyRead(
      key: record,
      source: source,
      site: location.site ?? .unknown,
      isPartOfAssignment: isPartOfAssignment,
      isNested: isInsideComputation,
      isPartOfDefault: isInsideDefaultOfKey
    )
    for observer in observers { observer.didRead(read, from: self) }
  }
}

extension ReadLocation {
  package static func written(_ site: SourceSite) -> ReadLocation {
    .written(fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
  }

  /// The location as a `SourceSite`, or `nil` if it is unknown. Creating a `SourceSite` takes
  /// longer than most reads, so use this property only to report issues or notify observers.
  package var site: SourceSite? {
    switch self {
    case .compiled(let location): location.site
    case .written(let fileID, let filePath, let line, let column):
      SourceSite(fileID, filePath, line, column)
    case .unknown: nil
    }
  }
}

extension StaticSourceLocation {
  package var site: SourceSite { SourceSite(fileID, filePath, line, column) }
}

// MARK: - Reporters and observers of a scope

/// The issue reporter and the observer that a frame adds to its scope.
private final class ScopeHandlers: Sendable {
  let reporter: (any IssueReporter)?
  let observer: (any ReadObserver)?

  init(_ reporter: (any IssueReporter)?, _ observer: (any ReadObserver)?) {
    (self.reporter, self.observer) = (reporter, observer)
  }
}

extension ScopeFrame {
  package convenience init(
    over parent: Frame,
    reporter: (any IssueReporter)? = nil,
    observer: (any ReadObserver)? = nil
  ) {
    self.init(
      over: parent,
      handlers: ScopeHandlers(reporter, observer),
      isWatched: observer != nil
    )
  }

  /// The issue reporter that this frame adds to its scope, or `nil` if it adds none. The reporter
  /// takes precedence over the reporters of outer frames.
  final var reporter: (any IssueReporter)? { (handlers as? ScopeHandlers)?.reporter }
  /// The observer of reads that this frame adds to its scope, or `nil` if it adds none.
  package final var observer: (any ReadObserver)? { (handlers as? ScopeHandlers)?.observer }
}

extension Frame {
  /// The observers that are notified when code in the scope of this frame reads a dependency,
  /// outermost observer first.
  package final var observers: [any ReadObserver] {
    let added = sequence(first: scope.allHandlers, next: { $0?.next }).compactMap {
      ($0?.handlers as? ScopeHandlers)?.observer
    }
    return root.observers + added.reversed()
  }

  /// Returns `true` if `body` returns `true` for any issue reporter of this scope. The innermost
  /// reporter is tried first. Reporters that are already running on the current thread are skipped,
  /// because an issue that a reporter causes must not be passed back to it.
  final func hasReporter(where body: (any IssueReporter) -> Bool) -> Bool {
    scopes.contains { scope in
      guard let reporter = scope.reporter, let handlers = scope.handlers else { return false }
      return RunningReporters.run(.scoped(ObjectIdentifier(handlers))) { body(reporter) }
    }
  }

  /// The frames of this scope that add an issue reporter or an observer, innermost first.
  final var scopesWithHandlers: [ScopeFrame] {
    scopes.filter { $0.reporter != nil || $0.observer != nil }
  }

  /// All frames of this scope that override no dependency, innermost first. Such a frame has
  /// another effect on the scope, for example adding an issue reporter.
  private final var scopes: UnfoldFirstSequence<ScopeFrame> {
    sequence(first: scope) { $0.outer?.scope }
  }
}
