import Dependence
import DependenceHarness

/// The name and the unique identifier of a test that uses a recording.
struct TestIdentity: Sendable {
  /// The name of the test in messages.
  let name: String
  /// A text that differs from those of all other test cases.
  let id: String
  /// The name of its recording if the test gives no other name.
  let recordingName: String

  init(name: String, id: String? = nil, recordingName: String? = nil) {
    (self.name, self.id, self.recordingName) = (name, id ?? name, recordingName ?? name)
  }
}

/// The recording files that tests of this process use. Two tests must not use the same file.
enum OpenRecordings {
  private struct Opened {
    let test: TestIdentity
    let contents: Result<RecordingContents?, RecordingProblem>
  }

  private static let opened = Lock<[RecordingFile: Opened]>([:])

  /// Returns the contents of a recording file, or `nil` if the file does not exist. Each file is
  /// read once.
  ///
  /// - Throws: An error message if the file cannot be read, or if another test uses it.
  static func contents(
    of file: RecordingFile,
    for test: TestIdentity
  ) throws(RecordingProblem) -> RecordingContents? {
    // Reading the file while holding the lock prevents two tests from reading it twice.
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
  /// Begins a recording for a test, or returns the session of this test that uses the same file. A
  /// suite and its test may both have a recorder, and their calls must end up in one file.
  ///
  /// Problems with the environment or the file are reported as issues. If the file cannot be read,
  /// its calls count as not recorded, and no new recording is written.
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
