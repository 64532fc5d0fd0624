import Synchronization

/// Sets dependencies for the whole process in an app, or for one test case in tests.
///
/// Call this function once, at the beginning of the composition root. The assigned values replace
/// the default values in all contexts, but overrides still take precedence over them. You can
/// register a list of modules before or after this call.
///
/// In the following cases, the call has no effect and is reported as an issue:
///
/// - The app or test case has already called this function.
/// - One of the assigned keys has already been read.
/// - The call is inside the operation of a `withDependencies` call.
/// - The call is in a trait that runs around a whole suite instead of around each test.
/// - Tests are running, and the call is outside all of them. Examples are a call in a detached task
///   started by a Swift Testing test, and a call in the class methods `setUp` and `tearDown` of
///   XCTest. Such a call would affect other tests, too. In XCTest, which runs one test at a time, a
///   call in a detached task belongs to the running test and is allowed.
///
/// If a list of modules has already registered one of the dependencies, only that dependency is
/// skipped, and an issue is reported.
///
/// - Returns: The result of `update`. If the call has no effect, `update` still runs in two cases:
///   if its result is not `Void`, and if one of the assigned keys has already been read. The latter
///   is detected only after `update` has assigned the values.
/// - Throws: Any error that `update` throws, in which case no values are set.
@discardableResult
public func prepareDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Result,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) rethrows -> Result {
  return try prepareDependencies(.values, at: SourceSite(fileID, filePath, line, column), update)
}

/// Sets dependencies for the whole process or test on the first call from a source location, and
/// ignores later calls from the same location. Use this function in code that runs repeatedly, such
/// as the body of a SwiftUI app.
package func prepareDependenciesOnce(
  _ update: (inout DependencyValues) throws -> Void,
  at site: SourceSite
) rethrows {
  let root = Frame.current.root
  guard root.state.withLock({ $0.onceSites.insert(site).inserted }) else { return }
  try prepareDependencies(.values, at: site, update)
}

/// A kind of call that sets dependencies for a whole app or test. An app or test can make calls of
/// the two kinds in any order.
package enum PreparationPart {
  /// A `prepareDependencies` call whose closure assigns values to dependencies. An app or test can
  /// make only one such call.
  case values
  /// A call to the function named `function`, which registers a list of modules. An app or test can
  /// make several such calls.
  case modules(function: String)

  /// The name of the called function, shown in messages.
  fileprivate var function: String {
    switch self {
    case .values: "prepareDependencies"
    case .modules(let function): function
    }
  }

  /// The start of a sentence in a message, such as "Assign the values". The sentence recommends
  /// setting the same dependencies in `withDependencies` instead.
  fileprivate var alternative: String {
    switch self {
    case .values: "Assign the values"
    case .modules: "Register the list with $0.register(…)"
    }
  }
}

/// Sets dependencies for the whole app or test to the values that `update` assigns.
package func prepareDependencies<Result>(
  _ part: PreparationPart,
  at site: SourceSite,
  _ update: (inout DependencyValues) throws -> Result
) rethrows -> Result {
  let frame = Frame.current
  let root = frame.root
  root.reportIfLate(part.function, was: "called", at: site, from: frame)
  var error = frame.error(in: part, at: site)
  if let error, Result.self == Void.self, let nothing = () as? Result {
    IssuePath.deliver(DependencyIssue(error.message(for: part), at: site), from: frame)
    return nothing
  }
  let (values, result) = try DependencyValues.assigning(over: root.bottom, update)
  if error == nil {
    if Frame.bound == nil { Preparation.hasRunOutsideScopes.store(true, ordering: .releasing) }
    error = root.prepare(values.frame.preparables, as: part, at: site)
  }
  if let error {
    IssuePath.deliver(DependencyIssue(error.message(for: part), at: site), from: frame)
  }
  return result
}

/// The reason that a call to `prepareDependencies` or `Dependencies.build` failed to set some or
/// all of its dependencies.
enum PreparationError {
  case insideOperation
  case aroundSuite
  case outsideTests
  case alreadyPrepared(at: SourceSite)
  case repeatedInTest
  case alreadyRead(keys: [AnyKeyRecord], otherPart: SourceSite?)
  case preparedTwice([(key: AnyKeyRecord, first: SourceSite)])

  fileprivate func message(for part: PreparationPart) -> String {
    switch self {
    case .insideOperation:
      """
      \(part.function) was ignored, because it was called inside an operation of withDependencies. \(part.alternative) \
      in withDependencies instead, or call \(part.function) before the first withDependencies.
      """
    case .aroundSuite:
      """
      \(part.function) was ignored, because it was called in a trait that runs around a whole suite. Each test in the \
      suite has its own values, which this call cannot set. Set the isRecursive property of the trait to true, so that \
      the trait runs around each test, or use withDependencies.
      """
    case .outsideTests:
      """
      \(part.function) was ignored, because it was called outside all tests, for example in a detached task or between two \
      tests, as in a class method setUp of XCTest. It would have changed the dependencies of the whole process. Call it in \
      the task of the test or in its setup, or run it in the scope of the test with captureDependencies().
      """
    case .repeatedInTest:
      """
      \(part.function) was ignored, because the same call has already been made in this test. Call it only once. If the \
      test is run several times, add the trait .dependencies, so that each repetition has its own values. List a \
      trait that repeats the test before .dependencies and this library's other traits.
      """
    case .alreadyPrepared(let site):
      """
      \(part.function) was ignored, because it was already called at \(site). Move the assignments of this call into \
      that call.
      """
    case .alreadyRead(let keys, let otherPart):
      """
      \(part.function) was ignored, because \(Self.list(keys.map(\.name))) had already been read with a default \
      value. Call it before any code reads a dependency\(otherPart.map { ", for example at \($0)" } ?? "").
      """
    case .preparedTwice(let keys):
      """
      \(part.function) did not replace \(Self.list(keys.map { "\($0.key.name) (prepared at \($0.first))" })), because a \
      dependency can be prepared only once. Remove it from one of the two calls.
      """
    }
  }

  private static func list(_ items: [String]) -> String {
    items.sorted().joined(separator: ", ")
  }
}

extension Frame {
  /// Returns the reason that a call of the kind `part` is not allowed in this scope, or `nil` if it
  /// is allowed. Problems with single keys, such as a key that has already been read, are detected
  /// later, after the call has assigned its values.
  fileprivate func error(in part: PreparationPart, at site: SourceSite) -> PreparationError? {
    if isInsideOperation { return .insideOperation }
    if root.isOfSuite { return .aroundSuite }
    if isOutsideRunningTests { return .outsideTests }
    return root.error(in: part, at: site)
  }

  /// Whether this scope belongs to the process rather than to a test, even though the process has
  /// started to run tests. Dependencies set in such a scope would affect all tests, and the change
  /// could not be attributed to any one of them.
  private var isOutsideRunningTests: Bool {
    root === DependencyRoot.process
      && (DependencyRoot.anyTestHasRoot.load(ordering: .acquiring)
        || IssueSinks.all.contains { $0.hasStartedTests })
  }

  /// Returns `true` and reports an issue if `function`, which changes dependencies for a whole app
  /// or test, is not allowed in this scope. The caller must then change nothing.
  ///
  /// Once tests have started, a call outside all tests is not allowed. A call in the scope of a
  /// suite is allowed only if a trait has entered a scope around the suite, which each of the
  /// suite's tests copies.
  package func refuses(_ function: String, at site: SourceSite) -> Bool {
    let error: PreparationError
    if root.isOfSuite, Frame.boundToSuite == nil {
      error = .aroundSuite
    } else if isOutsideRunningTests {
      error = .outsideTests
    } else {
      return false
    }
    let message = error.message(for: .modules(function: function))
    IssuePath.deliver(DependencyIssue(message, at: site), from: self)
    return true
  }

  /// The keys that are overridden in this scope, each with the value of its innermost override. The
  /// values are wrapped in `Default` objects, so that `prepareDependencies` can install them in
  /// place of the keys' default values.
  fileprivate var preparables: [(record: AnyKeyRecord, value: Default)] {
    var seen = Set<AnyKeyRecord>(minimumCapacity: Int(depth))
    return sequence(first: self, next: \.outer).compactMap { frame in
      guard let record = frame.record, seen.insert(record).inserted else { return nil }
      return frame.preparable.map { (record, $0) }
    }
  }
}

/// The source locations of the calls that have set dependencies for an app or a test.
struct Preparation {
  /// The source location of the `prepareDependencies` call, or `nil` if there has been none.
  var values: SourceSite?
  var latest: SourceSite?
  var keys: [AnyKeyRecord: SourceSite] = [:]

  /// Whether code outside all task-local scopes may have set dependencies for the whole process or
  /// test, for example with `prepareDependencies`. A user's trait can do this before a test enters
  /// its first scope.
  fileprivate static let hasRunOutsideScopes = Atomic<Bool>(false)
}

extension DependencyRoot {
  /// Whether code outside any scope has set dependencies, for example with `prepareDependencies`.
  /// If this is `false`, the harness need not search for values that were set for a test before the
  /// test entered its first scope.
  package static var hasPreparedOutsideScopes: Bool {
    Preparation.hasRunOutsideScopes.load(ordering: .acquiring)
  }
}

extension DependencyRoot {
  /// Returns an error if a call of the kind `part` can be made only once, and this app or test has
  /// already made it. Otherwise, returns `nil`.
  fileprivate func error(in part: PreparationPart, at site: SourceSite) -> PreparationError? {
    guard case .values = part, let first = state.withLock({ $0.preparation.values })
    else { return nil }
    return first == site && owner != nil ? .repeatedInTest : .alreadyPrepared(at: first)
  }

  fileprivate func prepare(
    _ values: [(record: AnyKeyRecord, value: Default)],
    as part: PreparationPart,
    at site: SourceSite
  ) -> PreparationError? {
    state.withLock { state in
      let before = state.preparation
      // Check again for an earlier call while holding the lock, because another thread may have
      // called `prepareDependencies` since the first check.
      if case .values = part, let first = before.values { return .alreadyPrepared(at: first) }
      let new = values.filter { before.keys[$0.record] == nil }
      let read = cache.prepare(new)
      guard read.isEmpty else {
        return .alreadyRead(keys: read, otherPart: before.latest)
      }
      if case .values = part { state.preparation.values = site }
      state.preparation.latest = site
      state.preparation.keys.reserveCapacity(before.keys.count + new.count)
      for (record, _) in new { state.preparation.keys[record] = site }
      let twice = values.compactMap { record, _ in before.keys[record].map { (record, $0) } }
      return twice.isEmpty ? nil : .preparedTwice(twice)
    }
  }
}
