package import Dependence
package import DependenceClients

/// The dependency reads and client endpoint calls made by a test, in chronological order.
///
/// To show the trace when a test fails, add the trait `.dependencyTrace` to the test, or return
/// `.trace` from a test case's `dependencyDiagnostics` property. A test can also compare the result
/// of ``current(fileID:filePath:line:column:)`` with the entries that it expects:
///
/// ```swift
/// #expect(DependencyTrace.current().calls == [#"Shelf.save("tea", 2)"#])
/// ```
///
/// A trace contains only calls to clients that are marked `@DependencyClient` and read through a
/// dependency key, or created by a `DependencyFactory` that is read through a key. It does not
/// contain calls to clients that are registered in a `Module`, or that a `Lazy`, a `Provider` or
/// another value creates or contains. ``calls`` reports an issue if the test has read a client that
/// cannot be wrapped, or a client with an endpoint that cannot be wrapped.
public struct DependencyTrace: Sendable, Hashable {
  /// A read of a dependency, or a call to a client endpoint.
  public struct Entry: Sendable, Hashable {
    /// The kinds of entries in a trace.
    public enum Kind: Sendable, Hashable {
      /// A read of a dependency.
      case read
      /// A call to a client endpoint.
      case call
    }

    /// Whether this entry is a read or a call.
    public let kind: Kind
    /// For a read, the name of the dependency key. For a call, the endpoint and its arguments.
    public let name: String
    /// For a read, a description of the value's origin and the source location of the read. For a
    /// call, an empty string.
    public let details: String
    /// The number of identical reads combined in this entry. For a call, it is always 1.
    public fileprivate(set) var count = 1
  }

  /// The reads and calls in chronological order. Identical reads are combined in one entry.
  public fileprivate(set) var entries: [Entry] = []
  /// The number of reads and calls that were not added because the trace already had 1,000 entries.
  public fileprivate(set) var omittedCount = 0
  fileprivate var gaps = Gaps()

  /// The calls that are missing from a trace. All values are equal, so that two traces with equal
  /// reads and calls are equal.
  fileprivate struct Gaps: Sendable, Hashable {
    /// The clients and endpoints that the test has read, but whose calls cannot be recorded. Each
    /// has a remedy, which is the source change that would make it possible to record the calls, or
    /// the reason that it is impossible.
    var unrecorded: [(name: String, remedy: String)] = []
    /// The source location of the call that returned the trace, or `nil` while the trace is being
    /// recorded.
    var site: SourceSite?

    static func == (left: Gaps, right: Gaps) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// The names of the dependency keys that the test has read, without duplicates.
  public var reads: [String] {
    var seen: Set<String> = []
    return entries.filter { $0.kind == .read && seen.insert($0.name).inserted }.map(\.name)
  }

  /// The calls to client endpoints as text, such as `ShelfClient.save("Emma", 1)`.
  ///
  /// If the test has read a client whose calls cannot be recorded, reading this property is
  /// reported as an issue at the line that called ``current(fileID:filePath:line:column:)``. The
  /// same applies to a client with an endpoint whose calls cannot be recorded. To check only the
  /// recorded calls, filter ``entries``.
  public var calls: [String] {
    if let site = gaps.site, !gaps.unrecorded.isEmpty {
      let list = gaps.unrecorded.map { "\($0.name) (\($0.remedy))" }.joined(separator: ", ")
      let message = """
        The calls in the trace of this test may be incomplete, because calls to the following cannot be recorded: \(list). \
        To check only the other calls, filter the property 'entries' of the trace.
        """
      IssuePath.deliver(message, at: site)
    }
    return entries.filter { $0.kind == .call }.map(\.name)
  }

  /// Returns the reads and calls that the running test has made so far.
  ///
  /// If the test does not record a trace, an issue is reported at the caller's line, and the
  /// returned trace is empty. An issue is also reported if the trace is incomplete (see
  /// ``omittedCount``), because an expectation that checks such a trace could pass by mistake.
  public static func current(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) -> DependencyTrace {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    for case let recorder as TraceRecorder in Frame.current.observers {
      var trace = recorder.trace
      trace.gaps.site = site
      if trace.omittedCount > 0 {
        let message = """
          The trace of this test is incomplete: it contains the first \(trace.entries.count) reads and calls, but not \
          the \(trace.omittedCount) that followed. Make fewer reads and calls, or check the calls with a ClientSpy.
          """
        IssuePath.deliver(message, at: site)
      }
      return trace
    }
    let message = """
      This test does not record a trace. Add the trait .dependencyTrace in Swift Testing, or return .trace from \
      dependencyDiagnostics of the DependencyTestCase in XCTest.
      """
    IssuePath.deliver(message, at: site)
    return DependencyTrace()
  }
}

extension DependencyTrace: CustomStringConvertible {
  /// A numbered list of the entries, one per line, followed by the clients and endpoints whose
  /// calls could not be recorded.
  public var description: String {
    var lines = entries.enumerated().map { "\($0.offset + 1). \($0.element)" }
    if omittedCount > 0 { lines.append("and \(omittedCount) more.") }
    lines += gaps.unrecorded.map { "Calls to \($0.name) could not be recorded." }
    return lines.joined(separator: "\n")
  }
}

extension DependencyTrace.Entry: CustomStringConvertible {
  /// For a read, the dependency's name and the details of the read. For a call, the endpoint and
  /// its arguments.
  public var description: String {
    guard kind == .read else { return "\(name) was called" }
    return "\(name): \(details)\(count > 1 ? ", \(count) times" : "")"
  }
}

/// An observer that records which dependencies a test reads and which client endpoints it calls.
package final class TraceRecorder: ReadObserver {
  private struct State {
    var trace = DependencyTrace()
    /// The source locations of the overrides, or `nil` for an unknown location.
    var overrideSites: [OverrideID: SourceSite?] = [:]
    /// For each key, the source location of its latest override. It is used for overrides whose
    /// frames this recorder does not know: those that modules set without a scope, and those in a
    /// copy of a scope.
    var latestSites: [AnyKeyRecord: SourceSite] = [:]
    /// The clients whose calls are traced, keyed by the identity of the original client's holder,
    /// the object that contains the client.
    var wrapped: [ObjectIdentifier: WrappedHolder] = [:]
  }

  /// A holder (an object that contains a client) and its replacement. The replacement contains a
  /// copy of the client that records each call in the trace.
  private struct WrappedHolder {
    let original: Holder
    let wrapped: Holder
  }

  /// The identity of an override: the address of its frame, and the identifier of the frame's root.
  ///
  /// A new frame can have the address of a frame that no longer exists. The recorder does not
  /// confuse the two. It is notified when code enters the scope of the new frame, and then replaces
  /// the entry of the old one. It is not notified of the frames in a copy of a scope, but these
  /// have another root, so no entry matches them.
  private struct OverrideID: Hashable {
    let frame: ObjectIdentifier
    let root: UInt64

    init(_ frame: Frame) {
      self.frame = ObjectIdentifier(frame)
      root = RootData.number(of: frame.root)
    }
  }

  /// The maximum number of entries in a trace. The limit keeps traces readable and attachments
  /// small.
  private static let limit = 1_000
  private let state = Lock(State())
  private let test: String
  package let site: SourceSite

  package init(of test: String, at site: SourceSite) {
    self.test = test
    self.site = site
  }

  package var trace: DependencyTrace { state.withLock { $0.trace } }

  package func didBind(_ overrides: [Frame], at site: (Frame) -> SourceSite?) {
    let sites = overrides.map { (id: OverrideID($0), key: $0.record, site: site($0)) }
    state.withLock { state in
      for (id, key, site) in sites.reversed() {
        state.overrideSites.updateValue(site, forKey: id)
        if let key, let site { state.latestSites[key] = site }
      }
    }
  }

  package func didBind(_ key: AnyKeyRecord, at site: SourceSite?) {
    guard let site else { return }
    state.withLock { $0.latestSites[key] = site }
  }

  package func didRead(_ read: DependencyRead, from frame: Frame) {
    guard !read.isPartOfAssignment else { return }
    let override = frame.anyOverride(of: read.key).map { OverrideID($0) }
    state.withLock { state in
      let known: SourceSite?? = override.flatMap { state.overrideSites[$0] }
      let source =
        switch read.source {
        case .override:
          (known ?? state.latestSites[read.key]).map { "overridden at \($0)" } ?? "overridden"
        case .prepared: "prepared"
        case .default: "default"
        }
      let nested = read.isNested ? ", by another default" : ""
      let details = "\(source); read at \(read.site)\(nested)"
      state.trace.add(.init(kind: .read, name: read.key.name, details: details), limit: Self.limit)
    }
  }

  package func replacement(for holder: Holder, of record: AnyKeyRecord) -> Holder {
    if let known = state.withLock({ $0.wrapped[ObjectIdentifier(holder)] }) { return known.wrapped }
    let replacement = record.mapping(holder) { value in
      guard let factory = value as? any AnyDependencyFactory else { return tracing(value) }
      return factory.mapping { [weak self] in self?.tracing($0) }
    }
    guard let replacement else { return holder }
    return state.withLock { state in
      if let known = state.wrapped[ObjectIdentifier(holder)] { return known.wrapped }
      let pair = WrappedHolder(original: holder, wrapped: replacement)
      state.wrapped[ObjectIdentifier(holder)] = pair
      return replacement
    }
  }

  /// If `value` is a client, returns a copy whose calls are recorded in the trace. Otherwise, or if
  /// the calls of the client cannot be recorded, returns `nil`.
  private func tracing(_ value: any Sendable) -> Any? {
    if let client = value as? any _WrappableClient {
      return client._wrapped(by: _EndpointWrapper(self, at: site))
    }
    if let remedy = remedyForClient(value) { noteUnrecorded("\(type(of: value))", remedy) }
    return nil
  }

  private func noteUnrecorded(_ name: String, _ remedy: String) {
    state.withLock { state in
      if state.trace.gaps.unrecorded.contains(where: { $0.name == name }) { return }
      state.trace.gaps.unrecorded.append((name, remedy))
    }
  }

  /// The complete trace as text, shown if the test fails.
  package var text: String {
    let trace = trace
    if trace.entries.isEmpty { return "\(test) read no dependencies.\n" }
    return "\(test) read and called these dependencies, in order:\n\(trace)\n"
  }
}

extension TraceRecorder: FailureNote {
  package var fileName: String { "dependencies.txt" }
  // Provide no summary. It would be added to each of the test's issues, and a trace is too long for
  // that.
  package var summary: String? { nil }
}

extension DependencyTrace {
  fileprivate mutating func add(_ entry: Entry, limit: Int) {
    let known =
      entry.kind == .call
      ? nil
      : entries.firstIndex {
        $0.kind == entry.kind && $0.name == entry.name && $0.details == entry.details
      }
    if let known {
      entries[known].count += 1
    } else if entries.count == limit {
      omittedCount += 1
    } else {
      entries.append(entry)
    }
  }
}

extension TraceRecorder: EndpointInterceptor {
  // A nested client may have been read through its own key, in which case its calls are already
  // recorded. If it were wrapped again, each of its calls would appear twice.
  package var wrapsNestedClients: Bool { false }

  // It is unknown whether the test calls this endpoint, so report the endpoint only if the test
  // checks the calls in the trace.
  package func didSkip(_ endpoint: String, _ remedy: String) -> Bool {
    noteUnrecorded(endpoint, remedy)
    return true
  }

  /// Adds a call to a client's endpoint to the trace.
  package func begin(_ endpoint: InterceptedEndpoint, _ arguments: [Any]) -> any InterceptedCall {
    let name = ClientCall(to: endpoint.name, arguments).description
    state.withLock { $0.trace.add(.init(kind: .call, name: name, details: ""), limit: Self.limit) }
    return TracedCall()
  }
}

private struct TracedCall: InterceptedCall {}
