import Dependence

/// A test that uses a spy. Each case of a parameterized test counts as a test of its own.
struct SpyUser: Sendable {
  /// The number of the test. All dependency roots of a repeated test, such as the roots of its
  /// iterations, have the same number.
  let number: UInt64
  /// The number of the run of a repeated test, or of the test itself if it is not repeated.
  let run: UInt64
  private let owner: any IssueOwner

  var title: String { owner.title }

  /// Creates a description of the test that owns `root`. The result is `nil` if no single test owns
  /// the root, for example if it is the root of the process or of a suite.
  init?(_ root: DependencyRoot) {
    guard let owner = root.owner, let first = root.firstOfTest else { return nil }
    number = RootData.number(of: first)
    run = RootData.number(of: root)
    self.owner = owner
  }
}

extension DependencyRoot {
  /// The dependency root that this root's test used first, or `nil` if this root does not belong to
  /// a single test.
  ///
  /// The first root differs from the root of the whole test if another library's trait has read or
  /// overridden dependencies before the first of this library's traits began.
  fileprivate var firstOfTest: DependencyRoot? {
    guard var root = wholeTest, !root.isOfSuite else { return nil }
    while let predecessor = root.predecessor, predecessor.owner != nil, !predecessor.isOfSuite {
      root = predecessor
    }
    return root
  }
}

/// The tests that use one spy.
///
/// If a spy outlives a test, for example because it is stored in a static property, a call made by
/// one test may satisfy an expectation of another. This type finds such uses, and calls to closures
/// that an ended test has wrapped. It identifies tests by the numbers of their dependency roots.
/// References would keep the roots of ended tests alive, and addresses can be used again by later
/// roots.
struct SpyUsers: Sendable {
  /// A use of the spy whose result depends on other tests.
  enum Problem: Sendable, Hashable {
    /// The current test has neither wrapped a closure nor made a call, but the test with this title
    /// has wrapped a closure.
    case wrappedOnly(by: String)
    /// The log contains calls made by the tests with these titles.
    case called(by: [String])
    /// The test with this title has reset the spy, which removed calls of the current test.
    case reset(by: String)
  }

  /// Whether code that does not belong to a single test has wrapped a closure. In XCTest, for
  /// example, the initial value of a stored property of a test case is such code. Any test may use
  /// the closure.
  private var isWrappedOutside = false
  /// The title of the test that wrapped a closure most recently.
  private var lastWrapper: String?
  /// The numbers of the tests that have wrapped a closure or made a call.
  private var participants: Set<UInt64> = []
  /// The titles of the tests whose calls the log contains.
  private var callers: [UInt64: String] = [:]
  /// The numbers of the tests whose calls were removed by a reset in another test, each with the
  /// title of that other test.
  private var deprived: [UInt64: String] = [:]
  /// The numbers of the runs in which a problem has been reported. Each run reports only one, so
  /// that a test that reads the calls in a loop does not report the same problem many times.
  private var warned: Set<UInt64> = []
  /// The calls that tests have made to closures wrapped by earlier tests, which have ended. The
  /// keys are the numbers of the calling tests' dependency roots.
  private var foreignCalls: [UInt64: ForeignCalls] = [:]

  /// Whether the spy has wrapped a closure or a client. If this is `false`, no call can reach the
  /// spy.
  var hasWrapped: Bool { isWrappedOutside || lastWrapper != nil }

  /// Records that a closure or a client was wrapped.
  ///
  /// - Parameter user: The test that wrapped it, or `nil` if the code that wrapped it does not
  ///   belong to a single test.
  mutating func noteWrapping(by user: SpyUser?) {
    guard let user else {
      isWrappedOutside = true
      return
    }
    participants.insert(user.number)
    lastWrapper = user.title
  }

  /// Records that a call of the test `user` is about to be added to the log. `user` is `nil` if the
  /// call does not belong to a single test.
  mutating func noteCall(by user: SpyUser?) {
    guard let user, callers[user.number] == nil else { return }
    participants.insert(user.number)
    callers[user.number] = user.title
  }

  /// Records that a test has called a closure that an earlier test wrapped in the spy.
  ///
  /// - Parameters:
  ///   - root: The number of the dependency root of the calling test.
  ///   - test: The name of the earlier test.
  mutating func noteForeignCall(in root: UInt64, closureOf test: String) {
    foreignCalls[root, default: ForeignCalls()].add(closureOf: test)
  }

  /// Removes and returns the calls that ``noteForeignCall(in:closureOf:)`` has recorded for the
  /// test with the given root number, or returns `nil` if there are none.
  mutating func removeForeignCalls(in root: UInt64) -> ForeignCalls? {
    foreignCalls.removeValue(forKey: root)
  }

  /// Removes the recorded calls to closures of ended tests. If a test inspects the log, it sees
  /// these calls, so they need not be reported when the test that made them ends.
  mutating func removeForeignCalls() { foreignCalls = [:] }

  /// Records that the calls were removed from the log.
  ///
  /// - Parameter user: The test that reset the log, or `nil` if the code that reset it does not
  ///   belong to a single test.
  mutating func noteReset(by user: SpyUser?) {
    defer { callers = [:] }
    guard let user else { return }
    deprived[user.number] = nil
    for caller in callers.keys where caller != user.number { deprived[caller] = user.title }
  }

  /// Finds out whether the recorded calls that the test `user` is about to check or read depend on
  /// other tests. Returns the problem to report, or `nil` if the calls do not depend on other tests
  /// or if the current run of `user` has already reported a problem.
  mutating func problem(of user: SpyUser) -> Problem? {
    guard let problem = unreportedProblem(of: user), warned.insert(user.run).inserted
    else { return nil }
    return problem
  }

  private func unreportedProblem(of user: SpyUser) -> Problem? {
    if let lastWrapper, !isWrappedOutside, !participants.contains(user.number) {
      return .wrappedOnly(by: lastWrapper)
    }
    let others = callers.filter { $0.key != user.number }.sorted { $0.key < $1.key }.map(\.value)
    if !others.isEmpty { return .called(by: others) }
    return deprived[user.number].map { .reset(by: $0) }
  }
}

/// One test's calls to closures that earlier tests wrapped in the same spy.
struct ForeignCalls: Sendable, Hashable {
  private(set) var count = 0
  /// The names of the earlier tests, in the order in which their closures were first called.
  private(set) var tests: [String] = []

  mutating func add(closureOf test: String) {
    count += 1
    if !tests.contains(test) { tests.append(test) }
  }
}

extension SpyUsers.Problem {
  private static let limit = 3

  /// Returns the text of the issue about this problem.
  ///
  /// - Parameter title: The title of the current test. If this problem names a test with the same
  ///   title, that test is another case of the current test, which is parameterized.
  func message(of spy: String, in title: String) -> String {
    let advice = """
      Create the spy in each test, for example as a local constant or as an instance property of the suite.
      """
    func test(_ other: String) -> String {
      other == title ? "another case of this test" : "the test \"\(other)\""
    }
    switch self {
    case .wrappedOnly(let wrapper):
      return """
        \(spy) has wrapped no closure in this test, but only in other tests, such as \(test(wrapper)), so this check does \
        not cover the calls of this test. \(advice) Override the endpoint in each test with the closure that the method \
        wrap of the spy returns.
        """
    case .called(let callers):
      var others: [String] = []
      for other in callers.map(test) where !others.contains(other) { others.append(other) }
      let more = others.count > Self.limit ? " and \(others.count - Self.limit) more" : ""
      return """
        \(spy) has also recorded calls made by \(others.prefix(Self.limit).joined(separator: ", "))\(more), so the result \
        of this check depends on other tests. \(advice) If no other test runs at the same time, you can call reset() at \
        the beginning of the test instead.
        """
    case .reset(let other):
      return """
        \(spy) was reset by \(test(other)), which removed calls made by this test, so the result of this check depends on \
        other tests. \(advice)
        """
    }
  }
}
