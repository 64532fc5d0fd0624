import Synchronization

/// A connection to a test runner that records issues, such as XCTest. Each testing product of this
/// library registers a connection when the product is loaded.
package protocol IssueSink: Sendable {
  /// The name of the testing product that registered this connection, such as "DependenceXCTest",
  /// shown in messages.
  var product: String { get }

  /// Records an issue that occurred outside any test's scope, and returns `true`. Returns `false`
  /// without recording the issue if the test runner is not running tests.
  func receive(_ issue: DependencyIssue) -> Bool

  /// Returns the innermost frame of the running test's scope, or `nil` if no test is running. This
  /// method also works for tests that use neither a trait nor a base class from this library.
  func ambientFrame() -> Frame?

  /// Whether tests are known to be running, although the code that reads this property is outside
  /// any test's scope. Such code must not change dependencies, because the change would affect all
  /// tests. For example, a test that the test runner cannot identify may have started the code, or
  /// the test runner may be calling it between two tests.
  ///
  /// Once a test has used the library, tests are known to be running, and this property is no
  /// longer read.
  var hasStartedTests: Bool { get }

  /// Whether this process is the child process of an exit test. Such a process does not receive the
  /// overrides of the test that started it.
  var runsExitTest: Bool { get }

  /// Returns a function that records an issue when an exit test's child process exits, or `nil` if
  /// the caller is not running in the body of an exit test. The test runner forwards the issue to
  /// the process that runs the test. The function must be created in the body, but can be called
  /// after the body has ended. It returns `false` if it fails to record the issue within a time
  /// limit.
  func recorderAtExit() -> (@Sendable (DependencyIssue) -> Bool)?

  /// Called when code outside any test captures the current scope, or creates a property wrapper
  /// with `resolve: .captured`, which captures the value of a dependency. If an object is created
  /// before a test and stores the captured scope or value, it ignores the test's overrides.
  ///
  /// - Parameters:
  ///   - name: The name of the captured dependency, or `nil` if the code captures the whole scope.
  ///   - site: The source location of the capture, which is unknown for a whole scope.
  func noteCapture(of name: String?, at site: SourceSite)

  /// Returns an observer that implements strict mode: it reports reads of dependencies that the
  /// test has not assigned a value to.
  ///
  /// - Parameter isOutside: Whether the observer is for the process's own scope. It then sees the
  ///   reads outside any test's scope.
  func strictObserver(isOutside: Bool) -> any ReadObserver

  /// Returns an object that holds a copy of the client in `holder`. The copy reports an issue if a
  /// test calls one of its endpoints. A closure that assigns overrides receives this copy instead
  /// of a live value, so that calls to the endpoints that the closure does not assign are reported.
  /// Returns `holder` itself if its value is not a client whose endpoints can be wrapped.
  func reportingCalls(to holder: Holder, of record: AnyKeyRecord) -> Holder
}

extension IssueSink {
  // The default implementation returns `false`. This is correct for test runners that can identify
  // the running test on every thread, and that run no code between the end of one test and the
  // start of the next.
  package var hasStartedTests: Bool { false }
  // The default implementation returns `false`, which is correct for test runners that do not
  // support exit tests.
  package var runsExitTest: Bool { false }
  // The default implementation does nothing, which is correct for test runners that create all of a
  // test's objects while the test is running.
  package func noteCapture(of name: String?, at site: SourceSite) {}
  /// The default implementation returns `nil`, which is correct for test runners that do not
  /// support exit tests.
  package func recorderAtExit() -> (@Sendable (DependencyIssue) -> Bool)? { nil }
}

extension Frame {
  /// Informs the test runners that code is capturing this scope, or the value of the dependency
  /// `name` in it. Has no effect if the scope belongs to a test.
  func noteCapture(of name: @autoclosure () -> String?, at site: @autoclosure () -> SourceSite) {
    guard !IssueSinks.isEmpty, root.owner == nil else { return }
    for sink in IssueSinks.all { sink.noteCapture(of: name(), at: site()) }
  }
}

/// A test that owns a scope and receives all issues that occur in it.
package protocol IssueOwner: Sendable {
  var name: String { get }
  /// Whether traits, such as `.dependencies`, have an effect on the test. They do in Swift Testing,
  /// but not in XCTest.
  var hasTraits: Bool { get }

  /// Records an issue on the test. Returns `false` if the issue cannot be recorded, and `true`
  /// otherwise.
  func receive(_ issue: DependencyIssue) -> Bool

  /// Called before code captures one of the test's scopes, for example to use it on another thread.
  /// A test runner may be unable to tell that issues on that thread belong to the test. In that
  /// case, this method must prepare the test's own way of recording them.
  func scopeWillEscape()

  /// Returns an object that each captured scope of the test retains, or `nil` if the test has ended
  /// or its end cannot be observed. The existence of the object shows that code may still be using
  /// such a scope. Before the process exits, it therefore waits a short time for the object to be
  /// released.
  func captureToken() -> (any AnyObject & Sendable)?
}

extension IssueOwner {
  package var hasTraits: Bool { true }

  package func captureToken() -> (any AnyObject & Sendable)? { nil }

  /// The test's name as shown in messages. If the test is declared with a name in backticks, such
  /// as `` `a late read`() ``, this property contains neither the backticks nor the parameters, as
  /// in Swift Testing's own messages.
  package var title: String {
    name.hasPrefix("`") ? String(name.dropFirst().prefix { $0 != "`" }) : name
  }
}

/// The connections to all test runners. Each testing product registers its connection when it is
/// loaded, so the list does not change after the process has started.
package enum IssueSinks {
  private static let registered = Lock<[any IssueSink]>([])
  private static let hasNone = Atomic<Bool>(true)

  static var isEmpty: Bool { hasNone.load(ordering: .acquiring) }

  package static func register(_ sink: any IssueSink) {
    registered.withLock {
      $0.append(sink)
      hasNone.store(false, ordering: .releasing)
      AmbientScopes.add { sink.ambientFrame() }
    }
  }

  /// Returns `true` if the process links the given testing product, such as "DependenceXCTest".
  package static func include(_ product: String) -> Bool { all.contains { $0.product == product } }

  package static var all: [any IssueSink] {
    isEmpty ? [] : registered.withLock { $0 }
  }
}
