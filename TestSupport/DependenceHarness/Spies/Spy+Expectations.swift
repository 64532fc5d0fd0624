import Dependence

extension Spy where repeat each Argument: Equatable {
  /// Expects exactly the given calls, in the order in which they began.
  ///
  /// If the actual calls differ, an issue that lists the expected and the actual calls is reported
  /// at the caller's line.
  public func expectCalls(
    _ expected: [(repeat each Argument)],
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let calls = checkableCalls(at: site) else { return }
    guard let difference = Self.firstDifference(between: calls, and: expected) else { return }
    let message = """
      \(name) was not called as expected. Call \(difference + 1), marked with ">", is the first that differs.
      \(Self.list(expected) { $0 == difference }.titled("Expected"))
      \(list(calls) { $0 == difference }.titled("Actual"))
      """
    IssuePath.deliver(message, at: site)
  }

  /// Expects exactly the given calls, in any order. If the actual calls differ, an issue is
  /// reported at the caller's line.
  public func expectCalls(
    inAnyOrder expected: [(repeat each Argument)],
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let calls = checkableCalls(at: site) else { return }
    var unexpected = Array(calls.indices)
    var missing: Set<Int> = []
    for (index, arguments) in expected.enumerated() {
      let match = unexpected.firstIndex { Self.isCall(calls[$0], madeWith: repeat each arguments) }
      if let match { unexpected.remove(at: match) } else { missing.insert(index) }
    }
    if missing.isEmpty && unexpected.isEmpty { return }
    let unexpectedCalls = Set(unexpected)
    let message = """
      \(name) was not called as expected, in any order. Missing and unexpected calls are marked with ">".
      \(Self.list(expected) { missing.contains($0) }.titled("Expected"))
      \(list(calls) { unexpectedCalls.contains($0) }.titled("Actual"))
      """
    IssuePath.deliver(message, at: site)
  }

  private static func firstDifference(
    between calls: [Call],
    and expected: [(repeat each Argument)]
  ) -> Int? {
    for (index, (call, arguments)) in zip(calls, expected).enumerated() {
      if !isCall(call, madeWith: repeat each arguments) { return index }
    }
    return calls.count == expected.count ? nil : min(calls.count, expected.count)
  }
}

// MARK: - Counts

extension Spy {
  /// Expects that the endpoint was called a certain number of times, with any arguments.
  public func expectCalls(
    count expected: ExpectedCount,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if let problem = expected.problem { return IssuePath.deliver(problem, at: site) }
    guard let calls = checkableCalls(at: site) else { return }
    if expected.allows(calls.count) { return }
    let message = """
      \(name) was called \(ExpectedCount.times(calls.count)) instead of \(expected).
      \(list(calls).titled("Actual"))
      """
    IssuePath.deliver(message, at: site)
  }

  /// Expects that the endpoint was called a certain number of times with arguments that satisfy
  /// `isIncluded`. All other calls are ignored.
  public func expectCalls(
    count expected: ExpectedCount,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    where isIncluded: (repeat each Argument) throws -> Bool
  ) rethrows {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if let problem = expected.problem { return IssuePath.deliver(problem, at: site) }
    guard let calls = checkableCalls(at: site) else { return }
    var meant: Set<Int> = []
    for (index, call) in calls.enumerated() {
      if try isIncluded(repeat each call.arguments) { meant.insert(index) }
    }
    if expected.allows(meant.count) { return }
    let message = """
      \(name) was called \(ExpectedCount.times(meant.count)) with matching arguments instead of \(expected). Matching \
      calls are marked with ">".
      \(list(calls) { meant.contains($0) }.titled("Actual"))
      """
    IssuePath.deliver(message, at: site)
  }

  /// Expects that the endpoint was never called.
  public func expectNoCalls(
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    expectCalls(count: 0, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

// MARK: - Spies that have wrapped no closure or are shared by several tests

/// A spy whose expectations fail if it has wrapped no closure, or if their results may depend on
/// other tests. The protocol lets `expectSequence` check this for spies with different argument and
/// result types.
protocol WrappingSpy: AnySpy {
  /// The message of the issue to report for an expectation if the spy has wrapped no closure, or
  /// `nil` if it has wrapped one.
  var wrappingProblem: String? { get }

  /// Returns the message of the issue to report if an expectation of the current test may depend on
  /// other tests. Returns `nil` if it does not, or if the issue has already been reported.
  func sharingProblem() -> String?
}

extension Spy: WrappingSpy {
  /// Returns the recorded calls for an expectation. If the spy has wrapped no closure, or if the
  /// calls may depend on other tests, reports an issue at `site` and returns `nil`.
  func checkableCalls(at site: SourceSite) -> [Call]? {
    let (calls, sharingProblem) = inspect()
    guard let problem = wrappingProblem ?? sharingProblem else { return calls }
    IssuePath.deliver(problem, at: site)
    return nil
  }

  func sharingProblem() -> String? { inspect().sharingProblem }

  // Without this check, `expectNoCalls()` would always pass if the test has forgotten to call
  // `wrap`, because the code under test then calls the original endpoint.
  var wrappingProblem: String? {
    if log.withLock({ $0.users.hasWrapped }) { return nil }
    return """
      \(name) has wrapped no closure, so it records no calls, and this expectation checks nothing. Override the endpoint \
      with the closure that the method wrap of the spy returns, or remove the expectation.
      """
  }
}

// MARK: - Descriptions of calls

extension Spy {
  // The methods below use closures such as `{ $0.description }` instead of key paths, because key
  // paths crash in code that is generic over a parameter pack.

  func list(_ calls: [Call], isMarked: @escaping (Int) -> Bool = { _ in false }) -> CallList {
    CallList(calls.map { $0.description }, isMarked: isMarked)
  }

  static func list(
    _ calls: [(repeat each Argument)],
    isMarked: @escaping (Int) -> Bool
  ) -> CallList {
    var texts: [String] = []
    for arguments in calls { texts.append(Call(arguments, time: nil, owner: nil).argumentText) }
    return CallList(texts, isMarked: isMarked)
  }
}

extension Spy where repeat each Argument: Equatable {
  /// Returns `true` if the arguments of `call` equal `expected`.
  static func isCall(_ call: Call, madeWith expected: repeat each Argument) -> Bool {
    for (actual, expected) in repeat (each call.arguments, each expected) {
      if actual != expected { return false }
    }
    return true
  }
}
