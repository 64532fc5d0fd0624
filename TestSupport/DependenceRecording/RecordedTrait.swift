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
  /// Each test case has its own recording: the file `Recordings/<test file>/<test>.json` next to
  /// the test file. To record or verify responses, set the environment variable described in
  /// ``Recorder``. The test then executes calls, and the traits `.explore` and `.faults` have no
  /// effect: a simulation cannot control events outside the process, and calls with injected faults
  /// would be missing from the recording.
  ///
  /// - Parameters:
  ///   - redacting: A closure that returns the text to store for a string, for example to replace a
  ///     secret. Its first argument is the key of the innermost JSON object member that contains
  ///     the string, such as `"token"` for the string `"abc"` in `{"token": "abc"}`. The key is
  ///     empty if there is no such member. The closure is not called for object keys.
  ///   - update: A closure that wraps live clients and assigns them to `dependencies`. Name a live
  ///     client explicitly, as in `.live`, because `dependencies` contains the test values.
  public static func recorded(
    redacting: (@Sendable (_ name: String, _ value: String) -> String)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ update:
      @escaping @Sendable (_ recorder: Recorder, _ dependencies: inout DependencyValues)
      async throws -> Void
  ) -> Self {
    DependencyTrait(at: sourceLocation, isRecording: true) { test, dependencies in
      let site = SourceSite(sourceLocation)
      let identity = TestIdentity(test)
      let session = RecordingSession.begin(
        of: identity,
        beside: test.sourceLocation.filePath,
        redaction: Redaction(redacting),
        in: Frame.current.root,
        at: site
      )
      try await update(Recorder(session, at: site), &dependencies)
    }
  }
}
#endif
