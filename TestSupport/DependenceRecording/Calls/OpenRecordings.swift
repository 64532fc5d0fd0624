import Dependence
import DependenceHarness
import DependenceTesting

/// The identity of a test case that records or replays calls.
struct TestIdentity: Sendable {
  /// The test's name, as shown in error messages.
  let name: String
  /// A string that is unique to this test case. The cases of a parameterized test have different
  /// strings.
  let id: String
  /// The name of the test's recording, unless a `Recorder` is created with another name.
  let recordingName: String

  init(name: String, id: String? = nil, recordingName: String? = nil) {
    (self.name, self.id, self.recordingName) = (name, id ?? name, recordingName ?? name)
  }
}

/// The recording files that tests in this process have opened. Only one test may use each file,
/// because tests that share a file would overwrite each other's recorded calls. Tests in other
/// processes are not checked. It would not be enough to compare the test's name with the name
/// stored in the file, because the test may have been renamed since it was recorded.
enum OpenRecordings {
  private struct Opened {
    let test: TestIdentity
    let contents: Result<RecordingContents?, RecordingProblem>
  }

  private static let opened = Lock<[RecordingFile: Opened]>([:])

  /// Returns the contents of a recording file, or `nil` if the file does not exist. The file is
  /// read by the first call, and later calls return the same contents.
  ///
  /// - Throws: A ``RecordingProblem`` if the file cannot be read, or if another test already uses
  ///   it.
  static func contents(
    of file: RecordingFile,
    for test: TestIdentity
  ) throws(RecordingProblem) -> RecordingContents? {
    // Hold the lock while the file is read. Otherwise, two tests that start at the same time could
    // both use the file without an error.
    let known = opened.withLock { opened in
      if let known = opened[file] { return known }
      let contents = Result { () throws(RecordingProblem) in try file.load() }
      let known = Opened(test: test, contents: contents)
      opened[file] = known
      return known
    }
    guard known.test.id == test.id else {
      throw RecordingProblem(
        """
        The tests \(known.test.name) and \(test.name) use the same recording, \(file.path). Rename one of them, or create its \
        Recorder with another name in the argument named:.
        """
      )
    }
    return try known.contents.get()
  }
}

extension RecordingSession {
  /// Returns the session that records or replays a test's calls in a recording file.
  ///
  /// If the test already has a session for this file, the existing session is returned. This is the
  /// case, for example, if both a suite and one of its tests have a recorder. The calls of both
  /// recorders must be stored together.
  ///
  /// Problems with the environment variable `DEPENDENCE_RECORD` or the file are reported as issues.
  /// If the file cannot be read, no call has a recorded response, and the file is not overwritten.
  static func begin(
    of test: TestIdentity,
    named name: String,
    beside source: String,
    redaction: Redaction,
    in root: DependencyRoot,
    at site: SourceSite
  ) -> RecordingSession {
    let file = RecordingFile(named: name, beside: source)
    var (mode, modeProblem) = RecordingMode.ofProcess
    var problem: RecordingProblem?
    var contents = RecordingContents()
    var messages = modeProblem.map { [$0] } ?? []
    do throws(RecordingProblem) {
      contents = try OpenRecordings.contents(of: file, for: test) ?? contents
    } catch {
      messages.append(error.message)
      (mode, problem) = (.replay, error)
    }
    if mode.isLive, SimulatedWorlds.current != nil || SimulatedWorlds.isSettingUp {
      messages.append(
        """
        \(RecordingMode.variable) is set, but calls cannot be executed in a simulation, because it does not control them. \
        Use the trait .recorded, which runs the test once without a simulation to record it.
        """
      )
      mode = .replay
    }
    let new = RecordingSession(
      mode,
      of: test.name,
      in: file,
      contents,
      redaction,
      problem: problem,
      at: site
    )
    // Look up and register the session in one operation. Otherwise, two recorders that are created
    // at the same time could get different sessions, which would overwrite each other's calls.
    let session = root.add(new) { $0.file == file }
    if session === new {
      for message in messages { IssuePath.deliver(message, at: site) }
    } else {
      session.add(redaction)
    }
    return session
  }
}
