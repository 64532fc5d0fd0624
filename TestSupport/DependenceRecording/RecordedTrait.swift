#if canImport(Testing)
public import Dependence
import DependenceHarness
public import DependenceTesting
public import Testing

extension Trait where Self == DependencyTrait {
  /// Replays recorded responses in a test, or in every test of a suite.
  ///
  /// ```swift
  /// @Test(.recorded { recorder, dependencies in
  ///   dependencies.weather = recorder.wrap(dependencies.weather)
  /// })
  /// ```
  ///
  /// Each test case has its own recording, the file `Recordings/<test file>/<test>.json` next to
  /// the test file. See ``Recorder`` for the environment variable that records and verifies it.
  /// While calls are executed, the trait `.explore` has no effect, because a simulation does not
  /// control events outside the process.
  ///
  /// - Parameters:
  ///   - redacting: Returns the text that replaces a string in the recording. Its first argument is
  ///     the key of the innermost JSON object that contains the string, or an empty string.
  ///   - update: A closure that wraps clients. It can read a live client from `dependencies` or
  ///     create one.
  public static func recorded(
    redacting: (@Sendable (_ name: String, _ value: String) -> String)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ update:
      @escaping @Sendable (_ recorder: Recorder, _ dependencies: inout DependencyValues)
      async throws -> Void
  ) -> Self {
    DependencyTrait(recordingAt: sourceLocation) { test, dependencies in
      let site = SourceSite(sourceLocation)
      let testCase = test.isParameterized ? Test.Case.current : nil
      let arguments = testCase?.argumentTexts ?? []
      if test.isParameterized, arguments.isEmpty {
        let message = """
          The arguments of \(test.name) are not known, so its cases would use the same recording. Make a Recorder with the \
          argument named: in the test instead of using the trait .recorded.
          """
        IssuePath.deliver(message, at: site)
      }
      let session = RecordingSession.begin(
        of: TestIdentity(test, testCase),
        named: ([test.name] + arguments).joined(separator: "-"),
        beside: test.sourceLocation.filePath,
        redaction: Redaction(redacting),
        in: Frame.current.root,
        at: site
      )
      try await update(Recorder(session, at: site), &dependencies)
    }
  }
}

extension TestIdentity {
  fileprivate init(_ test: Test, _ testCase: Test.Case?) {
    self.init(name: test.name, id: "\(test.id) \(testCase?.argumentIDs ?? [])")
  }
}
#endif
