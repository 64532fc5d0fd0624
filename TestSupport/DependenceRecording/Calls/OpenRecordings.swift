import Dependence
import DependenceHarness

/// Identifies a test that uses a recording.
struct TestIdentity: Sendable {
  /// The test's name, as shown in messages.
  let name: String
  /// A string that no other test case has.
  let id: String
  /// The name of the test's recording, unless its recorder specifies another name.
  let recordingName: String

  init(name: String, id: String? = nil, recordingName: String? = nil) {
    (self.name, self.id, self.recordingName) = (name, id ?? name, recordingName ?? name)
  }
}

/// The recording files that the tests in this process use. Each file may be used by only one test.
enum OpenRecordings {
  private struct Opened {
    let test: TestIdentity
    let contents: Result<RecordingContents?, RecordingProblem>
  }

  private static let opened = Lock<[RecordingFile: Opened]>([:])

  /// Returns the contents of a recording file, or `nil` if the file does not exist. Each file is
  /// read only once.
  ///
  /// - Throws: An error message if the file cannot be read, or if another test already uses it.
  static func contents(
    of file: RecordingFile,
    for test: TestIdentity
  ) throws(RecordingProblem) -> RecordingContents? {
    // Read the file while the lock is held. Otherwise, two tests could both read and use it.
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
  /// Starts a recording for a test, or returns the test's existing session for the same file. A
  /// suite and one of its tests may both have a recorder, and their calls must be stored in the
  /// same file.
  ///
  /// Problems with the environment or the file are reported as issues. If the file cannot be read,
  /// all calls are treated as not recorded, and no new recording is written.
  static func begin(
    of test: TestIdentity,
    named name: String,
    beside source: String,
    redaction: Redaction,
    in root: DependencyRoot,
    at site: SourceSite
  ) -> RecordingSession {
    let file = RecordingFile(named: name, beside: source)
    if let session: RecordingSession = root.audit(where: { $0.file == file }) {
      session.add(redaction)
      return session
    }
    var (mode, modeProblem) = RecordingMode.ofProcess
    var problem: RecordingProblem?
    var contents = RecordingContents()
    if let modeProblem { IssuePath.deliver(modeProblem.message, at: site) }
    do throws(RecordingProblem) {
      contents = try OpenRecordings.contents(of: file, for: test) ?? contents
    } catch {
      IssuePath.deliver(error.message, at: site)
      (mode, problem) = (.replay, error)
    }
    if mode.isLive, SimulatedWorlds.current != nil || SimulatedWorlds.isSettingUp {
      let message = """
        \(RecordingMode.variable) is set, but calls cannot be executed in a simulation, because it does not control them. \
        Use the trait .recorded, which runs the test once without a simulation to record it.
        """
      IssuePath.deliver(message, at: site)
      mode = .replay
    }
    let session = RecordingSession(
      mode,
      of: test.name,
      in: file,
      contents,
      redaction,
      problem: problem,
      at: site
    )
    root.add(session)
    return session
  }
}
