import Dependence
import DependenceHarness

#if canImport(Testing)
import Testing
#endif

extension Recorder {
  /// Creates a recorder for the currently running test, in XCTest or Swift Testing.
  ///
  /// ```swift
  /// override func configureDependencies(_ dependencies: inout DependencyValues) {
  ///   dependencies.weather = Recorder().wrap(.live)
  /// }
  /// ```
  ///
  /// The recording is the file `Recordings/<test file>/<name>.json` next to the test file. In Swift
  /// Testing, you can also use the trait `.recorded`.
  ///
  /// - Parameters:
  ///   - name: The recording's name. The default is the test's name, followed by its arguments if
  ///     there are any. Recorders with the same name in one test share a recording.
  ///   - redacting: A closure that returns the text to store for a string, for example to replace a
  ///     secret. Its first argument is the key of the innermost JSON object member that contains
  ///     the string, such as `"token"` for the string `"abc"` in `{"token": "abc"}`. The key is
  ///     empty if there is no such member. Its second argument is the string. The closure is called
  ///     for all strings in arguments, results, errors and stream elements, except for object keys.
  ///     During a replay, it is also applied to a call's arguments before the call is looked up in
  ///     the recording. The values of `Authorization`, `Proxy-Authorization`, `Cookie` and
  ///     `Set-Cookie` are always replaced.
  ///   - filePath: The path of the test file.
  public init(
    named name: String? = nil,
    redacting: (@Sendable (_ name: String, _ value: String) -> String)? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let root = Frame.current.root
    if root.owner == nil {
      IssuePath.deliver(
        "A recording belongs to a test, but no test runs here. Make the Recorder in the task of the test.",
        at: site
      )
    }
    let identity = TestIdentity.current(ownedBy: root.owner?.name ?? "no test")
    let session = RecordingSession.begin(
      of: identity,
      named: name,
      beside: filePath,
      redaction: Redaction(redacting),
      in: root,
      at: site
    )
    self.init(session, at: site)
  }
}

extension TestIdentity {
  /// Returns the identity of the currently running test. An XCTest test is identified by its name
  /// alone, because XCTest has no parameterized tests.
  fileprivate static func current(ownedBy owner: String) -> TestIdentity {
    #if canImport(Testing)
    if let test = Test.current { return TestIdentity(test) }
    #endif
    return TestIdentity(name: owner)
  }
}
