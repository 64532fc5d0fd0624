import Dependence
import DependenceHarness

extension Recorder {
  /// Creates a recorder for the test that is running, in XCTest or Swift Testing.
  ///
  /// ```swift
  /// final class WeatherTests: DependencyTestCase {
  ///   override func configureDependencies(_ dependencies: inout DependencyValues) throws {
  ///     let recorder = Recorder()
  ///     dependencies.weather = recorder.wrap(dependencies.weather)
  ///   }
  /// }
  /// ```
  ///
  /// The recording is the file `Recordings/<test file>/<name>.json` next to the test file. The
  /// trait `.recorded` of Swift Testing does the same.
  ///
  /// - Parameters:
  ///   - name: The name of the recording. By default, it is the name of the test. Use different
  ///     names if a test has several recordings, and for each case of a parameterized test.
  ///   - redacting: Returns the text that replaces a string in the recording. Its first argument is
  ///     the key of the innermost JSON object that contains the string, or an empty string. The
  ///     closure is called for strings in arguments, results, errors and stream elements. Recorded
  ///     calls are found by their redacted arguments. The values of `Authorization`,
  ///     `Proxy-Authorization`, `Cookie` and `Set-Cookie` are always replaced.
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
    let test = root.owner?.name ?? "no test"
    let session = RecordingSession.begin(
      of: TestIdentity(name: test),
      named: name ?? test,
      beside: filePath,
      redaction: Redaction(redacting),
      in: root,
      at: site
    )
    self.init(session, at: site)
  }
}
