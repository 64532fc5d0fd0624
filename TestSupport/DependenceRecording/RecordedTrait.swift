#if canImport(Testing)
public import Dependence
import DependenceHarness
public import DependenceTesting
public import Testing

extension Trait where Self == DependencyTrait {
  /// Replays recorded responses in a test, or in every test of a suite.
  ///
  /// ```swift
  /// @Test(
  ///   .recorded { recorder, dependencies in
  ///     dependencies.weather = recorder.wrap(.live)
  ///   }
  /// )
  /// ```
  ///
  /// Each test case has a recording of its own: the file `Recordings/<test file>/<test>.json` next
  /// to the test file. See ``Recorder`` for the environment variable that records and verifies it.
  /// A test that executes calls runs without the trait `.explore`, because a simulation does not
  /// control the world outside, and without the faults of the trait `.faults`.
  ///
  /// - Parameters:
  ///   - redacting: Returns the text that replaces a string in the recording. Its first argument is
  ///     the key of the innermost JSON object that contains the string, or an empty string.
  ///   - update: Wraps the live clients. In a test, `dependencies` contains the *test* values.
  public static func recorded(
    redacting: (@Sendable (_ name: String, _ value: String) -> String)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ update:
      @escaping @Sendable (_ recorder: Recorder, _ dependencies: inout DependencyValues)
      async throws -> Void
  ) -> Self {
    DependencyTrait(recordingAt: sourceLocation) { test, dependencies in
      let site = SourceSite(sourceLocation)
      let identity = TestIdentity(test)
      let session = RecordingSession.begin(
        of: identity,
        named: identity.recordingName,
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
  /// The case of a test that runs here.
  init(_ test: Test) {
    let testCase = test.isParameterized ? Test.Case.current : nil
    let arguments = testCase?.argumentTexts ?? []
    self.init(
      name: test.name,
      id: "\(test.id) \(testCase?.argumentIDs ?? [])",
      recordingName: ([test.name] + arguments).joined(separator: "-")
    )
  }
}
#endif
